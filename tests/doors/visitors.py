"""Strangers, guests, spectators, clients and responders that say whatever can be said to a node at an address.

Each goes on until it is cancelled, throws dice of its own, and takes whatever is answered.
"""

from __future__ import annotations

import contextlib
import math
import os
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import trio
from zeroconf import (
    DNSAddress,
    DNSOutgoing,
    DNSPointer,
    DNSRecord,
    DNSService,
    DNSText,
)

from protocol.signatures import IdentityKey
from tests.doors.grammar import Grammar, encode_any
from tta_p2p.net import tls
from tta_p2p.net.addresses import Address, fingerprint
from tta_p2p.net.beacons import BEACON, Beacon, BeaconKind
from tta_p2p.net.channel import Channel
from tta_p2p.net.control import (
    CircuitArrival,
    CircuitEnd,
    CircuitGrant,
    CircuitRequest,
    ConnectionChoice,
    Farewell,
    Greeting,
    HandshakeSignature,
    HandshakeWelcome,
    MemberHello,
    MemberPlaces,
    Ping,
    Pong,
)
from tta_p2p.net.errors import NetError
from tta_p2p.net.framing import FrameKind, write_frame
from tta_p2p.net.lobby import dial_lobby
from tta_p2p.net.notices import TableKind, notice_of, write_notice
from tta_p2p.net.ports import Purpose
from tta_p2p.net.tls import TlsKey
from tta_p2p.net.zeroconf import GROUP
from tta_p2p.node.lobby.greeting import hello, rules_parts
from tta_p2p.node.lobby.messages import (
    CharterSignature,
    Consent,
    Dismissal,
    GameStart,
    GuestEntry,
    GuestTalk,
    Nonces,
    OpenNonce,
    Room,
    RoomClosure,
    RoomTalk,
    StorageFailure,
    read_lobby,
    write_lobby,
)
from tta_p2p.node.lobby.room import make_entry, room_hash
from tta_p2p.node.spectators.stream_messages import (
    StreamDenial,
    StreamGrant,
    StreamProgress,
    StreamRequest,
)
from tta_p2p.seats import messages as say

LOBBY = (
    GuestEntry,
    Room,
    Consent,
    StorageFailure,
    GuestTalk,
    RoomTalk,
    RoomClosure,
    OpenNonce,
    Nonces,
    CharterSignature,
    GameStart,
    Dismissal,
)
HELLO = (Greeting, HandshakeSignature, HandshakeWelcome, Farewell)
STREAM = (StreamRequest, StreamProgress, StreamGrant, StreamDenial)
CONTROL = (Ping, Pong, Farewell)
MESH = (MemberHello, ConnectionChoice, MemberPlaces, CircuitRequest, CircuitArrival, CircuitGrant, CircuitEnd, Farewell)
SPOKEN = {
    FrameKind.LOBBY: LOBBY,
    FrameKind.HELLO: HELLO,
    FrameKind.STREAM: STREAM,
    FrameKind.CONTROL: CONTROL,
    FrameKind.MESH: MESH,
}
"""The contents of frames of a kind; of the others the mesh and the game know more (`tests.doors.member`)."""
SITTERS = 40
"""How many of them come at once."""
VISIT = 3.0
"""Seconds that a visit takes at most; only those who sit at a door stay for as long as they may."""
MOMENT = 0.05
PORT = 5353
TYPE, GAMES = f"{TableKind.label}.local.", f"{BeaconKind.label}.local."


@dataclass(frozen=True)
class Place:
    """A table that is open, or a game that goes on, and its doors."""

    address: Address
    game: str
    socket: Path
    """That of its clients."""


@dataclass
class Said:
    """How often something was said, by what said it."""

    counts: dict[str, int] = field(default_factory=dict)

    def note(self, what: str) -> None:
        """Once more."""
        self.counts[what] = self.counts.get(what, 0) + 1


Visit = Callable[[Place, Grammar, Said], Awaitable[None]]


async def again(visit: Visit, place: Place, seed: str, said: Said) -> None:
    """The visit, again and again: whoever is sent away comes back, with other dice."""
    number = 0
    while True:
        grammar = Grammar(f"{seed} {number}")
        number += 1
        with contextlib.suppress(
            NetError, OSError, trio.BrokenResourceError, trio.ClosedResourceError, trio.TooSlowError
        ):
            with trio.move_on_after(math.inf if visit is sitter else VISIT):
                await visit(place, grammar, said)
        await trio.sleep(MOMENT)


async def connected(place: Place) -> trio.SocketStream:
    """A connection to its port."""
    return await trio.open_tcp_stream(place.address.host, place.address.port)


