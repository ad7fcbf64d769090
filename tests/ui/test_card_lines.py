"""Lines about cards of Through the Ages: what a card does is told in the cells there are at 80 columns."""

from __future__ import annotations

import pytest

from tta_p2p.games.through_the_ages.tables import CARDS
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.ui.cells import plain, row, width
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.room import ListLine, list_rows
from tta_p2p.ui.through_the_ages.cards import CardLine, card_line
from tta_p2p.ui.through_the_ages.wording import ThroughTheAgesWording, age_of

CELLS = 42
"""Those of a line of the card row at 80 columns, without the mark."""
LONG_AGES = 2
"""Cells of the ages of a row in which two ages meet; only the last age takes more."""


def line_of(wording: ThroughTheAgesWording, face: str) -> CardLine:
    return card_line(wording, face, row(" 12 [3] "), max(LONG_AGES, width(age_of(face))))


def shown(line: CardLine, lines: int) -> list[str]:
    entry = ListLine(line.head, line.told, shorter=line.shorter, least=line.least)
    return [plain(one) for one in list_rows([entry], CELLS, lines)[0]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_card_of_the_row_does_fits_beside_its_name_at_80_columns(language: str) -> None:
    presenter = presenter_for("through_the_ages", Words(language), ("Ann", "Bob"))
    wording = ThroughTheAgesWording(None, presenter.texts, presenter.words)  # type: ignore[arg-type]  # no view is asked
    cut, faces = [], [face for face, card in CARDS.items() if card.deck == "civil"]
    for face in faces:
        line = line_of(wording, face)
        assert line.told and not plain(line.told).endswith("…"), face
        one = shown(line, 1)[0]
        assert width(one) <= CELLS and len(one.split(": ")[1]) > 2, one
        if one.endswith("…"):
            cut.append(one)
    assert len(cut) * 10 < len(faces), cut


def test_a_free_row_is_for_the_cost_before_the_cost_is_left_out() -> None:
    presenter = presenter_for("through_the_ages", Words(), ("Ann", "Bob"))
    wording = ThroughTheAgesWording(None, presenter.texts, presenter.words)  # type: ignore[arg-type]  # no view is asked
    line = line_of(wording, "transcontinental-railroad")
    assert shown(line, 1) == [" 12 [3] II Railroad: +4 str, mine ×2"]
    assert "3-3-3-3" in " ".join(shown(line, 2))
    assert shown(line_of(wording, "hanging-gardens"), 2) == [" 12 [3]  A Gardens: 2-2-2, +1 cult, +2 hap"]
