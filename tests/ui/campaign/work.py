"""A limit for what one key may set going, counted in the lines of Python that it executes, not in time."""

from __future__ import annotations

import signal
import sys
from types import FrameType, TracebackType
from typing import Any, Literal

CALM = 4.0
"""Seconds of processor until lines are counted at all: nearly every step takes a few milliseconds."""
MOST = 5_000_000
"""So many lines after that: on any machine far more work than the dearest page."""


class Wedge(BaseException):
    """A step does not come to its end. No handler of the program takes it for an error of its own."""


class Limit:
    """Stops what does not come to an end: ``with limit:`` around a step, in the main thread.

    While nothing is stuck it costs two calls of the system a step.
    """

    def __init__(self, calm: float = CALM, most: int = MOST) -> None:
        self._calm, self._most, self._left = calm, most, 0

    def __enter__(self) -> None:
        self._left = self._most
        self._before = signal.signal(signal.SIGPROF, self._count)
        signal.setitimer(signal.ITIMER_PROF, self._calm)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> Literal[False]:
        signal.setitimer(signal.ITIMER_PROF, 0)
        sys.settrace(None)
        signal.signal(signal.SIGPROF, self._before)
        return False

    def _count(self, number: int, frame: FrameType | None) -> None:
        """From now on every line counts, those of what is under way too."""
        sys.settrace(self._line)
        while frame is not None:
            frame.f_trace = self._line
            frame = frame.f_back

    def _line(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event == "line":
            self._left -= 1
            if self._left <= 0:
                sys.settrace(None)
                self._left = self._most
                raise Wedge(f"more than {self._most} lines, the last in {frame.f_code.co_qualname}")
        return self._line
