"""The command line as people meet it: processes with a data folder of their own, on pipes or at a pseudo-terminal."""

from __future__ import annotations

import contextlib
import io
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TextIO
from unittest import mock

from typer.main import get_command

from tests.ground.repository import ROOT
from tests.node.template import POSSIBLE, Copy, template
from tests.patience import PATIENCE
from tta_p2p.cli import main
from tta_p2p.node.machine import installation

TTA = installation.command_line(installation.TTA)
BUILD = main.build
CHECKOUT = "tests/node/template.py"
HERE = ("--interface", "127.0.0.1", "--listen", "127.0.0.1:0")
"""Where tables of tests are opened and joined: on this machine alone, found by multicast."""


def surroundings(home: Path, **more: str) -> dict[str, str]:
    """The environment of a command of the person with this data folder."""
    named = ("NO_COLOR", "TTA_LANG", "TTA_HOME", "TTA_GAME", "TTA_PASSPHRASE", "LC_ALL", "LC_MESSAGES", "LANG")
    named += ("COLUMNS", "LINES", "COLORTERM")
    plain = {key: value for key, value in os.environ.items() if key not in named}
    return {**plain, "PYTHONPATH": str(ROOT), "TTA_HOME": str(home), "PYTHONUTF8": "1", **more}


def tta(
    home: Path, *arguments: object, typed: str | Path = "", program: Sequence[str] = TTA, **more: Any
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, with its output in files; ``program`` is how the command itself is called.

    ``typed``: what comes through the pipe that it reads; or the file that it has in place of one.
    """
    words = [*program, *map(str, arguments)]
    where = surroundings(home, **more.pop("environment", {}))
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        told, tells = os.pipe()
        if isinstance(typed, Path):
            os.close(told)
            told, typed = os.open(typed, os.O_RDONLY), ""
        with os.fdopen(tells, "wb", buffering=0) as typing:  # what nobody read is not written again at the close
            process = begin(words, where, (told, out.fileno(), errors.fileno()), **more)
            os.close(told)
            with contextlib.suppress(BrokenPipeError):
                typing.write(typed.encode())
        try:
            code = process.wait(PATIENCE)
        finally:
            process.kill()
            process.wait()
        texts = [(file.seek(0), file.read().decode())[1] for file in (out, errors)]
    return subprocess.CompletedProcess(words, code, *texts)


def begin(
    words: Sequence[str], environment: Mapping[str, str], files: tuple[int, int, int], cwd: Path | None = None
) -> Copy | subprocess.Popen[bytes]:
    """Begin a command in a session of its own; one of a checkout as a copy of a process that has loaded it."""
    root = Path(environment["PYTHONPATH"])
    if POSSIBLE and words[: len(TTA)] == TTA and root.is_absolute() and (root / CHECKOUT).is_file():
        program = [*installation.TTA, *words[len(TTA) :]]
        return template("command", environment, root).copy(program, environment, cwd or Path.cwd(), files)
    stdin, stdout, stderr = files
    return subprocess.Popen(
        words, stdin=stdin, stdout=stdout, stderr=stderr, env=environment, cwd=cwd, start_new_session=True
    )


@cache
def commands() -> Any:
    """The whole command line, put together once."""
    return get_command(BUILD())


def here(home: Path, *arguments: object, encoding: str = "utf-8") -> subprocess.CompletedProcess[str]:
    """Run a command inside this process: the same words and exit codes, without the second that a start takes.

    The commands are put together once for all that run so: nothing of them changes as they are used. ``encoding``: of
    what they write.
    """
    out, errors = (io.TextIOWrapper(io.BytesIO(), encoding, newline="") for _ in range(2))
    code = run_here(home, arguments, out, errors)
    texts = [(file.flush(), file.buffer.getvalue().decode(encoding))[1] for file in (out, errors)]  # type: ignore[attr-defined]
    return subprocess.CompletedProcess(["tta", *map(str, arguments)], code, *texts)


def run_here(home: Path, arguments: Sequence[object], out: TextIO | None, errors: TextIO) -> int:
    """Run a command inside this process, which prints there, or whose output is closed; its exit code."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(mock.patch.dict(os.environ, {"TTA_HOME": str(home)}))
        stack.enter_context(mock.patch.object(sys, "argv", ["tta", *map(str, arguments)]))
        stack.enter_context(mock.patch.object(main, "build", commands))
        stack.enter_context(contextlib.redirect_stdout(out))
        stack.enter_context(contextlib.redirect_stderr(errors))
        try:
            main.main()
        except SystemExit as ended:
            return ended.code if isinstance(ended.code, int) else 0
    return 0


FULL_SCREEN = "\x1b[?1049h"
"""Begins a full screen."""


class Person:
    """Somebody at a terminal, at which a command runs."""

    def __init__(
        self,
        home: Path,
        *arguments: object,
        program: Sequence[str] = TTA,
        size: tuple[int, int] = (80, 24),
        **more: str,
    ) -> None:
        """``size``: columns and lines of the terminal."""
        self.home = home
        self.ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (size[1], size[0]))
        where = surroundings(home, **{"TERM": "xterm", **more})
        self.process = begin([*program, *map(str, arguments)], where, (theirs, theirs, theirs))
        os.close(theirs)
        self.seen = ""

    def sees(self, *texts: str) -> str:
        """Read until all this is on the screen; everything seen since somebody typed.

        A full screen is drawn in parts, with words over others: a `Window` reads that.
        """
        until = time.monotonic() + PATIENCE
        while missing := [text for text in texts if text not in self.seen]:
            assert FULL_SCREEN not in self.seen, "look at a full screen through a window"
            assert time.monotonic() < until, f"{missing} never came, but: {self.seen[-3000:]}"
            ready, _, _ = select.select([self.ours], [], [], 0.2)
            if ready:
                try:
                    self.seen += os.read(self.ours, 65536).decode(errors="replace")
                except OSError:
                    raise AssertionError(f"it ended before {missing} came: {self.seen[-3000:]}") from None
        return self.seen

    def types(self, line: str) -> None:
        """Type a line; what was seen before is forgotten."""
        self.seen = ""
        os.write(self.ours, line.encode() + b"\r")

    def ends(self) -> int:
        """Read until the command has ended; its exit code."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            over = self.process.poll() is not None  # looked at first: what it has written last is read after that
            ready, _, _ = select.select([self.ours], [], [], 0.2)
            if ready:
                try:
                    self.seen += os.read(self.ours, 65536).decode(errors="replace")
                except OSError:
                    break
            elif over:
                break
        return self.process.wait(PATIENCE)

    def hang_up(self) -> None:
        """The window is closed: the command gets SIGHUP and its terminal is gone."""
        os.killpg(self.process.pid, signal.SIGHUP)
        os.close(self.ours)
        self.ours = -1
        self.process.wait(PATIENCE)

    def __enter__(self) -> Person:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        if self.ours >= 0:
            os.close(self.ours)


def eventually(what: str, holds: Any) -> Any:
    """Wait until something holds, and give it."""
    until = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < until, f"never: {what}"
        time.sleep(0.05)
    return found


def alive(pid: int) -> bool:
    """Whether a process runs (a zombie does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        pass
    if Path("/proc/self/stat").exists():
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
