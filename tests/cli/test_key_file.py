"""The file of keys in a data folder: where it is found, and what a mistake costs."""

from pathlib import Path

import pytest

from tta_p2p.cli.menu.pages import StartMenu
from tta_p2p.cli.terminal.keys import FILE, VARIABLE, chosen_keys
from tta_p2p.keyboard.key_map import USUAL
from tta_p2p.ui.style import Style


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TTA_HOME", str(tmp_path))
    monkeypatch.delenv(VARIABLE, raising=False)
    return tmp_path


def test_without_a_file_the_usual_keys_apply_without_a_word() -> None:
    assert chosen_keys() == (USUAL, "")


def test_a_file_in_the_data_folder_or_a_named_one_is_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / FILE).write_text('undo = "f5"\n')
    assert chosen_keys().keys.strokes("undo") == ("f5",)
    monkeypatch.setenv(VARIABLE, str(folder / "mine.toml"))
    assert "mine.toml" in chosen_keys().fault and chosen_keys().keys == USUAL
    (folder / "mine.toml").write_text('undo = "f6"\n')
    assert chosen_keys().keys.strokes("undo") == ("f6",) and not chosen_keys().fault
    monkeypatch.setenv(VARIABLE, "hjkl")
    assert chosen_keys().keys.strokes("down") == ("down", "j")


@pytest.mark.parametrize("data", [b'undo = "u"\nlog = "u"\n', b"\xff", b"[", b"undo = 1", b"x" * (1 << 17)])
def test_a_mistake_is_said_and_the_usual_keys_apply(folder: Path, data: bytes) -> None:
    (folder / FILE).write_bytes(data)
    keys, fault = chosen_keys()
    assert keys == USUAL and FILE in fault
    assert len(data) > 100 or " line " in fault
    face = StartMenu(Style())._face
    assert fault in face.notice and face.words.keys == USUAL, "the menu says so and goes on"


def test_a_folder_in_place_of_the_file_costs_nothing_else(folder: Path) -> None:
    (folder / FILE).mkdir()
    fault = chosen_keys().fault
    assert chosen_keys().keys == USUAL and "directory. The usual keys apply" in fault, "two sentences"


def test_the_menu_moves_by_the_keys_of_the_file(folder: Path) -> None:
    (folder / FILE).write_text('preset = "hjkl"\n')
    face = StartMenu(Style())._face
    first = face.frame((80, 24))
    face.press("j")
    assert face.depth == 1 and face.frame((80, 24)) != first, "j moves, and opens no list any more"
    face.press("k")
    assert face.frame((80, 24)) == first
