"""At whose nodes nobody sits: a person plays there, and no client of that person is attached.

Nothing depends on it and nothing proves it: nodes tell each other, so that people know whether somebody reads them. A
terminal that is closed and opened again is no news.
"""

from __future__ import annotations

from collections.abc import Iterator

import trio

from protocol.charter import Charter
from tta_p2p.net.framing import Kind
from tta_p2p.net.mesh import Mesh
from tta_p2p.node.game.loop import Telling
from tta_p2p.node.game.players import Players
from tta_p2p.node.serving.desk import Desk
from tta_p2p.seats.parts.attendance import Attended
from tta_p2p.table.game_table import GameTable

GRACE = 10.0
"""Seconds without a client after which nobody sits at a node."""
SAID = {b"\x00": False, b"\x01": True}
"""What one byte says: whether somebody sits at the node that sends it."""


class Attendance:
    """Whether somebody sits at each node, by operators."""

    def __init__(
        self, table: GameTable, operator: int, players: Players, mesh: Mesh, desk: Desk, telling: Telling
    ) -> None:
        """``desk``: whose clients are people here, but for programs."""
        self._table, self._operator, self._players, self._mesh = table, operator, players, mesh
        self._desk, self._telling = desk, telling
        self._empty: set[int] = set()
        """The operators at whose nodes nobody sits."""
        self._seen_at: float | None = None
        self._said_otherwise = False
        """Whether this node has ever said that nobody sits here."""

    def look(self) -> None:
        """Look whether somebody sits here, and tell the others when that has changed."""
        if self._players.only_bots:
            return
        moment = trio.current_time()
        if self._seen_at is None or self._somebody():
            self._seen_at = moment
        empty = moment >= self._seen_at + GRACE
        if empty != (self._operator in self._empty):
            self._note(self._operator, empty)
            self._said_otherwise = True
            self._mesh.send_all(Kind.ATTENDED, self._frame())

    def came(self, operator: int) -> None:
        """Somebody is connected: they hear how it stands here now, unless somebody has always been here."""
        if self._said_otherwise:
            self._mesh.send(operator, Kind.ATTENDED, self._frame())

    def hear(self, operator: int, payload: bytes) -> bool:
        """Somebody says whether anybody sits there; whether it is news."""
        attended = SAID.get(payload)
        if attended is None or attended != (operator in self._empty):
            return False
        self._note(operator, not attended)
        return True

    def news(self) -> Iterator[Attended]:
        """Tell somebody who comes now, or when seats have been drawn, where nobody sits."""
        for operator in sorted(self._empty):
            yield from self._said(operator)

    def _somebody(self) -> bool:
        seating, programs = self._table.seating, self._players.programs
        played = {seating.to_game(seat) for seat in programs if seat in seating.charter} if seating is not None else ()
        return any(
            client.greeted and client.hello is not None and not client.hello.watch and client.seat not in played
            for client in self._desk.clients
        )

    def _note(self, operator: int, empty: bool) -> None:
        (self._empty.add if empty else self._empty.discard)(operator)
        for said in self._said(operator):
            self._telling.tell_all(said)

    def _said(self, operator: int) -> Iterator[Attended]:
        charter: Charter = self._table.charter
        seating = self._table.seating
        for seat in charter.seats_of(operator)[:1]:  # its own; further ones are played by bots and programs
            number = seating.to_game(seat) if seating is not None and seat in seating.charter else seat
            yield Attended(number, charter.seats[seat].name, operator not in self._empty)

    def _frame(self) -> bytes:
        return b"\x00" if self._operator in self._empty else b"\x01"
