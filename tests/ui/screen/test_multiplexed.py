"""The full screen as people have it over SSH: a turn, another size, detached and attached, hung up, killed.

It is played in tmux where there is one, else at a pseudo-terminal with a screen of its own.
"""

from __future__ import annotations

import os
import secrets
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.cli.terminals import TTA, Person, surroundings
from tests.ground.repository import ROOT
from tests.patience import PATIENCE
from tests.ui.screen.windows import Window


class Tmux:
    """A server of its own with one window of 80×24."""

    def __init__(self, home: Path) -> None:
        self.home, self.name = home, ""

    def run(self, *words: str) -> str:
        there = {**surroundings(self.home), "TERM": "xterm-256color"}
        done = subprocess.run(["tmux", "-L", self.name, *words], env=there, capture_output=True, text=True, check=True)
        return done.stdout

    def starts(self, *arguments: str) -> None:
        """Run a command of tta in a new window of a new server: one whose window has gone may still be ending."""
        self.close()
        self.name = f"tta-{secrets.token_hex(4)}"
        command = shlex.join([*TTA, *arguments])
        self.run("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "-c", str(ROOT), command)
        self.run("set-option", "-g", "escape-time", "0")

    def keys(self, *keys: str) -> None:
        self.run("send-keys", *keys)

    def resize(self, columns: int, lines: int) -> None:
        self.run("resize-window", "-x", str(columns), "-y", str(lines))

    def detach_and_attach(self, text: str) -> None:
        """Somebody attaches, sees this, and detaches; the program goes on."""
        with Person(self.home, program=("tmux", "-L", self.name, "attach"), TERM="xterm-256color") as client:
            Window(client).sees(text)
            self.run("detach-client")
            client.sees("[detached")

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

    def close(self) -> None:
        if self.name:
            subprocess.run(["tmux", "-L", self.name, "kill-server"], capture_output=True)


class Alone:
    """The same without tmux; nobody detaches from a program there without closing its window."""

    KEYS: Mapping[str, bytes] = {"Down": b"\x1b[B", "Enter": b"\r", "Escape": b"\x1b"}

    def __init__(self, home: Path) -> None:
        self.home = home

    def starts(self, *arguments: str) -> None:
        self.person = Person(self.home, *arguments)
        self.window = Window(self.person)

    def keys(self, *keys: str) -> None:
        self.window.press(b"".join(self.KEYS.get(key, key.encode()) for key in keys))

    def sees(self, *texts: str, without: str = "") -> str:
        return self.window.sees(*texts, without=without)

    def resize(self, columns: int, lines: int) -> None:
        self.window.resize(columns, lines)

    def detach_and_attach(self, text: str) -> None:
        self.window.sees(text)

    def signals(self, number: int) -> None:
        os.killpg(self.person.process.pid, number)
        self.person.process.wait(PATIENCE)
        self.close()

    def close(self) -> None:
        self.person.__exit__()


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Tmux | Alone]:
    there = Tmux(tmp_path / "home") if shutil.which("tmux") is not None else Alone(tmp_path / "home")
    yield there
    there.close()


def test_a_turn_survives_another_size_a_detached_client_a_closed_window_and_kill(terminal: Tmux | Alone) -> None:
    terminal.starts("play", "Ann", "--seed", "5", "--screen")
    terminal.sees("Your turn", "Round 1, Age A", "? help")
    terminal.keys("Down", "Enter")
    terminal.sees("(It can be undone.)")
    terminal.keys("e")
    terminal.sees("End the turn?")
    terminal.keys("Enter")
    terminal.sees("Since your last turn")
    terminal.keys("Escape")
    terminal.sees("Round 2", without="Since your last turn")
    terminal.resize(120, 40)
    terminal.sees("Bot 1: Despotism")
    terminal.resize(80, 24)
    terminal.sees("? help", without="Bot 1: Despotism")
    terminal.keys("Down", "Enter")
    terminal.sees("(2 moves of this turn can be undone.)")  # politics was passed
    terminal.detach_and_attach("Round 2")
    terminal.sees("(2 moves of this turn can be undone.)")  # as it was
    terminal.keys("z")
    terminal.sees("Taken back")
    for number in (signal.SIGHUP, signal.SIGKILL):
        terminal.signals(number)
        terminal.starts("resume", "--screen")
        terminal.sees("Your turn", "Round 2")
