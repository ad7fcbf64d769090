"""Real node processes with data folders of their own, on the loopback of this machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

from tta_p2p.node.conditions import Conditions
from tta_p2p.node.process import Plan
from tta_p2p.table.audit import Verdict, verify_file

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0


class Process:
    """One node process; ``lines`` is what it has reported so far."""

    def __init__(self, home: Path, plan: Plan, environment: dict[str, str] | None = None) -> None:
        home.mkdir(mode=0o700, exist_ok=True)
        self.home, self.plan = home, plan
        self.errors = (home / "errors.txt").open("ab")
        self.popen = subprocess.Popen(
            [sys.executable, "-m", "tta_p2p.node"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            env={**os.environ, "TTA_HOME": str(home), "PYTHONPATH": str(ROOT), **(environment or {})},
            cwd=home,
            start_new_session=True,
        )
        assert self.popen.stdin is not None
        self.popen.stdin.write(msgspec.json.encode(plan))
        self.popen.stdin.close()
        self.lines: list[str] = []

    def wait_for(self, word: str) -> str:
        """Wait until the node reports a line that begins so; the rest of the line."""
        assert self.popen.stdout is not None
        while True:
            line = self.popen.stdout.readline().decode().strip()
            if line:
                self.lines.append(line)
            if line.startswith(word):
                return line[len(word) :].strip()
            if not line:
                errors = (self.home / "errors.txt").read_text()[-2000:]
                raise AssertionError(f"{self.plan.name} ended before it said {word!r}: {self.lines} {errors}")

    def kill(self) -> None:
        """kill -9."""
        self.popen.send_signal(signal.SIGKILL)
        self.popen.wait()

    @property
    def running(self) -> bool:
        """Whether the process is still there."""
        return self.popen.poll() is None

    def close(self) -> None:
        """End it, whatever it does."""
        if self.running:
            self.popen.send_signal(signal.SIGCONT)
            self.kill()
        assert self.popen.stdout is not None
        self.popen.stdout.close()
        self.errors.close()

    def transcript(self) -> Path:
        """The transcript that it left."""
        return next((self.home / "transcripts").glob("*.tta"))

    def verdict(self) -> Verdict:
        """The verdict on its transcript."""
        return verify_file(self.transcript())


class Game:
    """A table of processes: the first hosts, all are played by bots."""

    def __init__(self, folder: Path, seats: int, **conditions: Any) -> None:
        pace = conditions.pop("pace", 0.0)
        self.folder, self.pace = folder, pace
        self.conditions = Conditions(seats, **{"on_leave": "continue", "silence": 5, **conditions})
        self.nodes = [self._start(0, Plan(do="host", conditions=self.conditions, **self._plan(0)))]
        self.address = self.nodes[0].wait_for("listening")
        for number in range(1, seats):
            plan = Plan(do="join", address=self.address, **self._plan(number))
            self.nodes.append(self._start(number, plan))
        self.sid = ""
        for node in self.nodes:
            self.sid = node.wait_for("playing")

    def _plan(self, number: int) -> dict[str, Any]:
        return {
            "id": f"node{number}",
            "name": f"Player {number}",
            "listen": "127.0.0.1:0",
            "bot": "random",
            "at_once": True,
            "quiet": True,
            "linger": 5.0,
            "pace": self.pace,
        }

    def _start(self, number: int, plan: Plan) -> Process:
        return Process(self.folder / f"home{number}", plan)

    def restart(self, number: int) -> None:
        """Take the game up again where a killed process left it."""
        self.nodes[number].close()
        plan = Plan(do="resume", sid=self.sid, **self._plan(number))
        self.nodes[number] = self._start(number, plan)

    def wait(self, *numbers: int) -> None:
        """Wait until these (or all) processes have ended well."""
        deadline = time.monotonic() + PATIENCE
        for number in numbers or range(len(self.nodes)):
            node = self.nodes[number]
            while node.running and time.monotonic() < deadline:
                time.sleep(0.05)
            errors = (node.home / "errors.txt").read_text()[-3000:]
            assert not node.running, f"{node.plan.name} does not come to an end; {errors}"
            assert node.popen.returncode == 0, errors

    def close(self) -> None:
        """End all processes."""
        for node in self.nodes:
            node.close()
