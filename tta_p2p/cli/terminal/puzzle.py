"""Puzzles at this terminal: each a game of its own, which is not kept; whether it was solved is."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tta_p2p.cli.options.choices import written_name
from tta_p2p.cli.terminal.desk import ExerciseDesk, sit_down
from tta_p2p.cli.terminal.puzzle_progress import keep_begun, keep_try
from tta_p2p.node.data_folder.people import own_name
from tta_p2p.store.home import home
from tta_p2p.ui.puzzle import SOLVER, Puzzle
from tta_p2p.ui.puzzle_guide import PuzzleGuide
from tta_p2p.ui.tutorial import Opening, RivalPlay

if TYPE_CHECKING:
    from tta_p2p.cli.terminal.display import DisplayMode
    from tta_p2p.games.local import LocalGame


def solve(game: str, puzzles: Sequence[Puzzle], number: int, mode: DisplayMode) -> int:
    """Set a person puzzles, from this one (0: the first) on; the exit code."""
    from tta_p2p.cli.terminal import fault_log

    return fault_log.run(_solve, game, puzzles, number, mode)


class PuzzleExercise:
    """The puzzles of a game, for a `ExerciseDesk`."""

    seat = SOLVER

    def __init__(self, game: str, puzzles: Sequence[Puzzle], guide: PuzzleGuide) -> None:
        self._game, self._puzzles, self._guide = game, puzzles, guide
        self.count, self.begin = len(puzzles), guide.begin

    @property
    def number(self) -> int:
        """The puzzle that is set, from 0 on."""
        return self._guide.number

    def make(self, number: int) -> tuple[LocalGame[Any, Any], RivalPlay]:
        """Make the position of a puzzle, and keep that it has begun."""
        puzzle = self._puzzles[number]
        with contextlib.suppress(OSError):
            keep_begun(home(), self._game, puzzle.name)
        return puzzle.make(), RivalPlay(Opening(puzzle.make))


async def _solve(game: str, puzzles: Sequence[Puzzle], number: int, mode: DisplayMode) -> int:
    from tta_p2p.i18n import command
    from tta_p2p.ui.state import SeatRequest

    def keep(puzzle: Puzzle, solved: bool, clues: int) -> None:
        with contextlib.suppress(OSError):  # then it counts as not tried
            keep_try(home(), game, puzzle.name, solved, clues)

    guide = PuzzleGuide(puzzles, number, mode.screen, keep)
    desk = ExerciseDesk(PuzzleExercise(game, puzzles, guide), number, own_name())
    again = command("puzzle", "next", "--game", written_name(game))
    return await sit_down(desk, SeatRequest(SOLVER, tutorial=True, puzzle=True), mode, lambda: again, guide)
