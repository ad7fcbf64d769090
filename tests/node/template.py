"""Processes that begin as copies of one that has loaded the program: loading it is what most short lives cost.

A copy is a process like any other, with a session, folder, environment, output, exit code and death of its own. What it
shares with its siblings is the seed of Python's hashes, and what libsodium has said (see `tests.memory`). Nodes of
tests are such copies, and commands, and the nodes and workers that they start (see `tests.node.descendants`); the
commands of an installed wheel begin as those of people do, with all that they start. Where the system has no
`pidfd_open`, everything does.
"""

from __future__ import annotations

import atexit
import ctypes
import gc
import io
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from typing import IO, Any, NoReturn

import msgspec

from tests.memory import SELDOM, nothing_ahead, remember_libsodium
from tests.node.descendants import HEEDED, leave_stem
from tests.node.dice import throw
from tests.node.skiff import known
from tta_p2p.node.machine.installation import command_line
from tta_p2p.node.plan.plans import Plan

ROOT = Path(__file__).parents[2]
CLONE_NEWNET = 0x40000000
POSSIBLE = hasattr(os, "pidfd_open")
"""Whether a process can be waited for here that is nobody's child."""


class Copy:
    """Such a process as `subprocess.Popen` shows one, as far as tests ask."""

    def __init__(self, template: Template, pid: int, stdout: int | None = None) -> None:
        self.pid, self.returncode = pid, None
        self.stdout = None if stdout is None else os.fdopen(stdout, "rb", buffering=0)
        self._template, self._alive = template, os.pidfd_open(pid)

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

    def kill(self) -> None:
        """End it at once, if it has not ended."""
        self.send_signal(signal.SIGKILL)

    def _reap(self) -> None:
        self.returncode = self._template.reap(self.pid)
        os.close(self._alive)


class Template:
    """This side of the process that is copied."""

    def __init__(self, kind: str, environment: Mapping[str, str], root: Path) -> None:
        """``kind``: what it has loaded (see `LOADED`), of the program in the folder ``root``."""
        self.spent = 0.0
        """CPU seconds of the copies that have ended, and of what they started."""
        self._lock = threading.Lock()
        self._line, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        heeded = {name: environment[name] for name in HEEDED if name in environment}  # no trace of who asked first
        with far:
            self._process = subprocess.Popen(
                command_line(("tests.node.template",), kind, str(far.fileno())),
                stdin=subprocess.DEVNULL,
                pass_fds=[far.fileno()],
                env={
                    **{name: os.environ[name] for name in os.environ if name not in HEEDED},
                    **heeded,
                    "PYTHONPATH": str(root),
                },
                cwd=root,
            )

    def start(
        self,
        plan: Plan,
        home: Path,
        errors: IO[Any],
        program: Sequence[str],
        environment: Mapping[str, str],
        network: str = "",
    ) -> Copy:
        """A node with this plan, started as `start_node` does. ``network``: the namespace where it runs."""
        everything = {**os.environ, "TTA_HOME": str(home), **environment}
        told, heard = os.pipe(), os.pipe()
        copy = self.copy(program, everything, home, (told[0], heard[1], errors.fileno()), heard[0], network)
        os.close(told[0])
        os.close(heard[1])
        with os.fdopen(told[1], "wb") as stdin:
            stdin.write(msgspec.json.encode(plan))
        return copy

    def copy(
        self,
        program: Sequence[str],
        environment: Mapping[str, str],
        folder: Path,
        files: Sequence[int],
        stdout: int | None = None,
        network: str = "",
    ) -> Copy:
        """A process that runs a program with this environment, folder, input, output and error output."""
        asked = {"program": program, "environment": dict(environment), "folder": str(folder), "network": network}
        (pid,) = self._ask(asked, *files)
        return Copy(self, pid, stdout)

    def reap(self, pid: int) -> int:
        """The exit code of a copy that has ended."""
        code, spent = self._ask({"reap": pid})
        self.spent += spent
        return int(code)

    def _ask(self, asked: object, *files: int) -> Any:
        with self._lock:
            socket.send_fds(self._line, [json.dumps(asked).encode()], files)
            return json.loads(self._line.recv(1024))


_templates: dict[tuple[str, ...], Template] = {}


