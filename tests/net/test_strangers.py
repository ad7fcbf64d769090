"""Strangers at the doors of a running table and a lobby: nobody who belongs there notices."""

from __future__ import annotations

import itertools
import resource
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from tests.net.parts import LOCAL, QUICK, Table, entropy_of, eventually, hello_of, identity_of, is_a, key_of, until
from tests.patience import PATIENCE
from tta_p2p.net import tls
from tta_p2p.net.addresses import Address
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.lobby import Peer, dial_lobby, serve_lobby
from tta_p2p.net.members import Timing
from tta_p2p.net.mesh import FrameReceived, Mesh, PeerConnected, PeerDisconnected
from tta_p2p.net.ports import DEADLINE, Purpose
from tta_p2p.net.strangers import Gate
from tta_p2p.net.tls import TlsKey

Stranger = Callable[[Address], Awaitable[None]]
DOORS = itertools.cycle(Purpose)
"""Strangers knock at one after the other; one of them is shut, where this is a table or a lobby alone."""


@asynccontextmanager
async def connection(place: Address) -> AsyncIterator[trio.SocketStream]:
    stream = await trio.open_tcp_stream(place.host, place.port)
    try:
        yield stream
    finally:
        stream.socket.close()


@asynccontextmanager
async def tls_connection(place: Address, key: TlsKey | None = None) -> AsyncIterator[trio.SSLStream[trio.SocketStream]]:
    context = tls.lobby_client()
    if key is not None:
        key.load_into(context)
    async with connection(place) as transport:
        await transport.send_all(bytes([next(DOORS)]))
        stream = trio.SSLStream(transport, context)
        await stream.do_handshake()
        yield stream


async def garbage(place: Address) -> None:
    async with connection(place) as stream:
        for number in range(200):
            await stream.send_all(entropy_of(str(number))(4096))


async def port_scan(place: Address) -> None:
    async with connection(place):
        pass


async def reset(place: Address) -> None:
    async with connection(place) as stream:
        stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


async def silent(place: Address) -> None:
    async with connection(place) as stream:
        await stream.receive_some()


async def slow(place: Address, door: Purpose | None = None) -> None:
    """The first bytes of a TLS hello, one every few milliseconds."""
    async with connection(place) as stream:
        await stream.send_all(bytes([door or next(DOORS)]))
        for byte in b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 1000:
            await stream.send_all(bytes([byte]))
            await trio.sleep(0.01)


async def half_open(place: Address) -> None:
    async with connection(place) as stream:
        await stream.send_eof()
        await stream.receive_some()


async def nobody_with_tls(place: Address) -> None:
    """TLS without a certificate, then words."""
    async with tls_connection(place) as stream:
        for _ in range(100):
            await stream.send_all(bytes(1000))
        await stream.receive_some()


async def other_key(place: Address) -> None:
    """TLS with a key that the table does not know."""
    async with tls_connection(place, key_of("stranger")) as stream:
        await stream.send_all(b"let me in")
        await stream.receive_some()


async def huge_frame(place: Address) -> None:
    """As far as TLS lets it come, a frame that says it is four gigabytes long, and then zeros."""
    async with tls_connection(place) as stream:
        await stream.send_all(b"\xff\xff\xff\xff")
        for _ in range(10_000):
            await stream.send_all(bytes(65536))


STRANGERS: list[Stranger] = [
    garbage,
    port_scan,
    reset,
    silent,
    slow,
    half_open,
    nobody_with_tls,
    other_key,
    huge_frame,
]


async def be_rude(stranger: Stranger, place: Address) -> None:
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError, OSError):
        await stranger(place)


async def crowd(place: Address, strangers: list[Stranger], count: int) -> None:
    async with trio.open_nursery() as nursery:
        for number in range(count):
            nursery.start_soon(be_rude, strangers[number % len(strangers)], place)


async def crowds(place: Address) -> None:
    """One crowd after the other: how many of one are turned away depends on how busy the machine is.

    Nor does one always end: of more than the backlog the system tells some that they are connected, and drops them.
    """
    async with trio.open_nursery() as nursery:
        pause = 2.0
        while True:
            nursery.start_soon(crowd, place, [*STRANGERS, silent, silent], 200)
            await trio.sleep(pause)
            pause *= 2  # a slow machine has to get through with one before the next comes


