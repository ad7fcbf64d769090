"""What an act does before it is taken, in lines for the player.

What the table shows after the act and did not before (`changes`) comes after the lines of its verb. What dealers have
still to answer is not foreseen.
"""

from __future__ import annotations

from ..contract import Act, Line
from . import flow
from .changes import changes
from .forecast import end_lines
from .state import Frame, State
from .turn import End


def effects(s: State, act: Act, frame: Frame, handler: flow.Verb, after: State) -> tuple[Line, ...]:
    """Say what an act does that leads to this state."""
    if isinstance(handler, End):
        return end_lines(s, act.seat)
    lines = handler.effects(s, frame, act.args) + changes(s, after, act.seat)
    asks, question = flow.asking(after), flow.decision(after)
    if asks is not None and question is not None and asks.seat == act.seat and type(asks) is not type(frame):
        lines += (Line("then", (question.key, *question.args)),)
    return lines
