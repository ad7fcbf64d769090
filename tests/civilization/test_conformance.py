"""The rules keep the contract, with civilizations by lot and chosen, with and without deals."""

from __future__ import annotations

from tta_p2p.games.civilization.game import GAME
from tta_p2p.testing.conformance import Conformance

from .invariants import wrong


class TestCivilization(Conformance):
    """Two to four seats."""

    game = GAME
    options = ({"deals": "never"}, {"civilizations": "chosen"})
    conserved = staticmethod(wrong)
    games = 6
    moments = 6
