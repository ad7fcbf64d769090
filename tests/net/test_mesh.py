"""The mesh over real sockets on this machine."""

from __future__ import annotations

import random
from contextlib import AsyncExitStack, suppress
from dataclasses import replace

import pytest
import trio
import trio.lowlevel

from protocol.messages import MAX_MESSAGE
from tests.net.parts import (
    LOCAL,
    QUICK,
    SID,
    SOON,
    Table,
    entropy_of,
    eventually,
    introduce,
    is_a,
    key_of,
    tell_where,
    until,
)
from tests.patience import PATIENCE
from tta_p2p.net.addresses import Address
from tta_p2p.net.channel import QueueLimit
from tta_p2p.net.errors import BadCertificate, HandshakeRefused, NetError
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.members import FLOODS, Bounds, Member, Rate
from tta_p2p.net.mesh import FrameReceived, Mesh, PeerConnected, PeerDisconnected, PeerRefusal, open_mesh
from tta_p2p.net.pairing import DISMISSED, SEATED


async def test_all_members_get_one_channel_to_each_other_and_hear_what_is_sent() -> None:
    table = Table(4)
    async with AsyncExitStack() as stack:
        meshes = [await stack.enter_async_context(table.sit(i)) for i in range(4)]
        introduce(*meshes)
        for mesh in meshes:
            for _ in range(3):
                await until(mesh, is_a(PeerConnected))
            assert mesh.connected == tuple(i for i in range(4) if i != mesh.operator)
        assert meshes[2].send_all(FrameKind.MESSAGE, b"hello all") == (0, 1, 3)
        for i in (0, 1, 3):
            assert await until(meshes[i], is_a(FrameReceived)) == FrameReceived(2, FrameKind.MESSAGE, b"hello all")
        assert meshes[0].send(3, FrameKind.CHAT, b"only you")
        assert await until(meshes[3], is_a(FrameReceived)) == FrameReceived(0, FrameKind.CHAT, b"only you")


async def test_when_both_dial_at_once_exactly_one_channel_is_left_and_works() -> None:
    table = Table(2)
    eager = replace(QUICK, head_start=0.0)
    for start in range(6):
        async with table.sit(0, start=str(start), timing=eager) as a, table.sit(1, start=str(start), timing=eager) as b:
            introduce(a, b)
            await until(a, is_a(PeerConnected))
            await until(b, is_a(PeerConnected))
            with trio.fail_after(PATIENCE):
                for one, other in ((a, b), (b, a)):
                    heard = False
                    while not heard:  # what is said while another connection is still on its way may go with the first
                        one.send(other.operator, FrameKind.MESSAGE, b"here I am")
                        with trio.move_on_after(0.15):
                            heard = (await until(other, is_a(FrameReceived))).operator == one.operator
            lives = [mesh.links[0].live for mesh in (a, b)]
            assert lives[0] is not None and lives[1] is not None
            assert lives[0].number == lives[1].number


async def test_a_channel_keeps_the_order_of_its_frames_and_carries_the_longest_message() -> None:
    table = Table(2)
    async with table.sit(0) as a, table.sit(1, know=[a]) as b:
        await until(a, is_a(PeerConnected))
        for number in range(500):
            assert a.send(1, FrameKind.MESSAGE, number.to_bytes(4, "big") * (1 + number % 50))
        assert a.send(1, FrameKind.MESSAGE, bytes(MAX_MESSAGE))
        for number in range(500):
            event = await until(b, is_a(FrameReceived))
            assert isinstance(event, FrameReceived) and event.payload[:4] == number.to_bytes(4, "big")
        event = await until(b, is_a(FrameReceived))
        assert isinstance(event, FrameReceived) and len(event.payload) == MAX_MESSAGE


