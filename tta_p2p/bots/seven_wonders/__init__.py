"""Bots of 7 Wonders: `easy` values the state after an act (`evaluator`), `normal` and `hard` play games out (`search`).

`hard` plays out more of them, and more worlds for those acts that are hard to tell apart. Each seat goes on there by
prices of `normal` or by others (`weights`) that won games against those where nothing is played out, and by whims.
"""

from __future__ import annotations

from tta_p2p.games.chance import Chance

from ..base import Bot, Situation
from ..easy import Evaluator
from .evaluator import SevenWondersEvaluator

POINT_VALUE = 100
"""Value of one point to the evaluator."""


def make_evaluator(situation: Situation) -> Evaluator:
    """Make the evaluator of a situation."""
    return SevenWondersEvaluator(situation.seat)


PERSONALITIES = ("warlike", "builder", "scholar")
"""They value shields and conflicts, buildings and stages, or science more (`weights.LEANINGS`)."""


def make_planner(chance: Chance, personality: str = "") -> Bot:
    """A bot of the level `normal`."""
    from .search import NORMAL_PLAN, PlayoutBot

    return PlayoutBot(chance, NORMAL_PLAN.with_personality(personality))


def make_lookahead(chance: Chance, personality: str = "") -> Bot:
    """A bot of the level `hard`."""
    from .search import HARD_PLAN, PlayoutBot

    return PlayoutBot(chance, HARD_PLAN.with_personality(personality))
