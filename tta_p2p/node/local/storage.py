"""A local game in the store: kept from the first deed on, as a node keeps a played one.

Each deed is durable before anybody sees it, so the game survives whatever ends this process.
"""

from __future__ import annotations

from tta_p2p.games.contract import Seat, Standings
from tta_p2p.node.data_folder.lent_games import keep_lent_game, read_lent_games
from tta_p2p.node.machine import clock
from tta_p2p.store.database import GameRow, Store
from tta_p2p.table import binding, local_record
from tta_p2p.table.local_record import LocalCharter, LocalRecord
from tta_p2p.table.orders import SeatOrders, write_orders


class LocalGameStore:
    """One local game and the store that keeps it."""

    def __init__(self, store: Store, charter: LocalCharter, *, stored: bool = False) -> None:
        """``stored``: the game is in the store already."""
        self.charter, self.stored = charter, stored
        self._store = store
        self._orders: dict[Seat, SeatOrders] = {}

    def keep(self, deed: LocalRecord) -> None:
        """Store a deed; what was drafted for it is forgotten. Raises StoreError."""
        self.begin()
        self._store.append(self.charter.sid, [local_record.write_record(deed)])
        for seat in self._store.drafts(self.charter.sid):
            self._store.save_draft(self.charter.sid, seat, b"")

    def keep_draft(self, seat: Seat, acts: bytes) -> None:
        """Store what a seat has decided so far; empty bytes forget it. Raises StoreError."""
        if acts or self.stored:
            self.begin()
            self._store.save_draft(self.charter.sid, seat, acts)

    def keep_orders(self, seat: Seat, orders: SeatOrders) -> None:
        """Store what a seat has ordered. Raises StoreError."""
        if orders != self._orders.get(seat, {}):
            self.begin()
            self._store.save_skips(self.charter.sid, seat, write_orders(orders))
            self._orders[seat] = orders

    def keep_lent(self) -> None:
        """Store that a bot has acted for a person, where the disk takes it."""
        keep_lent_game(self._store.folder, self.charter.sid)

    @property
    def is_lent(self) -> bool:
        """Whether a bot has acted for a person, as far as that was kept."""
        return self.charter.sid in read_lent_games(self._store.folder)

    def keep_result(self, standings: Standings) -> None:
        """Store how the game ended. Raises StoreError."""
        self._store.save_result(self.charter.sid, binding.write_places(standings, self.charter.names), clock.now())
        self._store.set_status(self.charter.sid, "over", clock.now())

    def touch(self) -> None:
        """Note that the game was played until now. Raises StoreError."""
        row = self._store.game(self.charter.sid) if self.stored else None
        if row is not None:
            self._store.set_status(row.sid, row.status, clock.now())

    def begin(self) -> None:
        """Keep the game from now on: one in which nobody has done anything is none to come back to, unless its id was
        told. Raises StoreError.
        """
        if not self.stored:
            now, charter = clock.now(), self.charter
            row = GameRow(charter.sid, charter.game, now, now, 0, local_record.write_charter(charter), "playing", b"")
            self._store.add_game(row)
            self.stored = True
