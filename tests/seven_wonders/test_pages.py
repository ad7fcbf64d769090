"""Pages of 7 Wonders: as reviewed in both languages, of every moment of whole games, never wider than the screen."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.texts import pages_of, words_of
from tests.ui.positions import random_moments
from tta_p2p import registry
from tta_p2p.games.chance import Chance
from tta_p2p.games.local import LocalGame
from tta_p2p.games.seven_wonders.game import GAME
from tta_p2p.games.seven_wonders.scoring import parts
from tta_p2p.games.seven_wonders.tables import BOARD, CARDS
from tta_p2p.i18n import LANGUAGES, Words, ideographic, templates
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui import act_menu
from tta_p2p.ui.blocks import Heading, Page, lay_out, lines
from tta_p2p.ui.cells import plain, row, width
from tta_p2p.ui.plot import Chart, Curve, chart_rows, letters
from tta_p2p.ui.presenter import Presenter, Scene
from tta_p2p.ui.reference import NotFound, reference_for
from tta_p2p.ui.screen.boards import board_for
from tta_p2p.ui.seven_wonders import make_presenter
from tta_p2p.ui.seven_wonders.results import MARKS
from tta_p2p.ui.style import Style

from .oracle import builders
from .play import Table, city, play

FOLDER = Path(__file__).with_name("pages")
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus")


def presenter_of(language: str, seats: int) -> Presenter:
    return make_presenter(GAME, words_of("seven_wonders", language), NAMES[:seats])


def scene(local: LocalGame[Any, Any], seat: int | None, language: str = "en") -> tuple[Presenter, Scene]:
    presenter = presenter_of(language, local.seats)
    return presenter, presenter.make_scene(turn_message(local, seat), seat)


def style_of(language: str) -> Style:
    return Style(ideographic=ideographic(language))


def golden(name: str, shown: list[str]) -> None:
    text = "\n".join(shown) + "\n"
    page = FOLDER / f"{name}.txt"
    if os.environ.get("PAGES_UPDATE"):
        FOLDER.mkdir(exist_ok=True)
        page.write_text(text, "utf-8")
    assert text == page.read_text("utf-8"), "PAGES_UPDATE=1 writes the new pages; look at them before you commit"


def middle() -> Table:
    """The middle of Age II at a table of five, with something of everything; Ann is to choose."""
    ann = city(
        "olympia", side="night", stages=1, coins=5, tokens=[-1, 1],
        built=["stone-pit", "timber-yard", "press-i", "east-trading-post", "baths", "barracks", "workshop"],
        hand=["walls", "forum", "aqueduct", "dispensary", "vineyard"],
    )  # fmt: skip
    bob = city(
        "babylon", stages=2, coins=1, tokens=[1, 1], built=["clay-pit", "ore-vein", "loom-i", "stockade", "apothecary"]
    )
    cid = city("rhodos", side="night", coins=9, built=["glassworks-i", "altar", "scriptorium"])
    eve = city("gizah", stages=1, coins=3, built=["ore-vein", "quarry", "scriptorium", "library"])
    return play(ann, bob, cid, city("ephesos"), eve, age=2, turn=3)


def first_page(presenter: Presenter, now: Scene) -> list[str]:
    """What a player sees when the turn begins."""
    menu = act_menu.menu_blocks(act_menu.make_menu(presenter, now), presenter)
    blocks = (*presenter.turn_summary(now), Heading(presenter.decision(now)), *menu)
    return lines(Page(row(presenter.progress(now)), blocks), style_of(presenter.words.language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_beginning_of_a_turn_is_as_reviewed_and_fits_one_screen(language: str) -> None:
    shown = first_page(*scene(middle().local, 0, language))
    golden(f"turn-{language}", shown)
    assert len(shown) < 24


@pytest.mark.parametrize("seats", [3, 7])
def test_in_no_age_the_first_page_is_longer_than_a_screen_or_lacks_what_a_player_deals_with(seats: int) -> None:
    """At a terminal of 80 by 24, the prompt below: the own city, both neighbours, and every card of the hand."""
    local: LocalGame[Any, Any] = LocalGame(GAME, seats, {}, chance=seats)
    local.answer_needs()
    chance, ages = Chance(seats), set()
    while not local.over:
        decision = local.decision
        assert decision is not None
        for seat in decision.seats[::3] if decision.key == "choose" else ():
            for language in LANGUAGES:
                presenter, now = scene(local, seat, language)
                shown = first_page(presenter, now)
                assert len(shown) < 24, shown
                near = {seat, (seat + 1) % seats, (seat - 1) % seats}
                texts = [NAMES[one] for one in near] + [presenter.texts.card(face) for face in _hand(now)]
                page = "\n".join(shown)
                assert [text for text in texts if text not in page] == []
            ages.add(local.state.age)
        local.act(*(builders(chance, local.legal(seat)).act for seat in decision.seats))
    assert ages == {1, 2, 3}


def _hand(now: Scene) -> list[str]:
    return [now.faces[handle] for handle in now.view.hands[now.seat]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["table", "city", "city bob", "hand", "score"])
def test_a_page_is_as_reviewed(page: str, language: str) -> None:
    presenter, now = scene(middle().local, 0, language)
    name, _, about = page.partition(" ")
    golden(f"{page.replace(' ', '-')}-{language}", lines(presenter.page(name, about, now), style_of(language)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", ["forum", "vineyard", "scientists-guild", "olympia"])
def test_a_card_in_full_is_as_reviewed(card: str, language: str) -> None:
    golden(f"card-{card}-{language}", lines(presenter_of(language, 3).card_sheet(card), style_of(language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_choosing_a_side_shows_both_and_a_search_shows_what_lies_there(language: str) -> None:
    local = LocalGame(GAME, 3, {}, 5)
    local.answer_needs()
    golden(f"side-{language}", first_page(*scene(local, 0, language)))
    searching = play(
        city("halikarnassos", built=["altar"]), age=2, turn=4, phase="search", discards=["altar", "walls", "vineyard"],
    )  # fmt: skip
    golden(f"search-{language}", first_page(*scene(searching.local, 0, language)))


@pytest.mark.parametrize("seats", [3, 7])
@pytest.mark.parametrize("style", [Style(80), Style(44), Style(80, ascii=True)], ids=["80", "44", "ascii"])
def test_every_page_of_every_moment_fits_the_screen_and_names_every_act(seats: int, style: Style) -> None:
    seen = 0
    for local, seat in random_moments("seven_wonders", seats, seed=style.width + style.ascii, every=3):
        for watcher in (seat, None):
            presenter, now = scene(local, watcher)
            menu = act_menu.make_menu(presenter, now)
            shown = [
                *lay_out(presenter.turn_summary(now), style),
                *lay_out(act_menu.menu_blocks(menu, presenter), style),
            ]
            numbers = {int(n) for line in shown for n in re.findall(r"(?<![+\d])(\d+)\) ?", plain(line))}
            assert numbers == {entry.number for entry in menu.entries}
            for page in presenter.pages:
                shown += lay_out(presenter.page(page, "", now), style)
            assert all(width(line) <= style.width for line in shown)
            if style.ascii:
                assert all(span.text.isascii() for line in shown for span in line)
            seen += 1
    assert seen >= 12


def test_no_page_shows_a_number_of_a_hidden_card() -> None:
    for local, seat in random_moments("seven_wonders", 4, seed=3, every=5):
        presenter, now = scene(local, seat)
        shown = [*first_page(presenter, now), *lines(presenter.page("hand", "", now), Style())]
        assert not any("#" in line for line in shown)


def test_acts_are_found_by_what_a_person_says_of_them() -> None:
    left, right = city("rhodos"), city("alexandria", built=["ore-vein"])
    table = play(city("gizah", coins=6, hand=["barracks", "altar"]), left, right, age=1, turn=3)
    presenter, now = scene(table.local, 0)
    menu = act_menu.make_menu(presenter, now)
    said = {entry.description: entry for entry in menu.entries}
    assert "Build Barracks, buying 1 ore from the left" in said
    wanted = {"build barracks left": "2 0", "build barracks from the right": "0 2", "build altar": "0 0"}
    for typed, text in wanted.items():
        found = act_menu.find_act(typed, menu, presenter).entry
        assert found is not None and found.text.endswith(text), typed
    why = presenter.speech.guess(["build", "barracks"], now)
    assert why.text.startswith("build #") and why.text.endswith("=barracks 0 0")
    assert presenter.speech.guess(["build", "palace"], now).missing == "palace"
    left = city("rhodos", built=["lumber-yard", "clay-pool"])
    table = play(city("gizah", coins=9, hand=["stables"]), left, city("alexandria"), age=2, turn=3)
    (act,) = [
        entry.description
        for entry in act_menu.make_menu(*scene(table.local, 0)).entries
        if "Stables" in entry.description
    ][:1]
    assert act == "Build Stables, buying 1 wood, 1 ore and 1 clay from the left"


def test_the_end_is_a_table_and_a_picture() -> None:
    table = play(
        city("gizah", stages=3, coins=9, built=["palace", "altar", "workshop"], tokens=[5, -1, -1]),
        city("rhodos", tokens=[-1, -1], coins=2),
        city("babylon", built=["spies-guild", "arena"]),
        age=3, turn=6,
    )  # fmt: skip
    presenter, _ = scene(table.local, 0)
    golden("end", lines(presenter.results.standings(GAME.standings(table.s).places, "Age III has ended"), Style()))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 5, 7])
def test_the_score_is_a_table_with_all_parts_and_points_in_every_window(seats: int, language: str) -> None:
    *_, (local, _) = random_moments("seven_wonders", seats, seed=5)
    presenter, now = scene(local, 0, language)
    board, places = board_for(presenter), presenter.game.standings(local.state).places
    for columns in (60, 70, 80, 120):
        style = replace(style_of(language), width=columns)
        shown = lines(presenter.results.standings(places), style)
        for place, told in zip(places, shown[1:], strict=False):
            assert told.split() == [f"{place.place}.", NAMES[place.seat], *(f"{n}" for _, n in place.parts),
                                    f"{place.points}"], shown  # fmt: skip
        bars = [one for one in shown[seats + 2 :] if one.split(" ")[0] in NAMES]
        assert len(bars) == seats and all(width(one) <= columns for one in shown)
        page = lay_out(presenter.page("table", "", now).blocks, style)[1 : 1 + seats]
        for one in map(plain, (*board.overview(now, style)[1:], *page)):
            seat = next(seat for seat in range(seats) if NAMES[seat] in one.split())
            assert str(sum(number for _, number in parts(local.state, seat))) in one.split(), one


CALLED = ("Ann", "Bob", "Bot 1", "Bot 2", "Gus", "Sam", "Will", "Xia", "Yves", "张三", "$")


@given(st.lists(st.sampled_from(CALLED), min_size=3, max_size=7, unique=True))
def test_no_player_has_a_letter_of_the_bars_that_stand_above_the_chart(names: list[str]) -> None:
    signs = letters(names, presenter_of("en", len(names)).turns.used_letters)
    assert len(set(signs)) == len(names) and not {*signs} & {letter for letter, _ in MARKS.values()}
    assert letters(("Ann", "Cid"), "B") == ("A", "C") and letters(("Ann", "Bob"), "B") == ("A", "C")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", [60, 80, 120])
def test_the_letter_beside_a_chart_stands_apart_from_the_end_of_a_curve(columns: int, language: str) -> None:
    style, names = replace(style_of(language), width=columns), ("Ann", "Bot 1", "Bot 2")
    values = tuple(range(0, 40, 2)), tuple(range(20)), (0, *range(19))
    curves = (Curve(name, sign, "", some) for name, sign, some in zip(names, letters(names), values, strict=True))
    rows = [plain(one) for one in chart_rows(Chart(row("points"), tuple(curves), ("",) * 20, 8), style)]
    for name, sign, some in zip(names, letters(names), values, strict=True):
        (told,) = [one for one in rows if f"{sign} {name} {some[-1]}" in one]
        before = told[: told.index(f"{sign} {name}")]
        assert before.endswith(" " * 3) and width(told) <= columns, rows


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_words_of_every_language_have_the_same_keys_and_places(language: str) -> None:
    english, other = (pages_of("seven_wonders", one) for one in ("en", language))
    assert {key for key in english if not key.endswith(".one")} == set(other)
    for key, text in other.items():
        places = [{one.place for one in templates.places(each)} for each in (english[key], text)]
        assert places[1] <= places[0], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_building_and_wonder_has_a_sheet_in_words(language: str) -> None:
    reference = reference_for("seven_wonders", Words())
    assert set(reference.cards()) == {*CARDS, *BOARD}
    for face in reference.cards():
        sheet = " ".join(plain(line) for line in reference.sheet(face, language, 80))
        assert reference.names()[language][face] in sheet
        assert "seven." not in sheet and "{" not in sheet
        if language != "en":
            assert re.search("[ぁ-ヿ一-鿿]。", sheet), sheet


def test_cards_are_found_nearly_and_told_apart_by_age_colour_and_players() -> None:
    reference = reference_for("seven_wonders", Words())
    with pytest.raises(NotFound, match="Caravansery"):
        reference.find("caravansry", reference.cards())
    assert reference.find("锯木厂", reference.cards()) == ["sawmill"]
    assert set(reference.filter_cards({"age": "II", "kind": "green"})) == {
        "dispensary",
        "laboratory",
        "library",
        "school",
    }
    assert reference.find("halik", reference.filter_cards({})) == ["halikarnassos"]
    assert "ludus" not in reference.filter_cards({"age": "3", "players": "4"})
    for wrong in ({"age": "IV"}, {"kind": "pink"}, {"players": "2"}):
        with pytest.raises(NotFound):
            reference.filter_cards(wrong)
    assert registry.resolve("7w") == "seven_wonders"
