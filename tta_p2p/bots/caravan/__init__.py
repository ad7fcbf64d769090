"""How a bot of the `easy` level judges Caravan: by the points it would have now."""

from __future__ import annotations

from tta_p2p.bots.base import Situation
from tta_p2p.bots.easy import Judge, Worth
from tta_p2p.games.caravan.rules import GOODS, State
from tta_p2p.games.contract import Act, Seat

_POINT = 100


class Points:
    """Counts coins and kept cards; which good will be in demand is anybody's guess."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat

    def worth(self, state: State) -> Worth:
        """Points now, and the share of the demand that the kept cards can hope for."""
        kept = sum(int(face.rpartition("-")[2]) for face in state.kept[self._seat])
        return Worth(_POINT * (kept + state.coins[self._seat]) + _POINT * kept // len(GOODS))

    def expected(self, state: State, act: Act) -> Worth | None:
        """The next state shows what an act brings."""
        return None

    def considers(self, state: State, act: Act) -> bool:
        """Every card may be kept or sold."""
        return True

    def stops(self, act: Act) -> bool:
        """Nothing can be put off."""
        return False

    def follows(self, before: State, after: State) -> bool:
        """The next choice is made when the hands have been passed on."""
        return False


def judge(situation: Situation) -> Judge:
    """The judge of one situation."""
    return Points(situation.seat)
