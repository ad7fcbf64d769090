"""The mouse: a click does what is drawn there means, no question is answered by another click, garbage does nothing."""

from __future__ import annotations

import json
import os
import re
import signal
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trio.testing import wait_all_tasks_blocked

from tests.cli.terminals import Person as Somebody
from tests.ui.civilization import at
from tests.ui.fake_node import make_table
from tests.ui.screen.keyboard import Person, at_the_screen, face_of, lines_of, style_of
from tests.ui.screen.windows import Window
from tta_p2p.i18n import Words
from tta_p2p.ui.cells import plain, row, width
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.screen.menu import MenuEntry, MenuFace, MenuList, MenuText
from tta_p2p.ui.screen.painter import MOUSE_OFF, MOUSE_ON, Painter
from tta_p2p.ui.screen.terminal import Picture
from tta_p2p.ui.style import Style

SIZE = (80, 24)


class Mouse:
    """Somebody who clicks on what is painted."""

    def __init__(self, person: Person) -> None:
        self.person = person
        view = person.face.panes.view
        view.style = replace(view.style, mouse=True)
        self.picture = Picture(person.face)

    async def click(self, column: int, line: int) -> str:
        self.picture.render(SIZE)
        self.picture.mouse_event(SIZE, "mouse press", 1, column, line, True)
        self.picture.mouse_event(SIZE, "mouse release", 1, column, line, True)
        await wait_all_tasks_blocked()
        return self.person.sees()

    async def click_on(self, text: str) -> str:
        """Click on the first letter of a text that is seen."""
        column, line = place_of(self.person.sees(), text)
        return await self.click(column, line)

    async def click_key(self, text: str) -> str:
        """Click on a key in the last line."""
        column, _ = place_of(self.person.sees().split("\n")[-1], text)
        return await self.click(column, SIZE[1] - 1)

    async def wheel(self, by: int) -> str:
        self.picture.mouse_event(SIZE, "mouse press", 5 if by > 0 else 4, 3, 3, True)
        await wait_all_tasks_blocked()
        return self.person.sees()


def place_of(seen: str, text: str) -> tuple[int, int]:
    line = next(number for number, one in enumerate(seen.split("\n")) if text in one)
    return width(seen.split("\n")[line].partition(text)[0]), line


async def test_a_click_marks_a_line_and_a_second_one_chooses_it() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        mouse = Mouse(ann)
        seen = await mouse.click_on(" 3 ")
        assert "▸" in next(line for line in seen.split("\n") if " 3 " in line)
        turn = ann.client.state.turn
        assert turn is not None and not turn.draft
        spot = ann.face.spot()
        assert spot is not None and spot.item is not None
        await mouse.click_on("▸")
        turn = ann.client.state.turn
        assert turn is not None and [act.text for act in turn.draft] == [spot.item.text]


async def test_a_question_is_answered_by_a_click_on_its_answer_alone() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        mouse = Mouse(ann)
        await mouse.click_key("e end")
        asked = ann.client.state.confirmation
        assert asked is not None, "the key that is named ends the turn"
        for line in range(-1, SIZE[1] - 1):
            for column in (-1, 0, 1, 5, 40, 79, 80, 9999):
                await mouse.click(column, line)
        await mouse.wheel(1)
        assert ann.client.state.confirmation is asked
        await mouse.click_key("n no")
        assert ann.client.state.confirmation is None and ann.client.state.may_act
        number = ann.client.state.turn.number
        await mouse.click_key("e end")
        await mouse.click_key("Enter or y")
        assert ann.client.state.confirmation is None and ann.client.state.turn.number != number


