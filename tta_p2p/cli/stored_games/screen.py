"""A recorded game on the full screen: a table of this process that is over, and a client that looks back."""

from __future__ import annotations

import time

import trio

from tta_p2p.cli.errors import CommandFailed
from tta_p2p.cli.stored_games.opening import RecordingOpening
from tta_p2p.cli.stored_games.stepper import seat_of
from tta_p2p.cli.terminal import fault_log
from tta_p2p.cli.terminal.client import play_with
from tta_p2p.cli.terminal.display import DisplayMode
from tta_p2p.games.contract import Seat
from tta_p2p.node.spectators.recording_table import RecordingTable
from tta_p2p.seats.lines import Lines
from tta_p2p.seats.memory import memory_pair
from tta_p2p.table.recording import Recording
from tta_p2p.ui.state import SeatRequest

PAUSE = 0.3
"""Seconds after which what has been read meanwhile is shown."""


def replay_on_screen(opening: RecordingOpening, begin: int, named: str, manner: DisplayMode) -> int:
    """Step through a recorded game, ``begin`` facts from its beginning on, as a seat or everybody (empty) saw it.

    It is seen as soon as it has begun, and read on meanwhile. Raises CommandFailed.
    """
    recording = opening.begin()
    seat = seat_of(recording, named) if named else None
    return fault_log.run(_replay, opening, recording, begin, seat, manner)


async def _replay(
    opening: RecordingOpening, recording: Recording, begin: int, seat: Seat | None, manner: DisplayMode
) -> int:
    ours, theirs = memory_pair()
    table = RecordingTable(recording, growing=True)
    eyes = tuple(range(len(recording.names))) if recording.opened else ()
    failed: list[CommandFailed] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.serve, theirs)

        async def read() -> None:
            try:
                await trio.to_thread.run_sync(_read_on, opening, table, abandon_on_cancel=True)
            except CommandFailed as error:  # what is seen of it is worth nothing: the file is not as it was written
                failed.append(error)
                nursery.cancel_scope.cancel()

        nursery.start_soon(read)
        code = await play_with(
            Lines(ours), SeatRequest(seat, spectate=seat is None, shared_seats=eyes), manner, str, begin=begin
        )
        nursery.cancel_scope.cancel()
    if failed:
        raise failed[0]
    return code


def _read_on(opening: RecordingOpening, table: RecordingTable) -> None:
    """Read the rest in a thread of its own, and let the table show it from time to time. Raises CommandFailed."""
    shown = time.monotonic()
    for _ in opening.read_on():
        if time.monotonic() - shown > PAUSE:
            trio.from_thread.run_sync(table.take_in)
            shown = time.monotonic()
    trio.from_thread.run_sync(table.end)
