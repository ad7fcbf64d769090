"""An authenticated channel: frames both ways, a bounded queue, a pulse, and an end that says why."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import trio

from tta_p2p.net.control import Farewell, Ping, Pong, farewell, read_control, write_control
from tta_p2p.net.errors import BadFrame, ChannelFull, ChannelLost
from tta_p2p.net.framing import FIRST_FREE_KIND, Frame, FrameKind, FrameStream, write_frame
from tta_p2p.net.scopes import Pace, background, close, let_others_speak


@dataclass(frozen=True, slots=True)
class Pulse:
    """Seconds between signs of life, and of silence after which the other end is taken to be gone."""

    beat: float = 5.0
    silence: float = 20.0


@dataclass(frozen=True, slots=True)
class QueueLimit:
    """The most that may wait to be sent."""

    frames: int = 4096
    bytes: int = 8 * 1024 * 1024


_AT_ONCE = 64 * 1024


class Channel:
    """Frames to and from one authenticated peer; made by ``open_channel``.

    One task may receive; any may send. Within a channel frames keep their order.
    """

    def __init__(self, framed: FrameStream, pulse: Pulse, room: QueueLimit, pace: Pace | None = None) -> None:
        self._framed = framed
        self._pulse = pulse
        self._room = room
        self._pace = pace
        self._queue: deque[bytes] = deque()
        self._ahead: deque[bytes] = deque()
        """The network's own frames, those of circuits among them; they go out before as many bytes of the rest."""
        self._queued = 0
        self.is_carrier = False
        """Whether the other end carries circuits of this node: what is said to all then goes out in one piece, first
        to those whom it has to pass on, so that nobody waits until the carrier has looked at what it was told.
        """
        self._ping = self._pong = self._closing = False
        self._asked = self._asked_here = self._answered = 0
        """The numbers of the last question of this end, of the other end, and of the last answer."""
        self._listening = False
        """Whether somebody waits for the next frame."""
        self.goodbye = False
        """Whether the other end has closed it in words, and was not only lost."""
        self._lost: ChannelLost | None = None
        self._left: ChannelLost | None = None
        self._to_send = trio.Event()
        self._sent = trio.Event()
        self._heard = trio.Event()
        self._reading = trio.CancelScope()
        self._writing = trio.CancelScope()
        self._writer_done = trio.Event()
        self._control = Pace(10, 1000)
        """How many words of the network itself may come a second."""

    # Sending.

    @property
    def queued(self) -> int:
        """Bytes that wait to be sent."""
        return self._queued

    @property
    def crowded(self) -> bool:
        """Whether half of the room is taken."""
        return 2 * self._waiting > self._room.frames or 2 * self._queued > self._room.bytes

    def send_nowait(self, kind: int, payload: bytes) -> None:
        """Queue a frame. Raises ChannelFull where too much waits already, ChannelLost after the end."""
        if self._lost is not None or self._closing:
            raise self._end()
        if self._is_full(len(payload)):
            raise ChannelFull("the other end does not take what is sent to it")
        self._put(write_frame(kind, payload), ahead=kind < FIRST_FREE_KIND)

    @property
    def _waiting(self) -> int:
        return len(self._queue) + len(self._ahead)

    def _put(self, data: bytes, *, ahead: bool = False) -> None:
        (self._ahead if ahead else self._queue).append(data)
        self._queued += len(data)
        self._to_send.set()

    def _is_full(self, more: int) -> bool:
        return bool(self._waiting) and (self._waiting >= self._room.frames or self._queued + more > self._room.bytes)

    async def send(self, kind: int, payload: bytes) -> None:
        """Queue a frame as soon as there is room. Raises ChannelLost."""
        await trio.lowlevel.checkpoint()
        while self._lost is None and not self._closing and self._is_full(len(payload)):
            await self._sent.wait()
        self.send_nowait(kind, payload)

    async def drained(self, below: int) -> None:
        """Wait until fewer bytes than this wait to be sent. Raises ChannelLost."""
        while self._lost is None and not self._closing and self._queued >= below:
            await self._sent.wait()
        if self._lost is not None or self._closing:
            raise self._end()

    # Receiving.

    async def receive(self) -> Frame:
        """The next frame of the application. Raises ChannelLost with the reason when the channel has ended."""
        while True:
            frame = await self._next()
            if frame.kind != FrameKind.CONTROL:
                return frame
            try:
                said = read_control(frame.payload)
            except BadFrame as error:
                raise self._fail(str(error)) from error
            if not self._control.try_spend(1):
                raise self._fail("pings and pongs without end")
            if isinstance(said, Pong):
                self._answered = max(self._answered, min(said.number, self._asked))
            if isinstance(said, Ping):
                self._asked_here = max(self._asked_here, said.number)
                self._pong = True
                self._to_send.set()
            elif isinstance(said, Farewell):
                self.goodbye = True
                raise self._fail(said.why or "the other end has closed the channel")

    async def _next(self) -> Frame:
        """One frame. Silence counts only while we listen: a busy reader must not take the other end for dead."""
        if self._lost is not None or self._closing:
            raise self._end()
        with trio.CancelScope() as self._reading:
            while True:
                before = self._framed.heard
                with trio.move_on_after(self._pulse.silence):
                    self._listening = True
                    try:
                        frame = await self._framed.read()
                    except (BadFrame, ChannelLost) as error:
                        raise self._fail(str(error)) from error
                    finally:
                        self._listening = False
                    self._hear()
                    if self._pace is not None:
                        await self._pace.spend(1)
                    return frame
                if self._framed.heard == before:
                    raise self._fail(f"silent for {self._pulse.silence:g} seconds")
                self._hear()
        raise self._end()

    def _end(self) -> ChannelLost:
        return self._left or self._lost or ChannelLost("closed here")

    def _hear(self) -> None:
        self._heard.set()
        self._heard = trio.Event()

    def __aiter__(self) -> Channel:
        """All frames until the channel ends; the reason is then in ``lost``."""
        return self

    async def __anext__(self) -> Frame:
        """The next frame of a loop."""
        try:
            return await self.receive()
        except ChannelLost:
            raise StopAsyncIteration from None

    @property
    def lost(self) -> str:
        """The reason for the channel's end; empty while it lives."""
        return str(self._end()) if self._lost or self._closing else ""

    async def alive(self, within: float) -> bool:
        """Ping, and whether anything is heard in so many seconds while somebody receives."""
        if self._lost is not None:
            return False
        self._ping = True
        self._to_send.set()
        heard = self._heard
        with trio.move_on_after(within):
            await heard.wait()
        return heard.is_set() and self._lost is None

    async def answers(self, within: float) -> bool:
        """Whether the other end answers a question in so many seconds; what this end does not read, it may have."""
        self._asked += 1
        number, until = self._asked, trio.current_time() + within
        self._ping = True
        self._to_send.set()
        while self._answered < number and self._lost is None and trio.current_time() < until:
            with trio.move_on_at(until):
                await self._heard.wait()
        return self._answered >= number or self._lost is not None or not self._listening

    # The end.

    def _fail(self, reason: str) -> ChannelLost:
        if self._lost is None:
            self._lost = ChannelLost(reason)
        self._to_send.set()
        self._sent.set()
        self._heard.set()
        self._reading.cancel()
        return self._lost

    def abandon(self, why: str, details: str = "") -> None:
        """End the channel from this side, at once: what is queued is dropped, receiving ends.

        ``why`` is a key that goes to the other end; ``details`` stay on this machine.
        """
        if self._lost is None and not self._closing:
            self._left = ChannelLost(f"{why}: {details}" if details else why)
            self._queue.clear()
            self._ahead.clear()
            self._queued = 0
            self._put(write_frame(FrameKind.CONTROL, write_control(farewell(why))))
            self._closing = True
            self._sent.set()
            self._reading.cancel()

    async def aclose(self, why: str = "") -> None:
        """Send what is queued, say why (a key), and close; within a second or two whatever the other end does."""
        with trio.CancelScope(shield=True):
            if self._lost is None:
                if not self._closing:
                    self._put(write_frame(FrameKind.CONTROL, write_control(farewell(why))))
                    self._closing = True
                with trio.move_on_after(1.0):
                    await self._writer_done.wait()
            self._fail(why or "closed here")
            self._writing.cancel()
        await close(self._framed.stream)

    # What runs beside the one who uses the channel.

    async def write(self) -> None:
        """Send what is queued, until the end."""
        try:
            with self._writing:
                while self._lost is None and not (self._closing and not self._waiting):
                    if self.is_carrier and self._queue:
                        await let_others_speak()
                    if data := self._take():
                        await self._write(data)
                    else:
                        self._to_send = trio.Event()
                        await self._to_send.wait()
        finally:
            self._writer_done.set()

    async def _write(self, data: bytes) -> None:
        with trio.move_on_after(self._pulse.silence) as patience:
            try:
                await self._framed.write_raw(data)
            except ChannelLost as error:
                self._fail(str(error))
        if patience.cancelled_caught:
            self._fail(f"takes nothing for {self._pulse.silence:g} seconds")
        self._sent.set()
        self._sent = trio.Event()

    def _take(self) -> bytes:
        """Take the next bytes to send: small frames together, control frames first."""
        parts: list[bytes] = []
        if self._ping:
            parts.append(write_frame(FrameKind.CONTROL, write_control(Ping(self._asked))))
        if self._pong:
            parts.append(write_frame(FrameKind.CONTROL, write_control(Pong(self._asked_here))))
        self._ping = self._pong = False
        for queue in (self._ahead, self._queue):
            size = 0
            while queue and (not size or size + len(queue[0]) <= _AT_ONCE):
                data = queue.popleft()
                size += len(data)
                parts.append(data)
            self._queued -= size
        return b"".join(parts)

    async def beat(self) -> None:
        """Show at a steady pace that this end is there, whatever is played, so that the pace tells nothing.

        With a pong that nobody has asked for: both ends do so, and neither need answer. All channels of a process do so
        at once, so that it wakes up once for all of them.
        """
        while self._lost is None:
            await trio.sleep_until(next_beat(self._pulse.beat))
            self._pong = True
            self._to_send.set()


def next_beat(beat: float) -> float:
    """Give the next moment of a beat of so many seconds that a whole process shares, by Trio's clock."""
    return (trio.current_time() // beat + 1) * beat


@asynccontextmanager
async def open_channel(
    framed: FrameStream,
    *,
    limit: int,
    pulse: Pulse | None = None,
    room: QueueLimit | None = None,
    pace: Pace | None = None,
) -> AsyncIterator[Channel]:
    """A channel over a stream whose other end has been authenticated; closed politely at the end of the body.

    ``pace``: how many frames a second are read, pings included; a faster sender only fills its own buffers.
    """
    framed.reader.limit = limit
    channel = Channel(framed, pulse or Pulse(), room or QueueLimit(), pace)
    async with background(channel.write, channel.beat):
        try:
            yield channel
        finally:
            with trio.CancelScope(shield=True):
                await channel.aclose()
