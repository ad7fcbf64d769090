"""The wonders."""

from __future__ import annotations

from .model import Wonder

WONDER_LIST = (
    Wonder("stonehenge", "ancient", 10, 1),
    Wonder("colossus", "ancient", 15, 1, "metalworking", 10),
    Wonder("hanging-gardens", "ancient", 15, 1, "animal-husbandry", 10),
    Wonder("oracle", "ancient", 15, 1, "code-of-laws", 10),
    Wonder("angkor-wat", "medieval", 20, 2, "theology", 10),
    Wonder("himeji-samurai-castle", "medieval", 20, 2, "monarchy", 15),
    Wonder("porcelain-tower", "medieval", 20, 2, "construction", 15),
    Wonder("louvre", "medieval", 20, 2, "printing-press", 15),
    Wonder("panama-canal", "modern", 25, 3, "engineering", 20),
    Wonder("statue-of-liberty", "modern", 25, 3, "metal-casting", 20),
    Wonder("sydney-opera-house", "modern", 25, 3),
    Wonder("united-nations", "modern", 20, 3),
)
WONDERS = {one.name: one for one in WONDER_LIST}
"""Name -> wonder."""
AGES = ("ancient", "medieval", "modern")
OPEN_WONDERS = 4
"""How many lie face up in the market."""
