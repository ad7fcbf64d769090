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


def _aggression(id: str, age: int, copies: int, military_actions: int, *effects: Effect) -> Aggression:
    return Aggression(
        id=id,
        age=age,
        kind=Kind.AGGRESSION,
        copies=(copies, copies, copies),
        military_actions=military_actions,
        effects=effects,
    )


AGGRESSIONS = (
    _aggression("enslave", 1, 2, 2, OfRival((LosePopulation(1),)), Gain(food=2, resource=2)),
    _aggression("plunder-i", 1, 2, 1, TakeMix(3)),
    _aggression("raid-i", 1, 2, 1, Raid((1,))),
    _aggression("annex", 2, 1, 2, TakeColony()),
    _aggression("infiltrate", 2, 2, 2, RemoveLeaderOrWonder(culture_per_level=3)),
    _aggression("plunder-ii", 2, 2, 1, TakeMix(5)),
    _aggression("raid-ii", 2, 2, 2, Raid((2, 1))),
    _aggression("spy", 2, 2, 1, TakePoints(science=5)),
    _aggression("armed-intervention", 3, 4, 2, TakePoints(culture=7)),
    _aggression("plunder-iii", 3, 2, 1, TakeMix(7)),
    _aggression("raid-iii", 3, 2, 3, Raid((3, 2))),
)
