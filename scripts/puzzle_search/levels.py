"""Bots of each level at a puzzle, told its goal: the turn counts for them as it does for a person.

They search as they always do: `easy` one act after the other, `normal` and `hard` in beams over the whole turn, with
the acts that they think worth trying. What the turn would come to if it ended now is what they value first, then what
else they think of a position.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from tta_p2p.bots.base import Situation
from tta_p2p.bots.easy import Evaluation, best_act
from tta_p2p.bots.through_the_ages.act_evaluator import ActEvaluator, easy_evaluator
from tta_p2p.bots.through_the_ages.lookahead import HARD
from tta_p2p.bots.through_the_ages.statecraft import statecraft_evaluator
from tta_p2p.bots.through_the_ages.turn_search import BEAM_WIDTH, TurnSearch
from tta_p2p.bots.through_the_ages.weights import NORMAL
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act
from tta_p2p.games.through_the_ages.flow import decision_frame
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.phases import Actions
from tta_p2p.games.through_the_ages.state import State
from tta_p2p.ui.through_the_ages.puzzle_goals import Goal, Value

from .turns import Position

_FIRST = 100_000_000
"""The weight of one of the value of the goal against what a bot thinks of a position."""
_NEXT = 500
"""More of a quantity than this is never left: the next one weighs so much less."""


def weigh(value: Value | None) -> int:
    """Give a value of a goal as one number."""
    if value is None:
        return -1
    total = 0
    for number in value:
        total = total * _NEXT + number
    return total


class ToldEvaluator:
    """A bot's evaluator that is told the goal of a puzzle."""

    def __init__(self, evaluator: ActEvaluator, position: Position, goal: Goal) -> None:
        self._evaluator, self._position, self._goal = evaluator, position, goal
        self._now = 0
        self._now = self._reached(position.state)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._evaluator, name)

    def evaluate(self, state: State) -> Evaluation:
        """Value a state by what the turn comes to if it ends there, then as the bot does."""
        own = self._evaluator.evaluate(state)
        return Evaluation(self._reached(state) * _FIRST + own.permanent, own.spare)

    def forecast(self, state: State, act: Act) -> None:
        """Foresee nothing: the outcome of every act of a puzzle shows."""

    def _reached(self, state: State) -> int:
        if not isinstance(decision_frame(state), Actions):
            return self._now
        end = next(option for option in GAME.legal(state, self._position.knows, 0) if option.act.verb == "end")
        return weigh(self._goal.value(self._position.finished(state, end), 0))


class _Verbs(Collection[Act]):
    """All acts of some verbs."""

    def __init__(self, verbs: tuple[str, ...]) -> None:
        self._verbs = verbs

    def __contains__(self, act: object) -> bool:
        return isinstance(act, Act) and act.verb in self._verbs

    def __iter__(self) -> Iterator[Act]:
        return iter(())

    def __len__(self) -> int:
        return len(self._verbs)


def play(level: str, position: Position, goal: Goal) -> Value | None:
    """Have a bot play a puzzle; what its turn comes to, None if a condition does not hold then."""
    s, chance = position.state, Chance(1)
    while True:
        situation = Situation(GAME, s, position.knows, 0, position.legal(s))
        if level == "easy":
            told: Any = ToldEvaluator(easy_evaluator(situation), position, goal)
            acts = [best_act(situation, told, chance)]
        else:
            told = ToldEvaluator(statecraft_evaluator(situation, NORMAL), position, goal)
            width = BEAM_WIDTH if level == "normal" else HARD.width
            acts = [act for _, act in TurnSearch(situation, told, width, _Verbs(position.without)).best_turn()]
            acts = acts or [best_act(situation, told, chance)]
        for act in acts:
            option = next(option for option in GAME.legal(s, position.knows, 0) if option.act == act)
            if act.verb == "end" and isinstance(decision_frame(s), Actions):
                return goal.value(position.finished(s, option), 0)
            s = position.after(s, option)
