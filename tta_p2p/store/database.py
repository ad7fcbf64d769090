"""Games, journals, charters, results and known players in one SQLite file (WAL, full sync).

A record is durable when ``append`` returns: what a peer says is stored before it is sent. One process holds a game at
a time (``hold``); a second one is told so. All values are plain bytes and texts: what they mean is others' business.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATABASE = "games.sqlite3"
VERSION = 1
"""Of the tables. Games in it may have been played by other versions of the protocol; their charters say so."""

SCHEMA = """
create table if not exists games (
    sid blob primary key,
    game text not null,
    made integer not null,
    touched integer not null,
    operator integer not null,
    charter blob not null,
    status text not null,
    secrets blob not null
) strict;
create table if not exists journal (
    sid blob not null references games on delete cascade,
    number integer not null,
    record blob not null,
    primary key (sid, number)
) strict, without rowid;
create table if not exists drafts (
    sid blob not null references games on delete cascade,
    seat integer not null,
    acts blob not null,
    primary key (sid, seat)
) strict, without rowid;
create table if not exists newest (
    sid blob primary key references games on delete cascade,
    name text not null,
    inode integer not null,
    changed integer not null
) strict;
create table if not exists addresses (
    sid blob not null references games on delete cascade,
    operator integer not null,
    address text not null,
    primary key (sid, operator)
) strict, without rowid;
create table if not exists results (
    sid blob primary key references games on delete cascade,
    finished integer not null,
    standings blob not null
) strict;
create table if not exists erased (
    sid blob primary key
) strict, without rowid;
create table if not exists players (
    identity blob primary key,
    name text not null,
    first_seen integer not null,
    last_seen integer not null,
    compared integer not null default 0,
    trusted integer not null default 0,
    note text not null default ''
) strict;
"""
PATIENCE = 60.0
"""Seconds for which a process waits while another one writes; longer than a large store takes to be written anew."""
IN_MEMORY = 256 << 20
"""Up to how many bytes a store is written anew in memory."""

GAME = "sid, game, made, touched, operator, charter, status, secrets"
PLAYER = "identity, name, first_seen, last_seen, compared, trusted, note"


class StoreError(Exception):
    """The store cannot do what is asked; ``code`` says why to whoever puts it into words."""

    def __init__(self, why: str, code: str = "other") -> None:
        super().__init__(why)
        self.code = code


def code_of(error: OSError | sqlite3.Error) -> str:
    """What the system or SQLite calls an error."""
    if isinstance(error, OSError):
        return errno.errorcode.get(error.errno or 0, "other")
    return getattr(error, "sqlite_errorname", "other")


class AlreadyPlayed(StoreError):
    """Another process on this machine holds this game."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game: ``status`` is playing, over, adjourned or forfeited; times are seconds since 1970."""

    sid: bytes
    game: str
    made: int
    touched: int
    operator: int
    charter: bytes
    status: str
    secrets: bytes


@dataclass(frozen=True, slots=True)
class Player:
    """A known player, pinned by key. ``compared``: people have compared the table phrase or the key."""

    identity: bytes
    name: str
    first_seen: int
    last_seen: int
    compared: bool
    trusted: bool
    note: str


@dataclass(frozen=True, slots=True)
class Mark:
    """The file by which a store is known to be the newest: name, inode, time of its last change in ns."""

    name: str
    inode: int
    changed: int


