"""A game goes on from another machine, and the folder that was left does not play on by accident."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.terminals import here, tta
from tests.node.games import all_fair_and_equal
from tests.node.processes import Game, Process, Visitor
from tta_p2p.node.plan.plans import Plan
from tta_p2p.store.identity import MOVED


def test_a_game_goes_on_from_another_machine_and_two_copies_of_a_folder_do_not_play(tmp_path: Path) -> None:
    game = Game(tmp_path, 2, game="skiff", people=(0,))
    copy = None
    try:
        ann = game.under_way(0, seat=None)
        home, left, new, file = game.nodes[1].home, tmp_path / "left", tmp_path / "new", tmp_path / "file"
        assert here(home, "move", "out", str(file)).returncode == 0
        assert game.nodes[1].ends() == 0, "what played here was told to stop"
        game.restart(1)
        assert "has moved to another computer" in game.nodes[1].wait_for("failed")
        assert "has moved to another computer" in tta(home, "resume", game.sid[:8], "--detach").stderr
        listed = here(home, "games")
        assert "has moved to another computer" in listed.stderr and game.sid[:8] in listed.stdout
        assert "tta resume" not in listed.stdout, "it is not to be resumed here"
        assert re.search(rf"{game.sid[:8]} .* moved ", listed.stdout), "it is not said how it stood when it moved"
        told = re.search(r"has moved to another computer \(\d{4}-\d\d-\d\d \d\d:\d\d\): play there", listed.stderr)
        assert told is not None and all(told[0] in here(home, command).stderr for command in ("attach", "hint"))
        assert "已搬到另一台电脑" in here(home, "--lang", "zh", "resume").stderr, "in the language of who asks"
        new.mkdir(mode=0o700)
        assert here(new, "move", "in", str(file)).returncode == 0
        home.rename(left)
        new.rename(home)
        game.restart(1)
        game.nodes[1].wait_for("playing")
        watcher = game.visit(1, watch=True)
        while watcher.hear("proofs")["busy"]:  # it has heard from the others what it had said
            pass
        (left / MOVED).unlink()  # somebody thinks that helps
        told = {"id": "copy", "listen": "127.0.0.1:0", "quiet": True}
        copy = Process(left, Plan(do="resume", name="Player 1", sid=game.sid, **told))
        twin = Visitor(left, "copy", watch=True)
        while twin.hear("error")["key"] != "node.turned-away":
            pass
        twin.close()
        twin = Visitor(left, "copy", watch=True)
        while twin.hear("error")["key"] != "node.turned-away":  # who comes to look later reads it, too
            pass
        twin.close()
        copy.kill()
        ann.let_go()
        ann.close()
        game.wait()
        all_fair_and_equal(game)
        assert not [path for node in game.nodes for path in node.home.glob("certificates/*")]
    finally:
        game.close()
        if copy is not None:
            copy.close()
