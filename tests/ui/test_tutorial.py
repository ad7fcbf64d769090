"""The tutorial: every lesson is done as it says, by keys and typed; anything else is kindly refused."""

from __future__ import annotations

from typing import Any

import pytest
import trio
from trio.testing import memory_stream_pair, wait_all_tasks_blocked

from tests.patience import PATIENCE
from tests.ui.fake_node import Script, typing
from tests.ui.screen.golden import golden
from tests.ui.screen.keyboard import Person, shown, style_of
from tta_p2p.bots.passive import PassiveBot
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.node.local.table import LocalTable
from tta_p2p.registry import names
from tta_p2p.seats.lines import Lines
from tta_p2p.ui.blocks import Heading, lay_out
from tta_p2p.ui.cells import plain
from tta_p2p.ui.client import SeatClient
from tta_p2p.ui.lines.face import LineFace
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.state import SeatRequest
from tta_p2p.ui.style import Style
from tta_p2p.ui.tutorial import Teacher, Tutorial, game_at_lesson, general_page, tutorial_for

FOUND = tutorial_for("through_the_ages")
assert FOUND is not None
TUTORIAL: Tutorial = FOUND
LESSONS = TUTORIAL.lessons


def table_at(lesson: int) -> LocalTable:
    local: LocalGame[Any, Any] = game_at_lesson(TUTORIAL, lesson)
    return LocalTable(
        local.game, 2, local.options, 1, ("Ann", "Bob"), {1: "easy"}, local=local, bot=lambda level, seed: PassiveBot()
    )


WISH = SeatRequest(0, tutorial=True)


class Class:
    """One person at the screen with a teacher."""

    def __init__(self, lesson: int = 0, language: str = "en") -> None:
        self.table = table_at(lesson)
        ours, self.theirs = memory_stream_pair()
        face = ScreenFace(style_of(language), lambda: (80, 24))
        self.teacher = Teacher(TUTORIAL, True)
        client = SeatClient(Lines(ours), face, Words(language), WISH, True, lambda: "tta tutorial", self.teacher)
        self.person = Person(client, face)

    async def begin(self, nursery: trio.Nursery) -> Person:
        nursery.start_soon(self.table.run)
        nursery.start_soon(self.table.serve, self.theirs)
        nursery.start_soon(self.person.client.run)
        await wait_all_tasks_blocked()
        return self.person


@pytest.mark.parametrize("language", LANGUAGES)
async def test_all_lessons_are_learned_by_the_keys_they_name(language: str) -> None:
    room = Class(language=language)
    async with trio.open_nursery() as nursery:
        with trio.fail_after(PATIENCE):
            person = await room.begin(nursery)
            for number, lesson in enumerate(LESSONS):
                seen = person.sees()
                assert room.teacher.lesson(person.client.state) == number, (lesson.key, seen)
                assert Words(language)("tutorial.title", n=number + 1, of=len(LESSONS), name="")[:5] in seen, seen
                await person.press("enter")
                task = person.face.screen_state.task
                assert task and task[:8] in person.sees(), person.sees()
                assert ("Enter" in task) == (language == "en" and "enter" in lesson.keys), task
                await person.press(*lesson.keys)
                if person.client.state.confirmation is not None:
                    assert lesson.key == "last", person.sees()
                    await person.press("y")
            assert Words(language)("tutorial.over") in person.sees()
        nursery.cancel_scope.cancel()


async def test_what_is_not_asked_for_is_kindly_refused_and_undo_goes_back_a_lesson() -> None:
    room = Class(2)
    async with trio.open_nursery() as nursery:
        with trio.fail_after(PATIENCE):
            person = await room.begin(nursery)
            assert "Lesson 3 of" in person.sees() and "A leader" in person.sees()
            await person.press("enter", "2")
            seen = await person.press("enter")
            assert "Not now; this lesson asks for something else." in seen and seen.count("Take Moses") == 1
            assert not person.client.state.turn.draft[1:]
            await person.press("1")
            assert "Lesson 4 of" in await person.press("enter")
            assert "Put Moses into play (l Enter)" in await person.press("enter")
            assert "Take Moses from space 1 (1 Enter)" in await person.press("z")
            await person.press("1", "enter")
            assert room.teacher.lesson(person.client.state) == 3
            asked = await person.press("esc", "q")
            assert "tta tutorial begins at this lesson" in asked and "saved" not in asked
        nursery.cancel_scope.cancel()


