"""Bots of Through the Ages: `easy` values the state after one act, `normal` and `hard` plan whole turns (`turn_search`)
and play the best plans a round further (`lookahead`), `hard` more of them, and near the end to the end.

`outlook` says how long the game will go on and what things are worth until then, `position` how well off a
civilization is, `plans` what its cards and unfinished things may still bring, `hidden_outcomes` what to expect where
the public state does not show the outcome. Only the public state and the seat's own knowledge are used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tta_p2p.bots.base import Bot, Situation
    from tta_p2p.bots.easy import Evaluator
    from tta_p2p.games.chance import Chance

EXCLUDED_VERBS = ("resign", "by-hand")
"""Acts that end a game early or only make it longer."""
RARE_VERBS = ("end", "pass", "destroy", "disband", "by-hand", "cancel", "decline")
"""Acts that waste what a seat has: where seats choose at random they seldom choose these."""


POINT_VALUE = 100
"""Value of a point of culture to the evaluator."""


def make_evaluator(situation: Situation) -> Evaluator:
    """Make the evaluator of a situation."""
    from tta_p2p.bots.through_the_ages.act_evaluator import easy_evaluator

    return easy_evaluator(situation)


PERSONALITIES = ("warlike", "builder", "scholar")
"""They value armies, wonders and culture, or science more."""


def make_planner(chance: Chance, personality: str = "") -> Bot:
    """Make a bot of the level `normal`."""
    from tta_p2p.bots.through_the_ages.lookahead import STANDARD, LookaheadPlanner
    from tta_p2p.bots.through_the_ages.weights import make_weights

    return LookaheadPlanner(chance, STANDARD, make_weights(personality))


def make_lookahead(chance: Chance, personality: str = "") -> Bot:
    """Make a bot of the level `hard`."""
    from tta_p2p.bots.through_the_ages.lookahead import HARD, LookaheadPlanner
    from tta_p2p.bots.through_the_ages.weights import make_weights

    return LookaheadPlanner(chance, HARD, make_weights(personality))


def human_averages(seats: int) -> Mapping[str, float]:
    """Give the averages of human games with this number of seats."""
    from tta_p2p.bots.through_the_ages.averages import AVERAGES

    return AVERAGES.get(seats, {})