async def test_a_member_that_starts_again_at_another_port_is_found_again_through_the_others() -> None:
    table = Table(3)
    async with table.sit(0) as a, table.sit(1, know=[a]) as b:
        async with table.sit(2, know=[a, b]):
            await until(a, is_a(PeerConnected, 2))
            await until(b, is_a(PeerConnected, 2))
        await until(a, is_a(PeerDisconnected, 2))
        await until(b, is_a(PeerDisconnected, 2))
        async with table.sit(2, start="again", know=[a]) as again:
            tell_where(a, 2, again.addresses)
            again_knows_of_b = [link for link in again.links if link.operator == 1]
            assert again_knows_of_b[0].places == ()
            assert await until(b, is_a(PeerConnected, 2)) == PeerConnected(2)
            assert await until(again, is_a(PeerConnected, 1)) == PeerConnected(1)


async def test_a_second_copy_of_a_player_is_turned_away_and_told_why_while_the_first_answers() -> None:
    table = Table(3)
    async with table.sit(0) as a, table.sit(2, know=[a]) as b, table.sit(1, know=[a, b]):
        await until(a, is_a(PeerConnected, 1))
        await until(b, is_a(PeerConnected, 1))

        async def consume(mesh: Mesh) -> None:
            async for event in mesh.events:
                assert not isinstance(event, PeerDisconnected)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(consume, a)
            nursery.start_soon(consume, b)
            async with table.sit(1, start="copy", know=[a, b]) as copy:
                turned = {(await until(copy, is_a(PeerRefusal))) for _ in range(2)}  # by a lower and by a higher member
                assert turned == {PeerRefusal(0, SEATED), PeerRefusal(2, SEATED)}
                assert copy.connected == ()
                assert copy.status[0].why == SEATED
            nursery.cancel_scope.cancel()


async def test_a_member_whose_first_start_is_frozen_gets_in_with_the_second() -> None:
    table = Table(2)
    async with table.sit(0, timing=SOON) as a, table.sit(1, know=[a], timing=SOON) as frozen:
        await until(a, is_a(PeerConnected))
        for link in frozen.links:  # nothing comes out of it any more, and its socket stays open
            assert link.live is not None
            link.live.channel._writing.cancel()
        async with table.sit(1, start="second", know=[a], timing=SOON) as second:
            assert isinstance(await until(a, is_a(PeerDisconnected)), PeerDisconnected)
            assert await until(a, is_a(PeerConnected)) == PeerConnected(1)
            assert await until(second, is_a(PeerConnected)) == PeerConnected(0)


async def test_a_member_that_takes_nothing_loses_its_channel_and_nobody_waits_for_it() -> None:
    table = Table(2)
    bounds = Bounds(room=QueueLimit(frames=64, bytes=2_000_000))
    async with table.sit(0, bounds=bounds) as a, table.sit(1, know=[a]):
        await until(a, is_a(PeerConnected))
        while a.send(1, FrameKind.MESSAGE, bytes(100_000)):  # its node never takes an event
            await trio.lowlevel.checkpoint()
        event = await until(a, is_a(PeerDisconnected))
        assert isinstance(event, PeerDisconnected) and event.why.startswith("takes-nothing")


async def test_catching_up_is_sent_in_order_one_stream_at_a_time_and_play_overtakes_it() -> None:
    table = Table(2)
    async with table.sit(0) as a, table.sit(1, know=[a], bounds=Bounds(events=1)) as b:
        await until(a, is_a(PeerConnected))
        drawn = []

        def old() -> object:
            for number in range(5000):
                drawn.append(number)
                yield FrameKind.MESSAGE, number.to_bytes(4, "big") + bytes(996)

        a.catch_up(1, old())  # type: ignore[arg-type]
        first = await until(b, is_a(FrameReceived))
        assert isinstance(first, FrameReceived) and first.payload[:4] == bytes(4)
        await trio.testing.wait_all_tasks_blocked(0.05)
        assert len(drawn) < 5000, "frames are drawn only as the other end takes them"
        a.send(1, FrameKind.CHAT, b"new")
        a.catch_up(1, [(FrameKind.MESSAGE, b"resumed")])
        seen = []
        while not seen or seen[-1].payload != b"resumed":
            event = await until(b, is_a(FrameReceived))
            assert isinstance(event, FrameReceived)
            seen.append(event)
        numbers = [int.from_bytes(event.payload[:4], "big") for event in seen if len(event.payload) == 1000]
        assert numbers == list(range(1, 1 + len(numbers))) and len(numbers) < 5000
        assert any(event.kind == FrameKind.CHAT for event in seen)


