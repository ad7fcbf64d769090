"""The door: how many connections may be in the middle of showing who they are, from where, and for how long.

Nobody who has not shown who it is costs more than a slot, a few kilobytes and a few seconds. Where all slots are
taken, the oldest that has had a fair chance makes way, so that slow strangers cannot lock a friend out.
"""

from __future__ import annotations

import ipaddress
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import trio

from protocol.errors import ProtocolError
from tta_p2p.net.errors import NetError

FAILURES = (
    NetError,
    ProtocolError,
    trio.BrokenResourceError,
    trio.ClosedResourceError,
    trio.BusyResourceError,
    trio.TooSlowError,
    ssl.SSLError,
    OSError,
)
"""Everything that a stranger can make go wrong."""


@dataclass(eq=False, slots=True)
class _Visitor:
    source: str
    since: float
    scope: trio.CancelScope


class Gate:
    """Slots for connections; ``limit`` in all and ``per_source`` from one address (a /64 in IPv6).

    The limit per source does not hold on loopback, where anybody may choose among millions of addresses. A visitor
    who has stayed for ``grace`` seconds makes way when slots are short.
    """

    def __init__(self, limit: int = 32, per_source: int = 4, grace: float = 1.0) -> None:
        self._limit = limit
        self._per_source = per_source
        self._grace = grace
        self._visitors: list[_Visitor] = []
        self.refused_count = 0
        """How many were sent away because there was no room, or made way."""

    def __len__(self) -> int:
        """Count those that are in."""
        return len(self._visitors)

    @contextmanager
    def enter(self, host: str) -> Iterator[trio.CancelScope | None]:
        """A slot for a connection from this host, inside the scope that is cancelled when it must make way.

        None where there is no room.
        """
        source, loopback = _source(host)
        same = [visitor for visitor in self._visitors if visitor.source == source]
        crowd = same if not loopback and len(same) >= self._per_source else self._visitors
        if crowd is same or len(self._visitors) >= self._limit:
            self.refused_count += 1
            oldest = crowd[0]
            if trio.current_time() - oldest.since < self._grace:
                yield None
                return
            oldest.scope.cancel()
            self._visitors.remove(oldest)
        with trio.CancelScope() as scope:
            visitor = _Visitor(source, trio.current_time(), scope)
            self._visitors.append(visitor)
            try:
                yield scope
            finally:
                if visitor in self._visitors:
                    self._visitors.remove(visitor)


def _source(host: str) -> tuple[str, bool]:
    """Give the source that an address counts as, and whether it is this machine."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host, False
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    if address.version == 6 and not address.is_loopback:
        return str(ipaddress.ip_network((address, 64), strict=False)), False
    return str(address), address.is_loopback


def host_of(stream: trio.SocketStream) -> str:
    """The address of the other end; empty when it has gone already."""
    try:
        return str(stream.socket.getpeername()[0])
    except OSError:
        return ""
