"""Marks by which a node knows, when it starts again, whether its store is the newest or an older copy.

With every word and secret of its own that it stores a node makes a small file for its game, and the store remembers
that very file: its name, its inode and the time of its last change, which no program can set; then the file before it
is removed. An older copy remembers a file that is gone, unless all that it lacks is what others have said. Whatever
brings that back with it (a backup, a synchronised folder, another machine) makes it anew, so the two no longer fit;
also where a tool leaves alone what it finds unchanged. Where a whole file system or virtual machine is taken back to
an earlier moment, or a folder lay untouched while its copy was played, nothing can be seen here; then what protects
is that the node first asks whoever is connected.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from tta_p2p.store.database import Mark, Store, StoreError, mark_of
from tta_p2p.store.errors import code_of

FOLDER = "marks"


def is_newest(store: Store, sid: bytes) -> bool:
    """Whether nothing can have been written to a newer copy of this game than the store here."""
    mark = store.mark(sid)
    if mark is None:
        return False
    try:
        found = (store.folder / FOLDER / mark.name).stat()
    except OSError:
        return False
    return (found.st_ino, found.st_ctime_ns) == (mark.inode, mark.changed)


def begin(store: Store, sid: bytes, resumed: bool) -> bool:
    """A node begins to write to the store of a game; whether that may be an older copy. Raises StoreError.

    ``came_back``: it may have written to it before. From an older copy it may go on without all others. So no copy is
    the newest then: one that is, and lay aside, would know nothing of what is said now.
    """
    stale = resumed and not is_newest(store, sid)
    if not stale:
        renew(store, sid)
        return False
    try:
        forget(store, sid)
    except OSError as error:
        raise StoreError(f"{store.folder / FOLDER} could not be written: {error.strerror}", code_of(error)) from error
    return True


def renew(store: Store, sid: bytes) -> None:
    """A node begins to write to the store of this game: from now on only this copy is the newest. Raises StoreError."""
    append(store, sid, ())
    mark = store.mark(sid)
    assert mark is not None
    try:
        _sync(store.folder / FOLDER)
    except OSError as error:
        raise StoreError(f"{store.folder / FOLDER} could not be written: {error.strerror}", code_of(error)) from error
    for path in _all(store, sid):
        if path.name != mark.name:
            path.unlink(missing_ok=True)


def append(store: Store, sid: bytes, records: Iterable[bytes]) -> None:
    """Store records durably, all or none, and know the newest copy by another file than before. Raises StoreError.

    The file before is removed when the store knows the new one, so that a node killed in between finds one that fits.
    A new file that the power takes away before it is on the disk makes the store one that others are asked about.
    """
    before = store.mark(sid)
    folder = store.folder / FOLDER
    path = folder / f"{mark_of(sid)}{secrets.token_hex(16)}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            made = os.fstat(handle)
        finally:
            os.close(handle)
        store.append(sid, records, Mark(path.name, made.st_ino, made.st_ctime_ns))
        if before is not None:
            (folder / before.name).unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"{folder} could not be written: {error.strerror}", code_of(error)) from error


def forget(store: Store, sid: bytes) -> None:
    """No copy is the newest: the game is over, or what is played is an older one."""
    for path in _all(store, sid):
        path.unlink(missing_ok=True)


def _all(store: Store, sid: bytes) -> list[Path]:
    return list((store.folder / FOLDER).glob(f"{mark_of(sid)}*"))


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
