"""Journeys: groups go square by square over the map, choose a way, and go on after a stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from ...contract import Act, Cost, Knowledge, Line, Option, Seat
from ...kit import cards
from ...kit.records import replace
from ...kit.state import Frame
from ..acts.targets import company
from ..battle.aftermath import place_group
from ..battle.combat import attack, battle_forecast
from ..flow import (
    FLOW,
    Args,
    ChooseWay,
    Heading,
    OnTheWay,
    Passing,
    TileTurned,
    Underway,
    Verb,
    check_coin_victory,
    coin_winner,
    near_coin_victory,
    pop,
    push,
)
from ..map.board import Mask, cities_of, enemy_at, land, mask_neighbours, mask_of, put, site_at, squares_of, steps
from ..map.paths import END, HALT, PathFinder, blocked_squares, groups, unexplored_squares
from ..map.squares import SQUARES, WIDE, Square, name_of
from ..players.coins import coins
from ..players.holdings import figure_count
from ..players.limits import stacking, water
from ..state import NONE, Group, State
from ..tables.civilizations import COINS_TO_WIN
from ..windows.declarations import Effect, declare, declare_to, effect, locked
from ..windows.threats import entered_squares, movers_to_ask, threats

FLOW.question(
    OnTheWay,
    "on-the-way",
    ("go", "look", "stop"),
    lambda s, frame: (name_of(frame.square), frame.points, *_numbers(frame)),
    idle="stop",
)
FLOW.question(
    Passing,
    "passing",
    ("go", "look"),
    lambda s, frame: (name_of(frame.square), frame.points, *_numbers(frame)),
)
FLOW.question(ChooseWay, "way", ("way",), lambda s, frame: (_name(s, frame), name_of(frame.to), *_numbers(_below(s))))


def _numbers(frame: Underway) -> tuple[int, int, int]:
    """Give the armies and scouts of a group, and 1 if it has both, else 0."""
    return frame.armies, frame.scouts, int(frame.armies > 0 < frame.scouts)


def group_of(frame: Underway) -> Group:
    """Give the figures that are under way."""
    return frame.armies, frame.scouts


def _below(s: State) -> Underway:
    frame = s.stack[-2]
    assert isinstance(frame, Underway)
    return frame


def _name(s: State, frame: ChooseWay) -> str:
    return name_of(_below(s).square)


# --- setting out ---------------------------------------------------------------------------------------------


def start_move(s: State, seat: Seat, square: Square, group: Group, points: int, *then: Frame) -> None:
    """Let figures begin a move on their square; `then`: what they do first."""
    done = s.moved.get(square, NONE)
    s.moved[square] = (done[0] + group[0], done[1] + group[1])
    push(s, *then, Underway(seat, square, *group, points))


@FLOW.runner(Heading)
def _heads(s: State, frame: Heading) -> None:
    """Let a group take the best way; if none is best, its player chooses."""
    under = s.stack[-1]
    assert isinstance(under, Underway)
    view = Outlook(s, under.seat)
    found = paths_to(s, under, frame.to, view)
    if len(found) == 1:
        _declare_way(s, frame, under, found[0], view)
    elif found:
        push(s, ChooseWay(frame.seat, frame.to, frame.does, frame.tech))


class Outlook:
    """The view of a group before it sets out; nothing of it changes until it does.

    `paths`: where it can go. `risks`: the threats to it.
    """

    def __init__(self, s: State, seat: Seat) -> None:
        self._s = s
        self.paths = PathFinder(s, seat)
        self.risks = threats(s, seat)
        self._riches: list[Seat] | None = None

    @property
    def riches(self) -> list[Seat]:
        """The seats that may be near a victory by coins."""
        if self._riches is None:  # a cached property takes a lock, as long as that takes
            self._riches = near_coin_victory(self._s)
        return self._riches


@FLOW.departure(ChooseWay)
def _chooses_anew(s: State, frame: ChooseWay, seat: Seat) -> Frame | None:
    """Look for the way again: a seat that stood in it may have gone."""
    return None if frame.seat == seat else Heading(frame.seat, frame.to, frame.does, frame.tech)


def _declare_way(s: State, frame: Heading, under: Underway, way: tuple[Square, ...], view: Outlook) -> None:
    squares = tuple(map(name_of, way))
    to: tuple[str | int, ...] = (name_of(frame.to), under.armies, under.scouts)
    if frame.does == "sacrifice":
        to = ("army" if under.armies else "scout", name_of(frame.to), frame.tech)
    move = Effect(frame.seat, frame.does, "move", name_of(under.square), (*to, *squares))
    stands = (1 << under.square | 1 << frame.to | mask_of(way)) & ~view.paths.blocked
    asked = movers_to_ask(s, move, view.risks, stands)
    if asked or move.does != "go":
        declare_to(s, move, asked)
        return
    pop(s)  # as the effect does, with the ways at hand
    how = view.paths.meaning(under.square, frame.to, group_of(under))
    _carry_out(s, under, way, frame.to, how, view.paths, _counts(s, under.seat, view.riches))


def paths_to(s: State, under: Underway, to: Square, view: Outlook) -> list[tuple[Square, ...]]:
    """Give the ways worth a choice, each as the squares between.

    Ways differ in the threats to the group: a way with fewer is better. A way that lets somebody else win by coins
    is left out if there is another. Of like ways only the shortest one, over ground, is given; if a tile lies face
    down beside the end, only the shortest ways count.
    """
    if mask_neighbours(1 << under.square) >> to & 1:
        return [()]
    seat, group, ways = under.seat, group_of(under), view.paths
    straight = ways.straight(under.square, to, group, under.points)
    if straight is None:
        return []
    riches, masks = view.riches, [mask for _, _, mask in view.risks]
    if not masks and not riches:
        return [straight]
    ends = 1 << under.square | 1 << to
    # no way meets fewer threats than its two ends do
    safe_enough = _met(masks, (ends | mask_of(straight)) & ~ways.blocked) == _met(masks, ends & ~ways.blocked)
    if safe_enough and not riches:
        return [straight]
    others_near = _counts(s, seat, riches)
    if safe_enough and not others_near:
        spared = 0
        for mask in masks:
            spared |= 0 if mask & ends & ~ways.blocked else mask
        first = ways.first(under.square, to, group, len(straight) + 1, spared)
        if first is not None:
            return [first]
    shortest = unexplored_squares(s, to) or (safe_enough and not others_near)
    best: dict[int, tuple[tuple[int, int, tuple[Square, ...]], tuple[Square, ...]]] = {}
    every = list(ways.every(under.square, to, group, len(straight) + 1 if shortest else under.points))
    enriching = _enriching(s, under, mask_of(chain.from_iterable(every))) if others_near else 0
    safe = [way for way in every if not mask_of(way) & enriching] if enriching else every
    for way in safe or every:
        met = _met(masks, (ends | mask_of(way)) & ~ways.blocked)
        price = (len(way), ways.crossed(way), way)
        if met not in best or price < best[met][0]:
            best[met] = price, way
    found = sorted(best[met] for met in best if not any(other != met and other & met == other for other in best))
    return [way for _, way in found]


def _counts(s: State, seat: Seat, riches: Sequence[Seat]) -> bool:
    """Whether another of these seats could win by coins while a group of a seat is on its way.

    A group that leaves its square unblocks one coin of somebody else at the most, and where it comes it only blocks.
    """
    return any(other != seat and coins(s, other) + 1 >= COINS_TO_WIN for other in riches)


def _met(masks: Sequence[Mask], stands: Mask) -> int:
    """Give the threats to a group on these squares: bit n stands for the one with the reach number n."""
    met = 0
    for number, mask in enumerate(masks):
        if mask & stands:
            met |= 1 << number
    return met


def _enriching(s: State, under: Underway, squares: Mask) -> Mask:
    """Give the squares, of these, where a group would let somebody else have coins enough to win.

    The way there changes no coins, and a group that stands somewhere gives nobody any: so where nobody wins once it has
    left its square, nobody does anywhere.
    """
    seat, group, then, found = under.seat, group_of(under), s.copy(), 0
    lift_group(then, seat, under.square, group)
    if coin_winner(then) in (-1, seat):
        return 0
    for square in squares_of(squares & ~blocked_squares(s, seat)):
        place_group(then, seat, square, group)
        if coin_winner(then) not in (-1, seat):
            found |= 1 << square
        lift_group(then, seat, square, group)
    return found


@FLOW.verb
class Way(Verb[State]):
    """`way d4 d5`: the group goes over these squares."""

    name = "way"
    shape = None

    def candidates(self, s: State, frame: ChooseWay, knows: Knowledge) -> Iterator[Args]:
        yield from (tuple(map(name_of, way)) for way in paths_to(s, _below(s), frame.to, Outlook(s, frame.seat)))

    def check(self, s: State, frame: ChooseWay, args: Args) -> Cost | Line:
        return () if args in list(self.candidates(s, frame, Knowledge())) else Line("no-such-way", (name_of(frame.to),))

    def do(self, s: State, frame: ChooseWay, args: Args, cost: Cost) -> None:
        pop(s)
        under = s.stack[-1]
        assert isinstance(under, Underway)
        heading = Heading(frame.seat, frame.to, frame.does, frame.tech)
        _declare_way(s, heading, under, tuple(SQUARES[one] for one in args), Outlook(s, under.seat))


# --- from square to square -----------------------------------------------------------------------------------


def lift_group(s: State, seat: Seat, square: Square, group: Group) -> None:
    """Take figures under way off the square where they stand."""
    put(s, seat, square, (-group[0], -group[1]))
    done = s.moved.get(square, NONE)
    s.moved[square] = max(0, done[0] - group[0]), max(0, done[1] - group[1])
    if square not in s.figures[seat] or s.moved[square] == NONE:
        s.moved.pop(square, None)


def move_along(
    s: State, under: Underway, squares: tuple[Square, ...], counting: bool | None = None, aloft: Mask | None = None
) -> Underway:
    """Let a group go over squares, one by one, and give its frame afterwards.

    It stops where somebody wins by the coins of that moment. On squares it flies over it does not stand (`aloft`, if
    they are known).
    """
    if not squares:
        return under
    aloft = blocked_squares(s, under.seat) if aloft is None else aloft
    group, points = group_of(under), under.points
    if not (_counts(s, under.seat, near_coin_victory(s)) if counting is None else counting):
        stands = [square for square in squares if not aloft >> square & 1]
        if stands:  # nobody looks at it on the squares between
            lift_group(s, under.seat, under.square, group)
            place_group(s, under.seat, stands[-1], group)
        return replace(under, square=stands[-1] if stands else under.square, points=points - len(squares))
    for spent, square in enumerate(squares, 1):
        if aloft >> square & 1:
            continue
        lift_group(s, under.seat, under.square, group)
        place_group(s, under.seat, square, group)
        under = replace(under, square=square, points=points - spent)
        check_coin_victory(s)
        if s.over:
            return under
    return replace(under, points=points - len(squares))


@effect("go")
def _goes(s: State, move: Effect) -> None:
    """Continue a group's move; the frame below holds its position."""
    under = pop(s)
    assert isinstance(under, Underway)
    _walk(s, move, under, PathFinder(s, under.seat))


