"""The tutorial at this terminal: games of its own, which are not kept; the lesson that was reached is."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from tta_p2p.cli.options.choices import written_name
from tta_p2p.cli.terminal.desk import ExerciseDesk, sit_down
from tta_p2p.cli.terminal.lesson_progress import keep_lesson
from tta_p2p.node.data_folder.people import own_name
from tta_p2p.store.home import home
from tta_p2p.ui.teacher import Teacher
from tta_p2p.ui.tutorial import RivalPlay, Tutorial, game_at_lesson

if TYPE_CHECKING:
    from tta_p2p.cli.terminal.display import DisplayMode
    from tta_p2p.games.local import LocalGame


def learn(game: str, number: int, tutorial: Tutorial, lesson: int, mode: DisplayMode) -> int:
    """Begin a part (``number``, from 1 on) of what is taught of a game at a lesson (0: the first); the exit code."""
    from tta_p2p.cli.terminal import fault_log

    return fault_log.run(_learn, game, number, tutorial, lesson, mode)


class LessonExercise:
    """The lessons of a tutorial, for a `ExerciseDesk`."""

    seat = 0

    def __init__(self, tutorial: Tutorial, teacher: Teacher) -> None:
        self._tutorial, self._teacher = tutorial, teacher
        self.count, self.begin = len(tutorial.lessons), teacher.begin

    @property
    def number(self) -> int:
        """The lesson that was told last, from 0 on."""
        return self._teacher.told

    def make(self, number: int) -> tuple[LocalGame[Any, Any], RivalPlay]:
        """Make the game as it stands when a lesson begins, with the play of its rivals."""
        return game_at_lesson(self._tutorial, number)


async def _learn(game: str, number: int, tutorial: Tutorial, lesson: int, mode: DisplayMode) -> int:
    from tta_p2p.i18n import command
    from tta_p2p.ui.screen.keys import controls_of
    from tta_p2p.ui.state import SeatRequest

    def keep(reached: int) -> None:
        with contextlib.suppress(OSError):  # then it begins at an earlier lesson next time
            keep_lesson(home(), game, tutorial.name, reached)

    teacher = Teacher(tutorial, mode.screen, lesson, (game, controls_of(game).names()), keep)
    desk = ExerciseDesk(LessonExercise(tutorial, teacher), lesson, own_name())
    again = command("tutorial", written_name(game), str(number))
    return await sit_down(desk, SeatRequest(0, tutorial=True), mode, lambda: again, teacher)
