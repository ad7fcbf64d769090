"""Players' nodes in namespaces of their own, and when each reported what."""

import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tta_p2p.node.machine.launch import start_node
from tta_p2p.node.plan.plans import Plan
from tta_p2p.table.audit import compare_files, verify_file

LONGEST = 3600.0
"""Seconds that a game may take."""


class Side:
    """A player's node."""

    def __init__(self, inside: Sequence[str], home: Path, plan: Plan, environment: Mapping[str, str]) -> None:
        """``inside``: the beginning of a command line that runs in its namespace."""
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        home.chmod(0o700)
        self.home, self.plan = home, plan
        self.lines = list[tuple[float, str]]()
        self._more = threading.Condition()
        self.errors = (home / "errors.txt").open("ab")
        self.begun = time.monotonic()
        self.process = start_node(plan, home, self.errors, inside=tuple(inside), environment=dict(environment))
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._more:
                self.lines.append((time.monotonic(), line.decode().strip()))
                self._more.notify_all()

    def wait_for(self, begin: str, within: float = LONGEST, since: float = 0.0) -> tuple[float, str]:
        """When it reported a line that begins so, and its rest. Raises TimeoutError."""
        until = time.monotonic() + within
        with self._more:
            while True:
                for at, line in self.lines:
                    if line.startswith(begin) and at >= since:
                        return at, line.removeprefix(begin).strip()
                if not self._more.wait(max(0.0, until - time.monotonic())) and time.monotonic() >= until:
                    raise TimeoutError(f"{self.plan.name} never reported {begin!r}: {self.lines[-8:]}")

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
