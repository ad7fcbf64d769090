"""The full screen in tmux, as people have it over SSH: a turn, another size, detached and attached, hung up, killed.

What tmux does to a program is also done by the tests of `test_terminal` and `test_detaching`, at a pseudo-terminal with
a screen of its own; here it is the real one, where there is one.
"""

from __future__ import annotations

import os
import secrets
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.terminals import TTA, Person, surroundings
from tests.ground.repository import ROOT
from tests.patience import PATIENCE

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not on this machine")


class Tmux:
    """A server of its own with one window of 80×24."""

    def __init__(self, home: Path) -> None:
        self.home, self.name = home, f"tta-{secrets.token_hex(4)}"

    def run(self, *words: str) -> str:
        there = {**surroundings(self.home), "TERM": "xterm-256color"}
        done = subprocess.run(["tmux", "-L", self.name, *words], env=there, capture_output=True, text=True, check=True)
        return done.stdout

    def starts(self, *arguments: str) -> None:
        """Run a command of tta in a new window, in place of any before."""
        command = shlex.join([*TTA, *arguments])
        self.run("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "-c", str(ROOT), command)
        self.run("set-option", "-g", "escape-time", "0")

    def keys(self, *keys: str) -> None:
        self.run("send-keys", *keys)

    def sees(self, *texts: str, without: str = "") -> str:
        """Wait until all this is in the window."""
        until = time.monotonic() + PATIENCE
        while True:
            seen = self.run("capture-pane", "-p")
            if all(text in seen for text in texts) and not (without and without in seen):
                return seen
            assert time.monotonic() < until, f"{texts} never came, but:\n{seen}"
            time.sleep(0.05)

    def signals(self, number: int) -> None:
        """Send a signal to the program in the window, and wait until the window has gone with it."""
        pid = int(self.run("display-message", "-p", "#{pane_pid}"))
        os.kill(pid, number)
        until = time.monotonic() + PATIENCE
        while subprocess.run(["tmux", "-L", self.name, "has-session"], capture_output=True).returncode == 0:
            assert time.monotonic() < until, "it goes on"
            time.sleep(0.05)


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    server = Tmux(tmp_path / "home")
    yield server
    subprocess.run(["tmux", "-L", server.name, "kill-server"], capture_output=True)


def test_a_turn_in_tmux_survives_another_size_a_detached_client_a_closed_window_and_kill(tmux: Tmux) -> None:
    tmux.starts("play", "Ann", "--seed", "5", "--screen")
    tmux.sees("Your turn", "Round 1, Age A", "? help")
    tmux.keys("Down", "Enter")
    tmux.sees("(It can be undone.)")
    tmux.keys("e")
    tmux.sees("Since your last turn")
    tmux.keys("Escape")
    tmux.sees("Round 2", without="Since your last turn")
    tmux.run("resize-window", "-x", "120", "-y", "40")
    tmux.sees("Bot 1: Despotism")
    tmux.run("resize-window", "-x", "80", "-y", "24")
    tmux.sees("? help", without="Bot 1: Despotism")
    tmux.keys("Enter")
    tmux.sees("(It can be undone.)")
    with Person(tmux.home, program=("tmux", "-L", tmux.name, "attach"), TERM="xterm-256color") as client:
        client.sees("Round 2")
        tmux.run("detach-client", "-a")
        tmux.run("detach-client")
        client.sees("[detached")
    tmux.sees("(It can be undone.)")  # as it was
    tmux.keys("z")
    tmux.sees("Taken back")
    for number in (signal.SIGHUP, signal.SIGKILL):
        tmux.signals(number)
        tmux.starts("resume", "--screen")
        tmux.sees("Your turn", "Round 2")
