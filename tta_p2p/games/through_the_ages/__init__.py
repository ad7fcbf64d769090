"""Through the Ages: A New Story of Civilization."""

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
    from .game import ThroughTheAges

    return ThroughTheAges()


def _rules_4() -> Game[Any, Any]:
    from .game import ThroughTheAges4

    return ThroughTheAges4()


def _figures(state: Any, log: Sequence[Line]) -> Statistics:
    from .statistics import statistics

    return statistics(state, log)


def _scenario(data: Any) -> Callable[[Chance], LocalGame[Any, Any]]:
    from .scenario import read

    return read(data).build().game


ENTRY = Entry(
    "Through the Ages",
    seats=(2, 3, 4),
    rules=_rules,
    aliases=("tta",),
    statistics=_figures,
    scenario=_scenario,
    released={"0.4.0": "79f6be2f9afaf997b9eda0a1e51d10e792fa2449b56c339ef3fd879ff4d9bdd8"},
    earlier={"0.4.0": _rules_4},
)
