"""The board: squares, things on them, distances between them. Only `put` changes a state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from operator import or_
from typing import TypeAlias

from ...contract import Seat
from ..state import NONE, Group, State
from ..tables.buildings import BUILDINGS, WALLS
from ..tables.hidden import PEOPLE
from ..tables.layouts import LAYOUTS
from ..tables.model import LETTERS, RESOURCES, TERRAIN_ICONS, Icons, Terrain
from ..tables.tiles import TILES
from ..tables.wonders import WONDERS
from .squares import SQUARES, WIDE, Square

INNER = ((1, 1), (2, 1), (1, 2), (2, 2))
"""Where a capital may stand on its home tile."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The print of a square; `extra` is a resource, `hut`, `village`, `gold`, `natural-wonder` or nothing."""

    terrain: Terrain
    icons: Icons
    extra: str

    @property
    def resource(self) -> str:
        """The resource to be harvested here, if any."""
        return self.extra if self.extra in RESOURCES else ""


def rotate(x: int, y: int, times: int) -> tuple[int, int]:
    """Give the place of a printed square of a tile turned clockwise so often."""
    for _ in range(times % 4):
        x, y = 3 - y, x
    return x, y


@cache
def tile_squares(laid: str, at: Square) -> dict[Square, Ground]:
    """Give the squares of a tile (`n05:2`) whose top left square is this one."""
    printed_as, *changed = laid.split("+")
    name, _, times = printed_as.partition(":")
    tile = TILES[name]
    found = {}
    for y, row in enumerate(tile.rows):
        for x, letter in enumerate(row):
            terrain = LETTERS[letter]
            extra = next((what for down, across, what in tile.extras if (down, across) == (y, x)), "")
            printed = TERRAIN_ICONS[terrain]
            icons = Icons(printed.production, printed.trade, int(extra == "natural-wonder"), int(extra == "gold"))
            to_x, to_y = rotate(x, y, int(times))
            found[at + to_y * WIDE + to_x] = Ground(terrain, icons, extra)
    for one in changed:
        terrain = LETTERS[one[0]]
        found[SQUARES[one[1:]]] = Ground(terrain, TERRAIN_ICONS[terrain], "")
    return found


@lru_cache(4096)
def ground(seats: int, laid: tuple[str, ...]) -> dict[Square, Ground]:
    """Give every square that lies face up."""
    found: dict[Square, Ground] = {}
    for site, tile in zip(LAYOUTS[seats].sites, laid, strict=True):
        if tile:
            found.update(tile_squares(tile, site.y * WIDE + site.x))
    return found


def land(s: State) -> dict[Square, Ground]:
    """Give every square of the map that lies face up."""
    return ground(s.seats, s.laid)


@lru_cache(4096)
def sorted_ground(seats: int, laid: tuple[str, ...]) -> tuple[tuple[Square, Ground], ...]:
    """Give every face-up square, ascending."""
    return tuple(sorted(ground(seats, laid).items()))


@lru_cache(4096)
def sorted_squares(seats: int, laid: tuple[str, ...]) -> tuple[Square, ...]:
    """Give every face-up square, ascending, without what is printed there."""
    return tuple(sorted(ground(seats, laid)))


@lru_cache(4096)
def terrains(seats: int, laid: tuple[str, ...]) -> tuple[Mask, Mask]:
    """Give all squares that lie face up, and those of water among them."""
    found = ground(seats, laid)
    return mask_of(found), mask_of(square for square, here in found.items() if here.terrain == "water")


# --- sets of squares -----------------------------------------------------------------------------------------

Mask: TypeAlias = int
"""A set of squares: bit n stands for square n, so that whole sets move a step at once."""
_BITS = tuple(1 << square for square in range(WIDE * WIDE)).__getitem__
_WEST = sum(1 << square for square in range(0, WIDE * WIDE, WIDE))
_EAST = _WEST << (WIDE - 1)
_ALL = (1 << WIDE * WIDE) - 1
_TILE = sum(0b1111 << row * WIDE for row in range(4))


def mask_of(squares: Iterable[Square]) -> Mask:
    """Give the set of these squares."""
    return reduce(or_, map(_BITS, squares), 0)


