"""A game that cannot go on: who is left ends it, and machines that are gone are not asked."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.node.processes import Game


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
