"""Signals from outside end a client whatever it does, and one that was stopped goes on where it was."""

from __future__ import annotations

import os
import signal
import sys
import termios
from pathlib import Path

import pytest

from tests.cli.terminals import Person, eventually
from tests.ui.screen.windows import DOWN, Window
from tta_p2p.cli.terminal.fault_log import FILE

LEFT = b"\x1b[D"
# Two seconds are enough here: where a busy machine needs longer, the ending is broken off as well, with the same code.
STANDS_STILL = """
import os
import time
from tta_p2p.cli import main
from tta_p2p.ui import signals
from tta_p2p.ui.seven_wonders.screen import SevenWondersBoard

own, signals.STALL_SECONDS = SevenWondersBoard.side_panel, 2.0

def side(self, scene, seat, *more):
    if seat != scene.seat:
        open(os.path.join(os.environ["TTA_HOME"], "for-ever"), "w").close()
        while True:
            time.sleep(0.1)
    return own(self, scene, seat, *more)

SevenWondersBoard.side_panel = side
raise SystemExit(main.main())
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_client_whose_picture_never_ends_is_ended_by_a_signal(tmp_path: Path, name: str) -> None:
    program = [sys.executable, "-P", "-c", STANDS_STILL]
    number = signal.Signals[name]
    with Person(tmp_path, "play", "Ann", "--game", "7w", "--seed", "4", "--screen", program=program) as person:
        window = Window(person)
        window.sees("Your turn")
        window.press(b"\r")
        window.sees("Play the day side?")
        window.press(b"y")
        window.sees("turn 1 of 6")
        window.press(LEFT)
        eventually("it is laid out for ever", (tmp_path / "for-ever").exists)
        os.kill(person.process.pid, number)
        assert person.ends() == 128 + number
        assert "\x1b[?1049l" in person.seen, "the terminal is given back"
        assert termios.tcgetattr(person.ours)[3] & termios.ECHO
    assert "in side" in (tmp_path / FILE).read_text(), "the log says what was broken off"


def test_a_client_that_was_stopped_from_outside_goes_on_where_it_was(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "Ann", "--seed", "5", "--screen") as person:
        window = Window(person)
        window.sees("Your turn", "▸< 1")
        raw = termios.tcgetattr(person.ours)[3]
        assert not raw & (termios.ECHO | termios.ICANON)
        os.kill(person.process.pid, signal.SIGSTOP)
        mode = termios.tcgetattr(person.ours)  # as a shell has its terminal
        mode[3] |= termios.ECHO | termios.ICANON
        termios.tcsetattr(person.ours, termios.TCSANOW, mode)
        window.screen.reset()
        os.kill(person.process.pid, signal.SIGCONT)
        window.sees("Your turn", "▸< 1")
        assert termios.tcgetattr(person.ours)[3] == raw
        window.press(DOWN)
        window.sees("▸< 2")


MENU_STANDS_STILL = """
import os
import time
from tta_p2p.cli import main
from tta_p2p.ui import signals
from tta_p2p.ui.screen.menu import MenuFace

own, signals.STALL_SECONDS = MenuFace._notes, 2.0

def notes(self, page, place, style):
    if place.at:
        open(os.path.join(os.environ["TTA_HOME"], "for-ever"), "w").close()
        while True:
            time.sleep(0.1)
    return own(self, page, place, style)

MenuFace._notes = notes
raise SystemExit(main.main())
"""


@pytest.mark.parametrize("stuck", [False, True])
def test_a_menu_is_interrupted_also_where_its_picture_never_ends(tmp_path: Path, stuck: bool) -> None:
    with Person(tmp_path, program=[sys.executable, "-P", "-c", MENU_STANDS_STILL]) as person:
        window = Window(person)
        window.sees("\N{BLACK RIGHT-POINTING SMALL TRIANGLE}")
        if stuck:
            window.press(DOWN)
            eventually("it is laid out for ever", (tmp_path / "for-ever").exists)
        os.kill(person.process.pid, signal.SIGINT)
        assert person.ends() == 130
        assert "\x1b[?1049l" in person.seen, "the terminal is given back"


def test_a_signal_ends_the_menu_as_well_from_which_a_game_was_begun(tmp_path: Path) -> None:
    with Person(tmp_path) as person:
        window = Window(person)
        window.sees("New game")
        window.press(b"n")
        window.sees("Alone against bots")
        window.press(b"\r")
        window.sees("Your turn")
        os.kill(person.process.pid, signal.SIGTERM)
        assert person.ends() == 128 + signal.SIGTERM
        assert "\x1b[?1049l" in person.seen, "the terminal is given back"
