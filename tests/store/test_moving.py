"""A data folder on its way to another machine: one file, a folder that plays no more, and nothing written elsewhere."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from tta_p2p.store import marks
from tta_p2p.store.database import DATABASE, GameRow, Store
from tta_p2p.store.identity import KEY_FILE, MOVED, FolderMoved, create, load, load_or_create
from tta_p2p.store.transfer import TransferError, bring_back, pack, unpack

SID = b"\x01" * 32


def folder(path: Path) -> tuple[Path, bytes]:
    """A data folder with a game that is played, and its key."""
    path.mkdir(mode=0o700)
    seed = create(path)
    for name in ("transcripts", "run", "locks"):
        (path / name).mkdir()
        (path / name / "x").write_bytes(name.encode())
    store = Store(path)
    store.add_game(GameRow(SID, "caravan", 0, 0, 0, b"charter", "playing", b"x"))
    marks.renew(store, SID)
    marks.append(store, SID, [b"one", b"two"])
    assert marks.is_newest(store, SID)
    store.close()
    return path, seed


def test_what_is_packed_is_there_on_the_other_machine_and_is_not_taken_for_the_newest(tmp_path: Path) -> None:
    home, seed = folder(tmp_path / "old")
    file, there = tmp_path / "file", tmp_path / "new"
    there.mkdir(mode=0o700)
    stopped: list[bool] = []
    size = pack(home, file, lambda: stopped.append((home / MOVED).exists()))
    assert stopped == [True], "nothing can be started while what plays is stopped"
    assert size == file.stat().st_size and file.stat().st_mode & 0o777 == 0o600
    unpack(there, file)
    assert load(there) == seed and (there / KEY_FILE).stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in there.iterdir()) == [DATABASE, KEY_FILE, "moved-programs.json", "transcripts"]
    store = Store(there)
    assert store.journal(SID) == [b"one", b"two"] and not marks.is_newest(store, SID)
    store.close()


def test_the_folder_that_is_left_plays_no_more_until_it_is_brought_back_and_is_not_the_newest_then(
    tmp_path: Path,
) -> None:
    home, seed = folder(tmp_path / "old")
    pack(home, tmp_path / "file", lambda: None)
    for use in (load, load_or_create):
        with pytest.raises(FolderMoved, match="tta move back"):
            use(home)
    with pytest.raises(TransferError, match="moved already"):
        pack(home, tmp_path / "other", lambda: None)
    bring_back(home)
    assert load(home) == seed
    store = Store(home)
    assert not marks.is_newest(store, SID)
    store.close()
    with pytest.raises(TransferError, match="has not moved"):
        bring_back(home)


def test_a_folder_that_cannot_be_packed_plays_on(tmp_path: Path) -> None:
    home, seed = folder(tmp_path / "old")

    def fails() -> None:
        raise OSError(5, "a node does not stop")

    with pytest.raises(OSError, match="does not stop"):
        pack(home, tmp_path / "file", fails)
    with pytest.raises(FileNotFoundError):
        pack(home, tmp_path / "no" / "folder", lambda: None)
    with pytest.raises(TransferError, match="in the data folder itself"):
        pack(home, home / "file", lambda: None)
    assert load(home) == seed and not list(tmp_path.glob("file"))
    store = Store(home)
    assert marks.is_newest(store, SID)
    store.close()


def test_nothing_is_unpacked_over_a_folder_in_use(tmp_path: Path) -> None:
    home, _ = folder(tmp_path / "old")
    pack(home, tmp_path / "file", lambda: None)
    other, seed = folder(tmp_path / "other")
    with pytest.raises(TransferError, match="in use"):
        unpack(other, tmp_path / "file")
    assert load(other) == seed


STRANGE = ("../out", "/tmp/out", "a/b/c", "run/x", "marks/x", "moved", "link", "")
OTHERWISE = ("./settings.json", ".//settings.json", "settings.json/.", "moved-programs.json")
"""Other ways to write the name of a file that is looked for, and a file that only this program writes."""


@pytest.mark.parametrize("name", [*STRANGE, *OTHERWISE])
def test_nothing_is_taken_from_a_file_that_is_no_packed_folder(name: str, tmp_path: Path) -> None:
    there, file = tmp_path / "new", tmp_path / "file"
    there.mkdir(mode=0o700)
    with tarfile.open(file, "w") as made:
        for each in (KEY_FILE, name):
            told = tarfile.TarInfo(each)
            told.type = tarfile.SYMTYPE if each == "link" else tarfile.REGTYPE
            told.linkname, told.size = "/etc/passwd", 0 if each == "link" else 3
            made.addfile(told, io.BytesIO(b"abc"))
    with pytest.raises(TransferError):
        unpack(there, file)
    assert not list(there.iterdir()) or not [path for path in there.rglob("*") if path.is_file()]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "new"]


def test_a_file_that_was_cut_off_leaves_nothing_behind(tmp_path: Path) -> None:
    home, _ = folder(tmp_path / "old")
    there, file = tmp_path / "new", tmp_path / "file"
    there.mkdir(mode=0o700)
    pack(home, file, lambda: None)
    whole = file.read_bytes()
    for length in (0, 100, 700, len(whole) // 2):
        file.write_bytes(whole[:length])
        with pytest.raises(TransferError):
            unpack(there, file)
        assert not [path for path in there.rglob("*") if path.is_file()]
