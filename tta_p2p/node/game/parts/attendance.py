"""At whose nodes nobody sits: a person plays there, and no client of that person is attached.

Nothing depends on it and nothing proves it: nodes tell each other, so that people know whether somebody reads them. A
terminal that is closed and opened again is no news.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import trio

from tta_p2p.net.framing import FrameKind
from tta_p2p.net.tasks import Stake
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import FrameValue, Part
from tta_p2p.seats.parts.attendance import AttendanceReply

START, GRACE = 10.0, 1.0
"""Seconds without a client after which nobody sits at a node: since it was started, and since somebody has gone."""
SAID = {b"\x00": False, b"\x01": True}
"""What one byte says: whether somebody sits at the node that sends it."""


class Attendance(Part):
    """Whether somebody sits at each node, by operators."""

    serves = Stake.HINT
    kinds = frozenset({FrameKind.ATTENDED})

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._operator, self._mesh = context.operator, context.mesh
        self._empty: set[int] = set()
        """The operators at whose nodes nobody sits."""
        self._seen_at: float | None = None
        self._here = False
        """Whether somebody sat here when this part looked last."""
        self._seen = False
        """Whether somebody has ever sat here since this node was started."""
        self._said_otherwise = False
        """Whether this node has ever said that nobody sits here."""

    async def tick(self) -> None:
        """Look whether somebody sits here, and tell the others when that has changed."""
        if self.context.players.only_bots:
            return
        moment = trio.current_time()
        here = self._somebody()
        if self._seen_at is None or here or self._here:  # ticks may be far apart: who was here a moment ago, left now
            self._seen_at = moment
        self._here, self._seen = here, self._seen or here
        empty = moment >= self._empty_at
        if empty != (self._operator in self._empty):
            self._note(self._operator, empty)
            self._said_otherwise = True
            self._mesh.send_all(FrameKind.ATTENDED, self._frame())

    @property
    def _empty_at(self) -> float:
        """Give the moment at which this node tells that nobody sits here, unless somebody comes."""
        return math.inf if self._seen_at is None else self._seen_at + (GRACE if self._seen else START)

    @property
    def due(self) -> float:
        """Give the next moment to tell that nobody sits here, if nobody comes until then (seconds of Trio's clock)."""
        waits = self._seen_at is not None and not self.context.players.only_bots and self._operator not in self._empty
        return self._empty_at if waits and not self._somebody() else math.inf

    def peer_connected(self, operator: int) -> None:
        """Tell a peer how it stands here now, unless somebody has always been here."""
        if self._said_otherwise:
            self._mesh.send(operator, FrameKind.ATTENDED, self._frame())

    def hear(self, operator: int, kind: FrameKind, payload: bytes) -> FrameValue:
        """A peer says whether anybody sits there."""
        attended = SAID.get(payload)
        if attended is None or attended != (operator in self._empty):
            return FrameValue.USELESS
        self._note(operator, not attended)
        return FrameValue.NEWS

    def seated(self) -> None:
        """Tell where nobody sits by the numbers that seats have now."""
        for said in self.news():
            self.context.tell_all(said)

    def news(self) -> Iterator[AttendanceReply]:
        """Name the seats at which nobody sits."""
        for operator in sorted(self._empty):
            yield from self._said(operator)

    def summary(self) -> str:
        """The operators at whose nodes nobody sits."""
        return f"nobody at {sorted(self._empty)}" if self._empty else ""

    def _somebody(self) -> bool:
        seating, programs = self.context.table.seating, self.context.players.programs
        played = {seating.to_game(seat) for seat in programs if seat in seating.charter} if seating is not None else ()
        return any(
            client.greeted and client.hello is not None and not client.hello.watch and client.seat not in played
            for client in self.context.loop.desk.clients
        )

    def _note(self, operator: int, empty: bool) -> None:
        (self._empty.add if empty else self._empty.discard)(operator)
        for said in self._said(operator):
            self.context.tell_all(said)

    def _said(self, operator: int) -> Iterator[AttendanceReply]:
        charter = self.context.charter
        for seat in charter.seats_of(operator)[:1]:  # its own; further ones are played by bots and programs
            yield AttendanceReply(
                self.context.seat_in_game(seat), charter.seats[seat].name, operator not in self._empty
            )

    def _frame(self) -> bytes:
        return b"\x00" if self._operator in self._empty else b"\x01"
