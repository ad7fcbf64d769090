"""Players' nodes in namespaces of their own, and when each reported what."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from tta_p2p.node.machine.launch import start_node
from tta_p2p.node.plan.plans import Plan
from tta_p2p.table.audit import compare_files, verify_file

LONGEST = 3600.0
"""Seconds that a game may take."""
LINE = 160
"""Letters of a line that are shown."""


class Report:
    """Lines that come from elsewhere, and when each of them came; a thread reads them."""

    def __init__(self, source: Iterable[bytes], whose: str) -> None:
        self.lines = list[tuple[float, str]]()
        self._source, self._whose, self._more = source, whose, threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError):  # it is closed here
            for line in self._source:
                with self._more:
                    self.lines.append((time.monotonic(), line.decode().strip()))
                    self._more.notify_all()

    def wait_for(
        self, wanted: Callable[[str], bool], what: str, within: float = LONGEST, since: float = 0.0
    ) -> tuple[float, str]:
        """The first line like this since then, and when it came. Raises TimeoutError."""
        until, seen = time.monotonic() + within, 0
        with self._more:
            while True:
                for at, line in self.lines[seen:]:
                    if at >= since and wanted(line):
                        return at, line
                seen = len(self.lines)
                if not self._more.wait(max(0.0, until - time.monotonic())) and time.monotonic() >= until:
                    said = [line[:LINE] for _, line in self.lines[-8:]]
                    raise TimeoutError(f"{self._whose} never reported {what} within {within:.0f} s: {said}")


class Side:
    """A player's node."""

    def __init__(self, inside: Sequence[str], home: Path, plan: Plan, environment: Mapping[str, str]) -> None:
        """``inside``: the beginning of a command line that runs in its namespace."""
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        home.chmod(0o700)
        self.home, self.plan = home, plan
        self.errors = (home / "errors.txt").open("ab")
        self.begun = time.monotonic()
        self.process = start_node(plan, home, self.errors, inside=tuple(inside), environment=dict(environment))
        assert self.process.stdout is not None
        self._report = Report(self.process.stdout, plan.name)

    @property
    def lines(self) -> list[tuple[float, str]]:
        """The lines that it has reported, and when."""
        return self._report.lines

    def wait_for(self, begin: str, within: float = LONGEST, since: float = 0.0) -> tuple[float, str]:
        """When it reported a line that begins so, and its rest. Raises TimeoutError."""
        at, line = self._report.wait_for(lambda line: line.startswith(begin), repr(begin), within, since)
        return at, line.removeprefix(begin).strip()

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        self.errors.close()

    def transcript(self) -> Path:
        """Its file of the game."""
        return next((self.home / "transcripts").glob("*.tta"))


def verdict(files: Sequence[Path]) -> tuple[list[str], bool]:
    """The states of these files of a game, and whether they are equal."""
    equal = all(pair.relation == "equal" for pair in compare_files(files))
    return [verify_file(path).state for path in files], equal
