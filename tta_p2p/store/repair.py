"""Putting a new database in the place of a damaged one, so that a stop at any moment loses neither.

First the damaged files are copied aside together with the new one, into a folder that gets its number only when all of
it is on the disk. A digest, written last, marks the new file as whole. Only then is the store written over, and
whoever opens it next ends what a stopped process has begun.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from tta_p2p.store.regular_files import read_regular

DATABASE = "games.sqlite3"
LOG = f"{DATABASE}-wal"
DAMAGED = "damaged"
"""The folder of damaged files that were kept, a folder for each time."""
FRESH = "fresh.sqlite3"
"""The new file, as long as it has not taken the place of the damaged one."""
MARKER = "fresh.sha256"
"""The digest of the new file, in hexadecimal: as long as it is there, the new file has not taken the place."""
HALF = ".new"
"""A folder that is not complete."""
PIECE = 1 << 20
"""Bytes that are written at once."""


def damaged_folders(folder: Path) -> Iterator[Path]:
    """The folders with damaged files that were kept, each complete; the earliest first."""
    there = [path for path in (folder / DAMAGED).glob("[0-9]*") if path.name.isdecimal() and path.is_dir()]
    yield from sorted(there, key=lambda path: int(path.name))


def is_complete(kept: Path) -> bool:
    """Whether the new file in this folder is whole, and has not taken the place of the damaged one."""
    try:
        marker = read_regular(kept / MARKER, 64)
        return marker.decode("ascii", "replace") == hashlib.sha256(read_regular(kept / FRESH)).hexdigest()
    except OSError:
        return False


def install(folder: Path, handle: int, data: bytes) -> Path:
    """Keep the damaged files, and write a new database over them; the folder where they are.

    Raises OSError, before anything has changed where the disk has no room for both.
    """
    kept = _set_aside(folder, data)
    try:
        _reserve(handle, len(data))
    except OSError:
        shutil.rmtree(kept, ignore_errors=True)
        raise
    finish_install(folder, handle, kept)
    return kept


def finish_install(folder: Path, handle: int, kept: Path) -> None:
    """Write a new database into the file that is there, and remove its log; the next process ends what this begins.

    Raises OSError.
    """
    data = read_regular(kept / FRESH)
    for end in ("-wal", "-shm"):
        (folder / f"{DATABASE}{end}").unlink(missing_ok=True)
    at = 0
    while at < len(data):
        at += os.pwrite(handle, data[at : at + PIECE], at)
    os.ftruncate(handle, len(data))
    os.fsync(handle)
    _sync(folder)
    (kept / MARKER).unlink(missing_ok=True)
    _sync(kept)
    (kept / FRESH).unlink()


def _set_aside(folder: Path, data: bytes) -> Path:
    """Copy the damaged files aside, durably, together with the new one; the folder where they are. Raises OSError."""
    aside = folder / DAMAGED
    aside.mkdir(mode=0o700, exist_ok=True)
    _sync(folder)
    half = aside / HALF
    _clear(folder, half)
    try:
        half.mkdir(mode=0o700)
        for name in (DATABASE, LOG):
            if (folder / name).exists():
                _write(half / name, read_regular(folder / name))
        _write(half / FRESH, data)
        _sync(half)
        _write(half / MARKER, hashlib.sha256(data).hexdigest().encode())
        _sync(half)
        kept = half.rename(_next(aside))
    except OSError:
        shutil.rmtree(half, ignore_errors=True)
        raise
    _sync(aside)
    return kept


def _clear(folder: Path, half: Path) -> None:
    """Remove what a stopped process has left, or keep it under a number where it holds more than is in the store."""
    if not half.is_dir():
        half.unlink(missing_ok=True)
    elif all(_is_begun(half / name, folder / name) for name in (DATABASE, LOG) if (half / name).exists()):
        shutil.rmtree(half)
    else:
        half.rename(_next(half.parent))


def _is_begun(copy: Path, original: Path) -> bool:
    try:
        return read_regular(original).startswith(read_regular(copy))
    except OSError:
        return False


def _next(aside: Path) -> Path:
    return aside / str(1 + max((int(path.name) for path in aside.iterdir() if path.name.isdecimal()), default=0))


def _reserve(handle: int, size: int) -> None:
    """Make the file at least this long, so that writing over it needs no room. Raises OSError; then it is as before."""
    before = at = os.fstat(handle).st_size
    try:
        while at < size:
            at += os.pwrite(handle, bytes(min(PIECE, size - at)), at)
        os.fsync(handle)
    except OSError:
        os.ftruncate(handle, before)
        raise


def _write(path: Path, data: bytes) -> None:
    """Write a new file, durably. Raises OSError."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        at = 0
        while at < len(data):
            at += os.write(handle, data[at : at + PIECE])
        os.fsync(handle)
    finally:
        os.close(handle)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