async def test_a_key_that_is_not_seen_any_more_is_not_pressed() -> None:
    """Whoever aims at an answer, and finds another picture in its place, has neither answered nor acted."""
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        mouse = Mouse(ann)
        await ann.press("e")
        mouse.picture.render(SIZE)
        column, _ = place_of(ann.sees().split("\n")[-1], "Enter or y")
        await ann.press("n", "down")
        mouse.picture.mouse_event(SIZE, "mouse press", 1, column, SIZE[1] - 1, True)
        await wait_all_tasks_blocked()
        turn = ann.client.state.turn
        assert turn is not None and not turn.draft, "Enter would have done what is marked"
        mouse.picture.render(SIZE)
        mouse.picture.mouse_event(SIZE, "mouse press", 1, column, SIZE[1] - 1, True)
        await ann.press("e")
        assert ann.client.state.confirmation is not None
        for at in range(SIZE[0]):
            mouse.picture.mouse_event(SIZE, "mouse press", 1, at, SIZE[1] - 1, True)
        await wait_all_tasks_blocked()
        assert ann.client.state.confirmation is not None and not ann.face.screen_state.asks_to_leave


async def test_cards_and_players_have_pages_that_the_wheel_scrolls() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        mouse = Mouse(ann)
        seen = await mouse.click_on("Bob")
        assert "── Bob" in seen
        await ann.press("esc")
        seen = await mouse.click_on("Despotism")
        assert "── Despotism" in seen
        await ann.press("esc", "?")
        before = ann.sees()
        after = await mouse.wheel(1)
        assert after.split("\n")[2] == before.split("\n")[5], "three rows"
        assert await mouse.wheel(-1) == before
        await mouse.click_key("Esc back")
        assert ann.face.screen_state.page is None
        at = ann.face.screen_state.focus_index
        await mouse.wheel(1)
        assert ann.face.screen_state.focus_index == at + 1


async def test_a_line_of_a_page_is_marked_and_then_chosen() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        mouse = Mouse(ann)
        await ann.press("?", "w", "h", "o")
        await ann.press("down")
        seen = ann.sees()
        assert "▸" in seen
        await mouse.click_on("▸")
        page = ann.face.screen_state.page
        assert page is None or not page.entries, "it was chosen"


def test_a_square_is_pointed_at_and_a_marked_one_chosen() -> None:
    local = at("movement")
    face = face_of(local, 0)
    face.panes.view.style = replace(face.style, mouse=True)
    picture = Picture(face)
    _press(picture, *_cell_of(face, "place"))
    assert face.screen_state.is_on_map and not lines_of(face)
    place = face.screen_state.place
    _press(picture, *_cell_of(face, "place", place))
    assert not [line for line in lines_of(face) if line.startswith("act ")], "nothing is done where nothing is"
    face.press("esc")
    face.press("esc")
    face.press("m")
    while not (face.screen_state.list_acts or lines_of(face)):  # a group that moves, then where to
        spot = face.spot()
        assert spot is not None and spot.acts
        to = {text.split(" ")[2] for text in spot.acts}
        aim = _cell_of(face, "goal")
        _press(picture, *aim)
        break
    told = [line for line in lines_of(face) if line.startswith(("act ", "sure "))]
    listed = face.screen_state.list_acts
    assert told or listed
    assert all(text.split(" ")[-3] in to for text in (*told, *listed)), "it leads there"


def _press(picture: Picture, column: int, line: int) -> None:
    picture.render(SIZE)
    picture.mouse_event(SIZE, "mouse press", 1, column, line, True)


def _cell_of(face: ScreenFace, kind: str, name: str = "") -> tuple[int, int]:
    """A cell in which something of this kind is painted."""
    for line, one in enumerate(face.frame(SIZE).rows):
        column = 0
        for span in one:
            if span.target is not None and span.target.kind == kind and name in ("", span.target.name):
                return column, line
            column += width(span.text)
    raise AssertionError(f"no {kind} {name}")


async def test_without_the_setting_no_click_does_anything() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        picture = Picture(ann.face)
        picture.render(SIZE)
        before = ann.face.screen_state
        for line in range(SIZE[1]):
            picture.mouse_event(SIZE, "mouse press", 1, 3, line, True)
            picture.mouse_event(SIZE, "mouse press", 5, 3, line, True)
        await wait_all_tasks_blocked()
        assert ann.face.screen_state == before


