"""A small library for programs that play a seat: say hello, read what the node says, act.

    async def main() -> None:
        async with connect(path_of_the_socket) as seat:
            async for turn in seat.turns():
                await seat.act(turn.legal[0].text)

Bots that are not written with Trio, or not in Python, speak the lines themselves (docs/seat-protocol.md).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import trio

from tta_p2p.seats import messages as say
from tta_p2p.seats.encoding import BadLine
from tta_p2p.seats.lines import Lines

REFUSALS = ("node.version", "node.not-your-seat", "node.seat-taken")
"""Errors after which there will be no welcome."""


class SeatRefused(Exception):
    """The node refuses the seat; `failed` is what it said."""

    def __init__(self, failed: say.ErrorReply) -> None:
        super().__init__(failed.text or failed.key)
        self.failed = failed


class NodeGone(Exception):
    """The node has closed the connection before the game was over."""


class Driver:
    """One seat of a node, driven by a program.

    >>> import trio
    >>> from tta_p2p.seats.memory import memory_pair
    >>> async def first_line() -> say.Request | None:
    ...     ours, theirs = memory_pair()
    ...     await Driver(Lines(ours)).hello(seat=0, client="an example")
    ...     return await Lines(theirs).request()
    >>> trio.run(first_line).client
    'an example'
    """

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.welcome: say.WelcomeReply | None = None
        self.turn: say.TurnReply | None = None
        """How things stood last."""
        self.over: say.GameOverReply | None = None

    async def hello(self, seat: int | None = None, client: str = "", take_over: bool = False) -> None:
        """Ask for a seat (None: the one that waits for somebody); the welcome may come later, after the lobby."""
        await self.lines.send(say.HelloRequest(say.VERSION, seat, client=client, take_over=take_over))

    async def replies(self) -> AsyncIterator[say.Reply]:
        """Go through everything the node says, until the game is over or the connection ends."""
        while self.over is None:
            try:
                reply = await self.lines.reply()
            except BadLine:  # a newer node may say what this client does not know
                continue
            if reply is None:
                return
            match reply:
                case say.WelcomeReply():
                    self.welcome = reply
                case say.TurnReply():
                    self.turn = reply
                case say.GameOverReply():
                    self.over = reply
                case say.ErrorReply() if self.welcome is None and reply.key in REFUSALS:
                    raise SeatRefused(reply)
            yield reply

    async def turns(self) -> AsyncIterator[say.TurnReply]:
        """Go through the moments at which this seat must act, until the game is over. Raises SeatRefused, NodeGone.

        What the table would ask a person in the lobby, to agree to its conditions, is agreed to. After an act that was
        refused the same moment comes again.
        """
        agreed: list[say.TextRef] | None = None
        async for reply in self.replies():
            if isinstance(reply, say.LobbyReply) and reply.state == "agreeing" and agreed != reply.conditions:
                agreed = reply.conditions
                await self.lines.send(say.ReadyRequest())
            if isinstance(reply, say.TurnReply) and reply.mine and reply.legal:
                yield reply
            elif isinstance(reply, say.ErrorReply) and self.turn is not None and self.turn.mine:
                yield self.turn
        if self.over is None:
            raise NodeGone("the node has closed the connection")

    async def act(self, text: str) -> None:
        """Try an act in the draft; one that cannot be undone sends the whole draft."""
        await self.lines.send(say.ActRequest(text))

    async def undo(self) -> None:
        """Take the last act of the draft back."""
        await self.lines.send(say.UndoRequest())

    async def redo(self) -> None:
        """Do again what was undone last."""
        await self.lines.send(say.RedoRequest())

    async def reset(self) -> None:
        """Take the whole draft back."""
        await self.lines.send(say.ResetRequest())

    async def explain(self, text: str) -> None:
        """Ask what an act would do; the answer is among the replies."""
        await self.lines.send(say.ExplainRequest(text))

    async def ask(self, request: say.Request) -> None:
        """Ask for anything else: `ask(SkipRequest(until="my-turn"))`; what the node does not offer it refuses."""
        await self.lines.send(request)

    async def bye(self) -> None:
        """Go; the game goes on."""
        await self.lines.send(say.ByeRequest())


@asynccontextmanager
async def connect(
    path: str, seat: int | None = None, client: str = "", take_over: bool = False
) -> AsyncIterator[Driver]:
    """Connect to a node's socket, ask for a seat, and go at the end."""
    lines = Lines(await trio.open_unix_socket(path))
    try:
        driver = Driver(lines)
        await driver.hello(seat, client, take_over)
        yield driver
    finally:
        with trio.CancelScope(shield=True):
            await lines.aclose()


async def drive(driver: Driver, choose: Callable[[say.TurnReply], str]) -> say.GameOverReply:
    """Play a seat to the end with a function that chooses one of the legal acts. Raises Refused and Gone."""
    async for turn in driver.turns():
        await driver.act(choose(turn))
    assert driver.over is not None
    return driver.over
