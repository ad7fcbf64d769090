"""Any position in the game's own words, for tests, puzzles and simulations: `Scenario(…).build()`.

Only what matters is said; the rest is as at the start of a game, or drawn by a lot that `seed` decides. What cannot
be is refused with `ImpossibleScenario`. A scenario is read from JSON data with `read`; its words are the fields of
`Scenario` and `Power`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import msgspec

from ..contract import Face, Seat, Value, settle
from ..entry import ImpossibleScenario
from ..kit.flow import push
from ..kit.game import View
from ..kit.scenario import Builder, Position, chosen, emptied, read_as
from ..kit.state import Frame
from . import SEATS
from .board import SQUARES, WIDE, land, name_of, outskirts_owner
from .deals import TradeAgain
from .flow import FLOW, BeginMoves, BeginStart, BeginTrading, Collect, EndStudy, Manage, NextTurn, Phase, Study
from .game import GAME
from .setup import SETTINGS, capital_squares, first_state
from .state import City, Square, State
from .tables.buildings import BUILDINGS
from .tables.civilizations import CIVILIZATIONS, GOVERNMENTS
from .tables.events import EVENTS, LEVELS, event_deck
from .tables.hidden import BACK, COPIES, HUT_FACES, PEOPLE, PERSON_FACES, VILLAGE_FACES, unit_deck
from .tables.layouts import LAYOUTS
from .tables.model import RESOURCES, UNIT_TYPES
from .tables.techs import TECHS
from .tables.tiles import NEUTRAL
from .tables.wonders import AGES, OPEN_WONDERS, WONDERS
from .turn import PHASES
from .values import stacking, unbuilt

CITIES = {
    "city": (False, False),
    "walled-city": (False, True),
    "capital": (True, False),
    "walled-capital": (True, True),
}
FRAMES: Mapping[str, Callable[[Seat], Frame]] = {
    "start": BeginStart,
    "trade": Collect,
    "cities": Manage,
    "movement": BeginMoves,
}


class Power(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What one seat has; what is not named is as at the start.

    `techs`: besides the start technology. `cities` and `figures` (armies and scouts) by square. `forces`, `huts`,
    `villages` and `events` are
    faces (`infantry-2`, `hut-silk`); `forces` that are not named: one unit of each basic type. `goods`:
    resources from the market. `people`: great people off the map. `tokens`: coins by where they lie. `gathers`: the
    square of a scout -> the city it serves.
    """

    civilization: str = ""
    government: str = ""
    techs: list[str] = []
    trade: int = 0
    culture: int = 0
    level: int = 0
    cities: dict[str, str] = {}
    figures: dict[str, tuple[int, int]] = {}
    forces: list[Face] | None = None
    huts: list[Face] = []
    villages: list[Face] = []
    events: list[Face] = []
    goods: dict[str, int] = {}
    people: list[str] = []
    tokens: dict[str, int] = {}
    gathers: dict[str, str] = {}


