"""Tutorials: every lesson is done as it says, by keys and typed; anything else is explained and not done."""

from __future__ import annotations

import re
from itertools import count, pairwise
from typing import Any

import pytest
import trio
from trio.testing import memory_stream_pair, wait_all_tasks_blocked

from tests.patience import PATIENCE
from tests.texts import QUOTED
from tests.ui.fake_node import Script, typing
from tests.ui.screen.golden import golden
from tests.ui.screen.keyboard import Person, shown, style_of
from tta_p2p.cli.terminal.desk import ExerciseDesk
from tta_p2p.cli.terminal.tutorial import LessonExercise
from tta_p2p.games.contract import Act
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.keyboard.key_map import KeyMap
from tta_p2p.keyboard.table import ACTIONS
from tta_p2p.registry import entry, names
from tta_p2p.seats.lines import Lines
from tta_p2p.ui.blocks import Heading, lay_out
from tta_p2p.ui.cells import plain
from tta_p2p.ui.client import SeatClient
from tta_p2p.ui.lines.face import LineFace
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.reference import game_option
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.screen.keys import controls_of
from tta_p2p.ui.state import SeatRequest
from tta_p2p.ui.style import Style
from tta_p2p.ui.teacher import Teacher
from tta_p2p.ui.through_the_ages.second_tutorial import read_course
from tta_p2p.ui.tutorial import (
    Tutorial,
    game_at_lesson,
    general_page,
    is_act,
    opening_of,
    play_rivals,
    rival_act,
    tutorials_for,
)

TAUGHT = {f"{game}-{one.name}": (game, one) for game in names() for one in tutorials_for(game)}
FIRST_ROUNDS = "through_the_ages-first-rounds"
WHOLE_GAME = "through_the_ages-good-game"
EITHER = ("annex", "raid-ii", "raid-iii", "plunder-ii", "international-tourism", "impact-of-science")
LESSONS = TAUGHT[FIRST_ROUNDS][1].lessons
NO_DEEDS = ("pass", "resign", "by-hand")
"""Acts that are not tried: they are none, or asked about."""
WISH = SeatRequest(0, tutorial=True)


class Class:
    """One person at the screen with a teacher."""

    def __init__(
        self, lesson: int = 0, language: str = "en", part: str = FIRST_ROUNDS, keys: KeyMap | None = None
    ) -> None:
        self.game, self.tutorial = TAUGHT[part]
        ours, self.theirs = memory_stream_pair()
        face = ScreenFace(style_of(language), lambda: (80, 24))
        face.panes.numbers.clock = lambda: 0.0  # digits that follow each other come at once, on any machine
        self.kept: list[int] = []
        letters = (self.game, controls_of(self.game).names())
        self.teacher = Teacher(self.tutorial, True, lesson, letters, self.kept.append)
        self.desk = ExerciseDesk(LessonExercise(self.tutorial, self.teacher), lesson, "Ann")
        words = Words(language, keys) if keys is not None else Words(language)
        client = SeatClient(Lines(ours), face, words, WISH, True, lambda: "tta tutorial", self.teacher)
        self.person = Person(client, face)

    async def begin(self, nursery: trio.Nursery) -> Person:
        nursery.start_soon(self.desk.run)
        nursery.start_soon(self.desk.table.serve, self.theirs)
        nursery.start_soon(self.person.client.run)
        await wait_all_tasks_blocked()
        return self.person


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", TAUGHT)
async def test_all_lessons_are_learned_by_the_keys_they_name(part: str, language: str) -> None:
    room, words = Class(language=language, part=part), Words(language)
    lessons, pictures = room.tutorial.lessons, list[str]()
    async with trio.open_nursery() as nursery:
        with trio.fail_after(PATIENCE):
            person = await room.begin(nursery)
            for number, lesson in enumerate(lessons):
                seen = person.sees()
                pictures += [*shown(person.face), ""]
                assert room.teacher.lesson(person.client.state) == number, (lesson.key, seen)
                assert words("tutorial.title", n=number + 1, of=len(lessons), name="")[:5] in seen, seen
                assert words("tutorial.task", task="")[:4] in seen, f"more than a page:\n{seen}"
                for step in lesson.steps:
                    task = person.face.screen_state.task
                    assert task and task[:8] in person.sees(), person.sees()
                    for key in step.keys:  # what is named goes on to the next one as one is pressed
                        named = re.split("[(（]", person.face.screen_state.task)[-1].rstrip(")）").split(" ")
                        assert named[0] == words.stroke(key), (lesson.key, key, person.sees())
                        await person.press(key)
                    if person.client.state.confirmation is not None:
                        await person.press("y")
                following = lessons[number + 1 : number + 2]
                if following and following[0].opening is not None:
                    pictures += [*shown(person.face), ""]
                    assert words("tutorial.done", n=number + 1) in person.sees(), person.sees()
                    await person.press(">")
            assert words("tutorial.over") in person.sees(), person.sees()
            assert f"tta play{game_option(room.game)}" in " ".join(person.sees().split()), person.sees()
            assert room.kept[-1] == len(lessons)
        nursery.cancel_scope.cancel()
    golden(f"lessons-{part}-{language}", [*pictures, *shown(person.face)])


