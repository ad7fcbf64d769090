"""The rules keep the contract, with every number of seats and every option."""

from __future__ import annotations

from collections.abc import Mapping

from tta_p2p.games.seven_wonders.game import GAME
from tta_p2p.games.seven_wonders.index import BACK
from tta_p2p.games.seven_wonders.state import State
from tta_p2p.testing.conformance import Conformance


def wrong(state: State) -> Mapping[str, int]:
    """Of each age no cards are laid out yet, or all, hidden or standing; of Age III perhaps the guilds alone."""
    players = state.seats
    whole = {"age-1": {0, 7 * players}, "age-2": {0, 7 * players}, "age-3": {0, 10, 10 + 6 * players - 2}}
    found = dict.fromkeys(whole, 0)
    for back, faces in state.unseen.items():
        found[back] += sum(faces.values())
    for built in state.built:
        for face in built:
            found[BACK[face]] += 1
    return {"wrong": sum(found[back] not in each for back, each in whole.items())}


class TestSevenWonders(Conformance):
    """Every number of seats, every choice of sides, boards by lot and chosen."""

    game = GAME
    options = [{"sides": sides} for sides in ("chosen", "by-lot", "day", "night")] + [{"boards": "chosen"}]
    conserved = staticmethod(wrong)
    games = 5
    moments = 7
