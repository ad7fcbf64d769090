"""The full screen at real terminals: processes at a pseudo-terminal, with a screen of its own in between."""

from __future__ import annotations

import os
import signal
import termios
from pathlib import Path

import pytest
import urwid

from tests.cli.terminals import Person, tta
from tests.patience import PATIENCE
from tests.ui.fake_node import make_table
from tests.ui.positions import middle
from tests.ui.screen.keyboard import at_the_screen, face_of, shown
from tests.ui.screen.windows import DOWN, ESC, Window
from tta_p2p.ui.cells import plain
from tta_p2p.ui.screen.terminal import Picture, palette
from tta_p2p.ui.style import COLOURS


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def test_a_turn_at_a_terminal_is_seen_undone_resized_left_and_resumed(home: Path) -> None:
    with Person(home, "play", "Ann", "--seed", "5") as person:
        window = Window(person)
        window.sees("Your turn", "Round 1, Age A")
        window.press(DOWN)
        window.sees("▸< 2")
        window.press(b"\r")
        window.sees("(It can be undone.)")
        window.press(b"z")
        window.sees("Taken back")
        window.press(b"y")
        window.sees("(It can be undone.)")
        window.resize(120, 40)
        window.sees("Bot 1: Despotism")
        window.resize(50, 24)
        window.sees("60 columns")
        window.resize(80, 24)
        window.sees("Round 1, Age A", without="60 columns")
        window.press(b"\x03")
        said = window.sees("Leave the game?", "tta resume")
        window.press(b"\x03")
        assert person.ends() == 0
        number = said.split("tta resume ")[1].split()[0]
        assert f"tta resume {number}" in person.seen and "\x1b[?1049l" in person.seen
    with Person(home, "resume", number) as person:
        window = Window(person)
        window.sees("Round 1, Age A", "0/4")


@pytest.mark.parametrize("end", ["the window is closed", "kill -9"])
def test_a_closed_window_harms_nothing(home: Path, end: str) -> None:
    with Person(home, "play", "Ann", "--seed", "5", "--screen") as person:
        window = Window(person)
        window.sees("Your turn")
        window.press(b"\r")
        window.sees("(It can be undone.)")
        if end == "kill -9":
            person.process.kill()
            person.process.wait(PATIENCE)
        else:
            person.hang_up()
    assert "Ann" in tta(home, "games").stdout
    with Person(home, "resume", "--screen") as person:
        Window(person).sees("Round 1, Age A", "0/4")


def test_an_end_from_outside_gives_the_terminal_back(home: Path) -> None:
    with Person(home, "play", "Ann", "--seed", "5", "--screen") as person:
        Window(person).sees("Your turn")
        assert termios.tcgetattr(person.ours)[6][termios.VINTR] == b"\0", "Ctrl-C is a key"
        os.kill(person.process.pid, signal.SIGTERM)
        person.ends()
        assert "\x1b[?1049l" in person.seen
        assert termios.tcgetattr(person.ours)[6][termios.VINTR] == b"\x03", "Ctrl-C interrupts"


@pytest.mark.parametrize(
    ("environment", "colours"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "vt100"}, False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "linux"}, True),
    ],
)
def test_colours_are_those_that_were_asked_for(home: Path, environment: dict[str, str], colours: bool) -> None:
    with Person(home, "play", "Ann", "--seed", "5", "--screen", **environment) as person:
        window = Window(person)
        window.sees("Your turn", "t take")
        deep = b"38;5;" in window.raw
        assert deep == ("256color" in environment["TERM"]), "16 colours where there are no more"
        hues = [sign + f"3{hue}".encode() for hue in range(1, 7) for sign in (b";", b"[")]
        coloured = deep or any(hue in window.raw for hue in hues)
        assert coloured == colours


def test_in_ascii_and_in_chinese(home: Path) -> None:
    with Person(home, "play", "Ann", "--seed", "5", "--screen", "--ascii") as person:
        window = Window(person)
        window.sees("Your turn", ">< 1")
        assert window.raw.isascii()
    with Person(home, "--lang", "zh-Hans", "play", "Bea", "--seed", "5", "--screen") as person:
        Window(person).sees("轮", "Bea")


def test_where_nothing_can_be_painted_it_is_said(home: Path) -> None:
    refused = tta(home, "play", "Ann", "--screen")
    assert refused.returncode == 2 and "--lines" in refused.stderr
    assert "--screen" in tta(home, "play", "Ann", "--screen", "--plain").stderr


