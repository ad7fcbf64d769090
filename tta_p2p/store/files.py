"""Opening the SQLite file of a store: whether its files are sound and all there, and its tables.

Whoever opens a store that nobody else has open looks at its files before SQLite does, which would take a log that is
damaged at its beginning, or a database that is gone, for an empty one and write over what is left. Where something is
damaged, what is sound is put into a new file and the old files are kept beside it; where nothing is, they are left as
they are.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import shutil
import sqlite3
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tta_p2p.store import chain, locks
from tta_p2p.store.errors import BROKEN, StoreDamaged, StoreError, code_of
from tta_p2p.store.pages import Pages, WriteAheadLog, image, page_size, read_log
from tta_p2p.store.regular_files import open_regular, read_regular
from tta_p2p.store.repair import (
    DAMAGED,
    DATABASE,
    FRESH,
    LOG,
    damaged_folders,
    finish_install,
    install,
    is_complete,
)
from tta_p2p.store.salvage import SID, IndexedIds, Salvage, salvage
from tta_p2p.store.schema import GAME, LATER, SCHEMA, VERSION

BEGINNING = b"SQLite format 3\0"
"""How a database begins."""
OFTEN = 64
"""Pages after which a log is taken into the database: whatever stands in a log has only that one place."""
SEARCHED = 256 << 20
"""Bytes of files that are looked at as a whole when a store is opened, at most."""
MENDED = 1 << 30
"""Bytes of files that are looked at as a whole where they cannot be read otherwise, at most."""
SHARED = 0x40000002, 510
"""Where SQLite locks its file, and how many bytes, for as long as somebody has it open."""
LOOKS, PAUSE = 50, 0.02
"""How often files are read that somebody writes to meanwhile, and seconds in between."""

_open: Counter[tuple[int, Path]] = Counter()
"""How often this process (a fork has another number) has a store open: its files must not be opened in another way."""


@dataclass(frozen=True, slots=True)
class Repair:
    """A store was damaged, and what was sound of it is in use again; the damaged files are in ``kept``.

    ``games``: how many are sound; ``damaged``: how many are in the list as damaged ones. ``unwritten``: the damaged
    files are still in use, and what was sound was only read.
    """

    kept: Path
    games: int
    damaged: int
    unwritten: bool = False


@dataclass(frozen=True, slots=True)
class StoreFiles:
    """The contents of a store's files at one moment."""

    data: bytes
    log: WriteAheadLog

    def database(self) -> sqlite3.Connection:
        """The database as SQLite reads both, in memory. Raises BROKEN."""
        db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        try:
            if found := image(self.data, self.log):
                db.deserialize(found)
            db.execute("select count(*) from sqlite_master").fetchone()
        except BROKEN:
            db.close()
            raise
        return db


def open_store(folder: Path) -> tuple[sqlite3.Connection, Repair | None]:
    """Open the store of a data folder, or lay out a new one; what was mended. Raises StoreError, OSError, BROKEN."""
    with locks.held(folder, "store", locks.PATIENCE):
        alone = not _open[_key(folder)]
        mended = _look_before(folder, SEARCHED) if alone else None
        db = None
        try:
            db = _connect(folder / DATABASE)
            readable = not alone or _length(folder) <= SEARCHED or lists_all(db)
        except BROKEN:
            if not alone:
                raise
            readable = False
        if not readable:  # too long to be searched each time, and it has to be
            if db is not None:
                db.close()
            mended = _look_before(folder, MENDED)
            db = _connect(folder / DATABASE)
        assert db is not None
        _open[_key(folder)] += 1
        return db, mended


def look_at(folder: Path) -> tuple[sqlite3.Connection, Repair | None]:
    """Read a store as it stands, in memory; of damaged files what is sound, and how much.

    Raises StoreError for another version, OSError, BROKEN.
    """
    files = read_files(folder)
    if (version := version_of(files)) not in (0, VERSION):
        raise StoreError(*_other_version(folder / DATABASE, version))
    if version == VERSION and is_laid_out(files):
        if damage_of(files) not in ("", "rows"):
            found = _sound_of(folder, files)
            if found is None:
                raise StoreDamaged(f"the store {folder / DATABASE} is damaged, and nothing in it is sound")
            repair = Repair(folder, found.games, found.damaged, unwritten=True)
            return StoreFiles(found.data, WriteAheadLog()).database(), repair
        db = files.database()
        for statement in LATER.values():
            db.execute(statement)
        return db, None
    return files.database(), None


