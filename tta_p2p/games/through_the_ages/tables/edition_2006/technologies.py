"""Technologies with workers that cost something else in the edition of 2006; what a worker gives is the same."""

from __future__ import annotations

from ..abilities import Special
from ..model import Symbols
from ..technologies import technology
from ..words import Kind

URBAN_BUILDINGS = (
    technology("computers-2006", 3, Kind.LAB, (2, 2, 2), (8, 10), Symbols(science=5)),
    technology("printing-press-2006", 1, Kind.LIBRARY, (2, 2, 2), (3, 4), Symbols(culture=1, science=1)),
    technology("drama-2006", 1, Kind.THEATER, (2, 2, 2), (4, 5), Symbols(culture=2, happy=1)),
    technology("opera-2006", 2, Kind.THEATER, (2, 2, 2), (7, 9), Symbols(culture=3, happy=1)),
    technology("movies-2006", 3, Kind.THEATER, (2, 2, 2), (10, 12), Symbols(culture=4, happy=1)),
    technology("bread-and-circuses-2006", 1, Kind.ARENA, (1, 2, 2), (3, 4), Symbols(strength=1, happy=2)),
    technology("team-sports-2006", 2, Kind.ARENA, (1, 1, 1), (5, 6), Symbols(strength=2, happy=3)),
)

UNIT_TECHNOLOGIES = (
    technology("swordsmen-2006", 1, Kind.INFANTRY, (2, 2, 3), (3, 3), Symbols(strength=2)),
    technology("riflemen-2006", 2, Kind.INFANTRY, (1, 2, 2), (5, 5), Symbols(strength=3)),
    technology("modern-infantry-2006", 3, Kind.INFANTRY, (1, 2, 2), (8, 7), Symbols(strength=5)),
    technology("knights-2006", 1, Kind.CAVALRY, (2, 2, 3), (4, 3), Symbols(strength=2)),
    technology("cannon-2006", 2, Kind.ARTILLERY, (2, 2, 3), (7, 5), Symbols(strength=3)),
    technology("rockets-2006", 3, Kind.ARTILLERY, (2, 2, 3), (10, 7), Symbols(strength=5)),
    technology(
        "air-forces-2006",
        3,
        Kind.AIR_FORCE,
        (2, 2, 3),
        (11, 7),
        Symbols(strength=5),
        Special("air-forces", (2,)),
    ),
)
