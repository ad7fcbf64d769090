"""Laying the game out: civilizations, the map, units, the market; then each seat's capital and figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import perm

from ..contract import Cost, Knowledge, Line, Rolled, Seat, Setting, Shown, Value
from ..kit import cards
from .city.yields import trade_income
from .culture.great_people import draw_person
from .flow import (
    FLOW,
    Allot,
    Args,
    GetsWonder,
    NextTurn,
    Offered,
    PlaceCapital,
    PlaceFigures,
    PlaceWonder,
    Provide,
    SetDial,
    TakeCivilization,
    Verb,
    pop,
    push,
)
from .map.board import INNER, capital_of, land, neighbours, put, rotate
from .map.squares import SQUARES, WIDE, Square, name_of
from .players.holdings import figure_count
from .players.limits import stacking
from .state import City, State
from .tables.buildings import POOLS
from .tables.civilizations import CIVILIZATIONS
from .tables.events import LEVELS, event_deck
from .tables.hidden import HUT_FACES, PERSON_FACES, VILLAGE_FACES, unit_deck
from .tables.layouts import LAYOUTS
from .tables.model import RESOURCES, UNIT_TYPES
from .tables.tiles import NEUTRAL
from .tables.wonders import AGES, OPEN_WONDERS, WONDERS

KINDS = ("army", "scout")
"""The pieces that a seat places around its capital."""
SETTINGS = (
    Setting("civilizations", ("by-lot", "chosen")),
    Setting("deals", ("always", "of-three", "never")),
    Setting("game", ("whole", "learning")),
    Setting("loot", ("revised", "printed")),
    Setting("idle-turns", ("play-on", "end")),
)
NOT_LEARNED = ("egypt", "rome")
"""Civilizations that the learning game leaves out: their abilities concern wonders."""


def offered_civilizations(s: State) -> list[str]:
    """Give the civilizations of a game, in the order of the rules."""
    return [name for name in CIVILIZATIONS if not (s.lesson and name in NOT_LEARNED)]


def initial_state(options: Mapping[str, Value], seats: int) -> State:
    """Give the first state of a game: the lot is asked for, and every deck is shuffled."""
    sites = LAYOUTS[seats].sites
    s = State(
        left=[None] * seats,
        tiles=[-1] * len(sites),
        laid=("",) * len(sites),
        cities={},
        figures=[{} for _ in range(seats)],
        works={},
        markers={},
        civilizations=[""] * seats,
        governments=["despotism"] * seats,
        trade=[0] * seats,
        culture=[0] * seats,
        level=[0] * seats,
        techs=[()] * seats,
        tokens=[{} for _ in range(seats)],
        people=[()] * seats,
        goods=[dict.fromkeys(RESOURCES, 0) for _ in range(seats)],
        events=[()] * seats,
        event_decks={},
        spent=dict.fromkeys(LEVELS, ()),
        huts=[()] * seats,
        villages=[()] * seats,
        forces=[()] * seats,
        gathers=[{} for _ in range(seats)],
        unlocked=[()] * seats,
        ready=[()] * seats,
        anarchy=[0] * seats,
        market=dict.fromkeys(RESOURCES, seats),
        pools=dict(POOLS),
        decks={},
        dead=dict.fromkeys(UNIT_TYPES, ()),
        moved={},
        boost={},
        deals=options["deals"] == "always" or (options["deals"] == "of-three" and seats > 2),
    )
    s.lesson, s.printed_loot = options["game"] == "learning", options["loot"] == "printed"
    s.quiet_ends = options["idle-turns"] == "end"
    chosen = options["civilizations"] == "chosen"
    cards.roll(s, seats if chosen else seats * perm(len(offered_civilizations(s)), seats), Allot(0, chosen))
    tiles = cards.shuffle(s, "tiles", (), tuple(tile.name for tile in NEUTRAL))
    neutral = (number for number, site in enumerate(sites) if site.seat < 0)
    for number, handle in zip(neutral, tiles, strict=False):
        s.tiles[number] = handle
    for kind in UNIT_TYPES:
        s.decks[kind] = cards.shuffle(s, kind, (), unit_deck(kind))
    s.hut_deck = cards.shuffle(s, "huts", (), HUT_FACES)
    s.village_deck = cards.shuffle(s, "villages", (), VILLAGE_FACES)
    for level in LEVELS:
        s.event_decks[level] = cards.shuffle(s, f"events-{level}", (), event_deck(level))
    s.person_deck = cards.shuffle(s, "people", (), PERSON_FACES)
    for age in AGES if not s.lesson else ():
        faces = tuple(one.name for one in WONDERS.values() if one.age == age)
        s.wonder_deck = (*s.wonder_deck, *cards.shuffle(s, f"wonders-{age}", (), faces))
    push(s, Provide(0))
    return s


@FLOW.listener(Allot)
def _allotted(s: State, frame: Allot, fact: Rolled) -> None:
    value, s.first = divmod(fact.value, s.seats)
    s.say("first", s.first)
    if frame.chosen:
        push(s, *(TakeCivilization(seat) for seat in s.order()))
        return
    left = offered_civilizations(s)
    for seat in range(s.seats):
        value, place = divmod(value, len(left))
        _take(s, seat, left.pop(place))


def _take(s: State, seat: Seat, name: str) -> None:
    s.civilizations[seat] = name
    s.governments[seat] = CIVILIZATIONS[name].government
    s.techs[seat] = (CIVILIZATIONS[name].tech,)
    s.say("civilization", seat, name)


FLOW.question(TakeCivilization, "civilization", ("civilization",))


@FLOW.verb
class ChooseCivilization(Verb[State]):
    """`civilization rome`: one that nobody has."""

    name = "civilization"
    shape = (str,)

    def candidates(self, s: State, frame: TakeCivilization, knows: Knowledge) -> Iterator[Args]:
        yield from ((name,) for name in offered_civilizations(s))

    def check(self, s: State, frame: TakeCivilization, args: Args) -> Cost | Line:
        free = args[0] in offered_civilizations(s) and args[0] not in s.civilizations
        return () if free else Line("no-such-civilization")

    def do(self, s: State, frame: TakeCivilization, args: Args, cost: Cost) -> None:
        pop(s)
        _take(s, frame.seat, args[0])


@FLOW.runner(Provide)
def _provide(s: State, frame: Provide) -> None:
    """Lay down the homes, deal the units, fill the market; then each seat sets itself up in the order of play."""
    unused = iter([name for name in offered_civilizations(s) if name not in s.civilizations])
    for seat in range(s.seats):  # the home of a player who left before choosing lies there all the same
        if not s.civilizations[seat]:
            s.civilizations[seat] = next(unused)
    laid = list(s.laid)
    for number, site in enumerate(LAYOUTS[s.seats].sites):
        if site.seat >= 0:
            laid[number] = f"{s.civilizations[site.seat]}:{site.turned}"
    s.laid = tuple(laid)
    for seat in s.active_seats:
        numbers = {"artillery": 1, "infantry": CIVILIZATIONS[s.civilizations[seat]].start_infantry, "mounted": 1}
        drawn = [handle for kind, number in numbers.items() for handle in s.decks[kind][:number]]
        for kind, number in numbers.items():
            s.decks[kind] = s.decks[kind][number:]
        cards.deal(s, seat, tuple(drawn))
        s.forces[seat] = cards.remix(s, seat, drawn)
    if "egypt" in (s.civilizations[seat] for seat in s.active_seats):
        first, s.wonder_deck = s.wonder_deck[:1], s.wonder_deck[1:]
        cards.show(s, first, GetsWonder(s.civilizations.index("egypt")))
    offered, s.wonder_deck = s.wonder_deck[:OPEN_WONDERS], s.wonder_deck[OPEN_WONDERS:]
    for handle in offered:
        cards.show(s, (handle,), Offered(0))
    for seat in reversed(s.order()):
        civilization = CIVILIZATIONS[s.civilizations[seat]]
        push(s, PlaceCapital(seat), PlaceFigures(seat, civilization.start_armies, 1), SetDial(seat))
    s.stack.insert(0, NextTurn(0))


@FLOW.listener(Offered)
def _offered(s: State, frame: Offered, fact: Shown) -> None:
    s.wonders = (*s.wonders, *fact.faces)
    if s.round:
        s.say("offered", *fact.faces)
    elif not any(isinstance(one.listener, Offered) for one in s.pending):  # the first ones are told together
        s.say("offered", *s.wonders)


def refill(s: State) -> None:
    """Turn up the next wonder for the market, if one is left."""
    if s.wonder_deck:
        top, s.wonder_deck = s.wonder_deck[:1], s.wonder_deck[1:]
        cards.show(s, top, Offered(0))


@FLOW.listener(GetsWonder)
def _gets_wonder(s: State, frame: GetsWonder, fact: Shown) -> None:
    seat = frame.seat
    s.say("begins-with", seat, *fact.faces)
    if seat in s.active_seats:
        at = next(n for n, one in enumerate(s.stack) if isinstance(one, PlaceFigures) and one.seat == seat)
        s.stack.insert(at + 1, PlaceWonder(seat, fact.faces[0]))


# --- each seat -----------------------------------------------------------------------------------------------

FLOW.question(PlaceCapital, "capital", ("capital",))
FLOW.question(PlaceWonder, "place-wonder", ("erect",), lambda s, frame: (frame.wonder,))
FLOW.question(PlaceFigures, "figures", ("post",), lambda s, frame: (frame.armies, frame.scouts))


def inner_squares(s: State, seat: Seat) -> list[Square]:
    """Give the inner squares of a seat's home."""
    site = next(one for one in LAYOUTS[s.seats].sites if one.seat == seat)
    corner = site.y * WIDE + site.x
    places = (rotate(x, y, site.turned) for x, y in INNER)
    return sorted(corner + y * WIDE + x for x, y in places)


