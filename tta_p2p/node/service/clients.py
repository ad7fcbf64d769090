"""The clients of a node: whoever plays or watches over the seat protocol, one connection each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import trio

from tta_p2p.games.contract import Seat
from tta_p2p.seats.lines import Lines
from tta_p2p.seats.messages import HelloRequest, Reply

PENDING = 2000
"""How many lines may wait for a slow client before it is let go; the game never waits for a screen."""


@dataclass(eq=False)
class Client:
    """One connection; ``seat`` is None for a spectator and before hello.

    >>> from tta_p2p.seats.memory import memory_pair
    >>> from tta_p2p.seats.messages import RollbackReply
    >>> async def first_line() -> bytes | None:
    ...     ours, theirs = memory_pair()
    ...     client = Client(Lines(ours))
    ...     client.say(RollbackReply())
    ...     client.close()
    ...     await client.write()
    ...     return await Lines(theirs).line()
    >>> trio.run(first_line)
    b'{"is":"again"}'
    """

    lines: Lines
    greeted: bool = False
    seat: Seat | None = None
    hello: HelloRequest | None = None
    told: int = 0
    """How many lines of the log it has been sent."""
    gone: bool = False
    shown: object = None
    waits: object = None
    """What it was shown last, so that nothing is sent twice."""
    shown_at: float = 0.0
    """When that was, by Trio's clock."""
    cut: Callable[[], None] = lambda: None
    """Ends the connection at once."""
    written: trio.Event = field(default_factory=trio.Event)
    """Set when everything that was said to it has been written, or it has gone."""
    _queue: trio.MemorySendChannel[Reply] = field(init=False)
    _waiting: trio.MemoryReceiveChannel[Reply] = field(init=False)

    @property
    def quiet(self) -> bool:
        """Whether it is shown how things stand only when it asks."""
        return self.hello is not None and self.hello.quiet

    def __post_init__(self) -> None:
        self._queue, self._waiting = trio.open_memory_channel[Reply](PENDING)

    def say(self, said: Reply) -> None:
        """Queue a line; a client that does not read is let go."""
        if self.gone:
            return
        try:
            self._queue.send_nowait(said)
        except (trio.WouldBlock, trio.BrokenResourceError, trio.ClosedResourceError):
            self.gone = True
            self._queue.close()
            self.cut()

    async def write(self) -> None:
        """Send what is queued until the client goes."""
        try:
            async for said in self._waiting:
                await self.lines.send(said)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            self.gone = True
        finally:
            self.written.set()

    def close(self) -> None:
        """Send what is queued, then no more."""
        self.gone = True
        self._queue.close()
