"""The movement phase: groups set out and turn up tiles. `journey` tells how they go on, `map.paths` where to."""

from __future__ import annotations

from collections.abc import Iterator

from ...contract import Act, Cost, Knowledge, Line, Option, Seat, Shown
from ..flow import FLOW, Args, BeginMoves, Heading, Moves, TileTurned, Verb, pop, push
from ..map.board import Mask, figures_at, squares_of, tile_squares
from ..map.paths import PathFinder, groups, unexplored_squares
from ..map.squares import SQUARES, WIDE, Square, name_of
from ..players.limits import speed
from ..state import NONE, Group, State
from ..tables.layouts import LAYOUTS
from ..windows.declarations import Effect, declare, locked, locks
from .journey import attacks, start_move, why_not_seen, why_not_to

FLOW.question(
    Moves,
    "moves",
    ("move", "discover", "sacrifice", "use", "lock", "wreck", "event", "end"),
    lambda s, frame: (s.round,),
    idle="end",
    repeats=True,
)


@FLOW.runner(BeginMoves)
def _begin(s: State, frame: BeginMoves) -> None:
    s.moved.clear()
    for seat, what in s.used:
        if seat == frame.seat and what.startswith("ship "):
            _, to, armies, scouts = what.split()
            s.moved[SQUARES[to]] = (int(armies), int(scouts))
    push(s, Moves(frame.seat))


def unmoved_figures(s: State, seat: Seat, square: Square) -> Group:
    """Give the figures of a seat on a square that have not moved yet."""
    armies, scouts = figures_at(s, seat, square)
    done = s.moved.get(square, NONE)
    return max(0, armies - done[0]), max(0, scouts - done[1])


@FLOW.verb
class Move(Verb[State]):
    """`move c4 e4 2 1`: so many armies and scouts go from c4 to e4."""

    name = "move"
    shape = (str, str, int, int)

    def options(self, s: State, frame: Moves, knows: Knowledge, seat: Seat) -> list[Option]:
        return [Option(Act(seat, self.name, args)) for args in self.candidates(s, frame, knows)]

    def candidates(self, s: State, frame: Moves, knows: Knowledge) -> list[Args]:
        ways, points, shut = PathFinder(s, frame.seat), speed(s, frame.seat), locks(s)
        found: list[Args] = []
        named: dict[Mask, list[str]] = {}
        for square in sorted(s.figures[frame.seat]):
            if shut >> square & 1:
                continue
            name = name_of(square)
            for armies, scouts in groups(unmoved_figures(s, frame.seat, square)):
                goals = ways.goals(square, (armies, scouts), points)
                if goals not in named:
                    named[goals] = list(map(name_of, squares_of(goals)))
                found += [(name, to, armies, scouts) for to in named[goals]]
        return found

    def check(self, s: State, frame: Moves, args: Args) -> Cost | Line:
        square, to, group = SQUARES.get(args[0], -1), SQUARES.get(args[1], -1), (args[2], args[3])
        refused = why_not_these(s, frame.seat, square, group)
        if refused:
            return refused
        if locked(s, square):
            return Line("locked", args[:1])
        return why_not_to(s, frame.seat, square, group, to, speed(s, frame.seat)) or ()

    def do(self, s: State, frame: Moves, args: Args, cost: Cost) -> None:
        seat, square, to = frame.seat, SQUARES[args[0]], SQUARES[args[1]]
        start_move(s, seat, square, (args[2], args[3]), speed(s, seat), Heading(seat, to, "go"))

    def effects(self, s: State, frame: Moves, args: Args) -> tuple[Line, ...]:
        return attacks(s, frame.seat, SQUARES[args[0]], SQUARES[args[1]], (args[2], args[3]))


def why_not_these(s: State, seat: Seat, square: Square, group: Group) -> Line | None:
    """Say why this group cannot set out from a square."""
    ready = unmoved_figures(s, seat, square)
    if min(group) < 0 or not sum(group) or group[0] > ready[0] or group[1] > ready[1]:
        name = name_of(square) if square >= 0 else "?"
        if not any(figures_at(s, seat, square)):
            return Line("nobody-there", (name,))
        return Line("not-so-many" if any(ready) else "all-moved", (name, *ready))
    return None


@FLOW.verb
class Discover(Verb[State]):
    """`discover c4 c5 1 0`: figures on c4 turn up the tile that c5 belongs to, and may go on then."""

    name = "discover"
    shape = (str, str, int, int)

    def candidates(self, s: State, frame: Moves, knows: Knowledge) -> Iterator[Args]:
        for square in sorted(s.figures[frame.seat]):
            for over in unexplored_squares(s, square):
                for group in groups(unmoved_figures(s, frame.seat, square)):
                    yield name_of(square), name_of(over), *group

    def check(self, s: State, frame: Moves, args: Args) -> Cost | Line:
        square, over, group = SQUARES.get(args[0], -1), SQUARES.get(args[1], -1), (args[2], args[3])
        refused = why_not_these(s, frame.seat, square, group)
        if refused:
            return refused
        return () if over in unexplored_squares(s, square) else why_not_seen(s, frame.seat, args[0], args[1])

    def do(self, s: State, frame: Moves, args: Args, cost: Cost) -> None:
        start_move(s, frame.seat, SQUARES[args[0]], (args[2], args[3]), speed(s, frame.seat))
        declare(s, Effect(frame.seat, "look", "move", args[0], args[1:2]))


@FLOW.listener(TileTurned)
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
