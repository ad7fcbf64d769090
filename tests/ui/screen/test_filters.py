"""Help, the list of all moves and long menus are filtered as one types, and Enter does what is marked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from tests.ui.fake_node import make_table
from tests.ui.positions import middle, random_moments
from tests.ui.screen.keyboard import at_the_screen, face_of, lines_of, shown
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.registry import names
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.screen.menu import MenuEntry, MenuFace, MenuList
from tta_p2p.ui.screen.screen_state import shown_entries
from tta_p2p.ui.style import Style


async def test_help_is_filtered_and_runs_what_is_chosen() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        seen = await ann.press("?", *"chart")
        assert "Help: chart" in seen and "▸ k    charts of the game so far" in seen and "Take cards" not in seen
        assert "The game so far" in await ann.press("enter")
        seen = await ann.press("esc", "?", *"corruption", "esc")
        assert "Help: " not in seen and "How to read the screen" in seen, "Esc clears what was typed first"
        assert "Help" not in await ann.press("esc")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_is_filtered_as_well(language: str) -> None:
    (local, seat), *_ = random_moments("through_the_ages", 2, 4, every=30)
    face = face_of(local, seat, language)
    assert face.context is not None and face.context.presenter is not None
    typed = face.context.presenter.words("tta.legend.strength")[:2]
    for key in ("?", *typed):
        face.press(key)
    page = face.screen_state.page
    assert page is not None
    told = "\n".join(shown(face)[2 + len(shown_entries(page)) : -1]).rstrip()  # below the keys that are found
    assert typed in told and typed in told.split("\n")[0]


@pytest.mark.parametrize("game", names())
def test_every_line_of_help_can_be_chosen(game: str) -> None:
    (local, seat), *_ = random_moments(game, 3 if game == "seven_wonders" else 2, 4, every=9)

    def opened() -> ScreenFace:
        face = face_of(local, seat)
        face.press("?")
        return face

    page = opened().screen_state.page
    assert page is not None and len(page.entries) > 20
    for number in range(0, len(page.entries), 6):
        face = opened()
        for _ in range(200):
            if face.screen_state.page is None or face.screen_state.page.mark >= number:
                break
            face.press("down")
        assert face.screen_state.page is not None and face.screen_state.page.mark == number
        assert any(line.startswith("▸") for line in shown(face)), "the mark is seen"
        face.press("enter")
        again = face.screen_state.page
        assert again is None or again.note or again.title != page.title or again.mark < 0, (
            "it does something, or says why not"
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_moves_are_found_by_what_they_are_called(language: str) -> None:
    found = 0
    for local, seat in random_moments("through_the_ages", 2, 4, every=25):
        face = face_of(local, seat, language)
        assert face.context is not None
        for item in face.context.reading.menu.entries[:4]:
            face.press("a")
            for key in item.text:
                face.press(key)
            if any(spot.item is not None and spot.item.text == item.text for spot in face.spots()):
                found += 1
            lines_of(face)
            face.press("esc")
            assert not face.screen_state.list_filter and face.screen_state.list_name == "all"
            face.press("esc")
    assert found > 20


async def test_a_move_that_was_filtered_out_is_done_and_the_list_closes() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        seen = await ann.press("a", *"take mos")
        assert "filter: take mos" in seen and "Homer" not in seen
        await ann.press("enter")
        assert [act.text for act in ann.client.state.turn.draft] == ["take 4"]  # type: ignore[union-attr]
        assert not ann.face.screen_state.list_name


def test_a_long_menu_is_filtered_and_one_with_letters_is_not() -> None:
    chosen: list[str] = []

    def listing(key: Callable[[str], str]) -> MenuList:
        some = ("Ann", "Bob", "Cäcilie")
        return MenuList("Tables", tuple(MenuEntry(one, key(one), enter=partial(chosen.append, one)) for one in some))

    face = MenuFace(Words("en"), Style(80), lambda: (80, 24))
    face.open(lambda: listing(lambda name: ""))
    for key in "cac":
        face.press(key)
    seen = "\n".join("".join(span.text for span in line) for line in face.frame().rows)
    assert "Tables: cac" in seen and "Cäcilie" in seen and "Bob" not in seen and "type to filter" in seen
    face.press("esc")
    assert "Bob" in "\n".join("".join(span.text for span in line) for line in face.frame().rows)
    face.press("b")
    face.press("enter")
    face.open(lambda: listing(lambda name: name[0].lower()))
    face.press("a")
    assert chosen == ["Bob", "Ann"]


def test_nothing_that_fits_is_said() -> None:
    (local, seat), *_ = random_moments("caravan", 2, 4, every=9)
    face = face_of(local, seat)
    for key in ("?", *"qqqq"):
        face.press(key)
    page = face.screen_state.page
    assert page is not None and shown_entries(page) == () and "Nothing here is called that." in "\n".join(shown(face))


async def test_a_filter_without_hits_says_so_and_enter_as_well() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        seen = await ann.press("a", *"zzzz")
        assert "Nothing here is called that" in seen
        seen = await ann.press("enter")
        assert "You must decide" not in seen and seen.count("Nothing here is called that") == 2
        assert "Take" in await ann.press("esc")


def test_help_of_the_past_filters_and_runs_what_is_chosen() -> None:
    face = face_of(middle(), 0)
    face.panes.view.screen_state = replace(face.screen_state, moment=0)
    face.press("?")
    page = face.screen_state.page
    assert page is not None and page.entries
    for key in "list of the turns":
        face.press(key)
    page = face.screen_state.page
    assert page is not None and page.filter == "list of the turns"
    (entry,) = shown_entries(page)
    assert entry.stroke == "j"


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_over_the_list_of_all_moves_one_row_says_what_is_decided_and_the_last_one_that_one_types(
    size: tuple[int, int],
) -> None:
    longest = 0
    for local, seat in random_moments("seven_wonders", 3, 21, every=5):
        face = face_of(local, seat, size=size)
        face.press("a")
        seen, rows = shown(face, size), face.frame(size).rows
        assert "\n".join(seen).count("type to filter") == 1 and seen[-1].startswith("type to filter")
        at = [number for number, one in enumerate(rows) for span in one if span.target and span.target.kind == "marked"]
        # a text that goes on in a further row begins with no capital there
        heads = next(n for n in range(1, at[0] + 1) if not seen[at[0] - n].strip() or seen[at[0] - n][:1].isupper())
        if f"/{len(face.spots())}" in seen[at[0] - 1]:  # not all of it is seen
            assert heads == 1, seen
            longest += 1
    assert longest