def template(kind: str = "node", environment: Mapping[str, str] = os.environ, root: Path = ROOT) -> Template:
    """The one of this process that has loaded this in an environment like this; it ends when this process has."""
    heeded = (kind, str(root), *(environment.get(name, "") for name in HEEDED))
    if heeded not in _templates:
        _templates[heeded] = Template(kind, environment, root)
    return _templates[heeded]


def copies_spent() -> float:
    """CPU seconds of the copies that have ended and that no child of this process has counted."""
    return sum(one.spent for one in _templates.values())


# The other side: the process that is copied.


def warm() -> None:
    """What a node finds out when it runs first (see `tests.node.warming`)."""
    import_module("tests.node.warming").warm()


def load_node() -> None:
    """What a node needs, the rules of all games with their digests, which whoever joins a table says."""
    import tta_p2p.net.zeroconf
    import tta_p2p.node.__main__  # noqa: F401
    from tta_p2p.node.lobby.greeting import rules_parts
    from tta_p2p.registry import load_rules, names

    for name in names():
        load_rules(name)
    rules_parts()


def load_command() -> None:
    """What commands need, put together, the screens of all games, and what the nodes need that commands start."""
    from typer.main import get_command

    from tta_p2p import cli, ui
    from tta_p2p.cli import main

    load_node()
    for room in (cli, ui):
        for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            if not found.name.endswith(".__main__"):
                import_module(found.name)
    command = get_command(main.build())
    main.build = lambda: command  # type: ignore[assignment]  # nothing of it changes as it is used


LOADED = {"node": load_node, "command": load_command}


def serve(kind: str, line: socket.socket) -> int:
    """Load the program, and become one of its processes in as many copies as are asked for."""
    with known() if kind == "node" else nullcontext():
        LOADED[kind]()
        nothing_ahead()
        remember_libsodium()
        if kind == "node":
            warm()
        return _copied(line)


def _copied(line: socket.socket) -> int:
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
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
            _live({**asked, "session": True}, files)
        for file in files:
            os.close(file)
        line.send(json.dumps([pid]).encode())


def _live(asked: Mapping[str, Any], files: list[int]) -> NoReturn:
    """Be the process that is asked for, from its beginning to its end."""
    _begin(asked, files)
    leave_stem(_live)
    throw()
    if "TTA_TEST_JOLTS" in os.environ:
        import_module("tests.jolts").jolt()
    module, *words = asked["program"]
    sys.argv[1:] = words
    package = hasattr(sys.modules.get(module), "__path__")
    sys.modules.pop(f"{module}.__main__" if package else module, None)  # it is loaded again as what is run, as always
    code: object = None
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as ending:
        code = ending.code
    _leave(code)


def _leave(code: object) -> NoReturn:
    """End as Python does, but for the memory: to give that back object by object, where it is a copy, is dear."""
    if not isinstance(code, int | None):
        sys.exit(code)  # words
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        sys.exit(code)  # Python tries it again and says what it thinks of it
    os._exit((code or 0) & 0xFF)


def _begin(asked: Mapping[str, Any], files: list[int]) -> None:
    """Be a process of one's own."""
    if asked["session"]:
        os.setsid()
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # also where these tests were started with nohup
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.environ.clear()
    os.environ.update(asked["environment"])
    os.chdir(asked["folder"])
    if asked.get("network"):
        with (Path("/run/netns") / asked["network"]).open() as namespace:
            if ctypes.CDLL(None, use_errno=True).setns(namespace.fileno(), CLONE_NEWNET):
                raise OSError(ctypes.get_errno(), f"the namespace {asked['network']} cannot be entered")
    if "mask" in asked:
        os.umask(asked["mask"])
    _open_files()


def _open_files() -> None:
    """Input and output as Python opens them when it starts, for whatever they are now."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        old = getattr(sys, name)
        assert isinstance(old, io.TextIOWrapper)
        lines = mode == "w" and (number == 2 or os.isatty(number))
        file = open(number, f"{mode}b", closefd=False)  # noqa: SIM115
        new = io.TextIOWrapper(file, old.encoding, old.errors, line_buffering=lines, write_through=old.write_through)
        setattr(sys, name, new)
        setattr(sys, f"__{name}__", new)


if __name__ == "__main__":
    sys.exit(serve(sys.argv[1], socket.socket(fileno=int(sys.argv[2]))))
