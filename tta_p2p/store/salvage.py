"""Salvage: copies the sound parts of a store's damaged files into a new one.

Every row has a seal, so whatever is found anywhere in the files either is what was written or is left out: games,
journals, results, known players, charters that were signed. Forgotten is what somebody has begun to decide or skips,
where others were found, and which copy is the newest: whoever plays on asks all others first. A game of which only the
journal is left, or a row with another seal, or its id in an index, stays in the list as a damaged one, and so does a
charter that was signed. No row is believed to have the types of its table, and one that SQLite refuses costs no other.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from tta_p2p.store import chain
from tta_p2p.store.pages import Pages, Values
from tta_p2p.store.schema import SCHEMA, VERSION, fitted

SID = 32
"""Bytes of the id of a game, of a link and of a seal."""

EARLIEST = 1_000_000_000
"""Seconds since 1970 before which no game ended and no charter was signed; no journal has so many records."""

TABLES = {(9, True): "games", (8, True): "players", (5, False): "journal", (4, True): "heads", (3, True): "times"}
"""The table of a record, by how many columns it has and whether it has a row id; results and signed are like heads."""

REFUSED = (sqlite3.IntegrityError, sqlite3.DataError)
"""How SQLite refuses a row, and not the file."""

Head = tuple[int, bytes]
Link = tuple[bytes, bytes]
"""A record and its seal."""


@dataclass
class SoundRows:
    """The sound rows of a store, by what they are of; of several versions the newest."""

    games: dict[bytes, Values] = field(default_factory=dict)
    journals: dict[bytes, dict[int, dict[bytes, Link]]] = field(default_factory=lambda: defaultdict(dict))
    """By game and number: the versions of a record by their links."""
    broken: dict[bytes, Values] = field(default_factory=dict)
    """Rows of games whose seal is another: they name a game that was here, and nothing else of them counts."""
    players: dict[bytes, Values] = field(default_factory=dict)
    times: dict[bytes, bytes] = field(default_factory=dict)
    _numbered: dict[bytes, list[tuple[int, bytes, bytes]]] = field(default_factory=lambda: defaultdict(list))
    """By game: rows of a number and bytes, which may be heads, results or signed charters; the newest first."""

    def take(self, has_row_id: bool, values: Values) -> None:
        """Take a record that was found, if it is a sound row, or names a game."""
        table = TABLES.get((len(values), has_row_id))
        if table is None:
            return
        row = fitted(table, values)
        *told, seal = row
        sid = row[0]
        if len(sid) != SID:
            return
        if table == "journal":
            _, number, record, sealed, link = row
            if sealed == chain.seal(sid, number, record):
                self.journals[sid].setdefault(number, {})[link] = (record, sealed)
        elif seal != chain.seal(*told):
            if table == "games":
                self.broken.setdefault(sid, row)
        elif table == "games":
            known = self.games.get(sid)
            if known is None or known[3] < row[3]:
                self.games[sid] = row
        elif table == "players":
            known = self.players.get(sid)
            if known is None or known[3] < row[3]:
                self.players[sid] = row
        elif table == "times":
            self.times.setdefault(sid, told[1])
        else:
            self._numbered[sid].append((told[1], told[2], seal))

    def heads(self, sid: bytes) -> list[Head]:
        """The heads of a journal, the newest first: a link that one of its records has, or the first."""
        rows = self.journals.get(sid, {})
        return [
            (number, link)
            for number, link, _ in self._numbered.get(sid, [])
            if link in rows.get(number - 1, {}) or (len(link) == SID and (number, link) == (0, chain.FIRST))
        ]

    def others(self, sid: bytes) -> list[tuple[int, bytes, bytes]]:
        """The results of a game, or the charters of one that has not begun, the newest first.

        What is as long as a link and has the number of a record is a head, also where that record is gone.
        """
        return [one for one in self._numbered.get(sid, []) if len(one[1]) != SID or one[0] > EARLIEST]

    @property
    def sids(self) -> list[bytes]:
        """All games of which something is known.

        Where a journal has no row, a broken row of another game is that game's own, with a damaged id.
        """
        known = {*self.games, *(sid for sid, rows in self.journals.items() if rows)}
        return sorted(known if known - {*self.games} else known | {*self.broken})


@dataclass(frozen=True, slots=True)
class Salvage:
    """A new store and what is in it: how many games are sound, and how many are in the list as damaged ones."""

    data: bytes
    games: int
    damaged: int


def sound_rows(pages: Pages) -> SoundRows:
    """Find all sound rows."""
    sound = SoundRows()
    for has_row_id, values in pages.records():
        sound.take(has_row_id, values)
    return sound


@dataclass(frozen=True, slots=True)
class IndexedIds:
    """The ids that stand in the indices of a damaged store: which games and signed charters it had.

    ``whole``: both indices could be read, as they were last.
    """

    games: frozenset[bytes] = frozenset()
    signed: frozenset[bytes] = frozenset()
    whole: bool = False


def salvage(pages: Pages, named: IndexedIds = IndexedIds()) -> Salvage | None:
    """Put all that is sound into a new store, and of the rest the names; nothing where there is nothing of one."""
    sound = sound_rows(pages)
    if not (sound.sids or sound.players or sound._numbered or named.whole):
        return None
    sids = [*sound.sids, *_lost(named.games, {*sound.sids})]
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.executescript(f"{SCHEMA} pragma user_version = {VERSION};")
        games = sum([_put_game(db, sound, sid) for sid in sids])
        signed = {sid: sound.others(sid)[0] for sid in sorted(sound._numbered) if sid not in sids and sound.others(sid)}
        lost = _lost(named.signed - {*sids}, {*signed})
        for sid, row in (*signed.items(), *((sid, (0, b"", b"")) for sid in lost)):
            _put(db, "signed", (sid, *row))
        for player in sound.players.values():
            _put(db, "players", player)
        return Salvage(db.serialize(), games, len(sids) - games + len(lost))


def _lost(named: frozenset[bytes], found: set[bytes]) -> list[bytes]:
    """The ids of rows that are gone: an id that nothing has is one with another bit, unless a row is missing."""
    return sorted(named - found) if len(named) > len(found) else []


def _put_game(db: sqlite3.Connection, sound: SoundRows, sid: bytes) -> bool:
    """Put a game and all that is sound of it into a store; whether its own row is."""
    whole = sid in sound.games and _put(db, "games", sound.games[sid])
    if not whole and not (sid in sound.broken and _put(db, "games", sound.broken[sid])):
        _put(db, "games", (sid, "", 0, 0, 0, b"", "", b"", b""))
    head, records = journal(sound, sid)
    if head is not None:
        _put(db, "heads", (sid, *head, chain.seal(sid, *head)))
    for number, link, (record, seal) in records:
        _put(db, "journal", (sid, number, record, seal, link))
    if sid in sound.times:
        kept = sound.times[sid]
        _put(db, "times", (sid, kept, chain.seal(sid, kept)))
    for result in sound.others(sid)[:1]:
        _put(db, "results", (sid, *result))
    return whole


def _put(db: sqlite3.Connection, table: str, row: Values) -> bool:
    """Put a row into a store, unless SQLite refuses it: then only this row is missing."""
    try:
        db.execute(f"insert into {table} values ({', '.join('?' * len(row))})", row)
    except REFUSED:
        return False
    return True


def journal(sound: SoundRows, sid: bytes) -> tuple[Head | None, list[tuple[int, bytes, Link]]]:
    """The head and the records of a journal: whole from a head to the first record, and what is chained behind it.

    Where no head leads to the first record, all that is sound, with the head that tells of most records.
    """
    rows, heads = sound.journals.get(sid, {}), sound.heads(sid)
    for count, link in heads:
        found = list(_back(rows, count, link))
        if len(found) == count:
            found.reverse()
            found += _onward(rows, count, link)
            return (len(found), found[-1][1] if found else chain.FIRST), found
    found = list(_onward(rows, 0, chain.FIRST))
    found += [(number, *next(iter(rows[number].items()))) for number in sorted(rows) if number >= len(found)]
    return max(heads, default=None), found


def _back(rows: dict[int, dict[bytes, Link]], count: int, link: bytes) -> Iterator[tuple[int, bytes, Link]]:
    """The records before a place, the last first, as far as each leads to the one before."""
    for number in range(count - 1, -1, -1):
        found = rows.get(number, {}).get(link)
        if found is None:
            return
        yield number, link, found
        before = [chain.FIRST] if number == 0 else [*rows.get(number - 1, {})]
        link = next((one for one in before if chain.link(one, found[1]) == link), b"")


def _onward(rows: dict[int, dict[bytes, Link]], number: int, before: bytes) -> Iterator[tuple[int, bytes, Link]]:
    """The records that are chained behind a place."""
    while True:
        following = rows.get(number, {})
        found = next(((link, one) for link, one in following.items() if chain.link(before, one[1]) == link), None)
        if found is None:
            return
        yield number, *found
        number, before = number + 1, found[0]
