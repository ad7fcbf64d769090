"""Friends in the start menu: whom one has met, with the last place of each, is asked for a game by usual commands."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from protocol.charter import decode_charter
from tests.cli.conftest import Evening
from tta_p2p.cli.menu.pages import StartMenu
from tta_p2p.net.addresses import fingerprint
from tta_p2p.net.invitations import parse_places
from tta_p2p.node.data_folder.friends import friends
from tta_p2p.node.data_folder.people import rename
from tta_p2p.store.database import DATABASE, Store
from tta_p2p.ui.cells import plain
from tta_p2p.ui.style import Style


def _menu(folder: Path, monkeypatch: pytest.MonkeyPatch) -> StartMenu:
    monkeypatch.setenv("TTA_HOME", str(folder))
    monkeypatch.setenv("TTA_LANG", "en")
    rename("Ann")  # who has no name yet is asked for one first
    menu = StartMenu(Style(80))
    menu.at(lambda: (80, 24))
    return menu


def _press(menu: StartMenu, *keys: str) -> str:
    for key in keys:
        menu._face.press(key)
    return "\n".join(plain(one).rstrip() for one in menu._face.frame((80, 24)).rows)


@pytest.fixture
def folder(evening: Evening, tmp_path: Path) -> Path:
    """The data folder of somebody who has played a game with another one."""
    shutil.copytree(evening.homes[0], tmp_path / "home", ignore=shutil.ignore_patterns("run"))
    return tmp_path / "home"


def _members(folder: Path) -> tuple[bytes, int, list[bytes]]:
    """The game that is kept, the own place among its members, and their keys."""
    with closing(Store(folder)) as store:
        (row,) = store.games()
        return row.sid, row.operator, [one.identity for one in decode_charter(row.charter).charter.operators]


def test_whoever_was_met_is_asked_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (friend,) = friends(folder)
    assert friend.name and not friend.place and friend.sid, "places are erased with the secrets of a game"
    menu = _menu(folder, monkeypatch)
    assert friend.name in _press(menu, "f") and friend.fingerprint in _press(menu)
    assert "Sit down" not in _press(menu, "enter")
    _press(menu, "a")
    assert menu.chosen is not None and menu.chosen.words[0] == "rematch"
    menu = _menu(folder, monkeypatch)
    _press(menu, "f", "enter", "o", "o")
    assert menu.chosen is not None and menu.chosen.words[0] == "host"


def test_the_last_place_of_a_friend_is_where_a_table_is_looked_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sid, own, keys = _members(folder)
    other = 1 - own
    with closing(Store(folder)) as store:
        store.save_addresses(sid, other, b'[["10.0.0.7:4711","10.0.0.8:4712"],["10.0.0.9:1"]]')
    (friend,) = friends(folder)
    found = parse_places(friend.place)
    assert [(one.host, one.port) for one in found][:2] == [("10.0.0.7", 4711), ("10.0.0.8", 4712)]
    assert {one.fingerprint for one in found} == {fingerprint(keys[other])}, "nobody else is let in there"
    menu = _menu(folder, monkeypatch)
    assert "10.0.0.7:4711" in _press(menu, "f")
    _press(menu, "enter", "j")
    assert menu.chosen is not None and menu.chosen.words == ("join", friend.place)


@pytest.mark.parametrize("kept", [b"\xff", b"[]", b'[["nonsense"],[]]', b"[" * 9000])
def test_what_is_kept_of_places_may_be_any_garbage(folder: Path, kept: bytes) -> None:
    sid, own, _ = _members(folder)
    with closing(Store(folder)) as store:
        store.save_addresses(sid, 1 - own, kept)
    (friend,) = friends(folder)
    assert not friend.place


def test_nobody_is_a_friend_of_whoever_has_met_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "home").mkdir(mode=0o700)
    menu = _menu(tmp_path / "home", monkeypatch)
    assert "met nobody yet" in _press(menu, "f")
    _press(menu, "enter", "down", "esc")
    assert menu.chosen is None


def test_a_game_that_has_ended_in_another_window_meanwhile_is_among_finished_ones(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    menu = _menu(tmp_path / "empty", monkeypatch)
    (friend,) = friends(folder)
    shutil.copy(folder / DATABASE, tmp_path / "empty" / DATABASE)
    assert friend.name in _press(menu, "p")
