"""What an act costs and does, or why it is refused, in lines for the player."""

from __future__ import annotations

from ..contract import Act, Explanation, Illegal, Knowledge
from . import flow
from .state import State


def explain(s: State, knows: Knowledge, act: Act) -> Explanation:
    """Say what an act does and costs, or why it is refused."""
    try:
        frame, handler, cost = flow.check(s, act)
    except Illegal as error:
        return Explanation(refusal=error.line)
    return Explanation(cost, handler.effects(s, frame, act.args))
