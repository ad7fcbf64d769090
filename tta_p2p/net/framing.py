"""Frames: a length (4 little-endian bytes, of what follows), a kind (1 byte) and a payload.

How long a frame may be depends on the phase; a longer one is refused when its length has been read, before any of
it is kept.
"""

from __future__ import annotations

import enum
from typing import NamedTuple

import trio

from protocol.messages import MAX_MESSAGE
from tta_p2p.net.errors import BadFrame, ChannelLost
from tta_p2p.net.scopes import Droppable

HEADER = 4
STRANGER_LIMIT = 2000
"""The longest payload from somebody who has not shown who it is; nobody may send more than two such frames."""
LOBBY_LIMIT = 512 * 1024
TABLE_LIMIT = MAX_MESSAGE
CONTROL_LIMIT = 4096
"""The longest payload of a frame that is meant for the network itself."""
RECEIVE = 65536


class FrameKind(enum.IntEnum):
    """The content of a frame. Kinds below 16 belong to this package; to the mesh all others are opaque."""

    CONTROL = 0
    MESH = 1
    HELLO = 2
    CIRCUIT = 3
    """Bytes that are carried for two other members."""
    MESSAGE = 16
    """A signed protocol message."""
    HEADS = 17
    """Where its sender stands in every lane: a request to be helped to catch up."""
    HEAD = 18
    """A signed statement of where its sender stands, fresh for the one who asked."""
    CHAT = 19
    CERTIFICATE = 20
    KEYS = 21
    """The keys of a seat, published after a game whose charter opens all hands."""
    REMATCH = 22
    """Whether somebody wants to play again when a game is over."""
    AUTOPILOT = 23
    """At which of its sender's seats a bot plays for a while."""
    ATTENDED = 24
    """Whether somebody sits at its sender's node."""
    WENT_ON = 25
    """Its sender's person has gone on after the pause of this epoch."""
    OUTAGE = 26
    """Why its sender's node says nothing more in the game."""
    LOBBY = 32
    """Words of the lobby: seats, options, ready checks, the charter."""
    STREAM = 33
    """Pieces of a transcript for somebody who watches."""


FIRST_FREE_KIND = 16


class Frame(NamedTuple):
    """A kind (0 to 255) and its payload."""

    kind: int
    payload: bytes


def write_frame(kind: int, payload: bytes) -> bytes:
    """The bytes of a frame."""
    return (len(payload) + 1).to_bytes(HEADER, "little") + bytes((kind,)) + payload


class FrameReader:
    """Bytes in, frames out. Keeps at most one frame of the limit and what came behind it in one piece."""

    def __init__(self, limit: int) -> None:
        """``limit``: the longest payload; may be changed from phase to phase."""
        self.limit = limit
        self._buffer = bytearray()
        self._start = 0

    def feed(self, data: bytes | bytearray) -> None:
        """Take in some bytes."""
        if self._start:
            del self._buffer[: self._start]
            self._start = 0
        self._buffer += data

    def next(self) -> Frame | None:
        """The next frame, or None until more bytes come. Raises BadFrame, then and ever after."""
        start, buffer = self._start, self._buffer
        if len(buffer) - start < HEADER:
            return None
        length = int.from_bytes(buffer[start : start + HEADER], "little")
        if length == 0:
            raise BadFrame("a frame without a kind")
        if length - 1 > self.limit:
            raise BadFrame(f"a frame of {length - 1} bytes where at most {self.limit} are admissible")
        if len(buffer) - start < HEADER + length:
            return None
        body = start + HEADER
        self._start = body + length
        return Frame(buffer[body], bytes(buffer[body + 1 : body + length]))

    def finish(self) -> None:
        """The stream has ended. Raises BadFrame in the middle of a frame."""
        if len(self._buffer) > self._start:
            raise BadFrame("the connection ended in the middle of a frame")


class FrameStream:
    """Frames over a Trio stream, one at a time; for handshakes, before a channel takes over."""

    def __init__(self, stream: trio.abc.Stream, limit: int) -> None:
        self.stream = stream
        self.reader = FrameReader(limit)
        self.heard = 0
        """How many bytes have come."""

    async def read(self) -> Frame:
        """The next frame. Raises BadFrame, or ChannelLost when the other end has gone."""
        while (frame := self.reader.next()) is None:
            try:
                data = await self.stream.receive_some(RECEIVE)
            except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
                raise ChannelLost("the connection broke") from error
            if not data:
                self.reader.finish()
                raise ChannelLost("the other end has closed the connection")
            self.heard += len(data)
            self.reader.feed(data)
        return frame

    async def write(self, kind: int, payload: bytes) -> None:
        """Send a frame. Raises ChannelLost when the other end has gone."""
        await self.write_raw(write_frame(kind, payload))

    async def write_raw(self, data: bytes) -> None:
        """Send whole frames that are bytes already. Raises ChannelLost."""
        try:
            await self.stream.send_all(data)
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise ChannelLost("the connection broke") from error

    def drop(self) -> None:
        """Close the socket below at once, without a word."""
        below = self.stream.transport_stream if isinstance(self.stream, trio.SSLStream) else self.stream
        if isinstance(below, trio.SocketStream):
            below.socket.close()
        elif isinstance(below, Droppable):
            below.drop()
