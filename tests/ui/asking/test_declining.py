"""The key that declines a kind of question: shown where it does so, and elsewhere it says why it does nothing."""

from __future__ import annotations

import pytest

from tests.ui.asking.positions import frames, position
from tests.ui.screen.keyboard import face_at_a_table, lines_of, shown
from tta_p2p.i18n import LANGUAGES, Words


@pytest.mark.parametrize(("game", "frame"), frames())
def test_a_kind_of_question_is_declined_by_a_key_that_is_shown_or_it_is_said_why_not(game: str, frame: str) -> None:
    local = position(game, frame)
    assert local.decision is not None
    for number, (seat, size) in enumerate(
        [(local.decision.seats[0], (80, 24)), (local.decision.seats[0], (60, 20)), (None, (80, 24))]
    ):
        language = sorted(LANGUAGES)[(number + len(frame)) % len(LANGUAGES)]
        face = face_at_a_table(local, seat, language, size)
        seen, before = "".join(shown(face)[-1].split()), face.screen_state.notes
        face.press("P")
        lines = lines_of(face)
        assert ("".join(Words(language)("screen.keys.skip-kind").split()) in seen) is bool(lines), seen
        assert all(line.startswith("order ") and line.endswith(" turn") for line in lines)
        told = face.screen_state.notes[len(before) :]
        assert face.screen_state.page is None and len(told) == (not lines), "one sentence, or none"
