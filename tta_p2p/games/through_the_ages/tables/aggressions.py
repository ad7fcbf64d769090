"""The aggressions."""

from __future__ import annotations

from .effects import (
    Effect,
    Gain,
    LosePopulation,
    OfRival,
    Raid,
    RemoveLeaderOrWonder,
    TakeColony,
    TakeMix,
    TakePoints,
)
from .model import Aggression
from .words import Kind


def aggression(id: str, age: int, copies: int, military_actions: int, *effects: Effect) -> Aggression:
    """Make an aggression."""
    return Aggression(
        id=id,
        age=age,
        kind=Kind.AGGRESSION,
        copies=(copies, copies, copies),
        military_actions=military_actions,
        effects=effects,
    )


AGGRESSIONS = (
    aggression("enslave", 1, 2, 2, OfRival((LosePopulation(1),)), Gain(food=2, resource=2)),
    aggression("plunder-i", 1, 2, 1, TakeMix(3)),
    aggression("raid-i", 1, 2, 1, Raid((1,))),
    aggression("annex", 2, 1, 2, TakeColony()),
    aggression("infiltrate", 2, 2, 2, RemoveLeaderOrWonder(culture_per_level=3)),
    aggression("plunder-ii", 2, 2, 1, TakeMix(5)),
    aggression("raid-ii", 2, 2, 2, Raid((2, 1))),
    aggression("spy", 2, 2, 1, TakePoints(science=5)),
    aggression("armed-intervention", 3, 4, 2, TakePoints(culture=7)),
    aggression("plunder-iii", 3, 2, 1, TakeMix(7)),
    aggression("raid-iii", 3, 2, 3, Raid((3, 2))),
)
