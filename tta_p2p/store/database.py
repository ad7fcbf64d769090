"""Games, journals, charters, results and known players in one SQLite file (WAL, full sync).

A record is durable when ``append`` returns: what a peer says is stored before it is sent. One process holds a game at
a time (``hold``); a second one is told so. All values are plain bytes and texts: what they mean is others' business.
Whatever is read is what was written, or it is said that it is not (``chain``).
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tta_p2p.store import chain, files, locks
from tta_p2p.store.chain import LoadedJournal
from tta_p2p.store.errors import BROKEN, DAMAGED_FILE, GameInUse, StoreDamaged, StoreError, code_of
from tta_p2p.store.files import Repair
from tta_p2p.store.repair import DATABASE
from tta_p2p.store.schema import GAME, PLAYER, fitted

__all__ = [
    "DATABASE",
    "UNDER_WAY",
    "GameInUse",
    "GameRow",
    "KnownPlayer",
    "Mark",
    "Repair",
    "SignedRow",
    "Store",
    "StoreDamaged",
    "StoreError",
    "is_played",
    "lock_of",
    "mark_of",
    "rematch_of",
]  # fmt: skip
IN_MEMORY = 256 << 20
"""Up to how many bytes a store is written anew in memory."""


UNDER_WAY = ("playing", "paused")
"""What a game is that has not ended."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game: ``status`` is playing, paused, over, called-off or forfeited; times are seconds since 1970.

    ``sound``: it is what was written.
    """

    sid: bytes
    game: str
    made: int
    touched: int
    operator: int
    charter: bytes
    status: str
    secrets: bytes
    sound: bool = True

    @property
    def under_way(self) -> bool:
        """Whether it has not ended."""
        return self.status in UNDER_WAY

    @property
    def values(self) -> tuple[bytes | str | int, ...]:
        """Give the values of a row without its seal."""
        told = (self.sid, self.game, self.made, self.touched, self.operator)
        return (*told, self.charter, self.status, self.secrets)


@dataclass(frozen=True, slots=True)
class SignedRow:
    """A charter that was signed here, when, and what is kept to ask whether all have; ``sound`` as in `GameRow`."""

    sid: bytes
    made: int
    kept: bytes
    sound: bool = True


@dataclass(frozen=True, slots=True)
class KnownPlayer:
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


def mark_of(sid: bytes) -> str:
    """Give the beginning of the names of a game's marks; letters and digits follow."""
    return f"{sid.hex()[:16]}."


def lock_of(sid: bytes) -> str:
    """The name of the lock of whoever plays a game."""
    return sid.hex()[:32]


def rematch_of(sid: bytes) -> bytes:
    """Name the lock held in place of a game while its table gathers for a rematch."""
    return hashlib.blake2b(b"rematch" + sid, digest_size=32).digest()


def is_played(folder: Path, sid: bytes) -> bool:
    """Whether some process plays this game now. Raises OSError."""
    return locks.is_held(folder, lock_of(sid))


