"""A game of signed messages as a desk serves it: what a playing node and one that only watches have in common."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

import trio

from protocol.charter import Charter
from protocol.events import SeatsLeft
from protocol.messages import Motion
from protocol.waits import Wait
from tta_p2p.games.contract import Seat
from tta_p2p.net.addresses import fingerprint
from tta_p2p.net.likeness import lookalikes
from tta_p2p.node.lobby.conditions import conditions_of
from tta_p2p.node.lobby.phrase import table_phrase
from tta_p2p.node.service.clients import Client
from tta_p2p.node.service.notices import error_reply, halt_reply
from tta_p2p.node.service.tables import LOOKING, PlayUnderWay, ServedTable
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.proofs import LatestProofsReply, LatestProofsRequest
from tta_p2p.table import binding
from tta_p2p.table.game_table import GameTable
from tta_p2p.table.proof_summary import KINDS

PROVEN = LOOKING | {"proved"}
"""What everybody may ask of a game of signed messages."""


def engines_differ(charter: Charter, seat: int) -> say.HaltReply:
    """Two programs do not carry out the same rules: nothing goes on. ``seat``: of the charter; -1 for none."""
    return halt_reply("differ", charter.seats[seat].name) if seat >= 0 else halt_reply("differ-here")


def agreeing_players(table: GameTable, motion: Motion) -> list[str | int]:
    """The people who agree to a motion that ends the game: all who have not left, without those it does without."""
    charter = table.charter
    here = {charter.seats[seat].operator for seat in table.session.play.present}
    return [charter.operators[operator].name for operator in sorted(here - set(motion.without))]


def names_alike(charter: Charter) -> Iterator[say.ErrorReply]:
    """Tell which players cannot be told apart by their names, with the keys by which they can."""
    keys = {one.name: fingerprint(one.identity) for one in charter.operators}
    for name, others in lookalikes(keys).items():
        for other in others:
            if name < other:
                yield error_reply("node.names-alike", name, keys[name], other, keys[other])


class SignedTable(ServedTable):
    """A game table, its charter and who is connected."""

    def __init__(self, table: GameTable, levels: Mapping[int, str], here: Collection[int]) -> None:
        """``levels``: what plays each seat of the charter that no person plays here; ``here``: the operators who are
        connected, as it changes.
        """
        self.table, self.levels, self.connected = table, levels, here
        self.charter: Charter = table.charter
        self._since: dict[tuple[int | None, str], float] = {}
        """Since when each of those that are waited for is."""
        self._departures: list[SeatsLeft] = []
        """The seats that have left, as clients were told."""
        self._alike = [*names_alike(table.charter)]

    # The game.

    @property
    def play(self) -> PlayUnderWay | None:
        """The game table."""
        return self.table

    @property
    def shows(self) -> bool:
        """Not while a journal brings the game back piece by piece: who comes then is told what who comes later is."""
        return super().shows and not self.table.session.is_replaying

    # What is said of it.

    def greeting(self, client: Client) -> say.WelcomeReply:
        """Greet a client with the game, its players and its conditions."""
        charter, sid = self.charter, self.charter.sid
        return say.WelcomeReply(
            say.VERSION,
            charter.game,
            sid.hex(),
            client.seat,
            self.seats(),
            binding.read_options(self.table.game, charter.options),
            conditions_of(charter),
            table_phrase(sid),
        )

    def seats(self) -> list[say.SeatInfo]:
        """Name the player at each seat of the game (of the charter before seats are drawn)."""
        charter, table = self.charter, self.table
        order = table.seating.charter if table.seating is not None else tuple(range(len(charter.seats)))
        infos = []
        for number, seat in enumerate(order):
            operator = charter.seats[seat].operator
            name, host, here = charter.seats[seat].name, charter.operators[operator].name, self._connected(operator)
            sought = not here and self.is_connecting(operator)
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
        """Name the seats (of the game) on which it waits, with the reasons."""
        moment = trio.current_time()
        waits, since = [], {}
        for wait in self.table.waiting():
            key = (wait.seat, why := self._why(wait))
            since[key] = self._since.get(key, moment - self.waited(wait))
            if wait.seat is None:
                waits.append(say.SeatWait(-1, "", why, moment - since[key]))
                continue
            seat, name = self.seat_in_game(wait.seat), self.charter.seats[wait.seat].name
            operator = self.charter.seats[wait.seat].operator
            here = self._connected(operator) or self.is_connecting(operator)
            waits.append(say.SeatWait(seat, name, why, moment - since[key], here))
        self._since = since
        return waits

    def waited(self, wait: Wait) -> float:
        """Seconds for which it waited so before this node was started."""
        return 0.0

    def _why(self, wait: Wait) -> str:
        """Give the key of a wait's reason; one that has not gone on after a pause is waited for because of that."""
        paused, said = self.paused_operators(), wait.why
        is_paused = wait.seat is not None and self.charter.seats[wait.seat].operator in paused
        return "pause" if is_paused and not said.startswith("vote-") else said

    def is_connecting(self, operator: int) -> bool:
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
        """The names that look alike, and the departures from the game."""
        yield from self._alike
        for departure in self._departures:
            yield from self._left(departure)

    def _left(self, departure: SeatsLeft) -> Iterator[say.DepartureReply]:
        for seat in departure.seats:
            yield say.DepartureReply(self.seat_in_game(seat), self.charter.seats[seat].name, departure.reason)

    def proved(self) -> LatestProofsReply:
        """Say what was proved last, and who has checked it: everybody at the table but this node."""
        seats, last = self.charter.seats, []
        for kind in KINDS:
            done = self.table.last_proofs.get(kind)
            if done is not None:
                whose = [] if done.seat is None else [seats[done.seat].name]
                last.append(say.TextRef(kind, [*whose, done.number]))
        here = {seats[seat].operator for seat in self.table.session.play.present} - {self.table.operator}
        return LatestProofsReply(last, [self.charter.operators[operator].name for operator in sorted(here)])

    def ask(self, client: Client, request: say.Request) -> None:
        """Say what was proved; see `ServedTable.ask`."""
        if isinstance(request, LatestProofsRequest):
            client.say(self.proved())
        else:
            super().ask(client, request)

    def _connected(self, operator: int) -> bool:
        return operator == self.table.operator or operator in self.connected
