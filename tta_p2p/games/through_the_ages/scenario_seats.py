"""One civilization of a scenario: its words, its defaults, what is refused (`scenario` has the whole position)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from ..contract import Face, Reason, Seat
from ..entry import ImpossibleScenario
from .civil import CARD_PAID
from .costs import LEADER_REPLACED
from .economy import TRADED
from .editions import Edition
from .index import (
    BLUE_TOKENS,
    EACH_TURN,
    EVENTS,
    GOVERNMENTS,
    IS_URBAN,
    KIND,
    LEADERS,
    LEVEL,
    ONCE_PER_TURN,
    SPECIALS,
    TACTICS,
    TECHNOLOGY_COST,
    TOKEN_VALUE,
    URBAN_LIMIT,
    WONDERS,
    YELLOW_TOKENS,
)
from .military import TACTIC
from .politics import PEEKED
from .ratings import civil_actions, military_actions
from .setup import new_player
from .state import EMPTY, Player, State
from .tables import BOARD, CARDS, PRINTED
from .tables.effects import For, RavageWonder
from .tables.model import AGES
from .tables.words import SPECIAL, WORKER_KINDS, Kind

USED = (
    TACTIC,
    PEEKED,
    CARD_PAID,
    LEADER_REPLACED,
    TRADED,
    *EACH_TURN,
    *ONCE_PER_TURN,
    *SPECIALS["hammurabi"],
    *SPECIALS["j-s-bach"],
)
"""What can be done once a turn, as `used` names it."""
USED_UP = tuple(SPECIALS["julius-caesar"])
"""What can be done once a game, as `used_up` names it."""
_RUINED_AGES = sorted(
    {
        age
        for event in EVENTS.values()
        for part in event.effects
        if isinstance(part, For)
        for effect in part.effects
        if isinstance(effect, RavageWonder)
        for age in effect.ages
    }
)
"""The ages of wonders that can be turned face down."""
LEADER_AGES = frozenset(LEVEL[face] for face in LEADERS)
_NEVER_NEGATIVE = (
    "unused",
    "food",
    "resource",
    "science",
    "culture",
    "stages",
    "unit_resource",
    "unit_science",
    "forfeit",
    "strength",
)

_MOST_GAINED = 20
"""More tokens are never won or lost in a game; with far more, looking for workers would not end."""

Take = Callable[[Face, str], Face]
"""Takes a card out of those there are, for a place: raises ImpossibleScenario when it is not there."""


class Civilization(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The possessions of one seat; a field left out is as at the start (the printed technologies and workers).

    `technologies`: those without workers, special ones too. `workers`: card -> workers on it, which puts the card
    into play. `wonders`: finished ones, `wonder` the unfinished one with `stages` built. `tactic` lies in the common
    area unless it is `exclusive` (in 2006 it always is). `hand`: civil and military cards. `fresh`: action cards taken
    this turn.
    `food` and `resource` lay tokens on the best cards, `tokens` says on which. Banks hold what is left of all
    tokens; `gained_yellow` and `gained_blue` are those won, or lost (negative), besides what cards brought and
    ages took. `civil_actions` and `military_actions` are those left this turn. `leader_ages`: ages of leaders
    taken before the one in play and those in the hand. `used` and `used_up` hold words of `USED` and `USED_UP`.
    `strength` and `happiness` ask for a rating: workers are put on units, or on temples, arenas and theaters, that
    `workers` does not name.
    """

    government: Face = BOARD.government
    leader: Face = EMPTY
    leader_ages: list[int] = []
    technologies: list[Face] = []
    workers: dict[Face, int] = {}
    wonders: list[Face] = []
    ravaged: list[Face] = []
    homer_under: Face = EMPTY
    wonder: Face = EMPTY
    stages: int = 0
    colonies: list[Face] = []
    tactic: Face = EMPTY
    exclusive: bool = False
    hand: list[Face] = []
    fresh: list[Face] = []
    unused: int = BOARD.unused_workers
    yellow_bank: int | None = None
    blue_bank: int | None = None
    gained_yellow: int = 0
    gained_blue: int = 0
    tokens: dict[Face, int] = {}
    food: int = 0
    resource: int = 0
    science: int = 0
    culture: int = 0
    civil_actions: int | None = None
    military_actions: int | None = None
    unit_resource: int = 0
    unit_science: int = 0
    used: list[str] = []
    used_up: list[str] = []
    forfeit: int = 0
    strength: int | None = None
    happiness: int | None = None
    left: Reason | None = None

    def cards(self) -> list[Face]:
        """List every card named."""
        one = [self.government, self.leader, self.homer_under and "homer", self.wonder, self.tactic]
        some = [*self.technologies, *self.workers, *self.wonders, *self.colonies, *self.hand]
        return [face for face in one if face] + some


