"""Movement: groups on the map, tiles that are discovered, huts, and where a move ends in a battle."""

from __future__ import annotations

from collections.abc import Iterator

from ..contract import Act, Cost, Knowledge, Line, Option, Seat, Shown
from ..kit import cards
from .aftermath import come
from .aims import company
from .battle import attack, foretold
from .board import (
    SQUARES,
    WIDE,
    Mask,
    beside,
    cities_of,
    edges,
    enemy_at,
    figures_at,
    land,
    mask_of,
    name_of,
    put,
    site_at,
    squares_of,
    steps,
    terrains,
    tile_squares,
)
from .flow import FLOW, Args, BeginMoves, Moves, OnTheWay, TileTurned, Verb, pop, push
from .state import NONE, Group, Square, State
from .tables.layouts import LAYOUTS
from .values import speed, stacking, standing, water
from .windows import Effect, declare, effect, locked

HALT, PASS, END = "halt", "pass", "end"
"""A square is entered and ends the move; can be crossed; can also be where the move ends."""

FLOW.asks(
    Moves,
    "moves",
    ("move", "discover", "sacrifice", "use", "wreck", "event", "end"),
    lambda s, frame: (s.round,),
    idle="end",
)


def _group(frame: OnTheWay) -> tuple[int, int, int]:
    """Give the armies and scouts that are under way, and whether there are both."""
    return frame.armies, frame.scouts, int(frame.armies > 0 < frame.scouts)


FLOW.asks(
    OnTheWay,
    "on-the-way",
    ("go", "look", "stop"),
    lambda s, frame: (name_of(frame.square), frame.points, *_group(frame)),
    idle="stop",
)


@FLOW.runs(BeginMoves)
def _begin(s: State, frame: BeginMoves) -> None:
    s.moved.clear()
    for seat, what in s.used:
        if seat == frame.seat and what.startswith("ship "):
            _, to, armies, scouts = what.split()
            s.moved[SQUARES[to]] = (int(armies), int(scouts))
    push(s, Moves(frame.seat))


def unmoved(s: State, seat: Seat, square: Square) -> Group:
    """Give the figures of a seat on a square that have not moved yet."""
    armies, scouts = figures_at(s, seat, square)
    done = s.moved.get(square, NONE)
    return max(0, armies - done[0]), max(0, scouts - done[1])


class Ways:
    """The ways of a seat over the map as it is now; what squares mean to groups is worked out once."""

    def __init__(self, s: State, seat: Seat) -> None:
        self._s = s
        self._seat = seat
        self._land, self._water = terrains(s.seats, s.laid)
        self._limit = stacking(s, seat)
        self._flies = "flight" in s.techs[seat]
        self._entered: dict[bool, tuple[Mask, Mask, Mask]] = {}
        self._found: dict[tuple[object, ...], dict[Square, tuple[int, str]]] = {}

    def _entering(self, scouts: bool) -> tuple[Mask, Mask, Mask]:
        """Give the squares that end the move of a group, with or without scouts, as it enters them (`HALT`), those it
        can cross (`PASS`), and those where it can also stay (`END`), wherever there is room for it."""
        s, seat = self._s, self._seat
        own = mask_of(square for square, city in s.cities.items() if city.seat == seat)
        cities = mask_of(s.cities) & ~own
        enemies = 0
        for other, theirs in enumerate(s.figures):
            if other != seat:
                enemies |= mask_of(theirs)
        markers = mask_of(s.markers)
        taken = cities | enemies | markers
        if not scouts:
            halt = taken & ~cities if s.governments[seat] == "democracy" else taken
        elif s.governments[seat] == "republic":
            huts = mask_of(square for square, marker in s.markers.items() if s.backs.get(marker) == "hut")
            halt = huts & ~cities & ~enemies
        else:
            halt = 0
        land = self._land & ~taken & ~own
        sea, ground = land & self._water, land & ~self._water
        sails = water(s, seat)
        crossed = own & ~taken | (sea if sails == 1 else 0)
        return halt & self._land, crossed & self._land, ground | (sea if sails == 2 else 0)

    def reach(self, start: Square, group: Group, points: int, crossing: bool = False) -> dict[Square, tuple[int, str]]:
        """Give every square where a group can end its move: the points that takes, and `halt` or `end`.

        With Flight what would end a move can be flown over, but no full stack of one's own. `crossing`: squares that
        can only be crossed are listed, too.
        """
        size, scouts, own = sum(group), group[1] > 0, self._s.figures[self._seat]
        crowded = mask_of(one for one, there in own.items() if sum(there) + size > self._limit and one != start)
        asked = (start, scouts, points, crossing, crowded)  # groups of other sizes go the same ways where there is room
        if asked not in self._found:
            self._found[asked] = self._reach(start, scouts, points, crossing, crowded)
        return self._found[asked]

    def _reach(
        self, start: Square, scouts: bool, points: int, crossing: bool, crowded: Mask
    ) -> dict[Square, tuple[int, str]]:
        if scouts not in self._entered:
            self._entered[scouts] = self._entering(scouts)
        halt, crossed, end = self._entered[scouts]
        crossed, end = crossed & ~crowded, end & ~crowded
        through = crossed | end | (self._land & ~crowded if self._flies else 0)
        listed = [(halt, HALT), (end, END), *([(crossed, PASS)] if crossing else ())]
        found: dict[Square, tuple[int, str]] = {}
        border = seen = 1 << start
        for spent in range(1, points + 1):
            new = beside(border) & ~seen
            seen |= new
            for mask, how in listed:
                if new & mask:
                    found.update(dict.fromkeys(squares_of(new & mask), (spent, how)))
            border = new & through
            if not border:
                break
        return found


