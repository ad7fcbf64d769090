"""Which other player an act is aimed at: named by its civilization, but not where only one other is left."""

from __future__ import annotations

from collections.abc import Sequence

from ...contract import Arg, Seat
from ..state import State


def named_rivals(s: State, seat: Seat) -> list[tuple[Seat, tuple[Arg, ...]]]:
    """Give the other players in the order of play, each with how an act names it: not at all, if it is the only one."""
    others = [other for other in s.order() if other != seat]
    return [(other, () if len(others) == 1 else (s.civilizations[other],)) for other in others]


def named_rival(s: State, seat: Seat, named: Sequence[Arg]) -> Seat:
    """Give the player an act is aimed at whose first word may name a civilization."""
    if named and named[0] in s.civilizations:
        return s.civilizations.index(str(named[0]))
    return s.after(seat)
