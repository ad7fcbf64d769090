"""The start of a turn: new cities, gathering, governments, gifts of wonders."""

from __future__ import annotations

from collections.abc import Iterator

from ...contract import Cost, Knowledge, Line, Seat
from ..culture.track import advance
from ..flow import FLOW, Args, MakeRoom, Start, Verb, pop, push
from ..map.board import cities_of, distance, enemy_at, figures_at, land, neighbours, outskirts_owner, put
from ..map.squares import SQUARES, Square, name_of
from ..players.holdings import figure_count, figures_in_supply, has_wonder, lookup_techs
from ..players.limits import city_limit, stacking, water
from ..state import City, State
from ..tables.techs import LAST, TECHS
from ..technologies.pyramid import fits, learn

FLOW.question(
    Start,
    "start",
    ("found", "gather", "recall", "place", "government", "muster", "copy", "event", "end"),
    lambda s, frame: (s.round,),
    idle="end",
    repeats=True,
)
KINDS = {"army": (1, 0), "scout": (0, 1)}
THIRD = 3
"""The learning game ends with the first third city of a player (rulebook 322)."""
APART = 3
"""The least distance of cities, in squares."""


# --- cities --------------------------------------------------------------------------------------------------


def why_no_city(s: State, seat: Seat, square: Square) -> Line | None:
    """Say why no city of a seat can be founded on a square."""
    here = land(s).get(square)
    name = name_of(square) if square >= 0 else "?"
    if here is None:
        return Line("lies-face-down", (name,))
    if here.terrain == "water":
        return Line("no-city-on-water", (name,))
    if len(cities_of(s, seat)) >= city_limit(s, seat):
        return Line("enough-cities", (city_limit(s, seat),))
    near = neighbours(square)
    if len(near) < 8 or any(one not in land(s) for one in near):
        return Line("edge-of-the-known", (name,))
    if any(one in s.markers for one in (square, *near)):
        return Line("marker-near", (name,))
    if any(enemy_at(s, seat, one) >= 0 for one in near):
        return Line("enemy-near", (name,))
    if any(distance(city, square) < APART for city in s.cities):
        return Line("city-near", (name,))
    return None


def _room(s: State, seat: Seat, square: Square) -> int:
    """Give how many figures can move from a square to those around it."""
    return sum(stacking(s, seat) - figure_count(s, seat, one) for one in refuges(s, seat, square, full=True))


def refuges(s: State, seat: Seat, square: Square, full: bool = False) -> Iterator[Square]:
    """Give the squares for figures on the square of a new city; `full`: also squares without room for one."""
    for one in neighbours(square):
        if land(s)[one].terrain == "water" and water(s, seat) < 2:
            continue
        if full or figure_count(s, seat, one) < stacking(s, seat):
            yield one


@FLOW.verb
class Found(Verb[State]):
    """`found c4 scout`: the figure becomes a city; an army can do it under a republic."""

    name = "found"
    shape = (str, str)

    def candidates(self, s: State, frame: Start, knows: Knowledge) -> Iterator[Args]:
        for square in sorted(s.figures[frame.seat]):
            for kind in KINDS:
                yield name_of(square), kind

    def check(self, s: State, frame: Start, args: Args) -> Cost | Line:
        seat, square, kind = frame.seat, SQUARES.get(args[0], -1), args[1]
        group = KINDS.get(kind)
        armies, scouts = figures_at(s, seat, square)
        if group is None or not (armies * group[0] + scouts * group[1]):
            return Line("no-figure-there", args)
        if kind == "army" and s.governments[seat] != "republic":
            return Line("armies-found-no-cities")
        refused = why_no_city(s, seat, square)
        if refused:
            return refused
        return () if armies + scouts - 1 <= _room(s, seat, square) else Line("no-room-to-leave", args[:1])

    def dead_end(self, s: State, frame: Start, args: Args) -> Line | None:
        """Explain the named square, whether a figure stands there or not."""
        square = SQUARES.get(args[0], -1)
        refused = why_no_city(s, frame.seat, square)
        return refused if refused or any(figures_at(s, frame.seat, square)) else Line("nobody-to-found", args[:1])

    def do(self, s: State, frame: Start, args: Args, cost: Cost) -> None:
        seat, square, group = frame.seat, SQUARES[args[0]], KINDS[args[1]]
        put(s, seat, square, (-group[0], -group[1]))
        s.gathers[seat].pop(square, None)
        s.cities[square] = City(seat)
        s.say("founds", seat, args[0])
        if s.civilizations[seat] == "rome":
            advance(s, seat)
        if s.lesson and len(cities_of(s, seat)) == THIRD and not s.over:
            s.finish("lesson")
        if square in s.figures[seat] and not s.over:
            push(s, MakeRoom(seat, square))


