"""Attacks on circuits that broke something (attacker2)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import trio

from protocol.wire import encode
from tests.net.circuits import SHORT, all_connected, full, link, patience, star, within
from tests.net.parts import Table, introduce, is_a, tell_where, until
from tests.patience import PATIENCE
from tta_p2p.net.addresses import Address
from tta_p2p.net.channel import Pulse
from tta_p2p.net.circuits import CHUNK, NUMBER, WINDOW
from tta_p2p.net.control import CircuitGrant, CircuitRequest
from tta_p2p.net.errors import ChannelFull, ChannelLost
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.members import MemberLink
from tta_p2p.net.mesh import FrameReceived, Mesh, PeerConnected, PeerDisconnected


async def drain(mesh: Mesh) -> None:
    async for _ in mesh.events:
        pass


class Router:
    """Stands between two members, and can forget the connections that go through it, new ones as well."""

    def __init__(self, place: Address) -> None:
        self.place = place
        self.forgetful = False
        self._forgotten: set[trio.SocketStream] = set()
        self._passing: set[trio.SocketStream] = set()

    def forget(self) -> None:
        self.forgetful = True
        self._forgotten |= self._passing

    def open(self, connection: trio.SocketStream) -> None:
        self._passing.add(connection)
        if self.forgetful:
            self._forgotten.add(connection)

    def passes(self, connection: trio.SocketStream) -> bool:
        return connection not in self._forgotten


@asynccontextmanager
async def router(to: Address) -> AsyncIterator[Router]:
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    between = Router(Address(*listeners[0].socket.getsockname()))

    async def pump(source: trio.SocketStream, sink: trio.SocketStream, of: trio.SocketStream) -> None:
        try:
            while data := await source.receive_some(65536):
                if between.passes(of):
                    await sink.send_all(data)
            if between.passes(of):
                await sink.aclose()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass

    async def one(inner: trio.SocketStream) -> None:
        between.open(inner)
        outer = await trio.open_tcp_stream(to.host, to.port)
        async with outer, trio.open_nursery() as nursery:
            nursery.start_soon(pump, inner, outer, inner)
            nursery.start_soon(pump, outer, inner, inner)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, one, listeners)
        yield between
        nursery.cancel_scope.cancel()


async def test_who_was_replaced_by_a_circuit_is_dialled_again_when_the_circuit_ends() -> None:
    """A router forgets the connection of A to B. B notices first and comes by way of the host; then the host goes.

    Only A can dial B.
    """
    table = Table(3)
    beats = Pulse(beat=0.1, silence=20.0)
    timing = replace(SHORT, pulse=beats, probe=0.2)
    async with (
        table.sit(1, hidden=True, timing=timing) as a,
        table.sit(2, hidden=True, timing=timing) as b,
        router(table.hidden[2][0]) as between,
        trio.open_nursery() as nursery,
    ):
        nursery.start_soon(drain, a)
        nursery.start_soon(drain, b)
        async with table.sit(0, timing=SHORT) as host:
            introduce(a, host)
            introduce(b, host)
            tell_where(a, 2, [between.place])
            with trio.fail_after(PATIENCE):
                ends = ((a, 0), (a, 2), (b, 0), (b, 1))
                await within(lambda: all(n in one.connected and one.status[n].carrier is None for one, n in ends))
                live = link(b, 1).live
                assert live is not None
                # This channel alone: on a busy machine a short silence would end others as well, and at any moment.
                live.channel._pulse = replace(beats, silence=0.5)
                await trio.sleep(0.3)
                between.forget()
                await within(lambda: a.status[2].carrier == 0)
                between.forgetful = False
        # The host is gone. A knows where B listens, and that way is open.
        await within(lambda: 2 in a.connected and a.status[2].carrier is None)
        nursery.cancel_scope.cancel()


async def test_words_about_a_circuit_that_is_shut_cost_patience() -> None:
    async with star(3) as (carrier, a, b):
        await all_connected([carrier, a, b])
        b.pairing.circuits.hear = lambda link, said: None  # type: ignore[method-assign]
        live = link(b, 0).live
        assert live is not None
        number = 2**20 + 1
        live.channel.send_nowait(FrameKind.MESH, encode(CircuitRequest(number, 2)))  # to itself: refused
        for _ in range(200):
            for _ in range(100):
                with suppress(ChannelFull, ChannelLost):
                    live.channel.send_nowait(FrameKind.MESH, encode(CircuitGrant(number, WINDOW)))
            await trio.sleep(0.002)
        await within(lambda: patience(carrier, 2) < full() or link(carrier, 2).cut_off)  # 20000 useless words cost it


async def test_bytes_for_a_circuit_that_is_shut_cost_patience() -> None:
    async with star(3) as (carrier, a, b):
        await all_connected([carrier, a, b])
        b.pairing.circuits.hear = lambda link, said: None  # type: ignore[method-assign]
        live = link(b, 0).live
        assert live is not None
        number = 2**20 + 1
        live.channel.send_nowait(FrameKind.MESH, encode(CircuitRequest(number, 2)))
        data = number.to_bytes(NUMBER, "little") + bytes(CHUNK)
        for _ in range(200):
            for _ in range(20):
                with suppress(ChannelFull, ChannelLost):
                    live.channel.send_nowait(FrameKind.CIRCUIT, data)
            await trio.sleep(0.005)
        await within(lambda: patience(carrier, 2) < full() or link(carrier, 2).cut_off)  # useless bytes cost it


async def test_who_sends_junk_through_circuits_that_is_refused_pays_for_what_was_carried() -> None:
    """The member at the other end cannot know whether its author or the carrier made it up; the carrier knows."""
    async with star(3) as (carrier, a, b):
        await all_connected([carrier, a, b])
        sent, began, send = 0, trio.current_time(), carrier.pairing.circuits._send

        def count(link: MemberLink, kind: FrameKind, payload: bytes) -> bool:
            """What is given to the carrier and given up before it is passed on costs nobody anything."""
            nonlocal sent
            passed = send(link, kind, payload)
            sent += len(payload) if passed and kind == FrameKind.CIRCUIT and link.operator == 1 else 0
            return passed

        carrier.pairing.circuits._send = count  # type: ignore[method-assign, assignment]
        with trio.fail_after(PATIENCE):
            while not link(carrier, 2).cut_off:
                if 0 not in b.pairing.circuits.carriers:
                    break
                circuit = b.pairing.circuits.open(0, 1)
                with suppress(trio.BrokenResourceError), trio.move_on_after(1.0):
                    while True:
                        await circuit.send_all(bytes(CHUNK))
                circuit.drop()
                await trio.sleep(0.01)
        allowed = 8 * 1024 * 1024 + int((trio.current_time() - began) * 256 * 1024)  # patience comes back with time
        assert link(carrier, 2).cut_off and WINDOW < sent < allowed, f"{sent} bytes of junk"
        assert patience(a, 0) == full() == patience(carrier, 1) and 0 in a.connected


async def test_circuits_that_are_used_and_end_early_cost_nobody_patience() -> None:
    async with star(3) as (carrier, a, b):
        await all_connected([carrier, a, b])
        for _ in range(5):
            live = link(a, 2).live
            assert live is not None
            live.channel.abandon("")
            for mesh, other in ((a, 2), (b, 1)):
                await until(mesh, is_a(PeerDisconnected, other))
                await until(mesh, is_a(PeerConnected, other))
        assert patience(carrier, 1) == full() == patience(carrier, 2)


async def test_room_that_nobody_needs_costs_patience_at_the_end_of_a_circuit() -> None:
    async with star(3) as (carrier, a, b):
        await all_connected([carrier, a, b])
        await within(lambda: len(a.pairing.circuits) == 1)
        (leg,) = a.pairing.circuits._legs[0].values()
        live = link(carrier, 1).live
        assert live is not None
        for _ in range(50):
            for _ in range(100):
                with suppress(ChannelFull, ChannelLost):
                    live.channel.send_nowait(FrameKind.MESH, encode(CircuitGrant(leg.number, WINDOW)))
            await trio.sleep(0.002)
        await within(lambda: patience(a, 0) < full() or link(a, 0).cut_off)  # 5000 useless words cost it


async def test_two_carriers_that_cut_do_not_keep_two_from_an_honest_third() -> None:
    table = Table(5)
    async with (
        table.sit(0, timing=SHORT) as liar,
        table.sit(1, timing=SHORT, know=[liar]) as other,
        table.sit(4, timing=SHORT, know=[liar, other]),
        table.sit(2, hidden=True, timing=SHORT, know=[liar, other]) as a,
        table.sit(3, hidden=True, timing=SHORT, know=[liar, other]) as b,
    ):
        for mesh in (a, b):
            with trio.fail_after(PATIENCE):
                while len(mesh.connected) < 4:
                    await until(mesh, is_a(PeerConnected))

        async def cut(mesh: Mesh) -> None:
            """It carries what makes a channel, and cuts it then."""
            while True:
                for leg in [*mesh.pairing.circuits._legs[2].values()]:
                    if a.status[3].carrier == mesh.operator and b.status[2].carrier == mesh.operator:
                        mesh.pairing.circuits._shut(leg)
                await trio.sleep(0.01)

        async with trio.open_nursery() as nursery:
            for mesh in (liar, other, a, b):
                nursery.start_soon(drain, mesh)
            nursery.start_soon(cut, liar)
            nursery.start_soon(cut, other)
            seen: list[int | None] = []
            with trio.move_on_after(PATIENCE):
                while True:
                    carrier = a.status[3].carrier
                    if a.status[3].connected and (not seen or seen[-1] != carrier):
                        seen.append(carrier)
                    if seen[-1:] == [4]:
                        break
                    await trio.sleep(0.005)
            nursery.cancel_scope.cancel()
        assert 4 in seen, f"by way of {seen}"


SOUNDING = replace(SHORT, sounding=0.05, answer=0.4)


def hold_back(liar: Mesh, seconds: float, nursery: trio.Nursery) -> None:
    """From now on it passes on all that it carries, in order, and each thing so much later."""
    take = liar.pairing.circuits.take
    put, get = trio.open_memory_channel[tuple[float, MemberLink, bytes]](100_000)

    def keep(link: MemberLink, payload: bytes) -> None:
        put.send_nowait((trio.current_time() + seconds, link, payload))

    async def pass_on() -> None:
        async for moment, source, payload in get:
            await trio.sleep_until(moment)
            take(source, payload)

    liar.pairing.circuits.take = keep  # type: ignore[method-assign]
    nursery.start_soon(pass_on)


async def test_a_carrier_that_holds_words_back_is_passed_over() -> None:
    async with star(4, carriers=(0, 1), timing=SOUNDING) as (liar, honest, a, b), trio.open_nursery() as nursery:
        await all_connected([liar, honest, a, b])
        for mesh in (liar, honest, a, b):
            nursery.start_soon(drain, mesh)
        await within(lambda: a.status[3].carrier is not None)
        first = {0: liar, 1: honest}[a.status[3].carrier or 0]
        hold_back(first, 5.0, nursery)
        await within(lambda: a.status[3].carrier == 1 - first.operator and b.status[2].carrier == 1 - first.operator)
        assert patience(a, 3) == full() == patience(b, 2), "no member is blamed"
        nursery.cancel_scope.cancel()


async def test_where_nobody_else_could_carry_it_a_slow_carrier_is_kept() -> None:
    async with star(3, timing=SOUNDING) as (carrier, a, b), trio.open_nursery() as nursery:
        await all_connected([carrier, a, b])
        hold_back(carrier, 1.0, nursery)
        for number in range(3):
            assert a.send(2, FrameKind.CHAT, bytes([number]))
            event = await until(b, lambda event: not isinstance(event, PeerConnected))
            assert isinstance(event, FrameReceived) and event.payload == bytes([number])
        nursery.cancel_scope.cancel()


async def test_a_busy_node_does_not_take_its_carrier_for_a_slow_one() -> None:
    calm = replace(SOUNDING, answer=PATIENCE)  # a machine that stumbles makes no carrier slow
    async with star(4, carriers=(0, 1), timing=calm) as (liar, honest, a, b), trio.open_nursery() as nursery:
        await all_connected([liar, honest, a, b])
        for mesh in (liar, honest, b):
            nursery.start_soon(drain, mesh)
        await within(lambda: a.status[3].carrier is not None)
        carrier = a.status[3].carrier
        live = link(a, 3).live
        assert live is not None
        while live.channel._listening:
            b.send(2, FrameKind.CHAT, b"the node of a takes no event for a while")
            await trio.sleep(0.01)
        assert await live.channel.answers(3 * SOUNDING.answer)
        assert a.status[3].carrier == carrier
        nursery.cancel_scope.cancel()
