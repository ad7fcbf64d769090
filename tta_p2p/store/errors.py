"""Errors of a store, with the names that the system and SQLite give them, as far as they differ for people."""

from __future__ import annotations

import errno
import sqlite3

FULL = frozenset({"SQLITE_FULL", "SQLITE_IOERR_WRITE", "ENOSPC", "EDQUOT", "EFBIG"})
"""What an error is called where a disk takes no more."""
READ_ONLY = ("EROFS", "EACCES", "EPERM", "SQLITE_READONLY")
"""How what an error is called begins where a disk, or the owner of a folder, lets nothing be written."""
DAMAGED_FILE = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
"""What an error is called where a file is not what was written."""
_TAKES_NO_MORE = ("SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_SHMMAP", "SQLITE_IOERR_SHMOPEN", "SQLITE_IOERR_TRUNCATE")
_IOERR = ("SQLITE_IOERR_READ", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_WRITE")


def code_of(error: Exception) -> str:
    """Give the system's or SQLite's code of an error; of SQLite's many disk errors those that differ for people."""
    if isinstance(error, OSError):
        return errno.errorcode.get(error.errno or 0, "other")
    name: str = getattr(error, "sqlite_errorname", "other")
    if name.startswith("SQLITE_IOERR") and name not in _IOERR:
        return "SQLITE_IOERR_WRITE" if name in _TAKES_NO_MORE else "EIO"
    return name


class StoreError(Exception):
    """The store cannot do what is asked; ``code`` says why to whoever puts it into words.

    ``why``: the same as a key with arguments, where `code` says too little. ``where``: the file, unless it is in the
    data folder.
    """

    def __init__(self, text: str, code: str = "other", why: tuple[str, ...] = (), where: str = "") -> None:
        super().__init__(text)
        self.code, self.why, self.where = code, why, where


BROKEN = (sqlite3.Error, UnicodeError)
"""What comes out of SQLite where a file is damaged: its own words, or names of tables that are no text any more."""


class GameInUse(StoreError):
    """Another process on this machine holds this game; ``pid`` is its number, 0 where that is not known."""

    def __init__(self, pid: int = 0) -> None:
        number = f", number {pid}" if pid else ""
        super().__init__(f"this game is being played by another tta process{number}; attach to it instead")
        self.pid = pid


class StoreDamaged(StoreError):
    """The store does not hold the bytes that were written to it."""

    def __init__(self, text: str, why: tuple[str, ...] = ()) -> None:
        super().__init__(text, "SQLITE_CORRUPT", why)