def test_the_ages_of_seven_wonders_go_on_from_the_conflicts_before() -> None:
    """Later ages begin with what the lessons of the age before have come to."""
    tutorial = TAUGHT["seven_wonders-three-ages"][1]
    later = [number for number, lesson in enumerate(tutorial.lessons) if lesson.opening is not None and number]
    assert len(later) == 2
    for number in later:
        played: Any = game_at_lesson(tutorial, number - 1)[0]
        laid: Any = game_at_lesson(tutorial, number)[0]
        wishes = (tutorial.lessons[number - 1].steps[0].act, *opening_of(tutorial, number - 1).wishes)
        played.act(*(rival_act(played.game, played.legal(seat), wishes) for seat in played.decision.seats))
        assert [sorted(one) for one in played.state.tokens] == [sorted(one) for one in laid.state.tokens], number


def test_a_whole_game_is_one_game_from_its_first_lesson_to_its_end() -> None:
    """Each lesson follows from the one before, its task was done in the game, and all that it teaches happens."""
    tutorial, course = TAUGHT[WHOLE_GAME][1], read_course()
    games: list[Any] = [game_at_lesson(tutorial, number)[0] for number in range(len(tutorial.lessons))]
    for before, after in pairwise(games):
        assert after.facts[: len(before.facts)] == before.facts
    own = [text for seat, text in course.acts if seat == 0]
    for lesson, game in zip(tutorial.lessons, games, strict=True):
        done = sum(isinstance(fact, Act) and fact.seat == 0 for fact in game.facts)
        for step in lesson.steps:
            done = next(at for at in range(done, len(own)) if is_act(own[at], step.act)) + 1
    over: Any = course.game_at(len(course.acts))
    assert over.over and [(one.seat, one.points) for one in over.game.standings(over.state).places] == [
        (0, 222), (2, 195), (1, 191)
    ]  # fmt: skip
    told = {line.key for line in over.log[len(games[0].log) :] if not line.args or line.args[0] in (0, *EITHER)}
    assert {"revolution", "wonder-finished", "population-lost-from", "colonizes", "copies", "attack-fails"} <= told
    assert {"attack-succeeds", "war-won", "pact", "refuses", "corruption", "end-event"} <= told, told
    assert "age-ends" in {line.key for line in games[2].log[len(games[1].log) :]}
    words = presenter_for("through_the_ages", Words()).words
    for lesson, game in zip(tutorial.lessons, games, strict=True):
        since = words.optional(f"tutorial.{lesson.key}.since") or ""
        if "ulture is" in since or "Culture stands" in since:
            numbers = {int(one) for one in re.findall(r"\d+", since)}
            assert {seat.culture for seat in game.state.players} <= numbers, (lesson.key, since)


async def test_what_is_not_asked_for_is_explained_and_undo_goes_back_a_lesson() -> None:
    room = Class(2)
    async with trio.open_nursery() as nursery:
        with trio.fail_after(PATIENCE):
            person = await room.begin(nursery)
            assert "Lesson 3 of" in person.sees() and "A leader" in person.sees()
            await person.press("enter", "2")
            seen = await person.press("enter")
            assert "You could do that, but this lesson asks for something else. It would mean:" in seen, seen
            assert not person.client.state.turn.draft[1:]
            await person.press("1")
            assert "Lesson 4 of" in await person.press("enter")
            assert "Put Moses into play (l Enter)" in await person.press("enter")
            assert "Take Moses from space 1 (1 Enter)" in await person.press("z")
            await person.press("1", "enter")
            assert room.teacher.lesson(person.client.state) == 3
            asked = await person.press("esc", "q")
            assert "go on with this lesson: tta tutorial" in asked and "saved" not in asked
        nursery.cancel_scope.cancel()