def _walk(s: State, move: Effect, under: Underway, ways: PathFinder) -> None:
    """Carry out the move of a group that is off the stack."""
    group, to = group_of(under), SQUARES[str(move.on[0])]
    if to == under.square:  # somebody has struck at it there, in vain
        _arrived(s, under, END if ways.stays(to) else "")
        return
    how = ways.arrival(under.square, to, group, under.points, crossing=True)
    if not how:  # the enemy there has left the game, and no group stays on water
        push(s, under)
        return
    _carry_out(s, under, entered_squares(move)[:-1], to, how, ways)


def _carry_out(
    s: State,
    under: Underway,
    way: tuple[Square, ...],
    to: Square,
    how: str,
    ways: PathFinder,
    counting: bool | None = None,
) -> None:
    """Let a group go to a square over those between; `how`: what that square does to its move."""
    seat, group = under.seat, group_of(under)
    if how != HALT:
        new = move_along(s, under, (*way, to), counting, ways.blocked)
        say_moved(s, under, new)
        _arrived(s, new, how)
        return
    last = move_along(s, under, way, counting, ways.blocked)
    if s.over:
        return
    lift_group(s, seat, last.square, group)
    _say_moved(s, seat, under.square, to, group)
    _enter(s, seat, to, group)


def _arrived(s: State, under: Underway, how: str) -> None:
    """Ask again if the group can turn up a tile, or may not stay."""
    if not s.over and (how != END or (under.points and unexplored_squares(s, under.square))):
        push(s, under)


