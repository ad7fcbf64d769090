"""Node processes that begin as copies of one that has loaded the program: loading it is what most short lives cost.

A copy is a process like any other, with a session, folder, environment, output, exit code and death of its own. What it
shares with its siblings is the seed of Python's hashes; whole games between nodes that share nothing are played by the
tests of `tta demo` and of the command line. Where the system has no `pidfd_open`, nodes begin as those of people do.
"""

from __future__ import annotations

import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

import msgspec

from tta_p2p.node.installation import command_line
from tta_p2p.node.plans import Plan

ROOT = Path(__file__).parents[2]
POSSIBLE = hasattr(os, "pidfd_open")
"""Whether a process can be waited for here that is nobody's child."""


class Copy:
    """A node process as `subprocess.Popen` shows one, as far as tests ask."""

    def __init__(self, pid: int, stdout: int) -> None:
        self.pid, self.returncode = pid, None
        self.stdout = os.fdopen(stdout, "rb", buffering=0)
        self._alive = os.pidfd_open(pid)

    returncode: int | None

    def poll(self) -> int | None:
        """Its exit code, as soon as it has ended."""
        if self.returncode is None and select.select([self._alive], [], [], 0)[0]:
            self._reap()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; its exit code. Raises subprocess.TimeoutExpired."""
        if self.returncode is None:
            if not select.select([self._alive], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("a node", timeout or 0)
            self._reap()
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal, if it has not ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def _reap(self) -> None:
        self.returncode = template().reap(self.pid)
        os.close(self._alive)


class Template:
    """This side of the process that is copied."""

    def __init__(self) -> None:
        self.spent = 0.0
        """CPU seconds of the copies that have ended, and of what they started."""
        self._lock = threading.Lock()
        self._line, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with far:
            self._process = subprocess.Popen(
                command_line(("tests.node.template",), str(far.fileno())),
                stdin=subprocess.DEVNULL,
                pass_fds=[far.fileno()],
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                cwd=ROOT,
            )

    def start(
        self, plan: Plan, home: Path, errors: IO[Any], program: Sequence[str], environment: Mapping[str, str]
    ) -> Copy:
        """A node with this plan, started as `start_node` does."""
        everything = {**os.environ, "TTA_HOME": str(home), **environment}
        told, heard = os.pipe(), os.pipe()
        asked = {"program": program, "environment": everything, "folder": str(home)}
        (pid,) = self._ask(asked, told[0], heard[1], errors.fileno())
        os.close(told[0])
        os.close(heard[1])
        with os.fdopen(told[1], "wb") as stdin:
            stdin.write(msgspec.json.encode(plan))
        return Copy(pid, heard[0])

    def reap(self, pid: int) -> int:
        """The exit code of a copy that has ended."""
        code, spent = self._ask({"reap": pid})
        self.spent += spent
        return int(code)

    def _ask(self, asked: object, *files: int) -> Any:
        with self._lock:
            socket.send_fds(self._line, [json.dumps(asked).encode()], files)
            return json.loads(self._line.recv(1024))


_template: list[Template] = []


def template() -> Template:
    """The one of this process; it ends when this process has."""
    if not _template:
        _template.append(Template())
    return _template[0]


def copies_spent() -> float:
    """CPU seconds of the nodes that have ended and that no child of this process has counted."""
    return _template[0].spent if _template else 0.0


# The other side: the process that is copied.


def serve(line: socket.socket) -> int:
    """Load the program, and become a node in as many copies as are asked for."""
    import tta_p2p.node.__main__  # noqa: F401 (what all copies need)
    from tta_p2p.registry import find, names

    for name in names():
        find(name)
    gc.collect()
    gc.freeze()
    while True:
        data, files, _, _ = socket.recv_fds(line, 1 << 20, 3)
        if not data:
            return 0
        asked = json.loads(data)
        if "reap" in asked:
            _, status, used = os.wait4(asked["reap"], 0)
            line.send(json.dumps([os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime]).encode())
            continue
        pid = os.fork()
        if pid == 0:
            line.close()
            _begin(asked["environment"], asked["folder"], files)
            sys.argv[1:] = asked["program"][1:]
            runpy.run_module(asked["program"][0], run_name="__main__", alter_sys=True)
            return 0
        for file in files:
            os.close(file)
        line.send(json.dumps([pid]).encode())


def _begin(environment: Mapping[str, str], folder: str, files: list[int]) -> None:
    """Be a process of one's own."""
    os.setsid()
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)


if __name__ == "__main__":
    sys.exit(serve(socket.socket(fileno=int(sys.argv[1]))))
