"""Any position in the game's own words, for tests, puzzles and simulations: `Scenario(…).build()`.

Only what matters is said; the rest is filled in so that the position could have come about in a game. Cards named
nowhere lie in hands, under wonders and in the discard pile, by a lot that `seed` decides. What cannot be is refused
with `ImpossibleScenario`. A scenario is read from JSON data with `read`; its words are the fields of `Scenario` and
`City`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial
from itertools import chain
from typing import Any

import msgspec

from ..contract import Face, Reason, Seat, Value
from ..entry import ImpossibleScenario
from ..game import complete_options
from ..kit.scenario import Position, PositionBuilder, clear_setup, convert_options, read_scenario
from ..kit.view import View
from . import SEATS
from .flow import FLOW, Choose, Earn, EndTurn, LastCards, Searches, UseLast, push
from .game import GAME
from .index import BACK, NAME, effects, stages
from .setup import SETTINGS, WONDERS, initial_state
from .state import State
from .tables import AGES, CARDS, GUILDS, HAND, START_COINS, TURNS, deck
from .tables.model import SIDES, FromDiscards, LastCard, Side

PHASES = ("choose", "last-card", "search")
"""All choose a card; one seat uses its last card of the age; one seat searches the discard pile."""


class City(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The possessions of one seat; a field left out is as at the start, or drawn by lot.

    `built`: buildings in the order in which they were built. `stages`: how many stages stand; `tucked`: some of the
    cards under them. `tokens`: points of the conflicts so far. `hand`: some of its cards. `left`: why the seat has
    left the game.
    """

    board: str = ""
    side: Side = "day"
    coins: int = START_COINS
    built: list[Face] = []
    stages: int = 0
    tucked: list[Face] = []
    tokens: list[int] = []
    hand: list[Face] = []
    left: Reason | None = None


