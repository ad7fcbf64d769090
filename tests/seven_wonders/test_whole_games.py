"""Random games: an independent reading of the rules comes to the same coins, cards, conflicts and points."""

from __future__ import annotations

from collections import Counter

import pytest

from tta_p2p.games.chance import Chance
from tta_p2p.games.local import LocalGame
from tta_p2p.games.seven_wonders import SEATS
from tta_p2p.games.seven_wonders.game import GAME, SevenWonders1
from tta_p2p.testing.sample import play_on

from . import golden
from .oracle import Watcher, builders


@pytest.mark.parametrize("seats", SEATS)
def test_games_between_those_who_build_when_they_can(seats: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(2):
        local = LocalGame(GAME, seats, {"sides": "by-lot"}, f"{seats} {seed}")
        watcher = Watcher(local)
        for fact in play_on(local, Chance(seed), 2000, builders):
            watcher(fact)
        watcher.end()
        assert local.state.ending == "scored" and watcher.fought == 3
        seen += Counter(paid=watcher.paid, built=watcher.built, free=watcher.free, stages=sum(local.state.stages))
    assert seen["paid"] > 20 and seen["built"] > 25 * seats and seen["free"] > seats and seen["stages"] > 2 * seats


@pytest.mark.parametrize("seats", SEATS)
def test_games_in_which_somebody_leaves(seats: int) -> None:
    chance = Chance(seats)
    local = LocalGame(GAME, seats, {}, seats)
    watcher = Watcher(local)
    leave = {40 + chance.below(80): chance.below(seats)}
    for number, fact in enumerate(play_on(local, chance, 2000, builders)):
        watcher(fact)
        if number in leave:
            local.leave(leave[number], "gone")
            watcher.left()
    watcher.end()
    assert local.state.ending == "scored"


def test_rules_that_lead_elsewhere_have_another_version() -> None:
    """Else two peers would begin a game together that they cannot end."""
    was, now = golden.read(), golden.now()
    assert was.keys() == now.keys()
    changed = [name for name in was if name != "rules" and was[name] != now[name]]
    assert not changed or was["rules"] != now["rules"], f"raise ENGINE in game.py: {', '.join(changed)} go otherwise"
    assert was == now, "the rules have a new version: python -m tests.seven_wonders.golden"


def test_games_of_earlier_releases_go_as_they_went() -> None:
    """Nothing may change here: it is what release 0.5.0 has written."""
    was = golden.log_file(f"{golden.EARLIER}.engine-1").read_text().splitlines()
    assert golden.told(golden.EARLIER, SevenWonders1()) == was != golden.told(golden.EARLIER)


@pytest.mark.parametrize("name", golden.LOGS)
def test_stored_games_are_told_as_they_were(name: str) -> None:
    """If it was right to change this: `python -m tests.seven_wonders.golden`, and read the difference."""
    was = golden.log_file(name).read_text().splitlines()
    for number, (old, new) in enumerate(zip(was, golden.told(name), strict=True), 1):
        assert old == new, f"{name}, line {number}"
