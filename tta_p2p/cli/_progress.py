"""A progress bar on standard error, where that is a terminal."""

import sys
from collections.abc import Callable
from typing import Any

import typer

HARDLY = 0.02
"""The bar is drawn anew when it has grown by this much of the whole."""


class Progress:
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
            sys.stderr.write("\r\x1b[K\x1b[?25h")  # the line is free again, and the cursor that the bar hid
            sys.stderr.flush()
