"""City management: each city of a seat takes one action."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ...contract import Act, Cost, Knowledge, Line, Option, Seat
from ..battle.combat import attack
from ..battle.strength import unit_cost
from ..battle.units import can_draw, recruit
from ..culture.track import advance
from ..flow import FLOW, Args, Divide, Manage, Verb, pop, push
from ..map.board import cities_of, enemy_at, is_wonder, land, neighbours, put
from ..map.clearance import clear
from ..map.squares import SQUARES, Square, name_of
from ..players.holdings import figure_count, figures_in_supply, has_wonder
from ..players.limits import stacking, water
from ..setup import refill
from ..state import City, State
from ..tables.buildings import BUILDINGS, WALLS, WALLS_COST, WALLS_TECH
from ..tables.civilizations import ARMY_COST, SCOUT_COST
from ..tables.model import TERRAIN_ICONS, UNIT_TYPES
from ..tables.wonders import WONDERS
from ..windows.declarations import Effect, declare, effect
from .yields import arts, harvests, production

FLOW.question(
    Manage,
    "manage",
    ("build", "give", "unit", "arts", "harvest", "reap", "split", "use", "ship", "event", "advance", "invest", "end"),
    lambda s, frame: (s.round, len(idle_cities(s, frame.seat))),
    idle="end",
    repeats=True,
)
MORE_ACTIONS = "more-actions"
"""Marks a turn in which each city has one more action."""
FIGURES = {"army": ARMY_COST, "scout": SCOUT_COST}
LIMITED = {name for name, building in BUILDINGS.items() if building.limited}
ON_LAND = frozenset(TERRAIN_ICONS) - {"water"}


def idle_cities(s: State, seat: Seat) -> list[Square]:
    """Give the cities of a seat that can still act; under anarchy the capital cannot."""
    anarchy = s.governments[seat] == "anarchy"
    actions = 1 + s.once(seat, MORE_ACTIONS)
    return [
        city
        for city in cities_of(s, seat)
        if s.acted.count(city) < actions and not (anarchy and s.cities[city].capital)
    ]


def why_no_action(s: State, seat: Seat, city: Square) -> Line | None:
    """Say why a city cannot act."""
    if city not in s.cities or s.cities[city].seat != seat:
        return Line("not-your-city", (name_of(city) if city >= 0 else "?",))
    if city in idle_cities(s, seat):
        return None
    return Line("has-acted", (name_of(city),)) if city in s.acted else Line("anarchy-in-capital")


def _acting(s: State, frame: Manage | Divide) -> list[Square]:
    """Give the cities that can buy something now: those yet to act, or the one that divides its production."""
    return [frame.city] if isinstance(frame, Divide) else idle_cities(s, frame.seat)


def _why_not_acting(s: State, frame: Manage | Divide, city: Square) -> Line | None:
    if isinstance(frame, Divide):
        return None if city == frame.city else Line("not-divided", (name_of(frame.city),))
    return why_no_action(s, frame.seat, city)


def _made(s: State, frame: Manage | Divide, city: Square) -> int:
    return frame.left if isinstance(frame, Divide) else production(s, frame.seat, city)


def _buy(s: State, frame: Manage | Divide, city: Square, price: int, cost: Cost) -> None:
    """Pay for an item; a city that divides its production has something left for a second one."""
    if isinstance(frame, Manage):
        spend(s, frame.seat, city, cost)
        return
    pop(s)
    for _, number in cost:
        s.trade[frame.seat] -= number
    if not frame.second:
        push(s, Divide(frame.seat, city, max(0, frame.left - price), True))


def paying(s: State, seat: Seat, made: int, cost: int) -> Cost | Line:
    """Give the trade that an item of this price takes beside a city's production, or why it is too dear."""
    short = cost - made
    if short <= 0:
        return ()
    rush = 3 * (-(-short // 2) if s.civilizations[seat] == "america" else short)
    return (("trade", rush),) if rush <= s.trade[seat] else Line("production-short", (short,))


def spend(s: State, seat: Seat, city: Square, cost: Cost) -> None:
    """Pay for an action of a city, and mark the city as acted."""
    for what, number in cost:
        assert what == "trade"
        s.trade[seat] -= number
    s.acted = (*s.acted, city)


def _act(s: State, seat: Seat, does: str, args: Args) -> None:
    """Let a city act; its action is spent even if others cancel it. The first argument names the city."""
    declare(s, Effect(seat, does, "action", args[0], args[1:]))


# --- what can be built ---------------------------------------------------------------------------------------


@lru_cache(8192)
def _best(techs: tuple[str, ...]) -> tuple[str, ...]:
    """Give the best building of each pool that these technologies allow."""
    return tuple({one.pool: one.name for one in BUILDINGS.values() if one.tech in techs}.values())


def buildings_of(s: State, seat: Seat) -> list[str]:
    """Give the buildings a seat can build: of each kind the best it knows, as far as markers are left."""
    return [name for name in _best(s.techs[seat]) if s.pools[BUILDINGS[name].pool]]


def price_of(s: State, seat: Seat, what: str) -> int:
    """Give the production that something costs a seat; 0: it cannot be built by anybody."""
    if what in FIGURES:
        return FIGURES[what]
    if what in BUILDINGS:
        return BUILDINGS[what].cost
    if what == WALLS:
        return WALLS_COST
    if what not in WONDERS:
        return 0
    wonder = WONDERS[what]
    return wonder.discount if wonder.tech and wonder.tech in s.techs[seat] else wonder.cost


def why_not_there(s: State, seat: Seat, city: Square, what: str, square: Square) -> Line | None:
    """Say why something cannot be built on a square of a city's outskirts, regardless of its price."""
    if what == WALLS:
        if square != city:
            return Line("no-walls-here")
        if s.cities[city].walls:
            return Line("walls-stand", (name_of(city),))
        return None if WALLS_TECH in s.techs[seat] else Line("takes-tech", (what, WALLS_TECH))
    if square not in neighbours(city):
        return Line("not-around", (name_of(square) if square >= 0 else "?", name_of(city)))
    if what in FIGURES:
        return _no_figure(s, seat, what, square)
    if enemy_at(s, seat, square) >= 0:
        return Line("blockaded", (name_of(square),))
    if s.works.get(square) == what:
        return Line("stands", (what, name_of(square)))
    terrain = land(s)[square].terrain
    others = [s.works[one] for one in neighbours(city) if one in s.works and one != square]
    if what in WONDERS:
        if what not in s.wonders:
            return Line("not-offered", (what,))
        if terrain == "water":
            return Line("wrong-terrain", (what, name_of(square), terrain))
        return Line("has-wonder") if any(map(is_wonder, others)) else None
    if what not in buildings_of(s, seat):
        return _why_locked(s, seat, what)
    if terrain not in BUILDINGS[what].terrain:
        return Line("wrong-terrain", (what, name_of(square), terrain))
    return Line("has-limited") if what in LIMITED and any(one in LIMITED for one in others) else None


def _why_locked(s: State, seat: Seat, what: str) -> Line:
    """Say why a seat cannot build this building anywhere."""
    building = BUILDINGS[what]
    best = next((one for one in _best(s.techs[seat]) if BUILDINGS[one].pool == building.pool), "")
    if best == what:
        return Line("none-left", (what,))
    if building.tech in s.techs[seat]:
        return Line("replaced-by", (what, best))
    return Line("takes-tech", (what, building.tech))


def places(s: State, seat: Seat, city: Square, what: str) -> list[Square]:
    """Give every square where something can be built, regardless of its price (see `why_not_there`)."""
    near, here = neighbours(city), land(s)
    if what in FIGURES or what == WALLS:
        squares = (city,) if what == WALLS else near
        return [square for square in squares if why_not_there(s, seat, city, what, square) is None]
    if what in WONDERS:
        if what not in s.wonders:
            return []
        alike = [square for square in near if square in s.works and is_wonder(s.works[square])]
    elif what in buildings_of(s, seat):
        limited = [square for square in near if s.works.get(square) in LIMITED]
        alike = limited if what in LIMITED else []
    else:
        return []
    if len(alike) > 1:
        return []
    terrain = ON_LAND if what in WONDERS else BUILDINGS[what].terrain
    return [
        square
        for square in alike or near  # beside another one like it there is no room, but in its place
        if here[square].terrain in terrain and s.works.get(square) != what and enemy_at(s, seat, square) < 0
    ]


def _no_figure(s: State, seat: Seat, what: str, square: Square) -> Line | None:
    if not figures_in_supply(s, seat)[what == "scout"]:
        return Line("no-figure-left", (what,))
    if land(s)[square].terrain == "water" and water(s, seat) < 2:
        return Line("no-figure-on-water", (name_of(square),))
    if enemy_at(s, seat, square) >= 0:
        return Line("blockaded", (name_of(square),)) if what == "scout" else None
    return None if figure_count(s, seat, square) < stacking(s, seat) else Line("full", (name_of(square),))


def erect(s: State, seat: Seat, city: Square, what: str, square: Square) -> None:
    """Put onto the map what a city has built."""
    if what == WALLS:
        old = s.cities[city]
        s.cities[city] = City(old.seat, old.capital, True)
        s.say("builds-walls", seat, name_of(city))
        return
    s.say("builds", seat, what, name_of(square))
    if what in FIGURES:
        group = (1, 0) if what == "army" else (0, 1)
        if enemy_at(s, seat, square) >= 0:
            attack(s, seat, square, group)
        else:
            put(s, seat, square, group)
        return
    clear(s, square, seat)
    s.works[square] = what
    if what in BUILDINGS:
        s.pools[BUILDINGS[what].pool] -= 1
        return
    s.wonders = tuple(one for one in s.wonders if one != what)
    if s.civilizations[seat] == "rome":
        advance(s, seat)
    if not s.over:
        refill(s)


@FLOW.verb
class Build(Verb[State]):
    """`build c4 library c5`: a city builds a figure, a building, walls or a wonder on a square of its outskirts."""

    name = "build"
    shape = (str, str, str)

    def options(self, s: State, frame: Manage | Divide, knows: Knowledge, seat: Seat) -> Iterator[Option]:
        for city in _acting(s, frame):
            made = _made(s, frame, city)
            for what in (*FIGURES, *buildings_of(s, seat), WALLS, *s.wonders):
                cost = paying(s, seat, made, price_of(s, seat, what))
                if isinstance(cost, Line):
                    continue
                for square in places(s, seat, city, what):
                    yield Option(Act(seat, self.name, (name_of(city), what, name_of(square))), cost)

    def candidates(self, s: State, frame: Manage | Divide, knows: Knowledge) -> Iterator[Args]:
        yield from (option.act.args for option in self.options(s, frame, knows, frame.seat))

    def check(self, s: State, frame: Manage | Divide, args: Args) -> Cost | Line:
        city, what, square = SQUARES.get(args[0], -1), args[1], SQUARES.get(args[2], -1)
        price = price_of(s, frame.seat, what)
        if not price:
            return Line("not-unlocked", (what,))
        refused = _why_not_acting(s, frame, city) or why_not_there(s, frame.seat, city, what, square)
        return refused or paying(s, frame.seat, _made(s, frame, city), price)

    def dead_end(self, s: State, frame: Manage | Divide, args: Args) -> Line | None:
        if len(args) < 2 or args[0] not in SQUARES:
            return None
        city, what = SQUARES[args[0]], args[1]
        near = (city,) if what == WALLS else neighbours(city) if city in s.cities else (-1,)
        refused = [line for square in near if (line := self.check(s, frame, (*args[:2], name_of(square))))]
        reasons = [line for line in refused if isinstance(line, Line)]
        if len(reasons) < len(near):
            return None
        same = {line.key for line in reasons} - {"wrong-terrain", "stands", "blockaded", "full"}
        return next((line for line in reasons if line.key in same), Line("no-square-for", (args[0], what)))

    def do(self, s: State, frame: Manage | Divide, args: Args, cost: Cost) -> None:
        _buy(s, frame, SQUARES[args[0]], price_of(s, frame.seat, args[1]), cost)
        _act(s, frame.seat, "build", args)


@effect("build")
def _build(s: State, frame: Effect) -> None:
    what, square = map(str, frame.on)
    erect(s, frame.seat, SQUARES[frame.what], what, SQUARES[square])


@FLOW.verb
class Give(Verb[State]):
    """`give c4 library c5`: once a turn a city of Egypt builds a building free."""

    name = "give"
    shape = (str, str, str)

    def candidates(self, s: State, frame: Manage, knows: Knowledge) -> Iterator[Args]:
        if s.civilizations[frame.seat] == "egypt" and not s.once(frame.seat, "egypt"):
            for city in idle_cities(s, frame.seat):
                for what in (*buildings_of(s, frame.seat), WALLS):
                    for square in places(s, frame.seat, city, what):
                        yield name_of(city), what, name_of(square)

    def check(self, s: State, frame: Manage, args: Args) -> Cost | Line:
        seat, city, what, square = frame.seat, SQUARES.get(args[0], -1), args[1], SQUARES.get(args[2], -1)
        if s.civilizations[seat] != "egypt":
            return Line("only-egypt")
        if s.once(seat, "egypt"):
            return Line("used-already", ("egypt",))
        if what not in BUILDINGS and what != WALLS:
            return Line("not-unlocked", (what,))
        return why_no_action(s, seat, city) or why_not_there(s, seat, city, what, square) or ()

    def do(self, s: State, frame: Manage, args: Args, cost: Cost) -> None:
        s.used = (*s.used, (frame.seat, "egypt"))
        spend(s, frame.seat, SQUARES[args[0]], ())
        _act(s, frame.seat, "build", args)


@FLOW.verb
class Unit(Verb[State]):
    """`unit c4 infantry`: a city trains a unit, unseen by others."""

    name = "unit"
    shape = (str, str)

    def candidates(self, s: State, frame: Manage | Divide, knows: Knowledge) -> Iterator[Args]:
        for city in _acting(s, frame):
            for kind in UNIT_TYPES:
                yield name_of(city), kind

    def check(self, s: State, frame: Manage | Divide, args: Args) -> Cost | Line:
        seat, city, kind = frame.seat, SQUARES.get(args[0], -1), args[1]
        if kind not in UNIT_TYPES:
            return Line("no-unit", (kind,))
        if kind == "aircraft" and "flight" not in s.techs[seat]:
            return Line("takes-tech", (kind, "flight"))
        refused = _why_not_acting(s, frame, city)
        if refused:
            return refused
        if not can_draw(s, kind):
            return Line("none-left", (kind,))
        return paying(s, seat, _made(s, frame, city), unit_cost(s, seat, kind))

    def do(self, s: State, frame: Manage | Divide, args: Args, cost: Cost) -> None:
        _buy(s, frame, SQUARES[args[0]], unit_cost(s, frame.seat, args[1]), cost)
        _act(s, frame.seat, "unit", args)


@effect("unit")
def _train(s: State, frame: Effect) -> None:
    recruit(s, frame.seat, str(frame.on[0]))


@FLOW.verb
class Arts(Verb[State]):
    """`arts c4`: a city is devoted to the arts."""

    name = "arts"
    shape = (str,)

    def candidates(self, s: State, frame: Manage, knows: Knowledge) -> Iterator[Args]:
        yield from ((name_of(city),) for city in idle_cities(s, frame.seat))

    def check(self, s: State, frame: Manage, args: Args) -> Cost | Line:
        return why_no_action(s, frame.seat, SQUARES.get(args[0], -1)) or ()

    def do(self, s: State, frame: Manage, args: Args, cost: Cost) -> None:
        spend(s, frame.seat, SQUARES[args[0]], ())
        _act(s, frame.seat, "arts", args)

    def effects(self, s: State, frame: Manage, args: Args) -> tuple[Line, ...]:
        return (Line("arts", (arts(s, frame.seat, SQUARES[args[0]]),)),)


@effect("arts")
def _arts(s: State, frame: Effect) -> None:
    made = arts(s, frame.seat, SQUARES[frame.what])
    s.culture[frame.seat] += made
    s.say("arts", frame.seat, frame.what, made)


def why_no_harvest(s: State, seat: Seat, city: Square, resource: str) -> Line | None:
    """Say why a city cannot take a resource of its outskirts from the market."""
    if resource not in s.market:
        return Line("no-resource")
    if resource in harvests(s, seat, city):
        return None
    if not s.market[resource]:
        return Line("none-left", (resource,))
    return Line("nothing-to-harvest", (name_of(city), resource))


@FLOW.verb
class Harvest(Verb[State]):
    """`harvest c4 iron`: a city takes a resource of its outskirts from the market."""

    name = "harvest"
    shape = (str, str)

    def candidates(self, s: State, frame: Manage, knows: Knowledge) -> Iterator[Args]:
        for city in idle_cities(s, frame.seat):
            for resource in harvests(s, frame.seat, city):
                yield name_of(city), resource

    def check(self, s: State, frame: Manage, args: Args) -> Cost | Line:
        city = SQUARES.get(args[0], -1)
        return why_no_action(s, frame.seat, city) or why_no_harvest(s, frame.seat, city, args[1]) or ()

    def do(self, s: State, frame: Manage, args: Args, cost: Cost) -> None:
        spend(s, frame.seat, SQUARES[args[0]], ())
        _act(s, frame.seat, "harvest", args)


@effect("harvest")
def _harvest(s: State, frame: Effect) -> None:
    for resource in frame.on:
        reap(s, frame.seat, str(resource))


def reap(s: State, seat: Seat, resource: str) -> None:
    """Give a seat a resource of the market."""
    s.market[resource] -= 1
    s.goods[seat][resource] += 1
    s.say("takes", seat, resource)


@FLOW.verb
class Reap(Verb[State]):
    """`reap c4 iron silk`: once a turn, with Angkor Wat, a city harvests twice."""

    name = "reap"
    shape = (str, str, str)

    def candidates(self, s: State, frame: Manage, knows: Knowledge) -> Iterator[Args]:
        if has_wonder(s, frame.seat, "angkor-wat") and not s.once(frame.seat, "angkor-wat"):
            for city in idle_cities(s, frame.seat):
                found = harvests(s, frame.seat, city)
                for at, one in enumerate(found):
                    yield from ((name_of(city), one, other) for other in found[at:])

    def check(self, s: State, frame: Manage, args: Args) -> Cost | Line:
        city, one, other = SQUARES.get(args[0], -1), *args[1:]
        if not has_wonder(s, frame.seat, "angkor-wat"):
            return Line("no-such-wonder")
        if s.once(frame.seat, "angkor-wat"):
            return Line("used-already", ("angkor-wat",))
        refused = why_no_action(s, frame.seat, city)
        if refused:
            return refused
        found = harvests(s, frame.seat, city)
        if refused := why_no_harvest(s, frame.seat, city, one) or why_no_harvest(s, frame.seat, city, other):
            return refused
        if found.index(one) > found.index(other):
            return Line("nothing-to-harvest", args[:2])
        return () if one != other or s.market[one] > 1 else Line("none-left", (one,))

    def do(self, s: State, frame: Manage, args: Args, cost: Cost) -> None:
        s.used = (*s.used, (frame.seat, "angkor-wat"))
        spend(s, frame.seat, SQUARES[args[0]], ())
        _act(s, frame.seat, "harvest", args)


@FLOW.verb_for(Manage)
class EndManage(Verb[State]):
    """`end`: your cities do nothing more."""

    name = "end"

    def check(self, s: State, frame: Manage, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Manage, args: Args, cost: Cost) -> None:
        pop(s)
