"""The discard pile of 7 Wonders, as the one who may build a card of it sees it."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest

from tests.seven_wonders.play import city, play
from tests.texts import QUOTED
from tests.ui.fake_node import make_table
from tests.ui.positions import scene
from tests.ui.screen.keyboard import at_the_screen, coming, face_of, face_told, lines_of, shown
from tta_p2p.games.local import LocalGame
from tta_p2p.games.seven_wonders.tables import CARDS
from tta_p2p.i18n import LANGUAGES
from tta_p2p.seats import messages as say
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui.blocks import Para, lines
from tta_p2p.ui.cells import row
from tta_p2p.ui.screen.boards import board_for
from tta_p2p.ui.state import PendingConfirmation
from tta_p2p.ui.style import MIN_WINDOW, Style

PILE = ("scriptorium", "walls", "vineyard", "stockade", "theater", "barracks", "well", "tavern")


def searching(*built: str, pile: tuple[str, ...] = PILE) -> LocalGame[Any, Any]:
    """A search of this pile by a city that has these buildings."""
    own = city("halikarnassos", built=list(built))
    return play(own, seats=4, age=3, turn=3, phase="search", discards=list(pile)).local


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_card_stands_whole_with_its_colour_and_what_it_brings(language: str, size: tuple[int, int]) -> None:
    local = searching("scriptorium")
    face = face_of(local, 0, language, size)
    assert face.context is not None and face.board is not None and face.context.presenter is not None
    texts, spots = face.context.presenter.texts, face.spots()
    assert len(spots) == len(PILE) + 1
    for spot in spots[:-1]:
        face.press("down") if spot is not spots[0] else face.press("home")
        (line,) = (one for one in shown(face) if one.startswith("▸"))
        card = CARDS[spot.faces[0]]
        assert texts.card(spot.faces[0]) in line and "…" not in line[:48]
        assert (texts.optional(f"colour.{card.colour}") or "no such colour") in line
        assert (spot.item is None) == (spot.faces[0] == "scriptorium"), "that one stands in the city"
    face.press("end")
    assert spots[-1].item is not None and spots[-1].item.verb == "decline"
    lines_of(face)
    face.press("home")
    face.press("enter")
    assert re.fullmatch(r"act take #\d+(=\S+)?", lines_of(face)[0])


def test_what_stands_already_says_so_and_equal_cards_are_one_line() -> None:
    face = face_of(searching("scriptorium", pile=("scriptorium", "lumber-yard", "lumber-yard", "tavern")), 0)
    assert [spot.faces[:1] for spot in face.spots()].count(("lumber-yard",)) == 1
    face.press("end")
    face.press("up")
    spot = face.spot()
    assert spot is not None and spot.item is None and spot.refusal in "\n".join(shown(face))


@pytest.mark.parametrize("size", [(80, 24), MIN_WINDOW])
@pytest.mark.parametrize("key", ["e", "enter"])
async def test_a_free_building_is_given_away_only_once_that_was_asked(key: str, size: tuple[int, int]) -> None:
    table = make_table("seven_wonders", 4, local=searching())
    async with at_the_screen(table, size=size) as ann:
        decided = ann.client.state.turn
        seen = await ann.press("end", key)
        assert "costs you nothing" in " ".join(seen.split()) or "cost you nothing" in " ".join(seen.split())
        seen = await ann.press("esc")
        assert ann.client.state.turn is decided and ann.client.state.confirmation is None
        await ann.press("end", key, "y")
        assert ann.client.state.turn is not decided


@pytest.mark.parametrize("language", QUOTED)
def test_a_stage_that_searches_an_empty_pile_says_that_nothing_lies_there(language: str) -> None:
    told = {}
    for pile in ([], ["altar"]):
        table = play(city("halikarnassos"), seats=4, age=1, turn=5, discards=pile)
        presenter, there = scene(table.local, 0, language)
        board = board_for(presenter)
        side = ("".join(span.text for span in row) for row in board.side_panel(there, 0, Style(60), 20))
        told[len(pile)] = " ".join(" ".join(side).split())
    none = {"en": "none yet", "zh-Hans": "现在还没有"}[language]
    assert none in told[0] and none not in told[1]


@pytest.mark.parametrize("size", [(80, 24), MIN_WINDOW])
def test_a_caution_too_long_for_the_room_below_the_game_stands_over_its_question(size: tuple[int, int]) -> None:
    face = face_of(searching(), 0, size=size)
    face.display((Para(row("caution " * 90)),))
    assert face.screen_state.page is not None and face.context is not None
    reading = face.context.reading
    asks = dataclasses.replace(
        reading.state, confirmation=PendingConfirmation("end.sure", (say.ActRequest("decline"),), names=("Let it lie",))
    )
    face.refresh(dataclasses.replace(face.context, reading=reading.of(asks)))
    seen = " ".join(shown(face))
    assert seen.count("caution") == 90 and "Let it lie?" in seen


@pytest.mark.parametrize("language", QUOTED)
def test_a_stage_that_is_built_brings_nothing_that_is_still_to_come(language: str) -> None:
    table = play(city("halikarnassos", stages=3), seats=4, age=1, turn=5)
    presenter, there = scene(table.local, 0, language)
    side = ("".join(span.text for span in row) for row in board_for(presenter).side_panel(there, 0, Style(60), 20))
    page = lines(presenter.page("city", "", there), Style(80))
    told = " ".join(" ".join((*side, *page)).split())
    absent = {"en": ("none yet", "lies there yet", "end of this turn"), "zh-Hans": ("还没有", "本回合结束时")}
    assert presenter.words("seven.screen.done").strip() in told and not any(one in told for one in absent[language])


@pytest.mark.parametrize("language", QUOTED)
def test_the_page_of_the_pile_has_its_headings_and_the_numbers_of_the_list(language: str) -> None:
    own = city("halikarnassos", hand=["arena", "senate"])
    choosing = play(own, seats=4, age=3, turn=3, discards=list(PILE)).local
    search = play(own, seats=4, age=3, turn=3, phase="search", discards=list(PILE)).local
    face = face_told([*coming(choosing, 0), turn_message(search, 0)], language, (80, 70))
    face.press("esc")
    listed = {spot.number: spot for spot in face.spots()}
    assert min(listed) > 1, "the numbers of the turn stay"
    for key in ("o", "right", "right"):
        face.press(key)
    page = "\n".join(shown(face))
    title, heading = {"en": ("The discard pile, and all", "Your hand"), "zh-Hans": ("弃牌堆与所有", "你的手牌")}[
        language
    ]
    assert -1 < page.find(title) < page.find(heading)
    numbers = [int(one) for one in re.findall(r"^ *(\d+)\) ", page, re.M)]
    takes = [number for number, spot in listed.items() if spot.item is not None and spot.item.verb == "take"]
    assert sorted(numbers) == sorted(takes)
    for digit in str(numbers[-1]):
        face.press(digit)
    assert face.screen_state.page is None and face.spot() == listed[numbers[-1]]
    lines_of(face)
