"""Room of lists and boards is used: real positions of whole games of three games, in all languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from typing import Any

import pytest

from tests.ui.civilization import at, holding
from tests.ui.fake_node import make_table
from tests.ui.positions import NAMES, middle, random_moments, scene
from tests.ui.screen.keyboard import at_the_screen, face_of, style_of
from tests.ui.screen.real_pictures import face_at, press
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES
from tta_p2p.ui.blocks import Para
from tta_p2p.ui.cells import COLUMN_GAP, Row, plain, row, width
from tta_p2p.ui.civilization.cards import tech_gist
from tta_p2p.ui.civilization.wording import CivilizationWording
from tta_p2p.ui.room import ListLine, list_rows
from tta_p2p.ui.screen.boards import board_for
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.screen.screen_state import ALL_ACTS
from tta_p2p.ui.style import Style
from tta_p2p.ui.texts import sentence

GAMES = {"civilization": 89, "seven_wonders": 7, "through_the_ages": 61}
"""So many decisions of a game lie between two positions."""
MOST = 24
"""So many positions of a game are looked at."""
COLUMNS = {60: 36, 80: 43, 120: 60, 200: 100}
"""Columns of a list in a window of so many."""


def moments(game: str) -> Iterator[tuple[LocalGame[Any, Any], int]]:
    return islice(random_moments(game, 2 if game == "civilization" else 3, seed=5, every=GAMES[game]), MOST)


def bare(text: str) -> str:
    """A line of a list without the mark and its number."""
    return text.lstrip("▸ 0123456789*[]-").rstrip()


@pytest.mark.parametrize("game", GAMES)
def test_lines_of_a_list_are_told_apart_nothing_is_cut_while_rows_are_free_and_effects_are_not_dim(game: str) -> None:
    seen = 0
    for number, (local, seat) in enumerate(moments(game)):
        language = sorted(LANGUAGES)[number % len(LANGUAGES)]
        face = face_of(local, seat, language)
        style = style_of(language)
        for keys in ((), ("a",)):
            for key in keys:
                face.press(key)
            for spot in face.spots():
                dim = [one.text for one in (*spot.detail, *spot.note) if one.role == "label" and len(one.text) > 12]
                assert not dim, (spot.key, dim)
            entries = [ListLine(*map(style.spell, (one.text, one.detail, one.price))) for one in face.spots()]
            told = [bare(plain(row(one.head, one.detail))) for one in entries]
            for size, lines in product(COLUMNS.values(), (8, 13, 26)):
                rows = list_rows(entries, size, lines, NAMES)
                looks = ["".join(plain(one).strip() for one in some) for some in rows]
                assert len({bare(one) for one in looks}) >= len(set(told)) - _copies(face, entries), (looks, size)
                assert all(width(one) <= size for some in rows for one in some)
                if any("…" in one for one in looks) and not any("…" in one for one in told):
                    assert sum(map(len, rows)) >= lines, (looks, size, lines)
                for one, look in zip(told, looks, strict=True):
                    names = [name for name in NAMES if name in one.split(":")[0].split()]
                    assert size < 43 or all(name in look for name in names), look
                seen += 1
    assert seen >= 60


def test_no_line_of_a_city_or_a_move_ends_in_a_colon_and_no_number_is_torn() -> None:
    for number, (local, seat) in enumerate(islice(random_moments("civilization", 2, seed=5, every=29), 90)):
        language = sorted(LANGUAGES)[number % len(LANGUAGES)]
        style = style_of(language)
        for one in _list_rows_of(face_of(local, seat, language), style):
            assert not re.search(r"[:：] *( \(|$)|^ *\d+…|……", one), one


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", ("lost", "disaster", "wholesale-defection", "drought"))
def test_a_line_of_an_event_names_its_card_however_narrow_the_list_is(event: str, language: str) -> None:
    table = holding(event)
    name = scene(table.local, table.seat, language)[0].texts.card(event)
    lines = [one for one in _list_rows_of(face_of(table.local, table.seat, language), style_of(language), events=True)]
    assert lines and all(name[:9] in one for one in lines), lines


def _list_rows_of(face: ScreenFace, style: Style, events: bool = False) -> Iterator[str]:
    """The lines of a list that has a row for each, in a window of 60 columns and in one of 80."""

    def spelled(ways: tuple[tuple[Row, Row], ...]) -> tuple[tuple[Row, Row], ...]:
        return tuple((style.spell(head), style.spell(detail)) for head, detail in ways)

    spots = face.spots()
    entries = [
        ListLine(*map(style.spell, (one.text, one.detail, one.price)), spelled(one.shorter), spelled(one.least))
        for one in spots
    ]
    for size in (25, 41):
        for spot, rows in zip(spots, list_rows(entries, size, 1, NAMES), strict=True):
            if not events or (spot.acts and spot.key.startswith("event ")):
                yield "".join(map(plain, rows))


def _copies(face: Any, entries: list[ListLine]) -> int:
    """How many lines of the game's own panel are of the same card: its spaces tell them apart."""
    heads = [bare(plain(one.head)) for one in entries]
    return len(heads) - len(set(heads)) if face.screen_state.list_name != ALL_ACTS else 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_war_on_a_board_says_against_whom_and_how_much_it_brings_however_small_the_board_is(language: str) -> None:
    presenter, now = scene(middle(), 0, language)
    board, style = board_for(presenter), style_of(language)
    (war,) = now.view.wars
    for columns, lines in product((22, 26, 36), (6, 9, 13)):
        style = replace(style, width=columns, lines=max(5, lines - 3), sure=max(5, lines - 3))
        said = " ".join(plain(one) for one in board.side_panel(now, 0, style, lines))
        assert presenter.texts.name(war.attacker) in said and f"{war.advantage:+d}" in said, said