def lists_all(db: sqlite3.Connection) -> bool:
    """Whether each game and each signed charter that an index names can be read, and no other."""
    try:
        for table, columns in (("games", GAME), ("signed", "sid, made, kept")):
            index = f"sqlite_autoindex_{table}_1"
            found = {sid for sid, *_ in db.execute(f"select {columns}, seal from {table} not indexed")}
            if found != {sid for (sid,) in db.execute(f"select sid from {table} indexed by {index}")}:
                return False
    except BROKEN:
        return False
    return True


def release(folder: Path) -> None:
    """A store that was opened is closed."""
    _open[_key(folder)] -= 1


def read_files(folder: Path) -> StoreFiles:
    """Read both files as they are at one moment; nothing is written. Raises OSError.

    A store that this process has open is read by SQLite, log included: whoever closes its files in another way lets go
    of the locks by which other processes know that it is open.
    """
    if _open[_key(folder)]:
        place = f"{(folder.resolve() / DATABASE).as_uri()}?mode=ro"  # where it is gone, none is made
        try:
            with contextlib.closing(sqlite3.connect(place, uri=True, timeout=locks.PATIENCE)) as db:
                return StoreFiles(db.serialize(), WriteAheadLog())
        except sqlite3.Error as error:
            raise OSError(errno.EIO, str(error), str(folder / DATABASE)) from error
    for _ in range(LOOKS):
        before = _states(folder)
        data, log = (_read(path) for path in (folder / DATABASE, folder / LOG))
        if before == _states(folder):
            return StoreFiles(data, read_log(log, page_size(data)))
        time.sleep(PAUSE)
    raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), str(folder / DATABASE))


def _read(path: Path) -> bytes:
    try:
        return read_regular(path)
    except FileNotFoundError:
        return b""


def _states(folder: Path) -> list[tuple[int, int, int]]:
    return [_state(folder / DATABASE), _state(folder / LOG)]


def _state(path: Path) -> tuple[int, int, int]:
    try:
        found = path.stat()
    except FileNotFoundError:
        return 0, 0, 0
    return found.st_ino, found.st_size, found.st_mtime_ns


def _key(folder: Path) -> tuple[int, Path]:
    return os.getpid(), folder.resolve()


def traces_of_play(folder: Path) -> list[str]:
    """Files that a store leaves beside its database when a game has been played in it, if there are any."""
    found = [path for path in (folder / LOG,) if path.exists() and path.stat().st_size]
    found += sorted((folder / "marks").glob("????????????????.*"))
    found += sorted(path for path in (folder / locks.FOLDER).glob("?" * 32) if path.is_file())
    return [str(path.relative_to(folder)) for path in found]


def version_of(files: StoreFiles) -> int:
    """The version of the tables, as the first page says; this one where that is no first page.

    This one also where a bit of it is another, unless the tables can be read and are not those of this version.
    """
    found = image(files.data, files.log)
    told = int.from_bytes(found[60:64]) if found.startswith(BEGINNING) else VERSION
    changed = (told ^ VERSION).bit_count() == 1
    return VERSION if changed and _may_have_our_tables(files) else told


def _may_have_our_tables(files: StoreFiles) -> bool:
    with contextlib.closing(sqlite3.connect(":memory:")) as ours:
        ours.executescript(SCHEMA)
        known = _statements(ours)
    try:
        with contextlib.closing(files.database()) as db:
            found = _statements(db)
    except BROKEN:
        return True
    return found <= known and known - found <= {one for one in known if one[0] in LATER}


def _statements(db: sqlite3.Connection) -> set[tuple[str, str]]:
    """The tables of a database, each with the statement that has made it."""
    return {*db.execute("select name, sql from sqlite_master where sql is not null").fetchall()}