def reach(s: State, seat: Seat, start: Square, group: Group, points: int) -> dict[Square, tuple[int, str]]:
    """Give every square where a group of a seat can end its move (`Ways.reach`)."""
    return Ways(s, seat).reach(start, group, points)


def dark(s: State, square: Square) -> list[Square]:
    """Give the squares over the edges of this one that belong to tiles still face down."""
    found = []
    for near in edges(square):
        site = site_at(s.seats, near)
        if site >= 0 and not s.laid[site]:
            found.append(near)
    return found


def groups(all_: Group) -> Iterator[Group]:
    """Give every group that can be taken out of these figures, the largest first."""
    for armies in range(all_[0], -1, -1):
        for scouts in range(all_[1], -1, -1):
            if armies or scouts:
                yield armies, scouts


def near(s: State, seat: Seat, start: Square, group: Group) -> list[Square]:
    """Give the enemy cities into whose centre a group could step."""
    found = []
    ways = {start: (0, END), **Ways(s, seat).reach(start, group, speed(s, seat) - 1, crossing=True)}
    for city, one in s.cities.items():
        if one.seat != seat and any(step in ways and ways[step][1] != HALT for step in edges(city)):
            found.append(city)
    return found


def take_away(s: State, seat: Seat, square: Square, group: Group) -> None:
    """Take figures that set out from where they stand."""
    put(s, seat, square, (-group[0], -group[1]))
    if square not in s.figures[seat]:
        s.moved.pop(square, None)


def arrive(s: State, seat: Seat, square: Square, group: Group, how: str) -> None:
    """Let a group enter the square where its move ends or pauses."""
    if how == HALT and square in s.markers and s.backs.get(s.markers[square]) == "hut":
        come(s, seat, square, group)
        handle = s.markers.pop(square)
        cards.deal(s, seat, (handle,))
        s.huts[seat] = cards.remix(s, seat, (*s.huts[seat], handle))
        s.say("takes-hut", seat, name_of(square))
        if s.civilizations[seat] == "china":
            s.culture[seat] += 3
            s.say("culture", seat, 3, "china")
    elif how == HALT:
        attack(s, seat, square, group)
    else:
        come(s, seat, square, group)


@FLOW.verb
class Move(Verb[State]):
    """`move c4 e4 2 1`: so many armies and scouts go from c4 to e4."""

    name = "move"
    shape = (str, str, int, int)

    def options(self, s: State, frame: Moves, knows: Knowledge, seat: Seat) -> Iterator[Option]:
        for args in self.candidates(s, frame, knows):
            yield Option(Act(seat, self.name, args))

    def candidates(self, s: State, frame: Moves, knows: Knowledge) -> Iterator[Args]:
        ways, points = Ways(s, frame.seat), speed(s, frame.seat)
        for square in sorted(s.figures[frame.seat]):
            if locked(s, square):
                continue
            for group in groups(unmoved(s, frame.seat, square)):
                found = ways.reach(square, group, points)
                yield from ((name_of(square), name_of(to), *group) for to in sorted(found))

    def check(self, s: State, frame: Moves, args: Args) -> Cost | Line:
        square, to, group = SQUARES.get(args[0], -1), SQUARES.get(args[1], -1), (args[2], args[3])
        refused = why_not_these(s, frame.seat, square, group)
        if refused:
            return refused
        if locked(s, square):
            return Line("locked", args[:1])
        return _why_not_to(s, frame.seat, square, group, to, speed(s, frame.seat)) or ()

    def do(self, s: State, frame: Moves, args: Args, cost: Cost) -> None:
        declare(s, Effect(frame.seat, self.name, "move", args[0], args[1:]))

    def effects(self, s: State, frame: Moves, args: Args) -> tuple[Line, ...]:
        return _attacks(s, frame.seat, SQUARES[args[0]], SQUARES[args[1]], (args[2], args[3]))


