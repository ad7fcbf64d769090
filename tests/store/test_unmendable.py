"""A damaged store that cannot be mended now shows all that is sound of it, as it will be when it has been mended."""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.protocol.table import make_charter
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.node.data_folder.soundness import repair_text
from tta_p2p.node.data_folder.stored_games import stored_games
from tta_p2p.store import files
from tta_p2p.store.database import DATABASE, GameRow, Repair, Store, StoreError
from tta_p2p.store.files import SHARED
from tta_p2p.store.salvage import EARLIEST

SIDS = [bytes([65 + number]) * 32 for number in range(8)]
SIGNED = b"z" * 32
NOW = EARLIEST + 700_000_000
PAGE = 4096
HOLD = """
import fcntl, sys
with open(sys.argv[1], "rb") as file:
    fcntl.lockf(file, fcntl.LOCK_SH, int(sys.argv[3]), int(sys.argv[2]))
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The database of a store with some games, which was closed."""
    home = tmp_path_factory.mktemp("closed")
    signed, _ = make_charter((0, 1))
    with closing(Store(home)) as store:
        for sid in SIDS:
            store.add_game(GameRow(sid, "caravan", NOW, NOW + 1, 0, signed.encode(), "playing", b"\xfesecrets"))
            store.append(sid, [bytes([number]) * 40 for number in range(12)])
        store.add_signed(SIGNED, NOW, b"kept")
    return (home / DATABASE).read_bytes()


@pytest.fixture
def opened_elsewhere(tmp_path: Path) -> Iterator[Callable[[], None]]:
    """Let another process have the store in ``home`` open until the test ends."""
    held: list[subprocess.Popen[str]] = []

    def hold() -> None:
        command = [sys.executable, "-c", HOLD, str(tmp_path / "home" / DATABASE), *map(str, SHARED)]
        one = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        held.append(one)
        assert one.stdout is not None and one.stdout.readline() == "held\n"

    yield hold
    for one in held:
        one.communicate()


