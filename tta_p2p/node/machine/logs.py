"""The log of a node: its error output, in a file that does not grow for ever; and how many such files are kept.

A repeated complaint of a library (no file descriptor is left, ten times a second) is written once a minute.

The first lines tell most about the cause, the last ones about the present state: so the middle of a long log goes.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import stat
import sys
import time
from collections.abc import Callable, Collection
from pathlib import Path

from tta_p2p.net import fault_log

FAULTS = fault_log.LOG
"""What failed in this process, for clients that keep it elsewhere."""
FIRST = LAST = 256 * 1024
"""How many bytes of a log stay: from its beginning, and at most at its end."""
RECENT = 64 * 1024
"""How many bytes stay at least of what was written last."""
KEPT = 20
"""How many logs of nodes that have ended are kept."""
SELDOM = 60.0
"""Seconds from one line about a complaint of a library to the next about the same."""
COMPLAINTS = 100
"""How many complaints are told apart at most."""
CUT = b"\n[what stood here was too long and is cut out]\n"


class BoundedLog(io.TextIOBase):
    """Text for a file that stays below a length; for a terminal or a pipe it changes nothing."""

    def __init__(self, descriptor: int) -> None:
        self._to = descriptor
        self._recent = b""

    def write(self, text: str) -> int:
        """Write; a full disk stops nothing."""
        with contextlib.suppress(OSError):
            data = text.encode("utf-8", "backslashreplace")[RECENT - LAST :]
            found = os.fstat(self._to)
            if stat.S_ISREG(found.st_mode) and found.st_size + len(data) > FIRST + LAST:
                os.ftruncate(self._to, FIRST)
                os.lseek(self._to, 0, os.SEEK_END)
                self._put(CUT + self._recent)
            self._put(data)
            self._recent = (self._recent + data)[-RECENT:]
        return len(text)

    def _put(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._to, data) :]

    def writable(self) -> bool:
        """Whether it can be written to: yes."""
        return True

    def fileno(self) -> int:
        """The descriptor of the file."""
        return self._to


class ThrottledLog(logging.Handler):
    """The log of libraries, on the error output: each complaint once in a while, one of the system without
    traceback.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock``: gives seconds that never go back."""
        super().__init__(logging.WARNING)
        self._clock = clock
        self._written: dict[tuple[str, str], float] = {}
        """When each complaint was written last."""
        self._unwritten: dict[tuple[str, str], int] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, unless the same was written a moment ago."""
        complaint, moment = (record.name, str(record.msg)), self._clock()
        if moment < self._written.get(complaint, -SELDOM) + SELDOM:
            self._unwritten[complaint] = self._unwritten.get(complaint, 0) + 1
            return
        if complaint not in self._written and len(self._written) >= COMPLAINTS:
            self._written.clear()
            self._unwritten.clear()
        self._written[complaint] = moment
        if record.exc_info and isinstance(record.exc_info[1], OSError):
            record.exc_info = record.exc_text = None  # the line says what the system refuses
        more = self._unwritten.pop(complaint, 0)
        often = f" ({more} more times since the last line)" if more else ""
        print(f"{record.name}: {self.format(record)}{often}", file=sys.stderr, flush=True)


def bound_error_output() -> None:
    """From now on what this process writes to its error output stays below a length, and no complaint fills it."""
    sys.stderr = BoundedLog(2)
    logging.basicConfig(handlers=[ThrottledLog()], force=True)


def sweep(folder: Path, running: Collection[str]) -> None:
    """Remove logs of nodes that have ended, but the newest few; ``running``: the ids of those that have not."""
    ended = []
    for path in folder.glob("*.log"):
        with contextlib.suppress(OSError):
            if path.stem not in running:
                about = path.stat()
                ended.append((about.st_size > 0, about.st_mtime_ns, path))
    ended.sort(reverse=True)  # empty ones tell nothing and come last
    for _, _, path in ended[KEPT:]:
        with contextlib.suppress(OSError):
            path.unlink()
