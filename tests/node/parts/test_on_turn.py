"""The command that is run when it becomes somebody's turn: by the node, which never waits for it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import pairwise
from pathlib import Path
from random import Random
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

from tests.cli.terminals import eventually
from tests.ground.repository import ROOT
from tests.node.contexts import context_of
from tests.node.processes import Game
from tests.table.peers import Peers
from tests.table.positions import positions
from tests.ui.records import recording
from tta_p2p.games.contract import Act, Acts
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.parts.on_turn import TurnCommand
from tta_p2p.node.game.roles import GameClock
from tta_p2p.node.service.asked_text import NoticeTexts
from tta_p2p.registry import load_rules, names
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
        'echo "$TTA_TURN $TTA_TURN_GAME $TTA_TURN_TITLE|$TTA_TURN_KIND|$TTA_TURN_ASKED|$TTA_TURN_SINCE"'
        f" >> {turns}; while [ -e {busy} ]; do sleep 0.2; done",
    )
    with closing(Game(tmp_path, 2, game="skiff", people=(0,), within=(1,))) as game:
        ann = game.under_way(0, client="ann")
        ann.say(do="look")
        ann.my_act()
        eventually("the command is run", turns.exists)
        ann.say(do="skip", key="turn")
        ann.hear("over")  # though the command is still running
        begun, kind, asked, since = turns.read_text().split("\n")[0].split("|")
        assert begun.startswith(f"{game.sid[:8]} skiff ") and kind == "turn" and "2" in asked
        assert re.fullmatch(r"20..-..-..T..:..:..Z", since)
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


@pytest.mark.parametrize("place", ["on-turn", "on-turn-in", "past the door"])
def test_a_command_that_no_system_can_start_costs_that_command_and_is_told_once(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where settings that nobody has checked have such a letter."""
    command = "x\0y"
    settle(tmp_path / "home0", "")
    if place == "past the door":
        monkeypatch.setattr(Settings, "command_for", lambda self, sid: command)
    else:
        text = json.dumps({"on-turn": command} if place == "on-turn" else {"on-turn-in": {"ab": command}})
        (tmp_path / "home0" / "settings.json").write_text(text)
    with closing(Game(tmp_path, 2, game="skiff", people=(0,), within=(0, 1))) as game:
        ann = game.visit(0, seat=None)
        for _ in range(2):
            ann.my_act()
            ann.say(do="act", text="end")
        ann.let_go()
        ann.hear("over")
        told = [said for said in ann.said if said["is"] == "error" and said["key"] == "node.on-turn"]
        assert len(told) == 1 and ("U+0000" in told[0]["args"][0] or told[0]["args"] == ["ValueError"])


