"""Locks in a data folder: what one process does at a time, and which process plays a game.

The system lets a lock go when its process ends, however that ends. Each is a file in ``locks/`` that is never removed.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

from tta_p2p.store.regular_files import open_regular

FOLDER = "locks"
PATIENCE = 60.0
"""Seconds for which a process waits for another one; longer than a large store takes to be written anew."""
MOMENT = 1.0
"""Seconds for which a process waits for one that only looks whether a lock is held."""
PAUSE = 0.02
"""Seconds between two looks at a lock that another process holds."""


class LockHeld(OSError):
    """Another process holds a lock; ``pid`` is its number, 0 where it has not said so."""

    def __init__(self, path: Path, pid: int) -> None:
        super().__init__(errno.EBUSY, os.strerror(errno.EBUSY), str(path))
        self.pid = pid


@contextlib.contextmanager
def held(folder: Path, name: str, patience: float = 0.0) -> Iterator[None]:
    """Hold a lock of a data folder, which tells others the number of this process.

    ``patience``: seconds to wait for it. Raises Taken, and OSError at once where the disk has no locks.
    """
    path = folder / FOLDER / name
    path.parent.mkdir(mode=0o700, exist_ok=True)
    handle = open_regular(path, os.O_RDWR | os.O_CREAT)
    try:
        until = time.monotonic() + patience
        while not _has_taken(handle, path):
            if time.monotonic() >= until:
                raise LockHeld(path, _holder(handle))
            time.sleep(PAUSE)
        with contextlib.suppress(OSError):  # on a full disk others read no number
            os.ftruncate(handle, 0)
            os.pwrite(handle, b"%d\n" % os.getpid(), 0)
        yield
    finally:
        os.close(handle)


def is_held(folder: Path, name: str) -> bool:
    """Whether some process holds a lock now; nothing is written. Raises OSError where the disk has no locks."""
    return holder(folder, name) is not None


def holder(folder: Path, name: str) -> int | None:
    """The number of the process that holds a lock now, as the file says it; 0 where it says none, None: nobody does.

    Release 0.4.0 writes no number, so that of an earlier process may stand there. Raises OSError where the disk has no
    locks.
    """
    path = folder / FOLDER / name
    try:
        handle = open_regular(path)
    except FileNotFoundError:
        return None
    try:
        return None if _has_taken(handle, path, fcntl.LOCK_SH) else _holder(handle)
    finally:
        os.close(handle)


def _has_taken(handle: int, path: Path, kind: int = fcntl.LOCK_EX) -> bool:
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        error.filename = str(path)
        raise
    return True


def _holder(handle: int) -> int:
    said = os.pread(handle, 20, 0).strip()
    return int(said) if said.isascii() and said.isdigit() and len(said) < 11 else 0
