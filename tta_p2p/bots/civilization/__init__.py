"""Bots of Civilization: `easy` values what an act leads to (`evaluator`), `normal` plans, `hard` looks ahead."""

from __future__ import annotations

from tta_p2p.games.chance import Chance

from ..base import Bot, Situation
from ..easy import Evaluator
from .evaluator import CivilizationEvaluator

RARE_VERBS = ("end", "done", "stop", "enough", "wait", "keep", "pass", "rest", "deal", "parley")
"""Verbs that seats choosing at random in simulations seldom use: they end what could still be done, or begin a deal, of
which most acts of a game would be made."""

BOT_ONLY_OPTIONS = {"idle-turns": "end"}
"""Options of games in which no person sits."""


def make_evaluator(situation: Situation) -> Evaluator:
    """Make the evaluator of a situation."""
    return CivilizationEvaluator(situation.seat, situation.state)


PERSONALITIES = ("warlike", "builder", "scholar")
"""Those of `levels.PERSONALITIES` that the planners take: each leans to one of the victories."""


def make_planner(chance: Chance, personality: str = "") -> Bot:
    """Make a bot of the level `normal`."""
    from .planner import Planner

    return Planner(chance, personality)


def make_lookahead(chance: Chance, personality: str = "") -> Bot:
    """Make a bot of the level `hard`."""
    from .lookahead import LookaheadPlanner

    return LookaheadPlanner(chance, personality)
