"""Paths over the map: where groups can go, and over which squares. Nothing here changes a state."""

from __future__ import annotations

from collections.abc import Iterator

from ...contract import Seat
from ..players.limits import speed, stacking_and_water
from ..state import Group, State
from ..windows.declarations import locks
from .board import Mask, edge_neighbours, frontier, mask_neighbours, mask_of, site_at, squares_of, steps, terrains
from .squares import Square

HALT, PASS, END = "halt", "pass", "end"
"""What a square does to a move: it ends it, lets it cross, or lets it end there too."""


def blocked_squares(s: State, seat: Seat) -> Mask:
    """Give the squares where no group of a seat can stand: with enemies, a foreign city or a marker. A group flies over
    them, or its move ends there with an event of its own."""
    return _taken(s, seat) | mask_of([square for square, city in s.cities.items() if city.seat != seat])


def _taken(s: State, seat: Seat) -> Mask:
    """Give the squares with enemies or a marker."""
    found = mask_of(s.markers)
    for other, theirs in enumerate(s.figures):
        if theirs and other != seat:
            found |= mask_of(theirs)
    return found


def _meaning(opened: tuple[Mask, Mask, Mask, Mask], to: Square, crossing: bool) -> str:
    halt, crossed, end, _ = opened
    goal = 1 << to
    return PASS if crossing and crossed & goal else END if end & goal else HALT if halt & goal else ""


