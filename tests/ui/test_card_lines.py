"""Lines about cards of Through the Ages: what a card does is told in the cells there are at 80 columns."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice

import pytest

from tests.ui.positions import random_moments
from tests.ui.screen.keyboard import face_of
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.tables import CARDS
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.ui.cells import plain, row, width
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.room import ListLine, list_rows
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.through_the_ages.cards import TOLD, CardLine, card_line, card_text
from tta_p2p.ui.through_the_ages.figures import figures_line
from tta_p2p.ui.through_the_ages.wording import ThroughTheAgesWording, age_of

CELLS = 42
"""Those of a line of the card row at 80 columns, without the mark."""
CELLS_AT_60 = 37
"""Those at 60 columns."""
LONG_AGES = 2
"""Cells of the ages of a row in which two ages meet; only the last age takes more."""


def line_of(wording: ThroughTheAgesWording, face: str) -> CardLine:
    return card_line(wording, face, row(" 12 [3] "), max(LONG_AGES, width(age_of(face))))


def shown(line: CardLine, lines: int, cells: int = CELLS) -> list[str]:
    entry = ListLine(line.head, line.told, shorter=line.shorter, least=line.least)
    return [plain(one) for one in list_rows([entry], cells, lines)[0]]


def wording_of(language: str) -> ThroughTheAgesWording:
    presenter = presenter_for("through_the_ages", Words(language), ("Ann", "Bob"))
    return ThroughTheAgesWording(None, presenter.texts, presenter.words)  # type: ignore[arg-type]  # no view is asked


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_card_of_the_row_does_fits_beside_its_name_at_80_columns(language: str) -> None:
    wording, faces = wording_of(language), [face for face, card in CARDS.items() if card.deck == "civil"]
    for face in faces:
        line = line_of(wording, face)
        assert line.told and not plain(line.told).endswith("…"), face
        one = shown(line, 1)[0]
        assert width(one) <= CELLS and len(one.split(": ")[1]) > 2 and not one.endswith("…"), one


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_card_of_the_hand_does_fits_beside_its_name_at_80_columns(language: str) -> None:
    wording, faces = wording_of(language), [face for face, card in CARDS.items() if card.deck == "military"]
    lines = {face: card_line(wording, face, row(" 1- "), max(LONG_AGES, width(age_of(face)))) for face in faces}
    ones = {face: shown(line, 1)[0] for face, line in lines.items()}
    for face, one in ones.items():
        assert width(one) <= CELLS and len(one.split(": ")[1]) > 2 and not one.endswith("…"), one
        whole = card_text(face, wording.words) or figures_line(CARDS[face], wording.words)
        if CARDS[face].kind in TOLD:
            assert plain(lines[face].told) == f": {whole}", "all of it where there is room"
            few = wording.words.optional(f"tta.gist.{GAME.reprints.get(face, face)}") or figures_line(
                CARDS[face], wording.words
            )
            assert few and len(few) <= len(whole), face


@pytest.mark.parametrize("language", LANGUAGES)
def test_most_cards_of_the_row_are_told_whole_at_60_columns_and_no_number_is_cut(language: str) -> None:
    wording = wording_of(language)
    faces = [face for face, card in CARDS.items() if card.deck == "civil"]
    lines = [line_of(wording, face) for face in faces]
    cut = [(line, one) for line in lines if (one := shown(line, 1, CELLS_AT_60)[0]).endswith("…")]
    assert len(cut) < 0.3 * len(faces)
    for line, one in cut:
        begun = one.removesuffix("…")
        whole = [plain(row(head, told)) for head, told in ((line.head, line.told), *line.shorter, *line.least)]
        assert any(text.startswith(begun) and not re.match(r"\d\d", text[len(begun) - 1 :]) for text in whole), one


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_shorter_line_about_a_card_has_a_number_that_a_longer_lacks(language: str) -> None:
    """Shorter words leave numbers as they are; `test_short_texts.py` holds the longer to the tables."""
    wording = wording_of(language)
    for face in CARDS:
        line = line_of(wording, face)
        longest = [plain(told) for told in (line.told, *(told for _, told in line.shorter[:1]))]
        known = Counter[str]()
        for text in longest:
            known |= Counter(re.findall(r"\d+", text))
        for _, told in (*line.shorter, *line.least):
            assert not Counter(re.findall(r"\d+", plain(told))) - known, (face, plain(told))


@pytest.mark.parametrize("language", LANGUAGES)
def test_governments_of_an_age_are_told_apart_where_there_is_least_room(language: str) -> None:
    wording = wording_of(language)
    told: dict[tuple[int, bool, str], str] = {}
    for face, card in CARDS.items():
        if card.kind == "government":
            few = shown(line_of(wording, face), 1)[0].split(": ")[1]
            assert told.setdefault((card.age, face.endswith("-2006"), few), face) == face, few


def test_a_list_of_cards_to_take_tells_what_they_do_beside_their_price() -> None:
    found = 0
    for number, (local, seat) in enumerate(islice(random_moments("through_the_ages", 2, 4, every=23), 12)):
        face = face_of(local, seat, sorted(LANGUAGES)[number % len(LANGUAGES)])
        assert face.context is not None
        for key in ("t", "a"):
            face.press("esc"), face.press("esc"), face.press(key)
            if key == "a":
                type_all(face, "take")
            for spot in face.spots():
                if spot.item is not None and spot.item.verb == "take":
                    found += 1
                    (card,) = spot.faces
                    assert plain(spot.detail).startswith(": ") and plain(spot.price), card
                    heads = [spot.text, *(head for head, _ in (*spot.shorter, *spot.least))]
                    assert {plain(head).split()[0] for head in heads} == {str(spot.number)}, "one number in all ways"
    assert found > 20


def type_all(face: ScreenFace, text: str) -> None:
    for key in text:
        face.press(key)


def test_a_free_row_is_for_the_cost_before_the_cost_is_left_out() -> None:
    wording = wording_of("en")
    line = line_of(wording, "transcontinental-railroad")
    assert shown(line, 1) == [" 12 [3] II Railroad: +4 str, mine ×2"]
    assert "3-3-3-3" in " ".join(shown(line, 2))
    assert shown(line_of(wording, "hanging-gardens"), 2) == [" 12 [3]  A Gardens: 2-2-2, +1 cult, +2 hap"]
