"""The log of a client: what failed in its process, in a file of the data folder that stays short.

Its terminal shows a page, a list or lines for another program: nothing of a fault goes there but one sentence, when the
task of the client has ended.
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Awaitable, Callable, Iterator
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TypeVar, TypeVarTuple

import trio
import typer

from tta_p2p.cli.errors import for_people
from tta_p2p.cli.output.speech import text_of
from tta_p2p.node.machine.logs import FAULTS
from tta_p2p.store.home import BadHome, home, make_private
from tta_p2p.store.regular_files import open_regular
from tta_p2p.ui import guard

FILE = "faults.log"
MOST = 512 * 1024
"""Bytes of the file, and of the one before it that is kept."""

T = TypeVar("T")
Given = TypeVarTuple("Given")


class _Quiet(RotatingFileHandler):
    """Writes to the file, or does not: a disk that is full ends no client, and nothing goes to its terminal."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / FILE, maxBytes=MOST, backupCount=1, encoding="utf-8", delay=True)
        self.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        self.faults = 0
        """How many faults of the network and of nodes stand in the file by this process, which no page tells of."""
        self._folder = folder
        self._lost = False

    def _open(self) -> TextIOWrapper:
        """Open the file; nothing that waits for a reader stands in its place. Raises OSError."""
        handle = open_regular(Path(self.baseFilename), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        return os.fdopen(handle, "a", encoding=self.encoding)

    def handleError(self, record: logging.LogRecord) -> None:
        """Do without."""
        self._lost = True

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record; the folder and the file are there only once there is one."""
        self._lost = False
        try:
            if not self._folder.is_dir():
                make_private(self._folder)
            super().emit(record)
        except (OSError, BadHome):
            return
        if not self._lost and record.name == FAULTS.name:
            self.faults += 1


@contextlib.contextmanager
def log_faults(folder: Path | None) -> Iterator[None]:
    """Log what fails in this process meanwhile in this folder, or nowhere; say at the end that something has.

    What libraries complain of goes there as well.
    """
    handler = logging.NullHandler() if folder is None else _Quiet(folder)
    everything = logging.getLogger()
    ours = [(log, log.handlers, log.propagate) for log in (guard.LOG, FAULTS)]
    for log, _, _ in ours:
        log.handlers, log.propagate = [handler], False
    everything.addHandler(handler)
    try:
        yield
    finally:
        everything.removeHandler(handler)
        for log, handlers, propagate in ours:
            log.handlers, log.propagate = handlers, propagate
        handler.close()
        if isinstance(handler, _Quiet) and handler.faults:
            with contextlib.suppress(OSError):  # the window may be gone
                typer.echo(for_people(text_of("told.faults", file=handler.baseFilename)), err=True)


def run(task: Callable[[*Given], Awaitable[T]], *arguments: *Given) -> T:
    """Run a task of a client to its end; what fails in this process meanwhile is in the client's log."""
    with log_faults(folder()):
        return trio.run(task, *arguments)


def folder() -> Path | None:
    """The data folder of this person, if it can be one."""
    try:
        return home(make=False)
    except BadHome:
        return None  # whoever needs the folder says so
