"""Legends: what help shows of a picture stands in it, and every part has a name."""

import re

import pytest

from tests.ui.positions import random_moments
from tests.ui.screen.golden import FOLDER
from tests.ui.screen.keyboard import face_of, shown
from tta_p2p.i18n import LANGUAGES
from tta_p2p.ui.blocks import Fields, Para
from tta_p2p.ui.cells import plain


def close(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_of_the_legend_stand_in_the_picture(language: str) -> None:
    seen = set[str]()
    for local, seat in random_moments("through_the_ages", 3, 11, every=60):
        face = face_of(local, seat, language, (160, 50))
        context, board = face.context, face.board
        assert context is not None and board is not None and context.reading.scene is not None
        picture = "\n".join(map(close, shown(face)))
        blocks = board.legend(context.reading.scene)
        lines = [close(plain(block.text)) for block in blocks if isinstance(block, Para)]
        assert lines[0] in picture and lines[1] in picture, "the own line, and the decks"
        own, decks, *_ = (block for block in blocks if isinstance(block, Fields))
        assert [plain(part) for part, _ in own.pairs] == lines[0].split(" ")[-len(own.pairs) :]
        assert all(plain(part) in lines[1] for part, _ in decks.pairs)
        space = next(block for block in blocks if isinstance(block, Fields) and len(block.pairs) == 5)
        number, price, refused = (plain(part) for part, _ in space.pairs[:3])
        assert lines[2].startswith((f"{number} {price} ", f"{number} {refused}")), lines[2]
        assert refused == f"[{price}]" and number != price
        seen |= {plain(said) for block in blocks if isinstance(block, Fields) for _, said in block.pairs}
        face.press("?")
        assert "2+3" in "\n".join(plain(row) for row in face.frame((160, 100)).rows)
    assert len(seen) == 22


def test_trouble_is_told_before_the_legend() -> None:
    assert "How to read the screen" not in (FOLDER / "away-help-80-en.txt").read_text("utf-8")
    assert "How to read the screen" in (FOLDER / "help-80-en.txt").read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_notation_of_payments_is_explained_whatever_its_numbers(language: str) -> None:
    seen = set[str]()
    moments = random_moments("seven_wonders", 3, 11, every=3)
    for local, seat in ((now, seat) for now, _ in moments for seat in now.decision.seats):  # type: ignore[union-attr]
        face = face_of(local, seat, language, (60, 20))
        assert face.context is not None and face.context.presenter is not None
        words = face.context.presenter.words
        sides = [words(f"seven.to-{side}", n="N").replace("N", r"\d+") for side in ("left", "right")]
        form = re.compile("|".join(rf"\b{side}\b" if side[0].isascii() else side for side in sides))
        lines = [words("seven.legend.pays")]
        for opens in ("esc", "a"):
            face.press(opens)
            lines += shown(face)
        shows = {" ".join(found) for line in lines if (found := form.findall(line))}
        for typed in sorted(shows - seen):
            face = face_of(local, seat, language, (60, 20))
            for key in ("?", *typed):
                face.press(key)
            assert words("seven.legend.pays")[:12] in "".join(shown(face)), (typed, shown(face))
        seen |= shows
    assert len(seen) > 5, seen