def _attacks(s: State, seat: Seat, square: Square, to: Square, group: Group) -> tuple[Line, ...]:
    """Say whom a group attacks that goes from one square to another one, and with what; nothing where it does not."""
    then = s.copy()
    put(then, seat, square, (-group[0], -group[1]))
    told = foretold(then, seat, to, group)
    return () if told is None else (told,)


@effect("move")
def _moves(s: State, frame: Effect) -> None:
    seat, square, to = frame.seat, SQUARES[frame.what], SQUARES[str(frame.on[0])]
    group = (int(frame.on[1]), int(frame.on[2]))
    points = speed(s, seat)
    there = reach(s, seat, square, group, points).get(to)
    if there is None:  # who stood there has left the game, and on water nobody stays
        return
    spent, how = there
    take_away(s, seat, square, group)
    _say_moved(s, seat, square, to, group)
    if how == END and points > spent and dark(s, to):
        push(s, OnTheWay(seat, to, *group, points - spent))
    arrive(s, seat, to, group, how)


def _say_moved(s: State, seat: Seat, square: Square, to: Square, group: Group) -> None:
    ending, _ = company(*group)
    s.say(f"moves-{ending}", seat, name_of(square), name_of(to), *group)


def why_not_these(s: State, seat: Seat, square: Square, group: Group) -> Line | None:
    """Say why this group cannot set out from a square."""
    ready = unmoved(s, seat, square)
    if min(group) < 0 or not sum(group) or group[0] > ready[0] or group[1] > ready[1]:
        name = name_of(square) if square >= 0 else "?"
        if not any(figures_at(s, seat, square)):
            return Line("nobody-there", (name,))
        return Line("not-so-many" if any(ready) else "all-moved", (name, *ready))
    return None


def _why_not_to(s: State, seat: Seat, square: Square, group: Group, to: Square, points: int) -> Line | None:
    """Say why a group cannot end its move on a square."""
    if to in reach(s, seat, square, group, points):
        return None
    there = name_of(to) if to >= 0 else "?"
    if to not in land(s):
        return Line("still-dark" if site_at(s.seats, to) >= 0 else "off-the-map", (there,))
    if to == square:
        return Line("there-already", (there,))
    if to in cities_of(s, seat):
        return Line("own-city", (there,))
    if steps(square, to) > points:
        return Line("too-far", (name_of(square), there, points))
    if land(s)[to].terrain == "water" and water(s, seat) <= 1:
        return Line("no-figure-on-water", (there,))
    if group[1] and (to in s.markers or to in s.cities or enemy_at(s, seat, to) >= 0):
        return Line("no-way-for-scouts", (there,))
    if to in s.cities and s.governments[seat] == "democracy":
        return Line("democracy-spares-cities")
    if standing(s, seat, to) + sum(group) > stacking(s, seat):
        return Line("full", (there,))
    return Line("out-of-reach", (name_of(square), there))


@FLOW.verb
class Discover(Verb[State]):
    """`discover c4 c5 1 0`: figures on c4 turn up the tile that c5 belongs to, and may go on then."""

    name = "discover"
    shape = (str, str, int, int)

    def candidates(self, s: State, frame: Moves, knows: Knowledge) -> Iterator[Args]:
        for square in sorted(s.figures[frame.seat]):
            for over in dark(s, square):
                for group in groups(unmoved(s, frame.seat, square)):
                    yield name_of(square), name_of(over), *group

    def check(self, s: State, frame: Moves, args: Args) -> Cost | Line:
        square, over, group = SQUARES.get(args[0], -1), SQUARES.get(args[1], -1), (args[2], args[3])
        refused = why_not_these(s, frame.seat, square, group)
        if refused:
            return refused
        return () if over in dark(s, square) else _why_not_seen(s, frame.seat, args[0], args[1])

    def do(self, s: State, frame: Moves, args: Args, cost: Cost) -> None:
        square, group = SQUARES[args[0]], (args[2], args[3])
        done = s.moved.get(square, NONE)
        s.moved[square] = (done[0] + group[0], done[1] + group[1])
        turn_up(s, frame.seat, square, SQUARES[args[1]], group, speed(s, frame.seat) - 1)


def _why_not_seen(s: State, seat: Seat, start: str, over: str) -> Line:
    """Say why the tile of a square is not turned up from another one."""
    square = SQUARES.get(over, -1)
    if square in land(s):
        return Line("face-up", (over,))
    if site_at(s.seats, square) < 0:
        return Line("off-the-map", (over,))
    seen = any(square in dark(s, one) for one in s.figures[seat])
    return Line("nothing-dark", (start, over)) if seen else Line("nobody-beside", (over,))


