"""A recorded game as a desk serves it: it stands at its end, and everything before can be looked at.

Where the hands were opened after the game, a client may look through the eyes of any seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import trio

from tta_p2p.games.contract import NO_KNOWLEDGE, Act, Fact, Illegal, Knowledge, Seat
from tta_p2p.games.game import Game
from tta_p2p.games.log import LogLine
from tta_p2p.node.service.clients import Client
from tta_p2p.node.service.desk import Desk
from tta_p2p.node.service.seat_server import Door
from tta_p2p.node.service.tables import LOOKING, OwnSeats, PlayUnderWay, ServedTable
from tta_p2p.seats import messages as say
from tta_p2p.table.draft import Draft
from tta_p2p.table.moments import Moments
from tta_p2p.table.recording import RecordedStep, Recording


class RecordingTable(ServedTable):
    """One recorded game, for those who step through it in this process."""

    def __init__(self, recording: Recording, growing: bool = False) -> None:
        """Take in what has been read of it; ``growing``: the rest comes by and by (`take_in`, `end`)."""
        self.recording, self._growing = recording, growing
        self.desk = Desk(self)
        self._door = Door(self.desk)
        self._begin()
        self._read_on()

    def _begin(self) -> None:
        self._taken = 0
        self.facts: list[Fact] = []
        self.log: list[LogLine] = []
        self.moments = Moments(self.recording.game)

    def _read_on(self) -> None:
        """Take in the steps that have been read since."""
        for one in self.recording.instants[self._taken :]:
            self.moments.add(self._taken, one.state, one.knows)
            self.facts += [one.fact] if one.fact is not None else []
            self.log += one.log
            self._taken += 1

    def take_in(self) -> None:
        """Take in what has been read since, and show it."""
        if len(self.recording.instants) < self._taken:  # the table of the recorded game had gone back
            self._begin()
            self.desk.roll_back()
        if len(self.recording.instants) > self._taken:
            self._read_on()
            self.desk.show_all()

    def end(self) -> None:
        """Take in the rest: all of it has been read."""
        self.take_in()
        self._growing = False
        for said in self.news():
            self.desk.tell_all(said)

    async def serve(self, stream: trio.abc.Stream) -> None:
        """Serve one client until it goes."""
        await self._door.serve_stream(stream)

    # --- what the desk serves ----------------------------------------------------------------------------

    @property
    def play(self) -> PlayUnderWay:
        """The game."""
        return self

    @property
    def game(self) -> Game[Any, Any]:
        """The rules."""
        return self.recording.game

    @property
    def _last(self) -> RecordedStep:
        return self.recording.instants[max(0, min(self._taken, len(self.recording.instants)) - 1)]

    @property
    def state(self) -> Any:
        """The state in which it ends, as far as it has been read."""
        return self._last.state

    def knows(self, seat: Seat | None) -> Knowledge:
        """Give the knowledge of a seat at the end."""
        knows = self._last.knows
        return NO_KNOWLEDGE if seat is None else knows.get(seat, NO_KNOWLEDGE)

    def view(self, seat: Seat | None) -> Any:
        """Give the view of a seat at the end."""
        return self.game.view(self.state, self.knows(seat), seat)

    def to_decide(self) -> Sequence[Seat]:
        """Nobody: it is over."""
        return ()

    def draft(self, seat: Seat) -> Draft:
        """Nobody decides anything any more. Raises Illegal."""
        raise Illegal("not-your-decision", seat=seat)

    def choice(self, seat: Seat) -> Act | None:
        """The sealed choice of a seat: none."""
        return None

    def take_back(self, seat: Seat) -> bool:
        """Whether a seat had chosen anything."""
        return False

    def act(self, act: Act) -> object:
        """Nobody decides anything any more. Raises Illegal."""
        return self.draft(act.seat)

    def offers(self, client: Client) -> frozenset[str]:
        """To look."""
        return LOOKING

    def greeting(self, client: Client) -> say.WelcomeReply:
        """Greet a client with the game and its players."""
        seats = [say.SeatInfo(number, name, number, name) for number, name in enumerate(self.recording.names)]
        return say.WelcomeReply(say.VERSION, self.game.name, say.RECORDED, client.seat, seats, {}, [])

    def places(self) -> OwnSeats:
        """The seats through whose eyes it can be seen."""
        return OwnSeats(tuple(range(len(self.recording.names))) if self.recording.opened else ())

    def news(self) -> Iterable[say.Reply]:
        """Tell how it ends, once all of it has been read."""
        if self._growing:
            return
        if self.recording.over:
            yield say.GameOverReply(self.game.standings(self.state))
        elif self.recording.called_off:
            agreed = [name for name in self.recording.names if name not in self.recording.without]
            yield say.HaltReply(self.recording.called_off, [[*agreed]])
        else:
            yield say.HaltReply(say.UNFINISHED, [])
