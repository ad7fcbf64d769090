"""Programs that play seats: started, started again when they fail, and given up when that does not help."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import trio

from tta_p2p.net.tasks import start_part
from tta_p2p.node.programs.bounds import ErrorLog
from tta_p2p.node.programs.program import (
    NEWS,
    START,
    Patience,
    ProgramCommand,
    ProgramRun,
    ProgramSeat,
    Start,
)
from tta_p2p.node.service.notices import error_reply
from tta_p2p.seats import messages as say
from tta_p2p.seats.names import BY_PROGRAM

if TYPE_CHECKING:
    from tta_p2p.node.game.loop import GameLoop
    from tta_p2p.node.local.table import LocalTable
    from tta_p2p.node.service.seat_server import Door


class ProgramPost(ProgramSeat, Protocol):
    """A seat at a table, for as long as the game goes on."""

    by_hand: tuple[str, ...]
    """How it is told that the program is given up, and what people must know to play on."""

    @property
    def over(self) -> bool:
        """Whether the seat has nothing to do any more."""
        ...

    @property
    def taken(self) -> bool:
        """Whether somebody else drives the seat now."""
        ...

    def give_up(self, yes: bool) -> None:
        """The program is not started any more (or again)."""
        ...


async def supervise(
    command: ProgramCommand, post: ProgramPost, path: Path, patience: Patience, start: Start = START
) -> None:
    """Let a program play a seat to the end of the game, whatever becomes of the program. ``path``: its error output;
    ``start`` starts a process.
    """
    log = ErrorLog(path)
    failures = starts = 0
    while not post.over:
        if post.taken:
            failures = starts = 0  # somebody plays by hand; afterwards the program may try again
            post.give_up(False)
            await trio.sleep(0.5)
            continue
        if failures > patience.restarts or starts >= patience.starts:
            await trio.sleep(0.5)
            continue
        log.remark(f"started: {command}")
        run = ProgramRun(command, post, log, patience, start)
        await run.run()
        log.remark(f"{run.reason}; {run.acts} acts")
        if run.over or post.over:
            return
        if run.taken:
            post.tell("rests")
            await trio.sleep(0.5)
            continue
        starts, failures = starts + 1, 1 if run.acts else failures + 1
        why = (run.reason.key, run.reason.detail)
        if failures > patience.restarts or starts >= patience.starts:
            post.tell(post.by_hand[0], *why, starts, str(path), *post.by_hand[1:])
            post.give_up(True)
            continue
        pause = min(patience.first * 2 ** (failures - 1), patience.longest)
        post.tell("again", *why, f"{pause:g}", str(path))
        await trio.sleep(pause)


class NodeSeat:
    """A seat of the charter at a node of the network."""

    def __init__(self, playing: GameLoop, door: Door, seat: int) -> None:
        self._playing, self._door, self._charter_seat = playing, door, seat
        self.by_hand: tuple[str, ...] = ("given-up", playing.context.sid.hex()[:8])

    @property
    def seat(self) -> int | None:
        """The seat of the game; none before the draw, nor for a player who was gone by then."""
        seating, seat = self._playing.table.seating, self._charter_seat
        return seating.to_game(seat) if seating is not None and seat in seating.charter else None

    @property
    def over(self) -> bool:
        """Whether the game is over, or the seat has left it."""
        return self._playing.ending.over or self._charter_seat not in self._playing.table.session.seated

    @property
    def taken(self) -> bool:
        """Whether a client drives the seat."""
        seat = self.seat
        return seat is not None and any(one.seat == seat and not one.gone for one in self._playing.desk.clients)

    async def serve(self, stream: trio.abc.Stream) -> None:
        """Serve the program as a client of the node."""
        await self._door.serve_stream(stream)

    def tell(self, what: str, *args: say.TextArgument) -> None:
        """Tell all clients."""
        name = self._playing.charter.seats[self._charter_seat].name.removesuffix(BY_PROGRAM)
        seat = self.seat
        said = error_reply(f"{NEWS}{what}", -1 if seat is None else seat, name, *args)
        self.answers()
        if what == "slow":
            self._playing.context.players.slow[self._charter_seat] = said
        if what == self.by_hand[0]:
            self._playing.context.players.given_up[self._charter_seat] = said
        self._playing.tell_all(said)
        print(said.text, file=sys.stderr, flush=True)

    def answers(self) -> None:
        """A client that comes later need not hear any more that the program is slow."""
        self._playing.context.players.slow.pop(self._charter_seat, None)

    def give_up(self, yes: bool) -> None:
        """Say whether the seat waits for a person; that it does is told already."""
        if not yes:
            self._playing.context.players.given_up.pop(self._charter_seat, None)


@asynccontextmanager
async def supervise_programs(
    playing: GameLoop, door: Door, commands: Mapping[int, ProgramCommand], patience: Patience
) -> AsyncIterator[None]:
    """Let programs play these seats of the charter as long as the context lasts; none outlives it."""
    async with trio.open_nursery() as nursery:
        for seat, command in commands.items():
            path = playing.context.folder / "programs" / f"{playing.context.sid.hex()[:16]}-seat{seat}.log"
            place, start = NodeSeat(playing, door, seat), playing.context.environment.start_program
            start_part(nursery, supervise, command, place, path, patience, start)
        yield
        nursery.cancel_scope.cancel()


class LocalSeat:
    """A seat at a table in this process; when its program is given up, a bot plays on, or the table ends."""

    by_hand: tuple[str, ...] = ("replaced",)

    def __init__(self, table: LocalTable, seat: int) -> None:
        self._table = table
        self.seat: int | None = seat
        self._number = seat

    @property
    def over(self) -> bool:
        """Whether the game is over or a bot has taken the program's place."""
        return self._table.local.over or self._number not in self._table.programs

    taken = False

    async def serve(self, stream: trio.abc.Stream) -> None:
        """Serve the program as a client of the table."""
        await self._table.serve(stream)

    def tell(self, what: str, *args: say.TextArgument) -> None:
        """Tell everybody at the table."""
        self._table.desk.tell_all(error_reply(f"{NEWS}{what}", self._number, self._table.names[self._number], *args))

    def answers(self) -> None:
        """Nobody comes later."""

    def give_up(self, yes: bool) -> None:
        """Let a bot play on."""
        if yes:
            self._table.give_to_bot(self._number)