async def stranger(place: Place, grammar: Grammar, said: Said) -> None:
    """Bytes at the port, with or without a purpose, TLS and frames."""
    stream: trio.abc.Stream = await connected(place)
    async with stream:
        await stream.send_all(bytes([grammar.one([*Purpose, 0, 22, 71, 255])]) if grammar.often(0.9) else b"")
        if grammar.often(0.7):
            stream = trio.SSLStream(
                stream, tls.lobby_client() if grammar.often(0.8) else ssl._create_unverified_context()
            )
            with contextlib.suppress(ssl.SSLError):
                await stream.do_handshake()
        for _ in range(grammar.random.randrange(1, 6)):
            kind = grammar.one([*FrameKind, 99])
            payload = grammar.message(*SPOKEN.get(kind, HELLO))  # type: ignore[call-overload]
            frame = write_frame(kind, payload)
            if grammar.often(0.1):
                frame = grammar.one((b"\xff\xff\xff\x7f\x10", b"\0\0\0\0", frame[:3], frame[:-1]))
            said.note(f"a stranger: {frame_name(kind)}")
            await stream.send_all(frame)
        if grammar.often(0.3):
            await trio.sleep(0.5)


def frame_name(kind: int) -> str:
    """The meaning of a number in a frame."""
    return FrameKind(kind).name.lower() if kind in {*FrameKind} else str(kind)


class Somebody:
    """A key, a certificate and a nonce of somebody new."""

    def __init__(self, grammar: Grammar) -> None:
        dice = grammar.random.randbytes
        self.key = IdentityKey(dice(32))
        self.opened = OpenNonce(dice(32), dice(32))
        self.certificate = TlsKey(dice(32)).certificate
        self.entropy = dice

    def entry(self, name: str) -> GuestEntry:
        """It comes in as an honest program would."""
        entry = make_entry(name, self.key.identity, self.certificate, self.opened, (name,), ("127.0.0.1:7",))
        return GuestEntry(name, self.certificate, entry.commitment, ("127.0.0.1:7",))


@contextlib.asynccontextmanager
async def inside(place: Place, somebody: Somebody, game: str = "") -> AsyncIterator[Channel]:
    """A channel to whoever waits for guests there, or shows a game."""
    greeting = hello(game)
    async with dial_lobby(
        place.address, signer=somebody.key, hello=greeting, entropy=os.urandom, parts=rules_parts(place.game)
    ) as host:
        yield host.channel


def changed(grammar: Grammar, message: msgspec.Struct) -> msgspec.Struct:
    """A message in which one field says something else, or none."""
    if grammar.often(0.4):
        return message
    other = grammar.value(type(message))
    name = grammar.one(message.__struct_fields__)
    return (
        msgspec.structs.replace(message, **{name: getattr(other, name)})
        if isinstance(other, msgspec.Struct)
        else message
    )


async def guest(place: Place, grammar: Grammar, said: Said) -> None:
    """It comes in, mostly, and says whatever a guest or a host says in a lobby; also after the game has begun."""
    somebody = Somebody(grammar)
    async with inside(place, somebody) as channel:
        if grammar.often(0.8):
            entry = changed(grammar, somebody.entry(grammar.text(1, 64)))
            await channel.send(FrameKind.LOBBY, encode_any(entry))
            said.note("a guest: comes in")
        for _ in range(grammar.random.randrange(12)):
            if grammar.often(0.2):
                with trio.move_on_after(0.3):
                    shown = read_lobby((await channel.receive()).payload)
                    if isinstance(shown, Room):
                        await channel.send(FrameKind.LOBBY, write_lobby(Consent(room_hash(shown), True)))
                        said.note("a guest: agrees")
                continue
            kind = FrameKind.LOBBY if grammar.often(0.8) else grammar.one([*SPOKEN])
            said.note(f"a guest: {frame_name(kind)}")
            await channel.send(kind, grammar.message(*SPOKEN[kind])[: 400 * 1024])


async def sitter(place: Place, grammar: Grammar, said: Said) -> None:
    """Many at once show who they are, say nothing, and come back when they are let go."""

    async def sit(number: int) -> None:
        somebody = Somebody(Grammar(f"{grammar.random.random()} {number}"))
        while True:
            with contextlib.suppress(NetError, OSError, trio.BrokenResourceError):
                async with inside(place, somebody) as channel:
                    said.note("a sitter")
                    async for _ in channel:
                        pass
            await trio.sleep(MOMENT)

    async with trio.open_nursery() as nursery:
        for number in range(SITTERS):
            nursery.start_soon(sit, number)


async def spectator(place: Place, grammar: Grammar, said: Said) -> None:
    """It asks to be shown the game, and says more than how far it has come."""
    async with inside(place, Somebody(grammar), place.game) as channel:
        asked = changed(grammar, StreamRequest(grammar.text(1, 64)))
        await channel.send(FrameKind.STREAM, encode_any(asked))
        said.note("a spectator: asks")
        for _ in range(grammar.random.randrange(6)):
            with trio.move_on_after(0.1):
                await channel.receive()
            await channel.send(FrameKind.STREAM, grammar.message(*STREAM))
            said.note("a spectator: says more")


REQUESTS = tuple(one for one in say.Request.__subclasses__())


