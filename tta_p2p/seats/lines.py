"""Lines over a Trio stream: in-process, a Unix socket or a pipe; bounded, one at a time."""

from __future__ import annotations

import trio

from tta_p2p.seats.encoding import MAX_LINE, BadLine, read_reply, read_request, write_line
from tta_p2p.seats.messages import Reply, Request


class EndlessLine(BadLine):
    """So much without an end that it is no line at all; what came of it is forgotten."""


class Lines:
    """One end of a connection of the seat protocol."""

    def __init__(self, stream: trio.abc.Stream, limit: int = MAX_LINE) -> None:
        self._stream = stream
        self._limit = limit
        self._buffer = bytearray()
        self._sending = trio.Lock()

    async def send(self, said: Request | Reply) -> None:
        """Say one thing. Raises ``trio.BrokenResourceError`` when the other end has gone."""
        async with self._sending:
            await self._stream.send_all(write_line(said))

    async def line(self) -> bytes | None:
        """The next line without its end; None when the other end has gone. Raises BadLine for an endless one."""
        while True:
            cut = self._buffer.find(b"\n")
            if cut >= 0:
                line = bytes(self._buffer[:cut])
                del self._buffer[: cut + 1]
                if line.strip():
                    return line
                continue
            if len(self._buffer) > self._limit:
                self._buffer.clear()
                raise EndlessLine(f"a line has at most {self._limit} bytes")
            try:
                data = await self._stream.receive_some(65536)
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                return None
            if not data:
                return None
            self._buffer += data

    async def request(self) -> Request | None:
        """The next thing a client says; None when it has gone. Raises BadLine."""
        line = await self.line()
        return None if line is None else read_request(line)

    async def reply(self) -> Reply | None:
        """The next thing the node says; None when it has gone. Raises BadLine."""
        line = await self.line()
        return None if line is None else read_reply(line)

    async def aclose(self) -> None:
        """Go."""
        await self._stream.aclose()
