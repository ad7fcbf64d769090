"""Members who reach each other only by way of a third: over real sockets, with carriers that lie."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest
import trio

from protocol.messages import MAX_MESSAGE
from protocol.wire import encode
from tests.net.circuits import SHORT, all_connected, full, link, patience, star, within
from tests.net.parts import Table, introduce, is_a, tell_where, until
from tests.patience import PATIENCE
from tta_p2p.net import circuits
from tta_p2p.net.channel import Pulse
from tta_p2p.net.circuits import MAX_LEGS, NUMBER, WINDOW, Circuit, Circuits
from tta_p2p.net.control import CircuitEnd, CircuitGrant, CircuitRequest
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.members import FLOODS, Bounds, MemberLink
from tta_p2p.net.mesh import FrameReceived, Mesh, PeerConnected, PeerDisconnected


async def test_guests_who_reach_the_host_alone_hear_each_other_and_keep_order_and_the_longest_message() -> None:
    async with star(4) as meshes:
        await all_connected(meshes)
        for mesh in meshes:
            assert {operator: status.carrier for operator, status in mesh.status.items()} == {
                other: None if 0 in (other, mesh.operator) else 0 for other in range(4) if other != mesh.operator
            }
        assert meshes[1].send_all(FrameKind.MESSAGE, b"hello all") == (0, 2, 3)
        for i in (0, 2, 3):
            assert await until(meshes[i], is_a(FrameReceived)) == FrameReceived(1, FrameKind.MESSAGE, b"hello all")
        for number in range(300):
            assert meshes[2].send(3, FrameKind.MESSAGE, number.to_bytes(4, "big") * (1 + number % 50))
        assert meshes[2].send(3, FrameKind.MESSAGE, bytes(MAX_MESSAGE))
        for number in range(300):
            event = await until(meshes[3], is_a(FrameReceived))
            assert isinstance(event, FrameReceived) and (event.operator, event.payload[:4]) == (
                2,
                number.to_bytes(4, "big"),
            )
        event = await until(meshes[3], is_a(FrameReceived))
        assert isinstance(event, FrameReceived) and len(event.payload) == MAX_MESSAGE
        assert all(patience(mesh, other) == full() for mesh in meshes for other in range(4) if other != mesh.operator)


async def test_who_loses_one_carrier_goes_on_by_way_of_another() -> None:
    table = Table(4)
    async with (
        table.sit(3, timing=SHORT) as second,
        table.sit(1, hidden=True, timing=SHORT) as a,
        table.sit(2, hidden=True, timing=SHORT) as b,
    ):
        async with table.sit(0, timing=SHORT) as first:
            introduce(a, first)
            introduce(b, first)
            await until(a, is_a(PeerConnected, 2))
            await until(b, is_a(PeerConnected, 1))
            assert (a.status[2].carrier, b.status[1].carrier) == (0, 0)
            introduce(a, second)
            introduce(b, second)
            await until(a, is_a(PeerConnected, 3))
            await until(b, is_a(PeerConnected, 3))
        for mesh, other in ((a, 2), (b, 1)):
            await until(mesh, is_a(PeerDisconnected, other))
            assert await until(mesh, is_a(PeerConnected, other)) == PeerConnected(other)
            assert mesh.status[other].carrier == 3


async def test_a_direct_way_that_shows_up_later_is_taken() -> None:
    table = Table(3)
    async with AsyncExitStack() as stack:
        meshes: list[Mesh] = []
        for i in range(3):
            sitting = table.sit(i, hidden=i > 0, timing=replace(SHORT, crossing=0.01), know=meshes)
            meshes.append(await stack.enter_async_context(sitting))
        await all_connected(meshes)
        _, a, b = meshes
        assert (a.status[2].carrier, b.status[1].carrier) == (0, 0)
        tell_where(a, 2, table.hidden[2])
        for mesh, other in ((a, 2), (b, 1)):
            await until(mesh, is_a(PeerDisconnected, other))
            await until(mesh, is_a(PeerConnected, other))
        assert (a.status[2].carrier, b.status[1].carrier) == (None, None)
        assert a.send(2, FrameKind.MESSAGE, b"straight")
        assert await until(b, is_a(FrameReceived)) == FrameReceived(1, FrameKind.MESSAGE, b"straight")


async def test_when_the_carrier_is_cut_off_from_one_the_circuit_ends_at_the_other() -> None:
    async with star(3) as (host, a, b):
        await all_connected([host, a, b])
        live = link(host, 1).live
        assert live is not None
        live.channel.abandon("a cable is pulled")
        assert isinstance(await until(b, is_a(PeerDisconnected, 1)), PeerDisconnected)
        assert await until(b, is_a(PeerConnected, 1)) == PeerConnected(1)
        await all_connected([host, a, b])
        await within(lambda: [len(mesh.pairing.circuits) for mesh in (host, a, b)] == [2, 1, 1])  # no more is kept


# Carriers that lie.


def carried_by(mesh: Mesh, change: Callable[[MemberLink, bytes], bytes | None]) -> None:
    """From now on this member does something to what it carries; None: it keeps it back."""
    take = mesh.pairing.circuits.take

    def take_and_change(link: MemberLink, payload: bytes) -> None:
        changed = change(link, payload)
        if changed is not None:
            take(link, changed)

    mesh.pairing.circuits.take = take_and_change  # type: ignore[method-assign]


async def test_a_carrier_that_changes_what_it_carries_is_of_no_use_and_an_honest_one_is_found() -> None:
    table = Table(4)
    async with (
        table.sit(0, timing=SHORT) as liar,
        table.sit(3, timing=SHORT, know=[liar]) as honest,
        table.sit(1, hidden=True, timing=SHORT, know=[liar]) as a,
        table.sit(2, hidden=True, timing=SHORT, know=[liar]) as b,
    ):
        for link in honest.links:  # for now it carries nothing
            honest.pairing.circuits._opened[link.operator] = circuits.Pace(0.001, 0)
        seen = trio.Event()

        def flip(_: MemberLink, payload: bytes) -> bytes:
            if len(payload) > 100:
                seen.set()
            return payload[:-1] + bytes([payload[-1] ^ 1])

        carried_by(liar, flip)
        with trio.fail_after(PATIENCE):
            await seen.wait()
        await trio.sleep(0.3)
        assert 2 not in a.connected and 1 not in b.connected
        for link in honest.links:
            honest.pairing.circuits._opened[link.operator] = circuits.Pace(1e3, 1e3)
        await until(a, is_a(PeerConnected, 2))
        await until(b, is_a(PeerConnected, 1))
        assert a.status[2].carrier == 3 and a.send(2, FrameKind.MESSAGE, b"unchanged")
        assert await until(b, lambda event: isinstance(event, FrameReceived)) == FrameReceived(
            1, FrameKind.MESSAGE, b"unchanged"
        )
        for mesh, other in ((a, 2), (b, 1), (a, 3), (b, 3)):
            assert patience(mesh, other) == full(), "nobody answers for what the carrier did"


async def test_a_carrier_cannot_pass_for_a_member_who_is_not_there() -> None:
    table = Table(3)
    async with table.sit(0, timing=SHORT) as liar, table.sit(1, timing=SHORT, know=[liar]) as a:
        answered = 0

        def answer(link: MemberLink, number: int, operator: int) -> None:
            nonlocal answered
            answered += 1
            leg = liar.pairing.circuits._add(link, number)
            leg.end = Circuit(link.operator, leg, liar.pairing.circuits._say)
            liar.pairing._take_circuit(leg.end)  # it speaks TLS with its own key, as if it were the other one

        liar.pairing.circuits._carry = answer  # type: ignore[method-assign]
        link(a, 2).nudge()
        await within(lambda: answered >= 3)
        assert a.connected == (0,) and "another member" in a.status[2].why


def held_back(carrier: Mesh) -> list[bytes]:
    """From now on one more frame of each circuit of member 2 is carried, and then none; those that are not."""
    kept: list[bytes] = []
    carried: set[bytes] = set()

    def keep_back(link: MemberLink, payload: bytes) -> bytes | None:
        if link.operator != 2:
            return payload
        if payload[:NUMBER] not in carried:
            carried.add(payload[:NUMBER])
            return payload
        kept.append(payload)
        return None

    carried_by(carrier, keep_back)
    return kept


async def play_back(carrier: Mesh, kept: list[bytes]) -> None:
    """Words of member 2 on each of its circuits are said again and again in its place.

    Not what comes later: that would be to carry it. Two may be open for a moment, if both members opened one.
    """
    source, carried = link(carrier, 2), carrier.pairing.circuits
    while source.live is not None:
        for number, said in {payload[:NUMBER]: payload for payload in reversed(kept)}.items():
            if int.from_bytes(number, "little") in carried._legs[2]:
                Circuits.take(carried, source, said)
        await trio.sleep(0.05)


@pytest.mark.parametrize("again", [False, True], ids=["by holding the circuit open", "by playing back its words"])
async def test_a_carrier_cannot_make_a_silent_member_seem_to_live(again: bool) -> None:
    beats = Pulse(beat=0.1, silence=20.0)
    async with star(3, timing=replace(SHORT, pulse=beats)) as (carrier, a, b):
        await all_connected([carrier, a, b])
        live = link(a, 2).live
        assert live is not None
        if not again:  # this one channel alone: on a busy machine a short silence would end the others as well
            live.channel._pulse = replace(beats, silence=0.6)
        kept = held_back(carrier)  # in the same moment; the frame that is still carried begins the short silence
        async with trio.open_nursery() as nursery:
            if again:
                nursery.start_soon(play_back, carrier, kept)
            lost = await until(a, is_a(PeerDisconnected, 2))
            assert isinstance(lost, PeerDisconnected)
            assert lost.why == ("the connection broke" if again else "silent for 0.6 seconds")
            await trio.sleep(0.5)
            assert 2 not in a.connected and 0 in a.connected and 0 in b.connected
            assert patience(a, 0) == patience(a, 2) == full()
            nursery.cancel_scope.cancel()


async def test_what_was_recorded_of_a_member_opens_no_circuit_in_its_name() -> None:
    table = Table(3)
    async with table.sit(0, timing=SHORT) as carrier, table.sit(1, hidden=True, timing=SHORT, know=[carrier]) as a:
        record: list[bytes] = []
        async with table.sit(2, hidden=True, timing=SHORT, know=[carrier]):

            def write_down(link: MemberLink, payload: bytes) -> bytes:
                if link.operator == 2:
                    record.append(payload[NUMBER:])
                return payload

            carried_by(carrier, write_down)
            await until(a, is_a(PeerConnected, 2))
            assert link(a, 2).carrier == 0 and record
        await until(a, is_a(PeerDisconnected, 2))
        played = 0

        def play_back(link: MemberLink, number: int, operator: int) -> None:
            nonlocal played
            played += 1
            leg = carrier.pairing.circuits._add(link, number)
            for data in record:
                carrier.pairing.circuits._say(leg, data)

        carrier.pairing.circuits._carry = play_back  # type: ignore[method-assign]
        await within(lambda: played >= 3)
        assert a.connected == (0,)


# Members who do harm by way of a carrier.


async def test_who_floods_by_way_of_a_carrier_is_cut_off_itself_and_the_carrier_is_not() -> None:
    async with star(3, bounds=Bounds(cut_off=0.4)) as (carrier, a, b):
        await all_connected([carrier, a, b])
        assert a.charge(2, full() + 1)
        cut = trio.current_time()
        lost = await until(a, is_a(PeerDisconnected, 2))
        assert isinstance(lost, PeerDisconnected) and lost.why == FLOODS
        assert 0 in a.connected and patience(a, 0) == full()  # on a slow machine the other one may be back already
        await until(a, is_a(PeerConnected, 2))
        assert trio.current_time() >= cut + 0.4


async def test_what_a_member_does_not_take_waits_with_its_author_and_fills_no_queue_of_the_carrier() -> None:
    async with star(3) as (carrier, a, b):
        await all_connected([carrier, a, b])
        for number in range(40):
            assert b.send(
                1, FrameKind.MESSAGE, number.to_bytes(4, "big") * 25_000
            )  # 4 MB; the node of a takes no event
        live, waiting = link(b, 1).live, link(carrier, 1).live
        assert live is not None and waiting is not None
        most = 0
        for _ in range(40):
            await trio.sleep(0.01)
            most = max(most, waiting.channel.queued)
        assert most <= 2 * WINDOW
        assert live.channel.queued > 2_000_000, "it waits where it was said"
        assert carrier.send(1, FrameKind.CHAT, b"and this comes at once")
        seen: list[FrameReceived] = []
        while len(seen) < 41:
            event = await until(a, is_a(FrameReceived))
            assert isinstance(event, FrameReceived)
            seen.append(event)
        assert [event.payload[:4] for event in seen if event.operator == 2] == [n.to_bytes(4, "big") for n in range(40)]
        assert any(event.operator == 0 for event in seen[:30]), "it has not waited for the others"


async def test_who_sends_more_than_there_is_room_for_loses_its_circuit_and_patience_and_nobody_else_does() -> None:
    async with star(3) as (carrier, a, b):
        await all_connected([carrier, a, b])
        await within(lambda: len(b.pairing.circuits) == 1)
        (leg,) = b.pairing.circuits._legs[0].values()
        assert leg.end is not None
        leg.end._room, leg.end.grant = 10**9, lambda room: None  # type: ignore[method-assign]
        for _ in range(40):
            b.send(1, FrameKind.MESSAGE, bytes(100_000))  # the node of a takes no event
        await within(lambda: patience(carrier, 2) < full())
        assert patience(a, 0) == full() == patience(carrier, 1)
        await until(a, is_a(PeerDisconnected, 2))
        assert 0 in a.connected


async def test_who_opens_circuits_without_end_is_cut_off_and_those_it_dials_notice_little() -> None:
    async with star(3) as (carrier, a, b):
        await all_connected([carrier, a, b])
        came = 0
        take_in = a.pairing.circuits._take_in

        def count(link: MemberLink, number: int, operator: int) -> None:
            nonlocal came
            came += 1
            take_in(link, number, operator)

        a.pairing.circuits._take_in = count  # type: ignore[method-assign]
        b.pairing.circuits.hear = lambda link, said: None  # type: ignore[method-assign]
        live = link(b, 0).live
        assert live is not None
        most, number = 0, 2**20 + 1
        while not link(carrier, 2).cut_off:
            for _ in range(50):
                number += 2
                if not live.channel.lost:
                    live.channel.send_nowait(FrameKind.MESH, encode(CircuitRequest(number, 1)))
            await trio.sleep(0.01)
            most = max(most, len(carrier.pairing.circuits._legs[2]))
        assert most <= MAX_LEGS and came <= 40
        assert patience(a, 0) == full() and 0 in a.connected


@pytest.mark.parametrize(
    "words",
    [CircuitRequest(2, 2), CircuitGrant(77, WINDOW), CircuitEnd(78), CircuitGrant(1, 1)],
    ids=["a number of mine", "room where nothing is open", "the end of nothing", "a crumb of room"],
)
async def test_who_says_of_circuits_what_nobody_honest_does_pays_for_it(
    words: CircuitRequest | CircuitGrant | CircuitEnd,
) -> None:
    async with star(3) as (carrier, a, b):
        await all_connected([carrier, a, b])

        def paid() -> bool:
            # Said again and again: patience comes back, and a connection may be replaced by another.
            live = link(b, 0).live
            if live is not None:
                live.channel.send_nowait(FrameKind.MESH, encode(words))
            return patience(carrier, 2) < full()

        await within(paid)
        assert patience(a, 0) == full()


async def test_a_carrier_passes_on_what_is_said_to_all_before_it_hears_it_itself() -> None:
    """So that nobody waits until the carrier has checked and stored what it was told, which may take long."""
    async with star(4) as meshes:
        await all_connected(meshes)
        host, order, said = meshes[0], list[str](), b"x" * 500
        for other in (2, 3):
            live = link(host, other).live
            assert live is not None
            framed, write = live.channel._framed, live.channel._framed.write_raw

            async def pass_on(data: bytes, write: Callable[[bytes], Awaitable[None]] = write) -> None:
                await write(data)
                if len(data) > len(said):
                    order.append("passed on")

            framed.write_raw = pass_on  # type: ignore[method-assign]
        first = 0
        for _ in range(20):
            order.clear()
            assert meshes[1].send_all(FrameKind.MESSAGE, said) == (0, 2, 3)
            await until(host, is_a(FrameReceived))
            first += len(order) == 2
            for mesh in meshes[2:]:
                await until(mesh, is_a(FrameReceived))
        assert first > 5, "signs of life may come between, more often on a slow machine"
