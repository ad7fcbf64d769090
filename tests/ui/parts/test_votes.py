"""Motions of the table, and votes on them."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from tests.ui.fake_node import talk
from tests.ui.line_client import THEIRS, WELCOME
from tests.ui.positions import acting
from tests.ui.replies import GREETING, hear_all, turn
from tests.ui.screen.keyboard import face_of, face_told, lines_of, shown
from tests.ui.screen.notices import (
    MOTION,
    hear_of,
    offering,
    title_of,
    told_over_a_long_card,
)
from tests.ui.screen.remembered import played, replies
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.votes import MotionReply, VoteRequest
from tta_p2p.ui.changes import (
    ConfirmationOpened,
)
from tta_p2p.ui.commands import parser
from tta_p2p.ui.instructions import AskConfirmation, Display, apply_instruction
from tta_p2p.ui.intake import reduce_reply
from tta_p2p.ui.parts.votes import BallotCast, MotionDecided, VotesState
from tta_p2p.ui.state import ClientState


def test_who_has_agreed_to_another_end_of_the_game_is_asked_for_the_vote_that_is_missing() -> None:
    said = [MotionReply("call-off", 0, 0, True), say.WaitReply([say.SeatWait(0, "Ann", "vote-call-off", 5.0, True)])]
    face = face_of(acting(), 0, replies=said)
    offering(face, "vote")
    assert face.context is not None
    asked = [one for one in parser.instructions(face.context, "vote") if isinstance(one, AskConfirmation)]
    assert [one.confirmation.yes for one in asked if one.confirmation is not None] == [
        (VoteRequest("call-off", 0, True),)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_waits_for_votes_reads_of_whom_and_what_a_no_means(language: str) -> None:
    waits = [say.SeatWait(seat, name, "vote-pause", 5.0, True) for seat, name in ((0, "Ann"), (2, "Cid"))]
    said = [MotionReply("pause", 0, 1, True), MotionReply("pause", 0, 2, False), say.WaitReply(waits)]
    face, words = face_of(acting(), 1, language, replies=said), Words(language)
    assert words("screen.waits", names=words.listed(["Ann", "Cid"]), what=words("why.vote-pause")) in title_of(face)
    assert words("motion.no.pause", by="Cid") in "".join(shown(face))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_vote_that_was_put_away_is_asked_again_with_all_that_was_said_of_it(language: str) -> None:
    motion = MotionReply("pause", 0, 1, True)
    face = face_of(acting(), 0, language, replies=[motion, MotionReply("pause", 0, 2, True)])
    assert face.context is not None
    asked = shown(face)[-8:]
    state, _ = hear_of(face, say.WaitReply([say.SeatWait(0, "Ann", "vote-pause", 5.0, True)]))
    face.refresh(replace(face.context, reading=face.context.reading.of(state)))
    assert Words(language)("screen.your-vote") in shown(face)[0], "nobody else is named while it is asked"
    offering(face, "vote", confirmation=None)
    assert Words(language)("screen.owes-vote") in shown(face)[0]
    lines_of(face)
    face.press("r")
    assert lines_of(face) == ["vote"]
    for instruction in parser.instructions(face.context, "vote"):
        state = apply_instruction(face.context.state, instruction)
        face.refresh(replace(face.context, reading=face.context.reading.of(state)))
        match instruction:
            case Display(some):
                face.display(some)
            case AskConfirmation(confirmation):
                assert confirmation is not None and confirmation.yes == (VoteRequest("pause", 0, True),)
    assert shown(face)[-len(asked) :] == asked and "Bob" in "".join(asked)
    face.press("y")
    face.press("enter")
    assert lines_of(face) == ["y"]


def test_a_vote_that_was_cast_or_is_about_oneself_is_not_asked_again() -> None:
    for motions in ([MOTION, MotionReply("gone", 1, 0, True)], [MotionReply("gone", 0, 1, True)], []):
        face = face_of(acting(), 0, replies=motions)
        offering(face, "vote", confirmation=None)
        assert face.context is not None
        said = list(parser.instructions(face.context, "vote"))
        assert not any(isinstance(one, AskConfirmation) for one in said) and isinstance(said[0], Display)


def test_a_key_meant_for_something_else_is_no_vote() -> None:
    face = face_of(acting(), 0, replies=[MOTION])
    for key, answer in (("n", "n"), ("y", "y")):
        face.press(key)
        assert lines_of(face) == [] and "Enter casts it" in "\n".join(shown(face))
        face.press("esc")
        assert lines_of(face) == [] and "Enter casts it" not in "\n".join(shown(face))
        face.press("enter")
        assert lines_of(face) == [], "nothing is chosen yet"
        face.press(key)
        face.press("enter")
        assert lines_of(face) == [answer]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_vote_that_was_put_away_with_esc_is_still_asked_for_in_the_first_line(language: str) -> None:
    asked = Words(language)("screen.owes-vote")
    face = face_of(acting(), 0, language, replies=[MOTION])
    assert face.context is not None
    state, _ = hear_of(face, say.WaitReply([say.SeatWait(0, "Ann", "vote-gone", 5.0, True)]))
    face.refresh(replace(face.context, reading=face.context.reading.of(state)))
    assert asked not in shown(face)[0], "as long as it is asked below"
    face.refresh(replace(face.context, reading=face.context.reading.of(replace(state, confirmation=None))))
    assert asked in shown(face)[0]
    state, _ = hear_of(face, say.WaitReply([say.SeatWait(0, "Ann", "vote-resigned", 5.0, True)]))
    face.refresh(replace(face.context, reading=face.context.reading.of(replace(state, confirmation=None))))
    assert asked not in shown(face)[0], "a node takes note of that by itself"
    local = played("seven_wonders", 3, 5, 9)  # whose first line says more of how things stand
    face = face_told([*replies(local, 0), say.WaitReply([say.SeatWait(0, "Ann", "vote-gone", 5.0, True)])], language)
    assert asked in shown(face)[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_put_out_of_the_game_reads_it_in_the_first_line_whatever_page_is_open(language: str) -> None:
    words = Words(language)
    vote, carried = MotionReply("gone", 0, 1, True), MotionReply("gone", 0, 1, True, open=False)
    left, waits = say.DepartureReply(0, "Ann", "gone"), say.WaitReply([say.SeatWait(1, "Bob", "its-turn", 5.0)])
    for said, told in (
        ((vote,), words("screen.going-on-without-you")),
        ((vote, MotionReply("gone", 0, 1, False, open=False)), ""),
        ((vote, carried, left, waits), words("screen.out", now="")),
    ):
        first = shown(told_over_a_long_card(*said, language=language))[0]
        both = (words("screen.going-on-without-you"), words("screen.out", now=""))
        assert [one in first for one in both] == [one == told for one in both], first


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_watches_is_told_of_a_motion_without_a_word_on_connections_of_which_nothing_is_known(language: str) -> None:
    words, told = Words(language), []
    for seat in (0, None):
        face = face_of(acting(), seat, language, replies=[MOTION])
        told.append("".join("".join(shown(face)).split()))
    here, plain = ("".join(words(f"motion.gone{how}", by="Cid", name="Bob").split()) for how in (".here", ""))
    assert here in told[0] and here not in told[1] and plain in told[1]


async def test_a_motion_is_answered_with_yes_or_no() -> None:
    for answer, yes in (("y", True), ("no", False)):
        for kind in ("call-off", "gone"):
            asked, _, _ = await talk([WELCOME, THEIRS, MotionReply(kind, 1, 1, True)], answer, "quit")
            assert VoteRequest(kind, 1, yes) in asked
    for kind, then in (("call-off", "the game goes on"), ("pause", "no pause"), ("gone", "Bob stays in the game")):
        put, no = MotionReply(kind, 1, 2, True), MotionReply(kind, 1, 0, False)
        _, shown, _ = await talk([WELCOME, THEIRS, put, no, msgspec.structs.replace(no, open=False)], "quit")
        assert f"You said no: {then}." in shown and not any("lapsed" in line for line in shown), shown
    motion = MotionReply("call-off", 1, 1, True)
    asked, shown, _ = await talk([WELCOME, THEIRS, motion], "perhaps", "vote", "y", "quit", interactive=True)
    assert any("not voted yet. Type vote" in line for line in shown)
    assert sum("Do you agree" in line for line in shown) == 2 and VoteRequest("call-off", 0, True) in asked


async def test_who_has_voted_is_not_asked_again_and_nothing_is_asked_about_what_is_decided() -> None:
    open_vote = MotionReply("call-off", 0, 1, True)
    _, shown, _ = await talk([WELCOME, THEIRS, MotionReply("call-off", 0, 0, True), open_vote], "who", "quit")
    assert any("Bob agrees" in line for line in shown) and not any("Do you agree" in line for line in shown)
    three = [WELCOME, THEIRS, open_vote, MotionReply("call-off", 0, 0, False), MotionReply("call-off", 0, 2, True)]
    _, shown, _ = await talk(three, "who", "quit")
    assert sum("Do you agree" in line for line in shown) == 1, "who has said no waits for the others"
    decided = MotionReply("call-off", 0, 0, True, open=False)
    asked, shown, _ = await talk([WELCOME, THEIRS, open_vote, decided], "y", "quit", interactive=True)
    assert sum("Do you agree" in line for line in shown) == 1
    assert not any(isinstance(request, VoteRequest) for request in asked)


@pytest.mark.parametrize("kind", ["call-off", "forfeit"])
async def test_ending_the_game_for_everybody_is_asked_about_first(kind: str) -> None:
    asked, shown, _ = await talk([WELCOME, THEIRS], f"vote {kind}", "y", "quit")
    assert VoteRequest(kind, 0, True) in asked
    assert any("for good" in line for line in shown)
    asked, _, _ = await talk([WELCOME, THEIRS], f"vote {kind}", "no", "quit")
    assert not any(isinstance(request, VoteRequest) for request in asked)


async def test_who_is_voted_gone_reads_that_it_is_about_them_and_is_asked_for_no_vote_any_more() -> None:
    vote, carried = MotionReply("gone", 0, 1, True), MotionReply("gone", 0, 0, True, open=False)
    left, pause = say.DepartureReply(0, "Ann", "gone"), MotionReply("pause", 0, 1, True)
    words = Words()
    _, shown, _ = await talk([WELCOME, THEIRS, vote, carried, left, pause], "who", "quit")
    seen = "".join("".join(shown).split())
    for key in ("motion.gone.you", "motion.carried.gone.you", "has-left.gone.you"):
        assert "".join(words(key, by="Bob").split()) in seen, key
    assert not any("Do you agree" in line or "Ann is gone" in line for line in shown)


async def test_nobody_is_asked_about_a_resignation() -> None:
    votes = [MotionReply("resigned", 1, 1, True), MotionReply("resigned", 1, 0, True)]
    carried = MotionReply("resigned", 1, 1, True, open=False)
    asked, shown, _ = await talk(
        [WELCOME, THEIRS, *votes, carried, say.DepartureReply(1, "Bob", "resigned")], "who", "quit"
    )
    told = [line for line in shown if "resign" in line]
    assert told == ["Bob resigns, and leaves as soon as the current decision is made.", "Bob has resigned."]
    assert not any("agree" in line or "have voted" in line for line in shown)
    assert not any(isinstance(request, VoteRequest) for request in asked)


@pytest.mark.parametrize(
    ("typed", "vote"),
    [
        ("vote gone Bob", VoteRequest("gone", 1, True)),
        ("vote cheated bob no", VoteRequest("cheated", 1, False)),
        ("vote call-off yes", VoteRequest("call-off", 0, True)),
        ("vote forfeit no", VoteRequest("forfeit", 0, False)),
        ("vote call-off", None),  # it asks first
        ("vote resigned no", VoteRequest("resigned", 0, False)),
        ("vote gone", None),
        ("vote gone Zoe", None),
        ("vote party", None),
    ],
)
async def test_motions_are_moved_by_name(typed: str, vote: VoteRequest | None) -> None:
    asked, _, _ = await talk([WELCOME, THEIRS], typed, "quit")
    assert [request for request in asked if isinstance(request, VoteRequest)] == ([vote] if vote else [])


async def test_resigning_is_asked_about_first() -> None:
    asked, _, _ = await talk([WELCOME, THEIRS], "resign", "y", "quit")
    assert VoteRequest("resigned", 0, True) in asked
    asked, _, _ = await talk([WELCOME, THEIRS], "resign", "no", "quit")
    assert not any(isinstance(request, VoteRequest) for request in asked)


async def test_it_is_said_without_whom_others_would_go_on() -> None:
    gone, waits = MotionReply("gone", 1, 0, True), say.WaitReply([say.SeatWait(2, "Cid's bot", "vote-gone", 5.0)])
    _, shown, _ = await talk([WELCOME, THEIRS, gone, waits], "who", "quit")
    assert any("a vote on going on without Bob (" in line for line in shown)


def test_a_vote_is_asked_for_once_and_not_of_who_has_agreed() -> None:
    state, changes = hear_all(ClientState(), [GREETING, turn(5), MotionReply("call-off", 0, 1, True)])
    assert [type(change) for change in changes[2:]] == [BallotCast, ConfirmationOpened]
    state, changes = reduce_reply(state, MotionReply("call-off", 0, 2, True))
    assert [type(change) for change in changes] == [BallotCast]
    state, changes = reduce_reply(state, MotionReply("call-off", 0, 0, True, open=False))
    assert changes == (MotionDecided(MotionReply("call-off", 0, 0, True, open=False), True),)
    assert state.ended_early and state.confirmation is None and not state.part(VotesState).open_motions
    state, changes = hear_all(
        ClientState(), [GREETING, MotionReply("gone", 1, 0, True), MotionReply("gone", 1, 1, True)]
    )
    assert not any(isinstance(change, ConfirmationOpened) for change in changes)


@pytest.mark.parametrize(("by", "yes", "refused"), [(0, True, False), (0, False, True), (2, False, True)])
def test_a_motion_is_off_by_the_no_of_somebody_or_by_itself(by: int, yes: bool, refused: bool) -> None:
    put, no = MotionReply("pause", 0, 1, True), MotionReply("pause", 0, by, yes)
    lapsed = MotionReply("pause", 0, 0, False, open=False)
    changes = hear_all(ClientState(), [GREETING, turn(5), put, no, lapsed])[1]
    assert changes[-1] == MotionDecided(lapsed, False, refused)


@pytest.mark.parametrize("typed", ["pause", "call-off", "resign", "vote pause"])
async def test_nothing_is_moved_before_the_game_has_begun(typed: str) -> None:
    offers = ["dismiss", "leave", "look", "start"]
    lobby = say.LobbyReply("agreeing", "friday", "10.0.0.1:7000#K1", [], 3, [], "a b c", offers=offers, game="caravan")
    asked, told, _ = await talk([lobby], typed, "quit")
    assert not any(isinstance(one, VoteRequest) for one in asked)
    assert Words()("no-game-yet") in "\n".join(told) and Words()("watcher") not in "\n".join(told)