class _Setter:
    """Sets one civilization up, checking on the way."""

    def __init__(self, seat: Seat, one: Civilization, age: int, take: Take, rules: Edition) -> None:
        self.p = new_player(seat, rules.board)
        self.rules = rules
        self.one = one
        self.age = age
        self.take = take

    def wrong(self, what: str) -> ImpossibleScenario:
        """Give the error that says what is wrong with this seat."""
        return ImpossibleScenario(f"seat {self.p.seat}: {what}")

    def card(self, face: Face, field: str, *kinds: Kind) -> Face:
        """Take a card that must be of one of these kinds."""
        if face not in CARDS:
            raise self.wrong(f"{field}: there is no card {face!r}")
        if kinds and KIND[face] not in kinds:
            raise self.wrong(f"{field}: {face} is a card of kind {KIND[face]}")
        return face if face in PRINTED else self.take(face, f"{field} of seat {self.p.seat}")

    def antiquated(self, face: Face, field: str) -> None:
        """Refuse a card that would have been discarded at the end of an age."""
        if LEVEL[face] < self.age - 1:
            raise self.wrong(f"{field}: {face} is antiquated in Age {AGES[self.age]}")

    def once(self, faces: Iterable[Face], field: str) -> tuple[Face, ...]:
        """Refuse repeated cards."""
        found = tuple(faces)
        twice = next((face for face in found if found.count(face) > 1), None)
        if twice is not None:
            raise self.wrong(f"{field}: {twice} is named twice")
        return found

    def set_up(self) -> Player:
        """Set up everything but the actions, which depend on the whole table."""
        self.numbers_and_words()
        self.leader()
        self.technologies()
        self.wonders()
        self.hand()
        self.blue()
        self.yellow()
        p, one = self.p, self.one
        for face in self.once(one.colonies, "colonies"):
            p.colonies += (self.card(face, "colonies", Kind.TERRITORY),)
        if one.tactic:
            if one.tactic not in TACTICS:
                raise self.wrong(f"tactic: {one.tactic} is no tactic")
            p.tactic, p.exclusive = one.tactic, one.exclusive or not self.rules.common_tactics
            if p.exclusive:
                self.card(one.tactic, "tactic")
        elif one.exclusive:
            raise self.wrong("exclusive: there is no tactic")
        p.science, p.culture = one.science, one.culture
        p.culture_parts = {"production": one.culture} if one.culture else {}
        p.unit_resource, p.unit_science = one.unit_resource, one.unit_science
        p.used, p.used_up, p.forfeit = tuple(one.used), tuple(one.used_up), one.forfeit
        if one.left:
            if one.cards() != [BOARD.government] or (one.strength, one.happiness) != (None, None):
                raise self.wrong("a seat that left has no cards and no ratings")
            p.left = one.left
        return p

    def numbers_and_words(self) -> None:
        """Refuse numbers that are too low or too high, and words nobody knows."""
        one = self.one
        for name in _NEVER_NEGATIVE:
            if (getattr(one, name) or 0) < 0:
                raise self.wrong(f"{name} is below 0")
        for name in ("gained_yellow", "gained_blue"):
            if abs(getattr(one, name)) > _MOST_GAINED:
                raise self.wrong(f"{name}: {getattr(one, name)} tokens; {_MOST_GAINED} are won or lost at most")
        if one.happiness is not None and not 0 <= one.happiness <= BOARD.most_happy:
            raise self.wrong(f"happiness: it is from 0 to {BOARD.most_happy}, not {one.happiness}")
        for name, words, known in (("used", one.used, USED), ("used_up", one.used_up, USED_UP)):
            for word in self.once(words, name):
                if word not in known:
                    raise self.wrong(f"{name}: there is no word {word!r}; there are {', '.join(known)}")
        for age in one.leader_ages:
            if age > self.age or age not in LEADER_AGES:
                raise self.wrong(f"leader_ages: there are no leaders of an age {age} yet")

    def leader(self) -> None:
        """Set the leader and the ages of all leaders ever taken."""
        p, one = self.p, self.one
        ages = list(one.leader_ages)
        if one.leader:
            p.leader = self.card(one.leader, "leader", Kind.LEADER)
            self.antiquated(one.leader, "leader")
        taken = [one.leader] if one.leader else []
        taken += [face for face in one.hand if KIND.get(face) is Kind.LEADER]
        if one.homer_under:
            p.homer_under = one.homer_under
            taken.append(self.take("homer", f"homer_under of seat {p.seat}"))
            if one.homer_under not in one.wonders:
                raise self.wrong(f"homer_under: {one.homer_under} is not one of its finished wonders")
        ages += [LEVEL[face] for face in taken]
        if len(set(ages)) < len(ages):
            raise self.wrong("a second leader of the same age can never be taken")
        p.leader_ages = tuple(sorted(ages))

    def technologies(self) -> None:
        """Set government, special technologies, and technologies with their workers."""
        p, one = self.p, self.one
        p.government = self.card(one.government, "government", Kind.GOVERNMENT)
        for face in self.once(one.technologies, "technologies"):
            if KIND.get(face) is Kind.GOVERNMENT:
                raise self.wrong(f"technologies: {face} would be a second government")
            if face in p.workers:
                continue
            self.card(face, "technologies", *WORKER_KINDS, *SPECIAL)
            if KIND[face] in SPECIAL:
                other = next((have for have in p.specials if KIND[have] is KIND[face]), None)
                if other:
                    raise self.wrong(f"technologies: {face} and {other} have the same icon")
                p.specials += (face,)
            else:
                p.workers[face] = 0
        for face, number in one.workers.items():
            if face not in p.workers:
                self.card(face, "workers", *WORKER_KINDS)
            if number < 0:
                raise self.wrong(f"workers: {number} on {face}")
            p.workers[face] = number
        most = max(URBAN_LIMIT[face] for face in GOVERNMENTS if LEVEL[face] <= self.age)
        for kind in {KIND[face]: None for face in p.workers if face in IS_URBAN}:
            number = sum(number for face, number in p.workers.items() if KIND[face] is kind)
            if number > most:
                limit = f"no government up to Age {AGES[self.age]} allows more than {most}"
                raise self.wrong(f"workers: {number} urban buildings of kind {kind}; {limit}")

    def wonders(self) -> None:
        """Set finished wonders and the unfinished one."""
        p, one = self.p, self.one
        for face in self.once(one.wonders, "wonders"):
            p.wonders += (self.card(face, "wonders", Kind.WONDER),)
        p.ravaged = self.once(one.ravaged, "ravaged")
        for face in p.ravaged:
            if face not in p.wonders:
                raise self.wrong(f"ravaged: {face} is not one of its finished wonders")
            if LEVEL[face] not in _RUINED_AGES:
                ages = " and ".join(AGES[age] for age in _RUINED_AGES)
                raise self.wrong(f"ravaged: {face} is of Age {AGES[LEVEL[face]]}; only wonders of Ages {ages} fall")
        if one.wonder:
            p.wonder = self.card(one.wonder, "wonder", Kind.WONDER)
            self.antiquated(one.wonder, "wonder")
        p.stages = one.stages
        if one.stages and (not one.wonder or one.stages >= len(WONDERS[one.wonder].stages)):
            raise self.wrong(f"stages: no unfinished wonder has {one.stages} finished stages here")

    def hand(self) -> None:
        """Set the civil cards of the hand; the military ones are taken out of the box only."""
        p, one = self.p, self.one
        for face in one.hand:
            self.card(face, "hand")
            if face in PRINTED:
                raise self.wrong(f"hand: {face} is printed on the player board")
            self.antiquated(face, "hand")
            if CARDS[face].deck == "military":
                continue
            if KIND[face] is Kind.WONDER:
                raise self.wrong(f"hand: the wonder {face} is never in a hand")
            have = [*p.civil_hand, *p.workers, *p.specials, p.government]
            if face in TECHNOLOGY_COST and face in have:
                raise self.wrong(f"hand: it has a copy of {face} already")
            p.civil_hand += (face,)
        for face in one.fresh:
            if KIND.get(face) is not Kind.ACTION or one.fresh.count(face) > one.hand.count(face):
                raise self.wrong(f"fresh: {face} is no action card of the hand")
        p.fresh = tuple(one.fresh)

    def blue(self) -> None:
        """Lay blue tokens on cards; the rest of them is in the bank."""
        p, one = self.p, self.one
        for face, number in one.tokens.items():
            if face not in p.workers or not TOKEN_VALUE.get(face):
                raise self.wrong(f"tokens: none can lie on {face}")
            if number < 0:
                raise self.wrong(f"tokens: {number} on {face}")
            if number:
                p.tokens[face] = number
        for kind, amount in ((Kind.FARM, one.food), (Kind.MINE, one.resource)):
            for face in sorted((face for face in p.workers if KIND[face] is kind), key=lambda face: -TOKEN_VALUE[face]):
                number, amount = divmod(amount, TOKEN_VALUE[face])  # the fewest tokens; too many are refused below
                if number:
                    p.tokens[face] = p.tokens.get(face, 0) + number
        all_of_them = self.rules.board.blue_in_bank + _from_cards(p, one, BLUE_TOKENS) + one.gained_blue
        self._bank("blue", all_of_them, sum(p.tokens.values()) + p.stages, one.blue_bank)

    def yellow(self) -> None:
        """Count the workers; the rest of the yellow tokens is in the bank."""
        p, one = self.p, self.one
        p.unused = one.unused
        self._bank("yellow", _yellow(p, one, self.age), sum(p.workers.values()) + p.unused, one.yellow_bank)

    def _bank(self, colour: str, all_of_them: int, out: int, bank: int | None) -> None:
        rest = all_of_them - out
        if rest < 0 or (bank is not None and not 0 <= bank <= rest):
            have = out + (bank or 0)
            many = f"it has {have} {colour} tokens, {out} of them outside the bank"
            raise self.wrong(f"{many}, but can have {all_of_them}")
        setattr(self.p, f"{colour}_bank", rest if bank is None else bank)


