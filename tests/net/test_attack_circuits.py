"""Attacks on circuits that broke something (attacker2)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import trio

from protocol.wire import encode
from tests.net.parts import Table, introduce, is_a, tell_where, until
from tests.net.test_circuits import SHORT, all_connected, full, link, patience, star, within
from tests.patience import PATIENCE
from tta_p2p.net.addresses import Address
from tta_p2p.net.channel import Pulse
from tta_p2p.net.circuits import CHUNK, NUMBER, WINDOW
from tta_p2p.net.control import Grant, Through
from tta_p2p.net.framing import Kind
from tta_p2p.net.mesh import Connected, Mesh


async def drain(mesh: Mesh) -> None:
    async for _ in mesh.events:
        pass


class Router:
    """What stands between two members: it can forget the connections that go through it."""

    def __init__(self, place: Address) -> None:
        self.place = place
        self.forgotten: set[trio.SocketStream] = set()
        self.passing: set[trio.SocketStream] = set()

    def forget(self) -> None:
        self.forgotten |= self.passing


@asynccontextmanager
async def router(to: Address) -> AsyncIterator[Router]:
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    between = Router(Address(*listeners[0].socket.getsockname()))

    async def pump(source: trio.SocketStream, sink: trio.SocketStream, of: trio.SocketStream) -> None:
        try:
            while data := await source.receive_some(65536):
                if of not in between.forgotten:
                    await sink.send_all(data)
            if of not in between.forgotten:
                await sink.aclose()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass

    async def one(inner: trio.SocketStream) -> None:
        between.passing.add(inner)
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
    slow = replace(SHORT, pulse=Pulse(beat=0.1, silence=20.0), probe=0.2)
    quick = replace(SHORT, pulse=Pulse(beat=0.1, silence=0.5), probe=0.2)
    async with (
        table.sit(1, hidden=True, timing=slow) as a,
        table.sit(2, hidden=True, timing=quick) as b,
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
                await within(lambda: {0, 2} <= {*a.connected} and 0 in b.connected and a.status[2].carrier is None)
                await trio.sleep(0.3)
                between.forget()
                await within(lambda: a.status[2].carrier == 0)
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
        live.channel.send_nowait(Kind.MESH, encode(Through(number, 2)))  # to itself: refused
        for _ in range(200):
            for _ in range(100):
                if not live.channel.lost:
                    live.channel.send_nowait(Kind.MESH, encode(Grant(number, WINDOW)))
            await trio.sleep(0.002)
        await trio.sleep(0.3)
        assert patience(carrier, 2) < full() or link(carrier, 2).cut_off, "20000 useless words for nothing"


async def test_bytes_for_a_circuit_that_is_shut_cost_patience() -> None:
    async with star(3) as (carrier, a, b):
        await all_connected([carrier, a, b])
        b.pairing.circuits.hear = lambda link, said: None  # type: ignore[method-assign]
        live = link(b, 0).live
        assert live is not None
        number = 2**20 + 1
        live.channel.send_nowait(Kind.MESH, encode(Through(number, 2)))
        data = number.to_bytes(NUMBER, "little") + bytes(CHUNK)
        sent = 0
        for _ in range(200):
            for _ in range(20):
                if not live.channel.lost:
                    live.channel.send_nowait(Kind.CIRCUIT, data)
                    sent += len(data)
            await trio.sleep(0.005)
        await trio.sleep(0.3)
        assert patience(carrier, 2) < full() or link(carrier, 2).cut_off, f"{sent} useless bytes for nothing"


async def test_room_that_nobody_needs_costs_patience_at_the_end_of_a_circuit() -> None:
    async with star(3) as (carrier, a, b):
        await all_connected([carrier, a, b])
        await within(lambda: len(a.pairing.circuits) == 1)
        (leg,) = a.pairing.circuits._legs[0].values()
        live = link(carrier, 1).live
        assert live is not None
        for _ in range(50):
            for _ in range(100):
                if not live.channel.lost:
                    live.channel.send_nowait(Kind.MESH, encode(Grant(leg.number, WINDOW)))
            await trio.sleep(0.002)
        await trio.sleep(0.3)
        assert patience(a, 0) < full() or link(a, 0).cut_off, "5000 useless words for nothing"


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
                    await until(mesh, is_a(Connected))

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
            with trio.move_on_after(6):
                while True:
                    carrier = a.status[3].carrier
                    if a.status[3].connected and (not seen or seen[-1] != carrier):
                        seen.append(carrier)
                    if carrier == 4:
                        break
                    await trio.sleep(0.005)
            nursery.cancel_scope.cancel()
        assert 4 in seen, f"by way of {seen}"
