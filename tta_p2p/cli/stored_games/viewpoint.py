"""A recorded game as one seat, or everybody, saw it: its views, its log, and the whole of it as a client reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from tta_p2p.games.contract import Seat
from tta_p2p.i18n import Words
from tta_p2p.seats import messages as say
from tta_p2p.seats import wording
from tta_p2p.table.recording import Recording
from tta_p2p.ui.charts import missing_moments
from tta_p2p.ui.presenter import Presenter
from tta_p2p.ui.reading import Reading
from tta_p2p.ui.state import ClientState


@dataclass(frozen=True)
class Viewpoint:
    """A recorded game, and the seat whose eyes see it (None: as all do)."""

    recording: Recording
    seat: Seat | None = None

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.recording.instants) - 1

    def view(self, number: int) -> Any:
        """Give a view as a client is told it over the seat protocol: presenters know no tuples."""
        return msgspec.json.decode(msgspec.json.encode(self.recording.view(number, self.seat)))

    def faces(self, number: int) -> Mapping[int, str]:
        """Give the faces that this seat knew after a step."""
        knows = self.recording.instants[number].knows
        return {} if self.seat is None or self.seat not in knows else knows[self.seat].faces

    def said(self, number: int, presenter: Presenter) -> list[str]:
        """Give the log of a step, with the cards that this seat knew."""
        log = self.recording.instants[number].log
        return [presenter.texts.line("log", wording.text_ref(line, self.faces(number))) for line in log]

    def reading(self, words: Words, charts: bool = False) -> Reading:
        """Read the whole game as a client would that looks back; ``charts``: with the moments they are made of."""
        recording = self.recording
        told = (line for one in recording.instants for line in one.log)
        log = wording.log(recording.game, told, self.faces(self.last), self.faces)
        seats = [say.SeatInfo(seat, name, seat, name) for seat, name in enumerate(recording.names)]
        welcome = say.WelcomeReply(say.VERSION, recording.game.name, say.RECORDED, self.seat, seats, {}, [])
        turn = say.TurnReply(self.last, None, False, [], self.view(self.last))
        reading = Reading(ClientState(), words).of(ClientState(welcome=welcome, turn=turn, log=tuple(log)))
        if not charts:
            return reading
        past = {number: say.PastReply(number, None, self.view(number)) for number in missing_moments(reading)}
        return reading.of(replace(reading.state, history=past))
