"""On standard error, where that is a terminal: a progress bar, and what is waited for."""

import contextlib
import os
import sys
import threading
from collections.abc import Callable
from typing import Any

import typer

SOON = 0.5
"""Seconds for which nobody asks what is going on."""
FREE = "\r\x1b[K"
"""The line is free again."""
HARDLY = 0.02
"""The bar is drawn anew when it has grown by this much of the whole."""


class ProgressBar:
    """While it is entered, a bar that is told how much is done; it is gone when the work is."""

    def __init__(self, label: str, quiet: bool = False) -> None:
        self._label = label
        self._shown = not quiet and sys.stderr.isatty()
        self._bar: Any = None
        self._done = 0

    def __enter__(self) -> Callable[[int, int], None]:
        return self._step

    def _step(self, done: int, whole: int) -> None:
        if not self._shown or (done - self._done < whole * HARDLY and done < whole):
            return
        if self._bar is None:
            self._bar = typer.progressbar(length=whole, label=self._label, file=sys.stderr, width=30).__enter__()
        self._bar.update(done - self._done)
        self._done = done

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            sys.stderr.write(f"{FREE}\x1b[?25h")  # and the cursor that the bar hid
            sys.stderr.flush()


class WaitNotice:
    """While it is entered: what is going on, told once that takes longer than a moment, and gone when it is over.

    It stays where lines are not taken back: in terminals that cannot, and (``plain``) for screen readers.
    """

    def __init__(self, told: str, plain: bool = False) -> None:
        self._told = told
        self._stays = plain or os.environ.get("TERM", "dumb") == "dumb"
        self._timer = threading.Timer(SOON, self._tell) if sys.stderr.isatty() else None
        self._turn = threading.Lock()
        self._is_over = self._is_told = False

    def __enter__(self) -> None:
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()

    def _tell(self) -> None:
        with self._turn:
            if not self._is_over:
                self._is_told = True
                self._write(f"{self._told}\n" if self._stays else self._told)

    def __exit__(self, *error: object) -> None:
        if self._timer is None:
            return
        self._timer.cancel()
        with self._turn:
            self._is_over = True
            if self._is_told and not self._stays:
                self._write(FREE)

    @staticmethod
    def _write(text: str) -> None:
        with contextlib.suppress(OSError):  # the window may be gone
            sys.stderr.write(text)
            sys.stderr.flush()
