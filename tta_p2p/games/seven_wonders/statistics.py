"""Statistics of simulations in 7 Wonders."""

from __future__ import annotations

from collections.abc import Sequence

from ..contract import Line
from ..entry import Statistics
from .state import State


def statistics(state: State, log: Sequence[Line]) -> Statistics:
    """Count the buildings and stages that each seat has, the cards it sold, and who built which card."""
    sellers = [line.args[0] for line in log if line.key == "sells"]
    sold = tuple(map(sellers.count, range(state.seats)))
    built: dict[str, tuple[int, ...]] = {}
    for seat, faces in enumerate(state.built):
        for face in dict.fromkeys(faces):
            built[face] = (*built.get(face, ()), seat)
    counts = {"buildings": tuple(map(len, state.built)), "stages": tuple(state.stages), "sold": sold}
    return Statistics({}, counts, {"built": built})