def in_lines(interactive: bool, *typed: str) -> list[str]:
    """What somebody is shown who types all this, with a teacher."""

    async def run() -> list[str]:
        table = table_at(0)
        ours, theirs = memory_stream_pair()
        script = Script(typing(*typed), interactive)
        teacher = Teacher(TUTORIAL, False)
        client = SeatClient(Lines(ours), LineFace(script, Style()), Words(), None, True, str, teacher)
        script.client = client
        async with trio.open_nursery() as nursery:
            nursery.start_soon(table.run)
            nursery.start_soon(table.serve, theirs)
            with trio.fail_after(PATIENCE):
                await client.run()
            nursery.cancel_scope.cancel()
        return script.shown

    return trio.run(run)


def test_all_lessons_are_learned_by_typing_what_they_say() -> None:
    typed: list[str] = []
    for lesson in LESSONS:
        after = game_at_lesson(TUTORIAL, LESSONS.index(lesson))
        if after.decision is not None and after.decision.key == "politics" and lesson.act not in ("seed", "attack"):
            typed.append("pass")
        typed.append(lesson.act)
        if lesson.act in ("seed", "attack", "tactic") or lesson.key == "last":
            typed.append("y")
    text = "\n".join(in_lines(True, *typed))
    for number in range(1, len(LESSONS) + 1):
        assert text.count(f"Lesson {number} of") == 1, text[-3000:]
    assert "You know the ropes" in text
    places = ("on the left", "on the right", "log below", "line 'people'")  # of the full screen
    assert [place for place in places if place in text] == []


def test_in_lines_too_only_the_act_of_the_lesson_is_done() -> None:
    text = "\n".join(in_lines(True, "take 1", "take 3"))
    assert "Not now; in this lesson: Take the Library of Alexandria from space 3 (take 3)" in text
    assert "Lesson 2 of" in text


def test_every_lesson_begins_where_the_one_before_it_ends() -> None:
    local = game_at_lesson(TUTORIAL, 0)
    for number in range(1, len(LESSONS) + 1):
        after = game_at_lesson(TUTORIAL, number)
        assert after.facts[: len(local.facts)] == local.facts
        assert len(after.facts) > len(local.facts)
        local = after


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(len(LESSONS) + 1))
async def test_a_lesson_is_as_reviewed(number: int, language: str) -> None:
    room = Class(number, language)
    async with trio.open_nursery() as nursery:
        with trio.fail_after(PATIENCE):
            person = await room.begin(nursery)
            if not person.face.screen_state.page:
                await person.press("esc")
            golden(f"lesson-{number + 1:02}-{language}", shown(person.face))
            if number == 5:
                await person.press("enter")
                golden(f"lesson-task-{language}", shown(person.face))
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_without_lessons_have_a_page_of_how_they_are_played(language: str) -> None:
    for name in names():
        page = lay_out(general_page(presenter_for(name, Words(language))), Style(80))
        assert len(page) > 10
        assert (tutorial_for(name) is None) == (name != "through_the_ages")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_a_lesson_does_not_want_is_refused_without_a_question(language: str) -> None:
    at = next(number for number, lesson in enumerate(LESSONS) if lesson.key == "last") - 1
    room = Class(at, language)
    async with trio.open_nursery() as nursery:
        with trio.fail_after(PATIENCE):
            person = await room.begin(nursery)
            seen = await person.press("enter", "e")
            assert person.client.state.confirmation is None
            assert Words(language)("tutorial.not-this")[:4] in seen
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_lesson_tells_what_the_turn_has_brought_and_is_read_again_by_a_key(language: str) -> None:
    room = Class(1, language)
    async with trio.open_nursery() as nursery:
        with trio.fail_after(PATIENCE):
            person = await room.begin(nursery)
            seen = await person.press("enter", *LESSONS[1].keys)
            brought = {"en": "You end your turn: you score 1 science", "zh-Hans": "你结束回合：获得1点科学"}[language]
            assert brought in seen, seen
            title = person.face.panes.lesson_panel.blocks[0]
            assert isinstance(title, Heading)
            told = plain(title.text)
            assert told in seen and told not in await person.press("esc")
            assert told in await person.press("?")
        nursery.cancel_scope.cancel()
