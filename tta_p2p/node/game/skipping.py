"""What the seats of a playing node skip: kept in the store, so that a seat that skips is not asked after a restart."""

from __future__ import annotations

import contextlib

import msgspec

from tta_p2p.games.contract import Seat
from tta_p2p.node.machine.environment import Environment as Outside
from tta_p2p.node.serving.desk import Desk
from tta_p2p.store.database import Store
from tta_p2p.table.game_table import GameTable
from tta_p2p.table.skips import Kept


class StoredSkips:
    """What the own seats of one game skip."""

    def __init__(self, store: Store, sid: bytes, table: GameTable, desk: Desk, outside: Outside) -> None:
        self._store, self._sid, self._table, self._desk = store, sid, table, desk
        self._outside = outside
        self._stored: dict[Seat, Kept] = {}
        for seat, data in store.skips(sid).items():
            with contextlib.suppress(msgspec.DecodeError):  # of another version: the seat is asked
                self._stored[seat] = msgspec.json.decode(data, type=Kept)
        self._restored = False

    def restore(self, *, stale: bool) -> None:
        """The seats are drawn: they skip what they did before this node was started anew.

        ``stale``: the store may be an older copy; then they are asked, for who knows what was taken back since.
        """
        if not self._restored:
            self._restored = True
            for seat in self._table.own_seats if not stale else ():
                self._desk.restore_skips(seat, self._stored.get(seat, {}))

    async def save(self) -> None:
        """Store what has changed, before anything is said that may be said for it. Raises StoreError."""
        for seat in self._table.own_seats if self._restored else ():
            kept = self._desk.kept_skips(seat)
            if kept != self._stored.get(seat, {}):
                data = msgspec.json.encode(kept) if kept else b""
                await self._outside.aside(self._store.save_skips, self._sid, seat, data)
                self._stored[seat] = kept
