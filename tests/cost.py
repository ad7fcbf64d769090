"""What the tests cost: `./scripts/test -p tests.cost` ends with the CPU seconds of every folder and the dearest tests.

CPU time and not time on the clock, so that other work on the machine changes little. A test's own is what its worker
and all processes it started have used until its teardown was over, those too that outlive who started them: on Linux
the worker takes them over. What a process uses after that counts for the test during which it ends.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import subprocess
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from multiprocessing import util
from pathlib import Path
from typing import Any

import pytest

from tests.node.template import copies_spent

DEAREST = 40
"""How many tests the table of the dearest has."""
PR_SET_CHILD_SUBREAPER = 36
OFTEN = 0.1
"""Seconds between two looks for ended processes whose parents had gone."""


def used() -> float:
    """CPU seconds, of the user and of the system, of this process and of all its processes that have ended."""
    own, theirs = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + theirs.ru_utime + theirs.ru_stime + copies_spent()


class Orphans:
    """Takes over the processes that outlive their parents, so that what they used is counted when they end."""

    def __init__(self) -> None:
        self._ours: set[int] = set()
        self._lock = threading.Lock()

    def adopt(self) -> None:
        """From now on; where the system cannot do that they are not counted."""
        with contextlib.suppress(OSError, AttributeError):
            if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0:
                self._note_our_own()
                threading.Thread(target=self._reap, daemon=True).start()

    def _note_our_own(self) -> None:
        """Whom a test starts itself, it waits for itself."""

        def noting(start: Callable[..., int]) -> Callable[..., int]:
            def starting(*words: Any) -> int:
                with self._lock:
                    pid = start(*words)
                    self._ours.add(pid)
                return pid

            return starting

        subprocess._fork_exec = noting(subprocess._fork_exec)  # type: ignore[attr-defined]
        util.spawnv_passfds = noting(util.spawnv_passfds)  # type: ignore[attr-defined]

    def _reap(self) -> None:
        while True:
            time.sleep(OFTEN)
            with self._lock:
                for pid in set(children()) - self._ours:
                    with contextlib.suppress(ChildProcessError):
                        os.waitpid(pid, os.WNOHANG)


def children() -> Iterator[int]:
    """The processes whose parent is this one now."""
    for file in Path("/proc/self/task").glob("*/children"):
        with contextlib.suppress(OSError):
            yield from map(int, file.read_text().split())


class Costs:
    """Takes the time of every test in a worker, and adds it up where the run is reported."""

    def __init__(self) -> None:
        self._before = used()
        self._tests: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if call.when == "teardown":
            now = used()
            report.user_properties.append(("cpu", now - self._before))
            self._before = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, seconds in report.user_properties:
            if name == "cpu" and report.when == "teardown":
                assert isinstance(seconds, float)
                self._tests[report.nodeid] = seconds

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        folders: dict[str, float] = defaultdict(float)
        counts: dict[str, int] = defaultdict(int)
        for test, seconds in self._tests.items():
            folder = str(Path(test.partition("::")[0]).parent)
            for one in (folder, "all"):
                folders[one] += seconds
                counts[one] += 1
        terminalreporter.section("CPU seconds")
        for folder, seconds in sorted(folders.items(), key=lambda pair: -pair[1]):
            terminalreporter.line(f"{seconds:8.1f} {counts[folder]:6} tests  {folder}")
        terminalreporter.section(f"the {DEAREST} dearest tests")
        for test, seconds in sorted(self._tests.items(), key=lambda pair: -pair[1])[:DEAREST]:
            terminalreporter.line(f"{seconds:8.2f}  {test}")
        if where := os.environ.get("TTA_TEST_COSTS"):
            Path(where).write_text("".join(f"{seconds:.3f}\t{test}\n" for test, seconds in self._tests.items()))


def pytest_configure(config: pytest.Config) -> None:
    """Begin to count, in the worker too."""
    if hasattr(config, "workerinput") or config.getoption("numprocesses", None) is None:
        Orphans().adopt()
    config.pluginmanager.register(Costs(), "costs")
