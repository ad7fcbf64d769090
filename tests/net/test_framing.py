"""Frames: any cutting of the bytes gives the same frames, and nothing long is kept."""

from __future__ import annotations

import itertools

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import lockstep_stream_pair, memory_stream_pair

from tta_p2p.net.errors import BadFrame, ChannelLost
from tta_p2p.net.framing import STRANGER_LIMIT, TABLE_LIMIT, Frame, FrameReader, FrameStream, write_frame

FRAMES = st.lists(st.tuples(st.integers(0, 255), st.binary(max_size=300)), max_size=12)


@given(frames=FRAMES, cuts=st.lists(st.integers(0, 4000), max_size=30))
def test_however_the_bytes_are_cut_the_same_frames_come_out(frames: list[tuple[int, bytes]], cuts: list[int]) -> None:
    data = b"".join(write_frame(kind, payload) for kind, payload in frames)
    places = sorted({min(cut, len(data)) for cut in cuts} | {0, len(data)})
    reader, seen = FrameReader(300), []
    for start, end in itertools.pairwise(places):
        reader.feed(data[start:end])
        while (frame := reader.next()) is not None:
            seen.append(frame)
    reader.finish()
    assert seen == [Frame(kind, payload) for kind, payload in frames]


@given(frames=FRAMES.filter(bool), cut=st.integers(1, 4))
def test_an_end_in_the_middle_of_a_frame_is_noticed(frames: list[tuple[int, bytes]], cut: int) -> None:
    data = b"".join(write_frame(kind, payload) for kind, payload in frames)
    reader = FrameReader(300)
    reader.feed(data[:-cut])
    while reader.next() is not None:
        pass
    with pytest.raises(BadFrame, match="middle"):
        reader.finish()


@pytest.mark.parametrize("limit", [STRANGER_LIMIT, TABLE_LIMIT])
def test_a_frame_longer_than_its_phase_allows_is_refused_by_its_header_alone(limit: int) -> None:
    for length in (limit + 2, 2**31, 2**32 - 1):
        reader = FrameReader(limit)
        reader.feed(length.to_bytes(4, "little"))
        for _ in range(2):  # and ever after
            with pytest.raises(BadFrame, match=f"at most {limit}"):
                reader.next()
    reader = FrameReader(limit)
    reader.feed(write_frame(3, bytes(limit)))
    assert reader.next() == Frame(3, bytes(limit))


def test_a_frame_without_a_kind_is_refused() -> None:
    reader = FrameReader(10)
    reader.feed(bytes(4))
    with pytest.raises(BadFrame, match="without a kind"):
        reader.next()


@given(junk=st.binary(max_size=200))
def test_junk_gives_frames_or_a_typed_error(junk: bytes) -> None:
    reader = FrameReader(64)
    reader.feed(junk)
    try:
        while (frame := reader.next()) is not None:
            assert len(frame.payload) <= 64
        reader.finish()
    except BadFrame:
        pass


@given(frames=FRAMES, limit=st.integers(0, 7))
async def test_frames_pass_through_streams_that_deliver_a_few_bytes_at_a_time(
    frames: list[tuple[int, bytes]], limit: int
) -> None:
    here, there = lockstep_stream_pair()
    seen = []

    async def send() -> None:
        for kind, payload in frames:
            data = write_frame(kind, payload)
            for start in range(0, len(data), limit + 40):
                await here.send_all(data[start : start + limit + 40])
        await here.aclose()

    async def receive() -> None:
        framed = FrameStream(there, 300)
        with pytest.raises(ChannelLost, match="closed"):
            while True:
                seen.append(await framed.read())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(send)
        nursery.start_soon(receive)
    assert seen == [Frame(kind, payload) for kind, payload in frames]


async def test_a_stream_that_breaks_off_inside_a_frame_is_a_bad_frame() -> None:
    here, there = memory_stream_pair()
    await here.send_all(write_frame(1, b"whole") + write_frame(2, b"half")[:-1])
    await here.aclose()
    framed = FrameStream(there, 100)
    assert await framed.read() == Frame(1, b"whole")
    with pytest.raises(BadFrame, match="middle"):
        await framed.read()
