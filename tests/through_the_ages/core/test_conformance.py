"""The whole game against the contract, by random play."""

from __future__ import annotations

from typing import Any

from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.state import State
from tta_p2p.testing.conformance import Conformance

from ..choosing import seldom_resigning
from ..counting import conserved


class TestThroughTheAges(Conformance):
    game = GAME
    games = 6
    moments = 12
    choose = staticmethod(seldom_resigning)

    @staticmethod
    def conserved(state: State) -> Any:
        return conserved(state)
