"""Any position in the game's own words, for tests, puzzles and simulations: `Scenario(…).build()`.

A scenario says what matters; the rest is as at the start of a game, or drawn by a lot that `seed` decides. Impossible
positions raise `ImpossibleScenario`. `read` takes JSON data; its words are the fields of `Scenario` and `Power`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from ...contract import Face, Handle, Seat, Value
from ...entry import ImpossibleScenario
from ...game import complete_options
from ...kit.flow import push
from ...kit.scenario import Position, PositionBuilder, clear_setup, convert_options, read_scenario
from ...kit.state import Frame
from ...kit.view import View
from .. import SEATS
from ..battle.combat import bonus_lead
from ..flow import (
    FLOW,
    BeginMoves,
    BeginStart,
    BeginTrading,
    Collect,
    EndBattle,
    EndStudy,
    Manage,
    Moves,
    NextBlow,
    NextTurn,
    Phase,
    Study,
)
from ..game import GAME
from ..map.board import enemy_at, land, outskirts_owner
from ..map.squares import SQUARES, WIDE, Square, name_of
from ..players.holdings import figures_in_supply
from ..setup import SETTINGS, capital_squares, initial_state
from ..state import Battle, City, Front, State
from ..tables.buildings import BUILDINGS
from ..tables.civilizations import CIVILIZATIONS, GOVERNMENTS
from ..tables.events import EVENTS, LEVELS, event_deck
from ..tables.hidden import BACK, COPIES, HUT_FACES, PEOPLE, PERSON_FACES, VILLAGE_FACES, unit_deck
from ..tables.layouts import LAYOUTS
from ..tables.model import RESOURCES, UNIT_TYPES
from ..tables.techs import TECHS
from ..tables.tiles import NEUTRAL
from ..tables.wonders import AGES, OPEN_WONDERS, WONDERS
from ..technologies.combustion import POWER as COMBUSTION
from ..technologies.engineering import DIVIDES
from ..technologies.investment import INVESTMENTS
from ..technologies.iron_weapons import SHARP, WOUNDS
from ..technologies.resource_abilities import BY_FRAME
from ..turn.deals import TradeAgain
from ..turn.phases import PHASES
from ..windows.declarations import TECH
from .contradictions import why_impossible

CITIES = {
    "city": (False, False),
    "walled-city": (False, True),
    "capital": (True, False),
    "walled-capital": (True, True),
}
ONCE = (
    *("steam-power", "code-of-laws", "egypt", "russia", "angkor-wat", "hanging-gardens", "statue-of-liberty"),
    *(DIVIDES, *INVESTMENTS, COMBUSTION, "government"),
)
"""Abilities used once a turn, by the names in `State.used`."""
FRAMES: Mapping[str, Callable[[Seat], Frame]] = {
    "start": BeginStart,
    "trade": Collect,
    "cities": Manage,
    "movement": BeginMoves,
}


class Power(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The holdings of one seat; what is not named is as at the start.

    `techs`: besides the start technology. `cities` and `figures` (armies and scouts) by square. `forces`, `huts`,
    `villages` and `events` are
    faces (`infantry-2`, `hut-silk`); `forces` that are not named: one unit of each basic type. `goods`:
    resources from the market. `people`: great people off the map. `tokens`: coins by where they lie. `gathers`: the
    square of a scout -> the city it serves. `unlocked`: governments learned since the last start of turn. `used`: what
    can be done once a turn and has been, by the technology, wonder or civilization that does it, or `government`.
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
    unlocked: list[str] = []
    used: list[str] = []


class Fight(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A battle under way: figures of the current seat have entered `square`. Pairs: of the attacker and the defender.

    `hands`: what both can still play. `fronts`: what faces each other (empty: nothing), `wounds` on it, front by front.
    `dead`: what both have lost. `next`: the side of the next unit, 0 the attacker.
    """

    square: str
    armies: int = 1
    scouts: int = 0
    hands: tuple[list[Face], list[Face]] = ([], [])
    fronts: list[tuple[Face, Face]] = []
    wounds: list[tuple[int, int]] = []
    dead: tuple[list[Face], list[Face]] = ([], [])
    next: int = 1

    @property
    def units(self) -> list[Face]:
        """All units that are in the battle."""
        open_ = [face for front in self.fronts for face in front if face]
        return [*self.hands[0], *self.hands[1], *open_, *self.dead[0], *self.dead[1]]


