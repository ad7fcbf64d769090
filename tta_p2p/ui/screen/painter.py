"""Painter of a terminal: it sends only the cells that have changed, in few bytes.

urwid sends every changed row whole, with colours spelled out; over SSH one pays for each byte. So a picture is compared
cell by cell here, what has only moved up or down is scrolled by the terminal itself, and a code says no more than what
is different. Everything used is known to a VT100, but for colours; a terminal of 256 colours erases cells, as a VT220.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from urwid.display.raw import Screen
from urwid.util import get_encoding
from wcwidth import wcwidth

from ..cells import NO_BREAK
from ..style import BOLD, COLOURS, Style

LEAST_ERASED = 40
"""A row is erased from where it becomes blank if anything stood there in so many cells."""
LEAST_BLANKED = 10
"""So many cells are blank in a row: to say so, and to go on behind them, is shorter than to write them."""
LEAST_SKIPPED = 3
"""So many cells are blank in a row where it may be shorter to erase what follows and to write it once more."""
ROWS_KNOWN = 256
"""So many rows are known in cells, those of a few pictures: each takes some kilobytes."""
LEAST_MOVED = 4
"""Rows that have moved together are scrolled if they are at least so many."""
MOUSE_ON, MOUSE_OFF = "\x1b[?1000h\x1b[?1006h", "\x1b[?1006l\x1b[?1000l"
"""Have a terminal tell of buttons and the wheel, in numbers (SGR) of any size; nothing of where the mouse moves."""
ESCAPE, INTRODUCER = b"\x1b", b"\x1b["
"""The first byte of a report of the mouse, and the first two: each may be a key that was typed."""
REPORT_BEGUN = re.compile(rb"\x1b\[<[0-9;]{0,32}")
REPORT = re.compile(rb"\x1b\[<[0-9;]{0,32}([Mm]|$)")
"""The beginning of a report of the mouse, and a report as far as it has come."""
FOCUS = "7"
"""The code of what the focus is on."""
LETTER_HUES = frozenset(f"{tens}{hue}" for tens in (3, 9) for hue in range(8))
"""Codes of the colour of a letter: one takes the place of another."""
GROUND_HUES = frozenset(f"{tens}{hue}" for tens in (4, 10) for hue in range(8))
"""Codes of the colour behind it, likewise; they are seen where there is no letter, too."""
FILLING = GROUND_HUES | {FOCUS}
"""Codes that fill a blank."""


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
    if role is not None and role.startswith(BOLD):
        plain = code_of(role.removeprefix(BOLD), colour).split(";")
        return ";".join(["1", *(part for part in plain if part not in ("", "1", "2"))])
    parts = COLOURS.get(role or "", "").split(";")
    return ";".join(part for part in parts if part and (colour or part in ("1", "2", FOCUS)))


@lru_cache(NO_BREAK)
def _filling(code: str) -> str:
    """Give what of a code is seen where there is no letter."""
    return ";".join(part for part in code.split(";") if part in FILLING)


def cells_of(spans: Iterable[tuple[str, str]], columns: int) -> Cells:
    """Give the cells of a row of texts with their codes, as many as there are columns."""
    return _cells_of(tuple(spans), columns)


@lru_cache(ROWS_KNOWN)
def _cells_of(spans: tuple[tuple[str, str], ...], columns: int) -> Cells:
    """Most rows of a picture are those of the one before."""
    found: list[Cell] = []
    for text, code in spans:
        for letter in text:
            if letter == " ":
                found.append(Cell(" ", _filling(code)))  # whatever the colour of its letter is
                continue
            size = wcwidth(letter)
            if size > 0:
                found.append(Cell(letter, code))
                found += [Cell("", code)] * (size - 1)
            elif size == 0 and found:
                at = -1 if found[-1].text else -2
                found[at] = Cell(found[at].text + letter, found[at].code)
    found += [BLANK] * (columns - len(found))
    return tuple(found[:columns])


def repaint(before: Sequence[Cells] | None, after: Sequence[Cells], erases: bool = False) -> str:
    """Give what turns one picture into another; ``before`` None: nothing is known of what the terminal shows.

    ``erases``: whether the terminal makes so many cells blank when it is told to (ECH).
    """
    pen = _Pen(erases=erases)
    if not after:
        return ""
    if before is None or len(before) != len(after) or len(before[0]) != len(after[0]):
        pen = _Pen((0, 0), erases=erases)
        pen.out.append("\x1b[m\x1b[H\x1b[2J")
        before = [(BLANK,) * len(after[0])] * len(after)
    else:
        before = _scroll(list(before), after, pen)
    for line, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new:
            _row(line, old, new, line == len(after) - 1, pen)
    pen.code("")
    return "".join(pen.out)


class _Pen:
    """The place of the terminal's cursor and the style it writes in."""

    def __init__(self, at: tuple[int, int] | None = None, code: str = "", erases: bool = False) -> None:
        self.out: list[str] = []
        self._at = at
        self._code = code
        self._erases = erases

    def copy(self) -> _Pen:
        """Give a pen that stands where this one does and has written nothing."""
        return _Pen(self._at, self._code, self._erases)

    def adopt(self, other: _Pen) -> None:
        """Write what the other one has written since it was this one."""
        self.out += other.out
        self._at, self._code = other._at, other._code

    def code(self, code: str) -> None:
        if code == self._code:
            return
        old, new = set(self._code.split(";")) - {""}, code.split(";")
        replaced = [one for hues in (LETTER_HUES, GROUND_HUES) if not hues.isdisjoint(new) for one in hues]
        if not code:
            self.out.append("\x1b[m")
        elif old - set(new) - set(replaced):
            self.out.append(f"\x1b[;{code}m")  # an empty number is a 0: nothing of what was stays
        else:
            self.out.append(f"\x1b[{';'.join(one for one in new if one not in old)}m")
        self._code = code

    def fill(self, ground: str) -> None:
        """See to it that what has no letter is seen so: the colour of letters stays for the next one."""
        before = _filling(self._code)
        if ground != before:
            letters = [part for part in self._code.split(";") if part and part not in GROUND_HUES]
            stays = ground and LETTER_HUES.issuperset(letters)
            self.code(";".join([*letters, ground]) if stays else ground)

    def blank(self) -> None:
        """See to it that what is blank is nothing but blank."""
        if _filling(self._code):
            self.code("")

    def move_to(self, line: int, column: int, shown: Sequence[Cell] = ()) -> None:
        """Go somewhere in the fewest bytes; ``shown``: that row, as far as it is painted already."""
        if self._at == (line, column):
            return
        ways = ["\x1b[H" if (line, column) == (0, 0) else f"\x1b[{line + 1}{f';{column + 1}' if column else ''}H"]
        before, at = self._at if self._at is not None else (-2, 0)
        if before == line and at < column:
            step = column - at
            ways.append(f"\x1b[{step}C" if step > 1 else "\x1b[C")
            ways += self._overwrite(shown[at:column])
        elif before + 1 == line:  # rows are painted from above, so this one is not below all
            ways.append("\r\n" + (f"\x1b[{column}C" if column > 1 else "\x1b[C" if column else ""))
            ways += ["\r\n" + text for text in self._overwrite(shown[:column])]
        self.out.append(min(ways, key=_bytes))
        self._at = line, column

    def _begin(self, line: int, column: int, row: Sequence[Cell]) -> None:
        """Go to a letter and take its code, in the order that is shorter: blanks on the way may have either code."""
        if row[column].code == self._code or self._at == (line, column):
            self.move_to(line, column, row)
            return  # one order is as good as the other
        before, after = self.copy(), self.copy()
        before.move_to(line, column, row)
        before.code(row[column].code)
        after.code(row[column].code)
        after.move_to(line, column, row)
        self.adopt(min(before, after, key=lambda one: _bytes("".join(one.out))))

    def _overwrite(self, cells: Sequence[Cell]) -> list[str]:
        """Give what goes over these cells by writing them once more, where that takes no other code."""
        filled = bool(_filling(self._code))
        same = all(not filled if cell == BLANK else cell.code == self._code for cell in cells)
        return ["".join(cell.text for cell in cells)] if cells and same else []

    def write(self, row: Sequence[Cell], line: int, start: int, stop: int) -> None:
        for is_blank, some in groupby(range(start, stop), lambda at: row[at] == BLANK):
            columns = [*some]
            first, end = columns[0], columns[-1] + 1
            if row[first].text.strip():
                self._begin(line, first, row)
            else:
                self.move_to(line, first, row)
            if is_blank and self._erases and end - first >= LEAST_BLANKED:
                self.blank()
                self.out.append(f"\x1b[{end - first}X")
            else:
                self._write_cells(row[first:end])
                self._at = (line, end) if end < len(row) else None  # behind the last column terminals differ

    def _write_cells(self, cells: Sequence[Cell]) -> None:
        for cell in cells:
            if cell == BLANK:
                self.blank()
                self.out.append(" ")
            elif cell.text == " ":
                self.fill(cell.code)
                self.out.append(" ")
            elif cell.text:
                self.code(cell.code)
                self.out.append(cell.text)

    def erase(self, row: Sequence[Cell], line: int, column: int) -> None:
        """Make the rest of a row blank."""
        self.move_to(line, column, row)
        self.blank()
        self.out.append("\x1b[K")

    def scroll(self, top: int, bottom: int, by: int) -> None:
        """Move the rows from `top` to `bottom` up by so many (down, if it is negative)."""
        self.code("")
        self.out.append(f"\x1b[{top + 1};{bottom + 1}r")
        self.out.append(f"\x1b[{bottom + 1}H" + "\n" * by if by > 0 else f"\x1b[{top + 1}H" + "\x1bM" * -by)
        self.out.append("\x1b[r")
        self._at = None


