"""From the start of a game on the full screen to its first picture: a line says so, and what is typed is not seen."""

from __future__ import annotations

import os
import signal
import sys
import termios
from pathlib import Path

import pytest

from tests.cli.terminals import Person, eventually, here
from tests.ui.screen.windows import Window
from tta_p2p.cli.terminal.start_line import ERASED

STARTING = "7 Wonders is starting."
WAITS = """
import fcntl
import os
import pathlib
import signal
import sys
import termios
import time
from tta_p2p.cli import main
from tta_p2p.cli.terminal import local_games

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell without jobs starts what is behind with it ignored
own, home = local_games.play_local, pathlib.Path(os.environ["TTA_HOME"])

def play_local(*given):
    while not (home / "go").exists():
        if any(fcntl.ioctl(0, termios.FIONREAD, bytes(4))):
            (home / "typed").touch()
        time.sleep(0.05)
    if os.environ.get("TTA_FAULT"):
        raise OSError(5, "no such luck")
    return own(*given)

local_games.play_local = play_local
raise SystemExit(main.main())
"""
PLAY = ("play", "Ann", "--game", "7w", "--seed", "4", "--screen")
TYPED = b"q\x1b[Bx?\n"


def begun(tmp_path: Path, **more: str) -> Person:
    return Person(tmp_path, *PLAY, program=[sys.executable, "-P", "-c", WAITS], **more)


def test_what_is_typed_before_the_first_picture_is_neither_seen_nor_played(tmp_path: Path) -> None:
    with begun(tmp_path) as person:
        before = termios.tcgetattr(person.ours)
        person.sees(STARTING)
        assert not termios.tcgetattr(person.ours)[3] & termios.ECHO
        os.write(person.ours, TYPED)
        eventually("what was typed has come to the terminal", (tmp_path / "typed").exists)
        (tmp_path / "go").touch()
        window = Window(person)
        window.stream.feed(person.seen.encode())
        window.sees("Your turn")
        seen = (person.seen.encode() + window.raw).partition(b"\x1b[?1049h")[0].decode()
        assert seen == f"{ERASED}{STARTING}{ERASED}", "the line alone, and nothing of it stays"
        window.press(b"\x03\x03y")
        person.ends()
        assert termios.tcgetattr(person.ours) == before


@pytest.mark.parametrize("how", ["SIGINT", "SIGTERM", "SIGHUP", "fault"])
def test_a_start_that_is_broken_off_gives_the_terminal_back(tmp_path: Path, how: str) -> None:
    with begun(tmp_path, **({"TTA_FAULT": "1"} if how == "fault" else {})) as person:
        before = termios.tcgetattr(person.ours)
        person.sees(STARTING)
        os.write(person.ours, TYPED)
        eventually("what was typed has come to the terminal", (tmp_path / "typed").exists)
        if how == "fault":
            (tmp_path / "go").touch()
        else:
            os.kill(person.process.pid, signal.Signals[how])
        assert person.ends()
        assert termios.tcgetattr(person.ours) == before
        assert person.seen.startswith(f"{ERASED}{STARTING}{ERASED}"), "what is said of it stands in a line of its own"
        assert "?1049h" not in person.seen and "^[" not in person.seen


@pytest.mark.parametrize("mode", ["--lines", "--plain"])
def test_lines_begin_without_it(tmp_path: Path, mode: str) -> None:
    with Person(tmp_path, *PLAY[:-1], mode) as person:
        assert "starting" not in person.sees("turn")


def test_it_stands_in_nothing_that_is_printed(tmp_path: Path) -> None:
    assert "starting" not in (told := here(tmp_path, *PLAY)).stdout + told.stderr
