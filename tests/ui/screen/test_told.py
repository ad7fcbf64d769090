"""What is told at the full screen is not lost: notices, answers, how it ended; and only what the reader can do."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from tests.ui.fake_node import make_table
from tests.ui.positions import acting, middle
from tests.ui.screen.keyboard import at_the_screen, face_of, face_told, lines_of, shown
from tests.ui.screen.notices import AUTOPILOT, PAUSED, hear_of, told_over_a_long_card
from tests.ui.screen.remembered import played, press, replies
from tta_p2p.games.contract import Place, Standings
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats import messages as say
from tta_p2p.seats.encoding import read_reply, write_line
from tta_p2p.seats.parts.autopilot import AutopilotReply
from tta_p2p.seats.parts.pause import PauseReply
from tta_p2p.seats.parts.proofs import ProofsReply
from tta_p2p.seats.parts.spectators import SpectatorsReply
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui.blocks import Fields, Para
from tta_p2p.ui.cells import plain, row
from tta_p2p.ui.news_text import winners
from tta_p2p.ui.reading import Reading
from tta_p2p.ui.screen.face import ScreenFace


def reading_of_one_alone(face: ScreenFace) -> Reading:
    assert face.context is not None
    state = face.context.state
    return face.context.reading.of(
        replace(state, seat_request=replace(state.seat_request, shared_seats=(state.seat or 0,)))
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_has_just_been_told_is_seen_whole_over_a_long_card_and_stands_in_the_log(language: str) -> None:
    face = told_over_a_long_card(AutopilotReply(1, "Bob", "easy"), language=language)
    words = Words(language)
    notice = words("autopilot.on", name="Bob", level=words("level.easy"))
    squeezed = "".join(notice.split())
    assert squeezed in "".join("".join(shown(face)).split())
    face.press("down")
    face.press("g")
    assert squeezed in "".join("".join(shown(face)).split())


def test_every_notice_of_the_table_is_in_the_log_where_it_was_told() -> None:
    face = told_over_a_long_card(AUTOPILOT, PAUSED, say.DepartureReply(2, "Cid", "gone"))
    face.press("g")
    seen = " ".join(" ".join(shown(face)).split())
    at = [seen.index(words) for words in ("A bot (easy) plays for you", "The game is paused", "Cid is gone")]
    assert at == sorted(at)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_node_tells_by_itself_takes_no_page_and_stands_in_the_log(language: str) -> None:
    strange = say.ErrorReply("node.folder-strange", ["tta-1 (3).box " * 60], "", news=True)
    face = told_over_a_long_card(strange, language=language)
    assert face.screen_state.page is None
    refused = told_over_a_long_card(msgspec.structs.replace(strange, news=False), language=language)
    assert refused.screen_state.page is not None, "an answer is seen whole"
    face.press("g")
    assert "tta-1" in "".join("".join(shown(face)).split())


def test_the_log_speaks_to_its_reader() -> None:
    local = played("through_the_ages", 3, 5, 60)
    face = face_told(replies(local, 0))
    press(face, local, "esc", "g")
    seen = shown(face)
    assert any("You " in line for line in seen) and not any("Ann takes" in line or "Ann: " in line for line in seen)


async def test_whom_it_waits_for_is_told_whole_at_80_columns() -> None:
    async with at_the_screen(make_table("through_the_ages", 4, seed=5)) as ann:
        await ann.press("enter", "3")
        face = ann.face
        state, _ = hear_of(face, ProofsReply(4711, chain="8f3a6c0d1e2b4a59" * 4))
        ann.client._set_state(state)
        waits = [say.SeatWait(seat, f"Guest {seat}", "showing-hand", 5.0, seat > 1) for seat in (1, 2, 3)]
        state, _ = hear_of(face, say.WaitReply(waits))
        ann.client._set_state(state)
        seen = await ann.press("w")
        for told in ("You must decide", "Guest 1", "Guest 2", "Guest 3", "4711", "8f3a6c0d1e2b4a59"):
            assert told in seen
        assert "You must decide" not in await ann.press("esc")


def test_marks_of_what_is_new_do_not_come_from_the_game_before() -> None:
    face = face_told(replies(played("through_the_ages", 3, 5, 160), 0))
    face.panes.novelties.before = {0: frozenset({"drama"})}
    again = replies(played("through_the_ages", 3, 7, 0), 0, "another")
    lobby = say.LobbyReply("waiting", "Evening", "", [], 3, [], "", ["chat"], "through_the_ages")
    for reply in (lobby, *again):
        state, changes = hear_of(face, reply)
        face.refresh(replace(face.context, reading=face.context.reading.of(state)))
        for change in changes:
            list(face.announce(change, face.context.reading))
    assert face.screen_state.seen_things == face_told(again).screen_state.seen_things


OVER = say.GameOverReply(Standings(True, (Place(1, 1, 99), Place(0, 2, 7), Place(2, 3, 5))), "fair", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_won_stays_in_sight_and_the_standings_come_back_by_a_key(language: str) -> None:
    over = read_reply(write_line(OVER))
    face = face_of(acting(), 2, language, replies=[AUTOPILOT, over])
    own = reading_of_one_alone(face_of(acting(), 1, language))
    assert winners(OVER, own) == Words(language)("won.you"), "one alone at a keyboard is spoken to"
    shared = msgspec.structs.replace(OVER, standings=Standings(True, tuple(Place(seat, 1, 9) for seat in range(3))))
    assert winners(shared, own) == Words(language)("won", names=Words(language).listed(["Ann", "Bob", "Cid"]), n=3)
    won = Words(language)("won", names="Bob", n=1)
    assert won in shown(face)[0] and any("99" in line for line in shown(face))
    assert Words(language)("screen.keys.leave") in shown(face)[-1]
    face.press("esc")
    assert won in shown(face)[0] and not any("99" in line for line in shown(face))
    lines_of(face)
    face.press("enter")
    assert lines_of(face) == ["who"]


def test_who_has_read_how_the_game_ended_leaves_with_one_key() -> None:
    over = read_reply(write_line(OVER))
    face = face_of(acting(), 2, replies=[over])
    face.press("q")
    assert lines_of(face)[-1:] == ["quit"]
    face = face_of(acting(), 2, replies=[over])
    face.press("esc")
    lines_of(face)
    face.press("g")
    face.press("q")
    assert lines_of(face) == [], "any other page is closed"


def test_a_watcher_is_told_only_of_what_a_watcher_can_do() -> None:
    seats = [say.SeatInfo(seat, name, seat, name) for seat, name in enumerate(("Ann", "Bob", "Cid"))]
    welcome = say.WelcomeReply(
        say.VERSION, "through_the_ages", "ab12", None, seats, {}, [], "", ["look", "log", "past"], []
    )
    told = [welcome, turn_message(middle(), None)]
    for more in ([], [PauseReply(True)], [say.HaltReply("call-off", [])], [OVER], [say.HaltReply("store", ["full"])]):
        face = face_told([*told, *more])
        seen = shown(face)
        face.press("?")
        for _ in range(6):
            seen += shown(face)
            face.press("page down")
        face.press("esc")
        face.press("'")
        seen += shown(face)
        text = " ".join(seen)
        for word in (":resume", ":pause", ":call-off", ":vote", "tta export", "' chat", "say something", "plays again"):
            assert word not in text, (word, more)
    assert "You are only watching" in text and "hear you." in text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_sealed_choice_that_counts_at_once_says_so(language: str) -> None:
    async with at_the_screen(make_table("seven_wonders", 3, seed=5), language=language) as ann:
        seen = "".join(ann.sees().split())
        words = Words(language)
        assert "".join(words("sealed-last").split()) in seen and "".join(words("sealed-undo").split()) not in seen
    async with at_the_screen(make_table("seven_wonders", 3, (0, 1), seed=5), language=language) as ann:
        seen = "".join(ann.sees().split())
        assert "".join(words("sealed-undo").split()) in seen


def test_turns_of_seven_wonders_have_names_and_what_was_done_in_them_is_set_apart() -> None:
    local = played("seven_wonders", 3, 5, 9)
    face = face_told(replies(local, 0))
    press(face, local, "esc", "j")
    seen = "\n".join(shown(face))
    assert "before Age I" in seen and "Age I, turn 2" in seen and "Turn 0" not in seen and " · Bob: " in seen


def test_help_of_a_game_without_a_row_speaks_of_none() -> None:
    local = played("caravan", 3, 5, 2)
    face = face_told(replies(local, 0))
    press(face, local, "esc", "?")
    assert face.screen_state.page is not None
    told = " ".join(
        plain(one)
        for block in face.screen_state.page.blocks
        if isinstance(block, Fields)
        for field in block.pairs
        for one in field
    )
    assert "row" not in told.split() and "do the marked move" in told and "in its place" not in told


def test_what_was_said_and_has_no_room_is_not_lost_without_a_word() -> None:
    face = face_of(acting(), 0)
    face.panes.notes.add(tuple(Para(row(f"This was said {number}.")) for number in range(9)))
    seen = "\n".join(shown(face))
    assert Words()("screen.more-said") in seen and "This was said 8." in seen and "This was said 0." not in seen
    face.press("down")
    assert Words()("screen.more-said") not in "\n".join(shown(face)), "what is not new any more makes room"


def test_where_a_list_leaves_room_all_that_was_said_is_seen() -> None:
    local = played("caravan", 3, 5, 4)
    face = face_of(local, None)
    face.panes.notes.add(tuple(Para(row(f"This was said {number}.")) for number in range(7)))
    seen = "\n".join(shown(face))
    assert Words()("screen.more-said") not in seen and all(f"This was said {number}." in seen for number in range(7))


@pytest.mark.parametrize("rows", range(1, 8))
def test_what_is_answered_under_a_list_is_seen_whole_or_has_a_page(rows: int) -> None:
    local = played("caravan", 2, 5, 0)
    face = face_of(local, 0)
    face.panes.view.screen_state = replace(
        face.screen_state, preview=(Para(row("It is sealed, and can be undone until all have chosen. " * 2)),)
    )
    face.display([Para(row("First.")), Para(row("x" * 80 * rows)), Para(row("Last."))])
    seen = "\n".join(shown(face))
    assert "First." in seen and "Last." in seen and seen.count("x" * 80) == rows


async def test_a_kind_of_act_that_is_not_possible_is_refused_with_the_reason() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        assert "In round 1 you may only take cards" in await ann.press("b")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_notice_is_a_page_with_a_title_and_takes_the_place_of_nothing_that_is_read(language: str) -> None:
    words = Words(language)
    kept, crowd = "Guest59", SpectatorsReply([f"Guest{number}" for number in range(60)])
    face = told_over_a_long_card(crowd, language=language)
    title = words("screen.title.table")
    assert any(title in line for line in shown(face))
    assert kept in "".join(line.strip() for line in shown(face))
    face.press("esc")
    assert not any(title in line for line in shown(face))
    face = face_of(acting(), 0, language)
    face.press("?")
    before = shown(face)
    state, changes = hear_of(face, crowd)
    assert face.context is not None
    for change in changes:
        list(face.announce(change, replace(face.context.reading, state=state)))
    assert shown(face)[1:] == before[1:]
    face.press("esc")
    face.press("g")
    assert kept in "".join(line.strip() for line in shown(face))


def test_what_an_act_costs_and_does_is_seen_whole_beside_what_has_just_been_said() -> None:
    face = face_of(acting(), 0)
    told = Para(row("Costs 2 science, and this sentence goes on into the second line, to the end of what it does."))
    fresh = tuple(Para(row(f"What {name} did")) for name in ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay"))
    face.panes.view.screen_state = replace(face.screen_state, preview=(told,), notes=fresh, fresh_notes=len(fresh))
    seen = shown(face)
    assert "the end of what it does." in " ".join(seen)
    assert any("What Fay did" in line for line in seen)
    short = face.spot()
    assert short is not None and "".join(plain(short.note).split()) in "".join("".join(seen).split()), (
        "the log gives way"
    )
    face.panes.view.screen_state = replace(face.screen_state, preview=())
    assert any(Words("en")("screen.more-said") in line for line in shown(face)), "where there is room, it says so"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_card_that_was_taken_is_told_of_in_its_place_until_the_mark_goes_on(language: str) -> None:
    keys = ((), ("enter",), ("z",), ("enter", "a"), ("esc", "down"))
    async with at_the_screen(make_table("through_the_ages", 2, seed=5), language=language) as ann:
        pictures = [(await ann.press(*some)).splitlines() for some in keys]
    before, taken, undone, listed, gone_on = (picture[19:22] for picture in pictures)
    assert "1 -" in pictures[1][4], "it is gone from the row"
    assert before == taken == undone, "undoing paints none of it anew"
    assert before[-1] and before[-1] not in gone_on
    assert before[-1] not in listed, "the end of the turn has nothing to do with it"


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_a_game_has_ended_early_is_told_over_the_news_that_were_being_read(language: str) -> None:
    words = Words(language)
    face = told_over_a_long_card(language=language)
    face.press("g")
    assert face.context is not None
    state, changes = hear_of(face, say.HaltReply("forfeit", ["Bob"]))
    face.refresh(replace(face.context, reading=face.context.reading.of(state)))
    for change in changes:
        list(face.announce(change, face.context.reading))
    seen = "".join("".join(shown(face)).split())
    reason = words.line("halted.forfeit", ["Bob"])
    assert "".join(reason[1:].split()) in seen and "".join(words("ended").split()) in seen


def test_a_page_that_accuses_stays_until_it_is_closed_and_what_the_others_did_comes_after_it() -> None:
    local = played("through_the_ages", 3, 5, 74)
    told = replies(local, 0)
    last = max(at for at, reply in enumerate(told) if isinstance(reply, say.TurnReply))
    accused = say.AccusationReply(1, "Bob", "illegal-act", None, "/tmp/bob.certificate")
    face = face_told([*told[:last], accused, *told[last:]])
    assert any("Bob broke the rules" in line for line in shown(face))
    for key in ("e", "enter", "t", " "):  # meant for the game that was there a moment before
        face.press(key)
        assert any("Bob broke the rules" in line for line in shown(face)) and not lines_of(face)
    face.press("esc")
    seen = shown(face)
    assert not any("Bob broke the rules" in line for line in seen)
    assert any(Words("en")("screen.news") in line for line in seen)
