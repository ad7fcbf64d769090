"""Skips of a playing node's seats: kept in the store, so that a seat that skips is not asked after a restart."""

from __future__ import annotations

import contextlib

import msgspec

from tta_p2p.games.contract import Seat
from tta_p2p.node.game.catch_up import CatchUp
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import Part
from tta_p2p.node.service.desk import Desk
from tta_p2p.table.game_table import GameStarted, TableEvent
from tta_p2p.table.skips import SkipState


class SkipStore(Part):
    """The stored skips of one game's own seats."""

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._store, self._sid, self._table = context.store, context.sid, context.table
        self._stored: dict[Seat, SkipState] = {}
        for seat, data in self._store.skips(self._sid).items():
            with contextlib.suppress(msgspec.DecodeError, RecursionError, ValueError):  # another version
                self._stored[seat] = msgspec.json.decode(data, type=SkipState)
        self._restored = False

    @property
    def _desk(self) -> Desk:
        return self.context.loop.desk

    async def event(self, event: TableEvent) -> None:
        """The seats are drawn: they skip what they did before this node was started anew.

        Where the store may be an older copy they are asked: something may have been taken back since.
        """
        if isinstance(event, GameStarted) and not self._restored:
            self._restored = True
            for seat in self._table.own_seats if not self.context.part(CatchUp).stale else ():
                self._desk.restore_skips(seat, self._stored.get(seat, {}))

    async def save(self) -> None:
        """Store what has changed, before anything is said that may be said for it. Raises StoreError."""
        for seat in self._table.own_seats if self._restored and not self.context.erased else ():
            kept = self._desk.stored_skips(seat)
            if kept != self._stored.get(seat, {}):
                data = msgspec.json.encode(kept) if kept else b""
                await self.context.environment.aside(self._store.save_skips, self._sid, seat, data)
                self._stored[seat] = kept

    def act(self) -> bool:
        """Decline what one seat is asked that skips it; whether there was one."""
        seat = self._desk.decline() if self.context.may_act else None
        if seat is not None:
            self._desk.table.changed(seat)
        return seat is not None