def is_laid_out(files: StoreFiles) -> bool:
    """Whether there are tables, or something that cannot be read."""
    try:
        with contextlib.closing(files.database()) as db:
            return bool(db.execute("select count(*) from sqlite_master").fetchone()[0])
    except BROKEN:
        return True


def damage_of(files: StoreFiles) -> str:
    """Name the damage of a store's files in a word: log, file or rows; empty where there is none."""
    if files.log.damaged:
        return "log"
    try:
        with contextlib.closing(files.database()) as db:
            if db.execute("pragma integrity_check(1)").fetchone() != ("ok",):
                return "file"
            if db.execute("pragma foreign_key_check").fetchone() is not None:
                return "file"
            if db.execute("pragma user_version").fetchone() != (VERSION,):
                return "file"
            return "rows" if _unsound(db) else ""
    except BROKEN:
        return "file"


def _unsound(db: sqlite3.Connection) -> int:
    """Count the games and heads that differ from what was written."""
    games = db.execute(f"select {GAME}, seal from games").fetchall()
    heads = db.execute("select sid, count, link, seal from heads").fetchall()
    ((lost,),) = db.execute("select count(*) from games where sid not in (select sid from heads)").fetchall()
    unsound = [row for row in (*games, *heads) if chain.seal(*row[:-1]) != row[-1]]
    return int(lost) + len(unsound)


def _length(folder: Path) -> int:
    return sum(path.stat().st_size for path in (folder / DATABASE, folder / LOG) if path.exists())


def _look_before(folder: Path, most: int) -> Repair | None:
    """Look at the files of a store that nobody has open, and mend what is damaged. Raises StoreError, OSError.

    ``most``: bytes of files that are looked at.
    """
    path = folder / DATABASE
    handle = open_regular(path, os.O_RDWR | os.O_CREAT)
    with os.fdopen(handle, "r+b", buffering=0):
        if not _is_ours_alone(handle, path):
            return None
        for kept in damaged_folders(folder):
            _end_what_was_begun(folder, handle, kept)
        if _length(folder) > most:
            return None
        files = read_files(folder)
        if version_of(files) not in (0, VERSION):  # of another program, which knows what is sound
            return None
        if not is_laid_out(files):
            return _of_nothing(folder, files, handle)
        damage = damage_of(files)
        return _mend(folder, files, damage, handle) if damage else None


def _end_what_was_begun(folder: Path, handle: int, kept: Path) -> None:
    """Let a new file take the place of a damaged one where a process has ended before it had. Raises OSError."""
    if is_complete(kept):
        finish_install(folder, handle, kept)
    elif (kept / FRESH).is_file():  # without its mark: of an earlier version, of a process at its end, or garbage
        now = read_files(folder)
        if is_laid_out(now) and not damage_of(now) and not _is_copied(folder, kept):
            (kept / FRESH).unlink()  # it has taken the place, or never may
        elif _is_whole(kept / FRESH):
            finish_install(folder, handle, kept)


def _is_copied(folder: Path, kept: Path) -> bool:
    """Whether the database is still the damaged one: its log, which says more, may be gone already."""
    return _read(folder / DATABASE) == _read(kept / DATABASE)


def _is_whole(fresh: Path) -> bool:
    files = StoreFiles(_read(fresh), WriteAheadLog())
    return is_laid_out(files) and not damage_of(files)


def _is_ours_alone(handle: int, path: Path) -> bool:
    """Lock out whoever opens the database with SQLite, whatever program; False where somebody has. Raises OSError."""
    start, length = SHARED
    try:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, length, start)
    except (BlockingIOError, PermissionError):
        return False
    except OSError as error:
        error.filename = str(path)
        raise
    return True


def _of_nothing(folder: Path, files: StoreFiles, handle: int) -> Repair | None:
    """A database without tables: a new one, unless something shows that it was more than that. Raises StoreError."""
    seen = traces_of_play(folder)
    if not seen:
        return None
    return _mend(folder, files, "gone", handle)


