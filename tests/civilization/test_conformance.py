"""The rules keep the contract, with civilizations by lot and chosen, with and without deals."""

from __future__ import annotations

from collections.abc import Sequence

from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.contract import Option
from tta_p2p.testing.conformance import Conformance

from .invariants import wrong


def any_verb(chance: Chance, options: Sequence[Option]) -> Option:
    """Every other time each verb is equally likely: not every figure goes everywhere, games are full and short."""
    if chance.below(2):
        verb = chance.choice(list(dict.fromkeys(option.act.verb for option in options)))
        options = [option for option in options if option.act.verb == verb]
    return chance.choice(options)


class TestCivilization(Conformance):
    """Two to four seats."""

    game = GAME
    options = ({}, {"civilizations": "chosen"}, {"deals": "never"})
    conserved = staticmethod(wrong)
    games = 3  # every number of seats; games by the thousand are for `scripts/soak`
    seed = 3  # of the first ones it has the most kinds of acts and decisions, in fewer facts
    moments = 6
    choose = staticmethod(any_verb)
