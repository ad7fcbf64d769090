"""The wars that cost or do something else in the edition of 2006, and those of its own."""

from __future__ import annotations

from ..effects import TakeMix, TakePoints, TakePopulation, TakeYellowTokens
from ..formulas import Advantage, Per
from ..wars import war

WARS = (
    # Age II
    war("war-over-culture-ii", 2, 1, 3, TakePoints(culture=Advantage())),
    war("war-over-resources", 2, 1, 2, TakeMix(Advantage())),
    war("war-over-territory-2006", 2, 1, 3, TakeYellowTokens(Per(3, Advantage()))),
    # Age III
    war("holy-war", 3, 2, 3, TakePopulation(Per(3, Advantage()), culture_each=3)),
    war("war-over-culture-iii", 3, 4, 3, TakePoints(culture=Advantage())),
)