class PathFinder:
    """The paths of a seat over the present map; what squares mean to groups is worked out once."""

    def __init__(self, s: State, seat: Seat) -> None:
        self._s = s
        self._seat = seat
        self._land, self._water = terrains(s.seats, s.laid)
        self._limit, self._sails = stacking_and_water(s, seat)
        self._flies = "flight" in s.techs[seat]
        self._locked = locks(s)
        self._own = mask_of([square for square, city in s.cities.items() if city.seat == seat])
        self._cities = mask_of(s.cities) & ~self._own
        self.blocked = _taken(s, seat) | self._cities
        self._full: dict[int, Mask] = {}
        self._entered: dict[bool, tuple[Mask, Mask, Mask]] = {}
        self._borders: dict[tuple[object, ...], list[Mask]] = {}

    def _entering(self, scouts: bool) -> tuple[Mask, Mask, Mask]:
        """Give the squares that end the move of a group, with or without scouts (`HALT`), those it can cross (`PASS`),
        and those where it can also stay (`END`) if there is room."""
        if scouts in self._entered:
            return self._entered[scouts]
        s, seat, own, taken, cities = self._s, self._seat, self._own, self.blocked, self._cities
        if not scouts:
            halt = taken & ~cities if s.governments[seat] == "democracy" else taken
        elif s.governments[seat] == "republic":
            huts = mask_of(square for square, marker in s.markers.items() if s.backs.get(marker) == "hut")
            enemies = [mask_of(theirs) for other, theirs in enumerate(s.figures) if other != seat]
            halt = huts & ~cities
            for mask in enemies:
                halt &= ~mask
        else:
            halt = 0
        land = self._land & ~taken & ~own
        sea, ground = land & self._water, land & ~self._water
        crossed = own & ~taken | (sea if self._sails == 1 else 0)
        found = halt & self._land, crossed & self._land & ~self._locked, ground | (sea if self._sails == 2 else 0)
        self._entered[scouts] = found
        return found

    def _crowded(self, start: Square, size: int, left: Square = -1) -> Mask:
        """Give the squares without room for so many figures; those on the first two squares have set out."""
        if size not in self._full:
            room = self._limit - size
            theirs = self._s.figures[self._seat].items()
            self._full[size] = mask_of([square for square, there in theirs if there[0] + there[1] > room])
        full = self._full[size] & ~(1 << start)
        return full if left < 0 else full & ~(1 << left)

    def stays(self, square: Square) -> bool:
        """Whether figures may end their move on the square where they stand."""
        return bool(self._entering(False)[2] >> square & 1)

    def aloft(self, square: Square) -> bool:
        """Whether a group can only fly over a square: enemies, a foreign city or a marker are there."""
        return bool(self.blocked >> square & 1)

    def reach(
        self, start: Square, group: Group, points: int, crossing: bool = False, left: Square = -1
    ) -> dict[Square, tuple[int, str]]:
        """Give every square where a group can end its move: the points it takes, and `halt` or `end`.

        With Flight a group flies over squares that would end its move, but over no full stack of its own. `crossing`:
        list squares to cross, too. `left`: the square that the group has not set out from yet.
        """
        scouts, crowded = group[1] > 0, self._crowded(start, sum(group), left)
        halt, crossed, end, _ = self._open(scouts, crowded)
        listed = [(halt, HALT), (end, END), *([(crossed, PASS)] if crossing else ())]
        found: dict[Square, tuple[int, str]] = {}
        for spent, border in enumerate(self._spread(start, scouts, points, crowded), 1):
            for mask, how in listed:
                if border & mask:
                    found.update(dict.fromkeys(squares_of(border & mask), (spent, how)))
        return found

    def _open(self, scouts: bool, crowded: Mask) -> tuple[Mask, Mask, Mask, Mask]:
        """Give `_entering` limited to squares with room, and the squares from which a group can go on."""
        halt, crossed, end = self._entering(scouts)
        crossed, end = crossed & ~crowded, end & ~crowded
        through = crossed | end | (self._land & ~crowded if self._flies else 0)
        return halt, crossed, end, through & ~self._locked

    def _spread(self, start: Square, scouts: bool, points: int, crowded: Mask) -> list[Mask]:
        """Give the squares that a group comes to with its first point, with its second, and so on, whatever they do to
        its move."""
        asked = (start, scouts, points, crowded)  # groups of other sizes go the same ways where there is room
        if asked not in self._borders:
            through = self._open(scouts, crowded)[3]
            borders: list[Mask] = []
            border = seen = 1 << start
            for _ in range(points):
                new = mask_neighbours(border) & ~seen
                seen |= new
                borders.append(new)
                border = new & through
                if not border:
                    break
            self._borders[asked] = borders
        return self._borders[asked]

    def arrival(self, start: Square, to: Square, group: Group, points: int, crossing: bool = False) -> str:
        """Give what a square means to a group that goes there, as `reach` does; empty: it does not come so far."""
        opened = self._open(group[1] > 0, self._crowded(start, sum(group)))
        how, through, goal = _meaning(opened, to, crossing), opened[3], 1 << to
        border = seen = 1 << start
        for _ in range(points) if how else ():
            new = mask_neighbours(border) & ~seen
            if new & goal:
                return how
            seen |= new
            border = new & through
            if not border:
                break
        return ""

    def meaning(self, start: Square, to: Square, group: Group) -> str:
        """Give what the end of a way means to a group: `halt`, `end`, or `pass` where it can only cross."""
        return _meaning(self._open(group[1] > 0, self._crowded(start, sum(group))), to, True)

    def goals(self, start: Square, group: Group, points: int) -> Mask:
        """Give every square that a group can go to: where it can end its move, and water that it can only cross, if it
        can turn up a tile from there and has points left to leave again."""
        scouts, crowded = group[1] > 0, self._crowded(start, sum(group))
        halt, crossed, end, _ = self._open(scouts, crowded)
        borders = self._spread(start, scouts, points, crowded)
        found = 0
        for border in borders:
            found |= border
        found &= halt | end
        if self._sails != 1 or points <= 2 or not crossed & frontier(self._s.seats, self._s.laid):
            return found
        for spent, border in enumerate(borders[: points - 2], 1):
            for square in squares_of(border & crossed & ~found):
                if unexplored_squares(self._s, square) and self.reach(square, group, points - spent - 1, left=start):
                    found |= 1 << square
        return found

    def straight(self, start: Square, to: Square, group: Group, points: int) -> tuple[Square, ...] | None:
        """Give the squares between two squares on a shortest way, over ground rather than squares it can only cross;
        None: a group does not come so far. The last square is not checked."""
        _, _, end, through = self._open(group[1] > 0, self._crowded(start, sum(group)))
        borders, seen, goal = [1 << start], 1 << start, 1 << to
        while not (near := mask_neighbours(borders[-1])) & goal:
            border = near & through & ~seen
            seen |= border
            borders.append(border)
            if not border or len(borders) > points:
                return None
        between: list[Square] = []
        for border in reversed(borders[1:]):
            back = mask_neighbours(goal) & border
            between.append(squares_of(back & end or back)[0])
            goal = 1 << between[-1]
        return tuple(reversed(between))

    def first(self, start: Square, to: Square, group: Group, steps: int, spared: Mask) -> tuple[Square, ...] | None:
        """Give the squares between two squares on the first way of so many steps, of those over squares where the group
        could stay, without the spared ones: the first square decides, then the second, and so on; None: there is no
        such way. No way is shorter."""
        _, _, end, through = self._open(group[1] > 0, self._crowded(start, sum(group)))
        region, borders, seen = end & through & ~spared, [1 << to], 1 << to
        for _ in range(steps - 1):
            border = mask_neighbours(borders[-1]) & region & ~seen
            seen |= border
            borders.append(border)
        between: list[Square] = []
        at = 1 << start
        for border in reversed(borders[1:]):
            near = mask_neighbours(at) & border
            if not near:
                return None
            at = near & -near
            between.append(at.bit_length() - 1)
        return tuple(between)

    def every(self, start: Square, to: Square, group: Group, points: int) -> Iterator[tuple[Square, ...]]:
        """Give the squares between two squares on every way of so many steps at the most, no square twice."""
        _, _, _, through = self._open(group[1] > 0, self._crowded(start, sum(group)))
        ways: list[tuple[Square, ...]] = [()]
        while ways:
            way = ways.pop()
            left = points - len(way)
            for near in edge_neighbours(way[-1] if way else start):
                if near == to:
                    yield way
                elif through >> near & 1 and near != start and near not in way and steps(near, to) < left:
                    ways.append((*way, near))

    def crossed(self, way: tuple[Square, ...]) -> int:
        """Count the squares of a way on which nobody may stay."""
        return sum(not self.stays(square) for square in way)


