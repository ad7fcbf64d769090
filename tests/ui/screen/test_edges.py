"""The first and the last line of the picture, at real positions in windows of every size: what must stay, stays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from typing import Any

import msgspec
import pytest

from tests.ui.positions import NAMES, middle, random_moments
from tests.ui.screen.keyboard import coming, face_of, face_told, shown
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.autopilot import AutopilotReply
from tta_p2p.ui.cells import plain, row
from tta_p2p.ui.screen.boards import END_KEY
from tta_p2p.ui.state import MotionKey, PendingConfirmation

GAMES = {"civilization": 97, "seven_wonders": 3, "through_the_ages": 53}
"""So many decisions of a game lie between two positions."""
POSITIONS = 14
WIDTHS = (60, 70, 80, 100)


def moments(game: str) -> Iterator[tuple[LocalGame[Any, Any], int, str]]:
    for number, (local, seat) in enumerate(islice(random_moments(game, 4, 11, GAMES[game]), POSITIONS)):
        for further in (0, 1):
            yield local, seat, sorted(LANGUAGES)[(number + further) % len(LANGUAGES)]


@pytest.mark.parametrize("game", GAMES)
def test_the_first_line_says_where_the_game_stands_while_a_bot_plays(game: str) -> None:
    for local, seat, language in moments(game):
        face = face_told([*coming(local, seat), AutopilotReply(seat, NAMES[seat], "easy")], language)
        reading = face.reading()
        assert reading is not None and reading.presenter is not None and reading.scene is not None
        standing = plain(face.style.spell(row(plain(reading.presenter.progress(reading.scene)))))
        for columns in WIDTHS:
            first = shown(face, (columns, 20))[0]
            told = (reading.words("screen.autopilot"), reading.words("screen.autopilot.short"))
            assert standing in first and any(one in first for one in told), (first, columns)


@pytest.mark.parametrize("game", GAMES)
def test_the_last_line_names_the_keys_that_end_a_turn_take_a_move_back_and_help(game: str) -> None:
    seen = 0
    for local, seat, language in moments(game):
        welcome, turn = coming(local, seat)
        assert isinstance(turn, say.TurnReply)
        begun = msgspec.structs.replace(turn, draft=[say.DraftedAct(turn.legal[0].text, turn.legal[0].label)])
        for now in (turn, begun):
            face = face_told([welcome, now], language)
            view = face.panes.view
            assert view.board is not None and view.context is not None
            verbs = {item.verb for item in view.context.reading.menu.entries}
            ends = not verbs.isdisjoint(view.board.controls.end_verbs)
            for columns in WIDTHS:
                last = f" {shown(face, (columns, 20))[-1]} "
                assert f" {END_KEY}" in last or not ends, (last, verbs)
                assert (" z" in last) == bool(now.draft) and " ?" in last and " q" in last, last
            seen += ends
    assert seen or game == "seven_wonders"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_that_answer_a_question_stand_in_one_row(language: str) -> None:
    face, words = face_of(middle(), 0, language), Words(language)
    assert face.context is not None
    state, broken = face.context.state, 0
    motions: tuple[MotionKey | None, ...] = (None, ("pause", 0))
    for key, letters, motion in product(("end.sure", "act.final", "resign.act"), range(1, 60, 7), motions):
        asked = PendingConfirmation(key, (say.ActRequest("end"),), names=("x" * letters,), motion=motion)
        face.refresh(replace(face.context, reading=face.context.reading.of(replace(state, confirmation=asked))))
        hint = words("yes-no.enter" if asked.enter_confirms else "yes-no")
        for columns in (60, 67, 80):
            seen = shown(face, (columns, 20))
            assert any(hint in line for line in seen), "\n".join(seen)
            broken += not any("x" in line and hint in line for line in seen)
    assert broken > 10, "some of them have no room behind the question"
