"""What simulations count in Through the Ages."""

from __future__ import annotations

from collections.abc import Sequence

from ..contract import Line
from ..entry import Figures
from .state import State

TOLD = {"uprisings": "uprising", "shortages": "starvation"}
"""What is counted of each seat, and the key of the line of the log that tells it once a turn."""


def figures(state: State, log: Sequence[Line]) -> Figures:
    """Count rounds, and in how many turns each seat had an uprising or too little food."""
    seats = range(len(state.players))
    told = {name: [line.args[0] for line in log if line.key == key] for name, key in TOLD.items()}
    return Figures(
        {"rounds": state.round}, {name: tuple(map(found.count, seats)) for name, found in told.items()}
    )
