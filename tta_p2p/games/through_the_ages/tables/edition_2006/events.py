"""The events that do something else in the edition of 2006, and one of its own."""

from __future__ import annotations

from ..effects import DrawMilitary, KeepHand, Lose, Produce
from ..events import event, everybody, impact_score
from ..formulas import Colonies, FarmOutput, Rating, Times
from ..words import Stat, Step

EVENTS = (
    # Age A
    event("development-of-politics-2006", 0, everybody(DrawMilitary(3)), KeepHand()),
    event("no-event", 0),
    # Age II
    event("civil-unrest-2006", 2, everybody(Lose(culture=Times(4, Rating(Stat.DISCONTENT))))),
    event(
        "economic-progress-2006",
        2,
        everybody(Produce((Step.FOOD, Step.CONSUMPTION, Step.RESOURCE, Step.CORRUPTION))),
    ),
    # Age III
    impact_score("impact-of-agriculture-2006", FarmOutput()),
    impact_score("impact-of-colonies-2006", Times(4, Colonies())),
    impact_score("impact-of-industry-2006", Rating(Stat.RESOURCE)),
)
