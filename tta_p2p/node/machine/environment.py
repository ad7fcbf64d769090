"""The environment of a node: all it takes from its machine beside its data folder, its sockets and Trio's clock.

Sockets and passing time are Trio's: a program that runs nodes in a simulated world gives Trio other sockets
(`trio.socket.set_custom_socket_factory`) and another clock. What is left is in one value.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import trio

from tta_p2p.net.router.gateway import Gateway, find_gateways
from tta_p2p.net.threads import DISK, limiter
from tta_p2p.node.machine import clock
from tta_p2p.node.programs.program import START, Start
from tta_p2p.node.service.seat_server import listen_privately
from tta_p2p.node.workers.pool import WorkerPool
from tta_p2p.store.database import Store


async def in_a_thread(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function that waits for the disk while the node goes on."""
    return await trio.to_thread.run_sync(function, *arguments, limiter=limiter("disk", DISK))


@dataclass(frozen=True, slots=True)
class Environment:
    """The world of one node."""

    entropy: Callable[[int], bytes] = os.urandom
    """Gives that many fresh random bytes."""
    now: Callable[[], int] = clock.now
    """What the clock on the wall shows, in seconds since 1970; nothing in a game depends on it."""
    aside: Callable[..., Awaitable[Any]] = in_a_thread
    """Calls what waits for the disk, and gives its result; calls overlap, but for those of a caller that waits."""
    workers: WorkerPool = field(default_factory=WorkerPool)
    """Where heavy checks are carried out."""
    thinkers: WorkerPool = field(default_factory=WorkerPool)
    """Where bots think: never in the way of checks."""
    open_store: Callable[[Path], Store] = Store
    """Opens the store of a data folder. Raises StoreError."""
    listen: Callable[[Path], trio.SocketListener] = listen_privately
    """Listens at a file to which clients of this machine come."""
    start_program: Start = START
    """Starts the process of a program that plays a seat. Raises OSError, ValueError."""
    gateways: Callable[[], Awaitable[tuple[Gateway, ...]]] = find_gateways
    """Finds the routers that may be asked to open a port."""
