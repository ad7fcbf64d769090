"""The store: what it says is kept is kept, a failed write leaves nothing, one process holds a game."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tta_p2p.i18n import Words
from tta_p2p.store import locks
from tta_p2p.store.database import DATABASE, GameInUse, GameRow, Store, StoreError
from tta_p2p.store.errors import FULL, code_of

ROOT = Path(__file__).parents[2]
SID = b"s" * 32
ROW = GameRow(SID, "caravan", 10, 10, 0, b"charter", "playing", b"secrets")

WRITER = """
import sys
from pathlib import Path
from tta_p2p.store.database import Store
store = Store(Path(sys.argv[1]))
for number in range(100000):
    store.append(b"s" * 32, [b"%d" % number, b"and %d" % number])
    print(number, flush=True)
"""

HOLDER = """
import sys, time
from pathlib import Path
from tta_p2p.store.database import Store
with Store(Path(sys.argv[1])).hold(b"s" * 32):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path)
    store.add_game(ROW)
    yield store
    store.close()


def test_who_looks_at_a_store_that_is_open_here_sees_what_was_written_last(store: Store, tmp_path: Path) -> None:
    store.append(SID, [b"one"])
    look = Store(tmp_path, only_look=True)
    assert look.journal(SID) == [b"one"]
    store.append(SID, [b"two"])
    assert look.journal(SID) == [b"one"], "it is the store of one moment"
    look.close()
    (tmp_path / DATABASE).unlink()
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(tmp_path, only_look=True)
    assert not (tmp_path / DATABASE).exists(), "whoever only looks makes nothing"


def run(script: str, folder: Path) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", script, str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, cwd=folder)


def test_records_come_back_in_order_from_another_opening(store: Store, tmp_path: Path) -> None:
    store.append(SID, [b"a", b"b"])
    store.append(SID, [])
    store.append(SID, [b"c"])
    other = Store(tmp_path)
    assert other.journal(SID) == [b"a", b"b", b"c"]
    assert other.game(SID) == ROW
    other.close()


