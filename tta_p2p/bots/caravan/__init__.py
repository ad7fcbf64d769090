"""The `easy` level of Caravan: it counts the points it would have now."""

from __future__ import annotations

from tta_p2p.bots.base import Situation
from tta_p2p.bots.easy import Evaluation, Evaluator
from tta_p2p.games.caravan.rules import GOODS, State
from tta_p2p.games.contract import Act, Seat

_POINT_VALUE = 100


class PointsEvaluator:
    """Counts coins and kept cards; which good will be in demand is anybody's guess."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat

    def evaluate(self, state: State) -> Evaluation:
        """Points now, and the share of the demand that the kept cards can hope for."""
        kept = sum(int(face.rpartition("-")[2]) for face in state.kept[self._seat])
        return Evaluation(_POINT_VALUE * (kept + state.coins[self._seat]) + _POINT_VALUE * kept // len(GOODS))

    def forecast(self, state: State, act: Act) -> Evaluation | None:
        """The next state shows what an act brings."""
        return None

    def is_candidate(self, state: State, act: Act) -> bool:
        """Every card may be kept or sold."""
        return True

    def is_stop(self, act: Act) -> bool:
        """Nothing can be put off."""
        return False

    def continues_act(self, before: State, after: State) -> bool:
        """The next choice is made when the hands have been passed on."""
        return False


def make_evaluator(situation: Situation) -> Evaluator:
    """Make the evaluator of a situation."""
    return PointsEvaluator(situation.seat)
