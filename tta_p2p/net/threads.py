"""Threads for what stands still meanwhile: so many for each purpose, so that no purpose has to wait for another.

What waits for a name server, which others can make slow, holds up neither the disk nor the names of anybody else.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import trio

LOOKUPS = 4
"""How many names are looked up at once for whoever has no limit of its own."""
DISK = 8
"""How many calls wait for the disk at once."""

_LIMITERS: trio.lowlevel.RunVar[dict[str, trio.CapacityLimiter]] = trio.lowlevel.RunVar("limiters")
_LOOKUPS: ContextVar[trio.CapacityLimiter | None] = ContextVar("lookups", default=None)


def limiter(purpose: str, most: int) -> trio.CapacityLimiter:
    """The limiter of a purpose in this run of Trio."""
    try:
        limiters = _LIMITERS.get()
    except LookupError:
        _LIMITERS.set(limiters := {})
    return limiters.setdefault(purpose, trio.CapacityLimiter(most))


class _Resolver(trio.abc.HostnameResolver):
    """The system's resolver, in threads of its own; a lookup that is given up keeps its thread until it ends."""

    async def getaddrinfo(self, *asked: Any, **more: Any) -> Any:
        """Look a name up by the system. Raises OSError."""
        limit = _LOOKUPS.get() or limiter("lookups", LOOKUPS)
        return await trio.to_thread.run_sync(
            lambda: socket.getaddrinfo(*asked, **more), limiter=limit, abandon_on_cancel=True
        )

    async def getnameinfo(self, sockaddr: Any, flags: int) -> tuple[str, str]:
        """Nobody asks for the name of an address."""
        raise NotImplementedError


_SYSTEM = _Resolver()


@contextmanager
def lookups(limit: trio.CapacityLimiter | None) -> Iterator[None]:
    """Names are looked up within this limit while the body runs; None: that of everybody who has none."""
    before = trio.socket.set_custom_hostname_resolver(_SYSTEM)
    if before is not None and before is not _SYSTEM:  # a simulated world has its own names
        trio.socket.set_custom_hostname_resolver(before)
    token = _LOOKUPS.set(limit)
    try:
        yield
    finally:
        _LOOKUPS.reset(token)
