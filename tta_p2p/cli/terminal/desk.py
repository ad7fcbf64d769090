"""Desk of exercises at this terminal: one small game after another, none of which is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Protocol

import trio

from tta_p2p.bots.base import Situation
from tta_p2p.cli.output.speech import text_of
from tta_p2p.games.contract import Act
from tta_p2p.node.local.table import LocalTable
from tta_p2p.seats.lines import Lines
from tta_p2p.seats.memory import memory_pair
from tta_p2p.seats.parts.lessons import LessonReply
from tta_p2p.ui.tutorial import RivalPlay

if TYPE_CHECKING:
    from tta_p2p.cli.terminal.display import DisplayMode
    from tta_p2p.games.local import LocalGame
    from tta_p2p.ui.guide import Guide
    from tta_p2p.ui.state import SeatRequest


class Rival:
    """A bot that plays a rival as the game of a lesson says."""

    def __init__(self, play: RivalPlay) -> None:
        self._play = play

    def choose(self, situation: Situation) -> Act:
        """Choose what the lesson has for this seat, else what changes the least."""
        return self._play.act(situation.game, situation.options, situation.seat)


class Exercise(Protocol):
    """A row of small games on a desk, numbered from 0 on."""

    @property
    def count(self) -> int:
        """The number of games."""
        ...

    @property
    def number(self) -> int:
        """The game that the person is told about now."""
        ...

    @property
    def seat(self) -> int:
        """The seat of the person."""
        ...

    def make(self, number: int) -> tuple[LocalGame[Any, Any], RivalPlay]:
        """Make a game as it stands at its beginning, with the play of its rivals."""
        ...

    def begin(self, number: int) -> None:
        """Tell the person about this game from now on."""
        ...


def desk_names(person: str, bots: Iterable[int]) -> tuple[str, ...]:
    """Give the names at a desk: that of the person, and those of the bots on these seats."""
    return (person, *(text_of("bot.called", n=seat) for seat in bots))


class ExerciseDesk:
    """The tables of an exercise: one of its games, and after it another."""

    def __init__(self, exercise: Exercise, first: int, name: str) -> None:
        """``first``: the game to begin with (from 0 on); ``name``: that of the person."""
        self._exercise, self._name = exercise, name
        self._asked, self._to = trio.Event(), first
        self.table = self._lay_out()
        """The table at which the person sits now."""

    async def run(self) -> None:
        """Play the game that is laid out, and then another one, as long as somebody wants to."""
        while True:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.table.run)
                await self._asked.wait()
                nursery.cancel_scope.cancel()
            before, self._asked = self.table, trio.Event()
            self.table = self._lay_out()
            self._exercise.begin(self._to)
            before.hand_over(self.table, LessonReply(self._to + 1))

    def _lay_out(self) -> LocalTable:
        """Lay out the game that was asked for."""
        local, rivals = self._exercise.make(self._to)
        bots = {seat: "easy" for seat in range(local.seats) if seat != self._exercise.seat}
        names = desk_names(self._name, bots)
        table = LocalTable(
            local.game, local.seats, local.options, 1, names, bots,
            local=local, bot=lambda level, seed: Rival(rivals), lends=False,
        )  # fmt: skip
        table.lay_out_lesson = self._ask
        return table

    def _ask(self, by: int) -> None:
        """Have another game laid out, so many later."""
        self._to = max(0, min(self._exercise.number + by, self._exercise.count - 1))
        self._asked.set()


async def sit_down(
    desk: ExerciseDesk, request: SeatRequest, mode: DisplayMode, again: Callable[[], str], guide: Guide
) -> int:
    """Let a person play at a desk until they leave; the exit code. ``again``: the command that comes back here."""
    from tta_p2p.cli.terminal.client import play_with

    ours, theirs = memory_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(desk.run)
        nursery.start_soon(desk.table.serve, theirs)
        code = await play_with(Lines(ours), request, mode, again, guide)
        nursery.cancel_scope.cancel()
    return code
