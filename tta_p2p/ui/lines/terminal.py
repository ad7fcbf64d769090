"""Terminals of the line client: one with readline, or plain streams.

Nothing moves the cursor but one thing: while somebody types at a terminal, news are written above the line being
typed, and the line is written again.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, TextIO

import trio


class Terminal(Protocol):
    """Lines in and out."""

    interactive: bool
    """Whether a person types; else lines come from a file or a program."""

    async def read(self, prompt: str) -> str | None:
        """Give the next line; None when there is none any more."""
        ...

    def write(self, lines: Iterable[str]) -> None:
        """Show some lines."""
        ...

    def complete_with(self, phrases: Sequence[str]) -> None:
        """Offer these for completion from now on."""
        ...

    def clear(self) -> None:
        """Make what was shown so far unseen, as far as this terminal can."""
        ...


class Streams:
    """Plain streams: who types is a pipe, a file, or a person who hears the lines; nothing is prompted."""

    def __init__(self, source: TextIO, sink: TextIO, person: bool = False, dumb: bool = True) -> None:
        """``person``: somebody types at a terminal, which can be cleared unless it is dumb."""
        self._source, self._sink = source, sink
        self.interactive, self._dumb = person, dumb

    async def read(self, prompt: str) -> str | None:
        """Give the next line of the source."""
        line = await trio.to_thread.run_sync(self._source.readline, abandon_on_cancel=True)
        return line.rstrip("\r\n") if line else None

    def write(self, lines: Iterable[str]) -> None:
        """Write lines, at once."""
        self._sink.write("".join(f"{line}\n" for line in lines))
        self._sink.flush()

    def complete_with(self, phrases: Sequence[str]) -> None:
        """Nothing to complete."""

    def clear(self) -> None:
        """Clear a person's terminal; in a pipe or file what is written stays written."""
        if self.interactive:
            self._sink.write(_clearing(self._dumb))
            self._sink.flush()


class Console:
    """A person at a terminal, with readline for editing, history and completion."""

    interactive = True

    def __init__(self, dumb: bool, history: Path | None = None) -> None:
        self._dumb = dumb
        self._history = history
        self._phrases: tuple[str, ...] = ()
        self._prompt: str | None = None
        self._readline: Any = _readline()
        if self._readline is not None:
            self._readline.set_completer(self._complete)
            self._readline.set_completer_delims("")
            self._readline.parse_and_bind("tab: complete")
            if history is not None:
                with contextlib.suppress(OSError):
                    self._readline.read_history_file(history)

    async def read(self, prompt: str) -> str | None:
        """Let the person type a line."""
        self._prompt = prompt
        try:
            return await trio.to_thread.run_sync(self._input, prompt, abandon_on_cancel=True)
        except trio.Cancelled:  # the line that was being typed goes away
            sys.stdout.write("\n" if self._dumb else "\r\x1b[K")
            sys.stdout.flush()
            raise
        finally:
            self._prompt = None

    def _input(self, prompt: str) -> str | None:
        try:
            if not self._dumb:  # what came meanwhile was written with a prompt of its own
                sys.stdout.write("\r\x1b[K")
            return input(prompt)
        except (EOFError, OSError, ValueError):
            return None

    def write(self, lines: Iterable[str]) -> None:
        """Show lines above what is being typed."""
        text = "".join(f"{line}\n" for line in lines)
        if self._prompt is None:
            sys.stdout.write(text)
        else:
            typed = self._readline.get_line_buffer() if self._readline is not None else ""
            away = "\n" if self._dumb else "\r\x1b[K"
            sys.stdout.write(f"{away}{text}{self._prompt}{typed}")
        sys.stdout.flush()

    def complete_with(self, phrases: Sequence[str]) -> None:
        """Offer these for completion from now on."""
        self._phrases = tuple(phrases)

    def _complete(self, typed: str, number: int) -> str | None:
        fitting = [phrase for phrase in self._phrases if phrase.startswith(typed.lstrip())]
        return fitting[number] if number < len(fitting) else None

    def clear(self) -> None:
        """Clear the screen and what can be scrolled back to."""
        sys.stdout.write(_clearing(self._dumb))
        sys.stdout.flush()

    @contextlib.contextmanager
    def restore(self) -> Iterator[None]:
        """Give the terminal back as it was, even if a line was being typed."""
        modes = _modes()
        try:
            yield
        finally:
            if modes is not None:
                import termios

                with contextlib.suppress(termios.error):
                    termios.tcsetattr(sys.stdin, termios.TCSADRAIN, modes)
            if self._readline is not None and self._history is not None:
                with contextlib.suppress(OSError):
                    self._readline.set_history_length(1000)
                    self._readline.write_history_file(self._history)


def _clearing(dumb: bool) -> str:
    """Give the codes that clear a terminal and its scrollback, as far as it can."""
    return "\n" * 60 if dumb else "\x1b[H\x1b[2J\x1b[3J"


def _readline() -> Any:
    try:
        import readline
    except ImportError:  # not everywhere
        return None
    return readline


def _modes() -> Any:
    try:
        import termios
    except ImportError:
        return None
    try:
        return termios.tcgetattr(sys.stdin)
    except (termios.error, OSError, ValueError):
        return None
