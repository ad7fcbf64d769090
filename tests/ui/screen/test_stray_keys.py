"""One stray key does nothing for good, nobody alone among bots is asked without a choice, and Enter says yes."""

from __future__ import annotations

import os
import pty
import select
import tty
from dataclasses import replace

import pytest
import trio
from trio.testing import memory_stream_pair, wait_all_tasks_blocked

from tests.civilization.play import play, power
from tests.patience import PATIENCE
from tests.ui.civilization import at
from tests.ui.commands import do, reading_of, requests
from tests.ui.fake_node import make_table
from tests.ui.screen.keyboard import Person, at_the_screen, face_told, style_of
from tta_p2p.games.contract import Acts
from tta_p2p.i18n import Words
from tta_p2p.node.local.table import LocalTable
from tta_p2p.registry import names
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.ui.client import SeatClient
from tta_p2p.ui.commands.parser import COMMANDS, instructions
from tta_p2p.ui.instructions import AskConfirmation
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.screen.painter import Painter
from tta_p2p.ui.state import PendingConfirmation, SeatRequest

DECISIONS = 30
"""So many decisions of each game are met."""


async def _stands_still(ann: Person, table: LocalTable, key: str) -> None:
    """Press one key, and see that it has not decided anything but to let something of the others pass."""
    client, board = ann.client, ann.face.board
    turn, scene, facts = client.state.turn, client.reading.scene, len(table.facts)
    assert turn is not None and turn.decision is not None and scene is not None and board is not None
    others = [one for one in client.reading.menu.entries if one.verb not in board.controls.hidden_verbs]
    passes = board.is_response(scene) and bool(turn.decision.idle)
    assert len(others) > 1 or not board.is_response(scene), "a question without a choice"
    await ann.press(key)
    if not passes and (len(others) > 1 or turn.draft):
        asked = client.state.confirmation
        assert len(table.facts) == facts and client.state.turn.number == turn.number, (turn.decision.key, key)
        assert asked is None or "Enter or y yes" in ann.sees()


@pytest.mark.parametrize("game", names())
async def test_one_stray_key_decides_nothing_for_good(game: str) -> None:
    table = make_table(game, 2 if game != "seven_wonders" else 3, seed=5)
    async with at_the_screen(table) as ann:
        for number in range(DECISIONS):
            while ann.face.screen_state.page is not None:
                await ann.press("esc")
            if not ann.client.state.may_act:
                break
            await _stands_still(ann, table, ("enter", "e")[number % 2])
            if ann.client.state.confirmation is not None:
                await ann.press("enter")
        assert len(table.facts) > 2, "nothing was decided"


async def test_what_was_chosen_among_others_is_done_at_once() -> None:
    table = make_table("seven_wonders", 3, seed=5)
    async with at_the_screen(table) as ann:
        await ann.press("enter")  # the sides, on which the mark stands already
        assert ann.client.state.confirmation is not None
        await ann.press("n", "down", "up", "enter")
        assert ann.client.state.confirmation is None and table.facts


def test_enter_says_yes_to_every_question_but_a_vote() -> None:
    yes = say.ActRequest("end")
    for motion in (None, ("pause", 0)):
        reading = reading_of(say.WelcomeReply(say.VERSION, "caravan", "1", 0, [], {}, [], "", ["act"], []))
        asked = PendingConfirmation("resign.act", (yes,), motion=motion)
        reading = reading.of(type(reading.state)(welcome=reading.state.welcome, confirmation=asked))
        assert requests(do(reading, "")[1]) == ([yes] if motion is None else [])


async def test_a_command_typed_as_a_question_opens_answers_nothing() -> None:
    """The question may open while somebody types: what is typed for something else is no answer to it."""
    table = make_table("through_the_ages", 2, seed=5)
    typed = (*(f":{name}" for name in COMMANDS.commands), ":autopilot brutal", "12", "Enough, yes")
    async with at_the_screen(table) as ann:
        for line in typed:
            if ann.client.state.confirmation is None:
                await ann.press("e")
            asked, facts = ann.client.state.confirmation, len(table.facts)
            assert asked is not None
            seen = await ann.press(*line)
            assert ann.client.state.confirmation is asked and "What you typed is no answer" in seen, line
            seen = await ann.press("enter")
            assert ann.client.state.confirmation is asked and len(table.facts) == facts, line
            assert "What you typed is no answer" not in seen, "then an answer counts again"
            if line == typed[0]:
                await ann.press(*line, "esc")
                assert ann.client.state.confirmation is None and len(table.facts) == facts
        number = ann.client.state.turn.number  # type: ignore[union-attr]
        await ann.press("enter")
        assert ann.client.state.confirmation is None and ann.client.state.turn.number != number  # type: ignore[union-attr]


