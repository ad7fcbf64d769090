"""Whole games in this process with external programs at some seats, over the seat protocol: for `tta simulate`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import trio

from tta_p2p.cli.output.speech import words
from tta_p2p.cli.terminal import fault_log
from tta_p2p.games.contract import Act, Acts, Seat
from tta_p2p.games.local import LocalGame
from tta_p2p.node.local.table import LocalTable
from tta_p2p.node.programs.program import NEWS, Patience, ProgramCommand
from tta_p2p.node.programs.supervisor import LocalSeat, supervise
from tta_p2p.seats import messages as say

ONCE = Patience(restarts=0)
"""A program that fails ends its game: what it would have done with better luck is no measure."""


class ProgramFault(Exception):
    """A program could not play its game to the end."""


class _Simulated:
    """A seat of a game that ends when its program fails."""

    by_hand: tuple[str, ...] = ("broken-off",)

    def __init__(self, table: LocalTable, seat: Seat, scope: trio.CancelScope, trouble: list[str]) -> None:
        self._place, self._number, self._name = LocalSeat(table, seat), seat, table.names[seat]
        self._scope, self._trouble = scope, trouble
        self.seat: Seat | None = seat

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._place.over

    taken = False

    async def serve(self, stream: trio.abc.Stream) -> None:
        """Serve the program as a client of the table."""
        await self._place.serve(stream)

    def tell(self, what: str, *args: say.TextArgument) -> None:
        """Keep what is wrong."""
        self._trouble.append(words().line(f"{NEWS}{what}", [self._number, self._name, *args]))

    def answers(self) -> None:
        """Nobody comes later."""

    def give_up(self, yes: bool) -> None:
        """End the game."""
        if yes:
            self._scope.cancel()


def play_out(
    game: LocalGame[Any, Any], levels: tuple[str, ...], programs: dict[Seat, ProgramCommand], seed: int, folder: Path
) -> int:
    """Play a game to its end; how many acts it took. Raises ProgramFailed.

    ``levels``: who plays each seat; ``folder``: where a failed program's error output stays.
    """
    bots = {seat: level for seat, level in enumerate(levels) if seat not in programs}
    table = LocalTable(
        game.game, game.seats, game.options, seed, bots=bots, local=game, names=levels, programs=programs
    )
    return fault_log.run(_play_out, table, programs, seed, folder)


async def _play_out(table: LocalTable, programs: dict[Seat, ProgramCommand], seed: int, folder: Path) -> int:
    trouble: list[str] = []
    paths = [folder / f"simulate-{seed}-seat{seat}.log" for seat in programs]
    with trio.CancelScope() as scope:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(table.run)
            for (seat, command), path in zip(programs.items(), paths, strict=True):
                nursery.start_soon(supervise, command, _Simulated(table, seat, scope, trouble), path, ONCE)
    if not table.local.over:
        raise ProgramFault("\n".join(trouble))
    for path in paths:
        path.unlink(missing_ok=True)
        path.with_suffix(".old").unlink(missing_ok=True)
    return sum(len(fact.acts) if isinstance(fact, Acts) else isinstance(fact, Act) for fact in table.local.facts)
