"""States of games that earlier releases began: seats sign their digests, so each is written as those releases did."""

from __future__ import annotations

import hashlib
import random

import pytest

from tta_p2p.games.game import Game
from tta_p2p.games.local import LocalGame
from tta_p2p.games.seven_wonders.game import SevenWonders1
from tta_p2p.games.through_the_ages.game import ThroughTheAges4, ThroughTheAges2015

WHOLE_GAMES = [
    (ThroughTheAges4, 3, 1, "f0a738e9b02e31f55a85dd7e72dc8bc342aec1e1b785d759804390f6664a224a"),
    (ThroughTheAges2015, 3, 1, "797ef8d7c2e4c80d9779c5747a301ae1130ef284f1497873a12eaaf67b166a49"),
    (ThroughTheAges2015, 4, 2, "cdf5027c2577671919c13152c79712b68fe9e91075442ed09c266f7802062232"),
    (SevenWonders1, 4, 1, "670ac451882988844ef01fd7027a455c54864139c8275b26a84672fae0085779"),
    (SevenWonders1, 4, 2, "f00b185a4abed3fe5355291bbdc551b46a1e2c41bfe64f92104119264239df29"),
]
"""Rules, seats and a seed, with the hash of the digests of all states of that game, as a release gave it: 0.5.0, and
0.7.0 for `ThroughTheAges2015`."""


def digests_of_a_game(game: Game, seats: int, seed: int) -> str:
    """The hash of the digests of all states of a game by chance, in which nobody resigns."""
    local, chance, told = LocalGame(game, seats, {}, seed), random.Random(seed), hashlib.sha256()
    local.answer_needs()
    while local.decision is not None and not local.over:
        chosen = []
        for seat in local.decision.seats if local.decision.sealed else local.decision.seats[:1]:
            acts = {str(option.act): option.act for option in local.legal(seat)}
            names = [name for name in sorted(acts) if acts[name].verb != "resign"] or sorted(acts)
            chosen.append(acts[chance.choice(names)])
        local.act(*chosen)
        local.answer_needs()
        told.update(game.digest(local.state))
        assert game.decode(game.encode(local.state)) == local.state
    return told.hexdigest()


@pytest.mark.parametrize(("rules", "seats", "seed", "told"), WHOLE_GAMES)
def test_every_state_of_a_game_of_an_earlier_release_has_the_digest_it_had(
    rules: type[Game], seats: int, seed: int, told: str
) -> None:
    assert digests_of_a_game(rules(), seats, seed) == told
