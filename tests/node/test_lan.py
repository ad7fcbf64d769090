"""Whole nodes on a LAN: they find each other by multicast and play, while links are cut and mended."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lan import HOSTS, Lan, lan_or_not_here
from tests.node.games import all_fair_and_equal
from tests.node.processes import SHORT, Game
from tests.node.turns import whose_turn
from tta_p2p.net.addresses import parse_address

HASTY = dict.fromkeys(range(HOSTS), ("tests.node.hasty",))


@pytest.fixture
def lan() -> Iterator[Lan]:
    yield from lan_or_not_here()


def test_nodes_that_found_each_other_by_multicast_play_on_after_a_link_was_mended_and_when_one_is_cut_for_good(
    lan: Lan, tmp_path: Path
) -> None:
    game = Game(tmp_path, HOSTS, lan=lan, programs=HASTY, game="skiff", people=(1, 2), on_leave="continue", away=SHORT)
    try:
        assert parse_address(game.address).host == lan.address(0)
        spectators = [game.under_way(number) for number in (0, 1)]
        players = [game.under_way(number, seat=None) for number in (1, 2)]
        while (whose := whose_turn(players)[0]) != 0:
            players[whose].say(do="act", text="end")
            while players[whose].hear("turn")["mine"]:
                pass
        lan.plug(2, "down")
        players[0].say(do="act", text="end")  # the game goes on, and needs the one that is cut off
        while players[0].hear("turn")["mine"]:
            pass
        for watcher in spectators:
            watcher.hear_that_it_waits("Player 2")  # long before the system would give such a connection up
        lan.plug(2, "up")
        assert whose_turn(players)[0] == 1, "it has gone on"
        for player in players:
            player.close()
        lan.plug(2, "down")
        game.call_gone(2, 1)
        motion = spectators[0].hear("motion")
        assert (motion["motion"], motion["operator"]) == ("gone", 2)
        game.wait(0, 1)
        all_fair_and_equal(game, 0, 1)
        assert game.nodes[0].verdict().seats_left == 1
        assert game.nodes[2].running, "who was cut off keeps its game"
        assert not list(tmp_path.glob("home*/certificates/*")), "nobody is accused for a bad cable"
    finally:
        game.close()
