"""One bit of a header in a store that was closed: it costs the row that it belongs to at most, and that is told.

Headers say of what type and how long values are, and where rows lie. So a bit there makes another value of a whole
column, or of a whole page, and no seal is looked at before SQLite has refused it.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path

import pytest

from tests.protocol.table import make_charter
from tests.store import cells
from tta_p2p.node.data_folder.stored_games import DAMAGED, StoredGame, stored_games
from tta_p2p.node.plan import resumption
from tta_p2p.store import files, salvage
from tta_p2p.store.database import DATABASE, GameRow, Store, StoreDamaged, StoreError
from tta_p2p.store.pages import Pages, WriteAheadLog
from tta_p2p.store.salvage import EARLIEST
from tta_p2p.store.schema import SCHEMA

SID, OTHER, SIGNED, ANN = b"s" * 32, b"t" * 32, b"u" * 32, b"k" * 32
RECORDS = [bytes([number]) * (7 * number % 90 + 1) for number in range(12)]
TABLES = ("addresses", "drafts", "erased", "games", "heads", "journal", "newest", "players", "results", "signed")
TABLES += ("skips", "times")
NOW = EARLIEST + 700_000_000
VERSION_AT = 60
"""Where a database says of which version its tables are, in four bytes."""
PAGE = 512
"""Bytes of a page of these stores, as few as there can be: less is searched for what is lost."""


def laid_out(home: Path) -> Path:
    """A data folder with a store of small pages."""
    home.mkdir()
    with closing(sqlite3.connect(home / DATABASE)) as raw:
        raw.execute(f"pragma page_size = {PAGE}")
        raw.execute("vacuum")
    return home


def add_game(store: Store, sid: bytes) -> None:
    signed, _ = make_charter((0, 1))
    store.add_game(GameRow(sid, "caravan", NOW, NOW + 1, 0, signed.encode(), "playing", b"\xfesecrets"))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The database of a store with two games and a row of each table, which was closed."""
    home = laid_out(tmp_path_factory.mktemp("closed") / "home")
    with closing(Store(home)) as store:
        for sid in (SID, OTHER):
            add_game(store, sid)
            store.append(sid, RECORDS)
            store.save_draft(sid, 0, b"an act")
            store.save_skips(sid, 1, b"a skip")
            store.save_times(sid, b"seconds")
            store.save_addresses(sid, 1, b"a place")
            store.save_result(sid, b"standings", NOW)
        store.meet(ANN, "Ann", NOW)
        store.add_signed(SIGNED, NOW, b"kept")
        store._db.execute("insert into newest values (?, ?, ?, ?)", (SID, "5" * 49, 77, NOW))
        store._db.execute("insert into erased values (?)", (SID,))
    return (home / DATABASE).read_bytes()


def flipped(folder: Path, data: bytes, headers: list[cells.Header]) -> Iterator[Path]:
    """Data folders in which one bit of these headers is another each; the last one is gone with the next."""
    for header in headers:
        for at in range(header.start, header.end):
            for bit in range(8):
                home = folder / f"{at}-{bit}"
                home.mkdir()
                (home / DATABASE).write_bytes(data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :])
                yield home
                shutil.rmtree(home)


def listed(home: Path) -> dict[bytes, StoredGame]:
    return {bytes.fromhex(one.sid): one for one in stored_games(home)}


def check_damaged(home: Path) -> bool:
    """Whether the first game's own row is sound; all else is, but for one row, and what is not is named."""
    changed = (home / DATABASE).read_bytes()
    with closing(Store(home)) as store:
        rows = {row.sid: row for row in store.games()}
        assert {*rows} == {SID, OTHER} and rows[OTHER].sound
        for row in rows.values():
            if row.sound:
                assert resumption.charter_of(store, row.sid)[0].touched == NOW + 1
            else:
                with pytest.raises(resumption.CannotResume, match=f"(?s){home / DATABASE}.*restore"):
                    resumption.charter_of(store, row.sid)
            read = store.read_journal(row.sid)
            assert read.records == RECORDS[: len(read.records)] and {*read.beyond} <= {*RECORDS}
            if row.sid == OTHER:
                assert read.damage is None
                store.append(row.sid, [b"more"])
            elif read.damage is not None:
                assert len(read.records) + len(read.beyond) >= len(RECORDS) - 1
                with pytest.raises(StoreDamaged, match=str(home / DATABASE)):
                    store.journal(row.sid)
            assert store.result(row.sid) in (b"standings", None) and store.times(row.sid) in (b"seconds", b"")
        assert store.result(OTHER) == b"standings" and store.times(OTHER) == b"seconds"
        assert [row.sid for row in store.signed()] == [SIGNED]
        assert [player.name for player in store.players()] in (["Ann"], [])
        if store.repair is not None:
            assert (store.repair.kept / DATABASE).read_bytes() == changed
    games = listed(home)
    assert {*games} == {SID, OTHER, SIGNED}
    assert games[OTHER].status == "playing" and games[SID].status == ("playing" if rows[SID].sound else DAMAGED)
    with closing(Store(home)) as store:
        assert store.repair is None, "what is mended stays so"
    return rows[SID].sound


@pytest.mark.parametrize("table", TABLES)
def test_whatever_bit_of_the_header_of_a_row_is_another_only_that_row_is_lost(
    data: bytes, tmp_path: Path, table: str
) -> None:
    found = [check_damaged(home) for home in flipped(tmp_path, data, cells.record_header(data, table))]
    assert len(found) > 16 and (table == "games") == (False in found)


