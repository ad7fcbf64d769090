"""People at terminals who press keys by what their screen shows: its marks, letters, numbers and sentences."""

import contextlib
import os
import re
import signal
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pyte

from campaigns._computers import terminal
from tta_p2p.i18n import Words
from tta_p2p.keyboard.key_map import USUAL

LINES, COLUMNS = 24, 80
QUIET = 0.4
"""Seconds without a letter after which somebody has read what is new."""
CODES = {
    "enter": "\r",
    "esc": "\x1b",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "page down": "\x1b[6~",
}
"""The bytes of a terminal for keys that are no letter."""
ROW = re.compile(r"^ ([▸> ]) (\S| )  (\S.*)$")
"""A line of a menu: the mark, the letter, what it says."""
CHOICE = re.compile(r"^(?P<mark>[▸> ]) ?(?P<number>\d+|-) ")
"""A line of a list to choose from in a game."""


@dataclass(frozen=True)
class MenuRow:
    """A line of a menu as it is seen."""

    marked: bool
    letter: str
    text: str


class Person:
    """Somebody at a terminal of 24 lines."""

    def __init__(self, name: str, language: str) -> None:
        self.name, self.words = name, Words(language)
        self.keys = 0
        """Keys pressed so far."""
        self.told: list[str] = []
        """Every sentence below the game that was new, as often as it came."""
        self.screen = pyte.Screen(COLUMNS, LINES)
        self._stream = pyte.ByteStream(self.screen)
        self.process, self._ours = 0, -1
        self.changed = self.pressed = time.monotonic()
        """When the picture changed, and when a key was pressed."""

    def sits_down(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start a command at the terminal."""
        self.process, self._ours = terminal(command, environment, (LINES, COLUMNS))
        os.set_blocking(self._ours, False)

    def stands_up(self) -> None:
        """Close the terminal."""
        if self._ours < 0:
            return
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process, signal.SIGKILL)
        os.close(self._ours)
        os.waitpid(self.process, 0)
        self._ours = -1

    def look(self) -> None:
        """Take in what has come."""
        while self._ours >= 0:
            try:
                read = os.read(self._ours, 65536)
            except (BlockingIOError, OSError):  # nothing more, or the command has ended
                return
            if not read:
                return
            self._stream.feed(read)
            self.changed = time.monotonic()

    def has_read(self) -> bool:
        """Whether the picture has stood still long enough to be read, and the last key has had time to show."""
        now = time.monotonic()
        return now - self.changed > QUIET and now - self.pressed > QUIET

    def press(self, *keys: str) -> None:
        """Press keys: letters, or names of those that have none."""
        for key in keys:
            os.write(self._ours, CODES.get(key, key).encode())
            self.keys += 1
        self.pressed = time.monotonic()

    def type(self, text: str) -> None:
        """Type a line, each letter a key."""
        self.press(*text, "enter")

    def act(self, action: str) -> None:
        """Press the usual key of an action."""
        self.press(USUAL.strokes(action)[0])

    # --- what is seen ----------------------------------------------------------------------------------------

    @property
    def lines(self) -> list[str]:
        """The lines of the window, without what is empty at their end."""
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        """All of the window."""
        return "\n".join(self.lines).rstrip()

    @property
    def prompt(self) -> str:
        """The line at which the cursor stands, where a shell or a question waits."""
        return self.lines[self.screen.cursor.y]

    def sees(self, key: str, **values: object) -> bool:
        """Whether a text of the catalogue is in the window, however it is broken over lines; `values` fill it in.

        Without its values the text up to the first of its places counts.
        """
        whole = self.words(key, **values) if values else self.words.template(key).partition("{")[0]
        return bool(whole) and _solid(whole) in _solid(self.text)

    def sees_whole(self, key: str) -> bool:
        """Whether a text that names keys is in the window."""
        return _solid(self.words(key)) in _solid(self.text)

    def heads(self, key: str) -> bool:
        """Whether the first line says so."""
        return _solid(self.words.template(key).partition("{")[0]) in _solid(self.lines[0])

    def page(self) -> str:
        """The title of the menu that is open; empty where none is."""
        return self.lines[1].strip("─ ") if self.lines[0].startswith(" tta · ") else ""

    def rows(self) -> list[MenuRow]:
        """The lines of the menu that is open."""
        found = [ROW.match(line) for line in self.lines[2:-1]]
        return [MenuRow(one[1] != " ", one[2].strip(), one[3]) for one in found if one]

    def row(self, label: str) -> MenuRow | None:
        """The line of the menu that begins so."""
        return next((one for one in self.rows() if one.text.startswith(label)), None)

    def numbers(self) -> list[tuple[bool, str]]:
        """The lines to choose from in a game: whether the mark stands there, and its number (`-`: none)."""
        found = [CHOICE.match(line) for line in self.lines[1:-1]]
        return [(one["mark"] != " ", one["number"]) for one in found if one]

    # --- what is done with a menu ----------------------------------------------------------------------------

    def choose(self, label: str) -> bool:
        """Choose the line of a menu that begins so, or come nearer to it; False where there is none."""
        one = self.row(label)
        if one is None:
            return False
        if one.letter:
            self.press(one.letter)
        elif one.marked:
            self.press("enter")
        else:
            self._step_to(label)
        return True

    def turn_to(self, label: str, value: str) -> bool:
        """Turn a setting until it has this value, a key at a time; True once it has."""
        one = self.row(label)
        assert one is not None, f"{self.name} finds no setting {label!r} in:\n{self.text}"
        if value in one.text.removeprefix(label):
            return True
        if one.letter:
            self.press(one.letter)
        elif one.marked:
            self.act("right")
        else:
            self._step_to(label)
        return False

    def _step_to(self, label: str) -> None:
        rows = self.rows()
        marked = next((place for place, one in enumerate(rows) if one.marked), 0)
        wanted = next(place for place, one in enumerate(rows) if one.text.startswith(label))
        self.press("down" if wanted > marked else "up")


def _solid(text: str) -> str:
    """Give a text without its spaces and capitals: where a line is broken, a language may have one or none."""
    return "".join(text.split()).casefold()
