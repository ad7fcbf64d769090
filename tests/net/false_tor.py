"""A Tor of the tests: a SOCKS server and a control port here that answer, lie, stall and cut as they are told."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import trio

from tta_p2p.net.addresses import Address
from tta_p2p.net.scopes import background

HERE = "127.0.0.1"
GRANTED = b"\x05\x00\x00\x01" + bytes(6)


@dataclass
class FalseSocks:
    """A SOCKS server: it knows services by name, and ports of this computer for them.

    ``greeting``, ``answer``: what it says instead; ``cut``: it hangs up after so many bytes of its answer; ``stalls``:
    it says nothing at all. ``answers_slowly``: one byte at a time.
    """

    services: dict[str, int] = field(default_factory=dict)
    greeting: bytes = b"\x05\x00"
    answer: bytes = GRANTED
    cut: int = 1000
    stalls: bool = False
    answers_slowly: bool = False
    asked: list[bytes] = field(default_factory=list)
    """What it was asked for, as it came."""
    address: Address = field(default_factory=lambda: Address(HERE, 1))
    served: trio.Event = field(default_factory=trio.Event)
    opened: list[trio.SocketStream] = field(default_factory=list)

    async def socks(self) -> Address:
        """Where it listens, for `Routes`."""
        return self.address

    async def serve(self, stream: trio.SocketStream) -> None:
        """One connection."""
        self.opened.append(stream)
        async with stream:
            if self.stalls:
                await trio.sleep_forever()
            await _take(stream, 3)
            await stream.send_all(self.greeting)
            if self.greeting != b"\x05\x00":
                return
            head = await _take(stream, 5)
            rest = await _take(stream, head[4] + 2)
            self.asked.append(head + rest)
            self.served.set()
            port = self.services.get(rest[:-2].decode())
            answer = self.answer if port or self.answer != GRANTED else b"\x05\x04\x00\x01" + bytes(6)
            for part in [bytes([one]) for one in answer[: self.cut]] if self.answers_slowly else [answer[: self.cut]]:
                await stream.send_all(part)
            if port is None or len(answer) > self.cut or answer != GRANTED:
                return
            async with await trio.open_tcp_stream(HERE, port) as inner, trio.open_nursery() as nursery:
                nursery.start_soon(_pump, stream, inner, nursery.cancel_scope)
                nursery.start_soon(_pump, inner, stream, nursery.cancel_scope)

    async def cut_all(self) -> None:
        """Cut what goes through it."""
        for stream in self.opened:
            await trio.aclose_forcefully(stream)
        self.opened.clear()


async def _take(stream: trio.SocketStream, count: int) -> bytes:
    got = b""
    while len(got) < count:
        more = await stream.receive_some(count - len(got))
        if not more:
            raise trio.BrokenResourceError
        got += more
    return got


async def _pump(source: trio.SocketStream, sink: trio.SocketStream, scope: trio.CancelScope) -> None:
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
        async for data in source:
            await sink.send_all(data)
    scope.cancel()


@asynccontextmanager
async def open_false_socks(socks: FalseSocks) -> AsyncIterator[FalseSocks]:
    """It listens while the body runs."""
    listeners = await trio.open_tcp_listeners(0, host=HERE)
    socks.address = Address(HERE, listeners[0].socket.getsockname()[1])

    async def serve(stream: trio.SocketStream) -> None:
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError, OSError):
            await socks.serve(stream)

    async with background() as nursery:
        nursery.start_soon(trio.serve_listeners, serve, listeners)
        yield socks
