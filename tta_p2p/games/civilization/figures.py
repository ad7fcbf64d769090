"""What simulations count in Civilization."""

from __future__ import annotations

from collections.abc import Sequence

from ..contract import Line
from ..entry import Figures
from .board import cities_of
from .state import State

VICTORIES = ("culture", "technology", "economy", "military", "quiet")


def figures(state: State, log: Sequence[Line]) -> Figures:
    """Count rounds, battles and victories by kind, and what each seat has at the end."""
    game = {f"won-{how}": int(state.ending == how) for how in VICTORIES}
    keys = [line.key for line in log]
    return Figures(
        {"rounds": state.round, "battles": keys.count("totals"), **game},
        {
            "techs": tuple(map(len, state.techs)),
            "culture-level": tuple(state.level),
            "cities": tuple(len(cities_of(state, seat)) for seat in range(state.seats)),
        },
    )
