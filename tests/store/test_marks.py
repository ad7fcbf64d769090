"""A store knows whether it is the newest: no way to bring an older copy back is taken for it, and no crash hides it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tta_p2p.store import marks
from tta_p2p.store.database import DATABASE, GameRow, Store, StoreError

ROOT = Path(__file__).parents[2]
SID, OTHER = b"s" * 32, b"t" * 32

WRITER = """
import sys
from pathlib import Path
from tta_p2p.store import marks
from tta_p2p.store.database import Store
store = Store(Path(sys.argv[1]))
for number in range(1_000_000):
    if number % 7 == 0:
        marks.renew(store, b"s" * 32)
    marks.append(store, b"s" * 32, [b"%d" % number])
    print(number, flush=True)
"""


@contextmanager
def opened(folder: Path) -> Iterator[Store]:
    with closing(Store(folder)) as store:
        yield store


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The data folder of a node that has begun to play two games and was stopped."""
    folder = tmp_path / "home"
    folder.mkdir()
    with opened(folder) as store:
        for sid in (SID, OTHER):
            store.add_game(GameRow(sid, "caravan", 10, 10, 0, b"charter", "playing", b"secrets"))
            marks.renew(store, sid)
            marks.append(store, sid, [b"a word"])
    return folder


def plays_on(folder: Path) -> None:
    """The node says more in one game."""
    with opened(folder) as store:
        marks.append(store, SID, [b"another word"])


def newest(folder: Path, sid: bytes = SID) -> bool:
    with opened(folder) as store:
        return marks.is_newest(store, sid)


def whole(old: Path, home: Path) -> None:
    """The folder is put back as a whole."""
    shutil.rmtree(home)
    shutil.copytree(old, home)


def moved(old: Path, home: Path) -> None:
    """The copy takes the place of the folder, without being copied again."""
    shutil.rmtree(home)
    old.rename(home)


def database(old: Path, home: Path) -> None:
    """The database alone is put back."""
    shutil.copy2(old / DATABASE, home / DATABASE)


def differing(old: Path, home: Path, in_place: bool = False) -> None:
    """Only what differs in size or time is put back, with its times, and what is not in the copy is removed."""
    for path in (path for path in old.rglob("*") if path.is_file()):
        to = home / path.relative_to(old)
        kept, found = path.stat(), to.stat() if to.exists() else None
        if found is None or (kept.st_size, kept.st_mtime_ns) != (found.st_size, found.st_mtime_ns):
            to.parent.mkdir(exist_ok=True)
            fresh = to if in_place else to.with_name("fresh")
            shutil.copy2(path, fresh)
            fresh.replace(to)
    for path in (path for path in home.rglob("*") if path.is_file()):
        if not (old / path.relative_to(home)).exists():
            path.unlink()


def in_place(old: Path, home: Path) -> None:
    """The same, but what is put back is written into the files that are there."""
    differing(old, home, in_place=True)


@pytest.mark.parametrize("put_back", [whole, moved, database, differing, in_place])
def test_whatever_brings_an_older_copy_back_it_is_not_taken_for_the_newest(
    home: Path, tmp_path: Path, put_back: Callable[[Path, Path], None]
) -> None:
    shutil.copytree(home, tmp_path / "old")
    plays_on(home)
    put_back(tmp_path / "old", home)
    assert not newest(home)
    with opened(home) as store:
        assert store.journal(SID) == [b"a word"]
        store.append(SID, [b"what the others told"])
        assert not marks.is_newest(store, SID)
        marks.renew(store, SID)  # everybody has told it
        assert marks.is_newest(store, SID)


def test_a_newer_copy_that_is_put_back_when_an_older_one_was_played_is_not_the_newest_any_more(
    home: Path, tmp_path: Path
) -> None:
    shutil.copy(home / DATABASE, tmp_path / "old")
    plays_on(home)
    shutil.copy(home / DATABASE, tmp_path / "new")
    shutil.copy(tmp_path / "old", home / DATABASE)
    with opened(home) as store:
        assert marks.begin(store, SID, resumed=True)
        store.append(SID, [b"what it says without everybody"])
    shutil.copy(tmp_path / "new", home / DATABASE)
    assert not newest(home) and newest(home, OTHER)
    with opened(home) as store:
        assert marks.begin(store, SID, resumed=True) and not marks.begin(store, OTHER, resumed=True)


def test_a_file_that_is_made_anew_with_the_inode_of_the_one_before_is_not_that_one(home: Path, tmp_path: Path) -> None:
    """File systems give the inode of a removed file to the next one, if nobody else takes it."""
    shutil.copy(home / DATABASE, tmp_path / "old")
    (mark,) = (home / marks.FOLDER).glob(f"{SID.hex()[:16]}.*")
    inode = mark.stat().st_ino
    os.link(mark, tmp_path / "kept")
    plays_on(home)
    shutil.copy(tmp_path / "old", home / DATABASE)
    os.link(tmp_path / "kept", mark)
    assert mark.stat().st_ino == inode and not newest(home)


def test_what_is_put_back_without_anything_having_been_said_since_is_the_newest(home: Path, tmp_path: Path) -> None:
    shutil.copytree(home, tmp_path / "old")
    plays_on(home)
    differing(tmp_path / "old", home)
    assert newest(home, OTHER) and not newest(home)


def test_a_copy_that_is_played_elsewhere_is_not_the_newest(home: Path, tmp_path: Path) -> None:
    shutil.copytree(home, tmp_path / "elsewhere")
    assert not newest(tmp_path / "elsewhere") and newest(home)
    home.rename(tmp_path / "moved")
    assert newest(tmp_path / "moved")


@pytest.mark.parametrize("killed_at", range(0, 40, 5))
def test_a_node_killed_at_any_moment_finds_that_its_store_is_the_newest(home: Path, killed_at: int) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", WRITER, str(home)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, cwd=home) as writer:
        assert writer.stdout is not None
        for _ in range(killed_at + 1):
            writer.stdout.readline()
        writer.send_signal(signal.SIGKILL)
    assert newest(home) and newest(home, OTHER)
    with opened(home) as store:
        marks.renew(store, SID)
    assert len(list((home / marks.FOLDER).iterdir())) == 2


def test_what_cannot_be_marked_is_not_stored(home: Path) -> None:
    with opened(home) as store:
        shutil.rmtree(home / marks.FOLDER)
        (home / marks.FOLDER).write_text("not a folder")
        with pytest.raises(StoreError, match="could not be written"):
            marks.append(store, SID, [b"another word"])
        assert store.journal(SID) == [b"a word"] and not marks.is_newest(store, SID)


def test_a_game_that_is_over_leaves_no_mark(home: Path) -> None:
    with opened(home) as store:
        marks.forget(store, SID)
        assert not marks.is_newest(store, SID) and marks.is_newest(store, OTHER)
