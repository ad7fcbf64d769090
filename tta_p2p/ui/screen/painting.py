"""What is sent to a terminal so that it shows another picture: only the cells that have changed, in few bytes.

urwid sends every changed row whole, with colours spelled out; over SSH one pays for each byte. So a picture is compared
cell by cell here, what has only moved up or down is scrolled by the terminal itself, and a code says no more than what
is different. Everything used is known to a VT100, but for colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from urwid.display.raw import Screen
from urwid.util import get_encoding
from wcwidth import wcwidth

from ..style import COLOURS

GAP = 5
"""So many unchanged cells between changed ones are sent again rather than passed over."""
LEAST_MOVED = 4
"""Rows that have moved together are scrolled if they are at least so many."""
FOCUS = "7"
"""The code of what the focus is on."""
HUES = frozenset(code for code in COLOURS.values() if code.startswith("3"))
"""Codes that say nothing but a colour: one takes the place of another."""


class Cell(NamedTuple):
    """A letter with what is put on it, and its code; no letter: the second half of the one before."""

    text: str
    code: str


Cells: TypeAlias = tuple[Cell, ...]
BLANK = Cell(" ", "")


def code_of(role: str | None, colour: bool) -> str:
    """Give the code of a role; without colours only what is bold, faint or in focus."""
    if role == "focus":
        return FOCUS
    parts = COLOURS.get(role or "", "").split(";")
    return ";".join(part for part in parts if part and (colour or part in ("1", "2")))


def cells_of(spans: Iterable[tuple[str, str]], columns: int) -> Cells:
    """Give the cells of a row of texts with their codes, as many as there are columns."""
    found: list[Cell] = []
    for text, code in spans:
        for letter in text:
            size = wcwidth(letter)
            if letter == " " and FOCUS not in code.split(";"):
                found.append(BLANK)  # whatever its colour is
            elif size > 0:
                found.append(Cell(letter, code))
                found += [Cell("", code)] * (size - 1)
            elif size == 0 and found:
                at = -1 if found[-1].text else -2
                found[at] = Cell(found[at].text + letter, found[at].code)
    found += [BLANK] * (columns - len(found))
    return tuple(found[:columns])


def repainted(before: Sequence[Cells] | None, after: Sequence[Cells]) -> str:
    """Give what turns one picture into another; ``before`` None: nothing is known of what the terminal shows."""
    pen = _Pen()
    if not after:
        return ""
    if before is None or len(before) != len(after) or len(before[0]) != len(after[0]):
        pen.out.append("\x1b[m\x1b[H\x1b[2J")
        before = [(BLANK,) * len(after[0])] * len(after)
    else:
        before = _scrolled(list(before), after, pen)
    for line, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new:
            _row(line, old, new, line == len(after) - 1, pen)
    pen.code("")
    return "".join(pen.out)


class _Pen:
    """Where the terminal's cursor stands and what it writes in."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self._at: tuple[int, int] | None = None
        self._code = ""

    def code(self, code: str) -> None:
        if code == self._code:
            return
        stays = not self._code or (code in HUES and self._code in HUES)
        self.out.append(f"\x1b[{code}m" if stays or not code else f"\x1b[0;{code}m")
        self._code = code

    def blank(self) -> None:
        """See to it that what is blank is nothing but blank."""
        if FOCUS in self._code.split(";"):
            self.code("")

    def go(self, line: int, column: int) -> None:
        if self._at == (line, column):
            return
        before, at = self._at if self._at is not None else (-1, 0)
        if before == line and at < column:
            step = column - at
            self.out.append(f"\x1b[{step}C" if step > 1 else "\x1b[C")
        elif before + 1 == line and self._at is not None:  # rows are painted from above, so this one is not below all
            self.out.append("\r\n" + (f"\x1b[{column}C" if column > 1 else "\x1b[C" if column else ""))
        else:
            self.out.append(f"\x1b[{line + 1}H" if column == 0 else f"\x1b[{line + 1};{column + 1}H")
        self._at = line, column

    def write(self, cells: Sequence[Cell], line: int, column: int, columns: int) -> None:
        self.go(line, column)
        for cell in cells:
            if cell == BLANK:
                self.blank()
                self.out.append(" ")
            elif cell.text:
                self.code(cell.code)
                self.out.append(cell.text)
        end = column + len(cells)
        self._at = (line, end) if end < columns else None  # behind the last column terminals differ

    def erase(self, line: int, column: int) -> None:
        """Make the rest of a row blank."""
        self.go(line, column)
        self.blank()
        self.out.append("\x1b[K")

    def scroll(self, top: int, bottom: int, by: int) -> None:
        """Move the rows from `top` to `bottom` up by so many (down, if it is negative)."""
        self.code("")
        self.out.append(f"\x1b[{top + 1};{bottom + 1}r")
        self.out.append(f"\x1b[{bottom + 1}H" + "\n" * by if by > 0 else f"\x1b[{top + 1}H" + "\x1bM" * -by)
        self.out.append("\x1b[r")
        self._at = None


