"""The rules keep the contract, with civilizations by lot and chosen, with and without deals and wonders."""

from __future__ import annotations

from collections.abc import Sequence

from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.contract import Option
from tta_p2p.testing.conformance import Conformance

from .invariants import wrong

RIPE = ("advance", "research", "invest", "harvest", "arts", "government", "use", "build", "found")
"""What brings the end of a game nearer."""


def any_verb(chance: Chance, options: Sequence[Option]) -> Option:
    """Each verb is equally likely, and what is not ripe is taken back once: games are full and short."""
    chosen = options[0]
    for _ in range(2):
        verb = chance.choice(list(dict.fromkeys(option.act.verb for option in options)))
        chosen = chance.choice([option for option in options if option.act.verb == verb])
        if verb in RIPE:
            break
    return chosen


class TestCivilization(Conformance):
    """Two to four seats."""

    game = GAME
    options = ({}, {"civilizations": "chosen", "loot": "printed"}, {"deals": "never", "game": "learning"})
    conserved = staticmethod(wrong)
    games = 3  # every number of seats; games by the thousand are for `scripts/soak`
    seed = 11  # of the first ones it has the most that is told, and hands that are mixed in few facts
    moments = 6
    choose = staticmethod(any_verb)
