"""A crowd at the door of a lobby: everybody in it comes again and again, and says nothing that is of use."""

from __future__ import annotations

import socket
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field

import trio

from protocol.messages import Hello
from protocol.signatures import IdentityKey
from tests.net.parts import entropy_of, identity_of
from tta_p2p.net import tls
from tta_p2p.net.addresses import Address
from tta_p2p.net.errors import ChannelLost, NetError
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.lobby import dial_lobby
from tta_p2p.net.ports import Purpose
from tta_p2p.node.lobby.knock import knock

SOURCE: ContextVar[str] = ContextVar("SOURCE", default="")
"""From which address of this machine a task dials; empty: the system chooses."""


class Sources:
    """Makes sockets for Trio that begin at `SOURCE`."""

    def socket(self, family: int, type: int, proto: int = 0) -> trio.socket.SocketType:
        """What Trio calls for a new socket."""
        made = socket.socket(family, type, proto)
        if SOURCE.get() and type == socket.SOCK_STREAM:
            with suppress(OSError):  # a machine of another system has 127.0.0.1 alone
                made.bind((SOURCE.get(), 0))
        return trio.socket.from_stdlib_socket(made)


@dataclass
class Crowd:
    """So many at one door. ``entered``: how often one of them was let in."""

    place: Address
    hello: Hello
    pause: float = 0.1
    """Seconds from the end of a visit to the next."""
    entered: int = 0
    changed: trio.Event = field(default_factory=trio.Event)

    async def sit(self, number: int) -> None:
        """Show who one is, with a new key each time, and say nothing."""
        for turn in range(1_000_000):
            key, entropy = identity_of(f"{number} {turn}"), entropy_of(f"{number} {turn}")
            with suppress(NetError, ChannelLost, OSError):
                async with dial_lobby(self.place, signer=key, hello=self.hello, entropy=entropy) as host:
                    self._enter()
                    await host.channel.receive()
            await trio.sleep(self.pause)

    async def stall(self, number: int) -> None:
        """Begin with TLS, and end with it."""
        while True:
            with suppress(OSError, trio.BrokenResourceError):
                transport = await trio.open_tcp_stream(self.place.host, self.place.port)
                async with transport:
                    await transport.send_all(bytes([Purpose.LOBBY]))
                    if number % 2:
                        stream = trio.SSLStream(transport, tls.lobby_client())
                        await stream.do_handshake()
                        await stream.receive_some()
                    self._enter()
                    await transport.receive_some()
            await trio.sleep(self.pause)

    def _enter(self) -> None:
        self.entered += 1
        self.changed.set()
        self.changed = trio.Event()

    async def until(self, entered: int) -> None:
        """Wait until so many have been let in."""
        while self.entered < entered:
            await self.changed.wait()

    async def come_in(self, patience: float, key: IdentityKey, said: bytes = b"hi") -> float:
        """Seconds until the host has answered a friend with this key who says that; raises NetError after so many."""
        began = trio.current_time()
        async with knock(
            [self.place],
            patience=patience,
            tell=lambda error, rest: None,
            signer=key,
            hello=self.hello,
            entropy=entropy_of("friend"),
            parts=(),
        ) as host:
            await host.channel.send(FrameKind.LOBBY, said)
            await host.channel.receive()
            return trio.current_time() - began
