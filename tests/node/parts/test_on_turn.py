"""The command that is run when it becomes somebody's turn: by the node, which never waits for it."""

from __future__ import annotations

import json
from contextlib import closing
from functools import partial
from pathlib import Path

from tests.cli.terminals import eventually
from tests.node.processes import Game
from tta_p2p.store.settings import Settings, change_settings, read_settings


def settle(home: Path, command: str) -> None:
    home.mkdir(mode=0o700)
    change_settings(home, lambda _: Settings(on_turn=command))


def has_run(runs: Path, times: int) -> bool:
    """Whether a command that adds a line to a file each time has been run so often."""
    return runs.exists() and len(runs.read_bytes()) >= times


def test_the_command_knows_the_game_and_runs_beside_it(tmp_path: Path) -> None:
    turns, busy = tmp_path / "turns", tmp_path / "busy"
    busy.touch()
    settle(
        tmp_path / "home0",
        f'echo "$TTA_TURN $TTA_TURN_GAME" >> {turns}; while [ -e {busy} ]; do sleep 0.2; done',
    )
    with closing(Game(tmp_path, 2, game="skiff", people=(0,), within=(1,))) as game:
        ann = game.under_way(0, client="ann")
        ann.say(do="look")
        ann.my_act()
        eventually("the command is run", turns.exists)
        ann.say(do="skip", key="turn")
        ann.hear("over")  # though the command is still running
        assert turns.read_text().split("\n")[0] == f"{game.sid[:8]} skiff"
        busy.unlink()  # nobody ends the command of a node that is killed


def test_the_command_is_run_once_a_turn_and_one_that_fails_is_told_once(tmp_path: Path) -> None:
    runs, gate = tmp_path / "runs", tmp_path / "gate"
    settle(tmp_path / "home0", f"echo >> {runs}; while [ ! -e {gate} ]; do sleep 0.1; done; exit 7")
    with closing(Game(tmp_path, 2, game="skiff", people=(0,), within=(1,))) as game:
        ann = game.under_way(0, client="ann")
        gate.touch()  # now that somebody hears how it fails
        ann.say(do="look")
        for turn in (1, 2):
            ann.my_act()
            eventually("the command is run", partial(has_run, runs, turn))
            ann.say(do="look")
            ann.my_act()
            assert len(runs.read_bytes()) == turn, "it is the same turn still"
            ann.say(do="act", text="end")
        ann.let_go()
        ann.hear("over")
        told = [said for said in ann.said if said["is"] == "error" and said["key"] == "node.on-turn"]
        assert [said["args"] for said in told] == [["7"]]


def test_settings_are_kept_and_what_is_no_settings_is_said(tmp_path: Path) -> None:
    assert read_settings(tmp_path) == Settings()
    change_settings(tmp_path, lambda _: Settings("notify-send 'Your turn'", True))
    kept = {"on-turn": "notify-send 'Your turn'", "bell": True}
    assert json.loads((tmp_path / "settings.json").read_text()) == kept
    assert read_settings(tmp_path) == Settings("notify-send 'Your turn'", True)
