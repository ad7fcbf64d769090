"""A bot that plays a seat for its person."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from tests.ui.positions import acting
from tests.ui.screen.keyboard import face_of
from tests.ui.screen.notices import AUTOPILOT
from tta_p2p.bots.levels import choices
from tta_p2p.games.contract import Place, Standings
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.autopilot import AutopilotReply
from tta_p2p.ui.commands.parser import instructions
from tta_p2p.ui.instructions import AskConfirmation, Display, text_display
from tta_p2p.ui.levels import levels_text, unknown_level_text
from tta_p2p.ui.news_text import announce
from tta_p2p.ui.parts.autopilot import LEVELS


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seat_taken_back_amid_a_turn_comes_with_what_the_bot_has_begun_and_the_way_back(language: str) -> None:
    words, face = Words(language), face_of(acting(), 0, language)
    assert face.context is not None
    reading = face.context.reading
    turn = reading.state.turn
    assert turn is not None
    first = turn.legal[0]
    begun = msgspec.structs.replace(turn, draft=[say.DraftedAct(first.text, first.label)])
    midway = reading.of(replace(reading.state, turn=begun))
    own, others = AutopilotReply(0, "Ann", ""), AutopilotReply(1, "Bob", "")
    warning = text_display(words("autopilot.begun", acts=midway.draft_acts()[0]), "warn")
    assert [*announce(own, midway, True)] == [text_display(words("autopilot.own.off"), "warn"), warning]
    for notice, there in ((own, reading), (others, midway), (AUTOPILOT, midway)):
        assert warning not in announce(notice, there, True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_reader_is_spoken_to_and_several_at_one_keyboard_are_named(language: str) -> None:
    words, face = Words(language), face_of(acting(), 0, language)
    assert face.context is not None
    reading = face.context.reading
    assert reading.state.welcome is not None
    alone = msgspec.structs.replace(reading.state.welcome, sid=say.LOCAL)
    for others, key in (((0,), "autopilot.own.off"), ((0, 1), "autopilot.here.off")):
        state = replace(
            reading.state, welcome=alone, seat_request=replace(reading.state.seat_request, shared_seats=others)
        )
        (first,) = announce(AutopilotReply(0, "Ann", ""), reading.of(state), True)
        assert first == text_display(words(key, name="Ann"), "warn"), others


def test_after_the_end_nobody_hands_a_seat_over_and_votes_are_not_spoken_of() -> None:
    face = face_of(
        acting(), 0, replies=[say.GameOverReply(msgspec.to_builtins(Standings(True, (Place(0, 1, 9, ()),))), "fair")]
    )
    assert face.context is not None
    (said,) = instructions(face.context, "autopilot")
    assert isinstance(said, Display) and said == text_display(Words()("over-acts"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("typed", "request_"), [("foo", None), ("normal:warlik", None), ("normal:warlike", True)])
@pytest.mark.parametrize("levels", [[], [*choices("through_the_ages")]], ids=["of an earlier node", "told"])
def test_a_bot_of_no_level_is_refused_at_once_and_those_there_are_are_named(
    typed: str, request_: bool | None, levels: list[str], language: str
) -> None:
    words, face = Words(language), face_of(acting(), 0, language)
    assert face.context is not None
    reading = face.context.reading
    assert reading.state.welcome is not None
    welcome = msgspec.structs.replace(reading.state.welcome, levels=levels)
    (said,) = instructions(
        replace(face.context, reading=reading.of(replace(reading.state, welcome=welcome))), f"autopilot {typed}"
    )
    assert isinstance(said, AskConfirmation) == bool(request_)
    if request_ is None:
        assert said == text_display(unknown_level_text(typed, levels or LEVELS, "through_the_ages", words), "warn")
        assert ("hard:warlike" in str(said)) == bool(levels), "with the personalities, if the node names them"


def test_levels_are_named_with_the_personalities_that_some_have() -> None:
    words = Words("en")
    assert levels_text(["random", "easy"], words) == "random or easy"
    assert levels_text(["easy", "normal", "normal:a", "normal:b"], words) == (
        "easy or normal; normal also with :a or :b, as in normal:a"
    )
    assert levels_text(choices(), words) == (
        "random, easy, normal or hard; normal and hard also with :warlike, :builder or :scholar, as in hard:warlike"
    )
    assert unknown_level_text("x", ["easy"], None, words) == "There are no bots of level “x”. Choose easy."
    assert unknown_level_text("", ["easy"], "caravan", words) == "A level is missing beside a comma. Choose easy."
