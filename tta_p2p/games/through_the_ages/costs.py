"""Costs of actions: civil and military actions, food, resources, science, less every discount.

Costs are pairs of what is paid and how much; `spend` takes them. `unit-resource` and `unit-science` are the
pools for this turn that pay for units and unit technologies before real ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import ClassVar

from ..contract import Cost, Face, Knowledge, Seat
from .economy import FOOD, RESOURCE, pay, stock, trade
from .flow import Args, Verb
from .index import (
    BUILD_COST,
    BUILD_DISCOUNTS,
    DEVELOP_DISCOUNTS,
    EACH_TURN,
    GOVERNMENTS,
    IS_UNIT,
    KIND,
    LEADERS,
    LEVEL,
    POPULATION_DISCOUNTS,
    SPECIALS,
    STAGES_PER_ACTION,
    TECHNOLOGY_COST,
    WONDERS,
    pact_abilities,
    pact_side,
)
from .ratings import active_cards, civil_left, military_left, pacts_of
from .state import Frame, Player, State
from .tables import BOARD
from .tables.abilities import DevelopDiscount
from .tables.words import Kind

LEADER_REPLACED = "leader-replaced"
"""In `Player.used`: a leader took the place of another this turn."""
CIVIL, MILITARY, SCIENCE = "civil-action", "military-action", "science"
UNIT_RESOURCE, UNIT_SCIENCE = "unit-resource", "unit-science"
_NAMES = {
    name.replace("-", "_"): name for name in (CIVIL, MILITARY, FOOD, RESOURCE, SCIENCE, UNIT_RESOURCE, UNIT_SCIENCE)
}


@lru_cache(maxsize=4096)
def make_cost(**amounts: int) -> Cost:
    """Make a cost, leaving out what is 0: `make_cost(civil_action=1, resource=3)`."""
    return tuple((_NAMES[name], amount) for name, amount in amounts.items() if amount)


def shortage(s: State, seat: Seat, cost: Cost) -> str:
    """Give the name of something in a cost that a seat does not have enough of; empty if it has all."""
    p = s.players[seat]
    for name, amount in cost:
        if available(s, seat, name) < amount and not (p.armed and name in (FOOD, RESOURCE)):
            return name
    return _short_of_tokens(s, p, cost) if p.armed else ""


def _short_of_tokens(s: State, p: Player, cost: Cost) -> str:
    """Say which of food and resources there is too little of, part of one being paid with the other (`economy.pay`)."""
    have = {FOOD: stock(p, FOOD), RESOURCE: stock(p, RESOURCE)}
    for name, amount in cost:
        if name in have:
            if name == p.armed:
                other = FOOD if name == RESOURCE else RESOURCE
                traded = min(amount, have[other], trade(s, p.seat, name))
                have[other] -= traded
                amount -= traded
            if have[name] < amount:
                return name
            have[name] -= amount
    return ""


def available(s: State, seat: Seat, name: str) -> int:
    """Give how much a seat has of something that is paid."""
    memo = s.memo
    if memo is None:
        return _AVAILABLE[name](s, seat)
    have = memo.get((name, seat))
    if have is None:
        have = memo[name, seat] = _AVAILABLE[name](s, seat)
    return have


def say_cost(s: State, seat: Seat, cost: Cost) -> None:
    """Log what is paid."""
    for name, amount in cost:
        s.say("pays", seat, amount, name)


def spend(s: State, seat: Seat, cost: Cost) -> None:
    """Take a cost the seat has. Do it last: paying by hand asks before what was put on the stack earlier."""
    p = s.players[seat]
    say_cost(s, seat, cost)
    for name, amount in cost:
        if name == CIVIL:
            extra = min(p.extra_civil, amount)
            p.extra_civil -= extra
            p.civil_spent += amount - extra
        elif name == MILITARY:
            extra = min(p.extra_military, amount)
            p.extra_military -= extra
            p.military_spent += amount - extra
        elif name == SCIENCE:
            p.science -= amount
        elif name == UNIT_SCIENCE:
            p.unit_science -= amount
        elif name == UNIT_RESOURCE:
            _spend_unit_resource(s, p, amount)
        else:
            pay(s, seat, name, amount)


# --- pools for units -----------------------------------------------------------------------------------------


def _each_turn(s: State, p: Player) -> list[tuple[Face, int]]:
    """List the cards that give a resource for units each turn and have not given it in this one."""
    if p.seat != s.current:
        return []
    return [
        (face, int(each.pool.unit_resource))  # type: ignore[arg-type]
        for face in active_cards(p)
        for each in EACH_TURN.get(face, ())
        if face not in p.used
    ]


def unit_resource(s: State, p: Player) -> int:
    """Give the resources a player has this turn for units only."""
    return p.unit_resource + sum(amount for _, amount in _each_turn(s, p))


def _spend_unit_resource(s: State, p: Player, amount: int) -> None:
    for face, given in _each_turn(s, p):
        if amount:
            p.used += (face,)
            p.unit_resource += given
    p.unit_resource -= amount


_AVAILABLE: dict[str, Callable[[State, Seat], int]] = {
    CIVIL: civil_left,
    MILITARY: military_left,
    FOOD: lambda s, seat: stock(s.players[seat], FOOD),
    RESOURCE: lambda s, seat: stock(s.players[seat], RESOURCE),
    SCIENCE: lambda s, seat: s.players[seat].science,
    UNIT_RESOURCE: lambda s, seat: unit_resource(s, s.players[seat]),
    UNIT_SCIENCE: lambda s, seat: s.players[seat].unit_science,
}
"""How much a seat has of everything that is paid."""


class ActionVerb(Verb):
    """A verb whose acts all cost `action`: without any left none of them is legal, and none is looked at."""

    action: ClassVar[str] = CIVIL

    def quick_candidates(self, s: State, frame: Frame, knows: Knowledge) -> Iterable[Args]:
        return self.candidates(s, frame, knows) if available(s, frame.seat, self.action) else ()


# --- prices --------------------------------------------------------------------------------------------------


def population_price(s: State, p: Player, discount: int = 0) -> int:
    """Give the food it costs to increase population (there must be somebody in the yellow bank)."""
    less = discount + sum(one.amount for face in active_cards(p) for one in POPULATION_DISCOUNTS.get(face, ()))
    return max(0, BOARD.population_cost_at(p.yellow_bank) - less)


def worker_price(p: Player, face: Face, *, upgrade: bool = False) -> int:
    """Give the resources a building or unit costs; `upgrade`: as it counts in the difference of an upgrade."""
    price = BUILD_COST[face]
    kind = KIND[face]
    level = LEVEL[face]
    for card in active_cards(p):
        for one in BUILD_DISCOUNTS.get(card, ()):
            if kind in one.kinds and (one.upgrades or not upgrade) and _has(p, one.having):
                price -= one.by_level[level]
    return max(0, price)


def build_price(s: State, p: Player, face: Face) -> int:
    """Give the resources a building or unit costs with all that others have a say in."""
    price = worker_price(p, face) + _surcharge(s, p, face)
    churchill = SPECIALS["winston-churchill-2006"].get(p.leader)
    if churchill and face in IS_UNIT and any(war.rival == p.seat for war in s.wars):
        price -= churchill[1]
    return max(0, price)


def move_price(s: State, p: Player, source: Face, target: Face) -> int:
    """Give the resources it costs to move a worker to a higher card with all that others have a say in."""
    return upgrade_price(p, source, target) + _surcharge(s, p, target)


def _surcharge(s: State, p: Player, face: Face) -> int:
    """Give what leaders of rivals add to the price of a building (Nikola Tesla)."""
    if KIND[face] not in (Kind.LAB, Kind.LIBRARY):
        return 0
    tesla = SPECIALS["nikola-tesla"]
    return sum(tesla[other.leader][0] for other in s.players if other is not p and other.leader in tesla)


def cheaper_workers(s: State, p: Player) -> bool:
    """Whether a player has anything that may make buildings and units cheaper."""
    cards = active_cards(p)
    at_war = bool(s.wars) and p.leader in SPECIALS["winston-churchill-2006"]
    return at_war or not BUILD_DISCOUNTS.keys().isdisjoint(cards)


def upgrade_price(p: Player, source: Face, target: Face) -> int:
    """Give the resources it costs to move a worker to a higher card."""
    return max(0, worker_price(p, target, upgrade=True) - worker_price(p, source, upgrade=True))


def resources(s: State, p: Player, face: Face, price: int) -> tuple[int, int]:
    """Split a price for a worker on a card into the pool for units and real resources."""
    if face not in IS_UNIT:
        return 0, price
    pool = min(price, available(s, p.seat, UNIT_RESOURCE))
    return pool, price - pool


def science_price(s: State, p: Player, face: Face, *, revolution: bool = False, discount: int = 0) -> int:
    """Give the science it costs to develop a technology."""
    price = TECHNOLOGY_COST[face]
    if revolution:
        price = GOVERNMENTS[face].revolution or 0
    kind = KIND[face]
    for card in active_cards(p):
        for one in DEVELOP_DISCOUNTS.get(card, ()):
            if kind in one.kinds and _has(p, one.having):
                price -= one.amount
    for one, _ in cooperation(s, p, face):
        price -= one.amount
    return max(0, price - discount)


def cheaper_science(s: State, p: Player) -> bool:
    """Whether a player has anything that may make technologies cheaper."""
    return bool(s.pacts) or not DEVELOP_DISCOUNTS.keys().isdisjoint(active_cards(p))


def cooperation(s: State, p: Player, face: Face) -> list[tuple[DevelopDiscount, Seat]]:
    """List what pacts take off the science price of a technology, each with the partner who helps."""
    if not s.pacts:
        return []
    kind = KIND[face]
    return [
        (one, partner)
        for pact, is_a, partner in pacts_of(s, p.seat)
        for one in pact_abilities(pact_side(pact.card, is_a), DevelopDiscount)
        if kind in one.kinds
    ]


def stages_per_action(p: Player) -> int:
    """Give how many stages of a wonder one civil action may build."""
    return max((one.number for face in active_cards(p) for one in STAGES_PER_ACTION.get(face, ())), default=1)


def stage_price(p: Player, number: int, discount: int = 0) -> int:
    """Give the resources the next stages of the unfinished wonder cost."""
    return max(0, sum(WONDERS[p.wonder].stages[p.stages : p.stages + number]) - discount)


def take_price(s: State, p: Player, space: int) -> int:
    """Give the civil actions it costs to take the card on a space of the row."""
    face = s.row[space]
    price = BOARD.row_costs[space]
    if face in WONDERS:
        if p.leader not in SPECIALS["michelangelo"]:
            price += BOARD.wonder_surcharge * len(p.wonders)
        michelangelo = SPECIALS["michelangelo-2006"].get(p.leader)
        if michelangelo:
            price -= michelangelo[0]
        taj = SPECIALS["taj-mahal"].get(face)
        if taj and LEADER_REPLACED in p.used:
            price -= taj[0]
    elif face in LEADERS:
        hammurabi = SPECIALS["hammurabi"].get(p.leader)
        if hammurabi:
            price -= hammurabi[1]
    return max(0, price)


def _has(p: Player, kind: Kind | None) -> bool:
    return kind is None or any(number and KIND[face] is kind for face, number in p.workers.items())