def test_a_node_that_is_started_anew_tells_nobody_again_of_the_same_turn(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    settle(tmp_path / "home0", f"echo >> {runs}")
    with closing(Game(tmp_path, 2, game="skiff", people=(0,), within=(1,))) as game:
        ann = game.under_way(0, client="ann")
        ann.say(do="look")
        ann.my_act()
        eventually("the command is run", partial(has_run, runs, 1))
        ann.say(do="chat", text="what came before this is stored when this is said")
        ann.hear("chat")
        for _ in range(2):
            ann.close()
            game.nodes[0].kill()
            game.restart(0)
            ann = game.visit(0, seat=None)
            ann.say(do="look")
            ann.my_act()
        assert len(runs.read_bytes()) == 1
        ann.say(do="act", text="end")
        eventually("the command is run in the next turn", partial(has_run, runs, 2))
        ann.let_go()
        ann.hear("over")


@pytest.mark.parametrize(("game", "seats"), [("smugglers", 2), ("seven_wonders", 3), ("through_the_ages", 2)])
def test_however_often_a_node_stops_and_whatever_it_lacks_then_each_turn_is_told_once(game: str, seats: int) -> None:
    """A node that starts anew goes through what it has stored, and may lack what others said last."""
    found, chance = recording(game, seats, 60), Random(4)
    table, facts = Peers("smugglers", [0, 1]).tables[0], [step.fact for step in found.instants[1:]]
    at = [number for number, step in enumerate(found.instants) if found.game.decision(step.state) is not None]
    turns, others = list[int](), True
    for here, following in pairwise([0, *at]):
        others |= any(one.seat for fact in facts[here:following] for one in acts_of(fact))
        decision = found.game.decision(found.instants[following].state)
        assert decision is not None
        if 0 in decision.seats and others:
            turns.append(following)
            others = False
    assert len(turns) > 5
    for _ in range(20):
        clock, told, here = Memory(), list[int](), 0
        while here < len(at):
            context = context_of(table, 0)
            context._roles[GameClock] = clock
            command = Counted(context, told)
            begin, end = max(0, here - chance.randrange(4)), min(len(at), here + chance.randrange(1, 9))
            for number in at[begin:end]:
                look_at(command, found.game, found.instants[number].state, facts[:number])
            here = end
        assert told == turns
    command = Counted(context_of(table, 0), told := list[int]())  # a node that keeps no times, and never stops
    for number in [number for number in at for _ in range(2)]:
        look_at(command, found.game, found.instants[number].state, facts[:number])
    assert told == turns


def acts_of(fact: Any) -> tuple[Act, ...]:
    return fact.acts if isinstance(fact, Acts) else (fact,) if isinstance(fact, Act) else ()


class Memory(GameClock):
    """The notices of a node, as it has stored them."""

    def note_turn(self, facts: int) -> None:
        """Keep it."""
        self.noticed_at = facts


class Counted(TurnCommand):
    """A part that writes its runs down."""

    def __init__(self, context: GameContext, told: list[int]) -> None:
        super().__init__(context)
        self._runs = told

    def _run(self, asked: list[int], decision: Any) -> None:
        self._runs.append(len(self._table.facts))


def look_at(command: TurnCommand, game: Any, state: Any, facts: Sequence[Any]) -> None:
    """Let a command look at the table when it stands so."""
    seating, decision = SimpleNamespace(to_charter=lambda seat: seat), game.decision(state)
    command._table = SimpleNamespace(  # type: ignore[assignment]
        game=game, state=state, facts=facts, seating=seating, own_seats=(0,), to_decide=lambda: decision.seats
    )
    command.look()


class Inbox(BaseHTTPRequestHandler):
    """Takes notices by POST and keeps them in a file of its server."""

    def do_POST(self) -> None:
        """Keep what was posted, with its title."""
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        Path(self.server.inbox).write_text(f"{self.headers['Title']}\n{body}")  # type: ignore[attr-defined]
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of it."""


def recipes() -> dict[str, str]:
    """The commands of the page on notices, by what they need."""
    rows = re.findall(r"^\| [^|]+ \| `(.+?)` \| (?:with|against)", (ROOT / "docs" / "notices.md").read_text(), re.M)
    found = [command.replace("\\|", "|") for command in rows]
    return {next(tool for tool in ("notify-send", "sendmail", "curl") if tool in command): command for command in found}


def program(folder: Path, name: str, script: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


@pytest.mark.parametrize("tool", ["notify-send", "sendmail", "curl"])
def test_the_recipes_of_the_page_tell_what_is_asked(tool: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With programs of these names, but for curl: that speaks to a server here, or is one that does where it lacks."""
    told, command = tmp_path / "told", recipes()[tool]
    bin_ = tmp_path / "bin"
    if tool == "notify-send":
        program(bin_, tool, f'printf "%s\\n%s" "$1" "$2" > {told}.new; mv {told}.new {told}')
    elif tool == "sendmail":
        program(bin_, tool, f"echo to $1 > {told}.new; cat >> {told}.new; mv {told}.new {told}")
    server = HTTPServer(("127.0.0.1", 0), Inbox)
    server.inbox = str(told)  # type: ignore[attr-defined]
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        if tool == "curl":
            command = command.replace("https://ntfy.example.org", f"http://127.0.0.1:{server.server_port}")
            if shutil.which("curl") is None:
                program(bin_, "curl", f'exec {sys.executable} {Path(__file__).with_name("post.py")} "$@"')
        monkeypatch.setenv("PATH", f"{bin_}:{os.environ['PATH']}")
        environment = {
            "TTA_TURN": "cce2d11a", "TTA_TURN_TITLE": "Smugglers", "TTA_TURN_ASKED": "Your turn; $(touch no) 2",
            "TTA_TURN_SINCE": "2026-11-28T19:30:00Z",
        }  # fmt: skip
        done = subprocess.run(["sh", "-c", command], env={**os.environ, **environment}, cwd=tmp_path, check=False)
        assert done.returncode == 0
        assert "Smugglers" in told.read_text() and "Your turn; $(touch no) 2" in told.read_text()
        assert not (tmp_path / "no").exists()
    finally:
        server.shutdown()
        server.server_close()


def test_a_game_may_have_a_command_of_its_own() -> None:
    kept = Settings("all", on_turn_in={"ab": "one", "cd": "-"})
    assert [kept.command_for(sid) for sid in ("ab", "cd", "ef")] == ["one", "", "all"]


@pytest.mark.parametrize("name", names())
def test_every_question_of_every_game_is_said_in_words(name: str) -> None:
    """In both languages: names where they belong, no places left, and a key alone only where there is no text."""
    for at in positions(name, load_rules(name).seats[-1], 3, 120):
        for language in ("en", "zh-Hans"):
            said = NoticeTexts(at.game, language, [*"ABCDEFG"]).asked(at.decision)
            assert said and "{" not in said and said != at.decision.key, (at.decision, said)


def test_settings_are_kept_and_what_is_no_settings_is_said(tmp_path: Path) -> None:
    assert read_settings(tmp_path) == Settings()
    change_settings(tmp_path, lambda _: Settings("notify-send 'Your turn'", True))
    kept = {"on-turn": "notify-send 'Your turn'", "bell": True}
    assert json.loads((tmp_path / "settings.json").read_text()) == kept
    assert read_settings(tmp_path) == Settings("notify-send 'Your turn'", True)