def turn_up(s: State, seat: Seat, square: Square, over: Square, group: Group, points: int) -> None:
    """Turn up a tile, seen from a square at its edge; the group has so many points left then."""
    site = site_at(s.seats, over)
    handle, s.tiles[site] = s.tiles[site], -1
    s.say("discovers", seat, name_of(over))
    cards.show(s, (handle,), TileTurned(0, site, edges_turned(square, over)))
    if points:
        push(s, OnTheWay(seat, square, *group, points))


def edges_turned(square: Square, over: Square) -> int:
    """Give how often a tile is turned clockwise whose arrow points away from the square, over that edge."""
    return {-WIDE: 0, 1: 1, WIDE: 2, -1: 3}[over - square]


@FLOW.hears(TileTurned)
def _tile_turned(s: State, frame: TileTurned, fact: Shown) -> None:
    laid = list(s.laid)
    laid[frame.site] = f"{fact.faces[0]}:{frame.turned}"
    s.laid = tuple(laid)
    site = LAYOUTS[s.seats].sites[frame.site]
    squares = tile_squares(laid[frame.site], site.y * WIDE + site.x)
    for square in sorted(squares):
        if squares[square].extra == "hut":
            s.markers[square], *rest = s.hut_deck
            s.hut_deck = tuple(rest)
        elif squares[square].extra == "village":
            s.markers[square], *rest = s.village_deck
            s.village_deck = tuple(rest)
    s.say("tile", fact.faces[0], name_of(site.y * WIDE + site.x))


@FLOW.verb_for(Moves)
class EndMoves(Verb[State]):
    """`end`: your figures stay where they are."""

    name = "end"

    def check(self, s: State, frame: Moves, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Moves, args: Args, cost: Cost) -> None:
        pop(s)
        s.moved.clear()


# --- on the way ----------------------------------------------------------------------------------------------


@FLOW.verb
class Go(Verb[State]):
    """`go e5`: the group goes on."""

    name = "go"
    shape = (str,)

    def candidates(self, s: State, frame: OnTheWay, knows: Knowledge) -> Iterator[Args]:
        if locked(s, frame.square):
            return
        found = reach(s, frame.seat, frame.square, (frame.armies, frame.scouts), frame.points)
        yield from ((name_of(to),) for to in sorted(found))

    def check(self, s: State, frame: OnTheWay, args: Args) -> Cost | Line:
        if locked(s, frame.square):
            return Line("locked", (name_of(frame.square),))
        group, to = (frame.armies, frame.scouts), SQUARES.get(args[0], -1)
        return _why_not_to(s, frame.seat, frame.square, group, to, frame.points) or ()

    def do(self, s: State, frame: OnTheWay, args: Args, cost: Cost) -> None:
        declare(s, Effect(frame.seat, self.name, "move", name_of(frame.square), args))

    def effects(self, s: State, frame: OnTheWay, args: Args) -> tuple[Line, ...]:
        return _attacks(s, frame.seat, frame.square, SQUARES[args[0]], (frame.armies, frame.scouts))


@effect("go")
def _goes(s: State, effect: Effect) -> None:
    """A group goes on; where it stands says the frame below."""
    frame = s.stack[-1]
    assert isinstance(frame, OnTheWay)
    seat, group, to = frame.seat, (frame.armies, frame.scouts), SQUARES[str(effect.on[0])]
    there = reach(s, seat, frame.square, group, frame.points).get(to)
    if there is None:
        return
    pop(s)
    spent, how = there
    put(s, seat, frame.square, (-group[0], -group[1]))
    done = s.moved.get(frame.square, NONE)
    s.moved[frame.square] = (done[0] - group[0], done[1] - group[1])
    _say_moved(s, seat, frame.square, to, group)
    if how == END and frame.points > spent and dark(s, to):
        push(s, OnTheWay(seat, to, *group, frame.points - spent))
    arrive(s, seat, to, group, how)


@FLOW.verb
class Look(Verb[State]):
    """`look c5`: the group turns up the tile that c5 belongs to."""

    name = "look"
    shape = (str,)

    def candidates(self, s: State, frame: OnTheWay, knows: Knowledge) -> Iterator[Args]:
        yield from ((name_of(over),) for over in dark(s, frame.square))

    def check(self, s: State, frame: OnTheWay, args: Args) -> Cost | Line:
        over = SQUARES.get(args[0], -1)
        return () if over in dark(s, frame.square) else _why_not_seen(s, frame.seat, name_of(frame.square), args[0])

    def do(self, s: State, frame: OnTheWay, args: Args, cost: Cost) -> None:
        pop(s)
        group = (frame.armies, frame.scouts)
        turn_up(s, frame.seat, frame.square, SQUARES[args[0]], group, frame.points - 1)


@FLOW.verb
class Stop(Verb[State]):
    """`stop`: the group stays where it is."""

    name = "stop"

    def check(self, s: State, frame: OnTheWay, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: OnTheWay, args: Args, cost: Cost) -> None:
        pop(s)
