"""The territories that give something else in the edition of 2006, and one of its own."""

from __future__ import annotations

from ..effects import Gain
from ..model import Symbols
from ..territories import territory

TERRITORIES = (
    territory("fertile-territory-i", 1, Symbols(yellow_tokens=3), Gain(food=3)),
    territory("wealthy-territory-i-2006", 1, Symbols(blue_tokens=2), Gain(resource=5)),
    territory("fertile-territory-ii", 2, Symbols(yellow_tokens=4), Gain(food=5)),
    territory("wealthy-territory-ii-2006", 2, Symbols(blue_tokens=3), Gain(resource=8)),
)
