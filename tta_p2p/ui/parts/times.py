"""Time for which each player has been waited for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tta_p2p.seats import messages as say

from ..changes import Update
from ..instructions import Display, text_display
from ..part import Part, PartState
from ..reading import Reading
from ..state import DECISION_REASONS, ClientState
from . import is_paused


@dataclass(frozen=True)
class TimesState(PartState):
    """For how many seconds each seat had been waited for when the node said so, by its clock; empty: nobody counts."""

    seats: tuple[int, ...] = ()


class TimesPart(Part):
    """Says how much time each player has used."""

    reply_types = (say.WaitReply,)

    def reduce(self, state: ClientState, reply: say.Reply, before: ClientState) -> Update:
        """Note the seconds, which are no news."""
        assert isinstance(reply, say.WaitReply)
        return state.with_part(TimesState(tuple(reply.used))), ()

    def wait_details(self, reading: Reading, waited: float = 0.0) -> Iterator[Display]:
        """Say how much time each player has used, unless that is hidden."""
        state, presenter, used = reading.state, reading.presenter, reading.state.part(TimesState).seats
        if not state.seat_request.show_times or presenter is None or len(used) != len(presenter.texts.names):
            return
        deciding = (
            {wait.seat for wait in state.waits if wait.why in DECISION_REASONS} if not is_paused(state) else set()
        )
        shown = []
        for seat, before in enumerate(used):
            seconds = before + (int(waited) if seat in deciding else 0)
            hours, minutes = divmod(seconds // 60, 60)
            clock = f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"
            shown.append(reading.words("times.one", name=presenter.texts.name(seat), time=clock))
        yield text_display(reading.words("times", times=reading.words("comma").join(shown)))


PART = TimesPart()
