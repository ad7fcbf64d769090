"""The map of Civilization: one grammar of signs in squares of any size, colours of one meaning, a legend of both."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pyte
import pytest

from tests.civilization.play import play, power
from tests.texts import QUOTED, texts_of
from tests.ui.civilization import at, four, middle
from tests.ui.positions import random_moments, scene
from tests.ui.screen.golden import golden
from tests.ui.screen.keyboard import face_of, shown
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.map.board import land
from tta_p2p.games.civilization.map.squares import SQUARES, WIDE
from tta_p2p.games.civilization.scenario import builder
from tta_p2p.games.civilization.tables.layouts import LAYOUTS
from tta_p2p.games.civilization.tables.tiles import TILES
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.ui.blocks import lines
from tta_p2p.ui.cells import Row, Span, Target, plain, width
from tta_p2p.ui.civilization.map import NO_MARKS, NUMBERS, Marks, Size, map_rows, map_width, square_size
from tta_p2p.ui.civilization.signs import CHIPS, FIXED, GROUNDS, owner_chip, rival_letters, sign_entries
from tta_p2p.ui.civilization.wording import CivilizationWording
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.screen.painter import cells_of, code_of, repaint
from tta_p2p.ui.style import Style, deepen_colours
from tta_p2p.ui.texts import Texts

SIZES = (Size(2), Size(4), Size(4, 2), Size(6), Size(6, 2), Size(6, 3))
PLAIN = Style(200)


def wording_of(state: Any, seat: int = 0) -> CivilizationWording:
    words = Words()
    return CivilizationWording(state, seat, {}, Texts(GAME, words), words)


def cut_out(some: Row, start: int, size: int) -> str:
    return plain(some)[start : start + size]


def cell(wording: CivilizationWording, name: str, size: Size, marks: Marks = NO_MARKS) -> list[str]:
    """The signs of a square."""
    x, y = SQUARES[name] % WIDE, SQUARES[name] // WIDE
    rows = map_rows(wording, size, PLAIN, marks)[1 + y * size.tall :][: size.tall]
    return [cut_out(one, NUMBERS + size.wide * x, size.wide) for one in rows]


def test_a_square_is_its_mark_ground_what_lies_there_and_who_stands_there_in_this_order() -> None:
    wording = wording_of(at("movement").state)
    flat = {name: cell(wording, name, Size(4))[0] for name in
            ("b14", "f9", "f8", "c15", "b15", "a14", "b10", "c12", "d16", "a1", "e8")}  # fmt: skip
    assert flat == {
        "b14": " ^@ ", "f9": " ^A2", "f8": " ,a2", "c15": " ^% ", "b15": " T& ", "a14": " := ", "b10": " ,v ",
        "c12": " Th ", "d16": " ^i ", "a1": " .. ", "e8": " TB2",
    }  # fmt: skip
    marks = Marks({SQUARES["b14"]}, {SQUARES["a1"], SQUARES["f9"]})
    assert [cell(wording, name, Size(4), marks) for name in ("b14", "a1", "f9")] == [["!^@ "], [">.. "], [">^A2"]]
    assert cell(wording, "e8", Size(6, 3)) == [" T  e8", "      ", " AS   "], "apart where there is room"
    assert cell(wording, "b14", Size(6, 3), marks)[:2] == ["!^ b14", "  @   "]
    assert cell(wording, "f9", Size(4, 2)) == [" ^  ", " A2 "]


def test_signs_that_have_no_room_give_way_from_the_first_and_never_from_the_last() -> None:
    cities = {"b14": "capital"}
    russia = power("russia", cities={"g3": "capital"}, figures={"a14": (2, 0), "b13": (1, 1)})
    table = play(power("rome", cities=cities), russia, phase="movement", works={"a14": "temple"}, seed=5)
    wording = wording_of(table.s)
    assert [cell(wording, "a14", size)[0] for size in (Size(6), Size(4), Size(2))] == [" :=xa2", " xa2", "xa"]
    assert cell(wording, "a14", Size(2), Marks((), {SQUARES["a14"]})) == [">a"]
    assert [cell(wording, "a14", size) for size in (Size(4, 2), Size(6, 2), Size(6, 3))] == [
        [" :=x", " a2 "], [" :=x  ", " a2   "], [" : a14", " =x   ", " a2   "],
    ], "what is blocked"  # fmt: skip


def test_each_player_has_a_colour_and_no_terrain_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder, "SEATS", (2, 3, 4))
    table = play(
        power("rome", figures={"c3": (2, 0)}), power("russia", figures={"c4": (1, 1), "b4": (0, 1)}),
        power("egypt", figures={"d2": (1, 0)}), power("china", figures={"c2": (1, 0)}), phase="movement", seed=5,
    )  # fmt: skip
    wording = wording_of(table.s)

    def cells(name: str, *marked: set[int]) -> str:
        return cell(wording, name, Size(2), Marks(*marked))[0]

    assert cells("a4") == "Tk" and cells("a4", set(), {SQUARES["a4"]}) == ">k"
    assert cells("a1") == " ~" and cells("a1", set(), {SQUARES["a1"]}) == ">~"
    assert (cells("c4"), cells("b4"), cells("d2")) == ("nC", "^c", "TD")
    drawn_so = (cells("d2"), cells("a4"), cells("a4", set(), {SQUARES["a4"]}), cells("a1", set(), {SQUARES["a1"]}))
    for language in LANGUAGES:
        said = "".join(text for key, text in texts_of(GAME, language).items() if key.startswith("rules.map-signs"))
        assert all(f"`{one}`" in said for one in drawn_so), "as the rules say how to read it"
    roles = {span.role for one in map_rows(wording, Size(2), PLAIN) for span in one}
    chips = {CHIPS[wording.side(seat)] for seat in range(4)}
    assert len(chips) == 4 and chips <= roles and [wording.player(seat).role for seat in range(4)] == [*CHIPS]
    assert not {code_of(one, True).split(";")[1] for one in chips} & {
        code_of(f"ground.{one.hue}", True).split(";")[1] for one in GROUNDS.values()
    }
    presenter, now = scene(table.local, 0)
    told = "\n".join(lines(presenter.page("map", "", now), Style(80)))
    where = ("c3 2 armies", "b4 1 scout, c4 1 army and 1 scout", "d2 1 army")
    assert all(one in told for one in where), "whose they are stands below the map"


def test_where_there_are_many_colours_the_ground_of_a_flat_square_is_its_colour_alone() -> None:
    wording = wording_of(four().state)
    for size, style, seen in (
        (Size(2), Style(80, colour=True, deep=True), False), (Size(2), Style(80, colour=True), True),
        (Size(2), Style(80), True), (Size(4, 2), Style(80, colour=True, deep=True), True),
    ):  # fmt: skip
        drawn = map_rows(wording, size, style)
        assert any(span.text == "^" for one in drawn for span in one) == seen
        assert {f"ground.{one.hue}" for one in GROUNDS.values()} <= {span.role for one in drawn for span in one}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sign_of_the_map_is_said_on_the_page_of_help_and_the_map_says_so(language: str) -> None:
    face = face_of(at("movement"), 0, language)
    words = presenter_for("civilization", Words(language)).words
    assert words("civ.legend.more") in "\n".join(shown(face))
    face.press("?")
    page = "\n".join(shown(face)).split(words("civ.legend.title"))[1]
    told = {plain(one) for one in sign_entries(CivilizationWording.of(scene(at("movement"), 0, language)[1],
            presenter_for("civilization", Words(language), ("Ann", "Bob"))))}  # fmt: skip
    assert len(told) == len({one[0] + one[2:] for one in told})
    assert not [one for one in told if one.removesuffix("Ann") not in page]


@cache
def moments(seats: int) -> tuple[Any, ...]:
    """What is seen at some moments of a whole game."""
    return tuple(scene(local, seat)[1] for local, seat in islice(random_moments("civilization", seats, 11, 97), 12))


def sizes() -> Iterator[tuple[int, int, int]]:
    """Seats, columns and rows."""
    for seats in (2, 3, 4):
        for columns in (34, 35, 36, 37, 52, 66, 67, 70, 98, 99, 140):
            for rows in (12, 17, 33, 49, 60):
                yield seats, columns, rows


def test_the_largest_square_is_taken_that_has_room_and_every_square_has_its_sign_in_it() -> None:
    for seats, columns, rows in sizes():
        size, layout = square_size(seats, columns, rows), LAYOUTS[seats]
        assert size in SIZES and (map_width(seats, size) <= columns or size.wide == 2)
        assert 1 + size.tall * layout.height <= rows or size.tall == 1
        larger = [one for one in SIZES if one > size and map_width(seats, one) <= columns
                  and 1 + one.tall * layout.height <= rows and one.tall <= one.wide // 2]  # fmt: skip
        assert not [one for one in larger if one.wide > size.wide or one.tall > size.tall]
    for seats in (2, 3, 4):
        for now in moments(seats):
            wording = wording_of(now.view, now.seat)
            for size in SIZES:
                drawn = map_rows(wording, size, PLAIN)
                assert {width(one) for one in drawn} == {map_width(seats, size)}
                assert len(drawn) == 1 + size.tall * LAYOUTS[seats].height
                check_squares(wording, size)


@pytest.mark.parametrize(
    "names", [("Ann", "Bob", "Cid", "Dee"), ("Ann", "Bot 1", "Bot 2", "Bot 3"), ("安", "博", "德", "凯")]
)
def test_several_rivals_are_told_apart_without_colours(names: tuple[str, ...]) -> None:
    """Their letters are no other sign of the map, in small or not, and stand before their cities."""
    presenter = presenter_for("civilization", Words(), names)
    wording = CivilizationWording(four().state, 0, {}, presenter.texts, presenter.words)
    letters = rival_letters(wording)
    others = {
        plain(one)[0].lower() for one in sign_entries(wording) if plain(one)[1] == FIXED and plain(one)[0].isalpha()
    }
    assert set(letters) == {1, 2, 3} and len(set(letters.values())) == 3
    assert not {one.lower() for one in letters.values()} & others
    drawn = "\n".join(map(plain, map_rows(wording, Size(2), PLAIN)))
    assert all(f"{letters[seat]}@" in drawn or letters[seat].lower() in drawn.lower() for seat in letters), drawn


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 60)])
@pytest.mark.parametrize("local", [at("movement"), four()], ids=["two", "four"])
def test_before_each_name_stands_the_letter_that_the_map_has_for_it(
    local: LocalGame[Any, Any], size: tuple[int, int]
) -> None:
    """In the smallest window too, in the colour of the pieces."""
    face = face_of(local, 0)
    rows = face.frame(size).rows
    reading = face.panes.view.reading()
    assert reading is not None and reading.scene is not None and reading.presenter is not None
    wording = CivilizationWording.of(reading.scene, reading.presenter)
    for seat, one in enumerate(rows[2 : 2 + local.state.seats]):
        sign = rival_letters(wording).get(seat, "a" if seat else "A")
        assert one[0][:2] == (sign, owner_chip(wording, seat)), plain(one)
        assert plain(one).startswith(f"{sign} "), plain(one)


def check_squares(wording: CivilizationWording, size: Size) -> None:
    """Every square shows what was to be seen there, the last of it at least."""
    s = wording.state
    drawn, letters = map_rows(wording, size, PLAIN), rival_letters(wording)
    for square, here in land(s).items():
        x, y = square % WIDE, square // WIDE
        text = "".join(cut_out(one, NUMBERS + size.wide * x, size.wide)
                       for one in drawn[1 + y * size.tall :][: size.tall])  # fmt: skip
        standing = [(seat, theirs[square]) for seat, theirs in enumerate(s.figures) if square in theirs]
        for seat, group in standing:
            letter = "B" if all(group) and size.tall == 1 else "A" if group[0] else "S"
            own = letters.get(seat, "")
            said = (own.lower() if letter == "S" else own) or (letter if wording.is_own(seat) else letter.lower())
            assert said in text
        sign = "@" if square in s.cities and s.cities[square].capital else "#" if square in s.cities else ""
        if sign and (size.tall > 1 or not standing):
            assert sign in text
        if not standing and square not in (*s.cities, *s.works, *s.markers) and not here.extra:
            assert GROUNDS[here.terrain].sign in text


@pytest.mark.parametrize("language", QUOTED)
@pytest.mark.parametrize("name", ["movement", "four"])
def test_the_map_in_a_large_window_is_as_reviewed(name: str, language: str) -> None:
    local = four() if name == "four" else middle("movement").local
    for size in ((60, 20), (200, 60)):
        face = face_of(local, 0, language, size)
        golden(f"civ-{name}-{size[0]}-{language}", shown(face))


def test_a_tile_is_drawn_in_the_signs_of_the_map() -> None:
    sheet = "\n".join(lines(presenter_for("civilization", Words()).card_sheet("n05"), Style(80)))
    assert "n05" in TILES and set("".join(sheet.split()[-8:])) & set("T^:~,")


def test_the_mark_on_the_map_covers_its_square_and_says_where_it_stands() -> None:
    wording = wording_of(at("movement").state)
    for here, role in ((True, "focus"), (False, "trace")):
        drawn = map_rows(wording, Size(4), PLAIN, Marks(place=SQUARES["f9"], is_here=here))
        aim = Target("place", "f9")
        assert [span for one in drawn for span in one if span.role == role] == [Span("!^A2", role, aim)]
    assert (code_of("focus", False), code_of("trace", False)) == ("7", "7")


def test_a_ground_is_painted_where_no_letter_stands_and_in_few_bytes() -> None:
    colours = Style(80, colour=True, deep=True)
    drawn = map_rows(wording_of(four().state), Size(2), colours)
    cells = [cells_of([(span.text, code_of(span.role, True)) for span in one], 34) for one in drawn]
    screen = pyte.Screen(34, len(cells))
    pyte.Stream(screen).feed(repaint(None, cells))
    for y, one in enumerate(drawn[:-1]):
        hues = [span.role for span in one for _ in span.text]
        assert [screen.buffer[y][x].bg != "default" for x in range(34)] == [
            role.startswith(("ground", "chip")) for role in hues
        ]
    painted = deepen_colours(repaint(None, cells))
    assert len(painted.encode()) < 2300
    marked = map_rows(wording_of(four().state), Size(2), colours, Marks(place=SQUARES["f7"], is_here=True))
    after = [cells_of([(span.text, code_of(span.role, True)) for span in one], 34) for one in marked]
    assert len(deepen_colours(repaint(cells, after)).encode()) < 60
