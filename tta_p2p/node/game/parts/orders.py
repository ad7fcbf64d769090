"""Orders of a playing node's seats: carried out, and stored, so that they outlive clients and the node itself.

An order for one decision is noted as carried out before the decision is stored. So after a crash in between it is
carried out again, by what has happened since then (`Orders.due`), and never for a second decision.
"""

from __future__ import annotations

import contextlib

import msgspec

from tta_p2p.games.contract import Seat
from tta_p2p.net.tasks import Stake
from tta_p2p.node.game.catch_up import CatchUp
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import Part
from tta_p2p.node.service.order_desk import OrderDesk
from tta_p2p.table.game_table import GameStarted, TableEvent
from tta_p2p.table.orders import SeatOrders, read_orders, write_orders


class OrderStore(Part):
    """The stored orders of one game's own seats."""

    serves = Stake.PLAY

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._store, self._sid, self._table = context.store, context.sid, context.table
        self._stored: dict[Seat, SeatOrders] = {}
        for seat, data in self._store.skips(self._sid).items():
            with contextlib.suppress(msgspec.DecodeError, RecursionError, ValueError):  # another version
                self._stored[seat] = read_orders(data)
        self._restored = False

    @property
    def _orders(self) -> OrderDesk:
        return self.context.loop.desk.orders

    async def event(self, event: TableEvent) -> None:
        """The seats are drawn: they have the orders that they had before this node was started anew.

        Where the store may be an older copy they are asked: something may have been withdrawn since.
        """
        if isinstance(event, GameStarted) and not self._restored:
            self._restored = True
            for seat in self._table.own_seats if not self.context.part(CatchUp).stale else ():
                self._orders.restore(seat, self._stored.get(seat, {}))

    async def save(self) -> None:
        """Store what has changed, before anything is said that may be said for it. Raises StoreError."""
        for seat in self._table.own_seats if self._restored and not self.context.erased else ():
            kept = self._orders.kept(seat)
            if kept != self._stored.get(seat, {}):
                await self.context.environment.aside(self._store.save_skips, self._sid, seat, write_orders(kept))
                self._stored[seat] = kept

    def act(self) -> bool:
        """Carry out one order of a seat that is to decide; whether there was one."""
        seat = self._orders.carry_out() if self.context.may_act else None
        if seat is not None:
            self.context.loop.desk.table.changed(seat)
        return seat is not None
