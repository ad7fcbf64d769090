"""What is sent to a terminal shows the picture, whatever it showed before, and is little."""

from __future__ import annotations

import contextlib
import io
import os
import pty
import termios
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pyte
from hypothesis import example, given
from hypothesis import strategies as st

from tests.ui.fake_node import make_table
from tests.ui.positions import middle
from tests.ui.screen.keyboard import at_the_screen, face_of
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.screen.painter import Cells, Painter, _does_return, cells_of, code_of, repaint
from tta_p2p.ui.style import Style

Seen = tuple[str, bool, bool, str, str]
COLUMNS, LINES = 12, 8
words = st.text("ab 中文─▸e\u0301", max_size=COLUMNS)
rows = st.lists(st.tuples(words, st.sampled_from(["", "1", "2", "7", "1;36", "97;42"])), max_size=4)
pictures = st.lists(rows, min_size=LINES, max_size=LINES)


def cells(picture: list[list[tuple[str, str]]]) -> list[Cells]:
    """A picture that ends as a frame does: no wide letter is cut in two, and the last cell is blank."""
    found = []
    for number, one in enumerate(picture):
        room = COLUMNS - (number == LINES - 1)
        row = cells_of(one, COLUMNS)[:room]
        while row and row[-1].text and len(row) == room and len(cells_of([(row[-1].text, "")], 2)[1].text) == 0:
            row = row[:-1]
        found.append(cells_of([(cell.text, cell.code) for cell in row], COLUMNS))
    return found


def seen(screen: pyte.Screen) -> list[list[Seen]]:
    """What is there for eyes: of a blank only whether it is in focus."""
    return [
        [
            (cell.data, False, cell.reverse, "", cell.bg)
            if cell.data == " "
            else (cell.data, cell.bold, cell.reverse, cell.fg, cell.bg)
            for cell in (screen.buffer[y][x] for x in range(COLUMNS))
        ]
        for y in range(LINES)
    ]


def shows(painted: list[str]) -> list[list[Seen]]:
    screen = pyte.Screen(COLUMNS, LINES)
    stream = pyte.Stream(screen)
    for one in painted:
        stream.feed(one)
    return seen(screen)


@given(pictures, pictures, st.booleans())
def test_a_picture_after_another_is_as_if_it_had_been_painted_alone(
    first: list[list[tuple[str, str]]], then: list[list[tuple[str, str]]], erases: bool
) -> None:
    before, after = cells(first), cells(then)
    assert shows([repaint(None, before), repaint(before, after, erases)]) == shows([repaint(None, after)])
    assert repaint(after, after) == ""


ALPHABET = [[(letter * 6, "")] for letter in "abcdefgh"]


@given(pictures, st.integers(-LINES, LINES), st.integers(0, LINES), st.integers(0, LINES))
@example(ALPHABET, 2, 0, LINES)
@example(ALPHABET, -1, 0, LINES)
def test_rows_that_have_moved_are_where_they_belong(
    picture: list[list[tuple[str, str]]], by: int, top: int, bottom: int
) -> None:
    before = cells(picture)
    moved = [before[(line + by) % LINES] if top <= line <= bottom else before[line] for line in range(LINES)]
    moved[-1] = cells([[], *[[]] * (LINES - 1)])[-1]
    assert shows([repaint(None, before), repaint(before, moved)]) == shows([repaint(None, moved)])


def picture_of(face: ScreenFace, size: tuple[int, int] = (80, 24)) -> list[Cells]:
    return [cells_of([(span.text, code_of(span.role, True)) for span in row], size[0]) for row in face.frame(size).rows]


def test_the_mark_goes_on_for_few_bytes_and_a_page_scrolls_by_the_terminal_itself() -> None:
    face = face_of(middle(), 0)
    face.press("esc")
    before = picture_of(face)
    assert len(repaint(None, before).encode()) < 3_000
    face.press("?")
    page = picture_of(face)
    face.press("down")
    assert len(repaint(page, picture_of(face)).encode()) < 300


TURN = ("1 enter", "z", "y", "e", "y", "esc", "p", "z", "y", "5 enter", "z", "y")
"""The first turn of a game of two and what is done in the second: a card, a person, undone and done again each time."""


