"""A recorded game on the full screen: a table of this process that is over, and a client that looks back."""

from __future__ import annotations

import trio

from tta_p2p.cli.terminal import fault_log
from tta_p2p.cli.terminal.client import DisplayMode, play_with
from tta_p2p.games.contract import Seat
from tta_p2p.node.spectators.recording_table import RecordingTable
from tta_p2p.seats.lines import Lines
from tta_p2p.seats.memory import memory_pair
from tta_p2p.table.recording import Recording
from tta_p2p.ui.state import SeatRequest


def replay_on_screen(recording: Recording, begin: int, seat: Seat | None, manner: DisplayMode) -> int:
    """Step through a recorded game, ``begin`` facts from its beginning on, as a seat or everybody saw it."""
    return fault_log.run(_replay, recording, begin, seat, manner)


async def _replay(recording: Recording, begin: int, seat: Seat | None, manner: DisplayMode) -> int:
    ours, theirs = memory_pair()
    table = RecordingTable(recording)
    eyes = tuple(range(len(recording.names))) if recording.opened else ()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.serve, theirs)
        code = await play_with(
            Lines(ours), SeatRequest(seat, spectate=seat is None, shared_seats=eyes), manner, str, begin=begin
        )
        nursery.cancel_scope.cancel()
    return code
