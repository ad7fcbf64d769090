"""The cost of a building, and every way to pay it.

A city uses its own resources first, each symbol once. What it lacks then, and no more, is bought: a neighbour sells
each of its symbols once a turn to each buyer. What matters of a way to pay is how many coins go to the left and how
many to the right, so ways that are alike in that are one. A way that gives neither neighbour less than another one, and
one of them more, is a present: the rulebook allows it, and it comes last.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from itertools import product

from ..contract import Face, Seat
from .index import COLOUR, NAME, Supply, effects, stages, supply
from .state import State, neighbour
from .tables import CARDS, PRICE
from .tables.model import RAW, RESOURCES, Discount, Effect, FreeColour, FreeTurn, Price, Resource, Where

Ways = tuple[tuple[int, int], ...]
"""Coins to the left and to the right, ascending; presents after all others."""
Prices = tuple[tuple[int, int], tuple[int, int]]
"""Of the left and the right neighbour: what a raw material and what a manufactured good cost."""
_Need = tuple[int, ...]

FREE: Ways = ((0, 0),)


def city(s: State, seat: Seat) -> tuple[Effect, ...]:
    """Give all effects of a seat's city."""
    return effects(s.wonders[seat], s.side(seat), s.stages[seat], s.built[seat])


def why_free(s: State, seat: Seat, face: Face) -> str:
    """Say why a building costs nothing (a key), as things stand at the start of the turn; empty if it costs."""
    card = CARDS[face]
    names = {NAME[one] for one in s.built[seat]}
    if not names.isdisjoint(card.after):
        return "chain"
    for one in city(s, seat):
        if isinstance(one, FreeTurn) and one.turn == s.turn:
            return "free-turn"
        if isinstance(one, FreeColour) and all(COLOUR[face] != card.colour for face in s.built[seat]):
            return "free-colour"
    return ""


def ways_to_build(s: State, seat: Seat, face: Face) -> Ways:
    """Give the ways to pay for a building; none if the seat cannot."""
    return FREE if why_free(s, seat, face) else _ways(s, seat, CARDS[face].cost)


def next_cost(s: State, seat: Seat) -> Price | None:
    """Give the cost of the next stage of the wonder; None if all stand."""
    all_ = stages(s.wonders[seat], s.side(seat))
    return all_[s.stages[seat]].cost if s.stages[seat] < len(all_) else None


def ways_to_stage(s: State, seat: Seat) -> Ways:
    """Give the ways to pay for the next stage of the wonder; none if there is none or the seat cannot."""
    cost = next_cost(s, seat)
    return () if cost is None else _ways(s, seat, cost)


def purchases(s: State, seat: Seat, cost: Price, way: tuple[int, int]) -> tuple[_Need, _Need]:
    """Give what is bought of the left and of the right for a way to pay; of several answers the first."""
    lacking, left, right = shortfalls(cost.resources, _own(s, seat)), *_sellers(s, seat)
    raw, made = (_splits({_part(one, at) for one in lacking}, left, right) for at in (True, False))
    for (a, b), (x, y) in product(raw, made):
        (left_raw, left_made), (right_raw, right_made) = _prices(s, seat)
        if way == (sum(a) * left_raw + sum(x) * left_made, sum(b) * right_raw + sum(y) * right_made):
            return tuple(map(sum, zip(a, x, strict=True))), tuple(map(sum, zip(b, y, strict=True)))
    return (0,) * len(RESOURCES), (0,) * len(RESOURCES)


def unavailable_resources(s: State, seat: Seat, cost: Price) -> tuple[Resource, ...]:
    """Give resources of which a seat and both its neighbours together make too few; none if coins alone decide."""
    sources = (_own(s, seat), *_sellers(s, seat))
    together = tuple(map(sum, zip(*(one[0] for one in sources), strict=True)))
    lacking = shortfalls(cost.resources, (together, tuple(options for one in sources for options in one[1])))[0]
    return tuple(resource for resource, number in zip(RESOURCES, lacking, strict=True) if number)


