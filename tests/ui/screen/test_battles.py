"""Battles of Civilization beside the list of acts: real ones of whole games, in all languages and small windows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.ui.positions import random_moments, scene
from tests.ui.screen.keyboard import style_of
from tests.ui.screen.real_pictures import face_at
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES
from tta_p2p.ui.blocks import lay_out
from tta_p2p.ui.cells import COLUMN_GAP, Row, plain
from tta_p2p.ui.civilization.battles import FRONTS, BattlePart, battle_parts
from tta_p2p.ui.civilization.presenter import CivilizationPresenter
from tta_p2p.ui.screen.face import ScreenFace

SIZES = ((60, 20), (80, 24))
EVERY = 7
"""One of so many decisions of battles is looked at, and each with many fronts."""


def battles() -> Iterator[tuple[LocalGame[Any, Any], int]]:
    """Moments of battles of random games for two and for four."""
    number = 0
    for seats, seed in ((2, 5), (4, 2)):
        for local, seat in random_moments("civilization", seats, seed=seed):
            if local.state.battle is not None:
                number += 1
                if number % EVERY == 0 or len(local.state.battle.fronts) >= 4:
                    yield local, seat


def test_a_battle_is_told_in_whole_sentences_its_fronts_first_and_a_page_has_the_rest() -> None:
    most = cut = 0
    for (local, seat), language in zip(battles(), _languages(), strict=False):
        for size in SIZES:
            face = face_at(local, seat, language, size)
            parts, style = _parts(local, seat, language), style_of(language)
            told = _squeezed(_column(face))
            fronts = [one for one in parts if one.worth == FRONTS]
            for one in fronts:
                assert any(_squeezed([style.spell(way)]) in told for way in one.ways), (one, told)
            rest = told
            whole = 0
            for one in parts:
                ways = [_squeezed([style.spell(way)]) for way in one.ways]
                said = next((way for way in sorted(ways, key=len, reverse=True) if way in rest), "")
                rest, whole = rest.replace(said, "", 1), whole + bool(said)
            gone = len(parts) - whole
            words = face.panes.view.context.words if face.panes.view.context is not None else None
            assert words is not None
            assert rest == (_squeezed([words("screen.left-out", n=gone, key="o")]) if gone else ""), (told, rest)
            most, cut = max(most, len(fronts)), cut + bool(gone)
            face.press("o")
            page = face.screen_state.page
            assert page is not None
            shown = _squeezed(lay_out(page.blocks, style))
            assert all(_squeezed([style.spell(one.ways[0])]) in shown for one in parts)
            seen = _squeezed(face.frame().rows)
            assert all(_squeezed([style.spell(one.ways[0])]) in seen for one in fronts), "first on the page"
    assert most >= 6 and cut >= 20


def _languages() -> Iterator[str]:
    while True:
        yield from sorted(LANGUAGES)


def _parts(local: LocalGame[Any, Any], seat: int, language: str) -> list[BattlePart]:
    presenter, now = scene(local, seat, language)
    assert isinstance(presenter, CivilizationPresenter)
    return list(battle_parts(presenter.wording(now)))


def _column(face: ScreenFace) -> list[str]:
    """The rows on the right."""
    found = []
    for one in face.frame().rows:
        at = next((number for number, span in enumerate(one) if span.role == COLUMN_GAP), None)
        found += [plain(one[at + 1 :])] if at is not None else []
    return found


def _squeezed(rows: list[Row] | list[str] | tuple[Row, ...]) -> str:
    return "".join("".join(plain(one).split()) for one in rows)
