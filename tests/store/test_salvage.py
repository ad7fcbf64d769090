"""Damaged files of a store: what is sound comes back, the rest is kept and named, and nothing passes for emptiness."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tta_p2p.store import files, locks, marks
from tta_p2p.store.database import DATABASE, GameRow, Store, StoreError
from tta_p2p.store.pages import Pages, WriteAheadLog, read_log
from tta_p2p.store.repair import DAMAGED, FRESH, LOG
from tta_p2p.store.salvage import salvage

ROOT = Path(__file__).parents[2]
SID, OTHER = b"s" * 32, b"t" * 32
RECORDS = [bytes([number]) * (1 + 97 * number % 900) for number in range(60)]
LONG = b"long" * 4000
"""More than a page holds."""


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a process that was killed in the middle of a game: as the files are while it has them open."""
    home, folder = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("killed") / "home"
    with closing(Store(home)) as store:
        for sid in (OTHER, SID):
            store.add_game(GameRow(sid, "caravan", 10, 10, 0, b"charter" * 200, "playing", b"secrets" * 100))
            store.append(sid, [LONG])
        store.meet(b"k" * 32, "Ann", 12)
        store.save_result(OTHER, b"standings", 11)
        for record in RECORDS:
            marks.append(store, SID, [record])
        store.set_status(OTHER, "over", 20)
        shutil.copytree(home, folder, ignore=shutil.ignore_patterns("*-shm"))
        shutil.copy(home / DATABASE, folder.parent / "later")
    return folder


@pytest.fixture
def home(killed: Path, tmp_path: Path) -> Path:
    return shutil.copytree(killed, tmp_path / "home")


def flip(path: Path, at: int, bit: int = 0) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 1 << bit
    path.write_bytes(data)


def all_of(home: Path) -> dict[str, bytes]:
    return {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file()}


def whole(store: Store) -> bool:
    return store.journal(SID) == [LONG, *RECORDS] and store.journal(OTHER) == [LONG]


def test_the_database_holds_a_game_from_its_beginning_and_never_its_log_alone(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        shutil.copy(tmp_path / DATABASE, tmp_path / "empty")
        store.add_game(GameRow(SID, "caravan", 10, 10, 0, b"charter", "playing", b"secrets"))
        shutil.copy(tmp_path / DATABASE, tmp_path / "begun")
        for number in range(400):
            store.append(SID, [b"%d" % number * 100])
        assert len(read_log((tmp_path / LOG).read_bytes(), 4096).frames) <= 2 * files.OFTEN
        shutil.copy(tmp_path / DATABASE, tmp_path / "later")
    for name, games in (("empty", 0), ("begun", 1), ("later", 1)):
        (tmp_path / name).rename(tmp_path / DATABASE)
        (tmp_path / LOG).unlink(missing_ok=True)
        with closing(Store(tmp_path, only_look=True)) as store:
            assert len(store.games()) == games
            assert name != "later" or len(store.read_journal(SID).records) > 200


@pytest.mark.parametrize("at", [3, 9, 20, 30, 40, 60, 5000])
def test_nothing_is_lost_where_a_bit_near_the_head_of_the_log_has_changed(home: Path, at: int) -> None:
    before = (home / LOG).read_bytes()
    flip(home / LOG, at)
    damaged = (home / LOG).read_bytes()
    with closing(Store(home)) as store:
        assert whole(store) and not marks.is_newest(store, SID)
        assert store.repair is not None and (store.repair.games, store.repair.damaged) == (2, 0)
        assert (store.repair.kept / LOG).read_bytes() == damaged != before
        assert [(row.sid, row.status) for row in store.games()] == [(OTHER, "over"), (SID, "playing")]
        assert store.result(OTHER) == b"standings" and [player.name for player in store.players()] == ["Ann"]
        store.append(SID, [b"more"])
    with closing(Store(home)) as store:
        assert store.repair is None and store.journal(SID)[-1] == b"more"


@settings(max_examples=12)
@given(where=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7), name=st.sampled_from([DATABASE, LOG]))
def test_whatever_bit_has_changed_no_game_is_gone_and_nothing_is_said_that_was_not_written(
    killed: Path, tmp_path_factory: pytest.TempPathFactory, where: float, bit: int, name: str
) -> None:
    home = shutil.copytree(killed, tmp_path_factory.mktemp("flipped") / "home")
    flip(home / name, int(where * (home / name).stat().st_size), bit)
    with closing(Store(home)) as store:
        assert {row.sid for row in store.games()} == {SID, OTHER}
        found = store.read_journal(SID)
        told = [*found.records, *found.beyond]
        assert all(record in (LONG, *RECORDS) for record in told) and len(told) >= len(RECORDS) - 1
    shutil.rmtree(home.parent)