async def test_what_was_pressed_before_a_question_was_seen_neither_answers_nor_replaces_it() -> None:
    async with at_the_screen(make_table("civilization", 2, local=at("research"))) as ann:
        for key in ("e", "enter", "enter"):  # in one go
            ann.face.press(key)
        seen = await ann.press("f5")
        assert "Research nothing? This cannot be undone" in seen and seen.count("?  This") <= 1, seen
        asked = ann.client.state.confirmation
        assert asked is not None and asked.key == "act.final" and "Research nothing" in asked.names[0]
        await ann.press("esc", "e")
        assert ann.client.state.confirmation is not None, "the keys play again"


async def test_a_key_for_one_decision_does_and_opens_nothing_at_the_next() -> None:
    table = make_table("through_the_ages", 2, seed=5)
    async with at_the_screen(table) as ann:
        await ann.press("e", "enter", "esc")
        await ann.press("z")
        turn = ann.client.state.turn
        assert turn is not None and turn.decision is not None and turn.decision.key == "politics"
        for keys in (("t", "t", "enter", "t", "enter"), ("enter", "t"), ("enter", "1", "enter"), ("enter", "enter")):
            assert ann.client.state.turn.decision.key == "politics"  # type: ignore[union-attr]
            for key in keys:  # in one go
                ann.face.press(key)
            await wait_all_tasks_blocked()
            turn = ann.client.state.turn
            assert turn is not None and turn.decision is not None and turn.decision.key == "actions"
            assert len(turn.draft) == 1 and ann.face.screen_state.page is None, (keys, ann.sees())
            assert not ann.face.screen_state.list_name, keys
            assert "cannot do that in your action phase" not in ann.sees(), "what is asked and refused is of its time"
            await ann.press("z")


@pytest.mark.parametrize("burst", [("enter", "enter"), ("enter", "2", "enter", "3", "enter"), ("enter", "s", "enter")])
async def test_a_key_for_what_all_choose_at_once_does_and_says_nothing_in_the_next_turn(burst: tuple[str, ...]) -> None:
    table = make_table("seven_wonders", 3, seed=5)
    async with at_the_screen(table) as ann:
        await ann.press("down", "up", "enter")  # a side of the wonder
        for _ in range(3):
            turn = ann.client.state.turn
            assert turn is not None and turn.decision is not None and turn.decision.key == "choose"
            ann.face.press("down")
            for key in burst:  # in one go
                ann.face.press(key)
            await wait_all_tasks_blocked()
            now = ann.client.state.turn
            assert now is not None and now.number > turn.number and not now.draft, "one choice was made"
            assert len([fact for fact in table.facts[turn.number : now.number] if isinstance(fact, Acts)]) == 1
            assert "Not possible" not in ann.sees() and ann.face.screen_state.page is None, ann.sees()


async def test_a_choice_among_people_is_changed_by_keys_that_are_pressed_once_it_is_seen() -> None:
    table = make_table("seven_wonders", 3, (0, 1), seed=5)
    async with at_the_screen(table) as ann:
        chosen = []
        for keys in (("down", "up", "enter", "down", "enter"), ("up", "down", "enter")):
            for key in keys:  # in one go
                ann.face.press(key)
            await wait_all_tasks_blocked()
            turn = ann.client.state.turn
            assert turn is not None and turn.decision is not None and turn.decision.sealed
            assert len(turn.draft) == 1 and ann.client.state.may_change_choice
            chosen.append(turn.draft[0].text)
        assert chosen == ["side day", "side night"], "in one go only the first counts"


