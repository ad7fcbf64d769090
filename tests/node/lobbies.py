"""A lobby with its host, and people who come to it."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import trio

from protocol.signatures import IdentityKey
from tests.net.parts import LOCAL, hello_of
from tests.patience import PATIENCE
from tta_p2p.net.channel import Channel
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.lobby import dial_lobby, serve_lobby
from tta_p2p.net.strangers import Gate
from tta_p2p.net.tls import TlsKey
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.lobby.exchange import FRAMES_A_SECOND, LobbyFailed
from tta_p2p.node.lobby.guest import LobbyGuest
from tta_p2p.node.lobby.host import LobbyHost
from tta_p2p.node.lobby.messages import LobbyMessage, OpenNonce, write_lobby
from tta_p2p.node.lobby.room import GuestRoom, HostRoom, make_entry


@dataclass
class Table:
    """A lobby of a host, and what came of it; ``honest`` are guests that agree to whatever is shown."""

    host: LobbyHost
    address: object
    nursery: trio.Nursery
    failed: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    changed: trio.Event = field(default_factory=trio.Event)

    async def run_host(self) -> None:
        try:
            await self.host.run()
        except LobbyFailed as error:
            self.failed.append(str(error))
            self.change()

    def change(self, *_: object) -> None:
        self.changed.set()
        self.changed = trio.Event()

    async def until(self, true: Callable[[], bool]) -> None:
        with trio.fail_after(PATIENCE):
            while not true():
                await self.changed.wait()

    @property
    def names(self) -> list[str]:
        return [party.name for party in self.host.room.room().parties]

    @contextlib.asynccontextmanager
    async def dial(self, person: Person) -> AsyncIterator[Channel]:
        entropy, hello = os.urandom, hello_of()
        async with dial_lobby(self.address, signer=person.key, hello=hello, entropy=entropy) as host:  # type: ignore[arg-type]
            yield host.channel

    async def honest(
        self,
        name: str,
        heard: Callable[[str, str], None] | None = None,
        made: Callable[[LobbyGuest], None] | None = None,
    ) -> None:
        """A guest that runs the honest program, until it has had enough of this host."""
        person = Person(name)
        async with self.dial(person) as channel:
            places = ("127.0.0.1:7",)
            guest = LobbyGuest(channel, person.key, name, person.certificate, person.opened, places, self.change)
            guest.heard = heard or guest.heard
            if made is not None:
                made(guest)
            try:
                await guest.run()
            except LobbyFailed as error:
                self.left.append(f"{name}: {error}")
                self.change()

    async def stranger(self, person: Person, *said: LobbyMessage) -> Channel:
        """Somebody who says these things and stays."""
        ready = trio.Event()
        held: list[Channel] = []

        async def stay() -> None:
            async with self.dial(person) as channel:
                held.append(channel)
                for words in said:
                    await tell(channel, words)
                ready.set()
                await trio.sleep_forever()

        self.nursery.start_soon(stay)
        with trio.fail_after(PATIENCE):
            await ready.wait()
        return held[0]


async def tell(channel: Channel, said: LobbyMessage) -> None:
    await channel.send(FrameKind.LOBBY, write_lobby(said))


@contextlib.asynccontextmanager
async def table(seats: int, guests: Gate | None = None) -> AsyncIterator[Table]:
    person = Person("Ann")
    opened: list[Table] = []
    room = HostRoom(Conditions(seats, game="caravan"), person.entry)
    host = LobbyHost(room, person.key, person.opened, lambda *_: opened[0].change() if opened else None)
    async with (
        trio.open_nursery() as nursery,
        serve_lobby(
            host.serve,
            signer=person.key,
            hello=hello_of(),
            key=TlsKey(os.urandom(32)),
            entropy=os.urandom,
            listen=LOCAL,
            rate=FRAMES_A_SECOND,
            guests=guests,
        ) as lobby,
    ):
        opened.append(Table(host, lobby.addresses[0], nursery))
        nursery.start_soon(opened[0].run_host)
        yield opened[0]
        nursery.cancel_scope.cancel()


class Person:
    """Somebody with a key, a certificate and a nonce."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.key = IdentityKey(hashlib.sha256(name.encode()).digest())
        self.opened = OpenNonce(hashlib.sha256(b"nonce" + name.encode()).digest(), bytes(32))
        self.certificate = TlsKey(hashlib.sha256(name.encode()).digest()).certificate
        self.entry = make_entry(name, self.key.identity, self.certificate, self.opened, (name,), ("127.0.0.1:7",))
        self.visit = GuestRoom(self.key.identity, self.opened)