def capital_squares(s: State, seat: Seat) -> list[Square]:
    """Give the squares for a seat's capital: the inner squares of its home, but not water."""
    return [square for square in inner_squares(s, seat) if land(s)[square].terrain != "water"]


@FLOW.verb
class Capital(Verb[State]):
    """`capital c3`: the capital stands there."""

    name = "capital"
    shape = (str,)

    def candidates(self, s: State, frame: PlaceCapital, knows: Knowledge) -> Iterator[Args]:
        for square in capital_squares(s, frame.seat):
            yield (name_of(square),)

    def check(self, s: State, frame: PlaceCapital, args: Args) -> Cost | Line:
        square, inner = SQUARES.get(args[0], -1), inner_squares(s, frame.seat)
        if square not in inner:
            return Line("no-capital-here", (args[0], *map(name_of, inner)))
        return () if square in capital_squares(s, frame.seat) else Line("no-city-on-water", args)

    def do(self, s: State, frame: PlaceCapital, args: Args, cost: Cost) -> None:
        pop(s)
        s.cities[SQUARES[args[0]]] = City(frame.seat, True, s.civilizations[frame.seat] == "china")
        s.say("capital", frame.seat, args[0])


def _free(s: State, seat: Seat) -> list[Square]:
    """Give the outskirts of the capital that are not water."""
    return [square for square in neighbours(capital_of(s, seat)) if land(s)[square].terrain != "water"]


