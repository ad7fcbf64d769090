"""Two ends of a connection inside one process: a table and its client that need no socket between them."""

from __future__ import annotations

import math
import operator
import sys

import trio


class MemoryStream(trio.abc.Stream):
    """One end; what is sent waits for the other end, however much it is."""

    def __init__(self, sends: trio.MemorySendChannel[bytes], receives: trio.MemoryReceiveChannel[bytes]) -> None:
        self._sends, self._receives = sends, receives
        self._rest = b""
        self._receiving = self._closed = False

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Send. Raises ``trio.BrokenResourceError`` when the other end is closed, ``ClosedResourceError`` for this."""
        await self._sends.send(bytes(data))

    async def wait_send_all_might_not_block(self) -> None:
        """Return: there is always room. Raises ``trio.ClosedResourceError`` when this end is closed."""
        await trio.lowlevel.checkpoint()
        if self._closed:
            raise trio.ClosedResourceError

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Receive so many bytes at most; none once the other end is closed and all of it was received."""
        most = sys.maxsize if max_bytes is None else operator.index(max_bytes)
        if most < 1:
            raise ValueError(f"{max_bytes} bytes cannot be received")
        if self._receiving:
            raise trio.BusyResourceError("somebody receives here already")
        self._receiving = True
        try:
            await trio.lowlevel.checkpoint()
            while not self._rest:
                self._rest = await self._receives.receive()
        except trio.EndOfChannel:
            return b""
        finally:
            self._receiving = False
        data, self._rest = self._rest[:most], self._rest[most:]
        return data

    async def aclose(self) -> None:
        """Close this end, for both directions."""
        self._sends.close()
        self._receives.close()
        self._rest, self._closed = b"", True
        await trio.lowlevel.checkpoint()


def memory_pair() -> tuple[MemoryStream, MemoryStream]:
    """Make a connection: both of its ends."""
    (to_second, at_second), (to_first, at_first) = (trio.open_memory_channel[bytes](math.inf) for _ in range(2))
    return MemoryStream(to_second, at_first), MemoryStream(to_first, at_second)