def squares_of(mask: Mask) -> list[Square]:
    """Give the squares of a set, ascending."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def mask_neighbours(mask: Mask) -> Mask:
    """Give the squares that share an edge with one of these."""
    return ((mask & ~_EAST) << 1) | ((mask & ~_WEST) >> 1) | ((mask << WIDE) & _ALL) | (mask >> WIDE)


@lru_cache(4096)
def frontier(seats: int, laid: tuple[str, ...]) -> Mask:
    """Give the squares beside tiles that still lie face down."""
    corners = [site.y * WIDE + site.x for site, tile in zip(LAYOUTS[seats].sites, laid, strict=True) if not tile]
    return mask_neighbours(sum(_TILE << corner for corner in corners))


# --- ways and neighbours -------------------------------------------------------------------------------------


@cache
def site_at(seats: int, square: Square) -> int:
    """Give the number of the site a square belongs to; -1 where there is none."""
    x, y = square % WIDE, square // WIDE
    for number, site in enumerate(LAYOUTS[seats].sites):
        if site.x <= x < site.x + 4 and site.y <= y < site.y + 4:
            return number
    return -1


@cache
def edge_neighbours(square: Square) -> tuple[Square, ...]:
    """Give the squares that share an edge with this one: up, right, down, left."""
    x, y = square % WIDE, square // WIDE
    near = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
    return tuple(b * WIDE + a for a, b in near if 0 <= a < WIDE and 0 <= b < WIDE)


@cache
def neighbours(square: Square) -> tuple[Square, ...]:
    """Give the eight neighbours of a square (fewer at the border of the plane), row by row."""
    x, y = square % WIDE, square // WIDE
    near = ((x + a, y + b) for b in (-1, 0, 1) for a in (-1, 0, 1) if a or b)
    return tuple(b * WIDE + a for a, b in near if 0 <= a < WIDE and 0 <= b < WIDE)


def distance(one: Square, other: Square) -> int:
    """Give how many squares apart two squares are, diagonals included."""
    return max(abs(one % WIDE - other % WIDE), abs(one // WIDE - other // WIDE))


def steps(one: Square, other: Square) -> int:
    """Give how many steps two squares are apart, counted without diagonals."""
    return abs(one % WIDE - other % WIDE) + abs(one // WIDE - other // WIDE)


def figures_at(s: State, seat: Seat, square: Square) -> Group:
    """Give the figures of a seat on a square."""
    return s.figures[seat].get(square, NONE)


def enemy_at(s: State, seat: Seat, square: Square) -> Seat:
    """Give the seat, other than this one, with figures on a square; -1: none."""
    for other, theirs in enumerate(s.figures):
        if other != seat and square in theirs:
            return other
    return -1


def put(s: State, seat: Seat, square: Square, group: Group) -> None:
    """Put figures of a seat onto a square, or take them away (negative numbers)."""
    armies, scouts = figures_at(s, seat, square)
    now = (armies + group[0], scouts + group[1])
    if now == NONE:
        s.figures[seat].pop(square, None)
    else:
        s.figures[seat][square] = now
    # a scout that came in this phase does not take over from a gathering one that leaves: nobody told it to gather;
    # those that leave have moved as well
    came = s.moved.get(square, NONE)[1] + group[1] if group[1] < 0 and s.phase == "movement" else 0
    if now[1] <= max(0, came):
        s.gathers[seat].pop(square, None)


def outskirts_owner(s: State, square: Square) -> Square:
    """Give the city around which a square lies; -1: none."""
    for near in neighbours(square):
        if near in s.cities:
            return near
    return -1


def building_at(s: State, square: Square) -> str:
    """Give the building on a square; walls are one like any other, in the middle of a city (rulebook 734)."""
    work = s.works.get(square, "")
    if work in BUILDINGS:
        return work
    city = s.cities.get(square)
    return WALLS if city is not None and city.walls else ""


def buildings(s: State) -> list[Square]:
    """Give every square with a building, walls included, ascending."""
    return sorted(one for one in (*s.works, *s.cities) if building_at(s, one))


def owner_of(s: State, square: Square) -> Seat:
    """Give the owner of the city, building, wonder or great person on a square; -1: nobody."""
    if square in s.cities:
        return s.cities[square].seat
    city = outskirts_owner(s, square)
    return s.cities[city].seat if city >= 0 else -1


def is_person(work: str) -> bool:
    """Whether this is a great person."""
    return work in PEOPLE


def is_wonder(work: str) -> bool:
    """Whether this is a wonder."""
    return work in WONDERS


def cities_of(s: State, seat: Seat) -> list[Square]:
    """Give the cities of a seat, in the order of their founding."""
    return [square for square, city in s.cities.items() if city.seat == seat]


def capital_of(s: State, seat: Seat) -> Square:
    """Give the capital of a seat; -1: it has none."""
    return next((square for square, city in s.cities.items() if city.seat == seat and city.capital), -1)