def reach(s: State, seat: Seat, start: Square, group: Group, points: int) -> dict[Square, tuple[int, str]]:
    """Give every square where a group of a seat can end its move (`PathFinder.reach`)."""
    return PathFinder(s, seat).reach(start, group, points)


def unexplored_squares(s: State, square: Square) -> list[Square]:
    """Give the squares over the edges of this one that belong to tiles still face down."""
    found: list[Square] = []
    for near in edge_neighbours(square) if frontier(s.seats, s.laid) >> square & 1 else ():
        site = site_at(s.seats, near)
        if site >= 0 and not s.laid[site]:
            found.append(near)
    return found


def groups(all_: Group) -> Iterator[Group]:
    """Give every group of these figures, the largest first."""
    for armies in range(all_[0], -1, -1):
        for scouts in range(all_[1], -1, -1):
            if armies or scouts:
                yield armies, scouts


def enterable_cities(s: State, seat: Seat, start: Square, group: Group) -> list[Square]:
    """Give the enemy cities whose centre a group could enter."""
    found = []
    ways = {start: (0, END), **PathFinder(s, seat).reach(start, group, speed(s, seat) - 1, crossing=True)}
    for city, one in s.cities.items():
        if one.seat != seat and any(step in ways and ways[step][1] != HALT for step in edge_neighbours(city)):
            found.append(city)
    return found