async def test_acts_of_one_turn_in_one_go_are_all_done() -> None:
    table = make_table("through_the_ages", 2, seed=5)
    async with at_the_screen(table) as ann:
        await ann.press("e", "enter", "esc", "enter")
        turn = ann.client.state.turn
        assert turn is not None and turn.decision is not None and turn.decision.key == "actions", ann.sees()
        for key in ("1", "enter", "3", "enter", "4", "enter"):  # in one go
            ann.face.press(key)
        await wait_all_tasks_blocked()
        assert [act.text for act in ann.client.state.turn.draft][1:] == ["take 1", "take 3", "take 4"]  # type: ignore[union-attr]


async def test_a_kind_of_question_is_declined_until_the_own_turn_by_one_key() -> None:
    asked = play(
        power("rome", cities={"f3": "capital"}), power("germany", techs=["writing"], huts=["hut-spy"]), phase="cities"
    )
    asked.do("arts f3")
    assert (asked.asked, asked.seat) == ("answer-action", 1)
    table = make_table("civilization", 2, people=(0, 1), local=asked.local)
    async with at_the_screen(table, SeatRequest(1)) as ann:
        assert "P not this again" in ann.sees()
        seen = await ann.press("P")
        (order,) = ann.client.state.turn.orders  # type: ignore[union-attr]
        assert (order.key, order.choices, order.until) == ("answer-action", [""], "my-turn")
        assert not ann.client.state.may_act and "P not this again" not in seen
        await ann.press("P")
        assert not ann.client.state.turn.orders, "it is asked again"  # type: ignore[union-attr]


@pytest.mark.parametrize("alone", [True, False])
async def test_a_question_without_a_choice_is_put_only_where_its_silence_would_tell_others(alone: bool) -> None:
    asked = play(
        power("rome", cities={"f3": "capital"}), power("germany", techs=["writing"], huts=["hut-iron"]), phase="cities"
    )
    asked.do("arts f3")
    assert asked.asked == "answer-action" and len(asked.local.legal(1)) == 1
    table = make_table("civilization", 2, people=(1,) if alone else (0, 1), local=asked.local)
    async with at_the_screen(table, SeatRequest(1)) as ann:
        assert ("P not this again" in ann.sees()) is not alone


async def test_what_is_typed_before_the_game_is_seen_is_dropped_once() -> None:
    dropped: list[bool] = []
    ours, theirs = memory_stream_pair()
    table = make_table("through_the_ages", 2, seed=5)
    face = ScreenFace(style_of("en"), lambda: (80, 24))
    face.on_first_scene = lambda: dropped.append(True)
    client = SeatClient(Lines(ours), face, Words(), None, True, lambda: "tta resume 1234")
    async with trio.open_nursery() as nursery:
        face.press("e")
        nursery.start_soon(table.run)
        nursery.start_soon(table.serve, theirs)
        nursery.start_soon(client.run)
        await wait_all_tasks_blocked()
        assert dropped == [True] and client.state.confirmation is None
        face.press("enter")
        await wait_all_tasks_blocked()
        assert dropped == [True], "keys that are pressed later count"
        nursery.cancel_scope.cancel()


def test_a_terminal_forgets_what_was_typed_and_not_read() -> None:
    ours, theirs = pty.openpty()
    try:
        tty.setraw(theirs)
        with os.fdopen(os.dup(theirs), "rb") as reads:
            painter = Painter(style_of("en"), input=reads)
            os.write(ours, b"e\r")
            select.select([theirs], [], [], PATIENCE)
            painter.drop_typed()
            assert not select.select([theirs], [], [], 0)[0]
    finally:
        os.close(ours)
        os.close(theirs)


async def test_a_key_in_one_go_with_what_asks_is_no_answer_and_the_question_stays() -> None:
    lobby = say.LobbyReply("waiting", "1234", "", [], 3, [], offers=["chat", "leave"])
    face = face_told([lobby])
    face.press("q")
    face.press("enter")
    line = await face.read("")
    assert line == "quit" and face.context is not None
    (asked,) = [one for one in instructions(face.context, line) if isinstance(one, AskConfirmation)]
    reading = face.context.reading.of(replace(face.context.state, confirmation=asked.confirmation))
    face.refresh(replace(face.context, reading=reading))
    face.press("enter")
    assert await face.read("") == "", "the Enter that came before it is forgotten"
