"""A command in a terminal whose window is seen."""

from __future__ import annotations

import os
import re
import select
import signal
import termios
import time
from collections.abc import Callable

import pyte

from tests.cli.terminals import Person
from tests.patience import PATIENCE

DOWN = b"\x1b[B"
ESC = b"\x1b"


class Window:
    """Somebody who sees what a terminal would show of a command."""

    def __init__(self, person: Person, columns: int = 80, lines: int = 24) -> None:
        self.person = person
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    def sees(self, *texts: str, without: str = "") -> str:
        """Read until all this is in the window."""
        hidden = (lambda: without in self.text) if without else (lambda: False)
        return self._until(texts, lambda: all(text in self.text for text in texts) and not hidden())

    def changes(self, what: str, unless: str = "") -> str:
        """Read until what matches this is another text, or until there is what makes that unlikely."""
        before = re.findall(what, self.text)
        found = (lambda: unless in self.text) if unless else (lambda: False)
        return self._until(what, lambda: re.findall(what, self.text) != before or found())

    def _until(self, texts: object, holds: Callable[[], bool]) -> str:
        until = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < until, f"{texts} never came, but:\n{self.text}"
            ready, _, _ = select.select([self.person.ours], [], [], 0.2)
            if ready:
                try:
                    read = os.read(self.person.ours, 65536)
                except OSError:
                    raise AssertionError(f"it ended before {texts} came:\n{self.text}") from None
                self.raw += read
                self.stream.feed(read)
        return self.text

    def press(self, keys: bytes) -> None:
        os.write(self.person.ours, keys)

    def resize(self, columns: int, lines: int) -> None:
        self.screen.resize(lines, columns)
        termios.tcsetwinsize(self.person.ours, (lines, columns))
        os.killpg(self.person.process.pid, signal.SIGWINCH)
