"""Own seats that a bot plays for a while for their person, and what others say of theirs.

The person has asked for it; or the charter lets a bot play for who does not act for so long, until they do. Who plays a
seat cannot be proved: the others are told, over their channels, so that nobody is deceived by courtesy. A node that is
started again plays on without a bot, since somebody has just started it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import trio

from protocol.charter import Charter
from tta_p2p.bots.levels import choices, true_level
from tta_p2p.net.framing import Kind
from tta_p2p.net.mesh import Mesh
from tta_p2p.node.game.loop import Telling
from tta_p2p.node.game.players import Players
from tta_p2p.node.serving.tables import NotPossible
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.autopilot import Autopiloted
from tta_p2p.seats.parts.proofs import AskProved
from tta_p2p.seats.parts.rematch import AskRematch
from tta_p2p.table.binding import read_stand_in
from tta_p2p.table.game_table import GameTable

LONGEST = 40
"""Letters of a level that somebody else names."""
FOR_THE_ABSENT = "easy"
"""The level of the bot that plays for who does not act."""
PASSIVE = (
    *(say.Hello, say.Look, say.LogSince, say.AskTexts, say.AskPast, AskProved, AskRematch, say.Explain),
    say.Bye,
)
"""What clients also ask for by themselves: nobody takes a seat back with it."""


class Lent(NamedTuple):
    """The bot that plays a seat for its person: its level, and whether nobody asked for it."""

    level: str = ""
    absent: bool = False


MINE = Lent()


class Autopilots:
    """Who has a bot play for them, by seats of the charter."""

    def __init__(self, table: GameTable, operator: int, players: Players, mesh: Mesh, telling: Telling) -> None:
        self._table, self._operator, self._players, self._mesh = table, operator, players, mesh
        self._telling = telling
        self._lent: dict[int, Lent] = {}
        """The bot at each seat that has one now, of all operators."""
        self._limit = read_stand_in(table.charter.options) or math.inf
        taken = players.programs | set(players.bots)
        self._people = [seat for seat in table.charter.seats_of(operator) if seat not in taken]
        self._awaited: dict[int, float] = {}
        """Since when each own seat of a person is to decide, or has last done something since then."""

    def ask(self, seat: int, level: str) -> None:
        """The person at an own seat hands it over, or takes it back (no level). Raises NotPossible."""
        if seat in self._players.programs or seat in self._players.bots:
            raise NotPossible("node.person-only")
        if level and level not in (offered := choices(self._table.game.name)):
            raise NotPossible("node.no-level", level, [*offered])
        if level == self._lent.get(seat, MINE).level:
            raise NotPossible("node.autopilot-so")
        self._lend(seat, Lent(level))

    @property
    def due(self) -> float:
        """When somebody will have been absent for too long, if they do nothing until then (seconds of Trio's clock)."""
        return min((since + self._limit for since in self._awaited.values()), default=math.inf)

    def look(self, may_act: bool) -> None:
        """See who has not acted for as long as the charter says; ``may_act``: whether this node may do anything."""
        if self._limit == math.inf:
            return
        seating, now = self._table.seating, trio.current_time()
        deciding = self._table.to_decide() if seating is not None and may_act else ()
        awaited = {seating.to_charter(seat) for seat in deciding} if seating is not None else set[int]()
        people = (seat for seat in self._people if seat in awaited and seat not in self._lent)
        self._awaited = {seat: self._awaited.get(seat, now) for seat in people}
        for seat, since in [*self._awaited.items()]:
            if now >= since + self._limit:
                del self._awaited[seat]
                self._lend(seat, Lent(FOR_THE_ABSENT, True))

    def hear_person(self, seat: int, request: say.Request) -> None:
        """The client at an own seat asks for something: its person is there, and plays again with all they do."""
        if seat in self._awaited:
            self._awaited[seat] = trio.current_time()
        if self._lent.get(seat, MINE).absent and not isinstance(request, PASSIVE):
            self._lend(seat, MINE)

    def _lend(self, seat: int, lent: Lent) -> None:
        """Let a bot play an own seat from now on, or its person, and tell everybody."""
        self._note(seat, lent)
        if lent.level:
            self._players.stand_ins[seat] = lent.level
        else:
            del self._players.stand_ins[seat]
        self._mesh.send_all(Kind.AUTOPILOT, self._frame())

    def came(self, operator: int) -> None:
        """Somebody is connected: they hear how it stands here now."""
        self._mesh.send(operator, Kind.AUTOPILOT, self._frame())

    def hear(self, operator: int, payload: bytes) -> bool:
        """Take in what somebody says of the own seats; whether it is news."""
        try:
            said = msgspec.json.decode(payload, type=dict[int, Lent])
        except (msgspec.DecodeError, UnicodeDecodeError):
            return False
        news = False
        for seat in self._table.charter.seats_of(operator):
            level, absent = said.get(seat, MINE)
            level = self._read_level(level)
            lent = Lent(level, absent and bool(level))
            if lent != self._lent.get(seat, MINE):
                self._note(seat, lent)
                news = True
        return news

    def _read_level(self, said: str) -> str:
        """The level that somebody else names, called what it is in this game; empty for what names none."""
        if said in choices():
            return true_level(self._table.game.name, said)
        return said[:LONGEST] if said.isascii() and said.isalnum() else ""  # a later release may have others

    def news(self) -> Iterator[Autopiloted]:
        """Tell somebody who comes now where bots play."""
        for seat, lent in self._lent.items():
            yield self._said(seat, lent)

    def _note(self, seat: int, lent: Lent) -> None:
        if lent.level:
            self._lent[seat] = lent
        else:
            self._lent.pop(seat, None)
        self._telling.tell_all(self._said(seat, lent))

    def _said(self, seat: int, lent: Lent) -> Autopiloted:
        charter: Charter = self._table.charter
        seating = self._table.seating
        number = seating.to_game(seat) if seating is not None and seat in seating.charter else seat
        return Autopiloted(number, charter.seats[seat].name, lent.level, lent.absent)

    def _frame(self) -> bytes:
        own = self._table.charter.seats_of(self._operator)
        return msgspec.json.encode({seat: lent for seat, lent in self._lent.items() if seat in own})
