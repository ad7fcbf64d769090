"""An act as people read it: the notation says what is paid to the left and to the right, the label what for."""

from __future__ import annotations

from ..contract import Act, Arg, Card, Line
from .payments import next_cost, purchases, why_free
from .state import State
from .tables import CARDS
from .tables.model import FREE, NEIGHBOURS, RESOURCES, Price


def label(s: State, act: Act) -> Line:
    """Give the label of an act; one that cannot be meant is labelled by its card alone."""
    match act.verb, act.args:
        case "build", (Card() as card, int(left), int(right)):
            known = card.face in CARDS and _sits(s, act)
            cost = CARDS[card.face].cost if known and not why_free(s, act.seat, card.face) else FREE
            return _with(s, act, Line("build", (card,)), cost, (left, right))
        case "stage", (Card() as card, int(left), int(right)) if _sits(s, act):
            number = s.stages[act.seat] + 1
            return _with(s, act, Line("stage", (card, number)), next_cost(s, act.seat) or FREE, (left, right))
    return Line(act.verb, act.args)


def _sits(s: State, act: Act) -> bool:
    return 0 <= act.seat < s.seats and bool(s.wonders[act.seat])


def _with(s: State, act: Act, line: Line, cost: Price, way: tuple[int, int]) -> Line:
    """Give the label with what is bought for it."""
    words: list[Arg] = []
    if way != (0, 0) and _sits(s, act):
        for where, numbers in zip(NEIGHBOURS, purchases(s, act.seat, cost, way), strict=True):
            if any(numbers):
                words += ["and"] if words else []
                goods = [(number, resource) for resource, number in zip(RESOURCES, numbers, strict=True) if number]
                for place, one in enumerate(goods, 1):
                    words += [*one, *([] if place == len(goods) else ["and" if place == len(goods) - 1 else "comma"])]
                words.append(f"from-{where}")
    return Line(f"{line.key}-buying", (*line.args, *words)) if words else line