class Scenario(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A position at the beginning of one seat's part of a phase.

    `tiles`: the top left square of a site -> the neutral tile that lies there face up and how it is turned (`n05:2`).
    `markers`: huts and villages on the map, by square (default: one by lot on every sign of those tiles). `works`:
    buildings, wonders and great people on the map. `wonders`: those in the market. `dead`: units that lie open.
    `phase`: one of start, trade, cities, movement, research; `current`: whose part it is. `face_down`: the top left
    square of a site -> the tile that lies there face down. `decks`: the faces that lie on top, the first one first, of
    `hut`, `village`, `event-1` to `event-3`, `wonder`, `person` and each type of unit; the rest by lot. `spent`:
    culture events face up under their decks. `market`: resources that are left in it, as they must be with what seats
    have. `acted`: cities that have acted in this turn. `battle`: one under way (`Fight`), in `movement`. `alone`: what
    is there may be there without the technologies that it takes, to try a card alone.
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
    face_down: dict[str, str] = {}
    decks: dict[str, list[Face]] = {}
    spent: list[Face] = []
    market: dict[str, int] = {}
    acted: list[str] = []
    battle: Fight | None = None
    alone: bool = False

    def build(self) -> Position[State, View]:
        """Give the position. Raises ImpossibleScenario."""
        return _CivilizationBuilder(self).build()


def read(data: Any) -> Scenario:
    """Read a scenario from JSON data (dicts, lists, words, numbers). Raises ImpossibleScenario."""
    return read_scenario(Scenario, data)


def _square(name: str) -> Square:
    if name not in SQUARES:
        raise ImpossibleScenario(f"there is no square {name}")
    return SQUARES[name]


def _among(what: str, name: str, known: Iterable[str]) -> str:
    if name not in known:
        raise ImpossibleScenario(f"{what}: there is no {name or 'such thing'}")
    return name


def _once_a_turn(name: str) -> Iterator[str]:
    """Give the names in `State.used` of an ability, by what brings it."""
    found = False
    for where, some in BY_FRAME.items():
        if name in some:
            found = True
            yield f"use-{name}" if where is Manage else f"use-{name}-{where.__name__.lower()}"
    if name in TECH.values() or name in WOUNDS or name == SHARP:
        found = True
        yield f"use-{name}"
    if name in ONCE:
        found = True
        yield name
    if not found:
        raise ImpossibleScenario(f"used: nothing of {name} is done once a turn")


class _CivilizationBuilder(PositionBuilder):
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
        options = convert_options(partial(complete_options, SETTINGS), self.given.options)
        s = initial_state(options, self.seats)
        clear_setup(s)
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
        self._turn(s)
        for why in why_impossible(s, self.given.alone):
            raise ImpossibleScenario(why)
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
        dark = [number for number, tile in enumerate(laid) if not tile]
        named = [self.given.face_down.get(name_of(sites[number].y * WIDE + sites[number].x), "") for number in dark]
        if len(self.given.face_down) != sum(map(bool, named)):
            raise ImpossibleScenario(f"face_down: one of {', '.join(corners)}, where no tile lies face up")
        rest = self.chance.shuffled(left)
        others = [tile for tile in rest if tile not in named]
        first = [tile or others.pop() for tile in named] if any(named) else []
        drawn = self._ordered(s, "face_down", rest, first)
        for number, handle in zip(dark, drawn, strict=False):
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
        s.hut_deck = self._deck(s, "hut", decks["hut"])
        s.village_deck = self._deck(s, "village", decks["village"])

    def _deck(self, s: State, name: str, left: Iterable[Face]) -> tuple[Handle, ...]:
        """Lay out a deck: the named cards on top, then the rest by lot."""
        return self._ordered(s, f"decks: {name}", left, self.given.decks.get(name, []))

    def _ordered(self, s: State, what: str, left: Iterable[Face], first: Sequence[Face]) -> tuple[Handle, ...]:
        left = list(left)
        if not first:
            return self.lay(s, left, None)
        rest = Counter(left)
        rest.subtract(first)
        if min(rest.values(), default=0) < 0:
            raise ImpossibleScenario(f"{what}: there is no {min(rest, key=rest.__getitem__)} left")
        by_face: dict[Face, list[Handle]] = {}
        for handle in self.lay(s, left, None):
            by_face.setdefault(self.faces[handle], []).append(handle)
        ordered = (*first, *self.chance.shuffled(sorted(rest.elements())))
        return tuple(by_face[face].pop() for face in ordered)

    # --- seats -----------------------------------------------------------------------------------------------

    def _power(self, s: State, seat: Seat, power: Power) -> None:
        s.trade[seat], s.culture[seat], s.level[seat] = power.trade, power.culture, power.level
        s.tokens[seat] = dict(power.tokens)
        s.people[seat] = tuple(_among("people", person, PEOPLE) for person in power.people)
        s.unlocked[seat] = tuple(_among("unlocked", one, GOVERNMENTS) for one in power.unlocked)
        s.used = (*s.used, *((seat, key) for one in power.used for key in _once_a_turn(one)))
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
        battle = self.given.battle
        named = [face for power in self.powers for face in power.forces or ()]
        named += battle.units if battle is not None else []
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
            s.decks[kind] = self._deck(s, kind, decks[kind])
            s.dead[kind] = tuple(face for face in self.given.dead if face.partition("-")[0] == kind)

    def _events(self, s: State) -> None:
        left = Counter(face for level in LEVELS for face in event_deck(level))
        for face in (*(face for power in self.powers for face in power.events), *self.given.spent):
            if not left[face]:
                raise ImpossibleScenario(f"events: there is no {face} left")
            left[face] -= 1
        for level in LEVELS:
            deck = [one for one in left.elements() if EVENTS[one].level == level]
            s.event_decks[level] = self._deck(s, f"event-{level}", deck)
            s.spent[level] = tuple(face for face in self.given.spent if EVENTS[face].level == level)

    def _market(self, s: State) -> None:
        s.obsolete = tuple(_among("obsolete", wonder, WONDERS) for wonder in self.given.obsolete)
        left = [name for name in WONDERS if name not in s.works.values()]
        rest = [name for age in AGES for name in self.chance.shuffled([n for n in left if WONDERS[n].age == age])]
        offered = rest[:OPEN_WONDERS] if self.given.wonders is None else self.given.wonders
        for wonder in offered:
            _among("wonders", wonder, left)
        s.wonders = tuple(offered)
        first = self.given.decks.get("wonder", [])
        hidden = [*first, *(n for n in rest if n not in offered and n not in first)]
        if not {*first} <= {*rest} - {*offered} or len(set(first)) < len(first):
            raise ImpossibleScenario("decks: wonder: what does not lie open or stand somewhere, each once")
        s.wonder_deck = tuple(self.lay(s, (n,), None)[0] for n in hidden)
        people = Counter(PERSON_FACES)
        people.subtract(person for power in self.powers for person in power.people)
        people.subtract(work for work in s.works.values() if work in PEOPLE)
        if min(people.values()) < 0:
            raise ImpossibleScenario(f"people: there are {COPIES} of each")
        s.person_deck = self._deck(s, "person", sorted(people.elements()))

    # --- whether it can be, and what comes next --------------------------------------------------------------

    def _turn(self, s: State) -> None:
        """Take over the events of this turn so far, and the named market."""
        given = self.given
        s.acted = tuple(_square(name) for name in given.acted)
        if any(square not in s.cities for square in s.acted):
            raise ImpossibleScenario("acted: cities, by their squares")
        for resource, number in given.market.items():
            if s.market.get(resource) != number:
                there = s.market.get(resource, 0)
                raise ImpossibleScenario(f"market: with what the seats have, {there} {resource} are left, not {number}")
        known = {"hut", "village", "wonder", "person", *UNIT_TYPES, *(f"event-{level}" for level in LEVELS)}
        for name in given.decks:
            _among("decks", name, known)

    def _battle(self, s: State, told: Fight) -> None:
        """Lay out the battle of the current seat, above its moves."""
        seat, square, group = self.given.current, _square(told.square), (told.armies, told.scouts)
        city, enemy = s.cities.get(square), enemy_at(s, seat, square)
        enemy = city.seat if city is not None else enemy
        if self.given.phase != "movement" or enemy == seat or (enemy < 0 and square not in s.markers):
            raise ImpossibleScenario(f"battle: nobody is attacked on {told.square} in this phase")
        wounds = [*told.wounds, *[(0, 0)] * (len(told.fronts) - len(told.wounds))]
        if told.next not in (0, 1) or told.armies < 1 or len(wounds) != len(told.fronts) or ("", "") in told.fronts:
            raise ImpossibleScenario("battle: next is 0 or 1, an army attacks, each front has a unit and its wounds")
        players = (seat, enemy if enemy >= 0 else s.seat_after(seat))
        hands = tuple(self.lay(s, hand, player) for hand, player in zip(told.hands, players, strict=True))
        fronts = tuple(Front(units, hurt) for units, hurt in zip(told.fronts, wounds, strict=True))
        dead = (tuple(told.dead[0]), tuple(told.dead[1]))
        bonus = bonus_lead(s, seat, enemy, square)
        s.battle = Battle(
            square, (seat, enemy), players, group, city is not None, bonus, (hands[0], hands[1]), fronts, dead
        )
        if min(figures_in_supply(s, seat)) < 0:
            raise ImpossibleScenario(f"figures: seat {seat} has not so many")
        push(s, NextBlow(0, told.next), EndBattle(0))

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
        if given.battle is not None and frames:
            frames[0] = Moves(given.current)
        push(s, *frames, *(Phase(0, name) for name in later), NextTurn(0))
        if given.battle is not None:
            self._battle(s, given.battle)
