"""The civilizations, their governments, and what every player starts with."""

from __future__ import annotations

from .model import Civilization

CIVILIZATION_LIST = (
    Civilization("america", "currency"),
    Civilization("china", "writing"),
    Civilization("egypt", "construction"),
    Civilization("germany", "metalworking", start_infantry=3),
    Civilization("rome", "code-of-laws", "republic"),
    Civilization("russia", "communism", "communism", armies=7, start_armies=2),
)
CIVILIZATIONS = {one.name: one for one in CIVILIZATION_LIST}
"""Name -> civilization."""
GOVERNMENTS = (
    "anarchy",
    "despotism",
    "republic",
    "democracy",
    "communism",
    "feudalism",
    "monarchy",
    "fundamentalism",
)
SPEED = STACKING = CITIES = 2
HAND = 3
"""Cards of a battle hand."""
SCOUTS = 2
ARMY_COST, SCOUT_COST = 4, 6
COINS_TO_WIN = 15