FLOW.question(MakeRoom, "make-room", ("leave",), lambda s, frame: (name_of(frame.square),), repeats=True)


@FLOW.verb
class Leave(Verb[State]):
    """`leave army c5`: a figure leaves the square of the new city."""

    name = "leave"
    shape = (str, str)

    def candidates(self, s: State, frame: MakeRoom, knows: Knowledge) -> Iterator[Args]:
        for kind in KINDS:
            for square in refuges(s, frame.seat, frame.square):
                yield kind, name_of(square)

    def check(self, s: State, frame: MakeRoom, args: Args) -> Cost | Line:
        group, square = KINDS.get(args[0]), SQUARES.get(args[1], -1)
        armies, scouts = figures_at(s, frame.seat, frame.square)
        if group is None or not armies * group[0] + scouts * group[1]:
            return Line("no-figure-there", (name_of(frame.square), args[0]))
        return () if square in refuges(s, frame.seat, frame.square) else Line("full", args[1:])

    def do(self, s: State, frame: MakeRoom, args: Args, cost: Cost) -> None:
        group = KINDS[args[0]]
        put(s, frame.seat, frame.square, (-group[0], -group[1]))
        put(s, frame.seat, SQUARES[args[1]], group)
        s.say("leaves-city", frame.seat, *args)
        if frame.square not in s.figures[frame.seat]:
            pop(s)


# --- gathering -----------------------------------------------------------------------------------------------


@FLOW.verb
class Gather(Verb[State]):
    """`gather f7 c4`: the scout on f7 works for the city c4 as long as it stays there."""

    name = "gather"
    shape = (str, str)

    def candidates(self, s: State, frame: Start, knows: Knowledge) -> Iterator[Args]:
        for square, (_, scouts) in sorted(s.figures[frame.seat].items()):
            for city in cities_of(s, frame.seat) if scouts else ():
                yield name_of(square), name_of(city)

    def check(self, s: State, frame: Start, args: Args) -> Cost | Line:
        square, city = SQUARES.get(args[0], -1), SQUARES.get(args[1], -1)
        if not figures_at(s, frame.seat, square)[1]:
            return Line("no-figure-there", (args[0], "scout"))
        if city not in s.cities or s.cities[city].seat != frame.seat:
            return Line("not-your-city", args[1:])
        if outskirts_owner(s, square) in cities_of(s, frame.seat):
            return Line("works-there", args)
        if s.used.count((frame.seat, f"gather {args[0]}")) >= len(cities_of(s, frame.seat)):  # it would never end
            return Line("sent-already", args[:1])
        return Line("gathers-so", args) if s.gathers[frame.seat].get(square) == city else ()

    def do(self, s: State, frame: Start, args: Args, cost: Cost) -> None:
        s.used = (*s.used, (frame.seat, f"gather {args[0]}"))
        s.gathers[frame.seat][SQUARES[args[0]]] = SQUARES[args[1]]
        s.say("gathers", frame.seat, *args)


@FLOW.verb
class Recall(Verb[State]):
    """`recall f7`: the scout on f7 gathers no more."""

    name = "recall"
    shape = (str,)

    def candidates(self, s: State, frame: Start, knows: Knowledge) -> Iterator[Args]:
        yield from ((name_of(square),) for square in sorted(s.gathers[frame.seat]))

    def check(self, s: State, frame: Start, args: Args) -> Cost | Line:
        return () if SQUARES.get(args[0], -1) in s.gathers[frame.seat] else Line("gathers-not", args)

    def do(self, s: State, frame: Start, args: Args, cost: Cost) -> None:
        del s.gathers[frame.seat][SQUARES[args[0]]]
        s.say("recalls", frame.seat, *args)


# --- governments ---------------------------------------------------------------------------------------------


def open_governments(s: State, seat: Seat) -> list[str]:
    """Give the governments a seat knows."""
    return ["despotism", *(tech.government for tech in lookup_techs(s.techs[seat]) if tech.government)]


