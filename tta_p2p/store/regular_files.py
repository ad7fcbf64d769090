"""Reading the files of a data folder: regular files alone, of a bounded length, and never one that waits for a writer.

Anybody who can write to the folder can put a pipe, a device or a link to one in the place of a file. Opening a pipe
waits for ever, and `/dev/zero` never ends.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

MAX_BYTES = 1 << 30
"""Bytes of a file that are read into memory, unless a caller names fewer."""
PIECE = 1 << 20


def open_regular(path: Path, flags: int = os.O_RDONLY) -> int:
    """Open a regular file; its descriptor, which the caller closes. Raises OSError for anything else (ENXIO).

    ``flags``: as `os.open` has them.
    """
    handle = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(mode):
            raise OSError(errno.ENXIO, "it is a device, a pipe or a socket, not a file", str(path))
    except BaseException:
        os.close(handle)
        raise
    return handle


def read_regular(path: Path, most: int = MAX_BYTES) -> bytes:
    """Read a regular file of ``most`` bytes at most.

    Raises OSError for a longer one (EOVERFLOW), and for anything else (ENXIO).
    """
    handle = open_regular(path)
    try:
        size = os.fstat(handle).st_size
        pieces, read = list[bytes](), 0
        while size <= most and read <= most and (piece := os.read(handle, min(PIECE, most + 1 - read))):
            pieces.append(piece)
            read += len(piece)
        if max(size, read) > most:
            raise OSError(errno.EOVERFLOW, "it is too large to be read", str(path))
        return b"".join(pieces)
    finally:
        os.close(handle)