def _from_cards(p: Player, one: Civilization, numbers: dict[Face, int]) -> int:
    cards = [*p.specials, *one.colonies, *(face for face in p.wonders if face not in p.ravaged)]
    return sum(numbers.get(face, 0) for face in cards)


def _yellow(p: Player, one: Civilization, age: int) -> int:
    """Give the yellow tokens a civilization can have."""
    begin = BOARD.yellow_in_bank + BOARD.unused_workers + sum(new_player(0).workers.values())
    lost = sum(BOARD.yellow_lost_at_age_end[:age])
    return begin - lost + _from_cards(p, one, YELLOW_TOKENS) + one.gained_yellow


def tokens_for_workers(p: Player, one: Civilization, age: int) -> int:
    """Give how many workers a civilization could have, unused ones too, beside the bank that is asked for."""
    return _yellow(p, one, age) - (one.yellow_bank or 0)


def set_up(seat: Seat, one: Civilization, age: int, take: Take, rules: Edition) -> Player:
    """Give the player of a seat, its cards taken out of the box. Raises ImpossibleScenario."""
    return _Setter(seat, one, age, take, rules).set_up()


def spend_actions(s: State, p: Player, one: Civilization) -> None:
    """Spend what a seat has not left of its actions. Raises ImpossibleScenario."""
    for colour, left, all_of_them in (
        ("civil", one.civil_actions, civil_actions(s, p.seat)),
        ("military", one.military_actions, military_actions(s, p.seat)),
    ):
        if left is None:
            continue
        if not 0 <= left <= all_of_them:
            raise ImpossibleScenario(f"seat {p.seat}: {left} {colour} actions are left of {all_of_them}")
        setattr(p, f"{colour}_spent", all_of_them - left)
