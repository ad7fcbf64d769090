"""The connection inside one process keeps what Trio demands of streams."""

from __future__ import annotations

from trio.testing import check_two_way_stream

from tta_p2p.seats.memory import MemoryStream, memory_pair


async def test_it_is_a_stream() -> None:
    async def make() -> tuple[MemoryStream, MemoryStream]:
        return memory_pair()

    await check_two_way_stream(make, None)