def _scrolled(before: list[Cells], after: Sequence[Cells], pen: _Pen) -> list[Cells]:
    """Scroll what has only moved, if that is worth it; how it looks then."""
    best = (0, 0, 0)  # how many rows, the first of them as they come to lie, by how many up
    for by in (*range(1, len(after) - LEAST_MOVED), *range(-1, LEAST_MOVED - len(after), -1)):
        run = 0
        for line, new in enumerate(after):
            there = line + by
            same = 0 <= there < len(before) and before[there] == new and before[line] != new
            run = run + 1 if same else 0
            if run > best[0]:
                best = run, line - run + 1, by
    number, first, by = best
    if number < LEAST_MOVED:
        return before
    top, bottom = (first, first + number - 1 + by) if by > 0 else (first + by, first + number - 1)
    pen.scroll(top, bottom, by)
    empty = [(BLANK,) * len(after[0])] * abs(by)
    region = before[top : bottom + 1]
    return [*before[:top], *(region[by:] + empty if by > 0 else empty + region[:by]), *before[bottom + 1 :]]


def _row(line: int, old: Cells, new: Cells, last: bool, pen: _Pen) -> None:
    """Paint what has changed of a row. The last cell of the last row stays: some terminals would scroll."""
    columns = len(new)
    end = columns - last
    blank = columns
    while blank and new[blank - 1] == BLANK:
        blank -= 1
    changed = [at for at in range(min(end, columns)) if old[at] != new[at]]
    if not changed:
        return
    erases = sum(at >= blank for at in changed) > 3
    if erases:
        changed = [at for at in changed if at < blank]
    for start, stop in _runs(changed):
        while start and (not new[start].text or not old[start].text):
            start -= 1
        while stop < end and (not new[stop].text or not old[stop].text):
            stop += 1
        pen.write(new[start:stop], line, start, columns)
    if erases:
        pen.erase(line, blank)


def _runs(changed: Sequence[int]) -> list[tuple[int, int]]:
    """Put changed cells together that are near to each other: from where to where."""
    runs: list[tuple[int, int]] = []
    for at in changed:
        if runs and at - runs[-1][1] <= GAP:
            runs[-1] = runs[-1][0], at + 1
        else:
            runs.append((at, at + 1))
    return runs


class Painter(Screen):
    """urwid's display of a terminal, painting cell by cell."""

    def __init__(self, colour: bool, **more: Any) -> None:
        """``colour``: whether roles have colours."""
        super().__init__(**more)
        self._colour = colour
        self._shown: list[Cells] | None = None
        self._cursor: tuple[int, int] | None = None

    def draw_screen(self, size: tuple[int, int], canvas: Any) -> None:
        """Paint what has changed."""
        if self._resized:
            return
        if self.screen_buf is None:
            self._shown = None
        columns, _ = size
        encoding = get_encoding()
        rows = [
            cells_of([(text.decode(encoding), code_of(role, self._colour)) for role, _, text in one], columns)
            for one in canvas.content()
        ]
        painted = repainted(self._shown, rows)
        where = canvas.cursor
        if painted or where != self._cursor or self._shown is None:
            hidden = "\x1b[?25l" if self._cursor is not None or self._shown is None else ""
            shown = f"\x1b[{where[1] + 1};{where[0] + 1}H\x1b[?25h" if where is not None else ""
            self.write(hidden + painted + shown)
            self.flush()
        self._shown, self._cursor, self.screen_buf = rows, where, []
