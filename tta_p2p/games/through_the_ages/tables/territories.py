"""The territories, six of Age I and six of Age II."""

from __future__ import annotations

from .effects import DrawMilitary, Effect, Gain, GainPopulation
from .model import Symbols, Territory
from .words import Kind


def territory(id: str, age: int, permanent: Symbols, immediate: Effect) -> Territory:
    """Make a territory."""
    return Territory(id=id, age=age, kind=Kind.TERRITORY, copies=(1, 1, 1), permanent=permanent, immediate=(immediate,))


TERRITORIES = (
    territory("developed-territory-i", 1, Symbols(yellow_tokens=1, blue_tokens=1), Gain(science=3)),
    territory("historic-territory-i", 1, Symbols(happy=1), Gain(culture=6)),
    territory("inhabited-territory-i", 1, Symbols(yellow_tokens=2), GainPopulation(1)),
    territory("strategic-territory-i", 1, Symbols(strength=2), DrawMilitary(3)),
    territory("vast-territory-i", 1, Symbols(yellow_tokens=3, blue_tokens=-1), Gain(food=3)),
    territory("wealthy-territory-i", 1, Symbols(blue_tokens=3), Gain(resource=5)),
    territory("developed-territory-ii", 2, Symbols(yellow_tokens=2, blue_tokens=2), Gain(science=5)),
    territory("historic-territory-ii", 2, Symbols(happy=2), Gain(culture=11)),
    territory("inhabited-territory-ii", 2, Symbols(yellow_tokens=3), GainPopulation(2)),
    territory("strategic-territory-ii", 2, Symbols(strength=4), DrawMilitary(5)),
    territory("vast-territory-ii", 2, Symbols(yellow_tokens=4, blue_tokens=-1), Gain(food=4)),
    territory("wealthy-territory-ii", 2, Symbols(blue_tokens=4), Gain(resource=9)),
)
