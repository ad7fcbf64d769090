"""Whole games between real processes: over TLS, with real stores, killed, frozen, cut off."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.node.processes import Game
from tta_p2p.table.audit import compare_files


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path


def all_fair_and_equal(game: Game, *numbers: int) -> None:
    files = [game.nodes[number].transcript() for number in numbers or range(len(game.nodes))]
    for number in numbers or range(len(game.nodes)):
        verdict = game.nodes[number].verdict()
        assert verdict.state == "fair", verdict.reason
    compared = compare_files(files)
    assert all(pair.relation == "equal" for pair in compared), compared


@pytest.mark.parametrize("name", ["caravan", "smugglers"])
def test_processes_meet_play_a_whole_game_and_keep_the_same_transcript(folder: Path, name: str) -> None:
    game = Game(folder, 3, game=name)
    try:
        game.wait()
        all_fair_and_equal(game)
    finally:
        game.close()


def test_through_the_ages_is_played_to_its_end_between_processes(folder: Path) -> None:
    game = Game(folder, 2)
    try:
        game.wait()
        all_fair_and_equal(game)
    finally:
        game.close()


def test_peers_killed_at_random_moments_come_back_to_the_same_game(folder: Path) -> None:
    rng = random.Random(7)
    game = Game(folder, 3, game="smugglers", pace=0.1)
    try:
        for _ in range(30):
            time.sleep(rng.uniform(0.05, 0.5))
            victim = rng.randrange(3)
            assert all(node.running for node in game.nodes), "the game is long enough for all that"
            game.nodes[victim].kill()
            game.restart(victim)
        game.wait()
        all_fair_and_equal(game)
        assert not list(folder.glob("home*/certificates/*")), "nobody is accused for dying"
    finally:
        game.close()


def test_all_peers_killed_at_once_come_back_to_the_same_game(folder: Path) -> None:
    game = Game(folder, 3, game="smugglers", pace=0.05)
    try:
        time.sleep(0.7)
        for node in game.nodes:
            node.kill()
        for number in range(3):
            game.restart(number)
        game.wait()
        all_fair_and_equal(game)
    finally:
        game.close()


def test_a_frozen_peer_holds_the_game_up_and_nothing_else(folder: Path) -> None:
    game = Game(folder, 3, game="smugglers", pace=0.05)
    try:
        time.sleep(0.5)
        game.nodes[1].popen.send_signal(signal.SIGSTOP)
        time.sleep(2.0)
        assert all(node.running for node in game.nodes)
        game.nodes[1].popen.send_signal(signal.SIGCONT)
        game.wait()
        all_fair_and_equal(game)
    finally:
        game.close()


def test_a_peer_gone_for_good_is_left_behind_by_those_who_stay(folder: Path) -> None:
    game = Game(folder, 3, game="smugglers", pace=0.1)
    try:
        time.sleep(0.8)
        game.nodes[2].kill()
        game.wait(0, 1)
        all_fair_and_equal(game, 0, 1)
        assert game.nodes[0].verdict().seats_left == 1
    finally:
        game.close()


def test_a_hang_up_of_the_terminal_does_not_end_the_nodes_part(folder: Path) -> None:
    game = Game(folder, 2, game="caravan", pace=0.05)
    try:
        for node in game.nodes:
            node.popen.send_signal(signal.SIGHUP)
        time.sleep(0.2)
        game.wait()
        all_fair_and_equal(game)
    finally:
        game.close()
