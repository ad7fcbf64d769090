"""The normal level: it follows a plan for the game, and a game without one does not have it."""

from __future__ import annotations

import pytest

from tests.bots.table import begin, bots, play, seen
from tta_p2p.bots.base import UnknownLevel
from tta_p2p.bots.levels import make_bot
from tta_p2p.registry import load_rules


@pytest.mark.parametrize(("level", "game"), [("normal", "caravan"), ("hard", "smugglers")])
def test_without_a_plan_there_is_none_and_nothing_weaker_plays_in_its_place(level: str, game: str) -> None:
    with pytest.raises(UnknownLevel, match=f"has no bots of level '{level}'"):
        play(begin(load_rules(game), load_rules(game).seats[-1], {}, 5), bots([level] * load_rules(game).seats[-1]))


def test_the_same_seed_makes_the_same_choice() -> None:
    table = begin(load_rules("seven_wonders"), 3, {"sides": "by-lot"}, 4)
    chosen = [make_bot("normal", seed).choose(seen(table, 0)) for seed in (7, 7)]
    assert chosen[0] == chosen[1]
