"""Opponents: an act names one by the civilization, unless only one is left."""

from __future__ import annotations

from collections.abc import Sequence

from ...contract import Arg, Seat
from ..state import State


def named_rivals(s: State, seat: Seat) -> list[tuple[Seat, tuple[Arg, ...]]]:
    """Give the other players in the order of play, each with its name in acts (none for an only one)."""
    others = [other for other in s.order() if other != seat]
    return [(other, () if len(others) == 1 else (s.civilizations[other],)) for other in others]


def named_rival(s: State, seat: Seat, named: Sequence[Arg]) -> Seat:
    """Give the player that an act is aimed at; its first word may name a civilization."""
    if named and named[0] in s.civilizations:
        return s.civilizations.index(str(named[0]))
    return s.seat_after(seat)