def _scroll(before: list[Cells], after: Sequence[Cells], pen: _Pen) -> list[Cells]:
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
    """Paint what has changed of a row, in the fewest bytes. The last cell of the last row stays: some terminals scroll.

    Where much becomes blank, the row is erased from there on, and what stands behind it is written once more.
    """
    ways, skipped = [_row_paint(line, old, new, None, last, pen)], (BLANK,) * LEAST_SKIPPED
    for at, cell in enumerate(new):
        begins = cell == BLANK and (at == 0 or new[at - 1] != BLANK) and new[at : at + LEAST_SKIPPED] == skipped
        if begins and any(one != BLANK for one in old[at : at + LEAST_ERASED]):
            ways.append(_row_paint(line, old, new, at, last, pen))
    pen.adopt(min(ways, key=lambda one: _bytes("".join(one.out))))


def _row_paint(line: int, old: Cells, new: Cells, erased: int | None, last: bool, pen: _Pen) -> _Pen:
    """Give what paints a row by a way: ``erased``: from where on the rest is erased before it is written."""
    found = pen.copy()
    end = len(new) - last
    if erased is None:
        _write_changes(line, old, new, 0, end, found)
        return found
    if erased and not old[erased].text:
        old = (*old[: erased - 1], BLANK, *old[erased:])  # half of a wide letter takes the other half with it
    _write_changes(line, old, new, 0, erased, found)
    found.erase(new, line, erased)
    _write_changes(line, (*old[:erased], *(BLANK,) * (len(new) - erased)), new, erased, end, found)
    return found


