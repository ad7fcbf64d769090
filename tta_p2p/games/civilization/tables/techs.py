"""The technologies: every player has the same 36, and there is one Space Flight."""

from __future__ import annotations

from .model import Tech

TECH_LIST = (
    Tech("animal-husbandry", 1),
    Tech("code-of-laws", 1, building="trading-post", government="republic"),
    Tech("currency", 1, building="market"),
    Tech("horseback-riding", 1, speed=3),
    Tech("masonry", 1, building="walls", stacking=3),
    Tech("metalworking", 1, building="barracks"),
    Tech("navigation", 1, building="harbor", water=1),
    Tech("philosophy", 1, building="temple"),
    Tech("pottery", 1, building="granary", hand=1),
    Tech("writing", 1, building="library"),
    Tech("chivalry", 2, government="feudalism", unit="mounted", rank=2),
    Tech("civil-service", 2, coins=1, hand=1),
    Tech("construction", 2, building="workshop"),
    Tech("democracy", 2, government="democracy", unit="infantry", rank=2),
    Tech("engineering", 2, building="aqueduct"),
    Tech("irrigation", 2, cities=3),
    Tech("mathematics", 2, unit="artillery", rank=2),
    Tech("monarchy", 2, government="monarchy"),
    Tech("printing-press", 2, building="university", stacking=4),
    Tech("sailing", 2, speed=4, water=2),
    Tech("banking", 3, building="bank"),
    Tech("biology", 3, stacking=5),
    Tech("communism", 3, government="communism"),
    Tech("gunpowder", 3, unit="infantry", rank=3),
    Tech("metal-casting", 3, unit="artillery", rank=3),
    Tech("military-science", 3, building="academy"),
    Tech("railroad", 3, building="iron-mine", unit="mounted", rank=3, coins=1),
    Tech("steam-power", 3, speed=5, water=2),
    Tech("theology", 3, building="cathedral", government="fundamentalism", hand=1),
    Tech("atomic-theory", 4),
    Tech("ballistics", 4, unit="artillery", rank=4),
    Tech("combustion", 4, unit="mounted", rank=4),
    Tech("computers", 4, coins=1),
    Tech("flight", 4, unit="aircraft", rank=4, speed=6, water=2),
    Tech("mass-media", 4),
    Tech("replaceable-parts", 4, unit="infantry", rank=4, stacking=6),
    Tech("space-flight", 5),
)
TECHS = {tech.name: tech for tech in TECH_LIST}
"""Name -> technology."""
NEEDED = {1: 6, 2: 11, 3: 16, 4: 21, 5: 26}
"""Level -> the trade that researching it takes at least."""
MAX_TRADE = 27
LAST = "space-flight"
"""Who learns it wins."""
MOST_COINS = 4
"""How many coins lie on one technology at the most."""
