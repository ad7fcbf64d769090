"""Whole games between real processes: over TLS, with real stores, killed, frozen, cut off."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.node.games import all_fair_and_equal
from tests.node.processes import Game
from tta_p2p.node.data_folder.stored_games import stored_games
from tta_p2p.store.database import Store
from tta_p2p.table.results import result_of


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path


def test_processes_whose_terminal_hangs_up_play_a_whole_game_and_keep_the_same_transcript(folder: Path) -> None:
    game = Game(folder, 3, game="skiff")
    try:
        for node in game.nodes:
            node.popen.send_signal(signal.SIGHUP)
        game.wait()
        all_fair_and_equal(game)
        for node in game.nodes:
            (row,) = stored_games(node.home)
            store = Store(node.home)
            kept = store.game(bytes.fromhex(row.sid))
            assert kept is not None
            result = result_of(kept.charter, store.journal(kept.sid), kept.operator)
            store.close()
            assert result is not None and len(row.result) == 3
            assert {*row.result} == {(one.name, one.place, one.points) for one in result.players}, "seats are by lot"
    finally:
        game.close()


def test_peers_killed_at_random_moments_come_back_to_the_same_game(folder: Path) -> None:
    """They die while what somebody has done is on its way, and the game has to come round to that person again."""
    rng = random.Random(7)
    game = Game(folder, 3, game="skiff", people=(0,))  # who has two turns
    try:
        for victims in ((1, 2, 1), (2, 0, 1)):
            player = game.visit(0, seat=None)
            player.my_act()
            player.say(do="act", text="end")
            for victim in victims:
                time.sleep(rng.uniform(0.0, 0.3))
                game.nodes[victim].kill()
                game.restart(victim)
            player.close()
        game.wait()
        all_fair_and_equal(game)
        assert not list(folder.glob("home*/certificates/*")), "nobody is accused for dying"
    finally:
        game.close()
