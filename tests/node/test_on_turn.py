"""The command that is run when it becomes somebody's turn: by the node, which never waits for it."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

from tests.cli.terminals import eventually
from tests.node.processes import Game
from tta_p2p.store.settings import Settings, change_settings, read_settings


def settle(home: Path, command: str) -> None:
    home.mkdir(mode=0o700)
    change_settings(home, lambda _: Settings(on_turn=command))


def test_the_command_is_run_once_a_turn_and_knows_the_game_and_one_that_fails_is_told_once(tmp_path: Path) -> None:
    turns, busy = tmp_path / "turns", tmp_path / "busy"
    busy.touch()
    settle(
        tmp_path / "home0",
        f'echo "$TTA_TURN $TTA_TURN_GAME" >> {turns}; while [ -e {busy} ]; do sleep 0.2; done',
    )
    settle(tmp_path / "home1", "exit 7")
    with closing(Game(tmp_path, 2, game="skiff", people=(0, 1))) as game:
        ann, bob = game.under_way(0, client="ann"), game.under_way(1, client="bob")
        bob.say(do="skip", key="turn")
        ann.say(do="look")
        ann.my_act()
        eventually("the command is run", turns.exists)
        ann.say(do="skip", key="turn")
        ann.hear("over")  # though the command is still running
        assert turns.read_text().split("\n")[0] == f"{game.sid[:8]} skiff"
        busy.unlink()  # nobody ends the command of a node that is killed
        bob.hear("over")
        told = [said for said in bob.said if said["is"] == "error" and said["key"] == "node.on-turn"]
        assert [said["args"] for said in told] in ([["7"]], [])  # none where it was told before this client came


def test_settings_are_kept_and_what_is_no_settings_is_said(tmp_path: Path) -> None:
    assert read_settings(tmp_path) == Settings()
    change_settings(tmp_path, lambda _: Settings("notify-send 'Your turn'", True))
    kept = {"on-turn": "notify-send 'Your turn'", "bell": True, "client": "screen", "times": True}
    assert json.loads((tmp_path / "settings.json").read_text()) == kept
    assert read_settings(tmp_path) == Settings("notify-send 'Your turn'", True)
