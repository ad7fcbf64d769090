"""What is read to its end, asked for again, or answered with one key: news, votes, pauses, advice."""

from __future__ import annotations

import re
from dataclasses import replace
from unittest.mock import Mock

import msgspec
import pytest

from tests.ui.fake_node import make_table
from tests.ui.positions import acting, middle, random_moments
from tests.ui.screen.keyboard import at_the_screen, face_of, face_told, lines_of, shown
from tests.ui.screen.remembered import played, replies
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.advice import AdviceReply, Suggestion
from tta_p2p.ui.blocks import Para
from tta_p2p.ui.cells import plain, row
from tta_p2p.ui.commands import parser
from tta_p2p.ui.instructions import Display
from tta_p2p.ui.screen.borders import title_line
from tta_p2p.ui.screen.frame import page_rows
from tta_p2p.ui.screen.screen_state import SOME_ACTS
from tta_p2p.ui.screen.terminal import Picture


@pytest.mark.parametrize("language", LANGUAGES)
def test_news_longer_than_the_screen_are_read_to_their_end_by_space_alone(language: str) -> None:
    local = played("through_the_ages", 4, 5, 60)
    face = face_told(replies(local, None), language, (60, 20))
    face.press("n")
    assert face.screen_state.page is not None
    style = replace(face.style, width=60)
    whole = [plain(one).rstrip() for one in page_rows(face.screen_state.page, style)]
    assert len(whole) > 17 and Words(language)("screen.keys.more") in shown(face)[-1]
    deeds, seen = face.screen_state.page.actions, dict[int, list[str]]()
    while face.screen_state.page is not None:
        seen.setdefault(face.screen_state.page.actions_shown, []).extend(shown(face)[2:-1])
        face.press(" ")
    assert [line for line in whole if line not in seen[0]] == []
    assert list(seen) == [*range(len(deeds) + 1)]
    for step, deed in enumerate(deeds, 1):
        assert "".join(plain(deed).split()) in "".join("".join(seen[step]).split())


def test_what_was_told_step_by_step_can_be_scrolled_back() -> None:
    local = played("through_the_ages", 3, 5, 180)
    face = face_told(replies(local, local.decision.seats[0]), "en", (60, 20))  # type: ignore[union-attr]
    face.press("n")
    while face.screen_state.page is not None and face.screen_state.page.actions_shown < len(
        face.screen_state.page.actions
    ):
        face.press(" ")
    last = shown(face)
    face.press("page up")
    assert shown(face)[2:] != last[2:]
    face.press("page down")
    assert shown(face) == last


async def test_what_the_others_did_is_told_once_a_turn_not_again_after_each_answer() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        await ann.press("enter", "e", "enter")
        assert ann.face.screen_state.page is not None
        await ann.press("esc")
        assert ann.face.screen_state.page is None
        list(ann.face.announcer.begin_turn(ann.client.reading))
        assert ann.face.screen_state.page is None, "the turn goes on after somebody has answered"
        await ann.press("e", "y")
        assert ann.face.screen_state.page is not None


