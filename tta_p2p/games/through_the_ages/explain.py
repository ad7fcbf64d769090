"""What an act costs and does, or why it is refused, in lines for the player."""

from __future__ import annotations

from .. import knowledge
from ..contract import Act, Explanation, Illegal, Knowledge, Line
from . import flow
from .state import State


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
    return Explanation(cost, handler.effects(s, frame, act.args), barrier)