async def test_an_act_is_painted_in_few_bytes() -> None:
    spent, shown = list[int](), list[str]()
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        before = picture_of(ann.face)
        for keys in TURN:
            for key in keys.split(" "):
                drafted = ann.client.state.turn.draft if ann.client.state.turn is not None else ()
                asked = ann.client.state.confirmation is not None
                await ann.press(key)
                after = picture_of(ann.face)
                turn = ann.client.state.turn
                if key != "e" and not asked and turn is not None and turn.draft != drafted:
                    spent.append(len(repaint(before, after).encode()))
                    shown.append(f"{keys}: {spent[-1]}")
                before = after
    assert len(spent) == 9, " ".join(shown)
    assert sum(spent) / len(spent) <= 300 and max(spent) < 600, " ".join(shown)  # a long text of what is in focus


def test_a_row_is_erased_where_that_is_shorter_than_blanks() -> None:
    before = [cells_of([("a" * 30, "")], 40), cells_of([], 40)]
    after = [cells_of([("b" + " " * 28 + "a", "")], 40), cells_of([], 40)]
    assert repaint(before, after) == "\x1b[Hb\x1b[K\x1b[28Ca"


def test_a_terminal_that_erases_cells_does_so_between_what_stays() -> None:
    before = [cells_of([("a" * 15 + "中文中文 b", "1;36")], 30), cells_of([], 30)]
    after = [cells_of([("a" + " " * 22 + " b", "1;36")], 30), cells_of([], 30)]
    assert repaint(before, after, erases=True) == "\x1b[1;2H\x1b[22X"
    screen = pyte.Screen(30, 2)
    stream = pyte.Stream(screen)
    stream.feed(repaint(None, before, erases=True) + repaint(before, after, erases=True))
    assert screen.display[0].rstrip() == "a" + " " * 23 + "b"


def test_blanks_before_a_letter_are_written_in_its_code_where_that_is_shorter() -> None:
    row = cells_of([("  ", "42"), (" ", ""), ("a", "2")], 6)
    assert repaint(None, [row, cells_of([], 6)]).endswith("\x1b[42m  \x1b[;2m a\x1b[m")


def test_ends_of_lines_are_short_where_the_terminal_returns_by_itself() -> None:
    ours, theirs = os.openpty()
    assert _does_return(theirs)
    flags = termios.tcgetattr(theirs)
    flags[1] &= ~termios.ONLCR
    termios.tcsetattr(theirs, termios.TCSANOW, flags)
    assert not _does_return(theirs)
    os.close(ours)
    os.close(theirs)
    with Path(os.devnull).open("wb") as file:
        assert not _does_return(file)


def test_without_colours_only_what_is_bold_faint_or_marked_has_a_code() -> None:
    assert code_of("mine", True) == "1;36" and code_of("mine", False) == "1"
    assert code_of("other", False) == "" and code_of("focus", False) == "7" and code_of(None, True) == ""


@contextlib.contextmanager
def interrupted_by_ctrl_x() -> Iterator[TextIO]:
    """A terminal where another key than Ctrl-C interrupts."""
    ours, theirs = pty.openpty()
    modes = termios.tcgetattr(theirs)
    modes[6][termios.VINTR] = b"\x18"
    termios.tcsetattr(theirs, termios.TCSANOW, modes)
    with os.fdopen(theirs, "r+b", 0) as raw, io.TextIOWrapper(raw, write_through=True) as terminal:
        try:
            yield terminal
        finally:
            os.close(ours)


def test_the_keys_that_interrupt_are_mere_keys_only_while_the_screen_is_there() -> None:
    with interrupted_by_ctrl_x() as terminal:
        before = termios.tcgetattr(terminal)
        painter = Painter(Style(80), input=terminal, output=terminal, bracketed_paste_mode=False, focus_reporting=False)
        for end in (None, OSError("the terminal is gone"), KeyboardInterrupt()):
            with contextlib.suppress(OSError, KeyboardInterrupt), painter.start():
                keys = termios.tcgetattr(terminal)[6]
                assert keys[termios.VINTR] == keys[termios.VQUIT] == b"\0"
                if end is not None:
                    raise end
            assert termios.tcgetattr(terminal) == before
