"""Threads in made-up time, and a name server that is slow: a look-up keeps its thread for as long as the server takes.

The product's own limits hold, those of one process apart from those of another.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import outcome
import trio

from tests.simulation.network import HERE, Machine
from tta_p2p.net import threads

if TYPE_CHECKING:
    from tests.simulation.world import World

LOOKUP = 20.0
"""Seconds that a look-up takes; then nobody knows the name."""
THREADS = 40
"""How many threads Trio has for what has no limit of its own."""


class SlowNames:
    """What stands in the place of threads and of the system's resolver in one world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._takes = 0.0
        """Seconds that what is called now takes."""
        self._limiters: dict[Machine, dict[str, trio.CapacityLimiter]] = {}

    @contextmanager
    def standing_in(self) -> Iterator[None]:
        """Let nodes call threads and look names up here while the body runs."""
        before = trio.to_thread.run_sync, threads.socket, threads._LIMITERS
        trio.to_thread.run_sync = self._run_sync  # type: ignore[assignment]
        threads.socket = SimpleNamespace(getaddrinfo=self._look_up)  # type: ignore[assignment]
        threads._LIMITERS = self  # type: ignore[assignment]
        try:
            yield
        finally:
            trio.to_thread.run_sync, threads.socket, threads._LIMITERS = before  # type: ignore[misc]

    def takes(self, seconds: float) -> None:
        """What is called in a thread keeps it for so long."""
        self._takes = seconds

    def get(self) -> dict[str, trio.CapacityLimiter]:
        """The limiters of this process."""
        return self._limiters.setdefault(HERE.get(), {})

    def _look_up(self, *_: Any, **__: Any) -> Any:
        self.world.count("look-ups of 20 seconds")
        self.takes(LOOKUP)
        raise socket.gaierror(socket.EAI_AGAIN, "no name server answers")

    async def _run_sync(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        limiter: trio.CapacityLimiter | None = None,
        abandon_on_cancel: bool = False,
    ) -> Any:
        """Wait for a thread, and for what is called there; given up, that goes on and keeps its thread."""
        limit = limiter or threads.limiter("whatever else", THREADS)
        thread, done = object(), trio.Event()
        await limit.acquire_on_behalf_of(thread)
        result = outcome.capture(function, *arguments)
        seconds, self._takes = self._takes, 0.0

        async def stand_still() -> None:
            await trio.sleep(seconds)
            limit.release_on_behalf_of(thread)
            done.set()

        self.world.nursery.start_soon(stand_still)
        with trio.CancelScope(shield=not abandon_on_cancel):
            await done.wait()
        return result.unwrap()
