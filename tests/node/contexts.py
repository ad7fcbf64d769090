"""The context of a game as a part under test sees it: a real table, and of the node around it what the test gives."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import trio

from protocol.transcript import Record
from tta_p2p.net.tasks import Stake
from tta_p2p.node.game.context import GRID, LINGER, GameContext
from tta_p2p.node.game.players import Players
from tta_p2p.node.game.presence import Presence
from tta_p2p.node.machine.environment import Environment
from tta_p2p.table.game_table import GameTable


class Wire:
    """The frames that a node sends, and what it tells its clients."""

    def __init__(self) -> None:
        self.frames: list[tuple[int | None, int, bytes]] = []
        """To whom (None: to all), of which kind, and what."""
        self.told: list[Any] = []
        self.clients: set[Any] = set()
        self.last_change_at = 0.0
        self.served = False
        self.shown = 0
        self.wake_times = trio.Event()
        self.nursery: trio.Nursery | None = None

    # As a mesh.

    addresses: tuple[Any, ...] = ()
    """Where this node listens."""

    def send(self, operator: int, kind: int, payload: bytes) -> bool:
        """Take a frame to one peer."""
        self.frames.append((operator, kind, payload))
        return True

    def send_all(self, kind: int, payload: bytes) -> None:
        """Take a frame to all peers."""
        self.frames.append((None, kind, payload))

    def catch_up(self, operator: int, frames: Any) -> None:
        """Take what a peer lacks."""

    # As a desk.

    def tell_all(self, said: Any) -> None:
        """Take what all clients are told."""
        self.told.append(said)

    # As a loop.

    @property
    def desk(self) -> Any:
        """The clients."""
        return self

    def show_soon(self) -> None:
        """Count what is to be shown."""
        self.shown += 1

    def closing(self) -> None:
        """Nobody else has to know."""

    def closed(self) -> None:
        """Nobody else has to know."""

    def start(self, serves: Stake, origin: str, task: Callable[..., Awaitable[Any]], *arguments: Any) -> None:
        """Start a task in the test's nursery."""
        assert self.nursery is not None
        self.nursery.start_soon(task, *arguments)

    async def wake(self) -> None:
        """Wake the test."""
        self.wake_times.set()


def context_of(
    table: GameTable,
    operator: int,
    *,
    wire: Any = None,
    mesh: Any = None,
    journal: Sequence[Record] = (),
    only_bots: bool = False,
    unattended: Collection[int] = (),
    bots: Mapping[int, str] | None = None,
    presence: Presence | None = None,
    store: Any = None,
    folder: Path = Path(),
    environment: Any = None,
    resumed: bool = False,
    stale: bool = False,
    pace: float = 0.0,
    grid: float = GRID,
    linger: float = LINGER,
    identity: Any = None,
    charter: Any = None,
    signed: Any = None,
    sought: tuple[str, ...] = (),
    beacons: Any = None,
) -> GameContext:
    """The context of a game at the node of an operator; ``wire`` is its mesh, its desk and its loop."""
    wire = wire if wire is not None else Wire()
    context = GameContext.__new__(GameContext)
    context.setup = SimpleNamespace(  # type: ignore[assignment]
        journal=journal,
        resumed=resumed,
        stale=stale,
        seed=1,
        grid=grid,
        linger=linger,
        sought=sought,
        beacons=beacons,
        tor=None,
    )
    context.loop, context.mesh, context.store = wire, mesh if mesh is not None else wire, store
    context.table, context.operator, context.charter = table, operator, charter or table.charter
    context.signed = signed
    context.sid, context.folder, context.identity = context.charter.sid, folder, identity
    context.row = SimpleNamespace(sid=context.sid, operator=operator, status="playing")  # type: ignore[assignment]
    context.environment = environment or Environment()
    levels = bots if bots is not None else {seat: "easy" for seat in context.charter.seats_of(operator) if only_bots}
    context.players = Players(context.charter, operator, levels, (), pace=pace)
    context.presence = presence or Presence()
    context.erased = False
    context.unattended, context.convicted, context.may_send = frozenset(unattended), set(), not resumed
    context._parts, context._roles = [], {}
    return context
