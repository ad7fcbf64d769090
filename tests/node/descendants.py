"""The nodes and workers that copies start: copies too, and children of who starts them.

Before a copy becomes a program it leaves a stem, a second process that stays as it is and is forked for whatever the
program starts. Who comes of that is forked twice, so that it is an orphan: it goes to the next process above that takes
orphans in, and while its stem works the program does. All else starts as it always does, and so does every node and
worker where a limit, the search path or the locale is not what it was.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tta_p2p.node.machine.installation import NODE, WORKER, command_line

HEEDED = ("PYTHONUTF8", "PYTHONIOENCODING", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANG", "TTA_GAME")
"""Of the environment: what is looked at when Python starts or modules are loaded."""
KINDS = {tuple(command_line(program)): program for program in (NODE, WORKER)}
PR_SET_CHILD_SUBREAPER = 36
INTERRUPTING = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}

Live = Callable[[Mapping[str, Any], list[int]], None]
"""Becomes the process that is asked for, with these files as its input and outputs, and does not come back."""


def leave_stem(live: Live) -> None:
    """Fork the stem of this process, and let it begin the nodes and workers that `subprocess` is asked for."""
    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if os.fork() == 0:
        near.close()
        _grow(far, live)
    far.close()
    subprocess._fork_exec = _from_stem(near, subprocess._fork_exec)  # type: ignore[attr-defined]


def _grow(line: socket.socket, live: Live) -> None:
    """The stem: it ends with the process that left it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)
    os.close(nothing)
    with contextlib.suppress(ConnectionError):
        while True:
            data, files, _, _ = socket.recv_fds(line, 1 << 20, 3)
            if not data:
                break
            told, tells = os.pipe()
            if (between := os.fork()) == 0:
                if (pid := os.fork()) == 0:
                    line.close()
                    os.close(told)
                    os.close(tells)
                    signal.signal(signal.SIGINT, signal.default_int_handler)
                    live(json.loads(data), files)
                os.write(tells, b"%d" % pid)
                os._exit(0)
            os.waitpid(between, 0)
            line.send(os.read(told, 64))
            for file in (told, tells, *files):
                os.close(file)
    os._exit(0)


def _from_stem(line: socket.socket, start: Callable[..., int]) -> Callable[..., int]:
    """What `subprocess` calls to start a process, instead of ``start``."""
    lock, as_begun = threading.Lock(), _surroundings(os.environ)

    def starting(
        words: Sequence[Any],
        executables: Sequence[bytes],
        close: bool,
        passed: Sequence[int],
        folder: str | None,
        environment: Sequence[bytes] | None,
        *more: Any,
    ) -> int:
        mine = dict(os.environ) if environment is None else _decoded(environment)
        program = KINDS.get(tuple(words))
        stdin, _, _, stdout, _, stderr, _, trouble, _, own_session = more[:10]
        if program is None or set(passed) != {trouble} or _surroundings(mine) != as_begun:
            return start(words, executables, close, passed, folder, environment, *more)
        os.umask(mask := os.umask(0o077))
        asked = {
            "program": program,
            "environment": mine,
            "folder": folder or os.getcwd(),  # noqa: PTH109
            "session": own_session,
            "mask": mask,
        }
        files = [number if file == -1 else file for number, file in enumerate((stdin, stdout, stderr))]
        with lock, _uninterrupted(), _taking_orphans_in():
            socket.send_fds(line, [json.dumps(asked).encode()], files)
            return int(line.recv(64))

    return starting


def _surroundings(environment: Mapping[str, str]) -> object:
    """What a stem cannot give to who is begun from it."""
    limits = [resource.getrlimit(getattr(resource, name)) for name in dir(resource) if name.startswith("RLIMIT_")]
    return sys.executable, [environment.get(name) for name in (*HEEDED, "PYTHONPATH")], limits


def _decoded(environment: Sequence[bytes]) -> dict[str, str]:
    pairs = (os.fsdecode(one).partition("=") for one in environment)
    return {name: value for name, _, value in pairs}


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Who is interrupted now would not know whom it has started."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_C = ctypes.CDLL(None)


@contextlib.contextmanager
def _taking_orphans_in() -> Iterator[None]:
    _C.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        yield
    finally:
        _C.prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