def coins_short(s: State, seat: Seat, cost: Price) -> int:
    """Give how many coins are lacking for the cheapest way to pay; 0 if none are, or if no coins would help."""
    found = ways(cost.resources, _own(s, seat), *_sellers(s, seat), _prices(s, seat))
    return max(0, cost.coins + min(map(sum, found)) - s.coins[seat]) if found else 0


def _ways(s: State, seat: Seat, cost: Price) -> Ways:
    spare = s.coins[seat] - cost.coins
    if spare < 0:
        return ()
    found = ways(cost.resources, _own(s, seat), *_sellers(s, seat), _prices(s, seat))
    return tuple(way for way in (found if s.presents else thrifty(found)) if sum(way) <= spare)


def _own(s: State, seat: Seat) -> Supply:
    return supply(s.wonders[seat], s.side(seat), s.stages[seat], s.built[seat], False)


def _sellers(s: State, seat: Seat) -> tuple[Supply, Supply]:
    return _sold(s, neighbour(s, seat, "left")), _sold(s, neighbour(s, seat, "right"))


def _sold(s: State, seat: Seat) -> Supply:
    return supply(s.wonders[seat], s.side(seat), s.stages[seat], s.built[seat], True)


def _prices(s: State, seat: Seat) -> Prices:
    discounts = [one for one in city(s, seat) if isinstance(one, Discount)]

    def of(where: Where, raw: bool) -> int:
        less = any(where in one.where and (one.resources[0] in RAW) == raw for one in discounts)
        return PRICE - 1 if less else PRICE

    return (of("left", True), of("left", False)), (of("right", True), of("right", False))


# --- ways ----------------------------------------------------------------------------------------------------


@lru_cache(1 << 15)
def ways(need: _Need, own: Supply, left: Supply, right: Supply, prices: Prices) -> Ways:
    """Give every way to pay for these resources, whatever coins there are."""
    lacking = shortfalls(need, own)
    raw, made = (_shares({_part(one, at) for one in lacking}, left, right) for at in (True, False))
    (left_raw, left_made), (right_raw, right_made) = prices
    found = {(a * left_raw + x * left_made, b * right_raw + y * right_made) for (a, b), (x, y) in product(raw, made)}
    least = thrifty(found)
    return (*least, *sorted(found.difference(least)))


def thrifty(found: Collection[tuple[int, int]]) -> Ways:
    """Give the ways that are no present beside another one."""
    return tuple(sorted(way for way in found if not any(_less(other, way) for other in found)))


def _less(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one != other and one[0] <= other[0] and one[1] <= other[1]


@lru_cache(1 << 15)
def shortfalls(need: _Need, own: Supply) -> tuple[_Need, ...]:
    """Give what may be lacking when a supply has met as much of a need as it can: every way to use its symbols."""
    certain, choices = own
    left = {tuple(max(0, number - have) for number, have in zip(need, certain, strict=True))}
    for options in choices:
        used: set[_Need] = set()
        for one in left:
            useful = [place for place in options if one[place]]
            used.update((*one[:place], one[place] - 1, *one[place + 1 :]) for place in useful)
            if not useful:
                used.add(one)
        left = used
    least = min(map(sum, left))
    return tuple(sorted(one for one in left if sum(one) == least))


def _part(need: _Need, raw: bool) -> _Need:
    """Give the raw materials of a need alone, or the manufactured goods alone."""
    raws = len(RAW)
    return (*need[:raws], *(0,) * (len(need) - raws)) if raw else (*(0,) * raws, *need[raws:])


def _shares(lacking: set[_Need], left: Supply, right: Supply) -> set[tuple[int, int]]:
    """Give how many units may come from the left and how many from the right."""
    return {(sum(part), sum(rest)) for part, rest in _splits(lacking, left, right)}


def _splits(lacking: set[_Need], left: Supply, right: Supply) -> list[tuple[_Need, _Need]]:
    """Give what may come from the left and what from the right."""
    found = []
    for need in sorted(lacking):
        for part in product(*(range(number + 1) for number in need)):
            rest = tuple(number - taken for number, taken in zip(need, part, strict=True))
            if not any(shortfalls(part, left)[0]) and not any(shortfalls(rest, right)[0]):
                found.append((part, rest))
    return found
