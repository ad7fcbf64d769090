"""The mark on Civilization's map: every act that names a square is reached there, and no key does what is unseen."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.languages import in_turn
from tests.ui.asking.positions import frames, position
from tests.ui.civilization import at, fight, four
from tests.ui.fake_node import make_table
from tests.ui.positions import random_moments
from tests.ui.screen.keyboard import at_the_screen, face_of, lines_of, shown
from tta_p2p.games.civilization.map.squares import SQUARES
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import Words
from tta_p2p.ui.blocks import Para
from tta_p2p.ui.cells import plain, row, width
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.screen.boards import board_for
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.screen.map_mark import next_place
from tta_p2p.ui.screen.rows import merge_blocks
from tta_p2p.ui.screen.screen_state import acts_of

BOARD = board_for(presenter_for("civilization", Words()))
ARROWS = ("up", "down", "left", "right")
FURTHEST = 40
"""Steps from one corner of the widest map to another one, and some more."""


def words_about_squares(local: LocalGame[Any, Any], seat: int) -> list[str]:
    """The acts in notation that name a square; giving up is in no list."""
    texts = [local.game.write(option.act) for option in local.legal(seat) if option.act.verb != "resign"]
    return [text for text in texts if any(word in SQUARES for word in text.split(" ")[1:])]


def go_to(face: ScreenFace, square: str) -> None:
    """Move the mark to a square by arrows; none of them does anything else."""
    to = SQUARES[square] % 16, SQUARES[square] // 16
    for _ in range(FURTHEST):
        if face.screen_state.place == square:
            return
        here = SQUARES[face.screen_state.place]
        x, y = here % 16, here // 16
        before = face.screen_state.place
        for key in ([] if to[1] == y else ["down" if to[1] > y else "up"]) + (
            [] if to[0] == x else ["right" if to[0] > x else "left"]):  # fmt: skip
            face.press(key)
            if face.screen_state.place != before:
                break
    assert face.screen_state.place == square, (face.screen_state.place, square)


def choose(face: ScreenFace, text: str) -> list[str]:
    """Choose an act at its square, and where several are there, in the list; the lines that the keys stand for."""
    face.press("esc")
    face.press("esc")
    face.press(";")
    square = BOARD.choices.places(text)[-1]
    for _ in range(8):
        if face.screen_state.is_on_map:
            go_to(face, square)
        else:
            found = face.spots()
            wanted = next(at for at, spot in enumerate(found) if text in acts_of(spot))
            face.press("home")
            for _ in range(wanted):
                face.press("down")
        spot = face.spot()
        assert lines_of(face) == [], "what only moves the mark does nothing"
        face.press("enter")
        if said := lines_of(face):
            assert spot is not None and spot.item is not None and spot.item.text == text, "it was in focus"
            return said
    raise AssertionError(f"{text} is not reached")


def check(local: LocalGame[Any, Any], most: int) -> set[str]:
    """Reach acts of this moment on the map; the verbs of those that were."""
    assert local.decision is not None
    reached = set()
    for seat in local.decision.seats:
        texts = words_about_squares(local, seat)
        face = face_of(local, seat)
        reading = face.reading()
        assert reading is not None and reading.scene is not None
        if not texts or not BOARD.places(reading.scene):
            assert not texts, f"no map is drawn for {texts[0]} in {local.decision.key}"
            continue
        step = max(1, len(texts) // most)
        for text in texts[::step]:
            assert choose(face_of(local, seat), text) in ([f"act {text}"], [f"sure {text}"]), text
            reached.add(text.split(" ")[0])
    return reached


@pytest.mark.parametrize("frame", [frame for game, frame in frames() if game == "civilization"])
def test_every_decision_that_names_a_square_is_made_on_the_map(frame: str) -> None:
    check(position("civilization", frame), 6)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_act_with_a_square_is_reached_in_whole_games(seats: int) -> None:
    reached = set[str]()
    for local, _ in islice(random_moments("civilization", seats, 5, 37), 40):
        reached |= check(local, 3)
    assert {"move", "capital"} <= reached


@given(st.sampled_from(["move", "cities", "four"]), st.lists(st.sampled_from([*ARROWS, ";", "page down"]), max_size=12))
@settings(max_examples=25)
def test_keys_that_move_the_mark_do_nothing_else_and_enter_does_only_what_is_seen(name: str, keys: list[str]) -> None:
    local = four() if name == "four" else at("cities" if name == "cities" else "movement")
    face = face_of(local, 0)
    for key in (";", *keys):
        face.press("esc") if face.screen_state.page is not None else None
        face.press(key)
        assert lines_of(face) == []
        assert face.screen_state.is_on_map and face.screen_state.place in SQUARES
    if face.screen_state.page is not None:
        face.press("esc")
    spot, seen = face.spot(), "\n".join(shown(face))
    marked, acts = "▸" in seen, acts_of(spot) if spot is not None else ()
    assert marked == (spot is not None), "where nothing is to be chosen, no line is marked"
    assert not marked or any(face.screen_state.place in BOARD.choices.places(text) for text in acts)
    face.press("enter")
    said = lines_of(face)
    if said:
        assert spot is not None and spot.item is not None and said[0].partition(" ")[2] == spot.item.text


SIZES = ((60, 20), (80, 24), (100, 30), (120, 40), (160, 50), (200, 60))


@pytest.mark.parametrize(("table", "language"), in_turn(("movement", "cities", "start", "four"), 2))
def test_what_is_on_the_square_is_said_at_every_size_and_no_line_is_wider_than_the_window(
    table: str, language: str
) -> None:
    local = four() if table == "four" else at(table)
    for size in SIZES:
        face = face_of(local, 0, language, size)
        for key in (";", "right", "down"):
            face.press(key)
            rows = face.frame(size).rows
            assert {width(one) for one in rows} == {size[0]} and len(rows) == size[1]
            place = face.screen_state.place
            text = "\n".join(shown(face, size))
            assert any(line.startswith(f"{place} ") or f"\n{place} " in text for line in text.split("\n")), size
            roles = [span.role for one in rows for span in one]
            assert roles.count("focus") >= 1


@pytest.mark.parametrize(("table", "language"), in_turn(("movement", "cities", "four"), 2))
def test_all_of_a_square_is_told_beside_the_map_and_covers_none_of_it(table: str, language: str) -> None:
    local = four() if table == "four" else at(table)
    for size in SIZES:
        face = face_of(local, 0, language, size)
        told = 0
        for key in (";", "down", "down", "right"):
            face.press(key)
            drawn = squares_of(face, size)
            scene = face.context.reading.scene if face.context is not None else None
            assert scene is not None and face.board is not None
            blocks = face.board.place_blocks(face.screen_state.place, scene)
            more = ["".join(plain(face.style.spell(one.text)).split()) for one in blocks[1:] if isinstance(one, Para)]
            face.press(";")
            if not blocks[1:]:
                face.press("esc")
                continue
            assert face.screen_state.page is None and squares_of(face, size) == drawn, (size, more)
            seen = "".join("".join(line.split()) for line in shown(face, size))
            beside = "".join("".join(line[:40].split()) for line in shown(face, size))
            assert all(one[:16] in seen + beside for one in more), (more, size)
            told += 1
            face.press(";")
            assert face.screen_state.page is not None, "once more, and it is a page"
            face.press("esc")
        assert told


def squares_of(face: ScreenFace, size: tuple[int, int]) -> set[str]:
    """The squares that are seen."""
    targets = (span.target for one in face.frame(size).rows for span in one)
    return {target.name for target in targets if target is not None and target.name in SQUARES}


def test_the_mark_goes_on_to_the_next_squares_over_holes_and_stops_at_the_edge() -> None:
    places = {"a1": (0, 0), "c1": (2, 0), "b2": (1, 1), "d3": (3, 2)}
    assert [next_place(places, "a1", key) for key in ARROWS] == ["a1", "b2", "a1", "c1"]
    assert next_place(places, "c1", "left") == "a1" and next_place(places, "d3", "up") == "c1"
    assert next_place(places, "gone", "up") == "a1"


def test_where_no_act_names_the_square_no_line_is_marked_and_enter_does_nothing() -> None:
    face = face_of(at("movement"), 0)
    face.press(";")
    go_to(face, "b2")
    assert face.spot() is None and "▸" not in "\n".join(shown(face))
    face.press("enter")
    assert lines_of(face) == []
    assert Words()("screen.nothing-here", place="b2") in "\n".join(shown(face))


def test_in_a_battle_there_is_no_map_to_point_at_and_that_is_said() -> None:
    face = face_of(fight(), 1)
    face.press(";")
    assert not face.screen_state.is_on_map
    assert Words()("screen.no-map") in "\n".join(shown(face))


@pytest.mark.parametrize("size", SIZES)
def test_the_mark_is_seen_on_the_map_where_the_board_of_another_player_was_shown_in_its_place(
    size: tuple[int, int],
) -> None:
    face, other = (face_of(at("movement"), 0, size=size) for _ in range(2))
    face.press("right")
    for one in (face, other):
        one.press(";")
        one.press("down")
    assert shown(face, size) == shown(other, size)


async def test_an_army_is_moved_on_the_map_and_the_mark_stays_there_for_the_next_one() -> None:
    table = make_table("civilization", 2, local=at("movement"), people=range(2))
    async with at_the_screen(table) as ann:
        await ann.press("esc", ";")
        assert ann.face.screen_state.place == "e8", "where the figures in focus stand"
        await ann.press("enter")
        go_to(ann.face, "e9")
        seen = await ann.press("enter")
        assert "from e8 to e9" in seen or "e9" in seen
        if not ann.face.screen_state.is_on_map:
            await ann.press("enter")
        assert table.local.state.figures[0].get(SQUARES["e9"], (0, 0)) != (0, 0) or table.draft(0).acts
        assert ann.face.screen_state.is_on_map, "the next one is pointed at"
        await ann.press("esc")
        assert not ann.face.screen_state.is_on_map


@pytest.mark.parametrize("size", SIZES)
async def test_what_a_move_costs_and_does_is_seen_at_every_size_while_it_is_pointed_at(size: tuple[int, int]) -> None:
    table = make_table("civilization", 2, local=at("movement"), people=range(2))
    async with at_the_screen(table, size=size) as ann:
        await ann.press("esc", ";")
        go_to(ann.face, "g12")
        await ann.press("enter")
        for key in ("up", "left"):
            seen = await ann.press(key)
            told = plain(row(*merge_blocks(ann.face.screen_state.preview, ann.face.style)))
            place = ann.face.screen_state.place
            assert told and "".join(told.split())[:24] in "".join(seen.split()), (size, told)
            assert f"{place} " in seen