def _enter(s: State, seat: Seat, square: Square, group: Group) -> None:
    """Let a group enter a square that ends its move: a hut, a village, an enemy."""
    if square in s.markers and s.backs.get(s.markers[square]) == "hut":
        place_group(s, seat, square, group)
        handle = s.markers.pop(square)
        cards.deal(s, seat, (handle,))
        s.huts[seat] = cards.remix(s, seat, (*s.huts[seat], handle))
        s.say("takes-hut", seat, name_of(square))
        if s.civilizations[seat] == "china":
            s.culture[seat] += 3
            s.say("culture", seat, 3, "china")
    else:
        attack(s, seat, square, group)


def say_moved(s: State, before: Underway, now: Underway) -> None:
    """Tell where a group has gone, if it has moved at all."""
    if now.square != before.square:
        _say_moved(s, now.seat, before.square, now.square, group_of(now))


def _say_moved(s: State, seat: Seat, square: Square, to: Square, group: Group) -> None:
    ending, _ = company(*group)
    s.say(f"moves-{ending}", seat, name_of(square), name_of(to), *group)


@effect("pause")
def _pauses(s: State, move: Effect) -> None:
    """Stop a group that was struck or held; the frame below asks the rest how it goes on."""


# --- tiles that are turned up --------------------------------------------------------------------------------