@asynccontextmanager
async def playing(timing: Timing = QUICK) -> AsyncIterator[tuple[Mesh, Mesh]]:
    """Two members who play ping-pong; either losing the other fails the test."""
    table = Table(2)
    async with table.sit(0, timing=timing) as a, table.sit(1, know=[a], timing=timing) as b:
        await until(a, is_a(PeerConnected))
        await until(b, is_a(PeerConnected))
        count = 0
        hit = trio.Event()

        async def rally(mesh: Mesh) -> None:
            nonlocal count, hit
            async for event in mesh.events:
                assert not isinstance(event, PeerDisconnected), event
                assert isinstance(event, FrameReceived)
                count += 1
                hit.set()
                hit = trio.Event()
                assert mesh.send(event.operator, FrameKind.MESSAGE, event.payload)
                await trio.sleep(0.001)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(rally, a)
            nursery.start_soon(rally, b)
            a.send(1, FrameKind.MESSAGE, b"ball")
            yield a, b
            before = count
            with trio.fail_after(PATIENCE):
                while count < before + 20:
                    await hit.wait()
            nursery.cancel_scope.cancel()


@pytest.mark.parametrize("stranger", STRANGERS, ids=lambda stranger: stranger.__name__)
async def test_a_table_plays_on_whatever_strangers_do(stranger: Stranger) -> None:
    async with playing() as (a, b):
        with trio.move_on_after(0.4):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(crowd, a.addresses[0], [stranger], 12)
                nursery.start_soon(crowd, b.addresses[0], [stranger], 12)


async def test_a_flood_of_all_kinds_takes_bounded_descriptors_and_memory_and_nobody_waits() -> None:
    def descriptors() -> int:
        folder = Path("/proc/self/fd")  # where there is none, only the slots are counted
        return len(list(folder.iterdir())) if folder.is_dir() else 0

    # Who is silent stays until it has to make way: on a slow machine no slots would else be taken for long enough.
    async with playing(replace(QUICK, handshake=PATIENCE)) as (a, _):
        most, before = 0, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        quiet = descriptors()
        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(crowds, a.addresses[0])
                for _ in iter(lambda: a.strangers.refused_count < 20, False):
                    most = max(most, len(a.strangers))
                    await trio.sleep(0.005)
                nursery.cancel_scope.cancel()
        assert 0 < most <= 32
        await eventually(lambda: descriptors() <= quiet + 32 + 2)  # those who stay hold a slot each
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        assert grown < 150_000, f"{grown} kB more, both ends of 200 connections included"


async def test_a_member_gets_in_while_strangers_hold_every_slot() -> None:
    table = Table(2)
    async with table.sit(0, strangers=Gate(limit=8, grace=0.1)) as a, trio.open_nursery() as nursery:
        nursery.start_soon(crowd, a.addresses[0], [silent], 20)
        await eventually(lambda: len(a.strangers) == 8)
        async with table.sit(1, know=[a]) as b:
            assert await until(b, is_a(PeerConnected)) == PeerConnected(0)
        nursery.cancel_scope.cancel()


async def test_whoever_does_not_say_who_it_is_is_let_go_after_its_time() -> None:
    assert DEADLINE == Timing().handshake == 5.0
    entered: list[Peer] = []

    async def receive(guest: Peer) -> None:
        entered.append(guest)

    async with serve_lobby(
        receive,
        signer=identity_of("host"),
        hello=hello_of(),
        key=key_of("lobby"),
        entropy=entropy_of("host"),
        listen=LOCAL,
        deadline=0.5,
    ) as lobby:
        stayed: dict[Stranger, float] = {}

        async def slow_at_the_door(place: Address) -> None:
            await slow(place, Purpose.LOBBY)  # at a shut one nobody is waited for

        async def wait_for_the_end(stranger: Stranger) -> None:
            before = trio.current_time()
            await be_rude(stranger, lobby.addresses[0])
            stayed[stranger] = trio.current_time() - before

        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                for stranger in (silent, slow_at_the_door, half_open):
                    nursery.start_soon(wait_for_the_end, stranger)
        await eventually(lambda: not len(lobby.strangers))
        # Only who has closed its half may be let go at once.
        assert min(stayed[silent], stayed[slow_at_the_door]) > 0.2, stayed
        assert entered == []


@pytest.mark.parametrize("stranger", STRANGERS, ids=lambda stranger: stranger.__name__)
async def test_a_lobby_receives_guests_whatever_strangers_do(stranger: Stranger) -> None:
    async def receive(guest: Peer) -> None:
        async for frame in guest.channel:
            await guest.channel.send(frame.kind, frame.payload)

    async with (
        serve_lobby(
            receive,
            signer=identity_of("host"),
            hello=hello_of(),
            key=key_of("lobby"),
            entropy=entropy_of("host"),
            listen=LOCAL,
        ) as lobby,
        trio.open_nursery() as nursery,
    ):
        nursery.start_soon(crowd, lobby.addresses[0], [stranger], 12)
        await trio.sleep(0.05)
        for number in range(3):
            async with dial_lobby(
                lobby.addresses[0],
                signer=identity_of(f"guest {number}"),
                hello=hello_of(),
                entropy=entropy_of(f"guest {number}"),
            ) as host:
                await host.channel.send(FrameKind.LOBBY, b"hi")
                assert (await host.channel.receive()).payload == b"hi"
        assert len(lobby.strangers) <= 32
        nursery.cancel_scope.cancel()


