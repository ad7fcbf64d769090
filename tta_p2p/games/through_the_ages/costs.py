"""What actions cost: civil and military actions, food, resources, science, every discount taken off.

Costs are pairs of what is paid and how much; `spend` takes them. `unit-resource` and `unit-science` are the
pools for this turn that pay for units and unit technologies before real ones.
"""

from __future__ import annotations

from ..contract import Cost, Face, Seat
from .economy import FOOD, RESOURCE, pay, stock, trade
from .index import (
    BUILD_COST,
    BUILD_DISCOUNTS,
    DEVELOP_DISCOUNTS,
    EACH_TURN,
    GOVERNMENTS,
    IS_UNIT,
    KIND,
    LEVEL,
    POPULATION_DISCOUNTS,
    SPECIALS,
    STAGES_PER_ACTION,
    TECHNOLOGY_COST,
    WONDERS,
    pact_abilities,
    pact_side,
)
from .ratings import active, civil_left, military_left, pacts_of
from .state import Player, State
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


def make(**amounts: int) -> Cost:
    """Make a cost, leaving out what is 0: `make(civil_action=1, resource=3)`."""
    return tuple([(_NAMES[name], amount) for name, amount in amounts.items() if amount])


def short(s: State, seat: Seat, cost: Cost) -> str:
    """Give the name of something in a cost that a seat does not have enough of; empty if it has all."""
    p = s.players[seat]
    for name, amount in cost:
        if name == CIVIL:
            if civil_left(s, seat) < amount:
                return name
        elif name == MILITARY:
            if military_left(s, seat) < amount:
                return name
        elif name == SCIENCE:
            if p.science < amount:
                return name
        elif name in (FOOD, RESOURCE):
            if stock(p, name) < amount and not p.armed:
                return name
        elif name == UNIT_RESOURCE:
            assert unit_resource(s, p) >= amount
        elif name == UNIT_SCIENCE:
            assert p.unit_science >= amount
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
    p = s.players[seat]
    if name == CIVIL:
        return civil_left(s, seat)
    if name == MILITARY:
        return military_left(s, seat)
    return p.science if name == SCIENCE else stock(p, name)


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
        for face in active(p)
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


# --- prices --------------------------------------------------------------------------------------------------


def population_price(s: State, p: Player, discount: int = 0) -> int:
    """Give the food it costs to increase population (there must be somebody in the yellow bank)."""
    less = discount + sum(
        one.amount for face in active(p) for one in POPULATION_DISCOUNTS.get(face, ())
    )
    return max(0, BOARD.population_cost_at(p.yellow_bank) - less)


def worker_price(p: Player, face: Face, *, upgrade: bool = False) -> int:
    """Give the resources a building or unit costs; `upgrade`: as it counts in the difference of an upgrade."""
    price = BUILD_COST[face]
    kind = KIND[face]
    level = LEVEL[face]
    for card in active(p):
        for one in BUILD_DISCOUNTS.get(card, ()):
            if kind in one.kinds and (one.upgrades or not upgrade) and _has(p, one.having):
                price -= one.by_level[level]
    return max(0, price)


def upgrade_price(p: Player, source: Face, target: Face) -> int:
    """Give the resources it costs to move a worker to a higher card."""
    return max(0, worker_price(p, target, upgrade=True) - worker_price(p, source, upgrade=True))


def resources(s: State, p: Player, face: Face, price: int) -> tuple[int, int]:
    """Split a price for a worker on a card into the pool for units and real resources."""
    if face not in IS_UNIT:
        return 0, price
    pool = min(price, unit_resource(s, p))
    return pool, price - pool


def science_price(s: State, p: Player, face: Face, *, revolution: bool = False, discount: int = 0) -> int:
    """Give the science it costs to develop a technology."""
    price = TECHNOLOGY_COST[face]
    if revolution:
        price = GOVERNMENTS[face].revolution or 0
    kind = KIND[face]
    for card in active(p):
        for one in DEVELOP_DISCOUNTS.get(card, ()):
            if kind in one.kinds and _has(p, one.having):
                price -= one.amount
    for one, _ in cooperation(s, p, kind):
        price -= one.amount
    return max(0, price - discount)


def cooperation(s: State, p: Player, kind: Kind) -> list[tuple[DevelopDiscount, Seat]]:
    """List what pacts take off the science price of a kind of technology, each with the partner who helps."""
    return [
        (one, partner)
        for pact, is_a, partner in pacts_of(s, p.seat)
        for one in pact_abilities(pact_side(pact.card, is_a), DevelopDiscount)
        if kind in one.kinds
    ]


def stages_per_action(p: Player) -> int:
    """Give how many stages of a wonder one civil action may build."""
    return max((one.number for face in active(p) for one in STAGES_PER_ACTION.get(face, ())), default=1)


def stage_price(p: Player, number: int, discount: int = 0) -> int:
    """Give the resources the next stages of the unfinished wonder cost."""
    return max(0, sum(WONDERS[p.wonder].stages[p.stages : p.stages + number]) - discount)


def take_price(s: State, p: Player, space: int) -> int:
    """Give the civil actions it costs to take the card on a space of the row."""
    face = s.row[space]
    price = BOARD.row_costs[space]
    kind = KIND[face]
    if kind is Kind.WONDER:
        if p.leader not in SPECIALS["michelangelo"]:
            price += BOARD.wonder_surcharge * len(p.wonders)
        taj = SPECIALS["taj-mahal"].get(face)
        if taj and LEADER_REPLACED in p.used:
            price -= taj[0]
    elif kind is Kind.LEADER:
        hammurabi = SPECIALS["hammurabi"].get(p.leader)
        if hammurabi:
            price -= hammurabi[1]
    return max(0, price)


def _has(p: Player, kind: Kind | None) -> bool:
    return kind is None or any(number and KIND[face] is kind for face, number in p.workers.items())

