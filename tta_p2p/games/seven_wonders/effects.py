"""Effects: at once when they are built, and for the score at the end."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, TypeVar

from ..contract import Seat
from .index import COLOUR, stages
from .payments import city
from .state import State, neighbour
from .tables import SCIENCE_SET
from .tables.model import (
    SYMBOLS,
    AnyScience,
    Cards,
    Coins,
    CoinsFor,
    Counted,
    Effect,
    FromDiscards,
    LastCard,
    Points,
    PointsFor,
    PointsForWonder,
    Science,
    Shields,
)

F = TypeVar("F", bound=Callable[..., Any])

_ON_BUILD: dict[type, Callable[[State, Seat, Any], int]] = {}
_ON_SCORING: dict[type, Callable[[State, Seat, Any], int]] = {}


def on_build(kind: type) -> Callable[[F], F]:
    """Register what an effect does when it was built; it gives the coins it brings."""
    return _registered(_ON_BUILD, kind)


def on_scoring(kind: type) -> Callable[[F], F]:
    """Register how many points an effect is worth."""
    return _registered(_ON_SCORING, kind)


def _registered(where: dict[type, Callable[[State, Seat, Any], int]], kind: type) -> Callable[[F], F]:
    def register(function: F) -> F:
        assert kind not in where, kind
        where[kind] = function
        return function

    return register


def take_effect(s: State, seat: Seat, effect: Effect) -> int:
    """Carry out what a new effect does at once, and give the coins it brings."""
    act = _ON_BUILD.get(type(effect))
    return act(s, seat, effect) if act else 0


def effect_points(s: State, seat: Seat, effect: Effect) -> int:
    """Give the points of one effect; science symbols score together (`science`)."""
    count = _ON_SCORING.get(type(effect))
    return count(s, seat, effect) if count else 0


def count(s: State, seat: Seat, counted: Counted) -> int:
    """Count cards or stages, as they stand now."""
    cities = [neighbour(s, seat, where) for where in counted.where]
    if isinstance(counted, Cards):
        return sum(COLOUR[face] in counted.colours for one in cities for face in s.built[one])
    return sum(s.stages[one] for one in cities)


def shields(s: State, seat: Seat) -> int:
    """Give the strength of a city."""
    return sum(one.number for one in city(s, seat) if isinstance(one, Shields))


def uses_last_card(s: State, seat: Seat) -> bool:
    """Whether a seat keeps the last card of an age."""
    return any(isinstance(one, LastCard) for one in city(s, seat))


# --- at once -------------------------------------------------------------------------------------------------


@on_build(Coins)
def _coins(s: State, seat: Seat, effect: Coins) -> int:
    return effect.number


@on_build(CoinsFor)
def _coins_for(s: State, seat: Seat, effect: CoinsFor) -> int:
    return effect.number * count(s, seat, effect.counted)


@on_build(FromDiscards)
def _from_discards(s: State, seat: Seat, effect: FromDiscards) -> int:
    s.searching = (*s.searching, seat)
    return 0


# --- at the end ----------------------------------------------------------------------------------------------


@on_scoring(Points)
def _points(s: State, seat: Seat, effect: Points) -> int:
    return effect.number


@on_scoring(PointsFor)
def _points_for(s: State, seat: Seat, effect: PointsFor) -> int:
    return effect.number * count(s, seat, effect.counted)


@on_scoring(PointsForWonder)
def _points_for_wonder(s: State, seat: Seat, effect: PointsForWonder) -> int:
    all_ = len(stages(s.wonders[seat], s.side(seat)))
    return effect.number if all_ and s.stages[seat] == all_ else 0


def science(s: State, seat: Seat) -> int:
    """Give the points of all science symbols: squares of equals, sets of three, free symbols where they score most."""
    known = [one.symbol for one in city(s, seat) if isinstance(one, Science)]
    free = sum(isinstance(one, AnyScience) for one in city(s, seat))
    return max(_of_symbols([*known, *chosen]) for chosen in product(SYMBOLS, repeat=free))


def _of_symbols(symbols: list[str]) -> int:
    numbers = [symbols.count(one) for one in SYMBOLS]
    return sum(number * number for number in numbers) + SCIENCE_SET * min(numbers)