async def test_one_source_gets_four_slots_and_this_machine_as_many_as_there_are(autojump_clock: MockClock) -> None:
    gate = Gate(limit=32, per_source=4, grace=1.0, line=0)
    stays = []

    async def stay(host: str) -> None:
        async with gate.enter(host) as visitor:
            stays.append((host, visitor is not None))
            if visitor is not None:
                await trio.sleep(100)

    async with trio.open_nursery() as nursery:
        for host in ["10.0.0.1"] * 6 + ["10.0.0.2"] + ["::ffff:10.0.0.3"] * 5 + ["10.0.0.3"]:
            nursery.start_soon(stay, host)
        for number in range(6):
            nursery.start_soon(stay, f"2001:db8::{number}")  # one /64 is one source
        for _ in range(10):
            nursery.start_soon(stay, "127.0.0.1")
        await trio.testing.wait_all_tasks_blocked()
        inside = [host for host, entered in stays if entered]
        assert inside.count("10.0.0.1") == 4 and inside.count("10.0.0.2") == 1
        assert sum("10.0.0.3" in host for host in inside) == 4
        assert sum("2001" in host for host in inside) == 4
        assert inside.count("127.0.0.1") == 10
        assert len(gate) == 23 and gate.refused_count == 6
        nursery.cancel_scope.cancel()


async def stay(gate: Gate, name: str, host: str, log: list[tuple[str, str]], *, useful: bool = False) -> None:
    async with gate.enter(host) as visitor:
        log.append((name, "in" if visitor else "no room"))
        if visitor is not None:
            if useful:
                visitor.stay()
            await trio.sleep(100)
    if visitor is not None and visitor.made_way:
        log.append((name, "made way"))


async def test_when_all_slots_are_taken_the_oldest_makes_way_after_a_fair_while(autojump_clock: MockClock) -> None:
    gate = Gate(limit=3, per_source=9, grace=1.0, wait=0.5)
    log: list[tuple[str, str]] = []
    async with trio.open_nursery() as nursery:
        for name in range(4):
            nursery.start_soon(stay, gate, str(name), f"10.0.0.{name}", log)
            await trio.sleep(0.1)
        await trio.sleep(0.45)
        assert log == [("0", "in"), ("1", "in"), ("2", "in"), ("3", "no room")]
        nursery.start_soon(stay, gate, "4", "10.0.0.4", log)
        await trio.sleep(0.01)
        assert len(log) == 4, "nobody has had a second"
        await trio.sleep(0.2)
        assert sorted(log[4:]) == [("0", "made way"), ("4", "in")] and len(gate) == 3
        nursery.cancel_scope.cancel()


async def test_who_stays_makes_way_for_nobody_and_where_all_stay_nobody_waits(autojump_clock: MockClock) -> None:
    gate = Gate(limit=2, grace=1.0)
    log: list[tuple[str, str]] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(stay, useful=True), gate, "useful", "10.0.0.1", log)
        await trio.sleep(0.1)
        nursery.start_soon(stay, gate, "silent", "10.0.0.2", log)
        await trio.sleep(2)
        nursery.start_soon(partial(stay, useful=True), gate, "friend", "10.0.0.3", log)
        await trio.sleep(0.1)
        assert sorted(log) == [("friend", "in"), ("silent", "in"), ("silent", "made way"), ("useful", "in")]
        nursery.start_soon(stay, gate, "late", "10.0.0.4", log)
        await trio.testing.wait_all_tasks_blocked()
        assert log[-1] == ("late", "no room")
        nursery.cancel_scope.cancel()


async def test_a_crowd_takes_slots_and_places_in_line_from_itself(autojump_clock: MockClock) -> None:
    gate = Gate(limit=4, grace=1.0, line=4, wait=60)
    log: list[tuple[str, str]] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(stay, gate, "early", "127.0.0.2", log)
        await trio.sleep(0.1)
        for number in range(7):
            nursery.start_soon(stay, gate, f"crowd {number}", "127.0.0.1", log)
            await trio.sleep(0.001)
        nursery.start_soon(stay, gate, "friend", "127.0.0.3", log)
        await trio.sleep(0.001)
        assert log[-1] == ("crowd 6", "no room"), "the line is full, and the friend is in it"
        await trio.sleep(1.1)
        assert log.index(("friend", "in")) < log.index(("crowd 3", "in")), "whoever has no slot comes first"
        assert ("early", "made way") not in log, "the crowd has more slots"
        nursery.cancel_scope.cancel()
