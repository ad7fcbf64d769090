"""The log of a node: its error output, in a file that does not grow for ever; and how many such files are kept.

What was written first tells most about what went wrong first, and what was written last about how it stands: so of a
log that grows too long the middle goes.
"""

from __future__ import annotations

import contextlib
import io
import os
import stat
import sys
from collections.abc import Collection
from pathlib import Path

FIRST = LAST = 256 * 1024
"""How many bytes of a log stay: from its beginning, and at most at its end."""
RECENT = 64 * 1024
"""How many bytes stay at least of what was written last."""
KEPT = 20
"""How many logs of nodes that have ended are kept."""
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


def bound_error_output() -> None:
    """From now on what this process writes to its error output stays below a length."""
    sys.stderr = BoundedLog(2)


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
