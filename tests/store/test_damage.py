"""What a disk has changed is noticed: whatever the store says is what was written, or it says that it is not."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.letters import LETTERS
from tta_p2p.store import chain, marks
from tta_p2p.store.chain import LoadedJournal
from tta_p2p.store.database import DATABASE, GameRow, Store, StoreDamaged, StoreError

SID, OTHER = b"s" * 32, b"t" * 32
RECORDS = [bytes([number]) * (7 * number % 90 + 1) for number in range(24)]
STEP = 61
"""Every so many bytes one is changed; prime, so that all parts of pages have their turn."""
PAGE = 512
"""Bytes of a page of these stores, as few as there can be: what is changed is seldom a place where nothing stands."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    with closing(sqlite3.connect(folder / DATABASE)) as raw:
        raw.execute(f"pragma page_size = {PAGE}")
        raw.execute("vacuum")
    with closing(Store(folder)) as store:
        assert store._db.execute("pragma page_size").fetchone() == (PAGE,)
        for sid in (SID, OTHER):
            store.add_game(GameRow(sid, "caravan", 10, 10, 0, b"charter" * 9, "playing", b"secrets" * 5))
            store.append(sid, RECORDS[:10])
            store.append(sid, RECORDS[10:])
            store.save_draft(sid, 0, b"an act")
            store.save_skips(sid, 1, b"a skip")
            store.save_times(sid, b"seconds")
            store.save_addresses(sid, 1, b"a place")
            store.save_result(sid, b"standings", 11)
            marks.renew(store, sid)
        store.meet(b"k" * 32, "Ann", 12)
        store.add_signed(b"u" * 32, 13, b"kept")
        store._db.execute("pragma wal_checkpoint(truncate)")
    return folder


def change(home: Path, statement: str, *values: object) -> None:
    """Write to the file behind the store's back."""
    with closing(sqlite3.connect(home / DATABASE)) as raw:
        assert raw.execute(statement, values).rowcount > 0
        raw.commit()


def read(home: Path, sid: bytes = SID) -> LoadedJournal:
    with closing(Store(home)) as store:
        return store.read_journal(sid)


def test_a_changed_record_is_named_with_what_stands_there_and_those_around_it_are_sound(home: Path) -> None:
    change(home, "update journal set record = ? where sid = ? and number = 7", b"other", SID)
    found = read(home)
    assert found.records == RECORDS[:7] and found.beyond == tuple(RECORDS[8:]) and found.changed == (b"other",)
    assert found.damage == chain.JournalDamage(7, len(RECORDS), b"other")
    assert read(home, OTHER).damage is None
    with closing(Store(home)) as store, pytest.raises(StoreDamaged, match="at record 8"):
        store.journal(SID)


def test_a_missing_record_and_a_missing_end_are_named(home: Path) -> None:
    change(home, "delete from journal where sid = ? and number = 0", SID)
    assert read(home) == LoadedJournal([], chain.JournalDamage(0, len(RECORDS), None), tuple(RECORDS[1:]))
    change(home, "delete from journal where sid = ? and number > 20", OTHER)
    assert read(home, OTHER) == LoadedJournal(RECORDS[:21], chain.JournalDamage(21, len(RECORDS), None))


@pytest.mark.parametrize("column", ["seal", "link"])
def test_a_changed_seal_or_link_loses_no_record_that_is_sound(home: Path, column: str) -> None:
    change(home, f"update journal set {column} = zeroblob(32) where sid = ? and number = 3", SID)
    found = read(home)
    assert found.records == RECORDS[:3] and found.damage is not None and found.damage.number == 3
    sound = RECORDS[4:] if column == "seal" else RECORDS[3:]
    assert found.beyond == tuple(sound)


@pytest.mark.parametrize("statement", ["update heads set count = 9", "update heads set link=x''", "delete from heads"])
def test_without_a_sound_head_no_journal_is_taken_for_whole_and_nothing_is_added_to_it(
    home: Path, statement: str
) -> None:
    change(home, statement)
    found = read(home)
    assert found.damage == chain.JournalDamage(len(RECORDS), -1, None) and found.records == RECORDS
    with closing(Store(home)) as store, pytest.raises(StoreDamaged):
        store.append(SID, [b"more"])