@FLOW.verb
class Govern(Verb[State]):
    """`government republic`: change the government."""

    name = "government"
    shape = (str,)

    def candidates(self, s: State, frame: Start, knows: Knowledge) -> Iterator[Args]:
        yield from ((name,) for name in ("anarchy", *dict.fromkeys(open_governments(s, frame.seat))))

    def check(self, s: State, frame: Start, args: Args) -> Cost | Line:
        seat, name = frame.seat, args[0]
        if s.once(seat, "government"):
            return Line("changed-already")
        if s.governments[seat] == name:
            return Line("governed-so", args)
        if name == "anarchy":
            return ()
        if name not in open_governments(s, seat):
            return Line("unknown-government", args)
        if s.governments[seat] == "anarchy":  # until the next turn (rulebook 576), whatever could be taken up directly
            return () if s.anarchy[seat] < s.round else Line("anarchy-lasts")
        return () if name in s.ready[seat] else Line("anarchy-first", args)

    def do(self, s: State, frame: Start, args: Args, cost: Cost) -> None:
        seat = frame.seat
        s.governments[seat] = args[0]
        s.anarchy[seat] = s.round if args[0] == "anarchy" else 0
        s.used = (*s.used, (seat, "government"))
        s.say("governs", seat, *args)


# --- wonders -------------------------------------------------------------------------------------------------


@FLOW.verb
class Muster(Verb[State]):
    """`muster army`: a figure is built free in the Hanging Gardens."""

    name = "muster"
    shape = (str,)

    def candidates(self, s: State, frame: Start, knows: Knowledge) -> Iterator[Args]:
        yield from ((kind,) for kind in KINDS)

    def check(self, s: State, frame: Start, args: Args) -> Cost | Line:
        seat = frame.seat
        if args[0] not in KINDS or not has_wonder(s, seat, "hanging-gardens"):
            return Line("no-such-wonder")
        if s.once(seat, "hanging-gardens"):
            return Line("used-already", ("hanging-gardens",))
        square = _gardens(s)
        if not figures_in_supply(s, seat)[args[0] == "scout"]:
            return Line("no-figure-left", args)
        return () if figure_count(s, seat, square) < stacking(s, seat) else Line("full", (name_of(square),))

    def do(self, s: State, frame: Start, args: Args, cost: Cost) -> None:
        square = _gardens(s)
        put(s, frame.seat, square, KINDS[args[0]])
        s.used = (*s.used, (frame.seat, "hanging-gardens"))
        s.say("posts", frame.seat, args[0], name_of(square))


def _gardens(s: State) -> Square:
    return next(square for square, work in s.works.items() if work == "hanging-gardens")


def _of_others(s: State, seat: Seat) -> list[tuple[str, ...]]:
    """Give what each of the other players knows."""
    return [s.techs[other] for other in s.order() if other != seat]


@FLOW.verb
class Copy(Verb[State]):
    """`copy writing`: the Statue of Liberty lets you research free what another player knows."""

    name = "copy"
    shape = (str,)

    def candidates(self, s: State, frame: Start, knows: Knowledge) -> Iterator[Args]:
        if has_wonder(s, frame.seat, "statue-of-liberty"):
            theirs = {tech for techs in _of_others(s, frame.seat) for tech in techs}
            yield from ((name,) for name in TECHS if name in theirs)

    def check(self, s: State, frame: Start, args: Args) -> Cost | Line:
        seat, name = frame.seat, args[0]
        if not has_wonder(s, seat, "statue-of-liberty"):
            return Line("no-such-wonder")
        if s.once(seat, "statue-of-liberty"):
            return Line("used-already", ("statue-of-liberty",))
        if name == LAST or not any(name in techs for techs in _of_others(s, seat)):
            return Line("unknown-tech", args)
        return () if fits(s, seat, name) else Line("no-place", args)

    def do(self, s: State, frame: Start, args: Args, cost: Cost) -> None:
        s.used = (*s.used, (frame.seat, "statue-of-liberty"))
        learn(s, frame.seat, args[0], researched=True)


@FLOW.verb_for(Start)
class EndStart(Verb[State]):
    """`end`: the start of your turn is over."""

    name = "end"

    def check(self, s: State, frame: Start, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Start, args: Args, cost: Cost) -> None:
        pop(s)
        s.ready[frame.seat] = ()
