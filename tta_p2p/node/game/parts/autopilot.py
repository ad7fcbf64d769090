"""Own seats that a bot plays for a while for their person, and what others say of theirs.

The person has asked for it; or the charter lets a bot play for a person who does not act for so long, until they do.
Who plays a seat cannot be proved: the others are told, over their channels, so that nobody is deceived by courtesy. A
node that is started again plays on without a bot, since somebody has just started it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import trio

from tta_p2p.bots.levels import choices, effective_level
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.tasks import Stake
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import FrameValue, Part
from tta_p2p.node.service.clients import Client
from tta_p2p.node.service.tables import NotPossible
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts import autopilot as autopilot_words
from tta_p2p.table.binding import read_stand_in

LONGEST = 40
"""Letters of a level that somebody else names."""
FOR_THE_ABSENT = "easy"
"""The level of the bot that plays for a person who does not act."""


class StandIn(NamedTuple):
    """The bot that plays a seat for its person: its level, and whether nobody asked for it."""

    level: str = ""
    absent: bool = False


NO_STAND_IN = StandIn()


class Autopilot(Part):
    """The seats at which a bot plays for a person, by the charter's numbers."""

    serves = Stake.PLAY
    kinds = frozenset({FrameKind.AUTOPILOT})
    requests = (autopilot_words.AutopilotRequest,)

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        table, players = context.table, context.players
        self._table, self._operator, self._players, self._mesh = table, context.operator, players, context.mesh
        self._early = False
        """Whether anything was told before the seats were drawn."""
        self._lent: dict[int, StandIn] = {}
        """The bot at each seat that has one now, of all operators."""
        self._limit = read_stand_in(table.charter.options) or math.inf
        taken = players.programs | set(players.bots)
        self._people = [seat for seat in table.charter.seats_of(context.operator) if seat not in taken]
        self._awaited: dict[int, float] = {}
        """Since when each own seat of a person is to decide, or has last done something since then."""

    def ask(self, client: Client, request: say.Request) -> None:
        """The person at a seat hands it to a bot, or takes it back (no level). Raises NotPossible."""
        assert isinstance(request, autopilot_words.AutopilotRequest)
        if request.seat is not None and request.seat != client.seat:
            raise NotPossible("node.not-your-seat", request.seat)
        if client.seat is None or self._table.seating is None:
            raise NotPossible("node.no-game-yet", "autopilot")
        self.set_stand_in(self._table.seating.to_charter(client.seat), request.level)

    def set_stand_in(self, seat: int, level: str) -> None:
        """Hand an own seat to a bot, or take it back (no level). Raises NotPossible."""
        if seat in self._players.programs or seat in self._players.bots:
            raise NotPossible("node.person-only")
        if level and level not in (offered := choices(self._table.game.name)):
            raise NotPossible("node.no-level", level, [*offered])
        if level == self._lent.get(seat, NO_STAND_IN).level:
            raise NotPossible("node.autopilot-so")
        self._lend(seat, StandIn(level))

    @property
    def due(self) -> float:
        """Give the moment at which somebody idle will have been absent for too long (seconds of Trio's clock)."""
        return min((since + self._limit for since in self._awaited.values()), default=math.inf)

    async def tick(self) -> None:
        """See whose time is over, so that a bot acts at once for a person who has been absent for too long."""
        self.look()

    def look(self) -> None:
        """See which person has not acted for as long as the charter says."""
        if self._limit == math.inf:
            return
        seating, now = self._table.seating, trio.current_time()
        deciding = self._table.to_decide() if seating is not None and self.context.may_act else ()
        awaited = {seating.to_charter(seat) for seat in deciding} if seating is not None else set[int]()
        people = (seat for seat in self._people if seat in awaited and seat not in self._lent)
        self._awaited = {seat: self._awaited.get(seat, now) for seat in people}
        for seat, since in [*self._awaited.items()]:
            if now >= since + self._limit:
                del self._awaited[seat]
                self._lend(seat, StandIn(FOR_THE_ABSENT, True))

    def notice(self, client: Client, request: say.Request) -> None:
        """The client at an own seat asks for something: its person is there, and plays again with all they do."""
        if client.seat is None or self._table.seating is None:
            return
        seat = self._table.seating.to_charter(client.seat)
        if seat in self._awaited:
            self._awaited[seat] = trio.current_time()
        if self._lent.get(seat, NO_STAND_IN).absent and request.by_person:
            self._lend(seat, NO_STAND_IN)

    def _lend(self, seat: int, lent: StandIn) -> None:
        """Let a bot play an own seat from now on, or its person, and tell everybody."""
        self._note(seat, lent)
        if lent.level:
            self._players.stand_ins[seat] = lent.level
        else:
            del self._players.stand_ins[seat]
        self._mesh.send_all(FrameKind.AUTOPILOT, self._frame())

    def peer_connected(self, operator: int) -> None:
        """Tell a peer how it stands here now."""
        self._mesh.send(operator, FrameKind.AUTOPILOT, self._frame())

    def hear(self, operator: int, kind: FrameKind, payload: bytes) -> FrameValue:
        """A peer says which of its seats bots play."""
        try:
            said = msgspec.json.decode(payload, type=dict[int, StandIn])
        except (msgspec.DecodeError, RecursionError, ValueError):
            return FrameValue.USELESS
        worth = FrameValue.USELESS
        for seat in self._table.charter.seats_of(operator):
            level, absent = said.get(seat, NO_STAND_IN)
            level = self._read_level(level)
            lent = StandIn(level, absent and bool(level))
            if lent != self._lent.get(seat, NO_STAND_IN):
                self._note(seat, lent)
                worth = FrameValue.NEWS
        return worth

    def _read_level(self, said: str) -> str:
        """The level that somebody else names, called what it is in this game; empty for what names none."""
        if said in choices():
            return effective_level(self._table.game.name, said)
        return said[:LONGEST] if said.isascii() and said.isalnum() else ""  # a later release may have others

    def seated(self) -> None:
        """Tell who plays each seat by the numbers that seats have now; what a peer said before meant other ones."""
        for seat in range(len(self.context.charter.seats)) if self._early else ():
            self.context.tell_all(self._said(seat, self._lent.get(seat, NO_STAND_IN)))
        self._early = False

    def news(self) -> Iterator[autopilot_words.AutopilotReply]:
        """Name the seats at which bots play."""
        for seat, lent in self._lent.items():
            yield self._said(seat, lent)

    def _note(self, seat: int, lent: StandIn) -> None:
        self._early = self._early or self._table.seating is None
        if lent.level:
            self._lent[seat] = lent
        else:
            self._lent.pop(seat, None)
        self.context.tell_all(self._said(seat, lent))

    def _said(self, seat: int, lent: StandIn) -> autopilot_words.AutopilotReply:
        number, name = self.context.seat_in_game(seat), self.context.charter.seats[seat].name
        return autopilot_words.AutopilotReply(number, name, lent.level, lent.absent)

    def summary(self) -> str:
        """The level of the bot at each seat that has one."""
        return ", ".join(f"seat {seat}: {lent.level}" for seat, lent in sorted(self._lent.items()))

    def _frame(self) -> bytes:
        own = self._table.charter.seats_of(self._operator)
        return msgspec.json.encode({seat: lent for seat, lent in self._lent.items() if seat in own})