async def task_after(person: Person, *keys: str) -> str:
    """Press keys; the task then."""
    await person.press(*keys)
    return person.face.screen_state.task


async def test_another_key_than_the_named_one_sets_the_keys_back() -> None:
    room = Class(7, part="civilization-first-turns")
    async with trio.open_nursery() as nursery:
        with trio.fail_after(PATIENCE):
            person = await room.begin(nursery)
            person.face.panes.numbers.clock = count(step=2).__next__  # each digit is a number
            assert (await task_after(person)).endswith("(1 Enter 5 Enter)")
            assert (await task_after(person, "1")).endswith("(Enter 5 Enter)")
            assert (await task_after(person, "4")).endswith("(1 Enter 5 Enter)")
            assert (await task_after(person, "1", "enter")).endswith("(5 Enter)")
            assert (await task_after(person, "down")).endswith("(Esc 1 Enter 5 Enter)")
            assert (await task_after(person, "esc")).endswith("(1 Enter 5 Enter)")
            await person.press("1", "enter", "5", "enter")
            assert room.teacher.lesson(person.client.state) == 8
        nursery.cancel_scope.cancel()


async def test_phases_that_end_before_a_lesson_can_be_done_are_named_one_by_one() -> None:
    room = Class(2, part="civilization-first-turns")
    async with trio.open_nursery() as nursery:
        with trio.fail_after(PATIENCE):
            person = await room.begin(nursery)
            first = "Your task: Build a library on e3; first end this phase (e)"
            assert await task_after(person) == first
            assert await task_after(person, "e") == first
            assert await task_after(person, "e") == "Your task: Build a library on e3 (b 3 Enter Enter)"
        nursery.cancel_scope.cancel()


async def test_a_key_goes_to_the_next_lesson_and_another_one_back() -> None:
    room = Class(2)
    async with trio.open_nursery() as nursery:
        with trio.fail_after(PATIENCE):
            person = await room.begin(nursery)
            assert "Lesson 4 of" in await person.press(">")
            assert "Lesson 5 of" in await person.press("enter", ">")
            assert "Lesson 4 of" in await person.press("<")
            assert room.kept == [2, 3, 4, 3]
            await person.press("enter", *LESSONS[3].keys)
            assert "Lesson 5 of" in person.sees()
            for _ in range(6):
                await person.press("<")
            assert "Lesson 1 of" in person.sees()
            assert "Lesson 1 of" in await person.press("enter", ":", *"lesson again", "enter")
            assert "lesson [back|again]" in await person.press("enter", ":", *"lesson x", "enter")
        nursery.cancel_scope.cancel()


async def test_a_lesson_names_the_keys_that_a_player_has_chosen() -> None:
    keys = KeyMap({"end": ("f5",), "down": ("n",)}, {"through_the_ages": {"cards": ("ctrl e",)}})
    for number, named in ((1, "(F5)"), (3, "(Ctrl-E Enter)"), (5, "(b n Enter)")):
        room = Class(number, keys=keys)
        async with trio.open_nursery() as nursery:
            with trio.fail_after(PATIENCE):
                person = await room.begin(nursery)
                assert named in person.sees(), person.sees()
            nursery.cancel_scope.cancel()


def in_lines(part: str, *typed: str) -> list[str]:
    """What somebody is shown who types all this, and yes where that is asked, with a teacher."""
    _, tutorial = TAUGHT[part]

    async def run() -> list[str]:
        ours, theirs = memory_stream_pair()
        told = typing(*typed)
        script = Script(lambda client: "y" if client.state.confirmation is not None else told(client), True)
        teacher = Teacher(tutorial, False)
        desk = ExerciseDesk(LessonExercise(tutorial, teacher), 0, "Ann")
        client = SeatClient(Lines(ours), LineFace(script, Style()), Words(), WISH, True, str, teacher)
        script.client = client
        async with trio.open_nursery() as nursery:
            nursery.start_soon(desk.run)
            nursery.start_soon(desk.table.serve, theirs)
            with trio.fail_after(PATIENCE):
                await client.run()
            nursery.cancel_scope.cancel()
        return script.shown

    return trio.run(run)


