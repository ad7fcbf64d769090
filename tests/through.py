"""Which tests run through a line: `TTA_THROUGH=FILE:FIRST-LAST pytest -p tests.through` prints their names.

FILE stands below the root, and FIRST to LAST are lines of it, several such stretches with commas between them. Only
what runs in the process of the tests is seen, in all of its threads. `TTA_LOOK_AT` names the tests that are looked at,
without what they are tried with, where it is not all of them.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Generator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

PREFIX = "runs through: "
ROOT = Path(__file__).resolve().parents[1]


class Lines:
    """Looks on at each test, and notes those that come to one of the lines."""

    def __init__(self, file: str, lines: frozenset[int], chosen: frozenset[str]) -> None:
        self._file, self._lines, self._chosen = str(ROOT / file), lines, chosen
        self._reached = False
        self.tests: list[str] = []

    def _call(self, frame: FrameType, event: str, value: Any) -> Any:
        return self._line if frame.f_code.co_filename == self._file and not self._reached else None

    def _line(self, frame: FrameType, event: str, value: Any) -> Any:
        self._reached = self._reached or (event == "line" and frame.f_lineno in self._lines)
        return self._line

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        self._reached = False
        if self._chosen and item.nodeid.partition("[")[0] not in self._chosen:
            return (yield)
        threading.settrace(self._call)
        sys.settrace(self._call)
        try:
            yield
        finally:
            sys.settrace(None)
            threading.settrace(None)  # type: ignore[arg-type] # what typeshed does not know: None ends it
            if self._reached:
                self.tests.append(item.nodeid)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for test in self.tests:
            terminalreporter.line(f"{PREFIX}{test}")


def pytest_configure(config: pytest.Config) -> None:
    """Begin to look on, in the one process that there must be."""
    if wanted := os.environ.get("TTA_THROUGH"):
        file, _, stretches = wanted.partition(":")
        lines: set[int] = set()
        for stretch in stretches.split(","):
            first, _, last = stretch.partition("-")
            lines.update(range(int(first), int(last or first) + 1))
        chosen = frozenset(os.environ.get("TTA_LOOK_AT", "").split())
        config.pluginmanager.register(Lines(file, frozenset(lines), chosen), "through")
