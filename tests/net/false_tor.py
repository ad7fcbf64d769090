"""A Tor of the tests: a SOCKS server and a control port here that answer, lie, stall and cut as they are told."""

from __future__ import annotations

import base64
import hmac
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import nacl.bindings
import trio

from tta_p2p.net.addresses import Address
from tta_p2p.net.onions import onion_name
from tta_p2p.net.scopes import background

HERE = "127.0.0.1"
GRANTED = b"\x05\x00\x00\x01" + bytes(6)


@dataclass
class FalseSocks:
    """A SOCKS server: it knows services by name, and ports of this computer for them.

    ``greeting``, ``answer``: what it says instead; ``cut``: it hangs up after so many bytes of its answer; ``stalls``:
    it says nothing at all; ``stuck``: to so many requests it gives no answer. ``answers_slowly``: one byte at a time.
    """

    services: dict[str, int] = field(default_factory=dict)
    greeting: bytes = b"\x05\x00"
    answer: bytes = GRANTED
    cut: int = 1000
    stalls: bool = False
    stuck: int = 0
    names: list[bytes] = field(default_factory=list)
    """The names by which connections came that are to be kept apart."""
    answers_slowly: bool = False
    asked: list[bytes] = field(default_factory=list)
    """The requests that came, in their order."""
    address: Address = field(default_factory=lambda: Address(HERE, 1))
    unfound: int = 0
    """How often a service was not found."""
    served: trio.Event = field(default_factory=trio.Event)
    opened: list[trio.SocketStream] = field(default_factory=list)

    async def socks(self) -> Address:
        """Where it listens, for `Routes`."""
        return self.address

    def look_again(self) -> None:
        """Count it."""
        self.unfound += 1

    async def serve(self, stream: trio.SocketStream) -> None:
        """One connection."""
        self.opened.append(stream)
        async with stream:
            if self.stalls:
                await trio.sleep_forever()
            _, _, method = await _take(stream, 3)
            await stream.send_all(self.greeting if not method else b"\x05\x02")
            if self.greeting != b"\x05\x00":
                return
            if method:
                _, length = await _take(stream, 2)
                self.names.append(await _take(stream, length))
                await _take(stream, (await _take(stream, 1))[0])
                await stream.send_all(b"\x01\x00")
            head = await _take(stream, 5)
            rest = await _take(stream, head[4] + 2)
            self.asked.append(head + rest)
            if len(self.asked) <= self.stuck:
                await trio.sleep_forever()
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


@dataclass
class FalseControl:
    """A control port: it opens services in a `FalseSocks`, with a cookie file, and may lie, stall and cut.

    ``says`` gives other answers to commands that begin so, as they stand; ``stalls``: the commands that it never
    answers; ``progress``: how far it is connected, one after the other, the last for good.
    """

    socks: FalseSocks
    cookie: Path
    methods: str = "COOKIE,SAFECOOKIE"
    says: dict[str, bytes] = field(default_factory=dict)
    stalls: frozenset[str] = frozenset()
    progress: list[int] = field(default_factory=lambda: [0, 45, 100])
    heard: list[str] = field(default_factory=list)
    """The commands that came."""
    address: Address = field(default_factory=lambda: Address(HERE, 1))
    connected: list[trio.SocketStream] = field(default_factory=list)
    opened: trio.Event = field(default_factory=trio.Event)
    """Set when a service is open."""

    async def serve(self, stream: trio.SocketStream) -> None:
        """One connection; its services end with it."""
        self.connected.append(stream)
        own, buffer, self._nonce = list[str](), b"", b""
        try:
            async for data in stream:
                buffer += data
                while b"\r\n" in buffer:
                    line, _, buffer = buffer.partition(b"\r\n")
                    command = line.decode()
                    self.heard.append(command)
                    word = command.partition(" ")[0]
                    if word in self.stalls:
                        await trio.sleep_forever()
                    canned = [said for begin, said in self.says.items() if command.startswith(begin)]
                    await stream.send_all(canned[0] if canned else self._answer(word, command, own))
                    if own and not self.opened.is_set():
                        self.opened.set()
                        await stream.send_all(f"650 HS_DESC UPLOADED {own[0][:-6]} UNKNOWN $AA\r\n".encode())
        finally:
            for name in own:
                self.socks.services.pop(name, None)

    def _answer(self, word: str, command: str, own: list[str]) -> bytes:
        secret = self.cookie.read_bytes() if self.cookie.exists() else bytes(32)
        if word == "PROTOCOLINFO":
            how = f'250-AUTH METHODS={self.methods} COOKIEFILE="{self.cookie}"'
            return f'250-PROTOCOLINFO 1\r\n{how}\r\n250-VERSION Tor="0.4.9.11"\r\n250 OK\r\n'.encode()
        if word == "AUTHCHALLENGE":
            self._nonce = secret + bytes.fromhex(command.split()[2]) + bytes(32)
            mac = hmac.digest(b"Tor safe cookie authentication server-to-controller hash", self._nonce, "sha256")
            return f"250 AUTHCHALLENGE SERVERHASH={mac.hex().upper()} SERVERNONCE={'00' * 32}\r\n".encode()
        if word == "AUTHENTICATE" and "NULL" not in self.methods:
            mac = hmac.digest(b"Tor safe cookie authentication controller-to-server hash", self._nonce, "sha256")
            return b"250 OK\r\n" if command.endswith(mac.hex()) else b"515 Bad authentication\r\n"
        if word == "GETINFO" and "socks" in command:
            return f'250-net/listeners/socks="unix:/run/tor/socks" "{self.socks.address}"\r\n250 OK\r\n'.encode()
        if word == "GETINFO":
            now = self.progress.pop(0) if len(self.progress) > 1 else self.progress[0]
            said = f'NOTICE BOOTSTRAP PROGRESS={now} TAG=x SUMMARY="Half way"'
            return f"250-status/bootstrap-phase={said}\r\n250 OK\r\n".encode()
        if word == "ADD_ONION":
            blob, port = command.split()[1].partition(":")[2], int(command.rpartition(":")[2])
            name = _name_of(base64.b64decode(blob))
            self.socks.services[name] = port
            own.append(name)
            return f"250-ServiceID={name[:-6]}\r\n250 OK\r\n".encode()
        return b"250 OK\r\n"

    async def cut(self) -> None:
        """End as a Tor does: services, and what goes through it, end as well."""
        for stream in self.connected:
            await trio.aclose_forcefully(stream)
        self.connected.clear()
        self.socks.services.clear()
        await self.socks.cut_all()
        self.opened = trio.Event()


def _name_of(expanded: bytes) -> str:
    """The name of a service by the expanded form of its key."""
    return onion_name(nacl.bindings.crypto_scalarmult_ed25519_base_noclamp(expanded[:32]))


@asynccontextmanager
async def open_false_control(control: FalseControl) -> AsyncIterator[FalseControl]:
    """It listens while the body runs; its SOCKS server does, too."""
    if not control.cookie.exists():
        control.cookie.write_bytes(bytes(range(32)))
    listeners = await trio.open_tcp_listeners(0, host=HERE)
    control.address = Address(HERE, listeners[0].socket.getsockname()[1])

    async def serve(stream: trio.SocketStream) -> None:
        async with stream:
            with suppress(trio.BrokenResourceError, trio.ClosedResourceError, OSError):
                await control.serve(stream)

    async with open_false_socks(control.socks), background() as nursery:
        nursery.start_soon(trio.serve_listeners, serve, listeners)
        yield control
