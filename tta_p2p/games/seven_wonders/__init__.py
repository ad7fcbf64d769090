"""7 Wonders, second edition, for 3 to 7 players."""

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
    from .game import SevenWonders

    return SevenWonders()


def _rules_1() -> Game[Any, Any]:
    from .game import SevenWonders1

    return SevenWonders1()


def _figures(state: Any, log: Sequence[Line]) -> Statistics:
    from .statistics import statistics

    return statistics(state, log)


def _scenario(data: Any) -> Callable[[Chance], LocalGame[Any, Any]]:
    from .scenario import read

    return read(data).build().game


SEATS = (3, 4, 5, 6, 7)
"""The numbers of seats it can be played with."""
ENTRY = Entry(
    "7 Wonders",
    seats=SEATS,
    rules=_rules,
    aliases=("7-wonders", "7w"),
    statistics=_figures,
    scenario=_scenario,
    released={"0.4.0": "7bb0c2295281278f87d28b330ca2cf5d7a517af9eacfe56368d2d0374ddc6c02"},
    earlier={"0.4.0": _rules_1},
)
