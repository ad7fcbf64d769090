"""Commands that are called at the same moment: one node that all reach, and one answer to what is done first."""

from __future__ import annotations

import json
import os
import signal
import socket
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.terminals import tta
from tests.node.commands import at_once
from tests.node.games import all_fair_and_equal
from tests.node.processes import Game
from tta_p2p.cli.nodes import attachment
from tta_p2p.node.machine import roster
from tta_p2p.store import locks
from tta_p2p.store.database import Store, is_played, lock_of
from tta_p2p.store.settings import Settings, read_settings

MANY = 8
"""How many processes begin at the same moment."""


def test_all_that_make_the_first_key_at_the_same_moment_have_the_same(tmp_path: Path) -> None:
    for number in range(3):
        home = tmp_path / str(number)
        done = at_once(home, [("id", "show", "--json")] * MANY)
        assert [one.returncode for one in done] == [0] * MANY, [one.stderr for one in done]
        assert len({json.loads(one.stdout)["fingerprint"] for one in done}) == 1


def test_all_that_make_the_first_store_at_the_same_moment_use_the_same(tmp_path: Path) -> None:
    for number in range(3):
        home = tmp_path / str(number)
        done = at_once(home, [("games", "--json"), ("id", "list", "--json")] * (MANY // 2))
        assert [(one.returncode, one.stdout.strip(), one.stderr) for one in done] == [(0, "[]", "")] * MANY


def test_nothing_is_lost_of_what_several_set_and_change_at_the_same_moment(tmp_path: Path) -> None:
    changes = [("settings", "bell", "on"), ("settings", "times", "off"), ("settings", "client", "lines")]
    changes += [("settings", "on-turn", "true"), ("id", "name", "Zoe")]
    for number in range(3):
        home = tmp_path / str(number)
        done = at_once(home, changes)
        assert [one.returncode for one in done] == [0] * len(changes), [one.stderr for one in done]
        assert read_settings(home) == Settings("true", bell=True, times=False, client="lines")
        assert tta(home, "id", "show").stdout.splitlines()[0] == "Zoe"


def test_however_many_take_a_game_up_at_the_same_moment_one_node_plays_it_and_all_reach_it(tmp_path: Path) -> None:
    game = Game(tmp_path, 2, game="caravan", people=(0,), within=(0,))
    home = game.nodes[1].home
    try:
        game.under_way(1).close()
        game.nodes[1].kill()
        for number in range(3):
            ways: list[Sequence[object]] = [("resume", "--detach")] * 6 + [("games",), ("games", "--json")]
            done = at_once(home, ways[number:] + ways[:number])
            assert [one.returncode for one in done] == [0] * MANY, [one.stderr for one in done]
            began = [one for one in done if "It keeps running" in one.stdout]
            ours = [one for one in done if "running already" in one.stderr or "attach" in one.stderr]
            assert len(began) <= 1 and len(began) + len(ours) >= 6, done
            (node,) = roster.running_nodes(home)
            assert is_played(home, bytes.fromhex(game.sid))
            assert int((home / locks.FOLDER / lock_of(bytes.fromhex(game.sid))).read_text()) == node.pid
            assert tta(home, "attach", "--watch", typed="quit\n").returncode == 0
            os.kill(node.pid, signal.SIGKILL)
            while node.has_process:
                pass
        game.restart(1)
        player = game.visit(0, seat=None)
        player.play_on()
        player.close()
        game.wait()
        all_fair_and_equal(game)
    finally:
        for node in roster.running_nodes(home):
            if node.pid != os.getpid():
                os.kill(node.pid, signal.SIGKILL)
        game.close()


def test_a_client_that_comes_while_a_node_starts_waits_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(tmp_path, 2, game="caravan", people=(0,), within=(0,))
    home = game.nodes[1].home
    try:
        game.under_way(1).close()
        game.nodes[1].kill()
        starts = roster.RunningNode("ab", os.getpid(), str(home / "no.sock"), "Ann")  # at no table yet, as it says

        def goes_on(_: float) -> None:
            roster.announce(home, replace(starts, sid=game.sid, state="playing"))

        with (
            Store(home).hold(bytes.fromhex(game.sid)),
            socket.socket(socket.AF_UNIX) as bound,
            monkeypatch.context() as patch,
        ):
            bound.bind(starts.socket)
            roster.announce(home, starts)
            patch.setattr(attachment.time, "sleep", goes_on)
            for wanted in ("", game.sid[:8]):
                roster.announce(home, starts)
                assert [node.sid for node in attachment.nodes_to_come(home, wanted)] == [game.sid]
            roster.withdraw(home, starts)
        resumes, *attached = at_once(home, [("resume", "--detach"), *[("attach", "--watch")] * 3])
        assert resumes.returncode == 0
        # Whoever looks before the lock is taken is told that nothing runs; nobody is told anything else.
        assert all(one.returncode == 0 or "None of your games is running" in one.stderr for one in attached)
    finally:
        for node in roster.running_nodes(home):
            if node.pid != os.getpid():
                os.kill(node.pid, signal.SIGKILL)
        game.close()
