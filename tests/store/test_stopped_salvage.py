"""A salvage that is stopped at any moment, or that finds no room: the same games come back, and nothing is lost."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from tta_p2p.store.database import DATABASE, GameRow, Store, StoreError
from tta_p2p.store.repair import DAMAGED, FRESH, LOG, MARKER

SID, OTHER = b"s" * 32, b"t" * 32
RECORDS = [bytes([number]) * 700 for number in range(40)]
CHANGES = ("open", "write", "pwrite", "ftruncate", "fsync", "unlink", "mkdir", "rename", "rmdir")
HALVES = ("write", "pwrite")
"""What may be done in part; a change that is whole is where the next one begins."""


class Stopped(BaseException):
    """The process has ended: nothing that tidies up after an error runs."""


class Stop:
    """Stops at a change of the files, after a part of it."""

    def __init__(self, at: int, part: float, error: Callable[[], BaseException]) -> None:
        self.left, self.part, self.error = at, part, error
        self.name: str | None = None

    def install(self, patch: pytest.MonkeyPatch) -> None:
        for name in CHANGES:
            patch.setattr(os, name, self._around(name, getattr(os, name)))

    def _around(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def change(*args: Any, **more: Any) -> Any:
            if name == "open" and not args[1] & os.O_CREAT:
                return real(*args, **more)
            self.left -= 1
            if self.left or self.name:
                return real(*args, **more)
            self.name = name
            if name in HALVES and self.part:
                real(args[0], args[1][: int(len(args[1]) * self.part)], *args[2:])
            raise self.error()

        return change


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store whose database and log are both damaged, and whose log alone holds the latest records."""
    home, folder = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("damaged") / "home"
    with closing(Store(home)) as store:
        for sid in (OTHER, SID):
            store.add_game(GameRow(sid, "caravan", 10, 10, 0, b"charter" * 200, "playing", b"secrets" * 100))
        for record in RECORDS:
            store.append(SID, [record])
        store.set_status(OTHER, "over", 20)
        shutil.copytree(home, folder, ignore=shutil.ignore_patterns("*-shm"))
    log = bytearray((folder / LOG).read_bytes())
    log[40] ^= 1
    (folder / LOG).write_bytes(log)
    return folder


def rows(home: Path) -> tuple[object, ...]:
    with closing(Store(home)) as store:
        found = store.read_journal(SID)
        return [(row.sid, row.status, row.sound) for row in store.games()], found.records, found.beyond


def originals(home: Path) -> set[tuple[bytes, bytes]]:
    """The database and log of each place where both are."""
    folders = [home, *(home / DAMAGED).glob("*")]
    return {
        (data.read_bytes(), log.read_bytes())
        for data, log in ((folder / DATABASE, folder / LOG) for folder in folders)
        if data.exists() and log.exists()
    }


def files(home: Path) -> dict[str, bytes]:
    """The files of the store, and all that is kept beside it."""
    there = [path for path in home.rglob("*") if path.is_file() and "locks" not in path.parts]
    return {str(path.relative_to(home)): path.read_bytes() for path in there}


def stop_everywhere(damaged: Path, folder: Path, error: Callable[[], BaseException]) -> int:
    """Stop a salvage at each change and part of it, and open the store again; how often it was stopped."""
    (original,) = originals(damaged)
    true = rows(shutil.copytree(damaged, folder / "true"))
    assert true[1] == RECORDS
    at, part = 1, 0.0
    while True:
        home = shutil.copytree(damaged, folder / f"{at}-{part}")
        stop = Stop(at, part, error)
        with pytest.MonkeyPatch.context() as patch:
            stop.install(patch)
            with suppress(Stopped, StoreError):
                rows(home)
        if stop.name is None:
            return at
        assert original in originals(home), (at, part)
        for _ in range(2):
            assert rows(home) == true, (at, part)
            assert original in originals(home), (at, part)
        assert not [*(home / DAMAGED).rglob(FRESH), *(home / DAMAGED).rglob(MARKER)], (at, part)
        shutil.rmtree(home)
        at, part = (at, 0.5) if stop.name in HALVES and not part else (at + 1, 0.0)


def test_wherever_a_salvage_is_killed_the_next_process_comes_to_the_same_rows(damaged: Path, tmp_path: Path) -> None:
    assert stop_everywhere(damaged, tmp_path, Stopped) > 20


def test_wherever_a_salvage_finds_no_room_the_next_process_comes_to_the_same_rows(
    damaged: Path, tmp_path: Path
) -> None:
    assert stop_everywhere(damaged, tmp_path, lambda: OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))) > 20


@pytest.mark.parametrize("room", [0, 20_000, 100_000])
def test_a_disk_that_stays_full_leaves_every_file_as_it_was(
    damaged: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    home = shutil.copytree(damaged, tmp_path / "home")
    before, written, write = files(home), 0, os.write

    def full(handle: int, data: bytes) -> int:
        nonlocal written
        written += write(handle, data[: max(0, room - written)])
        if written >= room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return len(data)

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        for _ in range(2):
            written = 0
            with pytest.raises(StoreError, match="No space left") as refused:
                Store(home)
            assert refused.value.code == "ENOSPC" and files(home) == before
    assert rows(home)[1] == RECORDS


@pytest.mark.parametrize("name", ["1", ".new", "x", "1.old"])
@pytest.mark.parametrize("data", [b"", b"garbage" * 1000, None])
def test_what_lies_among_damaged_files_never_takes_the_place_of_a_sound_store(
    damaged: Path, tmp_path: Path, name: str, data: bytes | None
) -> None:
    home = shutil.copytree(damaged, tmp_path / "home")
    true = rows(home)
    with closing(Store(tmp_path)) as empty:
        empty.copy_to(tmp_path / FRESH)
    (home / DAMAGED / name).mkdir(exist_ok=True)
    planted = home / DAMAGED / name / FRESH
    planted.write_bytes((tmp_path / FRESH).read_bytes() if data is None else data)
    (home / DAMAGED / name / MARKER).write_text("0" * 64)
    assert rows(home) == rows(home) == true


def test_a_half_made_folder_that_holds_the_only_copy_is_kept(damaged: Path, tmp_path: Path) -> None:
    home = shutil.copytree(damaged, tmp_path / "home")
    (home / DAMAGED / ".new").mkdir(parents=True)
    (home / DAMAGED / ".new" / DATABASE).write_bytes(b"only copy")
    rows(home)
    assert b"only copy" in [path.read_bytes() for path in (home / DAMAGED).rglob(DATABASE)]
