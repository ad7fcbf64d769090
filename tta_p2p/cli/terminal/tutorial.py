"""The tutorial at this terminal: games of its own, which are not kept; the lesson that was reached is."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import trio

from tta_p2p.bots.base import Situation
from tta_p2p.cli.options.choices import written_name
from tta_p2p.cli.output.speech import text_of
from tta_p2p.cli.terminal.lesson_progress import keep_lesson
from tta_p2p.games.contract import Act
from tta_p2p.node.data_folder.people import own_name
from tta_p2p.node.local.table import LocalTable
from tta_p2p.seats.parts.lessons import LessonReply
from tta_p2p.store.home import home
from tta_p2p.ui.teacher import Teacher
from tta_p2p.ui.tutorial import Tutorial, game_at_lesson, opening_of, rival_act

if TYPE_CHECKING:
    from tta_p2p.cli.terminal.client import DisplayMode


def learn(game: str, number: int, tutorial: Tutorial, lesson: int, manner: DisplayMode) -> int:
    """Begin a part (``number``, from 1 on) of what is taught of a game at a lesson (0: the first); the exit code."""
    from tta_p2p.cli.terminal import fault_log

    return fault_log.run(_learn, game, number, tutorial, lesson, manner)


class Rival:
    """A bot that plays a rival as the game of a lesson says."""

    def __init__(self, wishes: Sequence[str]) -> None:
        self._wishes = wishes

    def choose(self, situation: Situation) -> Act:
        """Choose the first of its wishes that is legal, else what changes the least."""
        return rival_act(situation.game, situation.options, self._wishes)


class LessonRoom:
    """The tables of a tutorial: the game of a lesson, and after it that of another one."""

    def __init__(self, tutorial: Tutorial, teacher: Teacher, lesson: int, name: str) -> None:
        """``name``: that of the person who learns; ``lesson``: the first one (from 0 on)."""
        self._tutorial, self._teacher, self._name = tutorial, teacher, name
        self._asked, self._to = trio.Event(), lesson
        self.table = self._lay_out(lesson)
        """The table at which the person sits now."""

    async def run(self) -> None:
        """Play the game of this lesson, and then that of another one, as long as somebody wants to."""
        while True:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.table.run)
                await self._asked.wait()
                nursery.cancel_scope.cancel()
            before, self._asked = self.table, trio.Event()
            self.table = self._lay_out(self._to)
            self._teacher.begin(self._to)
            before.hand_over(self.table, LessonReply(self._to + 1))

    def _lay_out(self, lesson: int) -> LocalTable:
        """Lay out the game of a lesson."""
        local, rival = game_at_lesson(self._tutorial, lesson), Rival(opening_of(self._tutorial, lesson).wishes)
        bots = dict.fromkeys(range(1, local.seats), "easy")
        names = (self._name, *(text_of("bot.called", n=number) for number in bots))
        table = LocalTable(
            local.game, local.seats, local.options, 1, names, bots,
            local=local, bot=lambda level, seed: rival, lends=False,
        )  # fmt: skip
        table.lay_out_lesson = self._ask
        return table

    def _ask(self, by: int) -> None:
        """Have another lesson laid out, so many later."""
        self._to = max(0, min(self._teacher.told + by, len(self._tutorial.lessons) - 1))
        self._asked.set()


async def _learn(game: str, number: int, tutorial: Tutorial, lesson: int, manner: DisplayMode) -> int:
    from tta_p2p.cli.terminal.client import play_with
    from tta_p2p.i18n import command
    from tta_p2p.seats.lines import Lines
    from tta_p2p.seats.memory import memory_pair
    from tta_p2p.ui.screen.keys import controls_of
    from tta_p2p.ui.state import SeatRequest

    def keep(reached: int) -> None:
        with contextlib.suppress(OSError):  # then it begins at an earlier lesson next time
            keep_lesson(home(), game, tutorial.name, reached)

    teacher = Teacher(tutorial, manner.screen, lesson, (game, controls_of(game).names()), keep)
    room = LessonRoom(tutorial, teacher, lesson, own_name())
    ours, theirs = memory_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(room.run)
        nursery.start_soon(room.table.serve, theirs)
        code = await play_with(
            Lines(ours), SeatRequest(0, tutorial=True), manner,
            lambda: command("tutorial", written_name(game), str(number)), teacher,
        )  # fmt: skip
        nursery.cancel_scope.cancel()
    return code