def test_a_key_that_comes_at_once_after_esc_is_both() -> None:
    face = Mock()
    picture = Picture(face)
    for key in ("meta g", "meta meta", "up"):
        picture.keypress((80, 24), key)
    assert [one.args[0] for one in face.press.call_args_list] == ["esc", "g", "esc", "meta", "up"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_advice_is_done_with_enter_and_what_is_next_best_stands_below_it(language: str) -> None:
    face = face_of(acting(), 0, language)
    assert face.context is not None
    acts = [choice for choice in face.context.state.turn.legal if choice.text.split()[0] not in ("take", "end")][:3]  # type: ignore[union-attr]
    proposals = [Suggestion(one.text, one.label, one.cost, less=at * 200_000) for at, one in enumerate(acts[::-1])]
    reading, welcome = face.context.reading, face.context.state.welcome
    assert welcome is not None
    able = replace(reading.state, welcome=msgspec.structs.replace(welcome, offers=[*welcome.offers, "hint"]))
    face.refresh(replace(face.context, reading=reading.of(able)))
    face.press("H")
    assert lines_of(face) == ["hint"]
    for one in parser.instructions(face.context, "hint"):
        if isinstance(one, Display):
            face.display(one.content)
    assert Words(language)("screen.thinks") in "\n".join(shown(face)), "that takes a while"
    list(face.announce(AdviceReply("easy", proposals), face.context.reading))
    seen = "\n".join(shown(face))
    assert Words(language)("screen.title.hint") in seen and Words(language)("screen.thinks") not in seen
    assert "000" not in "".join(seen.split("── ")[1:]), "nobody reads thousands of points"
    face.press("esc")
    lines_of(face)
    assert face.screen_state.list_name == SOME_ACTS and len(face.spots()) == len(acts)
    face.press("enter")
    assert lines_of(face) == [f"sure {proposals[0].text}"], "the rules are asked first"
    face.panes.selection.settle(False)
    assert face.screen_state.list_name == "", "what was made for an occasion is gone with it"


def test_an_answer_says_over_it_what_was_asked() -> None:
    face = face_of(acting(), 0)
    for line, title in (
        ("who", "Whom the game is waiting for"), (":log 40", "What has happened"), (":news", "Since your last turn"),
        (":? uprising", "── ? uprising ──"),
    ):  # fmt: skip
        face.last_line = line
        face.display((Para(row("So long an answer.")),) * 6)
        assert any(title in text for text in shown(face)), line


def test_who_is_waited_for_is_said_before_why_where_there_is_no_room_for_both() -> None:
    face = face_of(acting(), 1, replies=[say.WaitReply([say.SeatWait(0, "Ann", "its-turn", 5.0)])])
    assert face.context is not None
    wide, narrow = (
        plain(title_line(face.screen_state, face.context.reading, face.board, replace(face.style, width=columns)))
        for columns in (120, 60)
    )
    assert "Waiting for Ann to take actions" in wide and "Waiting for Ann │ decks" in narrow


def test_a_decision_in_the_turn_of_somebody_else_is_not_called_ones_turn() -> None:
    local = middle()
    offered = next(option.act for option in local.legal(0) if option.act.verb == "attack")
    assert "Your turn" in shown(face_of(local, 0))[0]
    local.act(offered)
    if local.decision is not None and local.decision.seats != (0,):
        assert "Your decision" in shown(face_of(local, local.decision.seats[0]))[0]


def test_what_is_said_twice_in_a_row_is_shown_once() -> None:
    face = face_of(acting(), 0)
    for _ in range(3):
        face.panes.notes.add((Para(row("This space is empty.")),))
    assert sum("This space is empty." in line for line in shown(face)) == 1
    face.panes.notes.add((Para(row("Something else.")),))
    face.panes.notes.add((Para(row("This space is empty.")),))
    assert len(face.screen_state.notes) == 3


async def test_the_mark_begins_at_the_first_space_once_politics_are_over() -> None:
    async with at_the_screen(make_table("through_the_ages", 3, seed=5, local=middle())) as ann:
        await ann.press("esc")
        assert ann.face.screen_state.focus_index > 2, "it stands on passing"
        await ann.press("e")
        assert ann.client.state.turn.decision.key == "actions"
        assert ann.face.spot().number == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_lists_what_is_only_typed_where_the_node_takes_it(language: str) -> None:
    face, words = face_of(acting(), 0, language), Words(language)
    assert face.context is not None
    welcome = face.context.state.welcome
    assert welcome is not None
    for taken in (True, False):
        offers, motions = (["act", "vote"], ["pause", "call-off"]) if taken else (["act"], [])
        now = msgspec.structs.replace(welcome, offers=offers, motions=motions)
        state = replace(face.context.state, welcome=now)
        face.refresh(replace(face.context, reading=face.context.reading.of(state)))
        face.press("?")
        face.press("end")
        below = " ".join(shown(face))
        assert [words(f"help.{name}") in below for name in ("pause", "call-off")] == [taken] * 2
        assert words("help.resign") in below
        face.press("esc")


@pytest.mark.parametrize(("game", "every"), [("through_the_ages", 9), ("seven_wonders", 2), ("civilization", 9)])
@pytest.mark.parametrize("first", ["", "esc"], ids=["in sight", "after Esc"])
def test_every_number_that_advice_tells_is_done_by_its_digits(game: str, every: int, first: str) -> None:
    tried = 0
    for local, seat in random_moments(game, 3, 6, every=every):
        told = face_of(local, seat)
        assert told.context is not None
        entries = [one for one in told.context.reading.menu.entries if one.verb != "resign"][:-4:-1]
        if tried > 20:
            break
        proposals = [Suggestion(one.text, one.label, less=0) for one in entries]
        for at, entry in enumerate(entries):
            face = face_of(local, seat)
            list(face.announce(AdviceReply("easy", proposals), face.context.reading))  # type: ignore[union-attr]
            page = face.screen_state.page
            assert page is not None
            said = " ".join(plain(one) for one in page_rows(page, face.style))
            number = re.findall(r"(\d+)\) ", said)[at]
            for key in (*filter(None, [first]), *number):
                face.press(key)
            spot = face.spot()
            assert spot is not None and spot.item is not None, shown(face)
            assert spot.item.text == entry.text
            tried += 1
    assert tried > 20