@pytest.mark.parametrize("table", ["games", "heads", "players", "signed"])
def test_a_row_in_which_a_text_passes_for_a_blob_or_a_blob_for_a_text_is_sound(
    data: bytes, tmp_path: Path, table: str
) -> None:
    (header,) = cells.record_header(data, table)
    places = cells.type_places(data, header)
    for at in places:
        home = next(flipped(tmp_path, data, [cells.Header(cells.RECORD, at, at + 1)]))
        assert check_damaged(home)
        with closing(Store(home)) as store:
            assert store.read_journal(SID).damage is None and [player.name for player in store.players()] == ["Ann"]
            assert all(row.sound for row in store.signed())
    assert len(places) == {"games": 6, "heads": 3, "players": 4, "signed": 3}[table]


def test_there_is_a_row_of_each_table(data: bytes) -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(data[:18] + b"\x01\x01" + data[20:])
        tables = [name for (name,) in db.execute("select name from sqlite_master where type = 'table' order by name")]
        assert tables == [*TABLES] and all(db.execute(f"select * from {name}").fetchone() for name in tables)
    assert all(cells.record_header(data, table) for table in tables)


def test_a_game_without_a_record_is_listed_whatever_bit_of_the_header_of_its_row_is_another(tmp_path: Path) -> None:
    with closing(Store(laid_out(tmp_path / "home"))) as store:
        add_game(store, SID)
    data = (tmp_path / "home" / DATABASE).read_bytes()
    for home in flipped(tmp_path, data, cells.record_header(data, "games")):
        assert [*listed(home)] == [SID], home.name


@pytest.mark.parametrize("table", ["players", "signed"])
def test_a_store_whose_only_row_is_lost_opens_and_names_what_was_signed(tmp_path: Path, table: str) -> None:
    with closing(Store(laid_out(tmp_path / "home"))) as store:
        if table == "players":
            store.meet(ANN, "Ann", NOW)
        else:
            store.add_signed(SIGNED, NOW, b"kept")
    data = (tmp_path / "home" / DATABASE).read_bytes()
    for home in flipped(tmp_path, data, cells.record_header(data, table)):
        Store(home).close()
        assert [*listed(home)] == ([SIGNED] if table == "signed" else []), home.name


@pytest.mark.parametrize("table", ["games", "signed"])
@pytest.mark.parametrize("at", [0, 31])
def test_an_index_in_which_an_id_is_another_names_no_game_that_never_was(
    data: bytes, tmp_path: Path, table: str, at: int
) -> None:
    (header,) = cells.record_header(data, f"sqlite_autoindex_{table}_1")
    place = header.end + at
    for home in flipped(tmp_path, data, [cells.Header(cells.RECORD, place, place + 1)]):
        assert check_damaged(home)


@pytest.mark.parametrize("refuses", ["check (game != 'smugglers')", "unique"])
def test_a_row_that_sqlite_refuses_costs_itself_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, refuses: str
) -> None:
    """Whatever the schema will ask of rows one day, a row in a damaged file may not have it."""
    with closing(Store(tmp_path)) as store:
        for sid, game in ((OTHER, "caravan"), (SID, "smugglers"), (SIGNED, "smugglers")):
            store.add_game(GameRow(sid, game, NOW, NOW + 1, 0, b"charter", "playing", b"secrets"))
            store.append(sid, RECORDS)
    pages = Pages.of((tmp_path / DATABASE).read_bytes(), WriteAheadLog())
    asked = SCHEMA.replace("game text not null", f"game text not null {refuses}")
    monkeypatch.setattr(salvage, "SCHEMA", asked)
    found = salvage.salvage(pages)
    assert found is not None and found.games + found.damaged == 3 and found.damaged > 0
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(found.data)
        counted = dict(db.execute("select sid, count(*) from journal group by sid").fetchall())
        assert {sid for (sid,) in db.execute("select sid from games")} == {*counted}
    assert counted == dict.fromkeys((SID, OTHER, SIGNED), len(RECORDS))


@pytest.mark.parametrize("table", ["games", "signed"])
def test_values_of_another_type_are_in_nobodys_way_where_a_store_cannot_be_mended(
    data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    """As where another process has it open, or where it is too long to be searched."""
    monkeypatch.setattr(files, "SEARCHED", 0)
    named = 0
    for home in flipped(tmp_path, data, cells.record_header(data, table)):
        for only_look in (False, True):
            with closing(Store(home, only_look=only_look)) as store:
                try:
                    rows = [*store.games(), *store.signed()]
                except StoreError as error:
                    assert str(home / DATABASE) in str(error) and "tta games" in str(error)
                    continue
                types = {"sid": bytes, "game": str, "made": int, "touched": int, "status": str, "charter": bytes}
                assert all(isinstance(getattr(row, name, kind()), kind) for row in rows for name, kind in types.items())
                assert [row for row in rows if row.sid not in (SID, SIGNED) and not row.sound] == []
                named += not all(row.sound for row in rows)
        with suppress(StoreError):
            assert OTHER in listed(home)
    assert named > 8, "some can be read"


@pytest.mark.parametrize("bit", range(32))
def test_a_bit_of_the_version_makes_no_other_version(data: bytes, tmp_path: Path, bit: int) -> None:
    at = VERSION_AT + 3 - bit // 8
    header = cells.Header(cells.FILE, at, at + 1)
    home = next(islice(flipped(tmp_path, data, [header]), bit % 8, None))
    assert check_damaged(home)


def test_a_store_with_other_tables_is_that_of_another_version_whatever_the_number(tmp_path: Path) -> None:
    with closing(Store(laid_out(tmp_path / "home"))) as store:
        add_game(store, SID)
    path = tmp_path / "home" / DATABASE
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("create table later (sid blob)")
        raw.execute("pragma user_version = 6")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="newer version"):
        Store(tmp_path / "home")
    assert path.read_bytes() == before