@pytest.mark.parametrize(
    ("arguments", "more", "size"),
    [
        (("--lines",), {}, (80, 24)),
        (("--plain",), {}, (80, 24)),
        (("--brief",), {}, (80, 24)),
        ((), {"TERM": "dumb"}, (80, 24)),
        ((), {}, (50, 24)),
    ],
)
def test_line_by_line_where_it_is_asked_for_or_nothing_can_be_painted(
    home: Path, arguments: tuple[str, ...], more: dict[str, str], size: tuple[int, int]
) -> None:
    with Person(home, "play", "Ann", "--seed", "5", *arguments, size=size, **more) as person:
        assert "\x1b[?1049h" not in person.sees("Your turn")
        person.types("end")
        person.sees("(Enter or y, else n)")  # whoever types at a terminal is asked


def test_who_likes_lines_better_sets_them_once(home: Path) -> None:
    assert "client: lines" in tta(home, "settings", "client", "lines").stdout
    with Person(home, "play", "Ann", "--seed", "5") as person:
        assert "\x1b[?1049h" not in person.sees("> ")
    with Person(home, "play", "Ann", "--seed", "5", "--screen") as person:
        Window(person).sees("Your turn")
    assert tta(home, "settings", "client", "television").returncode == 2


def test_every_role_has_a_look_with_and_without_colours() -> None:
    names = [entry[0] for entry in palette()]
    assert {*COLOURS, "focus"} == set(names)
    looks = {entry[0]: entry for entry in palette()}
    assert "standout" in looks["focus"][1] and "standout" in looks["focus"][3]


def test_urwid_paints_the_picture_cell_by_cell() -> None:
    import urwid.testing as testing

    urwid.set_encoding("utf-8")
    for language in ("en", "zh-Hans"):
        face = face_of(middle(), 0, language)
        painted = testing.render_text(Picture(face), (80, 24), focus=True)
        assert [line.rstrip() for line in painted] == shown(face)
        runs = testing.render_runs(Picture(face), (80, 24), focus=True)
        assert any(role == "focus" for line in runs for role, _ in line)
        assert not Picture(face).render((80, 0)).rows(), "a terminal that does not say how large it is"
        testing.press(Picture(face), (80, 24), "down")
        assert [plain(one).rstrip() for one in face.frame((80, 24)).rows] != painted


async def test_only_changed_rows_are_another_picture() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        before = ann.sees().split("\n")
        after = (await ann.press("down")).split("\n")
        changed = [number for number, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
        assert 2 <= len(changed) <= 8


def test_the_past_is_looked_at_and_a_recorded_game_is_stepped_through(home: Path) -> None:
    with Person(home, "play", "Ann", "--seed", "5", "--screen") as person:
        window = Window(person)
        window.sees("Your turn", "local")
        window.press(b"\r")
        window.sees("(It can be undone.)")
        window.press(b"e")
        window.sees("End the turn?")
        window.press(b"\r")
        window.sees("Since your last turn", "You end your turn")
        window.press(ESC)
        window.sees("Round 2", without="Since your last turn")
        window.press(b"j")
        window.sees("Round 1: Ann", "Round 1: Bot 1")
        window.press(b"\x1b[H\r")
        window.sees("Looking back:", "The beginning.")
        window.press(b"\x1b[C")
        window.sees("You take", without="The beginning.")
        window.press(b"\x1b[F ")  # at the end there is nothing to be played
        window.press(b"k")
        window.sees("The game so far", "Culture")
        window.press(b"f")
        window.sees("there are no fairness proofs")
        window.press(ESC)
        window.sees("Looking back:", without="there are no fairness proofs")
        window.press(ESC)
        window.sees("Your turn", without="Looking back:")
        window.press(b"\x0c")
        window.sees("Your turn")
        window.press(b"q")
        number = window.sees("tta resume").split("tta resume ")[1].split()[0]
        window.press(b"y")
        person.ends()
    with Person(home, "replay", number, "--screen", "--from", "1") as person:
        window = Window(person)
        window.sees("Looking back:", "s seat")
        window.press(b"s")
        window.sees("as Ann saw it")
        window.press(b"\x1b[F\x1b[F")
        window.sees("The end of the recording")
        window.press(ESC)
        window.sees("Looking back:", without="The end of the recording")
        window.press(b"q")
        assert person.ends() == 0
    with Person(home, "--lang", "zh-Hans", "replay", number, "--screen") as person:
        window = Window(person)
        window.sees("回顾", "k图表")
        window.press(b"q")
        assert person.ends() == 0
