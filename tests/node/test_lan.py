"""Whole nodes on a LAN: they find each other by multicast and play, while links are cut and mended."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lan import HOSTS, Lan, lan_or_not_here
from tests.node.processes import SHORT, Game
from tests.node.test_games import all_fair_and_equal
from tta_p2p.net.addresses import parse_address

HASTY = dict.fromkeys(range(HOSTS), ("tests.node.hasty",))


@pytest.fixture(scope="module")
def lan() -> Iterator[Lan]:
    yield from lan_or_not_here()


@pytest.fixture
def game(lan: Lan, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Game]:
    """A table on the LAN that was found by its name and is being played at."""
    for number in range(HOSTS):
        lan.plug(number, "up")
    game = Game(tmp_path, HOSTS, lan=lan, programs=HASTY, game="skiff", **request.param)
    try:
        yield game
    finally:
        game.close()


@pytest.mark.parametrize("game", [{"on_leave": "wait", "people": (0,)}], indirect=True)
def test_nodes_that_found_each_other_by_multicast_play_on_after_a_link_was_cut_and_mended(
    lan: Lan, game: Game, tmp_path: Path
) -> None:
    assert parse_address(game.address).host == lan.address(0)
    player, visitors = game.visit(0, seat=None), [game.under_way(number) for number in (0, 1)]
    player.my_act()
    lan.plug(2, "down")
    player.say(do="act", text="end")  # the game goes on, and needs the one that is cut off
    for visitor in visitors:
        visitor.hear_that_it_waits("Player 2")  # long before the system would give such a connection up
    lan.plug(2, "up")
    player.let_go()
    game.wait()
    all_fair_and_equal(game)
    assert all(game.nodes[number].verdict().seats_left == 0 for number in range(HOSTS))
    assert not list(tmp_path.glob("home*/certificates/*")), "nobody is accused for a bad cable"


@pytest.mark.parametrize("game", [{"on_leave": "continue", "away": SHORT, "people": (1, 2)}], indirect=True)
def test_when_a_link_is_cut_for_good_the_others_agree_and_finish(lan: Lan, game: Game, tmp_path: Path) -> None:
    visitor = game.under_way(0)
    lan.plug(2, "down")
    game.call_gone(2, 1)
    motion = visitor.hear("motion")
    assert (motion["motion"], motion["operator"]) == ("gone", 2)
    game.wait(0, 1)
    all_fair_and_equal(game, 0, 1)
    assert game.nodes[0].verdict().seats_left == 1
    assert game.nodes[2].running, "who was cut off keeps its game"
    assert not list(tmp_path.glob("home*/certificates/*"))
