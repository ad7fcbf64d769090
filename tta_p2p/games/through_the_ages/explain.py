"""What an act costs and does before it is taken, or why it is refused, in lines for the player.

An act is explained by carrying it out on a copy: what the table shows afterwards and did not before (`changes`) comes
after the lines of its verb. What dealers have still to answer is not foreseen.
"""

from __future__ import annotations

from .. import knowledge
from ..contract import Act, Explanation, Illegal, Knowledge, Line
from . import flow
from .changes import changes
from .forecast import end_lines
from .state import State
from .turn import End


def explain(s: State, knows: Knowledge, act: Act) -> Explanation:
    """Say what an act does and costs and whether it ends the undo, or why it is refused."""
    try:
        frame, handler, cost = flow.check(s, act)
    except Illegal as error:
        return Explanation(refusal=error.line)
    for claim in handler.claims(s, frame, act.args):
        if not knowledge.agrees(knows, claim):
            return Explanation(refusal=Line("not-true"))
    after = s.copy()
    flow.act(after, act)
    flow.run(after)
    asks = flow.asking(after)
    barrier = asks is None or asks.seat != act.seat
    if isinstance(handler, End):
        return Explanation(cost, end_lines(s, act.seat), barrier)
    lines = handler.effects(s, frame, act.args) + changes(s, after, act.seat)
    question = flow.decision(after)
    if question is not None and not barrier and type(asks) is not type(frame):
        lines += (Line("then", (question.key, *question.args)),)
    return Explanation(cost, lines, barrier)