class Scenario(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A position.

    `seats`: how many play (default: as many as there are cities, at least as many as the cards named need). `age` and
    `turn`: default: the first in which all that is named can be there. `phase`: one of `PHASES`; `current`: whose last
    card or search it is. `cities`: one for each seat from 0 on. `discards`: the discard pile (default: every card of
    the ages so far that is not elsewhere; else these are out of the game). `guilds`: some that are in the game.
    """

    seats: int = 0
    age: int = 0
    turn: int = 0
    phase: str = "choose"
    current: Seat = 0
    cities: list[City] = []
    discards: list[Face] | None = None
    guilds: list[Face] = []
    options: dict[str, Value] = {}
    seed: int = 0

    def build(self) -> Position[State, View]:
        """Give the position. Raises ImpossibleScenario."""
        return _SevenWondersBuilder(self).build()


def read(data: Any) -> Scenario:
    """Read a scenario from JSON data (dicts, lists, words, numbers). Raises ImpossibleScenario."""
    return read_scenario(Scenario, data)


class _SevenWondersBuilder(PositionBuilder):
    def __init__(self, given: Scenario) -> None:
        super().__init__(given.seed, BACK)
        self.given = given
        named = list(chain(*(self._named(one) for one in given.cities), given.discards or (), given.guilds))
        for face in named:
            if face not in CARDS:
                raise ImpossibleScenario(f"there is no card {face}")
        self.named = Counter(named)
        self.seats = given.seats or self._seats_needed()
        if self.seats not in SEATS or len(given.cities) > self.seats:
            raise ImpossibleScenario(f"seats: {self.seats} cannot play with {len(given.cities)} cities")
        if given.phase not in PHASES:
            raise ImpossibleScenario(f"phase: one of {', '.join(PHASES)}")
        if not 0 <= given.current < self.seats:
            raise ImpossibleScenario(f"current: there is no seat {given.current}")
        self.cities = [*given.cities, *(City() for _ in range(self.seats - len(given.cities)))]

    def build(self) -> Position[State, View]:
        """Give the whole position."""
        options = convert_options(partial(complete_options, SETTINGS), self.given.options)
        s = initial_state(options, self.seats)
        clear_setup(s)
        self._boards(s)
        self._cities(s)
        s.age, s.turn = self._time(s)
        self._cards(s)
        self._work(s)
        FLOW.run(s)
        s.log = []
        return Position(GAME, s, self.seats, self.faces, options)

    def _named(self, one: City) -> Iterable[Face]:
        return (*one.built, *one.tucked, *one.hand)

    def _seats_needed(self) -> int:
        least = max(SEATS[0], len(self.given.cities))
        fits = (seats for seats in SEATS if seats >= least and self._fits(seats))
        return next(fits, SEATS[-1])

    def _fits(self, seats: int) -> bool:
        return all(number <= self._copies(face, seats) for face, number in self.named.items())

    def _copies(self, face: Face, seats: int) -> int:
        copies = CARDS[face].copies
        return sum(least <= seats for least in copies) if copies else 1

    # --- boards and cities -----------------------------------------------------------------------------------

    def _boards(self, s: State) -> None:
        wanted = [one.board for one in self.cities if one.board]
        if len(set(wanted)) < len(wanted) or not set(wanted) <= set(WONDERS):
            raise ImpossibleScenario(f"board: each of {', '.join(WONDERS)} once")
        left = self.chance.shuffled([wonder for wonder in WONDERS if wonder not in wanted])
        for seat, one in enumerate(self.cities):
            s.wonders[seat] = one.board or left.pop()
            s.sides[seat] = one.side

    def _cities(self, s: State) -> None:
        for seat, one in enumerate(self.cities):
            names = [NAME[face] for face in one.built]
            if len(set(names)) < len(names):
                raise ImpossibleScenario(f"built of seat {seat}: no city has two buildings of one name")
            if not 0 <= one.stages <= len(stages(s.wonders[seat], one.side)) or len(one.tucked) > one.stages:
                raise ImpossibleScenario(f"stages of seat {seat}: {one.stages}, with {len(one.tucked)} cards tucked")
            if one.coins < 0 or one.side not in SIDES:
                raise ImpossibleScenario(f"seat {seat}: coins {one.coins}, side {one.side}")
            s.coins[seat], s.stages[seat] = one.coins, one.stages
            s.built[seat], s.tokens[seat] = tuple(one.built), tuple(one.tokens)
            s.left[seat] = one.left
        if len(s.active_seats) < 2 or self.given.current not in s.active_seats:
            raise ImpossibleScenario("left: two must stay, the current seat among them")

    # --- time ------------------------------------------------------------------------------------------------

    def _time(self, s: State) -> tuple[int, int]:
        given = self.given
        ages = (given.age,) if given.age else AGES
        turns = (given.turn,) if given.turn else (TURNS,) if given.phase == "last-card" else range(1, TURNS + 1)
        why = f"age {given.age}, turn {given.turn} is no time of the game"
        for age in ages:
            for turn in turns:
                if age not in AGES or turn not in range(1, TURNS + 1):
                    continue
                why = self._too_early(s, age, turn)
                if not why:
                    return age, turn
        raise ImpossibleScenario(why)

    def _too_early(self, s: State, age: int, turn: int) -> str:
        """Say what cannot be there yet in this turn; empty if all can."""
        done = turn - (self.given.phase == "choose")
        past = [face for one in self.cities for face in (*one.built, *one.tucked)]
        if any(CARDS[face].age > age for face in self.named):
            return f"age {age}: a card of a later age is named"
        if done == 0 and any(CARDS[face].age == age for face in past):
            return f"turn {turn}: nothing of age {age} can be built yet"
        for seat, one in enumerate(self.cities):
            own = effects(s.wonders[seat], one.side, one.stages, ())
            more = sum(isinstance(effect, FromDiscards) for effect in own)
            more += age * any(isinstance(effect, LastCard) for effect in own)
            most = (age - 1) * TURNS + done + more
            if len(one.built) + one.stages > most:
                return f"seat {seat}: so much cannot be built before age {age}, turn {turn}"
            now = sum(CARDS[face].age == age for face in (*one.built, *one.tucked))
            if now > done + more:
                return f"seat {seat}: so much of age {age} cannot be built before turn {turn}"
        return ""

    # --- cards -----------------------------------------------------------------------------------------------

    def _cards(self, s: State) -> None:
        """Give every card of the ages so far its place."""
        pools = {age: Counter(deck(age, self.seats)) for age in AGES[: s.age]}
        guilds = self._guilds()
        other_guilds = [card.face for card in GUILDS if card.face not in guilds]
        if s.age == AGES[-1]:
            pools[s.age].update(guilds)
        for face in [face for one in self.cities for face in self._named(one)] + (self.given.discards or []):
            pool = pools.get(CARDS[face].age, Counter())
            if not pool[face]:
                raise ImpossibleScenario(f"{face}: there are not so many with {self.seats} players")
            pool[face] -= 1
        s.hands = [()] * self.seats
        for seat, one in enumerate(self.cities):
            self._hand(s, seat, one, pools[s.age])
        rest = self.chance.shuffled([face for age in AGES[: s.age] for face in sorted(pools[age].elements())])
        for seat, one in enumerate(self.cities):
            missing = one.stages - len(one.tucked)
            if missing > len(rest):
                raise ImpossibleScenario(f"stages of seat {seat}: no card is left for them")
            drawn, rest = rest[:missing], rest[missing:]
            s.tucked[seat] = self.lay(s, (*one.tucked, *drawn), seat if one.left is None else None)
        if self.given.discards is None:
            s.discards = self.lay(s, rest, None)
        else:
            s.discards = self.lay(s, self.given.discards, None)
            self.lay(s, rest, None)
        s.guilds = self.lay(s, guilds, None) if s.age < AGES[-1] else ()
        self.lay(s, other_guilds, None)

    def _guilds(self) -> list[Face]:
        named = [card.face for card in GUILDS if self.named[card.face]]
        if len(named) > self.seats + 2:
            raise ImpossibleScenario(f"guilds: only {self.seats + 2} are in the game")
        others = self.chance.shuffled([card.face for card in GUILDS if not self.named[card.face]])
        return [*named, *others[: self.seats + 2 - len(named)]]

    def _hand(self, s: State, seat: Seat, one: City, pool: Counter[Face]) -> None:
        given = self.given
        size = HAND + 1 - s.turn - (given.phase != "choose")
        if s.turn == TURNS and given.phase == "search":
            size = 0
        if given.phase == "last-card" and seat != given.current:
            size = 0
        if one.left is not None:
            size = 0
        wrong = [face for face in one.hand if CARDS[face].age != s.age]
        if len(one.hand) > size or wrong:
            raise ImpossibleScenario(f"hand of seat {seat}: {size} cards of age {s.age}")
        drawn = self.chance.shuffled(sorted(pool.elements()))[: size - len(one.hand)]
        if len(drawn) + len(one.hand) < size:
            raise ImpossibleScenario(f"hand of seat {seat}: the deck has not so many cards")
        pool.subtract(drawn)
        s.hands[seat] = self.lay(s, (*one.hand, *drawn), seat)

    def _work(self, s: State) -> None:
        match self.given.phase:
            case "choose":
                push(s, Choose(0), LastCards(0), Searches(0), EndTurn(0))
            case "last-card":
                push(s, UseLast(self.given.current), Earn(0), Searches(0), EndTurn(0))
            case _:
                s.searching = (self.given.current,)
                push(s, Searches(0), EndTurn(0))
