"""How a node knows, when it comes back, that its store is the newest there is, and not an older copy.

At every start of a node a small file is written for its game, and the store remembers that very file: its name, what
is in it, its inode and the time of its last change, which no program can set. Whatever brings an older copy of the
folder back (a backup, a synchronised folder, another machine) makes new files or changes old ones, so the two no
longer fit. A second file counts the records that the store holds, so that an older copy of the store alone is noticed
as well. Only where a whole file system or virtual machine is taken back to an earlier moment nothing can be seen here;
then what protects is that the node first asks whoever is connected.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from tta_p2p.store.database import Mark, Store, StoreError

FOLDER = "marks"
COUNT = "count"


def is_newest(store: Store, sid: bytes) -> bool:
    """Whether nothing can have been written to a newer copy of this game than the store here."""
    mark = store.mark(sid)
    if mark is None:
        return False
    try:
        path = store.folder / FOLDER / mark.name
        found = path.stat()
        fits = (found.st_ino, found.st_ctime_ns, path.read_bytes()) == (mark.inode, mark.changed, mark.token)
        return fits and store.records(sid) >= int.from_bytes(_counter(store, sid).read_bytes(), "little")
    except OSError:
        return False


def renew(store: Store, sid: bytes) -> None:
    """A node begins to write to the store of this game: from now on only this copy is the newest. Raises StoreError.

    The file before is removed when the store knows the new one, so that a node killed in between finds one that fits.
    """
    before = store.mark(sid)
    folder = store.folder / FOLDER
    token = secrets.token_bytes(16)
    path = folder / f"{sid.hex()[:16]}.{token.hex()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            os.write(handle, token)
            os.fsync(handle)
            made = os.fstat(handle)
        finally:
            os.close(handle)
        _sync(folder)
        _counter(store, sid).write_bytes(store.records(sid).to_bytes(8, "little"))
        store.set_mark(sid, Mark(path.name, token, made.st_ino, made.st_ctime_ns))
        for other in folder.glob(f"{sid.hex()[:16]}.*"):
            if other not in (path, _counter(store, sid)):
                other.unlink(missing_ok=True)
    except OSError as error:
        if before is None:
            path.unlink(missing_ok=True)
        raise StoreError(f"{folder} could not be written: {error.strerror}") from error


class Counter:
    """Counts the records of a game that are in the store; what it has counted survives the process, not the power."""

    def __init__(self, store: Store, sid: bytes) -> None:
        """Go on counting. Raises StoreError."""
        try:
            (store.folder / FOLDER).mkdir(mode=0o700, exist_ok=True)
            self._handle = os.open(_counter(store, sid), os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StoreError(f"{store.folder / FOLDER} could not be written: {error.strerror}") from error

    def holds(self, count: int) -> None:
        """So many records are in the store by now. Raises StoreError."""
        try:
            os.pwrite(self._handle, count.to_bytes(8, "little"), 0)
        except OSError as error:
            raise StoreError(f"the data folder could not be written: {error.strerror}") from error

    def close(self) -> None:
        """Let the file go."""
        os.close(self._handle)


def forget(store: Store, sid: bytes) -> None:
    """The game is over: nobody comes back to say anything more in it."""
    for path in (store.folder / FOLDER).glob(f"{sid.hex()[:16]}.*"):
        path.unlink(missing_ok=True)


def _counter(store: Store, sid: bytes) -> Path:
    return store.folder / FOLDER / f"{sid.hex()[:16]}.{COUNT}"


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