def test_a_mended_journal_is_sound_goes_on_and_is_not_the_newest(home: Path) -> None:
    change(home, "update journal set record = ? where sid = ? and number = 7", b"other", SID)
    with closing(Store(home)) as store:
        found = store.read_journal(SID)
        store.mend(SID, [*found.records, *found.beyond])
        store.append(SID, [b"more"])
        assert store.journal(SID) == [*RECORDS[:7], *RECORDS[8:], b"more"] and store.mark(SID) is None


def test_records_of_another_game_or_place_are_not_taken_for_ones_of_this(home: Path) -> None:
    change(home, "delete from journal where sid = ? and number = 5", SID)
    change(home, "update journal set sid = ? where sid = ? and number = 5", SID, OTHER)
    found = read(home)
    assert found.damage is not None and found.damage.number == 5 and found.beyond == tuple(RECORDS[6:])


def test_of_rows_that_were_changed_nothing_is_believed(home: Path) -> None:
    change(home, "update games set status = 'over' where sid = ?", SID)
    change(home, "update drafts set acts = x'61' where sid = ?", SID)
    change(home, "update results set standings = x'61' where sid = ?", SID)
    change(home, "update players set compared = 1")
    with closing(Store(home)) as store:
        game = store.game(SID)
        assert game is not None and not game.sound
        assert store.drafts(SID) == {} and store.result(SID) is None and store.players() == []
        with pytest.raises(StoreDamaged):
            store.set_status(SID, "over", 20)
        store.meet(b"k" * 32, "Ann", 30)
        (player,) = store.players()
        assert not player.compared and player.first_seen == 30


@pytest.mark.parametrize("version", [1, 5])
def test_a_store_of_another_version_is_refused_in_words_and_not_touched(home: Path, version: int) -> None:
    with closing(sqlite3.connect(home / DATABASE)) as raw:
        raw.execute(f"pragma user_version = {version}")
    before = (home / DATABASE).read_bytes()
    with pytest.raises(StoreError, match="older" if version < 2 else "newer"):
        Store(home)
    assert (home / DATABASE).read_bytes() == before


def told(folder: Path) -> Iterator[object]:
    """Everything that a store says without remarking that it is damaged."""
    with closing(Store(folder)) as store:
        for sid in (SID, OTHER):
            game = store.game(sid)
            if game is not None and game.sound:
                yield game
                found = store.read_journal(sid)
                yield (sid, found.records[: len(RECORDS)]) if found.damage is None else None
                yield from ((sid, record) for record in (*found.records, *found.beyond))
                yield from (("draft", *one) for one in store.drafts(sid).items())
                yield from (("skips", *one) for one in store.skips(sid).items())
                yield store.times(sid) or None
                yield from (("addresses", *one) for one in store.addresses(sid).items())
                yield store.result(sid)
                yield ("newest", sid) if marks.is_newest(store, sid) else None
        yield from store.players()
        yield from (row for row in store.signed() if row.sound)


def test_whatever_byte_of_the_file_is_changed_nothing_is_said_that_was_not_written(home: Path, tmp_path: Path) -> None:
    true = list(told(home))
    data, folder = (home / DATABASE).read_bytes(), tmp_path / "changed"
    folder.mkdir()
    (folder / marks.FOLDER).symlink_to(home / marks.FOLDER)
    assert list(told(home)) == true and ("newest", SID) in true
    noticed = 0
    for at in range(0, len(data), STEP):
        for path in folder.glob(f"{DATABASE}*"):
            path.unlink()
        (folder / DATABASE).write_bytes(data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :])
        try:
            said = list(told(folder))
        except StoreError:
            noticed += 1
            continue
        assert [one for one in said if one is not None and one not in true] == [], at
        noticed += said != true
    assert noticed > 120, "bytes that matter are among them"


def changed(value: object, at: int) -> object:
    """A value of a row with another byte, or another number."""
    if isinstance(value, int):
        return value + 1000
    data = bytearray(value.encode() if isinstance(value, str) else value)  # type: ignore[arg-type]
    data[at % len(data)] ^= 1 << at % 7
    return data.decode() if isinstance(value, str) else bytes(data)