def test_what_a_killed_process_was_told_is_stored_is_stored_and_in_whole_appends(store: Store, tmp_path: Path) -> None:
    process = run(WRITER, tmp_path)
    assert process.stdout is not None
    told = [int(process.stdout.readline()) for _ in range(30)][-1]
    process.send_signal(signal.SIGKILL)
    process.wait()
    told = max([told, *(int(line) for line in process.stdout.read().split(b"\n")[:-1])])
    process.stdout.close()
    journal = store.journal(SID)
    assert len(journal) >= 2 * (told + 1)
    assert journal == [data for i in range(len(journal) // 2) for data in (b"%d" % i, b"and %d" % i)]


def test_an_append_that_fails_halfway_leaves_nothing(store: Store) -> None:
    store.append(SID, [b"a"])

    def broken() -> Iterator[bytes]:
        yield b"b"
        raise OSError("the cable")

    with pytest.raises(OSError, match="cable"):
        store.append(SID, broken())
    with pytest.raises(StoreError):
        store.append(SID, [b"b", None])  # type: ignore[list-item]
    assert store.journal(SID) == [b"a"]
    store.append(SID, [b"c"])
    assert store.journal(SID) == [b"a", b"c"]


def test_records_of_a_game_that_is_not_there_are_refused(store: Store) -> None:
    with pytest.raises(StoreError):
        store.append(b"x" * 32, [b"a"])


def test_a_full_disk_is_said_and_what_was_stored_stays(store: Store) -> None:
    store.append(SID, [b"a"])
    (pages,) = store._db.execute("pragma page_count").fetchone()
    store._db.execute(f"pragma max_page_count = {pages}")  # SQLite says "full" exactly as on a full disk
    with pytest.raises(StoreError, match="full"):
        store.append(SID, [b"b" * 100_000, b"c"])
    assert store.journal(SID) == [b"a"]
    store._db.execute("pragma max_page_count = 1000000")
    store.append(SID, [b"d"])
    assert store.journal(SID) == [b"a", b"d"]


def test_whether_something_can_be_stored_is_tried_and_leaves_nothing(store: Store) -> None:
    before = (store.games(), store.journal(SID), store._rows("select * from erased"))
    store.check_writable()
    assert (store.games(), store.journal(SID), store._rows("select * from erased")) == before
    store._db.execute("pragma max_page_count = 1")  # no page more than there are, and those that are free are taken
    with pytest.raises(StoreError, match="full"):
        for _ in range(100):
            store.append(SID, [b"a" * 4000])
    with pytest.raises(StoreError, match="full") as full:
        store.check_writable()
    assert full.value.code in FULL


@pytest.mark.parametrize(("name", "code"), [
    ("SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_WRITE"), ("SQLITE_IOERR_WRITE", "SQLITE_IOERR_WRITE"),
    ("SQLITE_IOERR_FSYNC", "SQLITE_IOERR_FSYNC"), ("SQLITE_IOERR_LOCK", "EIO"), ("SQLITE_NOTADB", "SQLITE_NOTADB"),
])  # fmt: skip
def test_what_a_disk_does_not_take_has_one_name_of_all_that_sqlite_has(name: str, code: str) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = name  # type: ignore[misc]
    assert code_of(error) == code and (name == code or Words("zh-Hans").optional(f"store.{code}"))


def test_a_store_that_cannot_be_written_any_more_is_said(store: Store) -> None:
    store._db.execute("pragma query_only = on")
    with pytest.raises(StoreError, match="could not be written"):
        store.append(SID, [b"a"])
    assert store.journal(SID) == []


def test_a_store_that_somebody_else_keeps_locked_is_said(store: Store, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / DATABASE, isolation_level=None)
    other.execute("begin immediate")
    store._db.execute("pragma busy_timeout = 50")
    with pytest.raises(StoreError, match="locked"):
        store.append(SID, [b"a"])
    other.execute("rollback")
    other.close()
    store.append(SID, [b"a"])


@pytest.mark.parametrize("data", [b"this is no database at all, but long enough to be one" * 40, b"\x00" * 8192])
def test_a_file_that_is_no_store_is_refused_in_words(tmp_path: Path, data: bytes) -> None:
    (tmp_path / DATABASE).write_bytes(data)
    with pytest.raises(StoreError, match=r"games\.sqlite3"):
        Store(tmp_path)


def test_a_store_of_a_newer_program_is_not_touched(store: Store, tmp_path: Path) -> None:
    store._db.execute("pragma user_version = 99")
    with pytest.raises(StoreError, match="newer"):
        Store(tmp_path)


def test_only_its_owner_can_read_the_store(store: Store, tmp_path: Path) -> None:
    store.append(SID, [b"a"])
    for path in tmp_path.glob(DATABASE + "*"):
        assert path.stat().st_mode & 0o077 == 0, path


def test_one_process_holds_a_game_and_lets_go_of_it_when_it_dies(store: Store, tmp_path: Path) -> None:
    process = run(HOLDER, tmp_path)
    assert process.stdout is not None and process.stdout.readline() == b"held\n"
    with pytest.raises(GameInUse, match="attach"), store.hold(SID):
        pass
    with store.hold(b"t" * 32):
        pass
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    with store.hold(SID), pytest.raises(GameInUse), store.hold(SID):
        pass


def test_the_last_touched_game_comes_first(store: Store) -> None:
    other = GameRow(b"t" * 32, "smugglers", 20, 20, 1, b"", "playing", b"")
    store.add_game(other)
    assert [row.sid for row in store.games()] == [other.sid, SID]
    store.set_status(SID, "over", 30)
    assert [row.sid for row in store.games()] == [SID, other.sid]


def test_drafts_and_results_are_kept_by_game(store: Store) -> None:
    store.save_draft(SID, 1, b"acts")
    store.save_draft(SID, 1, b"other acts")
    store.save_draft(SID, 0, b"mine")
    assert store.drafts(SID) == {0: b"mine", 1: b"other acts"}
    store.save_draft(SID, 0, b"")
    assert store.drafts(SID) == {1: b"other acts"}
    assert store.result(SID) is None
    store.save_result(SID, b"standings", 5)
    assert store.result(SID) == b"standings"


def test_known_players_are_pinned_by_key_and_what_was_said_of_them_stays(store: Store) -> None:
    ann, bob = b"a" * 32, b"b" * 32
    store.meet(ann, "Ann", 1)
    store.meet(bob, "Bob", 2)
    store.mark_player(ann, compared=True, note="from school")
    store.meet(ann, "Anna", 3)
    known = store.player(ann)
    assert known is not None
    assert (known.name, known.first_seen, known.last_seen, known.compared, known.trusted, known.note) == (
        "Anna", 1, 3, True, False, "from school",
    )  # fmt: skip
    assert [player.name for player in store.players()] == ["Anna", "Bob"]
    assert store.forget(bob) and not store.forget(bob)
    with pytest.raises(StoreError, match="met"):
        store.mark_player(bob, trusted=True)


@given(st.lists(st.lists(st.binary(max_size=20), max_size=4), max_size=6))
def test_a_journal_is_the_concatenation_of_its_appends(
    tmp_path_factory: pytest.TempPathFactory, parts: list[list[bytes]]
) -> None:
    store = Store(tmp_path_factory.mktemp("store"))
    store.add_game(ROW)
    for part in parts:
        store.append(SID, part)
    assert store.journal(SID) == [record for part in parts for record in part]
    store.close()


def test_a_file_of_other_tables_is_told_in_words(tmp_path: Path) -> None:
    store = Store(tmp_path)
    raw = sqlite3.connect(tmp_path / "games.sqlite3")
    for table in ("games", "players", "journal", "drafts", "results", "heads"):
        raw.execute(f"drop table {table}")
        raw.execute(f"create table {table} (other)")
    raw.commit()
    raw.close()
    asked = (store.games, store.players, *(partial(ask, bytes(32)) for ask in (
        store.game, store.journal, store.drafts, store.result, store.player
    )))  # fmt: skip
    for ask in asked:
        with pytest.raises(StoreError, match="cannot be read"):
            ask()  # type: ignore[operator]
    store.close()


PIECE, STEP = 8, 4
"""Of whatever has eleven bytes of a secret, one piece begins where files are looked at."""


def numbers(data: bytes, step: int) -> Iterator[int]:
    """Every so many bytes, the piece that begins there, as a number."""
    for start in range(0, min(PIECE, len(data) - PIECE + 1), step):
        yield from memoryview(data[start : len(data) - (len(data) - start) % PIECE]).cast("Q")


def found_in(folder: Path, secrets: list[bytes]) -> list[bytes]:
    """Which of these can be seen, at least in part, in the files of the store."""
    data = b"".join(path.read_bytes() for path in sorted(folder.glob(DATABASE + "*")))
    wanted = [set(numbers(secret, 1)) for secret in secrets]
    seen = set().union(*wanted).intersection(numbers(data, STEP))
    return [secret for secret, pieces in zip(secrets, wanted, strict=True) if not seen.isdisjoint(pieces)]


def test_a_secret_is_found_in_a_file_wherever_eleven_bytes_of_it_stand(tmp_path: Path) -> None:
    secret, other = random.Random(1).randbytes(40), random.Random(2).randbytes(40)
    for before in range(9):
        for begin in (0, 7, 29):
            (tmp_path / DATABASE).write_bytes(b"." * before + secret[begin : begin + 11] + b".")
            assert found_in(tmp_path, [other, secret]) == [secret]
    (tmp_path / DATABASE).write_bytes(secret[:7] + other[:7])
    assert found_in(tmp_path, [other, secret]) == []


@pytest.mark.parametrize("seed", range(3))
def test_erased_secrets_are_gone_from_the_files_whatever_was_written_around_them(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    store = Store(tmp_path)
    games = [bytes([number]) * 32 for number in range(3)]
    secrets: dict[bytes, list[bytes]] = {sid: [] for sid in games}

    def secret(sid: bytes, length: int) -> bytes:
        secrets[sid].append(rng.randbytes(length))
        return secrets[sid][-1]

    for sid in games:
        store.add_game(GameRow(sid, "x", 1, 1, 0, rng.randbytes(700), "playing", b"how to reach the others"))
    for _ in range(300):
        sid = rng.choice(games)
        hidden = [b"kept" + secret(sid, rng.choice((32, 96, 1056))) for _ in range(rng.randrange(2))]
        store.append(sid, [*hidden, *(b"said" + rng.randbytes(rng.choice((9, 200, 3000, 20_000))) for _ in range(2))])
        store.save_draft(sid, 0, secret(sid, 100))
    assert found_in(tmp_path, secrets[games[1]])
    before = [record for record in store.journal(games[1]) if record.startswith(b"said")]
    store.erase(games[1], b"kept")
    store.scrub()
    assert found_in(tmp_path, secrets[games[1]]) == []
    assert store.journal(games[1]) == before and store.drafts(games[1]) == {}
    row = store.game(games[1])
    assert row is not None and row.secrets == b"how to reach the others"
    assert found_in(tmp_path, secrets[games[0]]) and len(store.drafts(games[0])) == 1
    store.append(games[1], [b"more"])
    assert store.journal(games[1]) == [*before, b"more"]
    store.close()
    assert found_in(tmp_path, secrets[games[1]]) == []


def test_what_was_erased_before_a_crash_is_scrubbed_by_the_next_process(tmp_path: Path) -> None:
    folder, copy = tmp_path / "here", tmp_path / "crashed"
    folder.mkdir()
    store = Store(folder)
    hidden = random.Random(5).randbytes(32)
    store.add_game(GameRow(SID, "x", 1, 1, 0, b"charter", "over", b"how to reach the others"))
    store.append(SID, [b"kept" + hidden])
    store.erase(SID, b"kept")
    assert found_in(folder, [hidden]), "it is still in the log of writes"
    shutil.copytree(folder, copy)  # as the files are when the process is killed now
    store.close()
    again = Store(copy)
    again.scrub()
    assert found_in(copy, [hidden]) == []
    row = again.game(SID)
    assert row is not None and row.secrets == b"how to reach the others"
    again.close()


def test_a_store_that_somebody_reads_is_scrubbed_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "PATIENCE", 0.1)
    store, reader = Store(tmp_path), Store(tmp_path)
    hidden = random.Random(5).randbytes(32)
    store.add_game(GameRow(SID, "x", 1, 1, 0, b"charter", "over", b""))
    store.append(SID, [b"kept" + hidden])
    store.erase(SID, b"kept")
    reader._db.execute("begin")
    reader.games()
    with pytest.raises(StoreError):
        store.scrub()
    reader._db.execute("commit")
    store.scrub()
    assert found_in(tmp_path, [hidden]) == []
    reader.close()
    store.close()


def test_nothing_is_scrubbed_where_nothing_was_erased(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.add_game(GameRow(SID, "x", 1, 1, 0, b"charter", "over", b""))
    store.append(SID, [b"said"])
    store.erase(SID, b"kept")
    before = (tmp_path / DATABASE).stat().st_mtime_ns
    store.scrub()
    assert (tmp_path / DATABASE).stat().st_mtime_ns == before and store.journal(SID) == [b"said"]
    store.close()


def test_a_journal_is_read_as_it_was_at_one_moment_whatever_another_process_writes_meanwhile(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.append(SID, [b"first"])
    reader = Store(tmp_path)
    rows = Store._rows

    def interrupted(self: Store, question: str, *values: bytes) -> list[object]:
        found = rows(self, question, *values)
        if self is reader:
            store.append(SID, [b"next"])
        return found

    monkeypatch.setattr(Store, "_rows", interrupted)
    assert reader.journal(SID) == [b"first"]
    assert reader.journal(SID)[:2] == [b"first", b"next"]
    reader.close()


@pytest.mark.parametrize("replaced", (False, True), ids=("removed", "replaced"))
def test_a_store_whose_file_was_taken_away_stores_nothing_and_says_so(
    store: Store, tmp_path: Path, replaced: bool
) -> None:
    store.append(SID, [b"before"])
    store.copy_to(tmp_path / "copy")
    path, words = tmp_path / DATABASE, Words("en")
    path.rename(tmp_path / "away")
    if replaced:
        (tmp_path / "copy").rename(path)
    writes: list[Callable[[], None]] = [
        partial(store.append, SID, [b"after"]),
        partial(store.save_draft, SID, 0, b"after"),
        partial(store.save_result, SID, b"after", 1),
        partial(store.meet, b"i" * 32, "Ann", 1),
        store.check_writable,
    ]
    for write in writes:
        with pytest.raises(StoreError) as raised:
            write()
        assert raised.value.code == "replaced" and "tta resume" in words(f"store.{raised.value.code}")
    assert path.exists() == replaced, "no file is made where none was"
    path.unlink(missing_ok=True)
    (tmp_path / "away").rename(path)
    store.append(SID, [b"after"])  # its file is back
    assert store.journal(SID) == [b"before", b"after"]
