"""A client in this process that reads everything it is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import trio
from trio.testing import memory_stream_pair

from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines

Server = Callable[[trio.abc.Stream], Any]


class Attending:
    """A client that reads everything; ``heard`` is all it was told."""

    def __init__(self, lines: Lines) -> None:
        self.lines, self.heard = lines, list[say.Reply]()
        self._more = trio.Event()

    @property
    def turns(self) -> list[say.TurnReply]:
        return [reply for reply in self.heard if isinstance(reply, say.TurnReply)]

    async def ask(self, *requests: say.Request) -> None:
        for request in requests:
            await self.lines.send(request)

    async def read(self) -> None:
        while (reply := await self.lines.reply()) is not None:
            self.heard.append(reply)
            self._more.set()
            self._more = trio.Event()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds after something was heard."""
        while not holds():
            await self._more.wait()


async def attend(serve: Server, nursery: trio.Nursery, **hello: Any) -> Attending:
    """A client that has said hello."""
    ours, theirs = memory_stream_pair()
    nursery.start_soon(serve, theirs)
    client = Attending(Lines(ours))
    nursery.start_soon(client.read)
    await client.ask(say.HelloRequest(say.VERSION, **hello))
    return client
