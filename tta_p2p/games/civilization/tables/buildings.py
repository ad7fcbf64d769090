"""The buildings and their markers."""

from __future__ import annotations

from .model import Building, Icons, Terrain

LAND: tuple[Terrain, ...] = ("forest", "grassland", "mountain", "desert")

BUILDING_LIST = (
    Building("market", 7, LAND, "currency", Icons(production=1, trade=1, culture=1), "market-bank", limited=True),
    Building(
        "bank",
        10,
        LAND,
        "banking",
        Icons(production=1, trade=1, culture=1, coin=1),
        "market-bank",
        limited=True,
        upgrade_of="market",
    ),
    Building("temple", 7, LAND, "philosophy", Icons(culture=2), "temple-cathedral", limited=True),
    Building(
        "cathedral", 10, LAND, "theology", Icons(culture=3), "temple-cathedral", limited=True, upgrade_of="temple"
    ),
    Building("barracks", 7, LAND, "metalworking", Icons(trade=2, combat=2), "barracks-academy", limited=True),
    Building(
        "academy",
        10,
        LAND,
        "military-science",
        Icons(trade=2, combat=4),
        "barracks-academy",
        limited=True,
        upgrade_of="barracks",
    ),
    Building("granary", 5, ("grassland",), "pottery", Icons(production=1, trade=1), "granary-aqueduct"),
    Building(
        "aqueduct",
        8,
        ("grassland",),
        "engineering",
        Icons(production=2, trade=2),
        "granary-aqueduct",
        upgrade_of="granary",
    ),
    Building("library", 5, ("grassland",), "writing", Icons(trade=1, culture=1), "library-university"),
    Building(
        "university",
        8,
        ("grassland",),
        "printing-press",
        Icons(trade=2, culture=2),
        "library-university",
        upgrade_of="library",
    ),
    Building("workshop", 7, ("mountain",), "construction", Icons(production=3), "workshop-iron-mine"),
    Building(
        "iron-mine", 10, ("mountain",), "railroad", Icons(production=4), "workshop-iron-mine", upgrade_of="workshop"
    ),
    Building("trading-post", 7, ("desert",), "code-of-laws", Icons(trade=2, culture=1), "trading-post"),
    Building("harbor", 7, ("water",), "navigation", Icons(production=1, trade=2), "harbor"),
)
BUILDINGS = {one.name: one for one in BUILDING_LIST}
"""Name -> building."""
POOLS = {
    "harbor": 10,
    "trading-post": 6,
    "workshop-iron-mine": 6,
    "library-university": 6,
    "granary-aqueduct": 6,
    "market-bank": 5,
    "temple-cathedral": 5,
    "barracks-academy": 5,
}
"""Pile of markers -> how many there are."""
WALLS, WALLS_COST, WALLS_TECH, WALLS_BONUS = "walls", 7, "masonry", 4
