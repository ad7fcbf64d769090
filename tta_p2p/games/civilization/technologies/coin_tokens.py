"""Coin tokens on technologies."""

from __future__ import annotations

from ...contract import Seat
from ..state import State
from ..tables.techs import MOST_COINS


def add_coin(s: State, seat: Seat, tech: str) -> None:
    """Put a coin on a technology, if it has room for one."""
    if s.tokens[seat].get(tech, 0) < MOST_COINS:
        s.tokens[seat][tech] = s.tokens[seat].get(tech, 0) + 1
        s.say("coin", seat, tech)


def melt(s: State, seat: Seat, where: str) -> None:
    """Take a coin token away from a seat."""
    s.tokens[seat][where] -= 1
    if not s.tokens[seat][where]:
        del s.tokens[seat][where]
