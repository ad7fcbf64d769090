"""Streams through a folder: two files, one written by each end and only ever added to; TLS speaks over them.

Whatever of a file has been copied so far is a beginning of what was said, so that a file that is cut, or an older copy,
is only shorter. What anybody changes on the way ends the stream, as it does on a network.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import trio

from tta_p2p.net.channel import Pulse
from tta_p2p.net.folder import directory

MOST = 4 * 1024 * 1024
"""Bytes that go over a stream in one direction, at most."""
SHUT = b"\0shut by its end\0"
"""How a file ends whose end has shut the stream; TLS never says that."""
MISSED = 3
"""Looks after which a file of the other end that was there and is gone means that it has shut the stream."""
FOLDER_PATIENCE = 7 * 86_400.0
"""Seconds in which the other end of a stream answers: whoever copies may do so once a day."""
FOLDER_PULSE = Pulse(beat=3600.0, silence=FOLDER_PATIENCE)
"""Signs of life through a folder are few: each is a change that is copied."""

BY_FOLDER = "(folder"
"""How the label of the other end of a stream begins; no address does."""

Aside = Callable[..., Awaitable[Any]]
"""Calls what waits for the disk."""


class FolderStream(trio.abc.Stream):
    """One end of a stream through a folder."""

    def __init__(self, folder: Path, mine: str, theirs: str, label: str, aside: Aside, look: float) -> None:
        """``mine``, ``theirs``: the file of each end; ``label``: what the other end is called; ``look``: seconds."""
        self.label = label
        self._folder, self._mine, self._theirs = folder, mine, theirs
        self._aside, self._look = aside, look
        self._said = bytearray()
        self._left: directory.Seen | None = None
        self._heard = 0
        self._seen: directory.Seen | None = None
        self._come = b""
        self._ended = False
        """Whether the other end has shut it."""
        self._closed = trio.Event()
        self._sending = trio.Lock()

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Add to the own file. Raises BrokenResourceError or ClosedResourceError."""
        async with self._sending:
            if self._closed.is_set():
                raise trio.ClosedResourceError
            if len(self._said) + len(data) > MOST:
                raise trio.BrokenResourceError("too much for a stream through a folder")
            self._said += data
            try:
                left = None
                if self._left is not None:
                    left = await self._aside(directory.append, self._folder, self._mine, bytes(data), self._left)
                if left is None:  # the first words, or something else has taken their place
                    left = await self._aside(directory.replace, self._folder, self._mine, bytes(self._said))
                self._left = left
            except OSError as error:
                raise trio.BrokenResourceError("the folder cannot be written") from error

    @property
    def has_spoken(self) -> bool:
        """Whether the other end has said anything."""
        return self._heard > 0 or bool(self._come)

    async def wait_send_all_might_not_block(self) -> None:
        """There is always room."""
        await trio.lowlevel.checkpoint()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Some bytes, none when the other end has shut it. Raises BrokenResourceError or ClosedResourceError."""
        await trio.lowlevel.checkpoint()
        await self.listen()
        taken = self._come if max_bytes is None else self._come[:max_bytes]
        self._come = self._come[len(taken) :]
        self._heard += len(taken)
        return taken

    async def listen(self) -> None:
        """Wait until the other end has said something more, or has shut it. Raises ClosedResourceError."""
        missed = 0
        while not self._come:
            if self._closed.is_set():
                raise trio.ClosedResourceError
            try:
                found = await self._aside(directory.read, self._folder, self._theirs, self._seen, MOST)
            except FileNotFoundError:
                missed += self._seen is not None
                found = None
            except OSError:  # not now, perhaps in a moment
                found = None
            else:
                missed = 0
            if missed >= MISSED or self._ended:
                return
            if found is not None:
                self._seen, self._ended = found.seen, found.data.endswith(SHUT)
                self._come = found.data.removesuffix(SHUT)[self._heard :]
                if self._ended:
                    continue
            if not self._come:
                with trio.move_on_after(self._look):
                    await self._closed.wait()

    def drop(self) -> None:
        """Shut it at once. What was said stays in the folder: the other end may not have read it yet.

        One that has spoken is told also where it has not been answered; nobody waits for an answer to silence.
        """
        if not self._closed.is_set():
            self._closed.set()
            if self._said or self.has_spoken:
                with suppress(OSError):
                    directory.replace(self._folder, self._mine, bytes(self._said) + SHUT)

    async def aclose(self) -> None:
        """Shut it."""
        self.drop()
        await trio.lowlevel.checkpoint()
