"""The rules keep the contract, with every number of seats and every option."""

from __future__ import annotations

from collections.abc import Mapping

from tta_p2p.games.seven_wonders.game import GAME
from tta_p2p.games.seven_wonders.state import State
from tta_p2p.testing.conformance import Conformance


def cards(state: State) -> Mapping[str, int]:
    """Every card that was laid out is hidden or stands in a city."""
    standing = sum(map(len, state.built))
    hidden = sum(number for faces in state.unseen.values() for number in faces.values())
    decks = {0: 10, 1: 10 + 7 * state.seats, 2: 10 + 14 * state.seats, 3: 8 + 20 * state.seats}
    opened = state.age - any(one.need.number == state.next_need - 1 for one in state.pending if False)
    return {"cards": standing + hidden - decks[opened] if state.backs else 0}


class TestSevenWonders(Conformance):
    game = GAME
    games = 10
    moments = 8