async def test_frames_beyond_the_rate_of_their_kind_are_dropped_and_others_are_not() -> None:
    table = Table(2)
    bounds = Bounds(rates=((FrameKind.CHAT, Rate(0.001, 3)),))
    async with table.sit(0) as a, table.sit(1, know=[a], bounds=bounds) as b:
        await until(a, is_a(PeerConnected))
        for number in range(50):
            a.send(1, FrameKind.CHAT, bytes([number]))
        a.send(1, FrameKind.MESSAGE, b"end")
        got = []
        while not got or got[-1] != b"end":
            event = await until(b, is_a(FrameReceived))
            assert isinstance(event, FrameReceived)
            got.append(event.payload)
        assert got == [b"\0", b"\1", b"\2", b"end"]
        assert b.links[0].dropped == 47


async def test_a_member_that_sends_a_frame_too_long_or_of_no_kind_is_cut_off_and_told_why() -> None:
    table = Table(2)
    async with table.sit(0, bounds=Bounds(frame=1000)) as a, table.sit(1, know=[a]) as b:
        await until(a, is_a(PeerConnected))
        b.send(0, FrameKind.MESSAGE, bytes(1001))
        event = await until(a, is_a(PeerDisconnected))
        assert isinstance(event, PeerDisconnected) and "1001 bytes where at most 1000" in event.why
        await until(a, is_a(PeerConnected))
        await until(b, is_a(PeerDisconnected))  # a may have the next channel before b has lost the last
        await until(b, is_a(PeerConnected))
        live = b.links[0].live
        assert live is not None
        live.channel.send_nowait(7, b"?")
        event = await until(a, is_a(PeerDisconnected))
        assert isinstance(event, PeerDisconnected) and "kind 7" in event.why


async def test_a_member_that_costs_too_much_is_cut_off_for_a_while_and_longer_the_next_time() -> None:
    table = Table(2)
    bounds = Bounds(patience=Rate(0.001, 3), cut_off=PATIENCE)
    async with table.sit(0, bounds=bounds) as a, table.sit(1, know=[a]) as b:
        await until(a, is_a(PeerConnected))
        for wait in (PATIENCE, 2 * PATIENCE):
            cut = trio.current_time()
            assert [a.charge(1, 1) for _ in range(6)] == [False, False, False, True, False, False]
            assert cut + wait <= a.links[0].cut_off_until <= trio.current_time() + wait
            lost = await until(a, is_a(PeerDisconnected))
            assert isinstance(lost, PeerDisconnected) and lost.why == FLOODS
            with pytest.raises(HandshakeRefused, match=FLOODS):
                await b.pairing.reach(b.links[0], a.addresses[0])
            a.links[0].cut_off_until = trio.current_time()  # the while is over
            a.links[0].nudge()
            b.links[0].nudge()
            await until(a, is_a(PeerConnected))


async def test_connections_again_and_again_end_in_being_cut_off() -> None:
    table = Table(2)
    async with table.sit(0, bounds=Bounds(patience=Rate(0.001, 100))) as a, table.sit(1, know=[a]) as b:
        await until(a, is_a(PeerConnected))
        (link,) = b.links
        for _ in range(40):
            with suppress(NetError):
                (await b.pairing.reach(link, a.addresses[0])).framed.drop()
        assert a.links[0].cut_off
        lost = await until(a, is_a(PeerDisconnected))
        assert isinstance(lost, PeerDisconnected) and lost.why == FLOODS