def root(data: bytes, name: str) -> int:
    """The place of the first page of a table or index."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(data[:18] + b"\x01\x01" + data[20:])
        (page,) = db.execute("select rootpage from sqlite_master where name = ?", (name,)).fetchone()
    return (int(page) - 1) * PAGE


def put(data: bytes, at: int, new: bytes) -> bytes:
    return data[:at] + new + data[at + len(new) :]


def flip(data: bytes, at: int, bit: int = 0) -> bytes:
    return put(data, at, bytes([data[at] ^ 1 << bit]))


def page_of(data: bytes, name: str) -> bytes:
    return data[root(data, name) :][:PAGE]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "no database by its first byte": lambda data: flip(data, 0),
    "no page size": lambda data: flip(data, 16),
    "a schema that nobody reads": lambda data: flip(data, data.index(b"CREATE TABLE players") + 3),
    "a name that is no text": lambda data: flip(data, data.index(b"CREATE TABLE players") + 3, 7),
    "a version that is the next": lambda data: flip(data, 63),
    "a cut file": lambda data: data[:-PAGE],
    "half a page": lambda data: data[: -PAGE // 2],
    "an index of zeros": lambda data: put(data, root(data, "sqlite_autoindex_games_1"), bytes(PAGE)),
    "another page in the place of the games": lambda data: put(data, root(data, "games"), page_of(data, "players")),
    "an empty index": lambda data: put(data, root(data, "sqlite_autoindex_games_1") + 3, bytes(2)),
}


def laid_down(folder: Path, data: bytes) -> Path:
    folder.mkdir()
    (folder / DATABASE).write_bytes(data)
    return folder


def listed(home: Path) -> tuple[list[tuple[str, str]], list[Repair]]:
    told: list[Repair] = []
    return sorted((one.sid, one.status) for one in stored_games(home, told.append)), told


def check_shown(tmp_path: Path, damaged: bytes) -> None:
    mended, _ = listed(laid_down(tmp_path / "mended", damaged))
    shown, told = listed(tmp_path / "home")
    assert shown == mended and {sid for sid, _ in shown} >= {SIGNED.hex()}
    for one in told:
        assert one.unwritten and one.kept == tmp_path / "home"
        for language in LANGUAGES:
            (line,) = repair_text(one, Words(language))
            assert str(tmp_path / "home" / DATABASE) in line and "tta games" in line
    assert (tmp_path / "home" / DATABASE).read_bytes() == damaged, "nothing is written"


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_store_that_another_process_has_open_shows_what_is_sound(
    data: bytes, tmp_path: Path, opened_elsewhere: Callable[[], None], kind: str
) -> None:
    laid_down(tmp_path / "home", DAMAGE[kind](data))
    opened_elsewhere()
    check_shown(tmp_path, DAMAGE[kind](data))


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_damaged_of_an_open_store_the_list_is_that_of_a_mended_one(
    data: bytes, tmp_path: Path, opened_elsewhere: Callable[[], None], seed: int
) -> None:
    luck, damaged = random.Random(seed), data
    for _ in range(luck.randint(1, 3)):
        place = luck.randrange(60) if luck.random() < 0.3 else luck.randrange(len(data))
        damaged = flip(damaged, place, luck.randrange(8))
    if luck.random() < 0.5:
        damaged = put(damaged, luck.randrange(1, len(data) // PAGE) * PAGE, bytes(PAGE))
    laid_down(tmp_path / "home", damaged)
    opened_elsewhere()
    mended, _ = listed(laid_down(tmp_path / "mended", damaged))
    shown, _ = listed(tmp_path / "home")
    assert {sid for sid, _ in shown} >= {sid for sid, status in mended if status == "playing"}


@pytest.mark.parametrize("kind", [kind for kind in DAMAGE if kind != "a version that is the next"])
def test_a_damaged_store_that_is_too_long_to_be_searched_each_time_is_searched_where_it_cannot_be_read(
    data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    damaged = DAMAGE[kind](data)
    mended, _ = listed(laid_down(tmp_path / "mended", damaged))
    monkeypatch.setattr(files, "SEARCHED", 0)
    shown, told = listed(laid_down(tmp_path / "home", damaged))
    assert shown == mended and (told or kind == "half a page")
    for one in told:
        assert not one.unwritten and (one.kept / DATABASE).read_bytes() == damaged
    again, none = listed(tmp_path / "home")
    assert again == mended and not none, "what is mended stays so"


def test_a_store_of_the_next_version_is_listed_by_no_other(data: bytes, tmp_path: Path) -> None:
    for version in (1, 5, 99):
        home = laid_down(tmp_path / "home", put(data, 60, version.to_bytes(4)))
        for only_look in (False, True):
            with pytest.raises(StoreError, match="version of tta-p2p"):
                Store(home, only_look=only_look)
        with pytest.raises(StoreError, match="version of tta-p2p"):
            stored_games(home)
        shutil.rmtree(home)


@pytest.mark.parametrize("bit", range(8))
def test_a_file_with_another_size_of_pages_loses_none_of_its_games(tmp_path: Path, bit: int) -> None:
    home = tmp_path / "home"
    home.mkdir()
    with closing(sqlite3.connect(home / DATABASE)) as raw:
        raw.execute("pragma page_size = 512")
        raw.execute("vacuum")
    with closing(Store(home)) as store:
        for sid in SIDS:
            store.add_game(GameRow(sid, "caravan", NOW, NOW + 1, 0, b"charter", "playing", b"secrets"))
    path = home / DATABASE
    path.write_bytes(flip(path.read_bytes(), 16, bit))
    with closing(Store(home)) as store:
        assert [row.sid for row in store.games() if row.sound] == SIDS


def test_a_ruin_is_no_empty_list(data: bytes, tmp_path: Path, opened_elsewhere: Callable[[], None]) -> None:
    """Where nothing is sound, or no game though a mark shows that some were played, that is said."""
    for kind, ruin in (("zeros", bytes(len(data))), ("noise", random.Random(1).randbytes(len(data)))):
        home = laid_down(tmp_path / kind, ruin)
        (home / "marks").mkdir()
        (home / "marks" / f"{SIDS[0].hex()[:16]}.x").touch()
        with pytest.raises(StoreError, match=DATABASE):
            stored_games(home)
    home = laid_down(tmp_path / "home", bytes(len(data)))
    opened_elsewhere()
    with pytest.raises(StoreError, match=DATABASE):
        stored_games(home)
