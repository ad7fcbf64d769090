"""Channels over streams in memory and a clock that jumps."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from trio.testing import MockClock, lockstep_stream_pair, memory_stream_pair

from tta_p2p.net.channel import Channel, Pulse, QueueLimit, open_channel
from tta_p2p.net.control import Ping, Pong, write_control
from tta_p2p.net.errors import ChannelFull, ChannelLost
from tta_p2p.net.framing import Frame, FrameKind, FrameStream, write_frame
from tta_p2p.net.scopes import Pace

CHAT = int(FrameKind.CHAT)


@asynccontextmanager
async def channels(*, lockstep: bool = False, room: QueueLimit | None = None) -> AsyncIterator[tuple[Channel, Channel]]:
    here, there = lockstep_stream_pair() if lockstep else memory_stream_pair()
    async with (
        open_channel(FrameStream(here, 1000), limit=1000, room=room) as a,
        open_channel(FrameStream(there, 1000), limit=1000, room=room) as b,
    ):
        yield a, b


@pytest.mark.parametrize("lockstep", [False, True])
async def test_frames_go_both_ways_in_order(lockstep: bool, autojump_clock: MockClock) -> None:
    async with channels(lockstep=lockstep) as (a, b):
        got: dict[Channel, list[int]] = {a: [], b: []}

        async def talk(channel: Channel) -> None:
            for number in range(200):
                await channel.send(CHAT, number.to_bytes(2, "big") * (number % 9 + 1))

        async def listen(channel: Channel) -> None:
            while len(got[channel]) < 200:
                frame = await channel.receive()
                got[channel].append(int.from_bytes(frame.payload[:2], "big"))

        async with trio.open_nursery() as nursery:
            for channel in (a, b):
                nursery.start_soon(talk, channel)
                nursery.start_soon(listen, channel)
        assert got[a] == got[b] == list(range(200))


async def test_a_quiet_channel_lives_as_long_as_both_ends_do(autojump_clock: MockClock) -> None:
    async with channels() as (a, b), trio.open_nursery() as nursery:
        nursery.start_soon(a.receive)
        with trio.move_on_after(3600) as hour:
            await b.receive()
        assert hour.cancelled_caught and a.lost == b.lost == ""
        nursery.cancel_scope.cancel()


async def test_a_silent_end_is_given_up_after_the_silence_agreed(autojump_clock: MockClock) -> None:
    here, _there = memory_stream_pair()
    began = trio.current_time()
    async with open_channel(FrameStream(here, 100), limit=100, pulse=Pulse(beat=5, silence=20)) as channel:
        with pytest.raises(ChannelLost, match="silent for 20 seconds"):
            await channel.receive()
        assert trio.current_time() - began == pytest.approx(20, abs=0.1)
        with pytest.raises(ChannelLost, match="silent"):
            channel.send_nowait(CHAT, b"late")


async def test_a_busy_receiver_does_not_take_the_other_end_for_dead(autojump_clock: MockClock) -> None:
    async with channels() as (a, b), trio.open_nursery() as nursery:
        nursery.start_soon(b.receive)
        await trio.sleep(500)  # this end looks at nothing for a long while
        await b.send(CHAT, b"still here")
        assert await a.receive() == Frame(CHAT, b"still here")
        nursery.cancel_scope.cancel()


async def test_whoever_takes_nothing_is_given_up(autojump_clock: MockClock) -> None:
    here, _there = lockstep_stream_pair()
    async with open_channel(FrameStream(here, 100), limit=100) as channel:
        channel.send_nowait(CHAT, b"?")
        with pytest.raises(ChannelLost, match=r"takes nothing|silent"):
            await channel.receive()


async def test_with_a_pace_no_more_frames_are_read_than_it_says_whatever_is_sent(autojump_clock: MockClock) -> None:
    here, there = memory_stream_pair()
    async with open_channel(FrameStream(here, 100), limit=100, pace=Pace(4, 16)) as channel:
        await there.send_all(
            write_frame(FrameKind.CONTROL, write_control(Ping())) * 1000 + write_frame(CHAT, b"at last")
        )
        before = trio.current_time()
        assert await channel.receive() == Frame(CHAT, b"at last")
        assert 1000 / 4 - 10 < trio.current_time() - before < 1000 / 4 + 10


async def test_sending_waits_for_room_and_send_nowait_says_that_there_is_none(autojump_clock: MockClock) -> None:
    async with channels(lockstep=True, room=QueueLimit(frames=4, bytes=10_000)) as (a, b):
        for _ in range(2):  # once into the stream, which takes nothing, and once into the queue
            with pytest.raises(ChannelFull):
                for _ in range(10):
                    a.send_nowait(CHAT, b"x")
            await trio.testing.wait_all_tasks_blocked()
        with trio.move_on_after(1) as patience:
            await a.send(CHAT, b"waits")
        assert patience.cancelled_caught
        async with trio.open_nursery() as nursery:

            async def listen() -> None:
                async for frame in b:
                    if frame.payload == b"fits":
                        nursery.cancel_scope.cancel()

            nursery.start_soon(listen)
            await a.send(CHAT, b"fits")
            await trio.sleep(100)
        assert a.lost == ""


async def test_the_room_counts_bytes_but_one_frame_always_fits(autojump_clock: MockClock) -> None:
    async with channels(lockstep=True, room=QueueLimit(frames=100, bytes=600)) as (a, _):
        a.send_nowait(CHAT, bytes(900))
        with pytest.raises(ChannelFull):
            a.send_nowait(CHAT, b"x")


async def test_a_farewell_arrives_with_its_reason_after_all_that_was_sent(autojump_clock: MockClock) -> None:
    async with channels() as (a, b):
        a.send_nowait(CHAT, b"last")
        await a.aclose("closed")
        assert await b.receive() == Frame(CHAT, b"last")
        with pytest.raises(ChannelLost, match=r"^closed$"):
            await b.receive()
        with pytest.raises(ChannelLost):
            await b.send(CHAT, b"too late")
        with pytest.raises(ChannelLost):
            await a.receive()


async def test_abandoning_drops_what_waits_and_wakes_whoever_receives(autojump_clock: MockClock) -> None:
    async with channels(room=QueueLimit(frames=1000, bytes=1_000_000)) as (a, b), trio.open_nursery() as nursery:
        woken = []

        async def listen() -> None:
            with pytest.raises(ChannelLost, match="enough"):
                await a.receive()
            woken.append(True)

        nursery.start_soon(listen)
        await trio.testing.wait_all_tasks_blocked()
        for _ in range(500):
            a.send_nowait(CHAT, bytes(900))
        a.abandon("enough")
        with pytest.raises(ChannelLost, match="enough"):
            await b.receive()
        assert a.lost == "enough"
        await trio.testing.wait_all_tasks_blocked()
        assert woken == [True]


async def test_a_frame_too_long_ends_the_channel(autojump_clock: MockClock) -> None:
    here, there = memory_stream_pair()
    async with open_channel(FrameStream(here, 100), limit=100) as channel:
        await there.send_all(write_frame(CHAT, bytes(101)))
        with pytest.raises(ChannelLost, match="101 bytes where at most 100"):
            await channel.receive()


async def test_control_frames_that_say_nothing_sensible_end_the_channel(autojump_clock: MockClock) -> None:
    for junk in (b"", b"\x90", b"\xc1", b"x" * 5000):
        here, there = memory_stream_pair()
        async with open_channel(FrameStream(here, 100), limit=10_000) as channel:
            await there.send_all(write_frame(FrameKind.CONTROL, junk))
            with pytest.raises(ChannelLost, match="not what is said here"):
                await channel.receive()


async def test_many_pings_are_answered_by_few_pongs_and_a_flood_ends_the_channel(autojump_clock: MockClock) -> None:
    here, there = memory_stream_pair()
    async with open_channel(FrameStream(here, 100), limit=100) as channel:
        await there.send_all(write_frame(FrameKind.CONTROL, write_control(Ping())) * 900)
        await there.send_all(write_frame(CHAT, b"end"))
        assert (await channel.receive()).payload == b"end"
        await trio.testing.wait_all_tasks_blocked()
        answers = await there.receive_some()
        assert 0 < len(answers) < 100
        await there.send_all(write_frame(FrameKind.CONTROL, write_control(Ping())) * 10_000)
        with pytest.raises(ChannelLost, match="without end"):
            await channel.receive()


async def test_asking_whether_the_other_end_lives(autojump_clock: MockClock) -> None:
    async with channels() as (a, b), trio.open_nursery() as nursery:
        nursery.start_soon(a.receive)
        began = trio.current_time()
        assert not await a.alive(1.0), "the other end does not listen, so it answers nothing"
        assert trio.current_time() - began == pytest.approx(1.0, abs=0.01)
        nursery.start_soon(b.receive)
        assert await a.alive(1.0)
        nursery.cancel_scope.cancel()


async def test_the_pulse_is_the_same_whether_much_or_nothing_is_said(autojump_clock: MockClock) -> None:
    signs = []
    for talk in (False, True):
        here, there = memory_stream_pair()
        async with open_channel(FrameStream(here, 1000), limit=1000) as channel:
            for second in range(60):
                if talk:
                    await channel.send(CHAT, bytes(second))
                await trio.sleep(1)
            await trio.testing.wait_all_tasks_blocked()
            data = bytes(await there.receive_some(1_000_000))
            signs.append(data.count(write_frame(FrameKind.CONTROL, write_control(Pong()))))
    assert signs[0] == signs[1] > 10


async def test_signs_of_life_are_not_answered_and_all_channels_give_them_at_once(autojump_clock: MockClock) -> None:
    heard: list[tuple[float, bytes]] = []
    pong = write_frame(FrameKind.CONTROL, write_control(Pong()))

    async def listen(stream: trio.abc.Stream) -> None:
        while data := await stream.receive_some(1000):
            heard.append((trio.current_time(), bytes(data)))
            await stream.send_all(pong)

    async with trio.open_nursery() as nursery:
        for delay in (0.0, 1.3, 2.9):
            await trio.sleep(delay)
            here, there = memory_stream_pair()
            channel = await nursery.start(_kept_open, here)
            nursery.start_soon(channel.receive)
            nursery.start_soon(listen, there)
        await trio.sleep_until(31.0)
        nursery.cancel_scope.cancel()
    assert {data for _, data in heard} == {pong}
    assert {at % Pulse().beat for at, _ in heard} == {0.0} and len(heard) == 3 * 6


async def _kept_open(stream: trio.abc.Stream, task_status: trio.TaskStatus[Channel]) -> None:
    async with open_channel(FrameStream(stream, 1000), limit=1000) as channel:
        task_status.started(channel)
        await trio.sleep_forever()


async def test_an_error_of_the_one_who_uses_a_channel_comes_out_as_it_is(autojump_clock: MockClock) -> None:
    here, _ = memory_stream_pair()
    with pytest.raises(KeyError):
        async with open_channel(FrameStream(here, 100), limit=100):
            raise KeyError("mine")


async def test_what_is_carried_goes_first_and_keeps_nothing_else_from_going(autojump_clock: MockClock) -> None:
    """Who fills a circuit through somebody's channel does not crowd out what that one says itself."""
    async with channels() as (a, b):
        a.send_nowait(CHAT, b"mine")
        for number in range(500):
            a.send_nowait(int(FrameKind.CIRCUIT), number.to_bytes(2, "big") * 400)
        heard = [await b.receive() for _ in range(501)]
        kinds = [frame.kind for frame in heard]
        assert kinds[0] == FrameKind.CIRCUIT and kinds.index(CHAT) < 100
        carried = [int.from_bytes(frame.payload[:2], "big") for frame in heard if frame.kind == FrameKind.CIRCUIT]
        assert carried == list(range(500)), "in order among themselves"
