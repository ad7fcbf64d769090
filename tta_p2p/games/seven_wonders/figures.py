"""What simulations count in 7 Wonders."""

from __future__ import annotations

from collections.abc import Sequence

from ..contract import Line
from ..entry import Figures
from .state import State


def figures(state: State, log: Sequence[Line]) -> Figures:
    """Count the buildings and stages that each seat has, and the cards it sold."""
    sellers = [line.args[0] for line in log if line.key == "sells"]
    sold = tuple(map(sellers.count, range(state.seats)))
    return Figures({}, {"buildings": tuple(map(len, state.built)), "stages": tuple(state.stages), "sold": sold})
