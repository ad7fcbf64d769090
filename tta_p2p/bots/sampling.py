"""Samples of the answers of other seats where all answer at once, from what one seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Face, Handle, Knowledge, Seat
from tta_p2p.games.game import Game


def sample_answers(
    game: Game[Any, Any], state: Any, knowledge: Knowledge, seat: Seat, chance: Chance, excluded: Sequence[str]
) -> tuple[Act, ...]:
    """Give each other seat of the open decision one act that is legal in a world the seat cannot exclude.

    World and acts are drawn by chance; acts with a verb of ``excluded`` are taken only if no others are legal.
    """
    decision = game.decision(state)
    assert decision is not None
    world = game.resample(game.view(state, knowledge, seat), chance)
    hands: dict[Seat, dict[Handle, Face]] = {}
    for handle, place in game.hidden_cards(state).items():
        if place.seat is not None:
            hands.setdefault(place.seat, {})[handle] = world[handle]
    found = []
    for other in decision.seats:
        if other != seat:
            legal = [option.act for option in game.legal(state, Knowledge(hands.get(other, {})), other)]
            found.append(chance.choice([act for act in legal if act.verb not in excluded] or legal))
    return tuple(found)