# --- menus -----------------------------------------------------------------------------------------------------


def _menu(done: list[str], names: list[str]) -> MenuFace:
    face = MenuFace(Words(), Style(80, mouse=True), lambda: SIZE)

    def enter(name: str) -> None:
        done.append(name)

    face.open(lambda: MenuList("Which", tuple(MenuEntry(one, enter=lambda one=one: enter(one)) for one in names)))
    return face


def test_a_menu_is_clicked_and_keeps_the_mark_on_its_entry() -> None:
    done: list[str] = []
    names = ["apple", "pear", "plum"]
    face = _menu(done, names)
    picture = Picture(face)
    picture.render(SIZE)
    line = place_of("\n".join(map(plain, face.frame().rows)), "pear")[1]
    picture.mouse_event(SIZE, "mouse press", 1, 3, line, True)
    assert not done
    names.insert(0, "fig")  # found meanwhile, and not painted yet
    assert "▸" in next(one for one in map(plain, face.frame().rows) if "pear" in one)
    picture.mouse_event(SIZE, "mouse press", 1, 3, line, True)
    assert not done, "it was painted without the mark"
    picture.render(SIZE)
    assert "▸" in next(one for one in map(plain, face.frame().rows) if "pear" in one)
    face.press("enter")
    assert done == ["pear"]
    picture.mouse_event(SIZE, "mouse press", 1, 3, line + 1, True)
    assert done == ["pear", "pear"]


def test_a_text_of_a_menu_is_scrolled_by_the_wheel_and_left_by_its_key() -> None:
    face = _menu([], ["one"])
    face.open(lambda: MenuText("Long", rows=lambda columns: [row(f"line {number}") for number in range(60)]))
    picture = Picture(face)
    picture.render(SIZE)
    picture.mouse_event(SIZE, "mouse press", 5, 3, 3, True)
    assert "line 3" in plain(face.frame().rows[2])
    picture.render(SIZE)
    shown = "\n".join(map(plain, face.frame().rows))
    picture.mouse_event(SIZE, "mouse press", 1, *place_of(shown, "Esc back"), True)
    assert face.depth == 1


# --- what a terminal sends ---------------------------------------------------------------------------------------

REPORTS = st.builds(
    lambda button, column, line, end: f"\x1b[<{button};{column};{line}{end}",
    st.integers(0, 300), st.integers(0, 10**9), st.integers(0, 10**9), st.sampled_from("Mm"),
)  # fmt: skip


def _typed(pieces: list[bytes]) -> list[object]:
    """What a painter takes these pieces for, each of which comes too late to be the rest of the one before."""
    found: list[object] = []
    painter = Painter(style_of("en"))
    painter._mouse_tracking_enabled = True
    for piece in pieces:
        painter.parse_input(None, lambda keys, raw: found.extend(keys), [*painter._partial_codes, *piece])
        if late := painter._partial_codes:
            painter._partial_codes = []
            painter.parse_input(None, lambda keys, raw: found.extend(keys), late, wait_for_more=False)
    return found


@given(st.lists(REPORTS, min_size=1, max_size=4), st.lists(st.integers(0, 200), max_size=6))
@settings(max_examples=60)
def test_a_report_that_comes_in_pieces_types_nothing(reports: list[str], cuts: list[int]) -> None:
    whole = "".join(reports).encode()
    places = sorted({0, len(whole), *(one % len(whole) for one in cuts)})
    keys = _typed([whole[start:stop] for start, stop in pairwise(places)])
    assert {key for key in keys if isinstance(key, str)} <= {"esc", "[", "meta ["}
    assert sum(isinstance(key, tuple) for key in keys) == len(reports)


