"""Obstacles to effects: an action card must be carried out completely, or it cannot be played."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from ..contract import Line, Seat
from .state import State
from .tables import effects as e

E = TypeVar("E")
_WHY_NOT: dict[type, Callable[[State, Seat, Any], Line | None]] = {}


def obstacle(
    kind: type[E],
) -> Callable[[Callable[[State, Seat, E], Line | None]], Callable[[State, Seat, E], Line | None]]:
    """Register the obstacles to a kind of effect (None: none); other kinds have none."""

    def register(function: Callable[[State, Seat, E], Line | None]) -> Callable[[State, Seat, E], Line | None]:
        assert kind not in _WHY_NOT, kind
        _WHY_NOT[kind] = function
        return function

    return register


def first_obstacle(s: State, seat: Seat, effects: Iterable[e.Effect]) -> Line | None:
    """Give the first obstacle to all these effects for a seat now; None: none."""
    for one in effects:
        refusal = _WHY_NOT[type(one)](s, seat, one) if type(one) in _WHY_NOT else None
        if refusal is not None:
            return refusal
    return None


def nearest_refusal(refusals: Iterable[Line]) -> Line | None:
    """Give the refusal easiest to overcome: the one with the least to pay, else the first."""
    return min(refusals, key=_missing, default=None)


def _missing(refusal: Line) -> int:
    if not refusal.key.endswith("cannot-pay"):
        return _NOT_A_MATTER_OF_PRICE
    price, have = refusal.args[-2:]
    assert isinstance(price, int) and isinstance(have, int)
    return price - have


_NOT_A_MATTER_OF_PRICE = 1_000
"""More than anything costs."""
