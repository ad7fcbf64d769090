"""For how long each player has been waited for, by the clock of this node; it is signed by nobody and told to nobody.

Counted is what a person (or a bot in its place) decides; what nodes do by themselves is not, and no pause, nor while
this node does not run. It is kept in the store, so that it outlives the node.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection

import msgspec
import trio

from tta_p2p.node.machine.environment import Environment as Outside
from tta_p2p.store.database import Store, StoreError
from tta_p2p.table.game_table import GameTable

DECIDING = ("its-turn", "sealed-answer")
"""Reasons for waiting that mean that somebody decides."""
KEPT = 60.0
"""Seconds after which what was counted is stored at the latest; a node that is killed loses no more."""
LONGEST = 1e9
"""Seconds that nobody can have used: about thirty years."""
WORTH = 5.0
"""Seconds from which it is stored as soon as somebody else is waited for."""


class Times:
    """The seconds that each seat of one game has used."""

    def __init__(self, store: Store, sid: bytes, table: GameTable, outside: Outside) -> None:
        self._store, self._sid, self._table, self._outside = store, sid, table, outside
        seats = len(table.charter.seats)
        self._used = [0.0] * seats
        with contextlib.suppress(msgspec.DecodeError, StoreError):  # of another version: it is counted anew
            kept = msgspec.json.decode(store.times(sid) or b"[]", type=list[float])
            sound = len(kept) == seats and all(0 <= one < LONGEST for one in kept)
            self._used = kept if sound else self._used
        self._deciding: frozenset[int] = frozenset()
        """Who was waited for when this node looked last, as seats of the charter."""
        self._looked_at = 0.0
        self._unsaved = 0.0
        self._others = False
        """Whether others are waited for than when it was stored last."""

    @property
    def used(self) -> tuple[float, ...]:
        """How many seconds each seat of the charter has used until this node looked last."""
        return tuple(self._used)

    def look(self, resting: Collection[int] = ()) -> None:
        """Count what has passed since the last look for who was waited for then, and see who is now.

        ``resting``: the operators who have not gone on since a pause; nobody's time passes there.
        """
        moment = trio.current_time()
        passed = moment - self._looked_at
        for seat in self._deciding:
            self._used[seat] += passed
        self._unsaved += passed if self._deciding else 0.0
        seats = self._table.charter.seats
        waits = ((wait.seat, wait.why) for wait in self._table.waiting())
        deciding = frozenset(
            seat for seat, why in waits if seat is not None and why in DECIDING and seats[seat].operator not in resting
        )
        self._others = self._others or deciding != self._deciding
        self._deciding, self._looked_at = deciding, moment

    async def save(self) -> None:
        """Store it from time to time. The game goes on where that is not possible."""
        if self._unsaved >= (WORTH if self._others else KEPT):
            self._unsaved, self._others = 0.0, False
            data = msgspec.json.encode([round(seconds, 1) for seconds in self._used])
            with contextlib.suppress(StoreError):
                await self._outside.aside(self._store.save_times, self._sid, data)
