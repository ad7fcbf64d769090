"""A game of signed messages as a desk serves it: what a playing node and one that only watches have in common."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import trio

from protocol.charter import Charter
from protocol.events import SeatsLeft
from protocol.messages import Motion
from protocol.waits import Wait
from tta_p2p.games.contract import NO_KNOWLEDGE, Act, Fact, Knowledge, Seat
from tta_p2p.games.game import Game
from tta_p2p.games.log import LogLine
from tta_p2p.node.lobby.conditions import conditions_of
from tta_p2p.node.lobby.phrase import table_phrase
from tta_p2p.node.service.clients import Client
from tta_p2p.node.service.notices import halt_reply
from tta_p2p.node.service.tables import LOOKING, PlayUnderWay, ServedTable
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.proofs import LatestProofsReply, LatestProofsRequest
from tta_p2p.table import binding
from tta_p2p.table.draft import Draft
from tta_p2p.table.game_table import GameTable
from tta_p2p.table.moments import Moments
from tta_p2p.table.proved import KINDS

PROVEN = LOOKING | {"proved"}
"""What everybody may ask of a game of signed messages."""


def engines_differ(charter: Charter, seat: int) -> say.HaltReply:
    """Two programs do not carry out the same rules: nothing goes on. ``seat``: of the charter; -1 for none."""
    return halt_reply("differ", charter.seats[seat].name) if seat >= 0 else halt_reply("differ-here")


def agreeing_players(table: GameTable, motion: Motion) -> list[str | int]:
    """The people who agree to a motion that ends the game: all who have not left, without those it does without."""
    charter = table.charter
    here = {charter.seats[seat].operator for seat in table.session.present}
    return [charter.operators[operator].name for operator in sorted(here - set(motion.without))]


class SignedTable(ServedTable):
    """A game table, its charter and who is connected."""

    def __init__(self, table: GameTable, levels: Mapping[int, str], here: Collection[int]) -> None:
        """``levels``: what plays each seat of the charter that no person plays here; ``here``: the operators who are
        connected, as it changes.
        """
        self.table, self.levels, self.here = table, levels, here
        self.charter: Charter = table.charter
        self._since: dict[tuple[int | None, str], float] = {}
        """Since when each of those that are waited for is."""
        self._departures: list[SeatsLeft] = []
        """The seats that have left, as clients were told."""

    # The game.

    @property
    def play(self) -> PlayUnderWay | None:
        """The game."""
        return self

    @property
    def shows(self) -> bool:
        """Not while a journal brings the game back piece by piece: who comes then is told what who comes later is."""
        return super().shows and not self.table.session.is_replaying

    @property
    def game(self) -> Game[Any, Any]:
        """The rules."""
        return self.table.game

    @property
    def state(self) -> Any:
        """The state that everybody sees; None before anything is laid out."""
        return self.table.state

    @property
    def facts(self) -> Sequence[Fact]:
        """All that has happened."""
        return self.table.facts

    @property
    def log(self) -> Sequence[LogLine]:
        """The same as lines of the log."""
        return self.table.log

    @property
    def moments(self) -> Moments:
        """How it stood before."""
        return self.table.moments

    def knows(self, seat: Seat | None) -> Knowledge:
        """What a seat of this node knows."""
        return self.table.knows.get(seat, NO_KNOWLEDGE)

    def view(self, seat: Seat | None) -> Any:
        """What a seat sees, its draft included."""
        return self.table.view(seat)

    def to_decide(self) -> Sequence[Seat]:
        """The own seats that must decide now and have not."""
        return self.table.to_decide()

    def draft(self, seat: Seat) -> Draft:
        """The draft of an own seat that is to decide, or may choose anew. Raises Illegal."""
        return self.table.draft(seat)

    def choice(self, seat: Seat) -> Act | None:
        """What an own seat has chosen sealed and can still take back."""
        return self.table.choice(seat)

    def take_back(self, seat: Seat) -> bool:
        """Take back what an own seat has chosen sealed; whether it had. Raises Illegal when everybody has chosen."""
        return self.table.take_back(seat)

    def act(self, act: Act) -> object:
        """Let an own seat act. Raises Illegal."""
        return self.table.act(act)

    # What is said of it.

    def greeting(self, client: Client) -> say.WelcomeReply:
        """What is played, by whom, under which conditions."""
        charter, sid = self.charter, self.charter.sid
        return say.WelcomeReply(
            say.VERSION,
            charter.game,
            sid.hex(),
            client.seat,
            self.seats(),
            binding.read_options(self.game, charter.options),
            conditions_of(charter),
            table_phrase(sid),
        )

    def seats(self) -> list[say.SeatInfo]:
        """Who sits where, by the seats of the game (of the charter before they are drawn)."""
        charter, table = self.charter, self.table
        order = table.seating.charter if table.seating is not None else tuple(range(len(charter.seats)))
        infos = []
        for number, seat in enumerate(order):
            operator = charter.seats[seat].operator
            name, host, here = charter.seats[seat].name, charter.operators[operator].name, self._connected(operator)
            sought = not here and self.seeks(operator)
            infos.append(say.SeatInfo(number, name, operator, host, self.levels.get(seat), here, sought))
        return infos

    def seat_in_game(self, seat: int) -> Seat:
        """The seat of the game for one of the charter, as far as seats are drawn."""
        seating = self.table.seating
        return seating.to_game(seat) if seating is not None and seat in seating.charter else seat

    def seat_of_operator(self, operator: int) -> int:
        """The first seat of the game that an operator plays; -1 before seats are drawn."""
        seating = self.table.seating
        if seating is None:
            return -1
        own = self.charter.seats_of(operator)
        return min((seating.to_game(seat) for seat in own if seat in seating.charter), default=-1)

    def waits(self) -> list[say.SeatWait]:
        """Whom the game waits for, and why, as seats of the game."""
        moment = trio.current_time()
        waits, since = [], {}
        for wait in self.table.waiting():
            key = (wait.seat, why := self._why(wait))
            since[key] = self._since.get(key, moment)
            if wait.seat is None:
                waits.append(say.SeatWait(-1, "", why, moment - since[key]))
                continue
            seat, name = self.seat_in_game(wait.seat), self.charter.seats[wait.seat].name
            operator = self.charter.seats[wait.seat].operator
            here = self._connected(operator) or self.seeks(operator)
            waits.append(say.SeatWait(seat, name, why, moment - since[key], here))
        self._since = since
        return waits

    def _why(self, wait: Wait) -> str:
        """Why somebody is waited for: who has not gone on after a pause is waited for because of that."""
        paused, said = self.paused_operators(), wait.why
        rests = wait.seat is not None and self.charter.seats[wait.seat].operator in paused
        return "pause" if rests and not said.startswith("vote-") else said

    def seeks(self, operator: int) -> bool:
        """Whether it is too early to say that somebody is not connected."""
        return False

    def paused_operators(self) -> Collection[int]:
        """The operators who have not gone on since a pause, as far as is known here."""
        return self.table.session.paused_operators

    def depart(self, departure: SeatsLeft) -> list[say.DepartureReply]:
        """Say that seats of the charter have left the game, to a client that comes later as well."""
        self._departures.append(departure)
        return [*self._left(departure)]

    def go_back(self) -> None:
        """The table has gone back: whoever had left is told anew."""
        self._departures.clear()

    def news(self) -> Iterable[say.Reply]:
        """Who has left the game."""
        for departure in self._departures:
            yield from self._left(departure)

    def _left(self, departure: SeatsLeft) -> Iterator[say.DepartureReply]:
        for seat in departure.seats:
            yield say.DepartureReply(self.seat_in_game(seat), self.charter.seats[seat].name, departure.reason)

    def proved(self) -> LatestProofsReply:
        """Say what was proved last, and who has checked it: everybody at the table but this node."""
        seats, last = self.charter.seats, []
        for kind in KINDS:
            done = self.table.proved.get(kind)
            if done is not None:
                whose = [] if done.seat is None else [seats[done.seat].name]
                last.append(say.TextRef(kind, [*whose, done.number]))
        here = {seats[seat].operator for seat in self.table.session.present} - {self.table.operator}
        return LatestProofsReply(last, [self.charter.operators[operator].name for operator in sorted(here)])

    def ask(self, client: Client, request: say.Request) -> None:
        """Say what was proved; see `ServedTable.ask`."""
        if isinstance(request, LatestProofsRequest):
            client.say(self.proved())
        else:
            super().ask(client, request)

    def _connected(self, operator: int) -> bool:
        return operator == self.table.operator or operator in self.here