def _write_changes(line: int, old: Cells, new: Cells, start: int, end: int, pen: _Pen) -> None:
    """Write what has changed between two columns."""
    at = start
    while at < end:
        if old[at] == new[at]:
            at += 1
            continue
        begin = at
        while begin and (not new[begin].text or not old[begin].text):
            begin -= 1
        while at < end and (old[at] != new[at] or not new[at].text or not old[at].text):
            at += 1
        pen.write(new, line, begin, at)


def _bytes_of(codes: Iterable[int]) -> bytes:
    return bytes(code for code in codes if code < 256)


def _bytes(text: str) -> int:
    return len(text.encode())


class Painter(Screen):
    """urwid's display of a terminal, painting cell by cell."""

    def __init__(self, style: Style, **more: Any) -> None:
        """``style``: whether roles have colours, and which."""
        super().__init__(**more)
        self._style, self._colour = style, style.colour
        self._shown: list[Cells] | None = None
        self._cursor: tuple[int, int] | None = None
        self._continued = False
        """Whether the program was stopped by others and goes on, and the terminal may be as they left it."""
        self._before_stop: Any = None
        self.before_start: Callable[[], None] | None = None
        """What is done just before the terminal is taken."""
        self._late: list[int] = []
        """What was taken for keys last, though it may begin a report of the mouse."""
        self._esc_told = False
        """Whether the first byte of what is waited for has been told as Esc: it is no part of what is no report."""

    def _start(self, *settings: Any, **more: Any) -> None:
        """Take the terminal, and have Ctrl-C and Ctrl-\\ come as keys; urwid has kept by then what they were before."""
        if self.before_start is not None:
            self.before_start()
        super()._start(*settings, **more)
        self.tty_signal_keys(intr="undefined", quit="undefined", fileno=self._input_fileno())

    def wear(self, style: Style) -> None:
        """Paint in another style from now on, all of it anew."""
        self._style, self._colour = style, style.colour
        self.clear()
        self.set_mouse_tracking(style.mouse)

    def drop_typed(self) -> None:
        """Forget what was typed and not read yet."""
        self._partial_codes, self._late = [], []
        file = self._input_fileno()
        if file is not None and os.isatty(file):
            import termios

            with contextlib.suppress(OSError, termios.error):
                termios.tcflush(file, termios.TCIFLUSH)

    def _mouse_tracking(self, enable: bool) -> None:
        """Have the terminal tell of the mouse, or not; it is not told what it does already."""
        if enable or self._mouse_tracking_enabled:
            self.write(MOUSE_ON if enable else MOUSE_OFF)
        self._mouse_tracking_enabled = enable

    def parse_input(self, event_loop: Any, callback: Any, codes: list[int], wait_for_more: bool = True) -> Any:
        """Take what was typed; a report of the mouse of which a part comes late types nothing.

        After a while urwid takes what has come of it for keys: the digits would be typed, and the rest.
        """
        late, self._late = self._late, []
        esc_told, self._esc_told = self._esc_told, False
        raw = _bytes_of(codes)
        if self._mouse_tracking_enabled and not wait_for_more:
            if REPORT_BEGUN.fullmatch(raw):
                self._partial_codes = codes
                return None
            self._late = codes if raw in (ESCAPE, INTRODUCER) else []
        elif late and REPORT.match(_bytes_of(late) + raw):
            return super().parse_input(event_loop, callback, [*late, *codes], wait_for_more)
        elif late and _bytes_of(late) + raw == INTRODUCER:
            esc_told, self._esc_told, codes = False, True, [*late, *codes]
        if esc_told and not REPORT.match(raw):
            codes = codes[1:]
        return super().parse_input(event_loop, callback, codes, wait_for_more)

    def signal_init(self) -> None:
        """Hear that the program goes on as well: whoever stopped it from outside has let no picture be put away."""
        super().signal_init()
        self._before_stop = self.signal_handler_setter(signal.SIGCONT, self._on_continue)

    def signal_restore(self) -> None:
        """Hear nothing any more."""
        self.signal_handler_setter(signal.SIGCONT, self._before_stop or signal.SIG_DFL)
        super().signal_restore()

    def _on_continue(self, *_: Any) -> None:
        self._continued = True
        self._wake_input_loop()

    def get_available_raw_input(self) -> list[int]:
        """Give what was typed; before that, take the terminal anew if the program was stopped meanwhile."""
        if self._continued and self._started and not self._in_foreground():
            os.kill(os.getpid(), signal.SIGTTIN)  # nobody says when it comes to the front, unless it stands still
        if self._continued and self._started and self._in_foreground():
            self._continued = False
            self.stop()
            self.start()
            self._resized = True
        return super().get_available_raw_input()

    def _in_foreground(self) -> bool:
        """Whether the terminal is this program's, and no shell's that has put it behind."""
        file = self._input_fileno()
        try:
            return file is None or os.tcgetpgrp(file) == os.getpgrp()
        except OSError:  # a terminal that controls nobody
            return True

    def draw_screen(self, size: tuple[int, int], canvas: Any) -> None:
        """Paint what has changed."""
        if self._resized or self._continued:
            return
        if self.screen_buf is None:
            self._shown = None
        columns, _ = size
        encoding = get_encoding()
        rows = [
            cells_of([(text.decode(encoding), code_of(role, self._colour)) for role, _, text in one], columns)
            for one in canvas.content()
        ]
        painted = repaint(self._shown, rows, self._style.deep)
        where = canvas.cursor
        if painted or where != self._cursor or self._shown is None:
            hidden = "\x1b[?25l" if self._cursor is not None or self._shown is None else ""
            shown = f"\x1b[{where[1] + 1};{where[0] + 1}H\x1b[?25h" if where is not None else ""
            painted = self._style.recolour(painted)
            self.write(self._ended(hidden + painted + shown))
            self.flush()
        self._shown, self._cursor, self.screen_buf = rows, where, []

    def _ended(self, text: str) -> str:
        """Give a text with ends of lines in as few bytes as this terminal needs."""
        return text.replace("\r\n", "\n") if _does_return(self._term_output_file) else text


def _does_return(file: Any) -> bool:
    """Whether a terminal returns to the first column by itself at the end of a line."""
    try:
        import termios
    except ImportError:  # not everywhere
        return False
    try:
        flags = int(termios.tcgetattr(file)[1])
    except (OSError, ValueError, termios.error):
        return False
    return bool(flags & termios.OPOST and flags & termios.ONLCR)
