"""Small helpers around Trio's nurseries and deadlines."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol, runtime_checkable

import trio


@asynccontextmanager
async def background(*tasks: Callable[[], Awaitable[Any]]) -> AsyncIterator[trio.Nursery]:
    """Run tasks beside the body and end them with it.

    An exception of the body comes out as it is, not in a group; one of a task ends the body and comes out in a group.
    """
    failed: Exception | None = None
    async with trio.open_nursery() as nursery:
        for task in tasks:
            nursery.start_soon(task)
        try:
            yield nursery
        except Exception as error:
            failed = error
        nursery.cancel_scope.cancel()
    if failed is not None:
        raise failed


@runtime_checkable
class Droppable(Protocol):
    """A stream that is no socket and can be closed at once."""

    def drop(self) -> None:
        """Close it without waiting."""
        ...


class Pace:
    """A token bucket: ``rate`` units a second, at most ``burst`` saved up."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._saved = burst
        self._then = trio.current_time()

    def _fill(self) -> None:
        now = trio.current_time()
        self._saved = min(self._burst, self._saved + (now - self._then) * self._rate)
        self._then = now

    def try_spend(self, units: float) -> bool:
        """Spend if there is enough."""
        self._fill()
        if self._saved < units:
            return False
        self._saved -= units
        return True

    async def spend(self, units: float) -> None:
        """Spend, and wait as long as that leaves a debt."""
        self._fill()
        self._saved -= units
        if self._saved < 0:
            await trio.sleep(-self._saved / self._rate)
        else:
            await trio.lowlevel.checkpoint()


TURNS = 4
"""How often all other tasks have had their turn when what they had to say is through TLS."""


async def let_others_speak() -> None:
    """Wait until all that others have to say now is on its way, which takes no time to speak of."""
    for _ in range(TURNS):
        await trio.lowlevel.checkpoint()


async def close(stream: trio.abc.AsyncResource, within: float = 1.0) -> None:
    """Close a stream politely, but in so many seconds at most and whatever else is going on."""
    gone = suppress(trio.BrokenResourceError, trio.ClosedResourceError, trio.BusyResourceError, OSError)
    with trio.CancelScope(shield=True, deadline=trio.current_time() + within), gone:
        await stream.aclose()
    if isinstance(stream, trio.SSLStream):
        with trio.CancelScope(shield=True):
            await trio.aclose_forcefully(stream.transport_stream)
