"""The data folder: named or usual, and private in either case."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tta_p2p.i18n import Words
from tta_p2p.node.data_folder import soundness
from tta_p2p.store.database import Store
from tta_p2p.store.files import SHARED
from tta_p2p.store.home import BadHome, home, make_private, readable_by_others
from tta_p2p.store.repair import DATABASE

LOCK = """
import fcntl, sys
with open(sys.argv[1], "r+b") as file:
    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, int(sys.argv[3]), int(sys.argv[2]))
"""
"""Locks a part of a file as another process, or fails."""


def test_the_folder_that_is_named_is_made_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTA_HOME", str(tmp_path / "deep" / "ann"))
    path = home()
    assert path == tmp_path / "deep" / "ann"
    assert path.stat().st_mode & 0o777 == 0o700
    assert not readable_by_others(path)


def test_a_folder_named_from_here_is_the_same_for_a_node_that_works_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TTA_HOME", "ann")
    assert home() == tmp_path / "ann"


def test_without_a_name_it_is_the_data_folder_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TTA_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert home() == tmp_path / "tta-p2p"


def test_a_folder_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    assert readable_by_others(tmp_path)
    make_private(tmp_path)
    assert not readable_by_others(tmp_path)


def test_a_file_in_its_place_is_refused_with_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here")
    with pytest.raises(BadHome, match="TTA_HOME"):
        make_private(tmp_path / "file" / "home")
    with pytest.raises(BadHome, match="TTA_HOME"):
        make_private(tmp_path / "file")


def look_through_a_link(folder: Path) -> None:
    link = folder / "link"
    link.symlink_to(folder)
    Store(link, only_look=True).close()


LOOKS: dict[str, Callable[[Path], object]] = {
    "made": lambda folder: home(),
    "looked at": lambda folder: home(make=False),
    "games": lambda folder: Store(folder, only_look=True).close(),
    "link": look_through_a_link,
    "checks": lambda folder: [*soundness.store(folder, Words()), *soundness.older_copy(folder, Words())],
    "second": lambda folder: Store(folder).close(),
}
"""Looks of a process at the data folder of a store that it has open."""


@pytest.mark.parametrize("look", LOOKS)
def test_a_store_that_is_open_stays_locked_while_its_folder_is_looked_at(
    look: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TTA_HOME", str(tmp_path))
    start, length = SHARED
    lock = [sys.executable, "-c", LOCK, str(tmp_path / DATABASE), str(start), str(length)]
    with closing(Store(tmp_path)):
        LOOKS[look](tmp_path)
        assert subprocess.run(lock, stderr=subprocess.DEVNULL).returncode
    assert not subprocess.run(lock).returncode