class Store:
    """The SQLite file of one data folder; threads may share a store, and each waits until it is its turn.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = Store(Path(folder))
    ...     store.add_game(GameRow(bytes(32), "caravan", 1, 1, 0, b"charter", "playing", b""))
    ...     store.append(bytes(32), [b"first", b"second"])
    ...     store.journal(bytes(32))
    ...     store.close()
    [b'first', b'second']
    """

    def __init__(self, folder: Path, *, only_look: bool = False) -> None:
        """Open or make the file; ``only_look``: read what is sound of it, and never write. Raises StoreError."""
        self.folder = folder
        self.repair: Repair | None = None
        """Sound things mended in damaged files, or only read in them, when this store was opened."""
        self._turn = threading.RLock()
        """Held by the thread that uses the connection, whose transaction would take in what others write meanwhile."""
        self._opened = False
        self._file = (0, 0)
        """The file that is open, by its device and inode."""
        path = folder / DATABASE
        try:
            if only_look:
                self._db, self.repair = files.look_at(folder)
                self._db.text_factory = files.readable_text
            else:
                self._db, self.repair = files.open_store(folder)
                self._opened = True
                self._file = _file_at(path)
        except OSError as error:
            text = f"the store {error.filename or path} cannot be opened: {error.strerror}"
            raise StoreError(text, code_of(error)) from error
        except BROKEN as error:
            raise StoreError(f"the store {path} cannot be opened: {error}", code_of(error)) from error

    def close(self) -> None:
        """Let the file go."""
        with self._turn:
            self._db.close()
        if self._opened:
            files.release(self.folder)
            self._opened = False

    def lists_all(self) -> bool:
        """Whether each game and each signed charter that an index names can be read."""
        with self._turn:
            return files.lists_all(self._db)

    def check_point(self) -> None:
        """Take what stands in the log into the database, as far as nobody reads it, so that it has two places."""
        with self._turn, contextlib.suppress(sqlite3.Error):  # it is durable where it is; a full disk takes it later
            self._db.execute("pragma wal_checkpoint(passive)").fetchone()

    def copy_to(self, path: Path) -> None:
        """Write all of it, as it is at one moment, to a new file. Raises StoreError."""
        try:
            with self._turn:
                self._db.execute("vacuum into ?", (str(path),))
        except sqlite3.Error as error:
            raise StoreError(f"{path} could not be written: {error}", code_of(error), where=str(path)) from error
        path.chmod(0o600)

    def check_writable(self) -> None:
        """Whether something can be stored now, tried with as much as a game begins with. Raises StoreError."""
        tried = bytes(1 << 16)  # what a crash leaves of it goes when the store is scrubbed
        for statement in ("insert or replace into erased values (?)", "delete from erased where sid = ?"):
            with self._all_or_none():
                self._db.execute(statement, (tried,))

    # Games.

    def add_signed(self, sid: bytes, made: int, kept: bytes) -> None:
        """Keep what is needed to ask whether a game has begun, before its charter is signed. Raises StoreError."""
        with self._all_or_none():
            values = (sid, made, kept, chain.seal(sid, made, kept))
            self._db.execute("insert or replace into signed values (?, ?, ?, ?)", values)
        self.check_point()

    def signed(self) -> list[SignedRow]:
        """All charters of which it is not known whether their games have begun, the last first."""
        rows = self._rows("select sid, made, kept, seal from signed order by made desc, sid")
        return [_signed(row) for row in rows]

    def forget_signed(self, sid: bytes) -> None:
        """Forget that game: it has not begun, or it is not ours any more. Raises StoreError."""
        with self._all_or_none():
            self._db.execute("delete from signed where sid = ?", (sid,))

    def add_game(self, row: GameRow) -> None:
        """Keep a new game: all have signed its charter. Raises StoreError."""
        with self._all_or_none():
            self._db.execute("delete from signed where sid = ?", (row.sid,))
            self._db.execute(
                "insert into games values (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row.values, chain.seal(*row.values))
            )
            self._set_head(row.sid, 0, chain.FIRST)
        self.check_point()

    def games(self) -> list[GameRow]:
        """All games, the last touched first."""
        rows = self._rows(f"select {GAME}, seal from games order by touched desc, made desc, sid")
        return [_game(row) for row in rows]

    def game(self, sid: bytes) -> GameRow | None:
        """One game."""
        rows = self._rows(f"select {GAME}, seal from games where sid = ?", sid)
        return _game(rows[0]) if rows else None

    def mark(self, sid: bytes) -> Mark | None:
        """The mark of a game, if a node has begun to play it here; nothing where its name is not one that nodes give.

        It needs no seal: a changed row fits no file, and then others are asked what this store lacks.
        """
        rows = self._rows("select name, inode, changed from newest where sid = ?", sid)
        begin, name = mark_of(sid), rows[0][0] if rows else None
        sound = isinstance(name, str) and name.startswith(begin) and name.removeprefix(begin).isalnum()
        return Mark(*rows[0]) if sound else None

    def set_status(self, sid: bytes, status: str, now: int) -> None:
        """Say how a game stands. Raises StoreError, Damaged."""
        with self._all_or_none():
            row = self.game(sid)
            if row is None or not row.sound:
                raise StoreDamaged(f"what {self.folder / DATABASE} says of this game is damaged")
            fresh = replace(row, status=status, touched=now)
            values = (status, now, chain.seal(*fresh.values), sid)
            self._db.execute("update games set status = ?, touched = ?, seal = ? where sid = ?", values)

    def erase(self, sid: bytes, beginning: bytes) -> None:
        """Delete the records of a game that begin so, and its drafts, skips and addresses.

        The chain goes through the records that stay. The bytes of the others are gone from the files when ``scrub`` has
        been done. Nothing happens where nothing is to be erased. A damaged journal stays so, for whoever reads it.
        """
        game = (sid, len(beginning), beginning)
        with self._all_or_none():
            kept = self.read_journal(sid)
            count = self._db.execute("delete from journal where sid = ? and substr(record, 1, ?) = ?", game).rowcount
            if count and kept.damage is None:
                self._write_anew(sid, [record for record in kept.records if not record.startswith(beginning)])
            count += self._db.execute("delete from drafts where sid = ?", (sid,)).rowcount
            count += self._db.execute("delete from addresses where sid = ?", (sid,)).rowcount
            self._db.execute("delete from skips where sid = ?", (sid,))
            if count:
                self._db.execute("insert or ignore into erased values (?)", (sid,))

    def scrub(self) -> None:
        """Make what was erased gone from the files, too, if anything was. Raises StoreError where that cannot be now.

        SQLite overwrites what it deletes, but not the copies that were left within pages when rows moved; writing the
        file anew leaves those behind.
        """
        with self._turn:
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
            head = self._head(sid)
            if head is None:
                raise StoreDamaged(
                    f"{self.folder / DATABASE} holds no such game, or what it says of its journal is damaged"
                )
            self._add(sid, *head, records)
            if mark is not None:
                values = (sid, mark.name, mark.inode, mark.changed)
                self._db.execute("insert or replace into newest values (?, ?, ?, ?)", values)

    def read_journal(self, sid: bytes) -> LoadedJournal:
        """Read a journal, and its damage if parts of it are missing."""
        with self._of_one_moment():
            found = self._rows("select number, record, seal, link from journal where sid = ? order by number", sid)
            return chain.read(sid, self._head(sid), found)

    def journal(self, sid: bytes, *, alone: bool = False) -> list[bytes]:
        """All records of a game, in order; ``alone``: nobody else has any of them. Raises Damaged."""
        read = self.read_journal(sid)
        if read.damage is not None:
            path, number = self.folder / DATABASE, read.damage.number + 1
            why = ("journal-damaged-alone" if alone else "journal-damaged", str(path), str(number))
            raise StoreDamaged(f"the journal of this game in {path} is damaged at record {number}", why)
        return read.records

    def mend(self, sid: bytes, records: Iterable[bytes]) -> None:
        """Let a damaged journal be these records; the store is not the newest any more: others may know more."""
        with self._all_or_none():
            self._write_anew(sid, records)
            self._db.execute("delete from newest where sid = ?", (sid,))

    def _write_anew(self, sid: bytes, records: Iterable[bytes]) -> None:
        self._db.execute("delete from journal where sid = ?", (sid,))
        self._add(sid, 0, chain.FIRST, records)

    def _add(self, sid: bytes, count: int, before: bytes, records: Iterable[bytes]) -> None:
        for number, record, seal, link in chain.rows(sid, before, count, records):
            self._db.execute("insert into journal values (?, ?, ?, ?, ?)", (sid, number, record, seal, link))
            count, before = number + 1, link
        self._set_head(sid, count, before)

    def _head(self, sid: bytes) -> tuple[int, bytes] | None:
        """Count the records of a journal and give their last link; None where that is damaged."""
        rows = self._rows("select count, link, seal from heads where sid = ?", sid)
        if not rows or chain.seal(sid, *rows[0][:2]) != rows[0][2]:
            return None
        return rows[0][0], rows[0][1]

    def _set_head(self, sid: bytes, count: int, link: bytes) -> None:
        values = (sid, count, link, chain.seal(sid, count, link))
        self._db.execute("insert or replace into heads values (?, ?, ?, ?)", values)

    def save_draft(self, sid: bytes, seat: int, acts: bytes) -> None:
        """Keep the draft of a seat's turn; empty bytes forget it."""
        with self._all_or_none():
            if acts:
                values = (sid, seat, acts, chain.seal(sid, seat, acts))
                self._db.execute("insert or replace into drafts values (?, ?, ?, ?)", values)
            else:
                self._db.execute("delete from drafts where sid = ? and seat = ?", (sid, seat))

    def drafts(self, sid: bytes) -> dict[int, bytes]:
        """The drafts of a game by seat; one that is damaged is forgotten."""
        rows = self._rows("select seat, acts, seal from drafts where sid = ?", sid)
        return {seat: acts for seat, acts, seal in rows if seal == chain.seal(sid, seat, acts)}

    def save_times(self, sid: bytes, kept: bytes) -> None:
        """Keep what was counted of the time that the players of a game use. Raises StoreError."""
        with self._all_or_none():
            self._db.execute("insert or replace into times values (?, ?, ?)", (sid, kept, chain.seal(sid, kept)))

    def times(self, sid: bytes) -> bytes:
        """Give the counted time of each player; nothing where that is damaged. Raises StoreError."""
        rows = self._rows("select kept, seal from times where sid = ?", sid)
        return next((kept for kept, seal in rows if chain.seal(sid, kept) == seal), b"")

    def save_addresses(self, sid: bytes, operator: int, kept: bytes) -> None:
        """Keep where a member of a game was found. Raises StoreError."""
        with self._all_or_none():
            values = (sid, operator, kept, chain.seal(sid, operator, kept))
            self._db.execute("insert or replace into addresses values (?, ?, ?, ?)", values)

    def addresses(self, sid: bytes) -> dict[int, bytes]:
        """Give the learnt addresses of a game's members; damaged ones are dropped. Raises StoreError."""
        rows = self._rows("select operator, kept, seal from addresses where sid = ?", sid)
        return {operator: kept for operator, kept, seal in rows if seal == chain.seal(sid, operator, kept)}

    def save_skips(self, sid: bytes, seat: int, kept: bytes) -> None:
        """Keep what a seat skips; empty bytes forget it."""
        with self._all_or_none():
            if kept:
                values = (sid, seat, kept, chain.seal(sid, seat, kept))
                self._db.execute("insert or replace into skips values (?, ?, ?, ?)", values)
            else:
                self._db.execute("delete from skips where sid = ? and seat = ?", (sid, seat))

    def skips(self, sid: bytes) -> dict[int, bytes]:
        """Give the skips of a game's seats; damaged ones are dropped."""
        rows = self._rows("select seat, kept, seal from skips where sid = ?", sid)
        return {seat: kept for seat, kept, seal in rows if seal == chain.seal(sid, seat, kept)}

    def save_result(self, sid: bytes, standings: bytes, now: int) -> None:
        """Keep how a game ended."""
        with self._all_or_none():
            values = (sid, now, standings, chain.seal(sid, now, standings))
            self._db.execute("insert or replace into results values (?, ?, ?, ?)", values)

    def result(self, sid: bytes) -> bytes | None:
        """Give the result of a game, unless that is damaged."""
        rows = self._rows("select finished, standings, seal from results where sid = ?", sid)
        return rows[0][1] if rows and chain.seal(sid, *rows[0][:2]) == rows[0][2] else None

    @contextlib.contextmanager
    def hold(self, sid: bytes) -> Iterator[None]:
        """Be the one process that plays this game. Raises GameInUse, StoreError."""
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(locks.held(self.folder, lock_of(sid), locks.MOMENT))
            except locks.LockHeld as error:
                raise GameInUse(error.pid) from error
            except OSError as error:
                raise StoreError(f"{error.filename}: {error.strerror}", code_of(error)) from error
            yield

    # Known players.

    def players(self) -> list[KnownPlayer]:
        """All known players by name; of one whose row is damaged nothing is known."""
        rows = self._rows(f"select {PLAYER}, seal from players order by name, identity")
        return [_player(row) for row in rows if chain.seal(*row[:-1]) == row[-1]]

    def player(self, identity: bytes) -> KnownPlayer | None:
        """A known player by key."""
        return next((player for player in self.players() if player.identity == identity), None)

    def meet(self, identity: bytes, name: str, now: int) -> None:
        """Remember that a player was met under this name."""
        with self._all_or_none():
            known = self.player(identity) or KnownPlayer(
                identity, name, now, now, compared=False, trusted=False, note=""
            )
            self._remember(replace(known, name=name, last_seen=now))

    def mark_player(
        self, identity: bytes, *, compared: bool | None = None, trusted: bool | None = None, note: str | None = None
    ) -> None:
        """Say more of a known player. Raises StoreError for an unknown one."""
        with self._all_or_none():
            known = self.player(identity)
            if known is None:
                raise StoreError("no player with this key has been met", why=("never-met",))
            self._remember(
                replace(
                    known,
                    compared=known.compared if compared is None else compared,
                    trusted=known.trusted if trusted is None else trusted,
                    note=known.note if note is None else note,
                )
            )

    def _remember(self, player: KnownPlayer) -> None:
        told = (player.identity, player.name, player.first_seen, player.last_seen)
        values = (*told, int(player.compared), int(player.trusted), player.note)
        row = (*values, chain.seal(*values))
        self._db.execute("insert or replace into players values (?, ?, ?, ?, ?, ?, ?, ?)", row)

    def forget(self, identity: bytes) -> bool:
        """Forget a player; whether one was known."""
        with self._all_or_none():
            return bool(self._db.execute("delete from players where identity = ?", (identity,)).rowcount)

    def _rows(self, question: str, *values: bytes) -> list[Any]:
        """All rows that answer a question. Raises StoreError for a file that is damaged, or somebody else's."""
        try:
            with self._turn:
                return self._db.execute(question, values).fetchall()
        except BROKEN as error:
            path, code = self.folder / DATABASE, code_of(error)
            if code not in DAMAGED_FILE:
                raise StoreError(f"the store {path} cannot be read: {error}", code) from error
            raise StoreError(_unreadable(path, error), code, ("store-unreadable", str(path))) from error

    @contextlib.contextmanager
    def _of_one_moment(self) -> Iterator[None]:
        """Keep all reads within it at one moment, whatever another process writes meanwhile."""
        with self._turn:
            if self._db.in_transaction:
                yield
                return
            self._db.execute("begin")
            try:
                yield
            finally:
                self._db.execute("rollback")  # nothing was written

    def _check_place(self) -> None:
        """Check that what is written goes where the next process will read it. Raises StoreError.

        SQLite goes on writing to a file that was removed or replaced, and all of that would be lost with this process.
        """
        path = self.folder / DATABASE
        if _file_at(path) != self._file:
            raise StoreError(f"the store {path} was removed or replaced while it was open here", "replaced")

    @contextlib.contextmanager
    def _all_or_none(self) -> Iterator[None]:
        try:
            with self._turn:
                self._check_place()
                self._db.execute("begin immediate")
                try:
                    yield
                except BaseException:
                    if self._db.in_transaction:  # on a full disk SQLite has rolled back already
                        self._db.execute("rollback")
                    raise
                self._db.execute("commit")
        except BROKEN as error:
            raise StoreError(f"the store could not be written: {error}", code_of(error)) from error


def _file_at(path: Path) -> tuple[int, int]:
    """The device and inode of the file at a place; zeros where there is none, or none that may be seen."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino


def _unreadable(path: Path, error: Exception) -> str:
    remedy = "end what plays here and look with tta games, which puts what is sound in a new file"
    return f"the store {path} cannot be read: {error}; {remedy}"


def _game(row: tuple[Any, ...]) -> GameRow:
    return replace(GameRow(*fitted("games", row)[:-1]), sound=chain.seal(*row[:-1]) == row[-1])


def _signed(row: tuple[Any, ...]) -> SignedRow:
    return replace(SignedRow(*fitted("signed", row)[:-1]), sound=chain.seal(*row[:-1]) == row[-1])


def _player(row: tuple[Any, ...]) -> KnownPlayer:
    key, name, first, last, compared, trusted, note = row[:-1]
    return KnownPlayer(key, name, first, last, bool(compared), bool(trusted), note)