class Store:
    """The SQLite file of one data folder. Used from one thread."""

    def __init__(self, folder: Path) -> None:
        """Open or make the file. Raises StoreError."""
        self.folder = folder
        path = folder / DATABASE
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            os.close(handle)
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=PATIENCE)
            self._db.execute("pragma journal_mode = wal")
            self._db.execute("pragma synchronous = full")
            self._db.execute("pragma foreign_keys = on")
            self._db.execute("pragma secure_delete = on")  # erased secrets are overwritten
            (version,) = self._db.execute("pragma user_version").fetchone()
            if version > VERSION:
                raise StoreError(f"{path} was written by a newer version of tta-p2p")
            self._db.executescript(f"begin immediate; {SCHEMA} pragma user_version = {VERSION}; commit;")
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"the store {path} cannot be opened: {error}", code_of(error)) from error

    def close(self) -> None:
        """Let the file go."""
        self._db.close()

    # Games.

    def add_game(self, row: GameRow) -> None:
        """Keep a new game. Raises StoreError."""
        with self._all_or_none():
            self._db.execute(
                "insert into games values (?, ?, ?, ?, ?, ?, ?, ?)",
                (row.sid, row.game, row.made, row.touched, row.operator, row.charter, row.status, row.secrets),
            )

    def games(self) -> list[GameRow]:
        """All games, the last touched first."""
        rows = self._rows(f"select {GAME} from games order by touched desc, made desc, sid")
        return [GameRow(*row) for row in rows]

    def game(self, sid: bytes) -> GameRow | None:
        """One game."""
        rows = self._rows(f"select {GAME} from games where sid = ?", sid)
        return GameRow(*rows[0]) if rows else None

    def mark(self, sid: bytes) -> Mark | None:
        """The mark of a game, if a node has begun to play it here."""
        rows = self._rows("select name, inode, changed from newest where sid = ?", sid)
        return Mark(*rows[0]) if rows else None

    def set_status(self, sid: bytes, status: str, now: int) -> None:
        """Say how a game stands."""
        with self._all_or_none():
            self._db.execute("update games set status = ?, touched = ? where sid = ?", (status, now, sid))

    def erase(self, sid: bytes, beginning: bytes) -> None:
        """Delete the records of a game that begin so, and its drafts.

        Their bytes are gone from the files when ``scrub`` has been done. Nothing happens where nothing is to be erased.
        """
        game = (sid, len(beginning), beginning)
        with self._all_or_none():
            count = self._db.execute("delete from journal where sid = ? and substr(record, 1, ?) = ?", game).rowcount
            count += self._db.execute("delete from drafts where sid = ?", (sid,)).rowcount
            if count:
                self._db.execute("insert or ignore into erased values (?)", (sid,))

    def scrub(self) -> None:
        """Make what was erased gone from the files, too, if anything was. Raises StoreError where that cannot be now.

        SQLite overwrites what it deletes, but not the copies that were left within pages when rows moved; writing the
        file anew leaves those behind.
        """
        if not self._rows("select sid from erased limit 1"):
            return
        try:
            (pages,) = self._db.execute("pragma page_count").fetchone()
            (size,) = self._db.execute("pragma page_size").fetchone()
            # No copy of other games' secrets in another folder, unless that takes too much memory.
            self._db.execute(f"pragma temp_store = {'memory' if pages * size < IN_MEMORY else 'default'}")
            self._db.execute("vacuum")
            (busy, *_) = self._db.execute("pragma wal_checkpoint(truncate)").fetchone()
            if busy:
                raise StoreError("another process is reading the store", "SQLITE_BUSY")
            self._db.execute("delete from erased")
        except sqlite3.Error as error:
            raise StoreError(f"the store could not be written anew: {error}", code_of(error)) from error

    # Journals.

    def append(self, sid: bytes, records: Iterable[bytes], mark: Mark | None = None) -> None:
        """Store records durably, all or none, before anything of them is sent. Raises StoreError.

        ``mark``: this copy of the game is known by another file from now on.
        """
        with self._all_or_none():
            (number,) = self._db.execute(
                "select coalesce(max(number), -1) + 1 from journal where sid = ?", (sid,)
            ).fetchone()
            rows = [(sid, number + i, record) for i, record in enumerate(records)]
            self._db.executemany("insert into journal values (?, ?, ?)", rows)
            if mark is not None:
                values = (sid, mark.name, mark.inode, mark.changed)
                self._db.execute("insert or replace into newest values (?, ?, ?, ?)", values)

    def journal(self, sid: bytes) -> list[bytes]:
        """All records of a game, in order."""
        rows = self._rows("select record from journal where sid = ? order by number", sid)
        return [record for (record,) in rows]

    def save_draft(self, sid: bytes, seat: int, acts: bytes) -> None:
        """Keep the draft of a seat's turn; empty bytes forget it."""
        with self._all_or_none():
            if acts:
                self._db.execute("insert or replace into drafts values (?, ?, ?)", (sid, seat, acts))
            else:
                self._db.execute("delete from drafts where sid = ? and seat = ?", (sid, seat))

    def drafts(self, sid: bytes) -> dict[int, bytes]:
        """The drafts of a game by seat."""
        return dict(self._rows("select seat, acts from drafts where sid = ?", sid))

    def save_address(self, sid: bytes, operator: int, address: str) -> None:
        """Remember where an operator was last reached."""
        with self._all_or_none():
            self._db.execute("insert or replace into addresses values (?, ?, ?)", (sid, operator, address))

    def addresses(self, sid: bytes) -> dict[int, str]:
        """Where the operators of a game were last reached."""
        return dict(self._rows("select operator, address from addresses where sid = ?", sid))

    def save_result(self, sid: bytes, standings: bytes, now: int) -> None:
        """Keep how a game ended."""
        with self._all_or_none():
            self._db.execute("insert or replace into results values (?, ?, ?)", (sid, now, standings))

    def result(self, sid: bytes) -> bytes | None:
        """How a game ended."""
        rows = self._rows("select standings from results where sid = ?", sid)
        return rows[0][0] if rows else None

    @contextlib.contextmanager
    def hold(self, sid: bytes) -> Iterator[None]:
        """Be the one process that plays this game. Raises AlreadyPlayed."""
        locks = self.folder / "locks"
        locks.mkdir(mode=0o700, exist_ok=True)
        handle = os.open(locks / sid.hex()[:32], os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise AlreadyPlayed("this game is being played by another tta process; attach to it instead") from error
            yield
        finally:
            os.close(handle)

    # Known players.

    def players(self) -> list[Player]:
        """All known players by name."""
        rows = self._rows(f"select {PLAYER} from players order by name, identity")
        return [Player(key, name, first, last, bool(c), bool(t), note) for key, name, first, last, c, t, note in rows]

    def player(self, identity: bytes) -> Player | None:
        """A known player by key."""
        return next((player for player in self.players() if player.identity == identity), None)

    def meet(self, identity: bytes, name: str, now: int) -> None:
        """Remember that a player was met under this name."""
        with self._all_or_none():
            self._db.execute(
                "insert into players (identity, name, first_seen, last_seen) values (?, ?, ?, ?)"
                " on conflict (identity) do update set name = excluded.name, last_seen = excluded.last_seen",
                (identity, name, now, now),
            )

    def mark_player(
        self, identity: bytes, *, compared: bool | None = None, trusted: bool | None = None, note: str | None = None
    ) -> None:
        """Say more of a known player. Raises StoreError for an unknown one."""
        with self._all_or_none():
            changed = self._db.execute(
                "update players set compared = coalesce(?, compared), trusted = coalesce(?, trusted),"
                " note = coalesce(?, note) where identity = ?",
                (compared, trusted, note, identity),
            ).rowcount
            if not changed:
                raise StoreError("no player with this key has been met")

    def forget(self, identity: bytes) -> bool:
        """Forget a player; whether one was known."""
        with self._all_or_none():
            return bool(self._db.execute("delete from players where identity = ?", (identity,)).rowcount)

    def _rows(self, question: str, *values: bytes) -> list[Any]:
        """All rows that answer a question. Raises StoreError for a file that is damaged, or somebody else's."""
        try:
            return self._db.execute(question, values).fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"the store {self.folder / DATABASE} cannot be read: {error}", code_of(error)) from error

    @contextlib.contextmanager
    def _all_or_none(self) -> Iterator[None]:
        try:
            self._db.execute("begin immediate")
            try:
                yield
            except BaseException:
                if self._db.in_transaction:  # on a full disk SQLite has rolled back already
                    self._db.execute("rollback")
                raise
            self._db.execute("commit")
        except sqlite3.Error as error:
            raise StoreError(f"the store could not be written: {error}", code_of(error)) from error