class Scenario(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A position at the beginning of one seat's part of a phase.

    `tiles`: the top left square of a site -> the neutral tile that lies there face up and how it is turned (`n05:2`).
    `markers`: huts and villages on the map, by square (default: one by lot on every sign of those tiles). `works`:
    buildings, wonders and great people on the map. `wonders`: those in the market. `dead`: units that lie open.
    `phase`: one of start, trade, cities, movement, research; `current`: whose part it is.
    """

    powers: list[Power] = []
    round: int = 1
    first: Seat = 0
    phase: str = "start"
    current: Seat = 0
    tiles: dict[str, str] = {}
    markers: dict[str, Face] | None = None
    works: dict[str, str] = {}
    wonders: list[str] | None = None
    obsolete: list[str] = []
    dead: list[Face] = []
    options: dict[str, Value] = {}
    seed: int = 0

    def build(self) -> Position[State, View]:
        """Give the position. Raises ImpossibleScenario."""
        return _Builder(self).build()


def read(data: Any) -> Scenario:
    """Read a scenario from JSON data (dicts, lists, words, numbers). Raises ImpossibleScenario."""
    return read_as(Scenario, data)


def _square(name: str) -> Square:
    if name not in SQUARES:
        raise ImpossibleScenario(f"there is no square {name}")
    return SQUARES[name]


def _among(what: str, name: str, known: Iterable[str]) -> str:
    if name not in known:
        raise ImpossibleScenario(f"{what}: there is no {name or 'such thing'}")
    return name


class _Builder(Builder):
    def __init__(self, given: Scenario) -> None:
        super().__init__(given.seed, BACK)
        self.given = given
        self.seats = max(SEATS[0], len(given.powers))
        if self.seats not in SEATS:
            raise ImpossibleScenario(f"powers: {self.seats} cannot play")
        if given.phase not in PHASES or not 0 <= given.current < self.seats or not 0 <= given.first < self.seats:
            raise ImpossibleScenario(f"phase: one of {', '.join(PHASES)}; current, first: a seat")
        self.powers = [*given.powers, *(Power() for _ in range(self.seats - len(given.powers)))]

    def build(self) -> Position[State, View]:
        """Give the whole position."""
        options = chosen(partial(settle, SETTINGS), self.given.options)
        s = first_state(options, self.seats)
        emptied(s)
        s.round = s.stirred = self.given.round
        s.first, s.phase = self.given.first, self.given.phase
        self._civilizations(s)
        self._map(s)
        self._events(s)
        for seat, power in enumerate(self.powers):
            self._power(s, seat, power)
        self._works(s)
        self._units(s)
        self._market(s)
        self._checked(s)
        self._work(s)
        FLOW.run(s)
        s.log = []
        return Position(GAME, s, self.seats, self.faces, options)

    # --- the map ---------------------------------------------------------------------------------------------

    def _civilizations(self, s: State) -> None:
        named = [power.civilization for power in self.powers if power.civilization]
        left = [name for name in CIVILIZATIONS if name not in named]
        for seat, power in enumerate(self.powers):
            name = _among("civilization", power.civilization or left.pop(0), CIVILIZATIONS)
            s.civilizations[seat] = name
            s.governments[seat] = _among("government", power.government or CIVILIZATIONS[name].government, GOVERNMENTS)
            s.techs[seat] = (CIVILIZATIONS[name].tech, *power.techs)
            for tech in power.techs:
                _among("techs", tech, TECHS)
        if len(set(s.civilizations)) < self.seats or any(len(set(each)) < len(each) for each in s.techs):
            raise ImpossibleScenario("civilizations and technologies of a seat: each once")

    def _map(self, s: State) -> None:
        sites = LAYOUTS[self.seats].sites
        laid = [f"{s.civilizations[site.seat]}:{site.turned}" if site.seat >= 0 else "" for site in sites]
        corners = {name_of(site.y * WIDE + site.x): number for number, site in enumerate(sites) if site.seat < 0}
        left = [tile.name for tile in NEUTRAL]
        for where, tile in self.given.tiles.items():
            _among("tiles", where, corners)
            name, _, times = tile.partition(":")
            left.remove(_among("tiles", name, left))
            laid[corners[where]] = f"{name}:{times or 0}"
        s.laid = tuple(laid)
        drawn = self.lay(s, self.chance.shuffled(left), None)
        for number, handle in zip((n for n, tile in enumerate(laid) if not tile), drawn, strict=False):
            s.tiles[number] = handle
        for number, tile in enumerate(laid):
            if tile:
                s.tiles[number] = -1
        self._markers(s)

    def _markers(self, s: State) -> None:
        pools = {"hut": Counter(HUT_FACES), "village": Counter(VILLAGE_FACES)}
        signs = {square: one.extra for square, one in land(s).items() if one.extra in pools}
        given = self.given.markers
        held = [face for power in self.powers for face in (*power.huts, *power.villages)]
        for face in (*held, *(given or {}).values()):
            kind = BACK.get(face, "")
            if kind not in pools or not pools[kind][face]:
                raise ImpossibleScenario(f"markers: there is no {face} left")
            pools[kind][face] -= 1
        decks = {kind: self.chance.shuffled(sorted(pool.elements())) for kind, pool in pools.items()}
        if given is not None:
            for where, face in given.items():
                square = _square(where)
                if signs.get(square) != BACK[face]:
                    raise ImpossibleScenario(f"markers: {face} cannot lie on {where}")
                (s.markers[square],) = self.lay(s, (face,), None)
        else:
            for square in sorted(signs):
                (s.markers[square],) = self.lay(s, (decks[signs[square]].pop(),), None)
        s.hut_deck = self.lay(s, decks["hut"], None)
        s.village_deck = self.lay(s, decks["village"], None)

    # --- seats -----------------------------------------------------------------------------------------------

    def _power(self, s: State, seat: Seat, power: Power) -> None:
        s.trade[seat], s.culture[seat], s.level[seat] = power.trade, power.culture, power.level
        s.tokens[seat] = dict(power.tokens)
        s.people[seat] = tuple(_among("people", person, PEOPLE) for person in power.people)
        for resource, number in power.goods.items():
            s.market[_among("goods", resource, RESOURCES)] -= number
            s.goods[seat][resource] += number
        cities = power.cities or {name_of(capital_squares(s, seat)[0]): "capital"}
        for where, kind in cities.items():
            s.cities[_square(where)] = City(seat, *CITIES[_among("cities", kind, CITIES)])
        for where, group in power.figures.items():
            s.figures[seat][_square(where)] = group
        for where, city in power.gathers.items():
            s.gathers[seat][_square(where)] = _square(city)
        s.huts[seat] = self.lay(s, power.huts, seat)
        s.villages[seat] = self.lay(s, power.villages, seat)
        s.events[seat] = self.lay(s, power.events, seat)

    def _works(self, s: State) -> None:
        for where, work in self.given.works.items():
            square = _square(where)
            _among("works", work, (*BUILDINGS, *WONDERS, *PEOPLE))
            if outskirts_owner(s, square) < 0:
                raise ImpossibleScenario(f"works: {where} is in no outskirts")
            s.works[square] = work
            if work in BUILDINGS:
                s.pools[BUILDINGS[work].pool] -= 1

    def _units(self, s: State) -> None:
        pools = {kind: Counter(unit_deck(kind)) for kind in UNIT_TYPES}
        named = [face for power in self.powers for face in power.forces or ()]
        for face in (*named, *self.given.dead):
            kind = face.partition("-")[0]
            if kind not in pools or not pools[kind][face]:
                raise ImpossibleScenario(f"units: there is no {face} left")
            pools[kind][face] -= 1
        decks = {kind: self.chance.shuffled(sorted(pool.elements())) for kind, pool in pools.items()}
        for seat, power in enumerate(self.powers):
            forces = power.forces
            if forces is None:
                forces = [decks[kind].pop() for kind in ("artillery", "infantry", "mounted")]
            s.forces[seat] = self.lay(s, forces, seat)
        for kind in UNIT_TYPES:
            s.decks[kind] = self.lay(s, decks[kind], None)
            s.dead[kind] = tuple(face for face in self.given.dead if face.partition("-")[0] == kind)

    def _events(self, s: State) -> None:
        left = Counter(face for level in LEVELS for face in event_deck(level))
        for face in (face for power in self.powers for face in power.events):
            if not left[face]:
                raise ImpossibleScenario(f"events: there is no {face} left")
            left[face] -= 1
        for level in LEVELS:
            s.event_decks[level] = self.lay(s, (one for one in left.elements() if EVENTS[one].level == level), None)

    def _market(self, s: State) -> None:
        s.obsolete = tuple(_among("obsolete", wonder, WONDERS) for wonder in self.given.obsolete)
        left = [name for name in WONDERS if name not in s.works.values()]
        rest = [name for age in AGES for name in self.chance.shuffled([n for n in left if WONDERS[n].age == age])]
        offered = rest[:OPEN_WONDERS] if self.given.wonders is None else self.given.wonders
        for wonder in offered:
            _among("wonders", wonder, left)
        s.wonders = tuple(offered)
        s.wonder_deck = tuple(self.lay(s, (n,), None)[0] for n in rest if n not in offered)
        people = Counter(PERSON_FACES)
        people.subtract(person for power in self.powers for person in power.people)
        people.subtract(work for work in s.works.values() if work in PEOPLE)
        if min(people.values()) < 0:
            raise ImpossibleScenario(f"people: there are {COPIES} of each")
        s.person_deck = self.lay(s, sorted(people.elements()), None)

    # --- whether it can be, and what comes next --------------------------------------------------------------

    def _checked(self, s: State) -> None:
        if min(s.market.values()) < 0 or min(s.pools.values()) < 0:
            raise ImpossibleScenario("there are not so many resources or buildings")
        for square in s.cities:
            if square not in land(s):
                raise ImpossibleScenario(f"cities: {name_of(square)} lies face down")
        for seat, theirs in enumerate(s.figures):
            if min(unbuilt(s, seat)) < 0:
                raise ImpossibleScenario(f"figures: seat {seat} has not so many")
            for square, group in theirs.items():
                others = any(square in other for one, other in enumerate(s.figures) if one != seat)
                crowded = sum(group) > stacking(s, seat) or min(group) < 0 or not sum(group)
                if square not in land(s) or square in s.cities or square in s.markers or others or crowded:
                    raise ImpossibleScenario(f"figures: {group} cannot stand on {name_of(square)}")

    def _work(self, s: State) -> None:
        given = self.given
        frames: list[Frame] = []
        if given.phase == "research":
            frames += [Study(0), EndStudy(0)]
        else:
            order = s.order()
            parts = order[order.index(given.current) :]
            frames += [FRAMES[given.phase](seat) for seat in parts]
            frames += [*(BeginTrading(seat) for seat in parts), TradeAgain(0)] if given.phase == "trade" else []
        later = PHASES[PHASES.index(given.phase) + 1 :]
        push(s, *frames, *(Phase(0, name) for name in later), NextTurn(0))
