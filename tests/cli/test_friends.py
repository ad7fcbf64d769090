"""Friends in the start menu: whom one has met, with the last place of each, is asked for a game by usual commands."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from protocol.charter import decode_charter
from tests.cli.conftest import Evening
from tests.cli.terminals import here
from tta_p2p.cli.menu.pages import StartMenu
from tta_p2p.net.addresses import Address, fingerprint
from tta_p2p.net.invitations import parse_places
from tta_p2p.net.onions import onion_name
from tta_p2p.node.data_folder.address_entries import MOST
from tta_p2p.node.data_folder.friends import friends
from tta_p2p.node.data_folder.people import rename
from tta_p2p.node.data_folder.whereabouts import (
    FILE,
    MOST_FRIENDS,
    forget_whereabouts,
    keep_whereabouts,
    read_whereabouts,
)
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
    """Where a friend was found stays when a game was played to its end, for whoever wants that kept."""
    (friend,) = friends(folder)
    assert friend.name and friend.sid
    assert {one.fingerprint for one in parse_places(friend.place)} == {friend.fingerprint}
    menu = _menu(folder, monkeypatch)
    assert friend.name in _press(menu, "f") and friend.fingerprint in _press(menu)
    assert "Sit down" in _press(menu, "enter")
    _press(menu, "j")
    assert menu.chosen is not None and menu.chosen.words == ("join", friend.place)
    menu = _menu(folder, monkeypatch)
    _press(menu, "f", "enter", "a")
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


def test_whoever_wants_no_places_kept_has_them_forgotten_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = _members(folder)[2][1 - _members(folder)[1]]
    assert friends(folder)[0].place and (folder / FILE).stat().st_mode & 0o777 == 0o600
    menu = _menu(folder, monkeypatch)
    _press(menu, "e", "w")
    assert not (folder / FILE).exists() and not friends(folder)[0].place
    keep_whereabouts(folder, {other: [Address("10.0.0.7", 4711)]})
    assert not (folder / FILE).exists(), "and none is kept from now on"
    _press(menu, "w")
    keep_whereabouts(folder, {other: [Address("10.0.0.7", 4711)]})
    assert friends(folder)[0].place.startswith("10.0.0.7:4711#")
    assert here(folder, "settings", "whereabouts", "off").returncode == 0
    assert not friends(folder)[0].place


def test_few_places_of_few_friends_are_kept_and_those_met_last(tmp_path: Path) -> None:
    for number in range(MOST_FRIENDS + 5):
        places = [Address("10.0.0.7", 4000 + port) for port in range(9)]
        keep_whereabouts(tmp_path, {bytes([number]) * 32: places})
    found = read_whereabouts(tmp_path)
    assert len(found) == MOST_FRIENDS and {len(places) for places in found.values()} == {MOST}
    assert next(iter(found)) == fingerprint(bytes([MOST_FRIENDS + 4]) * 32)
    keep_whereabouts(tmp_path, {bytes([7]) * 32: [Address(onion_name(bytes(32)), 7777)]})
    assert list(read_whereabouts(tmp_path)) == list(found), "an onion address ends with its table"


def test_who_is_forgotten_is_found_nowhere_and_all_others_are(folder: Path) -> None:
    _, own, keys = _members(folder)
    keep_whereabouts(folder, {keys[1 - own]: [Address("10.0.0.7", 4711)], bytes(32): [Address("10.0.0.8", 4712)]})
    key = fingerprint(keys[1 - own])
    assert key in (folder / FILE).read_text("utf-8")
    assert here(folder, "id", "forget", key).returncode == 0
    assert [*read_whereabouts(folder)] == [fingerprint(bytes(32))] and "4711" not in (folder / FILE).read_text("utf-8")
    forget_whereabouts(folder, bytes(32))
    assert not (folder / FILE).exists()


@pytest.mark.parametrize(
    "text",
    ["", "[]", "[" * 9000, '{"a":["10.0.0.7:1"]}', '{"KEY":["nonsense"]}', '{"KEY":"10.0.0.7:1"}',
     '{"KEY":["\\u001b:1"]}', '{"KEY":["10.0.0.7:1","10.0.0.7:2","10.0.0.7:3","10.0.0.7:4","10.0.0.7:5"]}'],
)  # fmt: skip
def test_a_file_of_places_may_be_any_garbage(folder: Path, text: str) -> None:
    (folder / FILE).write_text(text.replace("KEY", friends(folder)[0].fingerprint), "utf-8")
    assert read_whereabouts(folder) == {} and not friends(folder)[0].place


@pytest.mark.parametrize("kept", [b"\xff", b"[]", b'[["nonsense"],[]]', b"[" * 9000])
def test_what_is_kept_of_places_may_be_any_garbage(folder: Path, kept: bytes) -> None:
    sid, own, _ = _members(folder)
    with closing(Store(folder)) as store:
        store.save_addresses(sid, 1 - own, kept)
    forget_whereabouts(folder)
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