def _mend(folder: Path, files: StoreFiles, damage: str, handle: int) -> Repair | None:
    """Put what is sound into a new file in the place of the damaged one. Raises StoreError where nothing is."""
    found = _sound_of(folder, files)
    path = folder / DATABASE
    if found is None:
        key = "store-emptied" if damage == "gone" else "store-ruined"
        seen = ", ".join(traces_of_play(folder)[:3])
        if damage == "gone":
            text = f"{path} holds nothing, though {seen} shows that games were played here; nothing was written to it"
        else:
            text = f"{path} is damaged, and nothing in it is sound; nothing was written to it"
        raise StoreError(f"{text}; bring an undamaged copy of {folder} back", "SQLITE_CORRUPT", (key, str(path), seen))
    if damage == "rows" and not _is_better(found.data, files):
        return None
    kept = install(folder, handle, found.data)
    return Repair(kept, found.games, found.damaged)


def _sound_of(folder: Path, files: StoreFiles) -> Salvage | None:
    """Find what is sound in damaged files; None where that is nothing, or no game though some were played."""
    found = salvage(Pages.of(files.data, files.log), _named(files))
    if found is not None and not found.games and not found.damaged and traces_of_play(folder):
        return None
    return found


def _named(files: StoreFiles) -> IndexedIds:
    """The ids in the indices, which name a row also where that cannot be read."""
    found = dict[str, frozenset[bytes]]()
    for table in ("games", "signed"):
        with contextlib.suppress(*BROKEN), contextlib.closing(files.database()) as db:
            rows = db.execute(f"select sid from {table} indexed by sqlite_autoindex_{table}_1").fetchall()
            found[table] = frozenset(sid for (sid,) in rows if isinstance(sid, bytes) and len(sid) == SID)
    return IndexedIds(**found, whole=len(found) == 2 and not files.log.damaged)


def _is_better(data: bytes, files: StoreFiles) -> bool:
    with (
        contextlib.closing(StoreFiles(data, WriteAheadLog()).database()) as new,
        contextlib.closing(files.database()) as old,
    ):
        return _unsound(new) < _unsound(old)


def forget_damaged(folder: Path) -> None:
    """Remove damaged files that were kept. Raises StoreError."""
    try:
        if (folder / DAMAGED).exists():
            shutil.rmtree(folder / DAMAGED)
    except OSError as error:
        raise StoreError(f"{folder / DAMAGED} could not be removed: {error.strerror}", code_of(error)) from error


def _connect(path: Path) -> sqlite3.Connection:
    """Open the file of a store, or lay out a new one. Raises StoreError for another version, OSError, BROKEN."""
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=locks.PATIENCE)
    try:
        _lay_out(db, path)
    except BaseException:
        db.close()
        raise
    return db


def readable_text(data: bytes) -> str:
    """A text of a store; in a damaged file it may be none."""
    return data.decode("utf-8", "replace")


def _lay_out(db: sqlite3.Connection, path: Path) -> None:
    db.text_factory = readable_text
    (version,) = db.execute("pragma user_version").fetchone()
    (tables,) = db.execute("select count(*) from sqlite_master").fetchone()
    if version != VERSION and (version or tables):
        raise StoreError(*_other_version(path, version))
    db.execute("pragma journal_mode = wal")
    db.execute("pragma synchronous = full")
    db.execute("pragma foreign_keys = on")
    db.execute("pragma secure_delete = on")  # erased secrets are overwritten
    db.execute(f"pragma wal_autocheckpoint = {OFTEN}")
    if not tables:
        db.executescript(f"begin immediate; {SCHEMA} pragma user_version = {VERSION}; commit;")
        db.execute("pragma wal_checkpoint(passive)")  # the head of a database is never in its log alone
    else:
        there = {name for (name,) in db.execute("select name from sqlite_master").fetchall()}
        for name in LATER.keys() - there:
            db.execute(LATER[name])


def _other_version(path: Path, version: int) -> tuple[str, str, tuple[str, str]]:
    """Give the text, the code and the reason of the error for a store of another version."""
    if version > VERSION:
        return f"{path} was written by a newer version of tta-p2p", "other", ("store-newer", str(path))
    text = f"{path} was written by an older version of tta-p2p, which alone can go on with the games in it"
    text = f"{text}; move it away, or name another data folder with TTA_HOME, and play here"
    return text, "other", ("store-older", str(path))
