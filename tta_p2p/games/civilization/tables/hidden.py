"""Hidden parts: units, great people, huts and villages, wonders, tiles; their faces and backs."""

from __future__ import annotations

from .events import EVENT_LIST
from .model import Icons, UnitType
from .tiles import NEUTRAL
from .wonders import WONDER_LIST

UNITS: dict[UnitType, dict[int, int]] = {
    "artillery": {1: 3, 2: 9, 3: 3},
    "infantry": {1: 3, 2: 9, 3: 3},
    "mounted": {1: 3, 2: 9, 3: 3},
    "aircraft": {5: 3, 6: 3, 7: 2},
}
"""Type -> strength at rank I (of aircraft: always) -> how many cards."""
AIRCRAFT_COST = 12
PEOPLE = {
    "artist": Icons(culture=2, trade=1),
    "builder": Icons(production=2, coin=1),
    "general": Icons(combat=4),
    "humanitarian": Icons(production=1, trade=1, culture=1, coin=1),
    "industrialist": Icons(culture=2, coin=1),
    "scientist": Icons(production=1, trade=2),
}
"""Great people -> what they give; there are three of each."""
COPIES = 3
HUTS = {"wheat": 5, "incense": 5, "silk": 5, "spy": 3, "iron": 2}
VILLAGES = {"iron": 3, "spy": 3, "uranium": 2, "person": 2}
"""What huts and villages hold -> how many markers."""


def unit_deck(kind: UnitType) -> tuple[str, ...]:
    """Give the faces of a deck of units: `infantry-2` is one of strength 2 at rank I."""
    return tuple(f"{kind}-{strength}" for strength, number in UNITS[kind].items() for _ in range(number))


def markers(kind: str, numbers: dict[str, int]) -> tuple[str, ...]:
    """Give the faces of huts or villages: `hut-wheat`."""
    return tuple(f"{kind}-{what}" for what, number in numbers.items() for _ in range(number))


HUT_FACES, VILLAGE_FACES = markers("hut", HUTS), markers("village", VILLAGES)
PERSON_FACES = tuple(person for person in PEOPLE for _ in range(COPIES))
BACK: dict[str, str] = {
    **{f"{kind}-{strength}": "unit" for kind, strengths in UNITS.items() for strength in strengths},
    **dict.fromkeys(HUT_FACES, "hut"),
    **dict.fromkeys(VILLAGE_FACES, "village"),
    **dict.fromkeys(PERSON_FACES, "person"),
    **{wonder.name: f"wonder-{wonder.age}" for wonder in WONDER_LIST},
    **{tile.name: "tile" for tile in NEUTRAL},
    **{event.name: f"event-{event.level}" for event in EVENT_LIST},
}
"""Face -> back."""
