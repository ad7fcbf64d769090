"""A directory that anybody's tools write into: only regular files of bounded length are read, and none is followed.

Everything here waits for the disk. What fails is an OSError; what is odd about a file of others costs that file.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

MOST_NAMES = 4096
"""Names of the kind that is looked for, at most; however many others there are, they hide none of these."""
MOST_COPIES = 8
"""Copies of one file that are read: the one with its own name, and the latest others."""
LONGEST_FILE = 64 * 1024 * 1024
"""Bytes of a file that is read, and of all copies of one at once."""


class Seen(NamedTuple):
    """Marks by which a file is known to have changed."""

    inode: int
    size: int
    modified: int
    changed: int


class FileFound(NamedTuple):
    """A file that was found: its name, how it was, and what is in it."""

    name: str
    seen: Seen
    data: bytes


def names(folder: Path, kind: re.Pattern[str]) -> list[os.DirEntry[str]]:
    """The regular files there whose names are of a kind, no links among them. Raises OSError."""
    found: list[os.DirEntry[str]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if kind.fullmatch(entry.name):
                with suppress(OSError):
                    if entry.is_file(follow_symlinks=False):
                        found.append(entry)
                if len(found) >= MOST_NAMES:
                    break
    return found


def shown(name: str) -> str:
    """The name of a file as people may read it: bytes that are no UTF-8 are written out."""
    return name.encode("utf-8", "backslashreplace").decode()


def changed(folder: Path, name: str, copies: re.Pattern[str], before: Mapping[str, Seen]) -> list[FileFound]:
    """The file of this name, and copies that tools have made of it, where they have changed since.

    ``copies``: what the names of all of them look like; ``before``: how each was when it was read. Raises OSError where
    the directory cannot be read.
    """
    there: list[tuple[bool, int, str]] = []
    for entry in names(folder, copies):
        with suppress(OSError):
            there.append((entry.name != name, -entry.stat(follow_symlinks=False).st_mtime_ns, entry.name))
    found: list[FileFound] = []
    room = LONGEST_FILE
    for _, _, copy in sorted(there)[:MOST_COPIES]:
        with suppress(OSError):
            if (one := read(folder, copy, before.get(copy), room)) is not None:
                room -= len(one.data)
                found.append(one)
    return found


def read(folder: Path, name: str, before: Seen | None = None, most: int = LONGEST_FILE) -> FileFound | None:
    """A file; None where it is as it was before, longer than ``most``, or no regular one. Raises OSError."""
    handle = os.open(folder / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        about = os.fstat(handle)
        seen = _seen(about)
        if not stat.S_ISREG(about.st_mode) or about.st_size > most or seen == before:
            return None
        return FileFound(name, seen, file.read(most))


def replace(folder: Path, name: str, data: bytes) -> Seen:
    """Put a file there in one step, in the place of whatever has its name. Raises OSError."""
    beside = folder / f".{name}.tmp"
    with suppress(FileNotFoundError):
        beside.unlink()
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
        beside.replace(folder / name)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    return _seen(os.lstat(folder / name))


def append(folder: Path, name: str, data: bytes, before: Seen | None) -> Seen | None:
    """Add to a file that is as this program left it; None where it is not. Raises OSError."""
    try:
        handle = os.open(folder / name, os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    with os.fdopen(handle, "ab") as file:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode) or _seen(about) != before:
            return None
        file.write(data)
        file.flush()
        return _seen(os.fstat(handle))


def is_as(folder: Path, name: str, before: Seen) -> bool:
    """Whether a file is as it was. Raises OSError."""
    try:
        return _seen(os.lstat(folder / name)) == before
    except FileNotFoundError:
        return False


def remove(folder: Path, name: str) -> None:
    """Take a file away, if it is there and can be."""
    with suppress(OSError):
        (folder / name).unlink()


def _seen(about: os.stat_result) -> Seen:
    return Seen(about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns)
