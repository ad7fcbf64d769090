"""The data folder of one person: ``TTA_HOME``, or the usual place of the system; for its owner alone (0700)."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from tta_p2p.store.repair import DATABASE

LOCKLESS = frozenset({errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS})
"""What the system says where files cannot be locked, now and ever."""


LOCKS = (fcntl.flock, fcntl.lockf)
"""Both kinds of file locks; a folder itself takes the first."""


class BadHome(Exception):
    """The data folder cannot be used; ``why`` is a key that says so with its arguments, empty where there is none."""

    def __init__(self, text: str, *why: object) -> None:
        super().__init__(text)
        self.why = why


def place() -> Path:
    """The place of the data folder, whether anything is there or not. Raises BadHome."""
    named = os.environ.get("TTA_HOME")
    try:
        if named:
            return Path(named).expanduser().absolute()  # nodes work in their data folder
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Application Support" / "tta-p2p"
        return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share").absolute() / "tta-p2p"
    except RuntimeError as error:  # no HOME and no entry of this user, or of the one that is named
        raise BadHome("this user has no home folder; name a folder with TTA_HOME", "home-none") from error


def home(*, make: bool = True) -> Path:
    """The data folder, made if there is none, unless somebody only looks. Raises BadHome."""
    path = place()
    if make:
        check_locks(make_private(path))
    else:
        _look_at(path)
    return path


def _look_at(path: Path) -> None:
    """Whether this is, or could become, a data folder; nothing is made. Raises BadHome."""
    if not path.is_dir():
        if path.exists() or path.is_symlink() or not next(one for one in path.parents if one.exists()).is_dir():
            raise _unusable(path, NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)))
        return
    with contextlib.suppress(PermissionError):  # whoever needs to read it says so
        file = next((one for one in sorted(path.iterdir()) if _is_spare(one)), path)
        handle = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
        try:
            _try_locks(path, handle, fcntl.LOCK_SH, LOCKS if file != path else LOCKS[:1])
        finally:
            os.close(handle)


def _is_spare(file: Path) -> bool:
    """Whether a file may be opened and closed at any time.

    A process that closes a file lets go of all locks that it has there, those of SQLite as well: others would take a
    store that is open here for one that nobody uses, and mend or empty its log.
    """
    return not file.name.startswith(DATABASE) and file.is_file() and os.access(file, os.R_OK)


def make_private(path: Path) -> Path:
    """A folder that only its owner can look into. Raises BadHome."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.stat().st_mode & 0o077:
            path.chmod(0o700)
    except OSError as error:
        raise _unusable(path, error) from error
    return path


def _unusable(path: Path, error: OSError) -> BadHome:
    """Give the reason why a folder cannot be made: what stands in its way, or the system's words."""
    link = next((one for one in (path, *path.parents) if one.is_symlink() and not one.exists()), None)
    if link is not None:
        circle, target = _leads_in_a_circle(link), link.readlink()
        text = "links in a circle" if circle else f"a link to {target}, which is not there"
        key = "home-circle" if circle else "home-dangling"
        return BadHome(f"{link} is {text}; name a folder with TTA_HOME", key, link, target)
    if isinstance(error, FileExistsError | NotADirectoryError):
        file = next((one for one in (path, *path.parents) if one.exists() and not one.is_dir()), path)
        return BadHome(f"{file} is no folder; name one with TTA_HOME", "home-file", file)
    text = f"{path} cannot be used as data folder: {error.strerror}; name another with TTA_HOME"
    return BadHome(text, "home-unusable", path, error.strerror)


def _leads_in_a_circle(link: Path) -> bool:
    try:
        link.stat()
    except OSError as error:
        return error.errno == errno.ELOOP
    return False


@cache
def check_locks(folder: Path) -> None:
    """Try both kinds of file locks in a folder, once. Raises BadHome where the drive has none: SQLite would wait a
    minute for what never comes.
    """
    try:
        handle, name = tempfile.mkstemp(prefix="locks-", dir=folder)
    except OSError:
        return  # it takes no files: what needs one says so
    try:
        _try_locks(folder, handle, fcntl.LOCK_EX)
    finally:
        os.close(handle)
        Path(name).unlink(missing_ok=True)


def _try_locks(folder: Path, handle: int, kind: int, locks: Sequence[Callable[[int, int], object]] = LOCKS) -> None:
    try:
        for lock in locks:
            lock(handle, kind | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in LOCKLESS:
            return
        text = f"{folder} is on a drive without file locks ({error.strerror}); name another with TTA_HOME"
        raise BadHome(text, "home-no-locks", folder, error.strerror) from error


def readable_by_others(path: Path) -> bool:
    """Whether anybody but its owner can look into a file or folder."""
    return bool(path.stat().st_mode & 0o077)
