"""The files of a data folder: regular files alone, of a bounded length, and never one that waits for somebody else.

Anybody who can write to the folder can put a pipe, a device or a link to one in the place of a file. Opening a pipe
waits for ever, to write as well as to read, and `/dev/zero` never ends.
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


def write_regular(path: Path, data: bytes) -> None:
    """Write a regular file, in place of what it held. Raises OSError, for anything else as well (ENXIO)."""
    _put(path, data, os.O_TRUNC)


def append_regular(path: Path, data: bytes) -> None:
    """Write at the end of a regular file. Raises OSError, for anything else as well (ENXIO)."""
    _put(path, data, os.O_APPEND)


def check_regular(path: Path) -> None:
    """Raise OSError unless a regular file can be written there (ENXIO for anything else); one is made."""
    os.close(open_regular(path, os.O_WRONLY | os.O_CREAT))


def _put(path: Path, data: bytes, how: int) -> None:
    with os.fdopen(open_regular(path, os.O_WRONLY | os.O_CREAT | how), "wb") as file:
        file.write(data)


def read_named(path: Path, most: int = MAX_BYTES) -> bytes:
    """Read a file that a person names, of any kind: what a shell puts in the place of a command is a pipe.

    Raises OSError, for one of more than ``most`` bytes as well (EOVERFLOW).
    """
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EOVERFLOW, "it is too large to be read", str(path))
    return data


def named_path(name: str) -> Path:
    """Give the path that a person names; `~NAME` of a user who is not known stays as it is: no such file is found."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)