def test_whatever_row_is_missing_or_changed_nothing_is_said_that_was_not_written(home: Path, tmp_path: Path) -> None:
    """Of every table there is, every column, at its beginning, in it and at its end; and whole rows."""
    with closing(sqlite3.connect(home / DATABASE)) as raw:
        raw.execute("insert into erased values (x'7573')")
        raw.commit()
        tables = [name for (name,) in raw.execute("select name from sqlite_master where type = 'table'")]
        first = {table: raw.execute(f"select * from {table} limit 1").fetchone() for table in tables}
        columns = {table: [one[1] for one in raw.execute(f"pragma table_info({table})")] for table in tables}
    assert all(first.values()) and len(tables) == 12, "there is a row of each"
    true, seen = list(told(home)), set()
    for table in tables:
        where = " and ".join(f"{name} is ?" for name in columns[table])
        statements = [(f"delete from {table} where {where}", ())]
        for name, value in zip(columns[table], first[table], strict=True):
            places = (0, 5, -1) if isinstance(value, str | bytes) and value else () if value == "" else (0,)
            statements += [(f"update {table} set {name} = ? where {where}", (changed(value, at),)) for at in places]
        for statement, values in statements:
            shutil.copyfile(home / DATABASE, tmp_path / DATABASE)
            (tmp_path / marks.FOLDER).unlink(missing_ok=True)
            (tmp_path / marks.FOLDER).symlink_to(home / marks.FOLDER)
            change(tmp_path, statement, *values, *first[table])
            said = list(told(tmp_path))
            assert [one for one in said if one is not None and one not in true] == [], (statement, values)
            seen |= {table} if said != true else set()
    assert seen == {*tables} - {"erased"}, "what is damaged is never taken for what was written"


@pytest.mark.parametrize("name", ["..", "", "other", "\0", f"{SID.hex()[:16]}.", f"{SID.hex()[:16]}.a/b", "\0" * 5000])
def test_a_mark_of_another_name_fits_no_file_and_is_in_nobodys_way(home: Path, name: str) -> None:
    change(home, "update newest set name = ? where sid = ?", name, SID)
    with closing(Store(home)) as store:
        assert not marks.is_newest(store, SID) and marks.is_newest(store, OTHER)
        marks.append(store, SID, [b"a word"])
        marks.renew(store, SID)
        assert marks.is_newest(store, SID) and len(list((home / marks.FOLDER).glob(f"{SID.hex()[:16]}.*"))) == 1


@pytest.mark.parametrize("part", range(0, 10))
def test_a_log_of_writes_that_was_changed_is_an_older_store_or_none(home: Path, tmp_path: Path, part: int) -> None:
    folder = tmp_path / "crashed"
    with closing(Store(home)) as store:
        for number in range(8):
            store.append(SID, [b"later %d" % number * 30])
        shutil.copytree(home, folder)  # as the files are when the process is killed now
    log = folder / (DATABASE + "-wal")
    data = bytearray(log.read_bytes())
    data[len(data) * part // 10 + 11] ^= 4
    log.write_bytes(data)
    whole = [*RECORDS, *(b"later %d" % number * 30 for number in range(8))]
    found = read(folder)
    assert found.records == whole[: len(found.records)] and len(found.records) >= len(RECORDS)


@given(st.lists(st.binary(max_size=20), max_size=8), st.data())
def test_any_change_of_the_rows_of_a_journal_is_noticed(records: list[bytes], data: st.DataObject) -> None:
    rows = [tuple(row) for row in chain.rows(SID, chain.FIRST, 0, records)]
    head = (len(rows), rows[-1][3] if rows else chain.FIRST)
    assert chain.read(SID, head, rows) == LoadedJournal(records)
    values = st.one_of(st.none(), st.integers(-3, 12), st.text(LETTERS, max_size=3), st.binary(max_size=33))
    other = data.draw(st.lists(st.one_of(st.sampled_from(rows or [(0, b"", b"", b"")]), st.tuples(*[values] * 4))))
    found = chain.read(SID, head, other)  # type: ignore[arg-type]
    assert (found.damage is None) == (other == rows)
    assert found.records == records[: len(found.records)]
    assert all(record in records for record in found.beyond)
