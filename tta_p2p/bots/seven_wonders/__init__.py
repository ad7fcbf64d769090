"""Bots of 7 Wonders: `easy` values the state after an act (`evaluator`), `normal` plays games out (`search`)."""

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


def make_planner(chance: Chance) -> Bot:
    """A bot of the level `normal`."""
    from .search import PlayoutBot

    return PlayoutBot(chance)
