"""Windows of any size: nothing loops or grows in one that is too small, and every picture is as large as its window."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import FrameType
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.languages import in_turn
from tests.patience import PATIENCE
from tests.ui.fake_node import make_table
from tests.ui.positions import random_moments
from tests.ui.screen.keyboard import at_the_screen, coming, face_told, lines_of
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats import messages as say
from tta_p2p.ui.blocks import Block, Gap, Para
from tta_p2p.ui.cells import plain, row, width, wrap
from tta_p2p.ui.screen.menu import MenuEntry, MenuFace, MenuList
from tta_p2p.ui.screen.menu import MenuText as MenuText
from tta_p2p.ui.state import SeatRequest
from tta_p2p.ui.style import MIN_WINDOW, Style

KEYS = (
    *("a", "h", "o", "tab", "?", "i", "v", "j", "n", "g", "k", "w", "esc", "enter", "up", "down", "left", "right", " "),
    *("page down", "end", "1", "2", "b", "m", ":", "x", "'", "q", "e", "f1"),
)
GAMES = ("caravan", "civilization", "seven_wonders", "smugglers", "through_the_ages")
SIZES = st.tuples(st.integers(1, 130), st.integers(1, 50)) | st.tuples(st.integers(1, 61), st.integers(1, 21))


class Endless(Exception):
    """Something was laid out for ever."""


@contextmanager
def ends() -> Iterator[None]:
    """Do not wait for what never ends."""

    def ring(_: int, frame: FrameType | None) -> None:
        raise Endless

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@cache
def told(name: str) -> tuple[say.Reply, ...]:
    """What a client has been told of a game."""
    local = next(local for at, (local, _) in enumerate(random_moments(name, 4, seed=3)) if at == 2)
    assert local.decision is not None
    return tuple(coming(local, local.decision.seats[0]))


def many(words: Words) -> tuple[Block, ...]:
    """Something long that is told."""
    return (Para(row(words("screen.failed"))), Para(row("漢字 " * 30)))


def right(face: Any, size: tuple[int, int]) -> None:
    rows = face.frame(size).rows
    assert len(rows) == size[1] and {width(one) for one in rows} <= {size[0]}, size


@pytest.mark.parametrize(("name", "language"), in_turn(GAMES))
@given(st.lists(st.tuples(SIZES, st.lists(st.sampled_from(KEYS), max_size=4)), min_size=1, max_size=4))
@example([((1, 1), ["a"]), ((2, 1), []), ((3, 60), ["h"]), ((1, 24), ["o"]), ((80, 24), ["down"])])
@settings(max_examples=8)
def test_a_game_in_a_window_of_any_size_answers_keys_and_tells_what_happens(
    name: str, language: str, course: list[tuple[tuple[int, int], list[str]]]
) -> None:
    size = [(80, 24)]
    with ends():
        face = face_told(told(name), language, lambda: size[0])
        for size[0], keys in course:
            for key in keys:
                face.press(key)
            face.display(many(Words(language)))
            face.display((Para(row("short")),))
            right(face, size[0])
        assert len(lines_of(face)) < 99


@pytest.mark.parametrize("language", LANGUAGES)
@given(st.lists(st.tuples(SIZES, st.sampled_from(KEYS)), max_size=6))
def test_a_menu_in_a_window_of_any_size(language: str, course: list[tuple[tuple[int, int], str]]) -> None:
    size, words = [(80, 24)], Words(language)
    face = MenuFace(words, Style(), lambda: size[0], "tta")
    entries = tuple(MenuEntry(f"entry {n}", "abcdefgh"[n], note="漢字 and more " * 9) for n in range(8))
    ask = MenuEntry("ask", "x", enter=lambda: face.ask(words("screen.small", columns=1, lines=1), "abc", face.say))
    text = MenuEntry("text", "o", enter=lambda: face.open(lambda: MenuText("text", many(words))))
    face.open(lambda: MenuList("list", (*entries, ask, text), many(words)))
    with ends():
        for size[0], key in course:
            face.press(key)
            right(face, size[0])


@given(st.text("ab cd é漢字。（,", max_size=40), st.integers(-5, 3), st.none() | st.integers(-5, 3))
def test_a_line_takes_a_letter_however_few_cells_there_are(text: str, size: int, first: int | None) -> None:
    with ends():
        parts = wrap(text, size, first)
    assert "".join(map(plain, parts)).replace(" ", "") == text.replace(" ", "")


async def test_nothing_to_say_opens_no_page_however_little_room_there_is() -> None:
    table = make_table("through_the_ages", 4, seed=3)
    async with at_the_screen(table, size=MIN_WINDOW) as ann:
        for key in ("enter", "e", "y", "w", "esc", "enter", "enter", "e", "y", "y", "esc"):
            await ann.press(key)
            page = ann.face.screen_state.page
            assert page is None or page.blocks, (key, page)
    async with at_the_screen(table, SeatRequest(spectate=True), size=MIN_WINDOW) as eve:
        assert eve.face.screen_state.page is None or eve.face.screen_state.page.blocks


async def test_a_page_over_the_game_leaves_the_numbers_of_all_players_and_the_mark_in_sight() -> None:
    async with at_the_screen(make_table("through_the_ages", 4, seed=3)) as ann:
        before = (await ann.press("enter")).splitlines()[1:6]
        over = (await ann.press("t")).splitlines()
        assert over[1:6] == before and over[6].startswith("▸")
        assert ann.face.screen_state.page is not None and "Take Moses" in "\n".join(over)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("name", ["civilization", "through_the_ages"])
async def test_esc_brings_the_own_board_or_the_map_back(name: str, size: tuple[int, int]) -> None:
    async with at_the_screen(make_table(name, 3, seed=3), size=size) as ann:
        own = ann.sees()
        assert await ann.press("right", "right") != own
        assert await ann.press("esc") == own


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_without_content_does_not_open(language: str) -> None:
    face = face_told(told("seven_wonders"), language)
    for blocks in ((), (Para(row("")),), (Gap(), Para(row(" ")))):
        face.panes.pager.open(row("title"), blocks)
        assert face.screen_state.page is None
        assert Words(language)("screen.empty") in "\n".join(plain(one) for one in face.frame().rows)
        face.press("esc")


@pytest.mark.parametrize("size", [(59, 20), (60, 19), (1, 1)])
@pytest.mark.parametrize("name", GAMES)
def test_in_a_window_that_shows_nothing_no_key_plays_and_q_leaves(name: str, size: tuple[int, int]) -> None:
    window = [(80, 24)]
    face = face_told(told(name), "en", lambda: window[0])
    face.press("down")
    before, window[0] = face.screen_state, size
    for key in (*KEYS, *"abcdefghijklmnoprstuvwxyz1234567890"):
        if key != "q":
            face.press(key)
    assert lines_of(face) == []
    window[0] = (80, 24)
    assert (face.screen_state.focus, face.screen_state.page, face.screen_state.input_line) == (
        before.focus,
        before.page,
        before.input_line,
    )
    window[0] = size
    face.press("q")
    assert lines_of(face) == ["quit"]


def test_a_menu_that_shows_nothing_enters_nothing() -> None:
    size, taken = [(80, 24)], list[str]()
    face = MenuFace(Words(), Style(), lambda: size[0], "tta")
    face.open(lambda: MenuList("list", (MenuEntry("entry", "a", enter=lambda: taken.append("a")),), ()))
    size[0] = (59, 20)
    for key in ("enter", "a", "1"):
        face.press(key)
    assert taken == []
    size[0] = (60, 20)
    face.press("enter")
    assert taken == ["a"]
