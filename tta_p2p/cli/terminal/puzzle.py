"""Puzzles at this terminal: each a game of its own, which is not kept; whether it was solved is."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import trio

from tta_p2p.cli.options.choices import written_name
from tta_p2p.cli.output.speech import text_of
from tta_p2p.cli.terminal.puzzle_progress import keep_begun, keep_try
from tta_p2p.cli.terminal.tutorial import Rival
from tta_p2p.node.data_folder.people import own_name
from tta_p2p.node.local.table import LocalTable
from tta_p2p.seats.parts.lessons import LessonReply
from tta_p2p.store.home import home
from tta_p2p.ui.puzzle import SOLVER, Puzzle
from tta_p2p.ui.puzzle_guide import PuzzleGuide

if TYPE_CHECKING:
    from tta_p2p.cli.terminal.client import DisplayMode


def solve(game: str, puzzles: Sequence[Puzzle], number: int, manner: DisplayMode) -> int:
    """Set a person puzzles, from this one (0: the first) on; the exit code."""
    from tta_p2p.cli.terminal import fault_log

    return fault_log.run(_solve, game, puzzles, number, manner)


class PuzzleRoom:
    """The tables of puzzles: the game of one, and after it that of another."""

    def __init__(self, game: str, puzzles: Sequence[Puzzle], guide: PuzzleGuide, name: str) -> None:
        """``name``: that of the person."""
        self._game, self._puzzles, self._guide, self._name = game, puzzles, guide, name
        self._asked, self._to = trio.Event(), guide.number
        self.table = self._lay_out()
        """The table at which the person sits now."""

    async def run(self) -> None:
        """Play the game of this puzzle, and then that of another one, as long as somebody wants to."""
        while True:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.table.run)
                await self._asked.wait()
                nursery.cancel_scope.cancel()
            before, self._asked = self.table, trio.Event()
            self._guide.begin(self._to)
            self.table = self._lay_out()
            before.hand_over(self.table, LessonReply(self._to + 1))

    def _lay_out(self) -> LocalTable:
        """Lay out the game of the puzzle that is set."""
        puzzle = self._guide.puzzle
        with contextlib.suppress(OSError):
            keep_begun(home(), self._game, puzzle.name)
        local = puzzle.make()
        bots = {seat: "easy" for seat in range(local.seats) if seat != SOLVER}
        names = (self._name, *(text_of("bot.called", n=number) for number in bots))
        table = LocalTable(
            local.game, local.seats, local.options, 1, names, bots,
            local=local, bot=lambda level, seed: Rival(()), lends=False,
        )  # fmt: skip
        table.lay_out_lesson = self._ask
        return table

    def _ask(self, by: int) -> None:
        """Have another puzzle laid out, so many later."""
        self._to = max(0, min(self._guide.number + by, len(self._puzzles) - 1))
        self._asked.set()


async def _solve(game: str, puzzles: Sequence[Puzzle], number: int, manner: DisplayMode) -> int:
    from tta_p2p.cli.terminal.client import play_with
    from tta_p2p.i18n import command
    from tta_p2p.seats.lines import Lines
    from tta_p2p.seats.memory import memory_pair
    from tta_p2p.ui.state import SeatRequest

    def keep(puzzle: Puzzle, solved: bool, clues: int) -> None:
        with contextlib.suppress(OSError):  # then it counts as not tried
            keep_try(home(), game, puzzle.name, solved, clues)

    guide = PuzzleGuide(puzzles, number, manner.screen, keep)
    room = PuzzleRoom(game, puzzles, guide, own_name())
    ours, theirs = memory_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(room.run)
        nursery.start_soon(room.table.serve, theirs)
        code = await play_with(
            Lines(ours), SeatRequest(SOLVER, tutorial=True, puzzle=True), manner,
            lambda: command("puzzle", "next", "--game", written_name(game)), guide,
        )  # fmt: skip
        nursery.cancel_scope.cancel()
    return code
