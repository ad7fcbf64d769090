"""A few games of the campaign: honest people and liars under everything at once; `scripts/soak protocol` plays more."""

from __future__ import annotations

import pytest

from tests.protocol.campaign.play import Game

SEEDS = (0, 4, 23, 74)


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_happens_at_once_nobody_honest_is_blamed_and_the_game_ends(seed: int) -> None:
    told = Game(seed).play()
    assert told.found == []
    assert told.counts["accusations of honest"] == told.counts["said twice"] == 0
    assert told.counts["messages"] > 0 and told.ended
