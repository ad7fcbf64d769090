"""A game that cannot go on: who is left ends it, and machines that are gone are not asked."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.cli.terminals import tta
from tests.node.games import EVERYBODY_HASTY, exported
from tests.node.processes import Game, carry, copy_of, end, hear_who_ended, move
from tests.node.stored import put_back
from tta_p2p.node.machine import roster


@pytest.mark.parametrize("seats", [2, 3])
def test_the_last_person_ends_a_game_that_all_others_have_left(tmp_path: Path, seats: int) -> None:
    game = Game(tmp_path, seats, game="skiff", people=tuple(range(seats)), away=0, within=(0,))
    try:
        ann = game.under_way(0, seat=None)
        ann.say(do="vote", motion="forfeit", operator=0)  # too early: everybody is asked
        assert ann.hear("motion")["open"]
        for node in game.nodes[1:]:
            node.kill()
        for operator in range(1, seats):
            game.until_away(f"Player {operator}", 0)
            ann.say(do="vote", motion="gone", operator=operator)
        ann.say(do="vote", motion="forfeit", operator=0)
        assert "forfeit" in ann.hear("halted")["text"]
        game.wait(0)
    finally:
        game.close()


@pytest.mark.parametrize("again", [False, True], ids=["at once", "after a crash"])
def test_who_was_away_when_the_others_ended_the_game_is_told_and_ends_it_too(tmp_path: Path, again: bool) -> None:
    game = Game(tmp_path, 3, game="skiff", people=(0, 1, 2), away=0, programs=EVERYBODY_HASTY, within=(0, 1))
    try:
        ann, bob, cleo = (game.under_way(number, seat=None) for number in range(3))
        game.nodes[2].popen.send_signal(signal.SIGSTOP)
        game.until_away("Player 2", 0, 1)
        end("forfeit", ann, bob)
        game.nodes[2].popen.send_signal(signal.SIGCONT)
        hear_who_ended(cleo, "Player 0", "Player 1")
        for node in game.nodes[:2]:
            node.kill()
        if again:
            game.nodes[2].kill()
            game.restart(2)
            cleo = game.under_way(2, seat=None)
        cleo.say(do="vote", motion="forfeit", operator=0)
        while cleo.hear("halted")["key"] != "forfeit":
            pass
        game.wait(2)
        assert exported(game, 2, tmp_path).status == "left"
    finally:
        game.close()


@pytest.mark.parametrize("people", [(0, 1, 2), (0, 1)], ids=["a person", "a bot"])
def test_who_has_left_hears_the_end_where_somebody_ends_the_game_without_who_is_lost(
    tmp_path: Path, people: tuple[int, ...]
) -> None:
    """It has no vote, and whoever has could still come back and play on: until that one is missing here as well."""
    game = Game(
        tmp_path, 3, game="skiff", people=people, away=0, idle=5, linger=60, programs=EVERYBODY_HASTY, within=(0, 1)
    )
    try:
        ann, bob = (game.under_way(number, seat=None) for number in range(2))
        cleo = game.visit(2, watch=2 not in people)
        game.nodes[2].popen.send_signal(signal.SIGSTOP)
        game.until_away("Player 2", 0, 1)
        for number, visitor in enumerate((ann, bob)):
            move("gone", 2, number, visitor)
        carry("gone", 2, {0: ann, 1: bob})
        game.nodes[1].kill()
        game.until_away("Player 1", 0)
        ann.say(do="vote", motion="call-off", operator=0)
        assert ann.hear("halted")["key"] == "call-off"
        game.nodes[2].popen.send_signal(signal.SIGCONT)
        while (said := cleo.hear("halted"))["key"] != "call-off":
            pass
        assert said["args"] == [["Player 0"]]
        game.nodes[0].kill()
        game.wait(2)
        assert {exported(game, number, tmp_path).status for number in (0, 2)} == {"left"}
    finally:
        game.close()


def test_a_node_of_bots_that_the_others_have_ended_the_game_without_ends_it_too(tmp_path: Path) -> None:
    """Nobody is there to vote at it, and nobody will ever answer it again."""
    game = Game(tmp_path, 3, game="skiff", people=(0, 1), away=0, linger=60, programs=EVERYBODY_HASTY, within=(0, 1))
    try:
        ann, bob = (game.under_way(number, seat=None) for number in range(2))
        game.nodes[2].popen.send_signal(signal.SIGSTOP)
        game.until_away("Player 2", 0, 1)
        end("forfeit", ann, bob)
        game.nodes[2].popen.send_signal(signal.SIGCONT)
        watcher = game.visit(2, watch=True)
        hear_who_ended(watcher, "Player 0", "Player 1")
        assert watcher.hear("halted")["key"] == "forfeit"
        for node in game.nodes[:2]:
            node.kill()
        game.wait(2)
        assert exported(game, 2, tmp_path).status == "left"
    finally:
        game.close()


def test_who_takes_a_game_up_again_that_was_called_off_reads_of_nothing_lost(tmp_path: Path) -> None:
    """Its node has erased the secrets itself: its store is no older copy, and nobody is to look for a newer one."""
    game = Game(tmp_path, 2, game="smugglers", people=(0, 1), programs=EVERYBODY_HASTY)
    try:
        end("call-off", *(game.under_way(number, seat=None) for number in range(2)))
        game.wait()
        game.restart(0, linger=60)
        assert game.visit(0, watch=True).hear("halted")["key"] == "call-off"
    finally:
        game.close()


def test_whoever_missed_the_end_of_a_game_that_was_called_off_is_handed_it_by_who_has_it(tmp_path: Path) -> None:
    """Everybody has agreed; one comes back with a store from before its vote, and all others have gone meanwhile."""
    game = Game(tmp_path, 2, game="smugglers", people=(0, 1), programs=EVERYBODY_HASTY)
    try:
        ann, bob = (game.under_way(number, seat=None) for number in range(2))
        old = copy_of(game.nodes[1].home, tmp_path / "old")
        end("call-off", ann, bob)
        game.wait()
        put_back(old, game.nodes[1].home, "store")
        game.restart(1)
        bob = game.visit(1, seat=None)
        while bob.hear("returning")["missing"] != ["Player 0"]:
            pass
        started = tta(game.nodes[0].home, "resume", game.sid[:8], "--listen", "127.0.0.1:0", "--detach")
        assert started.returncode == 0, started.stderr
        assert bob.hear("halted")["key"] == "call-off"
        game.wait(1)
        verdicts = [exported(game, number, tmp_path).status for number in range(2)]
        assert verdicts == ["called-off"] * 2
    finally:
        for node in roster.running_nodes(game.nodes[0].home):
            os.kill(node.pid, signal.SIGKILL)
        game.close()