@effect("look")
def _looks(s: State, move: Effect) -> None:
    """Turn up a tile for a group, then ask how it goes on."""
    under = pop(s)
    assert isinstance(under, Underway)
    over = SQUARES[str(move.on[0])]
    site = site_at(s.seats, over)
    handle, s.tiles[site] = s.tiles[site], -1
    s.say("discovers", under.seat, name_of(over))
    cards.show(s, (handle,), TileTurned(0, site, edges_turned(under.square, over)))
    push(s, replace(under, points=under.points - 1))


def edges_turned(square: Square, over: Square) -> int:
    """Give how often a tile is turned clockwise so that its arrow points away from the square, over that edge."""
    return {-WIDE: 0, 1: 1, WIDE: 2, -1: 3}[over - square]


def why_not_seen(s: State, seat: Seat, start: str, over: str) -> Line:
    """Say why the tile of a square cannot be turned up from another square."""
    square = SQUARES.get(over, -1)
    if square in land(s):
        return Line("face-up", (over,))
    if site_at(s.seats, square) < 0:
        return Line("off-the-map", (over,))
    seen = any(square in unexplored_squares(s, one) for one in s.figures[seat])
    return Line("nothing-dark", (start, over)) if seen else Line("nobody-beside", (over,))


# --- going on ------------------------------------------------------------------------------------------------


@FLOW.runner(Underway)
def _goes_on(s: State, frame: Underway) -> None:
    """Ask how a group goes on, or end its move if it can neither go on nor turn up a tile."""
    ways, group = PathFinder(s, frame.seat), group_of(frame)
    free = bool(frame.points) and not locked(s, frame.square)
    goes = free and bool(ways.goals(frame.square, group, frame.points))
    fields = (frame.seat, frame.square, *group, frame.points)
    if goes and not ways.stays(frame.square):
        push(s, Passing(*fields))
    elif goes or (frame.points and ways.stays(frame.square) and unexplored_squares(s, frame.square)):
        push(s, OnTheWay(*fields))