async def client(place: Place, grammar: Grammar, said: Said) -> None:
    """A program of the same user at the socket of the node: lines of every request, and of none."""
    async with await trio.open_unix_socket(place.socket) as stream:
        if grammar.often(0.8):
            await stream.send_all(b'{"do":"hello","version":2,"watch":true}\n')
        for _ in range(grammar.random.randrange(1, 10)):
            kind = grammar.one([one for one in REQUESTS if one.__name__ not in DECIDE])
            value = grammar.value(kind)
            try:
                line = msgspec.json.encode(value)
            except (TypeError, ValueError, UnicodeEncodeError):
                line = b"\xff"
            said.note("a client")
            await stream.send_all(grammar.spoiled(line).replace(b"\n", b" ") + b"\n")
        with trio.move_on_after(0.2):
            await stream.receive_some(65536)


DECIDE = ("StartRequest", "LeaveRequest", "VoteRequest", "DismissRequest", "ResumeRequest")
"""Requests of a person at any moment, by which the table is another one or none: that is no attack."""


def beacons(grammar: Grammar) -> list[DNSRecord]:
    """Records about a game under way of which somebody else may be a member, or of none."""
    data = grammar.random.randbytes(grammar.one((BEACON, BEACON, 0, 1, BEACON - 1, BEACON + 1, 600)))
    told = Beacon(data).name if grammar.often(0.7) else grammar.one(("g", "g" + "0" * 32, "gé", "evil", ""))
    service = f"{told}.{GAMES}" if grammar.often(0.9) else told or "."
    text = b"".join(bytes([len(part)]) + part for part in (b"t=" + data[at : at + 200] for at in (0, 200)))
    ip = grammar.one(("127.0.0.1", "127.0.0.9", "0.0.0.0", "224.0.0.1", "255.255.255.255"))
    return [
        DNSPointer(GAMES, 12, 1, 120, service),
        DNSText(service, 16, 1, 120, text if grammar.often(0.7) else bytes([min(255, len(data) + 2)]) + b"t=" + data),
        DNSService(service, 33, 1, 120, 0, 0, grammar.one((0, 9, 65535)), f"{told or 'evil'}.local."),
        DNSAddress(f"{told or 'evil'}.local.", 1, 1, 120, socket.inet_aton(ip)),
    ]


def announces(grammar: Grammar, name: str) -> list[DNSRecord]:
    """Records about a service that there is or is not."""
    if grammar.often(0.3):
        return beacons(grammar)
    kinds = (TYPE, "_http._tcp.local.", "_TTA-P2P._tcp.local.", "local.", "_tta-p2p._tcp.example.")
    of = TYPE if grammar.often(0.7) else grammar.one(kinds)
    service = (
        f"{name}.{of}"
        if grammar.often(0.7)
        else grammar.one(("evil.", "evil", f"evil.{TYPE}", f"a.b.{TYPE}", TYPE, "."))
    )
    records: list[DNSRecord] = [DNSPointer(TYPE if grammar.often(0.8) else grammar.one(kinds), 12, 1, 120, service)]
    said = notice_of(grammar.random.randbytes(32), grammar.one((0, 1, 65535)), "grammar")
    texts: dict[str, str] = {**write_notice(said), grammar.one(("nick", "game", "id", "v")): grammar.text(0, 60)}
    entries = b"".join(
        bytes([len(line)]) + line for line in (f"{key}={value}".encode()[:255] for key, value in texts.items())
    )
    records.append(DNSText(service, 16, 1, 120, grammar.spoiled(entries)))
    records.append(DNSService(service, 33, 1, 120, 0, 0, grammar.one((0, 7, 65535)), f"{name}.local."))
    records.append(
        DNSAddress(f"{name}.local.", 1, 1, 120, socket.inet_aton(grammar.one(("127.0.0.1", "0.0.0.0", "224.0.0.1"))))
    )
    return records


async def responder(place: Place, grammar: Grammar, said: Said) -> None:
    """Answers about tables, whole, odd or broken, to everybody on loopback."""
    packets = []
    for _ in range(6):
        out = DNSOutgoing(0x8400)
        names = ("evil\x1b[2J", "evil\x00", "Évil", "x" * 63, "tta", fingerprint(grammar.random.randbytes(32)))
        for record in announces(grammar, grammar.one(names)):
            out.add_answer_at_time(record, 0)
        with contextlib.suppress(Exception):  # what the library does not write, nobody sends with it
            packets += out.packets()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wire:
        wire.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
        wire.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
        for packet in packets:
            wire.sendto(grammar.spoiled(packet) if grammar.often(0.3) else packet, (GROUP, PORT))
            said.note("a responder")
            await trio.sleep(MOMENT)
    await trio.sleep(0.3)


BEFORE: dict[str, Visit] = {"stranger": stranger, "guest": guest, "responder": responder, "client": client}
DURING: dict[str, Visit] = {**BEFORE, "spectator": spectator}
