"""`tta play` as a process: scripts on pipes, and a person at a terminal (a pseudo-terminal here)."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import termios
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.terminals import TTA, begin, here, surroundings, tta
from tests.patience import PATIENCE
from tta_p2p.cli.errors import USAGE
from tta_p2p.ui.client import EXIT_UNFINISHED

COMMAND = [*TTA, "play"]
RESUME = [*TTA, "resume"]


def script(home: Path, *arguments: str, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    return tta(home, "play", *arguments, typed=typed, environment=more)


def test_a_script_plays_a_game_to_its_end(tmp_path: Path) -> None:
    done = script(tmp_path, "Ann", "--game", "caravan", "--level", "random", "--seed", "3", typed="1\n1\n1\n1\n")
    assert done.returncode == 0, done.stderr
    assert "The game is over" in done.stdout and "\x1b" not in done.stdout


def test_whoever_plays_alone_bears_their_own_name(tmp_path: Path) -> None:
    (tmp_path / "profile.json").write_text('{"name": "Ada"}')
    done = script(tmp_path, "--seed", "5", "--level", "random", typed="")
    assert "1. Ada " in done.stdout and "You" not in done.stdout.partition("You leave")[0].replace("Your", "")
    assert not (tmp_path / "identity.pem").exists(), "playing alone needs no key"


@pytest.mark.parametrize("names", [("Ann", "Ann"), ("Ann", "Bob", "ANN"), ("Bot 1",)])
def test_two_who_could_not_be_told_apart_do_not_sit_down(tmp_path: Path, names: tuple[str, ...]) -> None:
    done = script(tmp_path, *names, "--game", "caravan", "--seats", "4")
    assert done.returncode == USAGE and "Two players are called" in done.stderr


def test_equal_seeds_give_equal_games(tmp_path: Path) -> None:
    asked = ("Ann", "--seed", "5", "--level", "random")
    one, other = (script(tmp_path, *asked, typed="row\n") for _ in range(2))
    assert one.stdout == other.stdout
    assert one.returncode == EXIT_UNFINISHED


def test_ascii_is_all_there_is_where_it_is_asked_for(tmp_path: Path) -> None:
    done = script(tmp_path, "Änn", "--seed", "5", "--ascii", "--level", "random", typed="table\nme\nhand\nevents\n?\n")
    assert done.stdout.isascii() and "-- Your turn" in done.stdout and "Ann" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--game", "chess"), "no game “chess”"),
        (("--bots", "9"), "Through the Ages is for 2, 3 or 4 players, not 10"),
        (("--variant", "silly"), "global-conflict"),
        (("--level", "genius"), "random"),
        (("--lang", "xx"), "xx"),
    ],
)
def test_what_cannot_be_played_is_wrong_usage(arguments: tuple[str, ...], told: str, tmp_path: Path) -> None:
    done = script(tmp_path, *arguments)
    assert done.returncode == USAGE
    assert told in done.stderr and "Traceback" not in done.stderr


class Person:
    """Somebody at a terminal of 80 by 24."""

    def __init__(self, home: Path, *arguments: str, command: Sequence[str] = COMMAND, **more: str) -> None:
        self.ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (24, 80))
        self.before = termios.tcgetattr(theirs)
        self.theirs = theirs
        where = surroundings(home, **{"TERM": "xterm", **more})
        self.process = begin([*command, *arguments], where, (theirs, theirs, theirs))
        self.seen = ""

    def sees(self, text: str) -> bool:
        """Read until something is on the screen."""
        until = time.monotonic() + PATIENCE
        while text not in self.seen and time.monotonic() < until:
            over = self.process.poll() is not None  # looked at first: what it has written last is read after that
            ready, _, _ = select.select([self.ours], [], [], 0.2)
            if ready:
                try:
                    self.seen += os.read(self.ours, 65536).decode(errors="replace")
                except OSError:
                    break
            elif over:
                break
        return text in self.seen

    def is_read(self) -> bool:
        """Wait until a line is being edited: until then the terminal itself would take what ends an input."""
        until = time.monotonic() + PATIENCE
        while termios.tcgetattr(self.theirs)[3] & termios.ICANON and time.monotonic() < until:
            time.sleep(0.01)
        return not termios.tcgetattr(self.theirs)[3] & termios.ICANON

    def types(self, text: str) -> None:
        """Type a line; what was seen before is forgotten."""
        self.seen = ""
        os.write(self.ours, text.encode())

    def leaves(self) -> int:
        """Wait until the program has ended."""
        return self.process.wait(PATIENCE)

    def __enter__(self) -> Person:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.ours)
        os.close(self.theirs)


def test_a_person_at_a_terminal_types_completes_asks_and_leaves(tmp_path: Path) -> None:
    with Person(tmp_path, "Ann", "--lines", "--level", "random", "--seed", "4") as person:
        assert person.sees("End the turn") and person.sees("> ")
        assert "\x1b[1m" in person.seen, "headings are bold"
        person.types("? moses\r")
        assert person.sees("population costs you 1 food less")
        person.types("take pyr\t")
        assert person.sees("pyramids")
        person.types("\x15end\r")
        assert person.sees("End the turn?")
        person.types("y\r")
        assert person.sees("It can be undone") and person.sees("Your actions"), "there was nothing but passing"
        person.types("quit\r")
        assert person.sees("the game is saved. tta resume ")
        assert person.leaves() == 0
        assert termios.tcgetattr(person.theirs)[3] == person.before[3], "the terminal is given back as it was"
        assert (tmp_path / "history").is_file()


@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_where_none_are_wanted(more: dict[str, str], tmp_path: Path) -> None:
    with Person(tmp_path, "Ann", "--lines", "--level", "random", "--seed", "4", **more) as person:
        assert person.sees("End the turn")
        assert "\x1b[1m" not in person.seen and "\x1b[3" not in person.seen
        person.types("quit\r")
        assert person.sees("nothing is saved")
        assert person.leaves() == 0


def test_control_c_leaves_the_terminal_in_order(tmp_path: Path) -> None:
    with Person(tmp_path, "Ann", "--lines", "--level", "random", "--seed", "4") as person:
        assert person.sees("End the turn") and person.sees("> ")
        person.process.send_signal(signal.SIGINT)
        assert person.leaves() == 130
        assert "Traceback" not in person.seen


ENDS = [signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGKILL]


@pytest.mark.parametrize("end", [*ENDS, "\x04"], ids=str)
def test_a_game_of_this_machine_survives_whatever_ends_its_window(end: signal.Signals | str, tmp_path: Path) -> None:
    with Person(tmp_path, "Ann", "--lines", "--level", "random", "--seed", "4") as person:
        assert person.sees("End the turn") and person.sees("> ")
        person.types("take homer\r")
        assert person.sees("It can be undone")
        if isinstance(end, str):  # an end of input is one only where a line is being read
            assert person.sees("End the turn\r\n> ") and person.is_read()
            os.write(person.ours, end.encode())
            assert person.sees("the game is saved. tta resume ")
        else:
            person.process.send_signal(end)
        person.leaves()
    with Person(tmp_path, "--lines", command=RESUME) as again:
        assert again.sees("End the turn") and again.sees("> ")
        again.types("undo\r")
        assert again.sees("Taken back; you have done nothing yet.")
        again.types("quit\r")
        assert again.leaves() == 0


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_a_seed_below_nought_is_refused_in_a_sentence(tmp_path: Path, command: str) -> None:
    refused = here(tmp_path, command, "--seed", "-1")
    assert refused.returncode == 2 and "--seed" in refused.stderr and "at least 0" in refused.stderr
