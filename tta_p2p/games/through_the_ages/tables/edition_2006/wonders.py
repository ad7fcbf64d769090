"""The wonders that show or do something else in the edition of 2006."""

from __future__ import annotations

from ..abilities import Modifier, On, OncePerTurn, Special
from ..effects import Gain, IncreasePopulation
from ..formulas import CardLevels, Times, WorkerLevels
from ..model import Symbols
from ..wonders import wonder
from ..words import TECHNOLOGIES, Kind, Stat, When

WONDERS = (
    # Age A
    wonder("colossus-2006", 0, (3, 3), Symbols(culture=1, strength=1, colonization=1)),
    wonder(
        "library-of-alexandria-2006",
        0,
        (1, 2, 2, 1),
        Symbols(culture=1, science=1),
        Modifier(Stat.CIVIL_HAND, 1),
        Modifier(Stat.MILITARY_HAND, 1),
    ),
    # Age I
    wonder("st-peters-basilica-2006", 1, (4, 4), Symbols(culture=2), Special("st-peters-basilica-2006", (2,))),
    wonder("taj-mahal-2006", 1, (2, 4, 2), Symbols(culture=3)),
    # Age II
    wonder("kremlin-2006", 2, (4, 4, 4), Symbols(culture=3, happy=-2, civil_actions=1, military_actions=1)),
    wonder(
        "ocean-liner-service-2006",
        2,
        (3, 2, 2, 2, 3),
        Symbols(),
        OncePerTurn(((IncreasePopulation(discount=5),),)),
    ),
    wonder(
        "transcontinental-railroad-2006",
        2,
        (3, 4, 5),
        Symbols(strength=5),
        Special("transcontinental-railroad", (2,)),
    ),
    # Age III: these score once, when they are finished
    wonder(
        "first-space-flight-2006",
        3,
        (3, 4, 9),
        Symbols(),
        On(When.COMPLETE, (Gain(culture=CardLevels(TECHNOLOGIES)),)),
    ),
    wonder(
        "hollywood-2006",
        3,
        (5, 6, 5),
        Symbols(),
        On(When.COMPLETE, (Gain(culture=Times(2, WorkerLevels((Kind.THEATER, Kind.LIBRARY)))),)),
    ),
    wonder(
        "internet-2006",
        3,
        (2, 3, 4, 3, 2),
        Symbols(),
        On(When.COMPLETE, (Gain(culture=Times(2, WorkerLevels((Kind.LAB, Kind.LIBRARY)))),)),
    ),
)
