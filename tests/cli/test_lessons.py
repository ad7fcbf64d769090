"""The lesson that was reached: kept from one run to the next, shown in the menu, and lost without harm."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.terminals import Person, here
from tests.ui.screen.windows import Window
from tta_p2p.cli.menu.pages import StartMenu
from tta_p2p.cli.terminal.lesson_progress import FILE, keep_lesson, lesson_reached, read_lessons
from tta_p2p.cli.terminal.puzzle_progress import keep_try
from tta_p2p.ui.cells import plain
from tta_p2p.ui.puzzle import puzzles_for
from tta_p2p.ui.style import Style


def test_the_lesson_reached_is_kept_for_each_part(tmp_path: Path) -> None:
    assert lesson_reached(tmp_path, "seven_wonders", "three-ages") == 0
    keep_lesson(tmp_path, "seven_wonders", "three-ages", 4)
    keep_lesson(tmp_path, "through_the_ages", "first-rounds", 2)
    keep_lesson(tmp_path, "seven_wonders", "three-ages", 5)
    assert read_lessons(tmp_path) == {"seven_wonders/three-ages": 5, "through_the_ages/first-rounds": 2}
    assert [one.name for one in tmp_path.iterdir()] == [FILE]


@given(st.binary(max_size=60) | st.sampled_from([b'{"a": -1}', b'{"a": "b"}', b"[" * 5000, b'{"a": 1e9}', b"null"]))
def test_a_file_that_says_something_else_costs_nothing_but_itself(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    folder = tmp_path_factory.mktemp("lessons")
    (folder / FILE).write_bytes(data)
    found = read_lessons(folder)
    assert all(isinstance(lesson, int) and lesson >= 0 for lesson in found.values())
    keep_lesson(folder, "seven_wonders", "three-ages", 1)
    assert lesson_reached(folder, "seven_wonders", "three-ages") == 1


def pressed() -> tuple[StartMenu, Callable[..., str]]:
    """Give a start menu, and a way to press keys there and see it."""
    menu = StartMenu(Style(80))
    menu.at(lambda: (80, 24))

    def press(*keys: str) -> str:
        for key in keys:
            menu._face.press(key)
        return "\n".join(plain(one) for one in menu._face.frame((80, 24)).rows)

    return menu, press


def test_the_menu_goes_on_where_a_tutorial_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTA_HOME", str(tmp_path))
    monkeypatch.setenv("TTA_LANG", "en")
    keep_lesson(tmp_path, "through_the_ages", "first-rounds", 3)
    keep_lesson(tmp_path, "seven_wonders", "three-ages", 13)
    menu, press = pressed()
    parts = press("t")
    assert "Through the Ages: The first rounds" in parts and "lesson 4 of 23" in parts
    assert "7 Wonders: A game in three ages" in parts and "finished" in parts
    lessons = press("enter")
    assert "▸ Lesson 4: A card from the hand" in lessons and "You stopped here." in lessons
    assert lessons.count("A card from the hand") == 1 and lessons.count("done") == 3
    press("enter")
    assert menu.chosen is not None and menu.chosen.words == ("tutorial", "through-the-ages", "1", "--from=4")


def test_tutorials_are_listed_where_no_game_is_named(tmp_path: Path) -> None:
    keep_lesson(tmp_path, "through_the_ages", "first-rounds", 23)
    keep_lesson(tmp_path, "through_the_ages", "good-game", 4)
    listed = here(tmp_path, "tutorial").stdout
    for told in ("The first rounds  finished", "A whole game  lesson 5 of 18", "tutorial seven-wonders 1"):
        assert told in listed, listed
    assert "Lesson" not in listed
    named = here(tmp_path, "tutorial", "--game", "caravan")
    assert "tutorial seven-wonders" not in named.stdout and not named.returncode


def test_a_tutorial_alone_in_a_terminal_opens_the_menu_at_the_list(tmp_path: Path) -> None:
    with Person(tmp_path, "tutorial") as person:
        window = Window(person)
        window.sees("Through the Ages: The first rounds", "7 Wonders: A game in three ages")
        window.press(b"\x1b")
        window.sees("New game")
        window.press(b"q")
        assert person.ends() == 0


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("tutorial", "7w", "3"), "There is no part 3 of this tutorial."),
        (("tutorial", "7w", "--from", "99"), "There is no lesson 99. The last one is 13."),
        (("tutorial", "chess"), "There is no game “chess”."),
    ],
)
def test_what_is_not_taught_is_refused_in_words(tmp_path: Path, typed: tuple[str, ...], said: str) -> None:
    ended = here(tmp_path, *typed)
    assert ended.returncode == 2
    assert said in ended.stderr, ended.stderr


def test_the_menu_lists_puzzles_and_begins_at_the_next_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTA_HOME", str(tmp_path))
    monkeypatch.setenv("TTA_LANG", "en")
    puzzles = puzzles_for("through_the_ages")
    keep_try(tmp_path, "through_the_ages", puzzles[0].name, True, 0)
    keep_try(tmp_path, "through_the_ages", puzzles[1].name, False, 0)
    menu, press = pressed()
    listed = press("z")
    assert "▸ 2. " in listed and "next, 1 try" in listed and "1 of 60 solved" in listed, listed
    assert listed.count(" 2. ") == listed.count(" 1. ") == 1, listed
    press("enter")
    assert menu.chosen is not None
    assert menu.chosen.words == ("puzzle", "2", "--game", "through-the-ages")