def _why_not_around(s: State, seat: Seat, name: str) -> Line | None:
    """Say why a seat can place nothing on a square: it is not around the capital, or it is water."""
    square, capital = SQUARES.get(name, -1), capital_of(s, seat)
    if square not in neighbours(capital):
        return Line("not-around", (name, name_of(capital)))
    return None if square in _free(s, seat) else Line("nothing-on-water", (name,))


@FLOW.verb
class Erect(Verb[State]):
    """`erect c4`: the wonder Egypt begins with stands there."""

    name = "erect"
    shape = (str,)

    def candidates(self, s: State, frame: PlaceWonder, knows: Knowledge) -> Iterator[Args]:
        for square in _free(s, frame.seat):
            yield (name_of(square),)

    def check(self, s: State, frame: PlaceWonder, args: Args) -> Cost | Line:
        return _why_not_around(s, frame.seat, args[0]) or ()

    def do(self, s: State, frame: PlaceWonder, args: Args, cost: Cost) -> None:
        pop(s)
        s.works[SQUARES[args[0]]] = frame.wonder
        s.say("erects", frame.seat, frame.wonder, args[0])


def _placed_already(s: State, frame: PlaceFigures) -> Line:
    """Say that no figure of this kind is left to place, and which are."""
    first = CIVILIZATIONS[s.civilizations[frame.seat]].start_armies
    return Line("scouts-placed", (frame.armies,)) if frame.armies else Line("armies-placed", (first,))


@FLOW.verb
class Post(Verb[State]):
    """`post army c4`: a figure stands there."""

    name = "post"
    shape = (str, str)

    def candidates(self, s: State, frame: PlaceFigures, knows: Knowledge) -> Iterator[Args]:
        for kind in KINDS:
            for square in _free(s, frame.seat):
                yield kind, name_of(square)

    def check(self, s: State, frame: PlaceFigures, args: Args) -> Cost | Line:
        kind, square = args[0], SQUARES.get(args[1], -1)
        if kind not in KINDS:
            return Line("no-figure-left", args[:1])
        if not (frame.armies, frame.scouts)[KINDS.index(kind)]:
            return _placed_already(s, frame)
        refused = _why_not_around(s, frame.seat, args[1])
        if refused:
            return refused
        return () if figure_count(s, frame.seat, square) < stacking(s, frame.seat) else Line("full", args[1:])

    def do(self, s: State, frame: PlaceFigures, args: Args, cost: Cost) -> None:
        pop(s)
        group = (1, 0) if args[0] == "army" else (0, 1)
        put(s, frame.seat, SQUARES[args[1]], group)
        s.say("posts", frame.seat, *args)
        left = PlaceFigures(frame.seat, frame.armies - group[0], frame.scouts - group[1])
        if left.armies or left.scouts:
            push(s, left)


@FLOW.runner(SetDial)
def _set_dial(s: State, frame: SetDial) -> None:
    s.trade[frame.seat] = trade_income(s, frame.seat)
    s.say("dial", frame.seat, s.trade[frame.seat])
    if s.civilizations[frame.seat] == "america":
        draw_person(s, frame.seat)
