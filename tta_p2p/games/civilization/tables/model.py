"""Types for the print of tiles, technologies, buildings and the other parts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Terrain: TypeAlias = Literal["forest", "mountain", "desert", "water", "grassland"]
UnitType: TypeAlias = Literal["artillery", "infantry", "mounted", "aircraft"]

RESOURCES = ("iron", "silk", "wheat", "incense")
"""What the market holds and squares show."""
HIDDEN_RESOURCES = (*RESOURCES, "spy", "uranium")
"""What markers of huts and villages show besides a great person."""
UNIT_TYPES: tuple[UnitType, ...] = ("artillery", "infantry", "mounted", "aircraft")
TRUMPS: dict[str, str] = {"artillery": "infantry", "infantry": "mounted", "mounted": "artillery"}
"""Type -> the type over which it strikes first."""


@dataclass(frozen=True, slots=True)
class Icons:
    """The icons of a square; `combat` counts in every battle of the owner."""

    production: int = 0
    trade: int = 0
    culture: int = 0
    coin: int = 0
    combat: int = 0


@dataclass(frozen=True, slots=True)
class Tile:
    """A map tile of 4 by 4 squares as printed: the arrow starts in the middle of the bottom edge and points up.

    `rows` has a letter of `LETTERS` per square; `extras` maps (row, column) to what else lies there: a resource,
    `hut`, `village`, `gold` (a coin) or `natural-wonder` (1 culture).
    """

    name: str
    rows: tuple[str, str, str, str]
    extras: tuple[tuple[int, int, str], ...] = ()


LETTERS: dict[str, Terrain] = {"F": "forest", "M": "mountain", "D": "desert", "W": "water", "G": "grassland"}
TERRAIN_ICONS: dict[Terrain, Icons] = {
    "forest": Icons(production=2),
    "mountain": Icons(production=1),
    "desert": Icons(trade=1),
    "water": Icons(trade=1),
    "grassland": Icons(),
}


@dataclass(frozen=True, slots=True)
class Site:
    """The site of a tile: its top left square, and for a home its seat and its quarter turns clockwise."""

    x: int
    y: int
    seat: int = -1
    turned: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """The map for a number of seats, in squares, and where its tiles lie."""

    width: int
    height: int
    sites: tuple[Site, ...]


@dataclass(frozen=True, slots=True)
class Tech:
    """A technology: what it allows and the values it raises; `coins` are printed on it.

    `speed`, `stacking` and `cities` replace a lower value, `hand` adds to the culture hand. `water`: 1 figures may
    cross water, 2 they may also end there. `unit` with `rank`: a type of unit rises to that rank.
    """

    name: str
    level: int
    building: str = ""
    government: str = ""
    unit: UnitType | Literal[""] = ""
    rank: int = 0
    speed: int = 0
    stacking: int = 0
    cities: int = 0
    hand: int = 0
    water: int = 0
    coins: int = 0


@dataclass(frozen=True, slots=True)
class Building:
    """A building: its price, where it may stand, what it gives, the pile of markers it comes from."""

    name: str
    cost: int
    terrain: tuple[Terrain, ...]
    tech: str
    icons: Icons
    pool: str
    limited: bool = False
    upgrade_of: str = ""


@dataclass(frozen=True, slots=True)
class Wonder:
    """A wonder: its age and price, the lower price for who knows a technology, and its culture."""

    name: str
    age: str
    cost: int
    culture: int
    tech: str = ""
    discount: int = 0


@dataclass(frozen=True, slots=True)
class Civilization:
    """A civilization: what it starts with. Its abilities are in the rules, by name."""

    name: str
    tech: str
    government: str = "despotism"
    armies: int = 6
    start_armies: int = 1
    start_infantry: int = 1


@dataclass(frozen=True, slots=True)
class Step:
    """A space of the culture track: what entering it costs and brings (`event`, `person` or `victory`)."""

    culture: int
    trade: int
    reward: str
    level: int = field(default=0)
