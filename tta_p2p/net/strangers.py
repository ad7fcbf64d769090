"""The door: how many connections may be in the middle of showing who they are, from where, and for how long.

Nobody who has not shown who it is costs more than a slot, a few kilobytes and a few seconds. Where all slots are
taken, whoever has had a fair chance makes way, so that neither slow strangers nor a crowd can lock a friend out.
"""

from __future__ import annotations

import ipaddress
import math
import ssl
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import trio

from protocol.errors import ProtocolError
from tta_p2p.net.errors import NetError
from tta_p2p.net.folder.streams import FolderStream

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
class Visitor:
    """Somebody at the door, and later inside; ``scope`` ends when it must make way."""

    source: str
    local: bool
    """Whether it comes from this machine."""
    grace: float = 0.0
    """Seconds for which it makes way for nobody."""
    ripe: float = 0.0
    """From when on it makes way for others, once it is inside."""
    inside: bool = False
    refused: bool = False
    stays: bool = False
    """Whether it makes way for nobody any more."""
    made_way: bool = False
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)

    def stay(self) -> None:
        """Keep the slot: it has done what it came for, and makes way for nobody."""
        self.stays = True


class Gate:
    """Slots for connections; ``limit`` in all and ``per_source`` from one address (a /64 in IPv6).

    The limit per source does not hold on loopback, where many people may come from one address. Where slots are short,
    whoever comes waits in a line, for ``wait`` seconds at most, and whoever has had a slot for ``grace`` seconds makes
    way, unless it stays: the oldest from the source with the most slots, for the first in line from the source with
    the fewest. So a crowd takes slots from itself. ``line`` may wait; where more come, those of the source with the
    most are sent away.
    """

    def __init__(
        self, limit: int = 32, per_source: int = 4, grace: float = 1.0, line: int = 48, wait: float = 5.0
    ) -> None:
        self._limit = limit
        self._per_source = per_source
        self._grace = grace
        self._longest_line = line
        self._wait = wait
        self._visitors: list[Visitor] = []
        self._line: list[Visitor] = []
        self._moved = trio.Event()
        self.refused_count = 0
        """How many were sent away because there was no room, or made way."""

    def __len__(self) -> int:
        """Count those that are in."""
        return len(self._visitors)

    @asynccontextmanager
    async def enter(self, host: str, slowness: float = 1.0) -> AsyncIterator[Visitor | None]:
        """A slot for a connection from this host, inside a scope that is cancelled when it must make way.

        ``slowness``: how many times longer than usual its words take, and so its grace and its wait. None where there
        is no room, and none gets free in time.
        """
        visitor = Visitor(*_source(host), grace=self._grace * slowness)
        if not await self._get_in(visitor, self._wait * slowness):
            self.refused_count += 1
            yield None
            return
        try:
            with visitor.scope:
                yield visitor
        finally:
            if visitor in self._visitors:
                self._visitors.remove(visitor)
                self._move_up()

    async def _get_in(self, visitor: Visitor, wait: float) -> bool:
        """Wait so many seconds for a slot; whether there is one in time."""
        crowd, room = self._crowd(visitor)
        if not room and all(one.stays for one in crowd):
            return False
        self._line.append(visitor)
        self._move_up()
        if len(self._line) > self._longest_line:
            self._shorten_line()
        try:
            with trio.move_on_after(wait):
                while not (visitor.inside or visitor.refused):
                    with trio.move_on_at(self._next_ripe() if self._line[0] is visitor else math.inf) as timer:
                        await self._moved.wait()
                    if timer.cancelled_caught:
                        self._move_up()
        except BaseException:
            if visitor in self._visitors:
                self._visitors.remove(visitor)
                self._move_up()
            raise
        finally:
            if visitor in self._line:
                self._line.remove(visitor)
                self._wake()  # somebody else is the first in line, and looks at the clock
        return visitor.inside

    def _next_ripe(self) -> float:
        """Give the moment at which the next one makes way for others."""
        now = trio.current_time()
        return min((one.ripe for one in self._visitors if one.ripe > now), default=math.inf)

    def _shorten_line(self) -> None:
        """Send away whoever came last of the source with the most in line."""
        waiting = Counter(one.source for one in self._line)
        most = max(waiting.values())
        last = next(one for one in reversed(self._line) if waiting[one.source] == most)
        self._line.remove(last)
        last.refused = True
        self._wake()

    def _move_up(self) -> None:
        """Let in whoever there is room for, and who is waiting longest of the source with the fewest slots."""
        while True:
            taken = Counter(one.source for one in self._visitors if not one.stays)
            for first in sorted(self._line, key=lambda one: taken[one.source]):  # the order of coming stays
                if self._make_room(first, taken):
                    break
            else:
                return
            self._line.remove(first)
            self._visitors.append(first)
            first.inside, first.ripe = True, trio.current_time() + first.grace
            self._wake()

    def _make_room(self, visitor: Visitor, taken: Counter[str]) -> bool:
        """Whether there is a slot for this one, also by sending somebody away."""
        crowd, room = self._crowd(visitor)
        if room:
            return True
        leaving = [one for one in crowd if not one.stays]
        most = max((taken[one.source] for one in leaving), default=0)
        if most == taken[visitor.source]:  # its source has its share
            leaving = [one for one in leaving if one.source == visitor.source]
        now = trio.current_time()
        oldest = next((one for one in leaving if taken[one.source] == most and one.ripe <= now), None)
        if oldest is None:
            return False
        self._visitors.remove(oldest)
        oldest.made_way = True
        oldest.scope.cancel()
        self.refused_count += 1
        return True

    def _crowd(self, visitor: Visitor) -> tuple[list[Visitor], bool]:
        """With whom this one shares slots, and whether one of these is free."""
        same = [one for one in self._visitors if one.source == visitor.source]
        if not visitor.local and len(same) >= self._per_source:
            return same, False
        return self._visitors, len(self._visitors) < self._limit

    def _wake(self) -> None:
        self._moved.set()
        self._moved = trio.Event()


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


def is_here(host: str) -> bool:
    """Whether an address is of this machine, as those are that come by way of its Tor."""
    return _source(host)[1]


def host_of(stream: trio.SocketStream | FolderStream) -> str:
    """The address of the other end; empty when it has gone already, a label that is no address through a folder."""
    if isinstance(stream, FolderStream):
        return stream.label
    try:
        return str(stream.socket.getpeername()[0])
    except OSError:
        return ""
