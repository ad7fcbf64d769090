"""Special (blue) technologies; the kind is the icon, of which a civilization keeps one card."""

from __future__ import annotations

from .abilities import Ability, BuildDiscount, StagesPerAction
from .model import SpecialTechnology, Symbols
from .words import URBAN, Kind


def special(
    id: str,
    age: int,
    kind: Kind,
    copies: tuple[int, int, int],
    science: int,
    symbols: Symbols,
    *abilities: Ability,
) -> SpecialTechnology:
    """Make a special technology."""
    return SpecialTechnology(
        id=id, age=age, kind=kind, copies=copies, science=science, symbols=symbols, abilities=abilities
    )


SPECIAL_TECHNOLOGIES = (
    special("code-of-laws", 1, Kind.LAW, (1, 2, 2), 6, Symbols(civil_actions=1)),
    special("justice-system", 2, Kind.LAW, (1, 1, 1), 7, Symbols(civil_actions=1, blue_tokens=3)),
    special("civil-service", 3, Kind.LAW, (1, 1, 1), 10, Symbols(civil_actions=2, blue_tokens=3)),
    special("warfare", 1, Kind.WARFARE, (1, 2, 2), 5, Symbols(strength=1, military_actions=1)),
    special("strategy", 2, Kind.WARFARE, (1, 1, 1), 8, Symbols(strength=3, military_actions=2)),
    special("military-theory", 3, Kind.WARFARE, (1, 1, 2), 11, Symbols(strength=5, military_actions=3)),
    special("cartography", 1, Kind.EXPLORATION, (1, 1, 1), 4, Symbols(strength=1, colonization=2)),
    special("navigation", 2, Kind.EXPLORATION, (1, 1, 1), 6, Symbols(strength=2, colonization=3)),
    special("satellites", 3, Kind.EXPLORATION, (1, 1, 1), 8, Symbols(strength=3, colonization=4)),
    special(
        "masonry",
        1,
        Kind.CONSTRUCTION,
        (1, 1, 1),
        3,
        Symbols(),
        BuildDiscount(URBAN, (0, 1, 1, 1)),
        StagesPerAction(2),
    ),
    special(
        "architecture",
        2,
        Kind.CONSTRUCTION,
        (1, 2, 2),
        6,
        Symbols(),
        BuildDiscount(URBAN, (0, 1, 2, 2)),
        StagesPerAction(3),
    ),
    special(
        "engineering",
        3,
        Kind.CONSTRUCTION,
        (1, 1, 1),
        9,
        Symbols(),
        BuildDiscount(URBAN, (0, 1, 2, 3)),
        StagesPerAction(4),
    ),
)
