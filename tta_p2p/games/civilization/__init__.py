"""Sid Meier's Civilization: The Board Game (2010)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..entry import Entry, Statistics

if TYPE_CHECKING:
    from ..chance import Chance
    from ..contract import Line
    from ..game import Game
    from ..local import LocalGame


def _rules() -> Game[Any, Any]:
    from .game import Civilization

    return Civilization()


def _figures(state: Any, log: Sequence[Line]) -> Statistics:
    from .statistics import statistics

    return statistics(state, log)


def _scenario(data: Any) -> Callable[[Chance], LocalGame[Any, Any]]:
    from .scenario.builder import read

    return read(data).build().game


SEATS = (2, 3, 4)
"""The numbers of seats it can be played with."""
ENTRY = Entry(
    "Civilization",
    seats=SEATS,
    rules=_rules,
    aliases=("civ",),
    statistics=_figures,
    scenario=_scenario,
    has_points=False,
    released={
        "0.4.0": "4b8475bead4bf4e5580fd7852e0f1ad3aa6b8cb69b1a6af167be5e77ca758992",
        "0.5.0": "04e5b2292d09b59d60813be6d35c1d57e57866e36ebc98221974a7f7343eb855",
    },
)
