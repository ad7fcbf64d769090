"""For how long each player has been waited for, by the clock of this node; it is signed by nobody and told to nobody.

Counted is what a person (or a bot in its place) decides; what nodes do by themselves is not, and no pause, nor while
this node does not run. It is kept in the store, so that it outlives the node; so are the moments since which the game
waits where it stands, by the clock on the wall, and whether the person here knows of its turn.
"""

from __future__ import annotations

import contextlib

import msgspec
import trio

from tta_p2p.net.tasks import Stake
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import Part
from tta_p2p.node.game.roles import GameClock, PauseKeeper
from tta_p2p.store.database import StoreError

DECIDING = ("its-turn", "sealed-answer")
"""Reasons for waiting that mean that somebody decides."""
KEPT = 60.0
"""Seconds after which what was counted is stored at the latest; a node that is killed loses no more."""
LONGEST = 1e9
"""Seconds that nobody can have used: about thirty years."""
MOST_WAITS = 50
"""Waits that are kept at most."""
WORTH = 5.0
"""Seconds from which it is stored as soon as somebody else is waited for."""


class KeptTimes(msgspec.Struct, frozen=True):
    """The times of one game as they are stored; releases before 0.9 stored the seconds `used` alone.

    ``waits``: whom the game waits for where it stands, after so many ``facts``: a seat of the charter, the reason, and
    since when, in seconds of the clock on the wall. ``noticed_at``: see `GameClock`.
    """

    used: list[float]
    facts: int = -1
    waits: list[tuple[int | None, str, int]] = []
    noticed_at: int = -1


class SeatTimes(Part, GameClock):
    """The seconds that each seat of one game has used."""

    serves = Stake.HINT

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._store, self._sid, self._table = context.store, context.sid, context.table
        seats = len(context.charter.seats)
        self._used = [0.0] * seats
        self._kept = KeptTimes(self._used)
        """What an earlier start of this node stored."""
        with contextlib.suppress(msgspec.DecodeError, RecursionError, ValueError, StoreError):  # another version
            stored = self._store.times(self._sid) or b"[]"
            kept = msgspec.json.decode(stored, type=list[float] | KeptTimes)
            kept = kept if isinstance(kept, KeptTimes) else KeptTimes(kept)
            if len(kept.used) == seats and all(0 <= one < LONGEST for one in kept.used):
                self._used, self._kept = list(kept.used), kept
        self.noticed_at = self._kept.noticed_at
        self._waits: dict[tuple[int | None, str], int] = {}
        """Whom the game waits for, with the reason, and since when, in seconds of the clock on the wall."""
        self._deciding: frozenset[int] = frozenset()
        """The seats of the charter that were waited for when this node looked last."""
        self._looked_at = 0.0
        self._unsaved = 0.0
        self._others = False
        """Whether others are waited for than when it was stored last."""
        self._writing = trio.Lock()

    @property
    def used(self) -> tuple[float, ...]:
        """The seconds that each seat of the charter has used, up to this node's last look."""
        return tuple(self._used)

    def look(self) -> None:
        """Count what has passed since the last look for the seats that were waited for, and see which are now.

        No time passes at a node that has not gone on since a pause.
        """
        paused, moment = self.context.part(PauseKeeper).paused_operators(), trio.current_time()
        passed = moment - self._looked_at
        for seat in self._deciding:
            self._used[seat] += passed
        self._unsaved += passed if self._deciding else 0.0
        seats = self._table.charter.seats
        waits = [(wait.seat, wait.why) for wait in self._table.waiting()]
        now = self.context.environment.now()
        self._waits = {one: self._waits.get(one, now - round(self.waited(*one))) for one in waits}
        deciding = frozenset(
            seat for seat, why in waits if seat is not None and why in DECIDING and seats[seat].operator not in paused
        )
        self._others = self._others or deciding != self._deciding
        self._deciding, self._looked_at = deciding, moment

    def note_turn(self, facts: int) -> None:
        """Take note that a person here is told of their turn, now that there are so many facts."""
        if self.noticed_at != facts:
            self.noticed_at, self._unsaved = facts, KEPT

    def waited(self, seat: int | None, why: str) -> float:
        """Seconds for which the game waited for a seat of the charter at this place before this node was started."""
        kept = self._kept
        since = next((moment for *one, moment in kept.waits if one == [seat, why]), None)
        if since is None or kept.facts != len(self._table.facts):
            return 0.0
        return max(0.0, float(self.context.environment.now() - since))

    async def save(self) -> None:
        """Store it from time to time. The game goes on where that is not possible."""
        if self._unsaved >= (WORTH if self._others else KEPT):
            await self.keep()

    async def keep(self) -> None:
        """Store it now; one after the other, so that the newest is what stays."""
        async with self._writing:
            self._unsaved, self._others = 0.0, False
            waits = [(seat, why, since) for (seat, why), since in self._waits.items()][:MOST_WAITS]
            used = [round(seconds, 1) for seconds in self._used]
            data = msgspec.json.encode(KeptTimes(used, len(self._table.facts), waits, self.noticed_at))
            with contextlib.suppress(StoreError):
                await self.context.environment.aside(self._store.save_times, self._sid, data)