def why_not_to(s: State, seat: Seat, square: Square, group: Group, to: Square, points: int) -> Line | None:
    """Say why a group cannot end its move on a square."""
    ways = PathFinder(s, seat)
    if to >= 0 and (ways.arrival(square, to, group, points) or ways.goals(square, group, points) >> to & 1):
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
    if figure_count(s, seat, to) + sum(group) > stacking(s, seat):
        return Line("full", (there,))
    return Line("out-of-reach", (name_of(square), there))


def attacks(s: State, seat: Seat, square: Square, to: Square, group: Group) -> tuple[Line, ...]:
    """Say whom a group attacks by going from one square to another, and with what; nothing if nobody."""
    then = s.copy()
    put(then, seat, square, (-group[0], -group[1]))
    told = battle_forecast(then, seat, to, group)
    return () if told is None else (told,)


@FLOW.verb
class Go(Verb[State]):
    """`go e5`: the group goes on; `go e5 1 0`: so many armies and scouts of it do, all others stay."""

    name = "go"
    shape = None

    def options(self, s: State, frame: Underway, knows: Knowledge, seat: Seat) -> Iterator[Option]:
        for args in self.candidates(s, frame, knows):
            yield Option(Act(seat, self.name, args))

    def candidates(self, s: State, frame: Underway, knows: Knowledge) -> Iterator[Args]:
        if locked(s, frame.square):
            return
        ways, whole = PathFinder(s, frame.seat), group_of(frame)
        for group in groups(whole):
            if group == whole or isinstance(frame, OnTheWay):
                part = () if group == whole else group
                yield from ((name_of(to), *part) for to in squares_of(ways.goals(frame.square, group, frame.points)))

    def check(self, s: State, frame: Underway, args: Args) -> Cost | Line:
        if tuple(map(type, args)) not in ((str,), (str, int, int)):
            return Line("bad-arguments", (self.name,))
        if locked(s, frame.square):
            return Line("locked", (name_of(frame.square),))
        group = args[1:] or group_of(frame)
        most = group_of(frame)
        if args[1:] and (min(group) < 0 or not sum(group) or group[0] > most[0] or group[1] > most[1] or group == most):
            return Line("no-part", (name_of(frame.square), *most))
        if args[1:] and isinstance(frame, Passing):
            return Line("no-figure-on-water", (name_of(frame.square),))
        return why_not_to(s, frame.seat, frame.square, group, SQUARES.get(args[0], -1), frame.points) or ()

    def do(self, s: State, frame: Underway, args: Args, cost: Cost) -> None:
        pop(s)
        armies, scouts = args[1:] or group_of(frame)
        under = Underway(frame.seat, frame.square, armies, scouts, frame.points)
        push(s, Heading(frame.seat, SQUARES[args[0]], "go"), under)

    def effects(self, s: State, frame: Underway, args: Args) -> tuple[Line, ...]:
        return attacks(s, frame.seat, frame.square, SQUARES[args[0]], args[1:] or group_of(frame))


@FLOW.verb
class Look(Verb[State]):
    """`look c5`: the group turns up the tile that c5 belongs to."""

    name = "look"
    shape = (str,)

    def candidates(self, s: State, frame: Underway, knows: Knowledge) -> Iterator[Args]:
        if frame.points:
            yield from ((name_of(over),) for over in unexplored_squares(s, frame.square))

    def check(self, s: State, frame: Underway, args: Args) -> Cost | Line:
        over, square = SQUARES.get(args[0], -1), frame.square
        if over not in unexplored_squares(s, square):
            return why_not_seen(s, frame.seat, name_of(square), args[0])
        away = isinstance(frame, OnTheWay) or PathFinder(s, frame.seat).reach(square, group_of(frame), frame.points - 1)
        return () if away else Line("no-figure-on-water", (name_of(square),))

    def do(self, s: State, frame: Underway, args: Args, cost: Cost) -> None:
        pop(s)
        push(s, Underway(frame.seat, frame.square, *group_of(frame), frame.points))
        declare(s, Effect(frame.seat, "look", "move", name_of(frame.square), args))


@FLOW.verb
class Stop(Verb[State]):
    """`stop`: the group stays where it is."""

    name = "stop"

    def check(self, s: State, frame: OnTheWay, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: OnTheWay, args: Args, cost: Cost) -> None:
        pop(s)
