"""The wonders, four of each age; one copy of each is in every game."""

from __future__ import annotations

from .abilities import Ability, Modifier, On, OncePerTurn, Special
from .effects import Gain, GainPopulation
from .formulas import CardLevels, Output, Sum, Times, Workers
from .model import Symbols, Wonder
from .words import PRODUCTION, TECHNOLOGIES, UNITS, URBAN, Kind, Stat, When


def wonder(id: str, age: int, stages: tuple[int, ...], symbols: Symbols, *abilities: Ability) -> Wonder:
    """Make a wonder, of which there is one copy."""
    return Wonder(
        id=id, age=age, kind=Kind.WONDER, copies=(1, 1, 1), stages=stages, symbols=symbols, abilities=abilities
    )


_ARTS = (Kind.THEATER, Kind.LIBRARY)
_ALL_OUTPUT = (Stat.CULTURE, Stat.SCIENCE, Stat.STRENGTH)

WONDERS = (
    # Age A
    wonder("colossus", 0, (3, 3), Symbols(strength=2, colonization=1)),
    wonder("hanging-gardens", 0, (2, 2, 2), Symbols(culture=1, happy=2)),
    wonder(
        "library-of-alexandria",
        0,
        (1, 4, 1),
        Symbols(culture=1, science=1),
        Modifier(Stat.CIVIL_HAND, 1),
        Modifier(Stat.MILITARY_HAND, 1),
    ),
    wonder("pyramids", 0, (3, 2, 1), Symbols(civil_actions=1)),
    # Age I
    wonder(
        "great-wall",
        1,
        (2, 2, 3, 2),
        Symbols(culture=1, happy=1),
        Modifier(Stat.STRENGTH, Workers((Kind.INFANTRY, Kind.ARTILLERY))),
    ),
    wonder("st-peters-basilica", 1, (4, 4), Symbols(culture=2, happy=1), Special("st-peters-basilica", (1,))),
    wonder("taj-mahal", 1, (2, 4, 2), Symbols(culture=3, blue_tokens=1), Special("taj-mahal", (2,))),
    wonder("universitas-carolina", 1, (3, 3, 3), Symbols(culture=1, science=2)),
    # Age II
    wonder("eiffel-tower", 2, (3, 7, 3), Symbols(culture=4, happy=1)),
    wonder("kremlin", 2, (4, 4, 4), Symbols(culture=2, happy=-1, civil_actions=1, military_actions=1)),
    wonder("ocean-liner-service", 2, (4, 2, 2, 4), Symbols(), OncePerTurn(((GainPopulation(1),),))),
    wonder(
        "transcontinental-railroad",
        2,
        (3, 3, 3, 3),
        Symbols(strength=4),
        Special("transcontinental-railroad", (2,)),
    ),
    # Age III: these score once, when they are finished
    wonder(
        "fast-food-chains",
        3,
        (4, 4, 4, 4),
        Symbols(),
        On(When.COMPLETE, (Gain(culture=Sum((Times(2, Workers(PRODUCTION)), Workers(URBAN + UNITS)))),)),
    ),
    wonder(
        "first-space-flight",
        3,
        (1, 2, 4, 9),
        Symbols(),
        On(When.COMPLETE, (Gain(culture=CardLevels(TECHNOLOGIES)),)),
    ),
    wonder(
        "hollywood",
        3,
        (5, 6, 5),
        Symbols(),
        On(When.COMPLETE, (Gain(culture=Times(2, Output(_ARTS, (Stat.CULTURE,)))),)),
    ),
    wonder(
        "internet",
        3,
        (2, 3, 4, 3, 2),
        Symbols(),
        On(When.COMPLETE, (Gain(culture=Output(URBAN, _ALL_OUTPUT)),)),
    ),
)
