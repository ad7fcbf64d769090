"""What is told at the full screen is not lost: notices, answers, how it ended; and only what the reader can do."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from tests.ui.fake_node import make_table, talk
from tests.ui.positions import acting, middle
from tests.ui.screen.keyboard import at_the_screen, face_of, face_told, lines_of, shown
from tests.ui.screen.notices import AUTOPILOT, MOTION, PAUSED, hear_of
from tests.ui.screen.remembered import played, press, replies
from tta_p2p.games.contract import Place, Standings
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.node.serving.said import turned_away
from tta_p2p.seats import messages as say
from tta_p2p.seats.encoding import read_reply, write_line
from tta_p2p.seats.parts.autopilot import Autopiloted
from tta_p2p.seats.parts.chat import Chat
from tta_p2p.seats.parts.connections import Connected
from tta_p2p.seats.parts.pause import Pause
from tta_p2p.seats.parts.proofs import Proofs
from tta_p2p.seats.parts.recovery import Returning
from tta_p2p.seats.parts.rematch import AskRematch, Rematch
from tta_p2p.seats.parts.spectators import Watched
from tta_p2p.seats.parts.votes import Motion
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui.blocks import Fields, Para
from tta_p2p.ui.cells import plain, row
from tta_p2p.ui.commands.typed import instructions
from tta_p2p.ui.instructions import AskConfirmation, Display, SendRequest, tell
from tta_p2p.ui.reading import Reading
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.telling import winners

LONG_CARD = Para(row("What the card says goes on and on, for many a line. " * 8))


def told_over_a_long_card(*notices: say.Reply, language: str = "en") -> ScreenFace:
    face = face_of(acting(), 0, language)
    face.panes.view.look = replace(face.look, preview=(LONG_CARD,))
    assert face.context is not None
    for notice in notices:
        state, changes = hear_of(face, notice)
        face.refresh(replace(face.context, reading=face.context.reading.of(state)))
        for change in changes:
            list(face.tell(change, face.context.reading))
    return face


def reading_of_one_alone(face: ScreenFace) -> Reading:
    assert face.context is not None
    state = face.context.state
    return face.context.reading.of(replace(state, wish=replace(state.wish, others=(state.seat or 0,))))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_has_just_been_told_is_seen_whole_over_a_long_card_and_stands_in_the_log(language: str) -> None:
    face = told_over_a_long_card(Autopiloted(1, "Bob", "easy"), language=language)
    words = Words(language)
    notice = words("autopilot.on", name="Bob", level=words("level.easy"))
    squeezed = "".join(notice.split())
    assert squeezed in "".join("".join(shown(face)).split())
    face.press("down")
    face.press("g")
    assert squeezed in "".join("".join(shown(face)).split())


def test_every_notice_of_the_table_is_in_the_log_where_it_was_told() -> None:
    face = told_over_a_long_card(AUTOPILOT, PAUSED, say.Left(2, "Cid", "gone"))
    face.press("g")
    seen = " ".join(" ".join(shown(face)).split())
    at = [seen.index(words) for words in ("A bot (easy) plays for you", "The game is paused", "Cid is gone")]
    assert at == sorted(at)


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
        state, _ = hear_of(face, Proofs(4711, chain="8f3a6c0d1e2b4a59" * 4))
        ann.client._become(state)
        waits = [say.Wait(seat, f"Guest {seat}", "showing-hand", 5.0, seat > 1) for seat in (1, 2, 3)]
        state, _ = hear_of(face, say.Waiting(waits))
        ann.client._become(state)
        seen = await ann.press("w")
        for told in ("You must decide", "Guest 1", "Guest 2", "Guest 3", "4711", "8f3a6c0d1e2b4a59"):
            assert told in seen
        assert "You must decide" not in await ann.press("esc")


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
@pytest.mark.parametrize("letter", ["x", "长"], ids=["narrow", "wide"])
async def test_a_stranger_who_says_much_fills_no_screen_and_all_of_it_can_be_read(letter: str, language: str) -> None:
    room = say.Lobby("waiting", "Evening", "", [], 3, [], "", ["chat"], "through_the_ages")
    much = Chat(-1, "Mal", f"{letter * 490}finis")
    face = face_told([room, much], language)
    assert sum(letter * 20 in line for line in shown(face)) <= 4
    assert "finis" not in "".join(shown(face)) and Words(language)("screen.chat-rest", n=0)[:3] in "".join(shown(face))
    face.press('"')
    assert "finis" in "".join(line.strip() for line in shown(face))
    _, lines, _ = await talk([room, much], "chat", "quit")
    asked = lines.index("> chat")
    short, whole = ("".join(line.strip() for line in some) for some in (lines[:asked], lines[asked:]))
    assert "finis" not in short and 50 < short.count(letter) < 250
    assert "finis" in whole and whole.count(letter) >= 490


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_vote_that_was_put_away_with_esc_is_still_asked_for_in_the_first_line(language: str) -> None:
    asked = Words(language)("screen.owes-vote")
    face = face_of(acting(), 0, language, replies=[MOTION])
    assert face.context is not None
    state, _ = hear_of(face, say.Waiting([say.Wait(0, "Ann", "vote-gone", 5.0, True)]))
    face.refresh(replace(face.context, reading=face.context.reading.of(state)))
    assert asked not in shown(face)[0], "as long as it is asked below"
    face.refresh(replace(face.context, reading=face.context.reading.of(replace(state, confirmation=None))))
    assert asked in shown(face)[0]
    state, _ = hear_of(face, say.Waiting([say.Wait(0, "Ann", "vote-resigned", 5.0, True)]))
    face.refresh(replace(face.context, reading=face.context.reading.of(replace(state, confirmation=None))))
    assert asked not in shown(face)[0], "a node takes note of that by itself"
    local = played("seven_wonders", 3, 5, 9)  # whose first line says more of how things stand
    face = face_told([*replies(local, 0), say.Waiting([say.Wait(0, "Ann", "vote-gone", 5.0, True)])], language)
    assert asked in shown(face)[0]


def test_marks_of_what_is_new_do_not_come_from_the_game_before() -> None:
    face = face_told(replies(played("through_the_ages", 3, 5, 160), 0))
    face.panes.novelties.before = {0: frozenset({"drama"})}
    again = replies(played("through_the_ages", 3, 7, 0), 0, "another")
    lobby = say.Lobby("waiting", "Evening", "", [], 3, [], "", ["chat"], "through_the_ages")
    for reply in (lobby, *again):
        state, changes = hear_of(face, reply)
        face.refresh(replace(face.context, reading=face.context.reading.of(state)))
        for change in changes:
            list(face.tell(change, face.context.reading))
    assert face.look.new == face_told(again).look.new


OVER = say.Over(Standings(True, (Place(1, 1, 99), Place(0, 2, 7), Place(2, 3, 5))), "fair", "")


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
    welcome = say.Welcome(say.VERSION, "through_the_ages", "ab12", None, seats, {}, [], "", ["look", "log", "past"], [])
    told = [welcome, turn_message(middle(), None)]
    for more in ([], [Pause(True)], [say.Halted("call-off", [])], [OVER], [say.Halted("store", ["full"])]):
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
    assert "hear nothing from you" in text


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
    assert face.look.page is not None
    told = " ".join(
        plain(one)
        for block in face.look.page.blocks
        if isinstance(block, Fields)
        for field in block.fields
        for one in field
    )
    assert "row" not in told.split() and "do what is marked" in told and "in its place" not in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_goes_on_first_after_a_pause_reads_who_has_not_yet(language: str) -> None:
    words = Words(language)
    told = "".join(words("pause.others-rest", names="Bob", n=1).split())
    face = told_over_a_long_card(PAUSED, Pause(False, missing=["Bob"]), language=language)
    seen = "".join("".join(shown(face)).split())
    assert told in seen and "".join(words("pause.over").split()) not in seen
    face = told_over_a_long_card(Pause(False, missing=["Bob"]), Pause(False), language=language)
    assert "".join(words("pause.over").split()) in "".join("".join(shown(face)).split())


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
    face.panes.view.look = replace(
        face.look, preview=(Para(row("It is sealed, and can be undone until all have chosen. " * 2)),)
    )
    face.display([Para(row("First.")), Para(row("x" * 80 * rows)), Para(row("Last."))])
    seen = "\n".join(shown(face))
    assert "First." in seen and "Last." in seen and seen.count("x" * 80) == rows


async def test_a_kind_of_act_that_is_not_possible_is_refused_with_the_reason() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        assert "In round 1 you may only take cards" in await ann.press("b")


def test_after_the_end_nobody_hands_a_seat_over_and_votes_are_not_spoken_of() -> None:
    face = face_of(acting(), 0, replies=[say.Over(msgspec.to_builtins(Standings(True, (Place(0, 1, 9, ()),))), "fair")])
    assert face.context is not None
    (said,) = instructions(face.context, "autopilot")
    assert isinstance(said, Display) and said == tell(Words()("over-acts"))


@pytest.mark.parametrize(("typed", "request_"), [("foo", None), ("normal:warlik", None), ("normal:warlike", True)])
def test_a_bot_of_no_level_is_refused_at_once(typed: str, request_: bool | None) -> None:
    face = face_of(acting(), 0)
    assert face.context is not None
    (said,) = instructions(face.context, f"autopilot {typed}")
    assert isinstance(said, AskConfirmation) == bool(request_)
    assert request_ or "random, easy, normal or hard" in str(said)


def test_another_game_is_a_key_away_also_after_one_that_was_called_off() -> None:
    seats = [say.SeatInfo(number, name, number, name) for number, name in enumerate(("Ann", "Bob"))]
    offers = ["log", "chat", "rematch"]
    welcome = say.Welcome(say.VERSION, "through_the_ages", "1234", 0, seats, {}, [], "", offers, [])
    face = face_told([welcome, turn_message(acting(), 0), say.Halted("call-off")])
    assert "R play again" in shown(face)[-1]
    face.press("R")
    assert lines_of(face) == ["rematch"]
    assert face.context is not None
    declined = [*instructions(face.context, "rematch no")]
    assert declined[0] == SendRequest(AskRematch("no")) and "You do not play again here" in str(declined[1])
    state = replace(face.context.state, hung_up=True)
    face.refresh(replace(face.context, reading=face.context.reading.of(state)))
    assert "play again" not in shown(face)[-1]
    (gone,) = instructions(face.context, "rematch")
    assert "tta rematch plays again at this table" in str(gone), "nobody is there any more who could be asked"


@pytest.mark.parametrize("hidden", [False, True])
def test_the_time_that_players_have_used_is_told_unless_it_is_hidden(hidden: bool) -> None:
    face = face_of(acting(), 0)
    assert face.context is not None
    waits = say.Waiting([say.Wait(1, "Bob", "its-turn")], [7, 3725, 61])
    state, _ = hear_of(face, waits)
    state = replace(state, wish=replace(state.wish, times=not hidden))
    context = replace(face.context, reading=face.context.reading.of(state), waited=2.5)
    said = str([*instructions(context, "who")])
    assert ("1:02:07" in said and "0:07" in said and "1:01" in said) != hidden


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_plays_from_two_places_reads_it_in_the_first_line_until_one_is_closed(language: str) -> None:
    doubled, face = Words(language)("screen.doubled"), face_of(acting(), 0, language)
    assert face.context is not None
    refused = turned_away("Bob", "seated")
    for reply, reads in (
        (Returning(["Bob"]), False),
        (refused, True),
        (Returning([]), False),
        (say.Waiting([say.Wait(1, "Bob", "its-turn", 5.0, False)]), False),
        (refused, True),
        (say.Waiting([say.Wait(1, "Bob", "its-turn", 5.0, True)]), False),
        (say.Waiting([say.Wait(1, "Bob", "its-turn", 5.0, False)]), False),
        (turned_away("Bob", "crowded"), False),
    ):
        state, _ = hear_of(face, reply)
        face.refresh(replace(face.context, reading=face.context.reading.of(state)))
        assert (doubled in shown(face)[0]) == reads, reply


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_wants_to_play_again_is_seen_at_80_columns_while_the_result_is_open(language: str) -> None:
    words, longest = Words(language), "Wilhelmina of Orange"
    seats = [say.SeatInfo(number, name, number, name) for number, name in enumerate(("Ann", longest))]
    welcome = say.Welcome(say.VERSION, "through_the_ages", "1234", 0, seats, {}, [], "", ["log", "rematch"], [])
    over = say.Over(msgspec.to_builtins(Standings(True, (Place(0, 1, 9, ()), Place(1, 2, 7, ())))), "fair")
    face = face_told([welcome, turn_message(acting(), 0), over, Rematch([longest], "Ann")], language)
    assert face.look.page is not None
    wants = words("screen.keys.rematch-with", names=longest)
    assert "".join(wants.split()) in "".join(shown(face)[-1].split()), shown(face)[-1]
    opened = face_told([welcome, turn_message(acting(), 0), over, Rematch(["Cid"], longest, open=True)], language)
    wants = words("screen.keys.rematch-with", names=words.listed([longest, "Cid"]))
    assert "".join(wants.split()) in "".join(shown(opened)[-1].split()), "whoever has opened the table wants to as well"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_old_copy_that_knows_of_a_pause_says_that_the_game_is_played_from_another_place(language: str) -> None:
    words, paused = Words(language), Pause(True, True, ["Bob"])
    back, refused = Returning(["Bob"]), turned_away("Bob", "seated")
    for copied in (False, True):
        face = told_over_a_long_card(*((back, refused, paused) if copied else (back, paused)), language=language)
        assert (words("screen.doubled") in shown(face)[0]) == copied
        assert (words("screen.paused", names="Bob", n=1) in shown(face)[0]) != copied
        face.press("g")
        squeezed = "".join("".join(shown(face)).split())
        assert ("".join(words("pause.doubled", names="Bob", n=1).split()) in squeezed) == copied
        assert ("".join(words("pause.others").split()) in squeezed) != copied


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_notice_is_a_page_with_a_title_and_takes_the_place_of_nothing_that_is_read(language: str) -> None:
    words = Words(language)
    kept, crowd = "Guest59", Watched([f"Guest{number}" for number in range(60)])
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
        list(face.tell(change, replace(face.context.reading, state=state)))
    assert shown(face)[1:] == before[1:]
    face.press("esc")
    face.press("g")
    assert kept in "".join(line.strip() for line in shown(face))


def test_what_an_act_costs_and_does_is_seen_whole_beside_what_has_just_been_said() -> None:
    face = face_of(acting(), 0)
    told = Para(row("Costs 2 science, and this sentence goes on into the second line, to the end of what it does."))
    fresh = tuple(Para(row(f"What {name} did")) for name in ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay"))
    face.panes.view.look = replace(face.look, preview=(told,), said=fresh, fresh=len(fresh))
    seen = shown(face)
    assert "the end of what it does." in " ".join(seen)
    assert any("What Fay did" in line for line in seen)
    assert any(Words("en")("screen.more-said") in line for line in seen)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_card_that_was_taken_is_told_of_in_its_place_until_the_mark_goes_on(language: str) -> None:
    keys = ((), ("enter",), ("z",), ("enter", "a"), ("esc", "down"))
    async with at_the_screen(make_table("through_the_ages", 2, seed=5), language=language) as ann:
        pictures = [(await ann.press(*some)).splitlines() for some in keys]
    before, taken, undone, listed, gone_on = (picture[18:22] for picture in pictures)
    assert "1 -" in pictures[1][4], "it is gone from the row"
    assert before == taken == undone, "undoing paints none of it anew"
    assert before[-1] and before[-1] not in gone_on
    assert before[-1] not in listed, "the end of the turn has nothing to do with it"


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_put_out_of_the_game_reads_it_in_the_first_line_whatever_page_is_open(language: str) -> None:
    words = Words(language)
    vote, carried = Motion("gone", 0, 1, True), Motion("gone", 0, 1, True, open=False)
    left, waits = say.Left(0, "Ann", "gone"), say.Waiting([say.Wait(1, "Bob", "its-turn", 5.0)])
    for said, told in (
        ((vote,), words("screen.going-on-without-you")),
        ((vote, Motion("gone", 0, 1, False, open=False)), ""),
        ((vote, carried, left, waits), words("screen.out", now="")),
    ):
        first = shown(told_over_a_long_card(*said, language=language))[0]
        both = (words("screen.going-on-without-you"), words("screen.out", now=""))
        assert [one in first for one in both] == [one == told for one in both], first


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_disputed_only_until_the_cheat_is_out_of_it(language: str) -> None:
    disputed = Words(language)("screen.proofs.disputed", n=4711)
    said = (Proofs(4711), say.Accused(1, "Bob", "bad-proof", None, "/tmp/bob.certificate"))
    caught = shown(told_over_a_long_card(*said, language=language))
    assert disputed in caught[0]
    alone = shown(told_over_a_long_card(*said, say.Left(1, "Bob", "cheated"), language=language))
    assert disputed not in alone[0] and "4711" in alone[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_a_game_has_ended_early_is_told_over_the_news_that_were_being_read(language: str) -> None:
    words = Words(language)
    face = told_over_a_long_card(language=language)
    face.press("g")
    assert face.context is not None
    state, changes = hear_of(face, say.Halted("forfeit", ["Bob"]))
    face.refresh(replace(face.context, reading=face.context.reading.of(state)))
    for change in changes:
        list(face.tell(change, face.context.reading))
    seen = "".join("".join(shown(face)).split())
    reason = words.line("halted.forfeit", ["Bob"])
    assert "".join(reason[1:].split()) in seen and "".join(words("ended").split()) in seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_not_connected_goes_before_the_counts_of_cards_in_the_first_line(language: str) -> None:
    words = Words(language)
    lost, proofs = Connected(1, "Bob", False), Proofs(4711, chain="8f3a6c0d1e2b4a59" * 4)
    face = face_of(middle(), 0, language, replies=[proofs, lost])
    title = shown(face)[0]
    assert words("screen.away", name="Bob") in title and words("screen.proofs.short", n=4711) in title
    wait = say.Waiting([say.Wait(1, "Bob", "its-turn", 30.0, False)])
    title = shown(face_of(acting(), 2, language, replies=[proofs, lost, wait]))[0]
    assert title.count(words("screen.away", name="Bob")) == 1


def test_a_page_that_accuses_stays_until_it_is_closed_and_what_the_others_did_comes_after_it() -> None:
    local = played("through_the_ages", 3, 5, 74)
    told = replies(local, 0)
    last = max(at for at, reply in enumerate(told) if isinstance(reply, say.Turn))
    accused = say.Accused(1, "Bob", "illegal-act", None, "/tmp/bob.certificate")
    face = face_told([*told[:last], accused, *told[last:]])
    assert any("Bob broke the rules" in line for line in shown(face))
    for key in ("e", "enter", "t", " "):  # meant for the game that was there a moment before
        face.press(key)
        assert any("Bob broke the rules" in line for line in shown(face)) and not lines_of(face)
    face.press("esc")
    seen = shown(face)
    assert not any("Bob broke the rules" in line for line in seen)
    assert any(Words("en")("screen.news") in line for line in seen)
