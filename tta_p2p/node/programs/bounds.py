"""Bounds on an external program: the speed at which it is read, its requests, and the kept part of its errors."""

from __future__ import annotations

import contextlib
import math
from pathlib import Path

import trio

from tta_p2p.store.regular_files import append_regular

LOG_SIZE = 512 * 1024
"""Of its error output the newest part is kept, in two files of at most so many bytes."""

CHUNK = 16 * 1024
"""How many bytes of a pipe are read at a time."""


class ErrorLog:
    """The error output of a program, in a file that does not grow for ever."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, data: bytes) -> None:
        """Keep what was written; a full disk stops nothing."""
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self.path.exists() and self.path.stat().st_size + len(data) > LOG_SIZE:
                self.path.replace(self.path.with_suffix(".old"))
            append_regular(self.path, data[-LOG_SIZE:])

    def remark(self, text: str) -> None:
        """Write a line of our own."""
        self.write(f"-- {text}\n".encode())


class TokenBucket:
    """So many things a second, some more at once."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most, self._left, self._at = rate, most, most, trio.current_time()

    def take(self) -> float:
        """Take one; how many seconds to wait before it may be used."""
        now = trio.current_time()
        self._left = min(self._most, self._left + (now - self._at) * self._rate) - 1
        self._at = now
        return max(0.0, -self._left / self._rate)

    def give_back(self) -> None:
        """The one taken last was not used."""
        self._left += 1


class PacedStream(trio.abc.ReceiveStream):
    """The output of a program, read at a bounded speed."""

    def __init__(self, stream: trio.abc.ReceiveStream, rate: int) -> None:
        self._stream, self._rate, self._next = stream, rate, -math.inf

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        """Receive its latest output, once there was time for what came before; nothing that was read can be lost."""
        await trio.sleep_until(self._next)
        data = await self._stream.receive_some(CHUNK)
        self._next = trio.current_time() + len(data) / self._rate
        return data

    async def aclose(self) -> None:
        """Close the pipe."""
        await self._stream.aclose()
