"""A pause, and going on after it."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from tests.ui.fake_node import talk
from tests.ui.line_client import MINE, THEIRS, WELCOME
from tests.ui.positions import acting
from tests.ui.screen.keyboard import face_of, lines_of, shown
from tests.ui.screen.notices import (
    PAUSED,
    hear_of,
    offering,
    title_of,
    told_over_a_long_card,
)
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.pause import PauseReply, ResumeRequest
from tta_p2p.seats.parts.votes import MotionReply, VoteRequest


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pause_is_left_with_one_key(language: str) -> None:
    paused = PauseReply(True, False, ["Bob", "Cid"])
    face = face_of(acting(), 1, language, replies=[paused])
    assert face.context is not None
    words = face.context.words
    assert words("screen.keys.resume") not in shown(face)[-1], "this node takes no resume"
    offering(face, "resume")
    assert "".join(words("screen.keys.resume").split()) in "".join(shown(face)[-1].split())
    lines_of(face)
    face.press("r")
    assert lines_of(face) == ["resume"]
    wanted = PauseReply(True, True, ["Bob", "Cid"])
    state, _ = hear_of(face, wanted)
    face.refresh(replace(face.context, reading=face.context.reading.of(state)))
    assert words("screen.keys.resume") not in shown(face)[-1], "whoever has said it waits for the others"
    assert words("screen.paused", names=words.listed(["Bob", "Cid"]), n=2) in title_of(face)
    assert hear_of(face, msgspec.structs.replace(wanted, resumed=["Ann"]))[1] == (), "that is no news to who goes on"


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_goes_on_first_after_a_pause_reads_who_has_not_yet(language: str) -> None:
    words = Words(language)
    told = "".join(words("pause.others-rest", names="Bob", n=1).split())
    face = told_over_a_long_card(PAUSED, PauseReply(False, missing=["Bob"]), language=language)
    seen = "".join("".join(shown(face)).split())
    assert told in seen and "".join(words("pause.over").split()) not in seen
    face = told_over_a_long_card(PauseReply(False, missing=["Bob"]), PauseReply(False), language=language)
    assert "".join(words("pause.over").split()) in "".join("".join(shown(face)).split())


async def test_who_is_asked_for_a_pause_that_another_refuses_is_asked_no_more() -> None:
    put, no, own = (MotionReply("pause", 0, by, by == 1) for by in (1, 2, 0))
    lapsed = MotionReply("pause", 0, 0, False, open=False)
    asked, shown, _ = await talk([WELCOME, MINE, put, no, own, lapsed], "yes", "quit")
    told = "\n".join(shown)
    assert "Do you agree?" in told and "does not agree: no pause." in told and "You have voted" not in told
    assert "lapsed" not in told, "who does not agree has said so"
    assert not any(isinstance(request, VoteRequest) for request in asked)


async def test_who_has_agreed_or_said_resume_reads_for_what_it_waits_and_not_that_others_are_to_decide() -> None:
    agreed, waits = MotionReply("pause", 0, 0, True), say.WaitReply([say.SeatWait(1, "Bob", "vote-pause", 5.0)])
    asked, shown, _ = await talk([WELCOME, THEIRS, agreed, waits], "pause no", "pause", "1", "quit", interactive=True)
    told = " ".join(" ".join(shown).split())
    assert told.count("You have already agreed and cannot take it back") == 2
    assert "nobody plays on until the others have voted" in told and "not your turn" not in told
    wants = PauseReply(True, True, ["Bob"])
    more, shown, _ = await talk([WELCOME, THEIRS, wants], "resume", "1", "quit", interactive=True)
    told = " ".join(" ".join(shown).split())
    assert told.count("You are ready; the game goes on as soon as Bob is back.") == 3 and "not your turn" not in told
    assert not any(isinstance(request, VoteRequest | ResumeRequest) for request in (*asked, *more))