def test_the_head_of_a_journal_whose_last_record_is_gone_is_no_result(home: Path) -> None:
    with closing(sqlite3.connect(home / DATABASE)) as raw:
        raw.execute("pragma secure_delete = on")
        assert raw.execute("delete from journal where sid = ? and number = ?", (SID, len(RECORDS))).rowcount == 1
        raw.commit()
        raw.execute("pragma wal_checkpoint(truncate)")
    found = salvage(Pages.of((home / DATABASE).read_bytes(), WriteAheadLog()))
    assert found is not None
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(found.data)
        assert db.execute("select sid, standings from results").fetchall() == [(OTHER, b"standings")]


def emptied(home: Path) -> None:
    (home / DATABASE).write_bytes(b"")
    (home / LOG).unlink()


def gone(home: Path) -> None:
    (home / DATABASE).unlink()
    (home / LOG).unlink()


def garbage(home: Path) -> None:
    for name in (DATABASE, LOG):
        (home / name).write_bytes(random.Random(name).randbytes(50_000))


@pytest.mark.parametrize("harm", [emptied, gone, garbage])
def test_a_store_in_which_nothing_is_left_is_named_with_a_remedy_and_left_as_it_is(
    home: Path, harm: Callable[[Path], None]
) -> None:
    harm(home)
    before = {name: data for name, data in all_of(home).items() if not name.startswith(locks.FOLDER)}
    for _ in range(2):
        with pytest.raises(StoreError, match="bring an undamaged copy of") as refused:
            Store(home)
        assert str(home / DATABASE) in str(refused.value) and refused.value.why[1] == str(home / DATABASE)
    after = all_of(home)
    assert after.pop(DATABASE) == before.pop(DATABASE, b"")
    assert {name: data for name, data in after.items() if not name.startswith(locks.FOLDER)} == before


def test_an_empty_database_beside_a_lock_alone_is_no_new_one(tmp_path: Path) -> None:
    (tmp_path / "locks").mkdir()
    (tmp_path / "locks" / SID.hex()[:32]).touch()
    with pytest.raises(StoreError, match="games were played here"):
        Store(tmp_path)


def test_a_new_folder_gets_a_store(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        assert store.games() == [] and store.repair is None
    with closing(Store(tmp_path)) as store:
        assert store.repair is None


def test_an_earlier_database_beside_a_later_log_gives_back_what_is_sound(home: Path, tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        store.add_game(GameRow(SID, "caravan", 10, 10, 0, b"charter" * 200, "playing", b"secrets" * 100))
        store.append(SID, [LONG, *RECORDS[:3]])
        store._db.execute("pragma wal_checkpoint(truncate)")
        shutil.copy(tmp_path / DATABASE, home / DATABASE)
    with closing(Store(home)) as store:
        game = store.game(SID)
        assert game is not None and game.sound and not marks.is_newest(store, SID)
        found = store.read_journal(SID)
        assert all(record in (LONG, *RECORDS) for record in (*found.records, *found.beyond))
        assert found.records[:4] == [LONG, *RECORDS[:3]]


def test_a_process_that_ends_while_it_mends_leaves_the_rest_to_the_next(home: Path) -> None:
    flip(home / LOG, 40)
    with closing(Store(home)) as store:
        assert store.repair is not None
        kept = store.repair.kept
    (home / DATABASE).write_bytes(b"half of it")
    shutil.copy(kept / LOG, home / LOG)
    with closing(Store(shutil.copytree(kept, home.parent / "again"))) as store:
        store.copy_to(kept / FRESH)
    with closing(Store(home)) as store:
        assert whole(store)
    assert not (kept / FRESH).exists() and (home / DAMAGED / "1" / DATABASE).exists()


OPENED = """
import sys
from pathlib import Path
from tta_p2p.store.database import Store
store = Store(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
"""


def test_files_that_another_process_has_open_are_not_mended(home: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", OPENED, str(home)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as other:
        assert other.stdin is not None and other.stdout is not None and other.stdout.readline() == b"open\n"
        flip(home / LOG, 3)
        with closing(Store(home)) as store:
            assert store.repair is None
        other.stdin.close()
        other.wait()
    assert not (home / DAMAGED).exists()


def test_whoever_only_looks_writes_nothing(home: Path) -> None:
    before = all_of(home)
    with closing(Store(home, only_look=True)) as store:
        assert whole(store)
    flip(home / LOG, 40)
    after = all_of(home)
    with closing(Store(home, only_look=True)) as store:
        assert store.game(SID) is not None
    assert all_of(home) == after and {*before} == {*after} and before[DATABASE] == after[DATABASE]
