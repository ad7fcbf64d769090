"""Whole random games of every variant and number of seats, watched after every act."""

from __future__ import annotations

import pytest

from tta_p2p.cli.simulation.trials import GameTrial, play
from tta_p2p.games.through_the_ages.editions import EDITIONS
from tta_p2p.games.through_the_ages.game import GAME

from ..invariants import Watcher

TABLES = [(edition, variant) for edition, rules in EDITIONS.items() for variant in rules.variants]
CASES = [(*one, seats) for number, one in enumerate(TABLES) for seats in (2, 3, 4) if (number + seats) % 3]
"""Of every variant two numbers of seats; `scripts/soak` goes through all of them."""


@pytest.mark.parametrize(("edition", "variant", "seats"), CASES)
def test_a_random_game_ends_and_nothing_is_lost_on_the_way(edition: str, variant: str, seats: int) -> None:
    chosen = {"edition": edition, "variant": variant}
    played = play(GameTrial(GAME.name, seats, seats, chosen), Watcher(seats, closely=120))
    assert not played.error, played.error
    assert played.ending == "last-round"
    assert min(played.places) == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_goes_on_or_ends_when_seats_leave(seats: int) -> None:
    for seed, edition in enumerate(EDITIONS):
        played = play(GameTrial(GAME.name, seed, seats, {"edition": edition}, style="any"), Watcher(seed, leaving=60))
        assert not played.error, played.error
        assert played.ending in ("last-round", "one-left")
