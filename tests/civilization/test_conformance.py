"""The rules keep the contract, with civilizations by lot and chosen, with and without deals."""

from __future__ import annotations

from tta_p2p.games.civilization.game import GAME
from tta_p2p.testing.conformance import CHECKS, Conformance

from .invariants import wrong


class Civilization(Conformance):
    """Two to four seats."""

    game = GAME
    options = ({"deals": "never"}, {"civilizations": "chosen"})
    conserved = staticmethod(wrong)
    games = 6
    moments = 6


def test_every_check_of_the_contract_is_passed_by_the_same_games() -> None:
    """One test: every worker of a run that has one of several plays all games again, which is what costs most."""
    for check in CHECKS.values():
        check(Civilization.sample())
