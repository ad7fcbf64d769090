"""The private part of a seat's view: prices after every discount, and the worth of its hand in a fight."""

from __future__ import annotations

from collections.abc import Iterator

from ..contract import Handle, Knowledge, Seat
from .aggressions import Defence
from .colonization import Force, bonus_force, cook
from .costs import (
    SCIENCE,
    build_price,
    move_price,
    population_price,
    science_price,
    stage_price,
    stages_per_action,
)
from .economy import FOOD, RESOURCE
from .index import (
    BONUS_CARDS,
    BUILD_COST,
    GOVERNMENTS,
    KIND,
    LEVEL,
    TECHNOLOGY_COST,
    WONDERS,
)
from .ratings import military_actions
from .sacrifices import defense_of
from .state import Player, State
from .tables import BOARD
from .view_model import PriceView, PrivateView


def private_view(s: State, knows: Knowledge, seat: Seat) -> PrivateView:
    """Give what is of use to a seat alone."""
    p = s.players[seat]
    thrown, room = tuple[Handle, ...](), military_actions(s, seat)
    match s.stack[-1] if s.stack else None:
        case Defence() as frame if frame.seat == seat:
            thrown, room = frame.thrown, room - frame.shown - len(frame.thrown)
        case Force() as frame if frame.seat == seat:
            thrown = frame.thrown
    faces = [knows.faces.get(handle, "") for handle in p.military_hand if handle not in thrown]
    return PrivateView(tuple(_prices(s, p)), _hand_force(p, faces), _defense(s, p, faces, room))


def _hand_force(p: Player, faces: list[str]) -> int:
    """Add up what bonus cards of the hand give to a force, and Cook's discards of the others."""
    total = 0
    others = 0
    for face in faces:
        if face in BONUS_CARDS:
            total += bonus_force(p, face)
        else:
            others += 1
    number, each = cook(p)
    worth = sorted(bonus_force(p, face) for face in faces if face in BONUS_CARDS)
    thrown = min(number, others)
    gained = thrown * each
    for value in worth[: number - thrown]:  # a bonus card worth less than a discard is discarded instead
        gained += max(0, each - value)
    return total + gained


def _defense(s: State, p: Player, faces: list[str], room: int) -> int:
    """Give the most that cards of the hand add in defence, no more of them than there are military actions in all.

    Where only bonus cards defend (`Edition.plain_defense`) there may be any number of them.
    """
    if not s.rules.plain_defense:
        return sum(defense_of(p, face) for face in faces if face in BONUS_CARDS)
    worth = sorted((BONUS_CARDS[f].defense if f in BONUS_CARDS else BOARD.plain_defense for f in faces), reverse=True)
    return sum(worth[:room])


def _prices(s: State, p: Player) -> Iterator[PriceView]:
    """Go through everything that could be paid for now."""
    if p.yellow_bank:
        printed = BOARD.population_cost_at(p.yellow_bank)
        yield PriceView("population", "", "", 1, FOOD, printed, population_price(s, p))
    for face in p.workers:
        yield PriceView("build", face, "", 1, RESOURCE, BUILD_COST[face], build_price(s, p, face))
    for source, number in p.workers.items():
        if number:
            for target in p.workers:
                if KIND[target] is KIND[source] and LEVEL[target] > LEVEL[source]:
                    printed = BUILD_COST[target] - BUILD_COST[source]
                    price = move_price(s, p, source, target)
                    yield PriceView("upgrade", source, target, 1, RESOURCE, printed, price)
    if p.wonder:
        left = len(WONDERS[p.wonder].stages) - p.stages
        for number in range(1, min(left, stages_per_action(p)) + 1):
            price = stage_price(p, number)
            yield PriceView("stage", p.wonder, "", number, RESOURCE, price, price)
    for face in dict.fromkeys(p.civil_hand):
        if face in TECHNOLOGY_COST:
            yield PriceView("develop", face, "", 1, SCIENCE, TECHNOLOGY_COST[face], science_price(s, p, face))
        if face in GOVERNMENTS:
            printed = GOVERNMENTS[face].revolution or 0
            yield PriceView("revolution", face, "", 1, SCIENCE, printed, science_price(s, p, face, revolution=True))
