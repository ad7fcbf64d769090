"""A node whose own program fails: it says so to its people, talks and votes on, and goes on when it is started anew."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from tests.cli.terminals import tta
from tests.node.games import all_fair_and_equal
from tests.node.processes import Game, Visitor
from tests.node.turns import my_turn, play_on
from tests.patience import PATIENCE
from tta_p2p.node.machine import roster
from tta_p2p.seats.messages import VERSION


def faulty(folder: Path, defect: str, **more: Any) -> Game:
    return Game(
        folder, 3, **{"game": "skiff", "programs": {1: ("tests.node.faulty", defect)}, "within": (0, 2), **more}
    )


def hear_that_it_failed(visitor: Visitor) -> str:
    reason: str = visitor.hear("halted")["text"]
    return reason


def test_a_node_that_fails_over_an_act_says_so_and_goes_on_when_it_is_started_anew(tmp_path: Path) -> None:
    game = faulty(tmp_path, "others", game="smugglers")  # commands know no Skiff
    try:
        ann, bob = game.visit(0, watch=True), game.visit(1, watch=True)
        ann.hear("welcome")  # chat is told to nobody who comes later
        reason = hear_that_it_failed(bob)
        assert "your own tta failed (MemoryError)" in reason
        assert "Nobody is accused" in reason and f"tta resume {game.sid[:8]}" in reason
        late = game.visit(1, watch=True)
        assert hear_that_it_failed(late) == reason, "who comes later hears it as well"
        bob.say(do="chat", text="it is my tta, not you")
        assert ann.hear("chat")["text"] == "it is my tta, not you"
        ann.hear_that_it_waits_for("Player 1")
        (node,) = roster.running_nodes(game.nodes[1].home)
        assert node.state == roster.FAULTED
        log = (game.nodes[1].home / "errors.txt").read_text()
        assert "Traceback" in log and "MemoryError" in log
        home = game.nodes[1].home
        assert "tta resume" in tta(home, "games").stdout
        assert "stopped and started again" in tta(home, "resume", game.sid[:8], "--detach").stderr
        game.wait()  # the node that had failed was told to stop; the others have played to the end with its successor
        deadline = time.monotonic() + PATIENCE
        while list(roster.running_nodes(home)):
            assert time.monotonic() < deadline, "the node that was started anew does not come to an end"
            time.sleep(0.1)
        all_fair_and_equal(game)
        assert not any((node.home / "certificates").exists() for node in game.nodes)
    finally:
        game.close()


def test_a_node_that_fails_again_at_every_start_still_votes_for_the_end(tmp_path: Path) -> None:
    game = faulty(tmp_path, "others", people=(0,))
    try:
        ann, bob = game.visit(0), game.visit(1, watch=True)
        ann.say(do="hello", version=VERSION)
        my_turn(ann)
        ann.say(do="act", text="end")
        hear_that_it_failed(bob)
        game.restart(1)
        hear_that_it_failed(game.visit(1, watch=True))
        ann.say(do="vote", motion="call-off", operator=0)
        assert ann.hear("halted")["key"] == "call-off"
        game.wait()
    finally:
        game.close()


def test_who_fails_at_an_own_act_or_cannot_show_the_game_is_told_so_and_the_game_goes_on(tmp_path: Path) -> None:
    programs = {1: ("tests.node.faulty", "own"), 2: ("tests.node.faulty", "view")}
    game = faulty(tmp_path, "", programs=programs, people=(1,), within=(0,))
    try:
        cleo = game.visit(2, watch=True)
        told = cleo.hear("error")
        assert told["key"] == "node.fault-showing" and told["args"] == ["KeyError"]
        bob = game.visit(1)
        bob.say(do="hello", version=VERSION)
        my_turn(bob)
        bob.say(do="act", text="end")
        told = bob.hear("error")
        assert told["key"] == "node.fault" and "nothing was sent and the game goes on" in told["text"]
        bob.say(do="explain", text="light 99")
        assert bob.hear("error", "explained")["key"] == "node.fault"
        assert not any(said["is"] == "halted" for said in bob.said)
        play_on(bob)
        while cleo.hear("error", "over")["is"] == "error":
            pass
        game.wait()
        all_fair_and_equal(game)
        assert json.dumps(cleo.said).count("node.fault-showing") == 1, "it is told once"
        assert "RecursionError" in (game.nodes[1].home / "errors.txt").read_text()
    finally:
        game.close()
