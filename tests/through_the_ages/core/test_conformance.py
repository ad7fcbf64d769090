"""The whole game against the contract, by random play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Option
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.state import State
from tta_p2p.testing.conformance import Conformance

from ..counting import conserved

RARE = ("resign", "end", "pass", "destroy", "disband", "by-hand")
"""What a random seat takes back two times in three, so that games are long and full."""


def eager(chance: Chance, options: Sequence[Option]) -> Option:
    """Choose at random, but rarely what ends a turn or a civilization."""
    chosen = chance.choice(options)
    if chosen.act.verb in RARE and chance.below(3):
        chosen = chance.choice(options)
    return chance.choice(options) if chosen.act.verb == "resign" and chance.below(20) else chosen


class TestThroughTheAges(Conformance):
    game = GAME
    games = 18  # every variant with every number of seats
    moments = 5
    choose = staticmethod(eager)

    @staticmethod
    def conserved(state: State) -> Any:
        return conserved(state)
