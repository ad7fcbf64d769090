"""The wars."""

from __future__ import annotations

from .effects import Effect, TakePoints, TakeScienceOrSpecials, TakeYellowTokens
from .formulas import Advantage, Per, Sum
from .model import War
from .words import Kind


def war(id: str, age: int, copies: int, military_actions: int, effect: Effect) -> War:
    """Make a war."""
    return War(
        id=id,
        age=age,
        kind=Kind.WAR,
        copies=(copies, copies, copies),
        military_actions=military_actions,
        effects=(effect,),
    )


WARS = (
    war("war-over-technology", 2, 2, 2, TakeScienceOrSpecials(Advantage())),
    war("war-over-territory", 2, 2, 2, TakeYellowTokens(Sum((1, Per(5, Advantage()))))),
    war("war-over-culture", 3, 6, 3, TakePoints(culture=Sum((5, Advantage())))),
)