async def test_whoever_has_left_is_neither_dialled_nor_let_in() -> None:
    table = Table(3)
    async with table.sit(0) as a, table.sit(1, know=[a]) as b, table.sit(2, know=[a, b]) as c:
        for mesh in (a, b, c):
            await until(mesh, is_a(PeerConnected))
            await until(mesh, is_a(PeerConnected))
        a.dismiss(2)
        assert await until(a, is_a(PeerDisconnected)) == PeerDisconnected(2, DISMISSED)
        assert await until(c, is_a(PeerRefusal)) == PeerRefusal(0, DISMISSED)
        assert a.connected == (1,) and 1 in c.connected


async def test_a_certificate_that_the_charter_does_not_pin_cannot_open_a_mesh() -> None:
    table = Table(2)
    with pytest.raises(BadCertificate, match="this node"):
        async with table.sit(0, key=key_of("another")):
            pass
    table.members[1] = Member(table.members[1].certificate_hash, key_of("another").certificate)
    with pytest.raises(BadCertificate, match="operator 1"):
        async with table.sit(0):
            pass


async def test_members_of_another_game_with_the_same_keys_do_not_meet() -> None:
    table = Table(2)
    async with (
        table.sit(0) as a,
        open_mesh(
            sid=bytes(32),
            operator=1,
            key=table.keys[1],
            members=table.members,
            listen=LOCAL,
            entropy=entropy_of("other"),
            timing=QUICK,
        ) as b,
    ):
        introduce(a, b)
        with trio.move_on_after(0.5):
            await until(a, is_a(PeerConnected))
        assert a.connected == b.connected == ()
    assert bytes(32) != SID


async def test_why_nobody_is_there_is_said_in_words() -> None:
    table = Table(2)
    async with table.sit(0) as a:
        assert a.status[1].why == "not connected yet"
        tell_where(a, 1, [Address("127.0.0.1", 1)])
        await eventually(lambda: "nobody answers at 127.0.0.1:1" in a.status[1].why)
        assert not a.send(1, FrameKind.MESSAGE, b"lost")


async def test_after_many_restarts_in_any_order_everybody_is_connected_again() -> None:
    table, rng = Table(4), random.Random(7)
    current: dict[int, Mesh] = {}
    scopes: dict[int, trio.CancelScope] = {}
    ended: dict[int, trio.Event] = {}
    links: dict[int, set[int]] = {number: set() for number in range(4)}
    changed = trio.Event()

    async def live(number: int, start: int, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        nonlocal changed
        ended[number] = trio.Event()
        with trio.CancelScope() as scopes[number]:
            # Only what this start's predecessor knew of one other: the rest must be passed on by that one.
            known = [mesh for other, mesh in current.items() if other != number][:1]
            async with table.sit(number, start=str(start), know=known) as mesh:
                current[number] = mesh
                for other in known:
                    introduce(mesh, other)
                links[number] = set()
                task_status.started()
                async for event in mesh.events:
                    if isinstance(event, PeerConnected):
                        assert event.operator not in links[number], "connected twice without an end between"
                        links[number].add(event.operator)
                    elif isinstance(event, PeerDisconnected):
                        links[number].remove(event.operator)
                    changed.set()
                    changed = trio.Event()
        ended[number].set()

    def whole() -> bool:
        return all(links[number] == {0, 1, 2, 3} - {number} for number in range(4))

    async with trio.open_nursery() as nursery:
        for number in range(4):
            await nursery.start(live, number, 0)
        for start in range(1, 21):
            number = rng.randrange(4)
            with trio.fail_after(PATIENCE):  # who knows nobody but this one, at this port, would be lost for ever
                while not all(links[other] - {number} for other in range(4) if other != number):
                    await changed.wait()
            scopes[number].cancel()
            await ended[number].wait()
            await nursery.start(live, number, start)
            await trio.sleep(rng.random() * 0.15)
        with trio.fail_after(PATIENCE):
            while not whole():
                await changed.wait()
        await trio.sleep(0.5)
        assert whole(), "and it stays so"
        nursery.cancel_scope.cancel()
