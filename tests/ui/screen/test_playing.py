"""Playing at the full screen: whole turns and games by keys, and every legal act within their reach."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import islice

import msgspec
import pytest
import trio
from trio.testing import memory_stream_pair, wait_all_tasks_blocked

from tests.ui.fake_node import make_table
from tests.ui.positions import NAMES, middle, random_moments
from tests.ui.screen.keyboard import Person, at_the_screen, face_of, lines_of, shown, style_of
from tta_p2p.games.chance import Chance
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui.act_menu import are_equivalent
from tta_p2p.ui.blocks import Para
from tta_p2p.ui.cells import plain, width
from tta_p2p.ui.client import EXIT_FAILURE, SeatClient
from tta_p2p.ui.screen.boards import Spot
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.screen.screen_state import focus_number
from tta_p2p.ui.state import SeatRequest


async def test_a_turn_is_played_by_keys() -> None:
    async with at_the_screen(make_table("through_the_ages", 3, seed=5)) as ann:
        assert "Your turn" in ann.sees() and "Round 1" in ann.sees()
        seen = await ann.press("down", "enter")
        assert "(It can be undone.)" in seen and len(ann.client.state.turn.draft) == 1
        assert "Taken back" in await ann.press("z")
        assert len(ann.client.state.turn.draft) == 0
        await ann.press("y")
        assert len(ann.client.state.turn.draft) == 1
        await ann.press("Z")
        assert len(ann.client.state.turn.draft) == 0


async def test_an_end_that_wastes_is_asked_about_and_the_others_are_told_step_by_step() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        seen = await ann.press("enter", "e", "enter")
        assert "Round 2" in seen and "Since your last turn" in seen and "Space step by step" in seen
        assert "▸ You end your turn" in await ann.press(" ")
        assert "▸ Bob" in await ann.press(" ")
        await ann.press("esc")
        seen = await ann.press("e")
        assert "unused" in seen and "End the turn?" in seen and "Enter or y yes" in seen
        seen = await ann.press("esc")
        assert "End the turn?" not in seen and ann.client.state.may_act
        await ann.press("e", "y")
        assert "Round 3" in ann.sees()


async def test_what_can_only_be_passed_is_passed_without_asking_and_said() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        await ann.press("enter", "e", "enter", "esc")
        assert "Round 2" in ann.sees()
        turn = ann.client.state.turn
        assert turn.decision.key == "actions" and [done.text for done in turn.draft] == ["pass"]


@pytest.mark.parametrize("game", ["through_the_ages", "seven_wonders"])
async def test_escape_from_a_list_puts_the_mark_where_it_stood(game: str) -> None:
    async with at_the_screen(make_table(game, 3, seed=5)) as ann:
        if game == "seven_wonders":
            await ann.press("enter")  # a wonder
        await ann.press("down", "down", "down")
        marked = ann.face.spot()
        for opens in ("a", "aa"):
            await ann.press(*opens, "down", "esc", *["esc"] * (len(opens) - 1))
            assert ann.face.spot() == marked and not ann.face.panes.selection.is_moved


async def test_what_was_taken_is_told_without_the_space_that_it_left() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        taken = ann.face.spot()
        assert taken is not None and ann.client.reading.presenter is not None
        card = ann.client.reading.presenter.texts.card(taken.faces[0])
        seen = (await ann.press("enter")).splitlines()
        assert any(line.startswith(f"{card}: ") for line in seen[-7:])
        assert not any("This space is empty" in line for line in seen) and "You took it from here." in seen
        assert "This space is empty" in await ann.press("enter"), "whoever wants to take it again is told why not"


@pytest.mark.parametrize(("language", "size"), [("en", (80, 24)), ("zh-Hans", (60, 20))])
@pytest.mark.parametrize("down", [0, 2])
async def test_a_card_that_was_taken_in_a_list_is_told_as_from_its_space(
    language: str, size: tuple[int, int], down: int
) -> None:
    seen = []
    for opens in ("", "t", "a"):
        async with at_the_screen(make_table("through_the_ages", 2, seed=5), language=language, size=size) as ann:
            at = [spot for spot in ann.face.spots() if spot.item is not None and spot.item.verb == "take"][down]
            assert at.item is not None
            await ann.press(*opens)
            if opens == "a":
                assert ann.client.reading.presenter is not None
                await ann.press(*ann.client.reading.presenter.texts.card(at.faces[0]).split()[0])
            ann.face.panes.selection.mark_act(at.item.text)
            marked = ann.face.spot()
            assert marked is not None and marked.item == at.item
            await ann.press("enter")
            assert [done.text for done in ann.client.state.turn.draft] == [at.item.text]
            seen.append(ann.sees())
    assert Words(language)("screen.taken") in seen[0]
    assert seen == [seen[0]] * 3


async def test_a_turn_that_is_taken_back_as_a_whole_begins_as_it_began() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        await ann.press("enter", "e", "enter", "esc", "b", "enter")
        assert len(ann.client.state.turn.draft) == 2
        await ann.press("Z")
        turn = ann.client.state.turn
        assert turn.decision.key == "actions" and [done.text for done in turn.draft] == ["pass"]
        await ann.press("z")
        assert ann.client.state.turn.decision.key == "politics", "one step back is one step"


def test_a_card_of_the_own_hand_says_what_it_is_wherever_it_can_be_played_or_discarded() -> None:
    verbs = set[str]()
    for local, seat in random_moments("through_the_ages", 2, seed=4, every=11):
        face = face_of(local, seat)
        mine = local.game.view(local.state, local.dealer.knowledge_of(seat), seat).civilizations[seat]
        held = {*mine.civil_hand, *(card.face for card in mine.hand)}
        face.press("a")
        for spot in face.spots():
            if spot.item is not None and len(spot.faces) == 1 and spot.faces[0] in held:
                assert plain(spot.note)
                verbs.add(spot.item.verb)
    assert {"tactic", "seed"} & verbs and len(verbs) > 3, verbs


async def test_the_focus_says_what_an_act_costs_and_does() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        await ann.press("enter", "e", "enter", "esc", "p")
        seen = await ann.press("b")
        assert "Build" in seen and "→" in seen


async def test_a_line_can_be_typed_with_completion() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        seen = await ann.press(":", *"tak", "tab")
        assert ": take" in seen
        await ann.press("ctrl u", *"who", "enter")
        assert "You must decide" in ann.sees()
        await ann.press("'", *"hello", "enter")
        assert "hello" in ann.sees()
        assert "Corruption" in await ann.press("/", *"corruption", "enter")


async def test_what_is_often_said_is_completed() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        await ann.press("'", "G", "tab", "enter")
        assert "Good luck!" in ann.sees()
        assert "One moment, please." in await ann.press("'", "tab")


async def test_leaving_is_one_question() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        await ann.press("enter")
        seen = await ann.press("q")
        assert "Leave the game?" in seen and "tta resume 1234" in seen
        assert "Leave the game?" not in await ann.press("esc")
        assert ann.client.state.may_act


async def test_ctrl_c_asks_to_leave_wherever_it_is_pressed_and_leaves_when_it_comes_again() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        await ann.press("enter")
        for keys in ((), ("?",), ("a",), ("j",), ("j", "enter"), ("o",)):
            seen = await ann.press(*keys, "ctrl c")
            assert "Leave the game?" in seen and "tta resume 1234" in seen, keys
            assert "Leave the game?" not in await ann.press("n")
            await ann.press("esc", "esc")
        assert ": ta" in await ann.press(":", "t", "a")
        assert "Leave the game?" not in await ann.press("ctrl c"), "it only gives a line up"
        await ann.press("ctrl c", "ctrl c")
        assert ann.client.leaving_scope


async def test_pasted_text_plays_nothing_and_goes_into_a_line_that_is_typed() -> None:
    message = (*"please take a", "enter", "1", "enter", *"look (end) yes y y", "enter", "esc", "ctrl c", "tab", *"!")
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        turn = ann.client.state.turn
        for keys in ((), ("?",), ("a",), ("q",), ("e",)):
            before = await ann.press(*keys)
            seen = await ann.press("begin paste", *message, "end paste")
            assert ann.client.state.turn is turn, keys
            assert "Pasted text plays nothing" in seen or seen == before, keys
            await ann.press("n", "esc", "esc")
        seen = await ann.press(":", "begin paste", *"tak", "enter", *"mo", "end paste", "x")
        assert ": tak mox" in seen and ann.client.state.turn is turn


async def test_an_input_method_plays_by_its_letters_of_full_width_and_is_told_what_plays_nothing() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        turn, plain = ann.client.state.turn, await ann.press("?")
        await ann.press("esc")
        assert await ann.press("？") == plain
        assert "Help: q" in await ann.press("ｑ")
        await ann.press("esc", "esc")
        assert "内政 is no key" in (await ann.press(*"内政")).replace("“", "").replace("”", "")
        assert ann.client.state.turn is turn and "内政" not in await ann.press("down")
        seen = await ann.press("／", *"内政𠮷か", "が", "begin paste", *"ﾃｽﾄ　名", "end paste")
        assert "内政𠮷かがﾃｽﾄ 名" in seen
        assert {width(line) for line in ann.face.frame().rows} == {80}
        await ann.press("esc", "：", *"ｓａｙ　全角ＡＢＣ　です", "enter")
        assert "全角ＡＢＣ" in ann.sees()
        await ann.press("：", *"ｒｏｗ", "enter")
        assert ann.face.screen_state.page is not None
        await ann.press("esc", "esc")
        assert "type to filter" in await ann.press("ａ") and ann.client.state.turn is turn


async def test_the_cursor_of_the_terminal_stands_on_the_mark() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        places = set()
        for key in ("down", "down", "a", "down", "up"):
            await ann.press(key)
            rows, cursor = ann.face.frame()
            assert cursor is not None
            line = cursor[1]
            marked = [(n, span) for n, one in enumerate(rows) for span in one if span.role == "focus"]
            assert marked and line == marked[0][0]
            places.add(cursor)
        assert len(places) > 1


async def test_two_people_share_one_screen_and_a_curtain_falls_between_them() -> None:
    table = make_table("caravan", 2, people=(0, 1))
    async with at_the_screen(table, SeatRequest(0, shared_seats=(0, 1))) as person:
        before = person.sees()
        assert "Ann" in before
        assert "This cannot be undone" in await person.press("enter")
        seen = await person.press("enter")
        assert "Bob plays next" in seen and len(seen.split()) < 20
        seen = await person.press("enter")
        assert "Bob plays next" not in seen and "Bob" in seen


async def test_a_bot_plays_for_who_is_called_away_and_the_seat_is_taken_back() -> None:
    table = make_table("smugglers", 2, seed=5)
    table.calm = math.inf  # the bot thinks for ever
    async with at_the_screen(table) as ann:
        assert "play for you" in await ann.press("A")
        seen = await ann.press("y")
        assert "A bot (easy) plays for you" in seen and "a bot plays for you" in seen and table.stand_ins == {0: "easy"}
        seen = await ann.press("A")
        assert "You are back in control" in seen and "Your turn" in seen and not table.stand_ins
        table.calm = 0.0
        await ann.press("A", "y")
        assert "The game is over" in ann.sees(), "nobody else had to do anything"


async def test_at_one_keyboard_the_others_go_on_while_a_bot_plays_for_one_of_them() -> None:
    table = make_table("smugglers", 2, people=(0, 1))
    table.calm = 0.0
    async with at_the_screen(table, SeatRequest(0, shared_seats=(0, 1))) as person:
        assert "Bob plays next" in await person.press("A", "y")
        assert "Bob, your turn" in await person.press("enter")
        for _ in range(3):
            await person.press("a", "home", "enter")
            assert "Now" not in person.sees() and person.client.state.seat == 1, "Ann's turns ask for nobody"
        table.calm = math.inf
        while 1 in (wait.seat for wait in table.waits()):
            await person.press("a", "home", "enter")
        assert "Stop the bot that plays for Ann" in await person.press("A")
        assert "Ann plays next" in await person.press("y")
        assert "Ann, your turn" in await person.press("enter") and not table.stand_ins


def next_key(person: Person, chance: Chance) -> list[str]:
    """What somebody presses who plays anything but giving up."""
    state, look = person.client.state, person.face.screen_state
    if state.confirmation is not None:
        return ["y"]
    if state.handover_seat is not None:
        return ["enter"]
    if look.page is not None:
        return ["esc"]
    if not (state.may_act or state.may_change_choice):
        return []
    entries = person.client.reading.menu.entries
    allowed = [number for number, entry in enumerate(entries) if entry.verb not in ("resign", "by-hand")]
    return ["esc", "a", "home", *["down"] * chance.choice(allowed), "enter"]


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [("caravan", 2, {}), ("smugglers", 3, {}), ("seven_wonders", 3, {}), ("through_the_ages", 2, {"variant": "short"})],
)
async def test_a_whole_game_is_played_by_keys(game: str, seats: int, options: dict[str, str]) -> None:
    chance = Chance(7)
    async with at_the_screen(make_table(game, seats, seed=seats, **options)) as person:
        while person.client.state.game_over is None:
            keys = next_key(person, chance)
            assert keys, person.sees()
            await person.press(*keys)
        assert "The game is over" in person.sees()
        assert "leave" in await person.press("esc")


def _listed(face: ScreenFace) -> Sequence[Spot]:
    """Put the mark on the first of what there is to choose among."""
    for key in ("esc", "esc", "a", "home"):
        face.press(key)
    return face.spots()


@pytest.mark.parametrize("game", ["caravan", "civilization", "smugglers", "seven_wonders", "through_the_ages"])
def test_every_legal_act_of_every_moment_is_within_reach_of_the_keys(game: str) -> None:
    reached = 0
    every = {"civilization": 41, "through_the_ages": 23}.get(game, 2)
    for local, seat in islice(random_moments(game, 3, seed=9, every=every), 40 if game != "civilization" else 8):
        legal = [option.act for option in local.legal(seat)]
        face = face_of(local, seat)
        lines_of(face)
        done = []
        for number in range(len(_listed(face))):
            _listed(face)
            for key in (*["down"] * number, "enter"):
                face.press(key)
            for _ in face.screen_state.list_acts:  # a line that stands for several acts lists them
                face.press("enter")
                face.press("down")
            done += [line.replace("sure ", "act ", 1) for line in lines_of(face)]  # asked about where it is final
        acts = {f"act {item.text}": item for item in face.context.reading.menu.entries}
        assert set(done) <= acts.keys() and len(acts) == len(legal)
        for missing in acts.keys() - set(done):  # of acts that differ in which of equal cards they use one is enough
            assert any(are_equivalent([acts[missing], acts[other]]) for other in done), missing
        reached += len(done)
    assert reached > 10


def test_in_through_the_ages_every_act_of_a_turn_has_a_letter() -> None:
    seen = set[str]()
    for local, seat in random_moments("through_the_ages", 3, seed=4, every=7):
        face = face_of(local, seat)
        decision = local.decision
        board = face.board
        assert board is not None and decision is not None
        if decision.key not in ("actions", "first-turn"):
            continue
        entries = face.context.reading.menu.entries
        by_letter = {verb for letter in board.controls.letters.values() for verb in letter.verbs}
        assert [entry.verb for entry in entries if entry.verb not in (*by_letter, *board.controls.end_verbs)] == []
        seen |= {entry.verb for entry in entries}
        for entry in entries:
            for key, letter in board.controls.letters.items():
                if entry.verb in letter.verbs and not letter.does_single_act:
                    face.press("esc")
                    face.press(key)
                    found = face.spots()
                    assert entry.text in [spot.item.text for spot in found if spot.item is not None]
                    assert 0 <= focus_number(face.screen_state, found) < len(found)
    assert len(seen) > 8


def test_the_number_of_a_space_goes_to_it() -> None:
    local, seat = next(iter(random_moments("through_the_ages", 2, seed=4)))
    face = face_of(local, seat)
    lines_of(face)
    for keys in (["3"], ["1", "2"], ["1", "3"]):
        for key in keys:
            face.press(key)
        spot = face.spot()
        assert spot is not None and spot.number == int("".join(keys))
        face.press("esc")


async def test_a_number_that_is_seen_can_be_typed() -> None:
    async with at_the_screen(make_table("civilization", 2, seed=3)) as ann:
        spot, before = ann.face.spot(), ann.client.state.turn
        assert spot is not None and f"{spot.number} " in ann.sees()
        seen = await ann.press(":", *str(spot.number), "enter")
        assert "has changed since" not in seen and ann.client.state.turn != before


async def test_a_lost_connection_is_said_and_the_picture_stays_until_a_key_is_pressed() -> None:
    ours, theirs = memory_stream_pair()
    local, seat = next(iter(random_moments("caravan", 2, seed=1)))
    face = ScreenFace(style_of("en"), lambda: (80, 24))
    client = SeatClient(Lines(ours), face, Words(), None, True, lambda: "tta attach")
    node = Lines(theirs)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(client.run)
        await node.send(say.WelcomeReply(say.VERSION, "caravan", "12", seat, [], {}, [], "", ["act"], []))
        await node.send(turn_message(local, seat))
        await wait_all_tasks_blocked()
        assert "Choose a bale" in "\n".join(shown(face))
        await theirs.aclose()
        await wait_all_tasks_blocked()
        assert client.code == EXIT_FAILURE
        nursery.start_soon(face.wait_for_key)
        await wait_all_tasks_blocked()
        seen = "\n".join(shown(face))
        assert "The connection to your game is lost" in seen and "tta attach" in seen and "Choose a bale" in seen
        face.press("x")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["seven_wonders", "civilization", "through_the_ages"])
async def test_a_client_that_loses_its_node_says_so_however_little_room_there_is(game: str, language: str) -> None:
    local, seat = next(iter(random_moments(game, 3, seed=1)))
    now = turn_message(local, seat)
    seats = [say.SeatInfo(number, name, number, name) for number, name in enumerate(NAMES[:3])]
    prepares = say.TurnReply(0, None, False, [], None, [])
    made = say.DraftedAct(now.legal[0].text, now.legal[0].label)
    sealed = msgspec.structs.replace(now, mine=False, legal=[], draft=[made])
    for words in ([prepares], [prepares, now], [prepares, now, sealed], [prepares, now, say.HaltReply("stopped")]):
        ours, theirs = memory_stream_pair()
        face = ScreenFace(style_of(language), lambda: (60, 20))
        client = SeatClient(Lines(ours), face, Words(language), None, True, lambda: "tta attach")
        node = Lines(theirs)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(client.run)
            await node.send(say.WelcomeReply(say.VERSION, game, "12", seat, seats, {}, [], "", ["act"], []))
            for one in words:
                await node.send(one)
            await wait_all_tasks_blocked()
            await theirs.aclose()
            await wait_all_tasks_blocked()
            assert client.code == EXIT_FAILURE
            nursery.start_soon(face.wait_for_key)
            await wait_all_tasks_blocked()
            told = "".join(plain(block.text) for block in face.last_words if isinstance(block, Para))
            assert "tta resume" in told and Words(language)("preparing") not in told, told
            assert isinstance(words[-1], say.HaltReply) or "tta attach" in told
            assert "".join(told.split()) in "".join("".join(shown(face)).replace("│", "").replace("┃", "").split())
            face.press("x")


async def test_who_is_refused_a_seat_reads_why_in_the_window_and_does_not_sit_before_an_empty_one() -> None:
    ours, theirs = memory_stream_pair()
    face = ScreenFace(style_of("en"), lambda: (80, 24))
    client = SeatClient(Lines(ours), face, Words(), None, True, lambda: "tta attach")
    await Lines(theirs).send(say.ErrorReply("node.seat-taken", [0], "taken"))
    with trio.fail_after(60):
        assert await client.run() == EXIT_FAILURE
    told = " ".join(plain(block.text) for block in face.last_words if isinstance(block, Para))
    assert client.leaving_scope and "already plays this seat" in told and "tta attach --take-over" in told


def test_nobody_resigns_by_haste() -> None:
    face = face_of(middle(), 0)
    assert all(spot.item is not None and spot.item.verb != "resign" for spot in face.spots())
    for key in "x", "a":
        face.press(key)
        assert any(spot.item is not None and spot.item.verb == "resign" for spot in face.spots())
        face.press("esc")
    spot = face.spot()
    assert spot is not None and spot.item is not None and spot.item.verb == "pass"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_last_page_names_no_command_whichever_key_opens_it_again(language: str) -> None:
    async with at_the_screen(make_table("caravan", 2, seed=5), language=language) as ann:
        for _ in range(300):
            if ann.client.state.game_over is not None:
                break
            await ann.press("enter")
        page = ann.face.screen_state.page
        assert ann.client.state.game_over is not None and page is not None
        for key in ("enter", "w", "e", "a"):
            await ann.press("esc")
            seen = await ann.press(key)
            again = ann.face.screen_state.page
            told = (
                again.blocks if again is not None else ann.face.screen_state.notes
            )  # where it has room, it needs none
            assert told[-len(page.blocks) :] == page.blocks
            assert "quit" not in seen and "? card" not in seen and "log all" not in seen
