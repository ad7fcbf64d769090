"""A finished game as it is shown to a spectator."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import trio

from protocol.transcript import MessageRecord, Record
from tests.table.peers import Peers
from tta_p2p.games.game import complete_options
from tta_p2p.node.spectators.spectator_table import SpectatorTable
from tta_p2p.node.workers.pool import WorkerPool
from tta_p2p.registry import load_rules


@cache
def played(spectators: str = "open", most: int = 100_000) -> tuple[Peers, tuple[Record, ...]]:
    """A game, finished unless after so many acts, and what the first node has stored of it, its secrets among it."""
    options = complete_options(load_rules("caravan").settings, {})
    peers = Peers("caravan", [0, 1], seed=3, options=options, spectators=spectators)
    stored: list[Record] = []
    first = peers.tables[0]
    poll = first.poll

    def keeping() -> object:
        output = poll()
        stored.extend(output.store)
        return output

    first.poll = keeping  # type: ignore[method-assign, assignment]
    for _ in range(most):
        if not peers.step():
            break
    assert first.session.course.finished == (most > 100)
    return peers, tuple(stored)


def said(records: tuple[Record, ...]) -> list[bytes]:
    return [record.envelope for record in records if isinstance(record, MessageRecord)]


@asynccontextmanager
async def watching(folder: Path, peers: Peers | None = None, **more: Path) -> AsyncIterator[SpectatorTable]:
    workers = WorkerPool()
    game = SpectatorTable((peers or played()[0]).signed, workers=workers, folder=folder, **more)
    try:
        async with trio.open_nursery() as nursery:
            await nursery.start(game.run)
            yield game
            nursery.cancel_scope.cancel()
    finally:
        workers.close()
