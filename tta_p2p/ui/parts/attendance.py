"""Whether anybody is at the nodes of those who play: a node plays on for whoever has gone, but decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.attendance import AttendanceReply

from ..changes import Update
from ..instructions import Display
from ..part import Part, PartState, Urgency, store_if_changed
from ..reading import Reading
from ..state import ClientState

OF_PEOPLE = ("its-turn", "sealed-answer", "pause")
"""Reasons for waiting that only a person can do something about; so it is with votes."""


@dataclass(frozen=True)
class AttendanceState(PartState):
    """The people known to sit at the other nodes."""

    unattended: frozenset[int] = frozenset()
    """The seats of people at whose nodes nobody is."""


class AttendancePart(Part):
    """Says who is not at their node, where the game waits for that person."""

    reply_types = (AttendanceReply, say.WelcomeReply)

    def reduce(self, state: ClientState, reply: say.Reply, before: ClientState) -> Update:
        """Note who sits where; at another game nothing is known of that yet."""
        if isinstance(reply, AttendanceReply):
            unattended, seat = state.part(AttendanceState).unattended, frozenset({reply.seat})
            return store_if_changed(
                state, AttendanceState(unattended - seat if reply.yes else unattended | seat), reply
            )
        if isinstance(reply, say.WelcomeReply) and before.welcome is not None and before.welcome.sid != reply.sid:
            return state.with_part(AttendanceState()), ()
        return state, ()

    def status(self, reading: Reading, urgency: Urgency) -> str:
        """Say that somebody has gone whom the game waits for."""
        if urgency is not Urgency.WAITING:
            return ""
        state = reading.state
        gone = (wait.name for wait in state.waits if wait.seat != state.seat and _is_unattended(wait, state))
        name = next(gone, None)
        return reading.words("screen.unattended", name=name) if name is not None else ""

    def seat_note(self, info: say.SeatInfo, state: ClientState) -> str:
        """Say beside the others that nobody is at their node."""
        own = info.seat == state.seat
        return "seats.unattended" if not own and info.seat in state.part(AttendanceState).unattended else ""

    def wait_lines(
        self, wait: say.SeatWait, reading: Reading, line: Callable[[str], Display]
    ) -> tuple[Display, ...] | None:
        """Say that somebody has gone whom the game waits for."""
        return (line("wait-unattended"),) if _is_unattended(wait, reading.state) else None


def _is_unattended(wait: say.SeatWait, state: ClientState) -> bool:
    """Whether the game waits for what a person decides at whose node nobody is."""
    personal = wait.why in OF_PEOPLE or wait.why.startswith("vote-")
    return (
        wait.connected
        and personal
        and wait.seat in state.part(AttendanceState).unattended
        and wait.seat not in state.autopilot_seats
    )


PART = AttendancePart()
