"""The normal level: with a plan for the game it follows that, without one it plays like easy."""

from __future__ import annotations

from tests.bots.table import begin, bots, play, seen
from tta_p2p.bots.levels import make_bot
from tta_p2p.registry import find


def test_without_a_plan_it_plays_like_easy() -> None:
    caravan = find("caravan")
    ends = [play(begin(caravan, 3, {}, 5), bots([level] * 3)).state for level in ("easy", "normal")]
    assert caravan.encode(ends[0]) == caravan.encode(ends[1])


def test_the_same_seed_makes_the_same_choice() -> None:
    table = begin(find("seven_wonders"), 3, {"sides": "by-lot"}, 4)
    chosen = [make_bot("normal", seed).choose(seen(table, 0)) for seed in (7, 7)]
    assert chosen[0] == chosen[1]
