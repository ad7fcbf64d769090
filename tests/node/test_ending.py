"""A game that cannot go on: who is left ends it, and machines that are gone are not asked."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest

from tests.node.processes import Game

HASTY = {number: ("tests.node.hasty",) for number in range(3)}


@pytest.mark.parametrize("seats", [2, 3])
def test_the_last_person_ends_a_game_that_all_others_have_left(tmp_path: Path, seats: int) -> None:
    game = Game(tmp_path, seats, game="smugglers", people=(0,), silence=5)
    try:
        ann = game.visit(0, seat=None)
        while ann.hear("turn")["decision"] is None:
            pass
        for node in game.nodes[1:]:
            node.kill()
        ann.say(do="vote", motion="forfeit", operator=0)  # too early: for now everybody is asked
        for operator in range(1, seats):
            said = {"is": "error", "text": "has not been silent"}
            while "has not been silent" in str(said) or said.get("motion") == "forfeit":
                time.sleep(0.5)
                ann.say(do="vote", motion="gone", operator=operator)
                said = ann.hear("motion", "error")
        ann.say(do="vote", motion="forfeit", operator=0)
        assert "forfeit" in ann.hear("paused")["reason"]
        game.wait(0)
    finally:
        game.close()


def test_who_was_away_when_the_others_ended_the_game_is_told_and_ends_it_too(tmp_path: Path) -> None:
    game = Game(tmp_path, 3, game="smugglers", people=(0, 1, 2), silence=5, linger=60, programs=HASTY)
    try:
        ann, bob, cleo = (game.visit(number, seat=None) for number in range(3))
        for visitor in (ann, bob, cleo):
            while visitor.hear("turn")["decision"] is None:
                pass
        game.nodes[2].popen.send_signal(signal.SIGSTOP)
        said = {}
        while not (said.get("is") == "motion" and said["motion"] == "gone"):
            time.sleep(0.5)
            ann.say(do="vote", motion="gone", operator=2)
            said = ann.hear("motion", "error")
        for visitor in (ann, bob):
            visitor.say(do="vote", motion="forfeit", operator=0)
        for visitor in (ann, bob):
            assert "forfeit" in visitor.hear("paused")["reason"]
        game.nodes[2].popen.send_signal(signal.SIGCONT)
        reason = cleo.hear("paused")["reason"]
        assert "Player 0 and Player 1 ended the game among themselves" in reason
    finally:
        game.close()