@pytest.mark.parametrize(
    ("pieces", "keys"),
    [
        (["\x1b", "[", "<0;3;4M"], ["esc", "[", ("mouse press", 1, 2, 3)]),
        (["\x1b", "[<0;3;", "4M"], ["esc", ("mouse press", 1, 2, 3)]),
        (["\x1b[", "<0;3;4M"], ["meta [", ("mouse press", 1, 2, 3)]),
        (["\x1b", "[", "x"], ["esc", "[", "x"]),
        (["\x1b", "[x"], ["esc", "[", "x"]),
        (["\x1b", "[", "[", "<"], ["esc", "[", "[", "<"]),
    ],
)
def test_esc_and_a_bracket_are_keys_until_a_report_follows(pieces: list[str], keys: list[object]) -> None:
    assert _typed([piece.encode() for piece in pieces]) == keys


def test_a_bracket_after_esc_is_a_key_though_more_comes_with_it() -> None:
    found: list[object] = []
    painter = Painter(style_of("en"))
    painter._mouse_tracking_enabled = True
    painter.parse_input(None, lambda keys, raw: found.extend(keys), [*b"\x1b"], wait_for_more=False)
    for piece in (b"[", b"A"):
        painter.parse_input(None, lambda keys, raw: found.extend(keys), [*painter._partial_codes, *piece])
    assert found == ["esc", "[", "A"]


@given(st.lists(REPORTS | st.text(alphabet="\x1b[<;0123456789Mm", max_size=12), max_size=6))
@settings(max_examples=60)
def test_garbage_is_taken_for_something_and_what_follows_it_is_heard(parts: list[str]) -> None:
    keys = _typed([part.encode() for part in parts if part] + [b"\x1b[<0;1;1M", b"qq"])
    assert keys[-1] == "q"


@given(st.integers(-5, 10**6), st.integers(-5, 10**6), st.integers(-5, 300), st.text(max_size=12))
@settings(max_examples=40)
def test_reports_from_outside_the_window_are_harmless(column: int, line: int, button: int, event: str) -> None:
    done: list[str] = []
    picture = Picture(_menu(done, ["one", "two"]))
    picture.render(SIZE)
    for one in (event, "mouse press", "mouse drag", "ctrl mouse press"):
        assert picture.mouse_event(SIZE, one, button, column, line, True)
    inside = 0 <= column < SIZE[0] and 0 <= line < SIZE[1]
    assert not done or inside


@pytest.mark.parametrize("end", ["left", "killed", "stopped"])
def test_a_terminal_reports_the_mouse_only_while_the_screen_is_there(tmp_path: Path, end: str) -> None:
    (tmp_path / "home").mkdir(mode=0o700)
    (tmp_path / "home" / "settings.json").write_text(json.dumps({"mouse": True}))
    with Somebody(tmp_path / "home", "play", "Ann", "--seed", "5", "--screen") as person:
        window = Window(person)
        window.sees("Your turn")
        assert MOUSE_ON.encode() in window.raw and MOUSE_OFF.encode() not in window.raw
        window.press(b"\x1b[<0;9;5M\x1b[<0;9;5m\x1b[<0;99999;5M\x1b[<64;1;1M\x1b[<65;3;3M\x1b[<garbage")
        if end == "left":
            window.press(b"\x03")
            window.sees("Leave the game?")
            window.press(b"\x03")
            person.ends()
            seen = window.raw.decode(errors="replace") + person.seen
        elif end == "killed":
            os.kill(person.process.pid, signal.SIGTERM)
            person.ends()
            seen = window.raw.decode(errors="replace") + person.seen
        else:
            os.kill(person.process.pid, signal.SIGTSTP)
            seen = _stopped(window)
            os.kill(person.process.pid, signal.SIGCONT)
        asked = re.findall("|".join(map(re.escape, (MOUSE_ON, MOUSE_OFF))), seen)
        assert asked == [MOUSE_ON, MOUSE_OFF, *([MOUSE_ON] if len(asked) > 2 and end == "stopped" else [])]


def _stopped(window: Window) -> str:
    window._until("the mouse off", lambda: MOUSE_OFF.encode() in window.raw)
    return window.raw.decode(errors="replace")
