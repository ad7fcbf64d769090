"""The aggressions that cost or do something else in the edition of 2006, and two of its own."""

from __future__ import annotations

from ..aggressions import aggression
from ..effects import GainMix, LosePopulation, OfRival, RaidAlike, RemoveLeader, RemoveWonder, TakeMix
from ..model import BY_LEVEL

AGGRESSIONS = (
    # Age I
    aggression("enslave-2006", 1, 2, 2, OfRival((LosePopulation(1),)), GainMix(3)),
    aggression("plunder-i-2006", 1, 2, 2, TakeMix(3)),
    aggression("raid-i-2006", 1, 2, 1, RaidAlike(1, round_up=True)),
    # Age II
    aggression("assassinate", 2, 1, BY_LEVEL, RemoveLeader(culture_per_level=3)),
    aggression("plunder-ii-2006", 2, 2, 2, TakeMix(5)),
    aggression("raid-ii-2006", 2, 2, 2, RaidAlike(2)),
    aggression("sabotage", 2, 1, BY_LEVEL, RemoveWonder(culture_per_level=3)),
    # Age III
    aggression("plunder-iii-2006", 3, 2, 2, TakeMix(8)),
    aggression("raid-iii-2006", 3, 2, 3, RaidAlike(3)),
)
