"""What the system and SQLite call what goes wrong with a disk, as far as it differs for people."""

from __future__ import annotations

import errno

FULL = frozenset({"SQLITE_FULL", "SQLITE_IOERR_WRITE", "ENOSPC", "EDQUOT", "EFBIG"})
"""What an error is called where a disk takes no more."""
READ_ONLY = ("EROFS", "EACCES", "EPERM", "SQLITE_READONLY")
"""How what an error is called begins where a disk, or the owner of a folder, lets nothing be written."""
_TAKES_NO_MORE = ("SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_SHMMAP", "SQLITE_IOERR_SHMOPEN", "SQLITE_IOERR_TRUNCATE")
_IOERR = ("SQLITE_IOERR_READ", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_WRITE")


def code_of(error: Exception) -> str:
    """What the system or SQLite calls an error; of SQLite's many errors of a disk those that differ for people."""
    if isinstance(error, OSError):
        return errno.errorcode.get(error.errno or 0, "other")
    name: str = getattr(error, "sqlite_errorname", "other")
    if name.startswith("SQLITE_IOERR") and name not in _IOERR:
        return "SQLITE_IOERR_WRITE" if name in _TAKES_NO_MORE else "EIO"
    return name
