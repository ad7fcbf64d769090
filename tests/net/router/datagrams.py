"""Datagrams between the machines of a simulated network, so that what is said to a router takes virtual time alone."""

from __future__ import annotations

import errno
import os
import random
import socket
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import trio

from tests.net.router.false_router import HOST, FalseRouter, false_router
from tests.simulation.network import HERE, Machine, Network

LONGEST = 65_507
"""Bytes of a datagram."""


class Datagrams(Network):
    """A network that carries datagrams, too; who listens to no group hears what is sent to one at its port."""

    def __init__(self, luck: random.Random) -> None:
        super().__init__(luck)
        self.bound: dict[tuple[str, int], Datagram] = {}

    def socket(  # type: ignore[override]
        self, family: int = socket.AF_INET, type: int = socket.SOCK_STREAM, proto: int = 0
    ) -> trio.socket.SocketType:
        """What Trio calls for a new socket."""
        if type == socket.SOCK_DGRAM:
            return Datagram(HERE.get(), family, self)
        return super().socket(family, type, proto)


class Datagram(trio.socket.SocketType):
    """A socket for datagrams, as far as the product uses one."""

    def __init__(self, machine: Machine, family: int, network: Datagrams) -> None:
        self._machine, self._family, self._network = machine, socket.AddressFamily(family), network
        self._name: tuple[str, int] = ("", 0)
        self._peer: tuple[str, int] | None = None
        self._come: deque[tuple[float, bytes, tuple[str, int]]] = deque()
        self._moved = trio.lowlevel.ParkingLot()

    def __enter__(self) -> Datagram:
        """It is closed at the end."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    @property
    def family(self) -> socket.AddressFamily:
        """Of which addresses."""
        return self._family

    def getsockname(self) -> Any:
        """Where it is."""
        return self._name

    def setsockopt(self, *args: Any) -> None:
        """Nothing of that matters here."""

    async def bind(self, address: Any) -> None:
        """Be at this address."""
        await trio.lowlevel.checkpoint()
        host, port = address[:2]
        name = (host, port or self._machine.free_port())
        if host != self._machine.host or name in self._network.bound:
            raise OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL))
        self._name = name
        self._network.bound[name] = self

    async def connect(self, address: Any) -> None:
        """Hear nobody else from now on."""
        await trio.lowlevel.checkpoint()
        self._peer = tuple(address[:2])

    async def send(self, data: Any, flags: int = 0, /) -> int:  # type: ignore[override]
        """Send to the one that it is connected to."""
        assert self._peer is not None
        return await self.sendto(data, self._peer)

    async def sendto(self, data: Any, address: Any) -> int:  # type: ignore[override]
        """Send to an address, where nobody may be, or to all who are at the port of a group."""
        await trio.lowlevel.checkpoint()
        host, port = address[:2]
        group = host.startswith("239.")
        for name, other in [*self._network.bound.items()]:
            if name == (host, port) or (group and name[1] == port):
                local = other._machine is self._machine
                when = trio.current_time() + (0.0 if local else self._network.delay())
                other._come.append((when, bytes(data), self._name))
                other._moved.unpark_all()
        return len(data)

    async def recvfrom(self, bufsize: int, flags: int = 0, /) -> tuple[bytes, Any]:  # type: ignore[override]
        """The next one, and from where."""
        while True:
            await trio.lowlevel.checkpoint()
            if self._come and self._come[0][0] <= trio.current_time():
                _, data, sender = self._come.popleft()
                if self._peer in (None, sender):
                    return data[:bufsize], sender
                continue
            with trio.move_on_at(self._come[0][0] if self._come else float("inf")):
                await self._moved.park()

    async def recv(self, buflen: int, flags: int = 0, /) -> bytes:  # type: ignore[override]
        """The next one."""
        return (await self.recvfrom(buflen))[0]

    def close(self) -> None:
        """Be nowhere."""
        self._network.bound.pop(self._name, None)


@asynccontextmanager
async def simulated_router(host: str = HOST, **how: object) -> AsyncIterator[FalseRouter]:
    """A router at a machine with this address, on which everything else runs, too, in virtual time."""
    network = Datagrams(random.Random(1))
    trio.socket.set_custom_socket_factory(network)  # type: ignore[arg-type]
    HERE.set(network.machine(host))
    async with false_router(host=host, **how) as router:
        yield router