def test_every_worker_is_seen_beside_the_row() -> None:
    """At 80×24: the workers of each card by a name of its own, before any card without workers."""
    seen = 0
    for number, (local, seat) in enumerate(random_moments("through_the_ages", 3, seed=6, every=47)):
        language = sorted(LANGUAGES)[number % len(LANGUAGES)]
        presenter, now = scene(local, seat, language)
        board, style = board_for(presenter), style_of(language)
        rows = [
            plain(one) for one in board.side_panel(now, seat, style.__class__(36, ideographic=style.ideographic), 13)
        ]
        assert len(rows) <= 13 and all(width(one) <= 36 for one in rows)
        for one in now.view.civilizations[seat].technologies:
            if not one.workers and not one.tokens:
                assert not any(f"{presenter.texts.card(one.card)} 0" in line for line in rows), "no zero takes room"
            if one.workers:
                name = presenter.texts.card(one.card)
                count = f" {one.workers}" + (f"+{one.tokens}" if one.token_value and one.tokens else "")
                assert any(name[:2] in line and count in line for line in rows), (name, count, rows)
                seen += 1
    assert seen > 40


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_technology_does_is_told_whole_beside_the_list_of_what_can_be_researched(language: str) -> None:
    local, seen = at("research"), set[str]()
    presenter, now = scene(local, 0, language)
    wording = CivilizationWording.of(now, presenter)
    for size in ((60, 20), (80, 24)):
        face = face_at(local, 0, language, size)
        for _ in face.spots():
            spot = face.spot()
            assert spot is not None
            if spot.item is not None and spot.item.verb == "research":
                told = sentence(tech_gist(wording, spot.faces[0]))
                gist = "".join(plain(style_of(language).spell(row(told))).split())
                rows = face.frame(size).rows
                beside = "".join(plain(after_gap(one)) for one in rows)
                assert gist in "".join(beside.split()), (size, gist, "\n".join(map(plain, rows)))
                seen.add(spot.key)
            press(local, 0, face, "down")
    assert len(seen) > 15


def after_gap(some: Row) -> Row:
    """The right one of two columns."""
    at = max((number for number, span in enumerate(some) if span.role == COLUMN_GAP and span.text == " "), default=-1)
    return some[at + 1 :] if at >= 0 else ()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_what_the_marked_act_costs_stays_whole_above_advice_that_comes_with_news(
    size: tuple[int, int], language: str
) -> None:
    seen = 0
    for local, seat in islice(random_moments("seven_wonders", 3, seed=8, every=5), 1, 4):
        face = face_at(local, seat, language, size)
        told = ["".join(plain(one.text).split()) for one in face.screen_state.preview if isinstance(one, Para)]
        face.panes.notes.answer((Para(row("1!")),))
        face.panes.pager.open(row("H"), tuple(Para(row("2! " * size[0])) for _ in range(2)), low=True)
        picture = "".join("".join(map(plain, face.frame(size).rows)).split())
        assert all(one.rstrip(".。") in picture for one in told), (told, face.frame(size))
        seen += bool(told)
    assert seen


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_all_that_an_act_means_is_said_beside_a_long_list_and_the_list_stays_where_it_is(
    size: tuple[int, int],
) -> None:
    """Also in the first picture after news."""
    async with at_the_screen(make_table("civilization", 2, local=at("research")), size=size) as ann:
        for number in range(6):
            ann.face.display((Para(row(f"{number}!")),))
        heights = set()
        for _ in range(5):
            told = [plain(block.text) for block in ann.face.screen_state.preview if isinstance(block, Para)]
            seen = ann.sees()
            column = "".join("".join(line[: size[0] if size[0] == 60 else 44].split()) for line in seen.splitlines())
            assert told and all("".join(one.split()) in column for one in told), seen
            heights.add(sum(line[1:4].strip().isdigit() for line in seen.splitlines()))
            await ann.press("down")
        assert len(heights) == 1 or size[0] == 60, heights