def typed_lines(tutorial: Tutorial) -> tuple[list[str], int]:
    """What is typed to learn all lessons, with another legal act before each where there is one; how many these are."""
    typed, tried = list[str](), 0
    for number, lesson in enumerate(tutorial.lessons):
        found: Any = game_at_lesson(tutorial, number)
        local, rivals = found
        while True:
            options = local.legal(0)
            written = [local.game.write(option.act) for option in options]
            if any(is_act(text, lesson.act) for text in written):
                break
            quiet = rival_act(local.game, options, lesson.also)
            typed.append(local.game.write(quiet))
            local.act(quiet)
            play_rivals(local, rivals)
        allowed = (lesson.act, *lesson.also)
        others = [text for text in written if text.split(" ")[0] not in NO_DEEDS]
        others = [text for text in others if not any(is_act(text, one) for one in allowed)]
        typed += [f"act {text}" for text in others[-1:]]
        tried += len(others[-1:])
        typed += [step.typed or step.act for step in lesson.steps]
        if tutorial.lessons[number + 1 : number + 2] and tutorial.lessons[number + 1].opening is not None:
            typed.append("lesson")
    return typed, tried


@pytest.mark.parametrize("part", TAUGHT)
def test_all_lessons_are_learned_by_typing_what_they_say_and_nothing_else_is_done(part: str) -> None:
    _, tutorial = TAUGHT[part]
    typed, tried = typed_lines(tutorial)
    text = "\n".join(in_lines(part, *typed))
    for number in range(1, len(tutorial.lessons) + 1):
        assert text.count(f"Lesson {number} of") == 1, text[-3000:]
    assert text.count("You could do that, but in this lesson:") == tried > len(tutorial.lessons) // 2
    assert "You have finished this part" in text
    places = ("on the left of", "on the right of the", "log below", "line 'people'")  # of the full screen
    assert [place for place in places if place in text] == []


@pytest.mark.parametrize("part", TAUGHT)
def test_every_lesson_begins_where_the_one_before_it_ends(part: str) -> None:
    _, tutorial = TAUGHT[part]
    local = game_at_lesson(tutorial, 0)[0]
    for number in range(1, len(tutorial.lessons) + 1):
        after = game_at_lesson(tutorial, number)[0]
        if tutorial.start_of(number) != number:
            assert after.facts[: len(local.facts)] == local.facts
            assert len(after.facts) > len(local.facts)
        local = after


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", TAUGHT)
def test_a_lesson_says_little(part: str, language: str) -> None:
    game, tutorial = TAUGHT[part]
    words = presenter_for(game, Words(language)).words
    for lesson in tutorial.lessons:
        text = words(f"tutorial.{lesson.key}.why")
        sentences = sum(text.count(sign) for sign in (". ", "。", ".\n", "? ")) + text.endswith(".")
        most = (8 if part == FIRST_ROUNDS else 5) + (language == "ja")  # whose sentences are shorter
        assert sentences <= most, (lesson.key, sentences)
        assert (words.optional(f"tutorial.{lesson.key}.since") or "").count(". ") <= 3, lesson.key


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_without_lessons_have_a_page_of_how_they_are_played(language: str) -> None:
    for name in names():
        page = lay_out(general_page(presenter_for(name, Words(language))), Style(80))
        assert len(page) > 10
        assert bool(tutorials_for(name)) != entry(name).example


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


@pytest.mark.parametrize("language", QUOTED)
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_lessons_name_keys_by_what_they_do(language: str) -> None:
    """Whoever has other keys reads those: no text names a usual one by its letter."""
    usual = {stroke for action in ACTIONS.values() for stroke in action.strokes}
    chosen = KeyMap(dict.fromkeys(ACTIONS, ("f12",)))
    words = Words(language)
    written = {words.stroke(stroke) for stroke in usual - {*"aAI '\":;<>"}}
    literal = re.compile(rf"(?<![A-Za-z0-9'’])(?:{'|'.join(map(re.escape, sorted(written)))})(?![A-Za-z0-9])")
    for game in names():
        spoken = presenter_for(game, Words(language).with_keys(chosen)).words
        keys = [f"tutorial.{lesson.key}.why" for one in tutorials_for(game) for lesson in one.lessons]
        keys += [f"tutorial.any.{part}.why" for part in ("see", "act", "turn", "help")]
        for key in (*keys, "tutorial.over.why"):
            told = re.sub(r"(?:typed: |输入：|逐行時：|入力では「)\? ?", "", spoken(key, game=game_option(game)))
            assert not literal.search(told), (key, told)
