"""A node for tests: real rules and bots in this process, a client that plays by a script, and all that it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import trio
from trio.testing import memory_stream_pair, wait_all_tasks_blocked

from tests.patience import PATIENCE
from tta_p2p.i18n import Words
from tta_p2p.node.local.table import LocalTable
from tta_p2p.registry import load_rules
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.ui.client import SeatClient
from tta_p2p.ui.lines.face import LineFace
from tta_p2p.ui.state import SeatRequest
from tta_p2p.ui.style import Style

Player = Callable[[SeatClient], str | None]
"""What is typed next; None: nothing more."""


class Script:
    """A terminal that types what a function says and keeps what it is shown; ``interactive`` like a person's."""

    def __init__(self, player: Player, interactive: bool = False) -> None:
        self.player = player
        self.interactive = interactive
        self.shown: list[str] = []
        self.client: SeatClient | None = None

    async def read(self, prompt: str) -> str | None:
        """Type the next line once all has been said and shown, so that sessions are always the same."""
        await wait_all_tasks_blocked()
        assert self.client is not None
        line = self.player(self.client)
        if line is not None:
            self.shown.append(f"> {line}")
        return line

    def write(self, lines: Iterable[str]) -> None:
        self.shown.extend(lines)

    def complete_with(self, phrases: Sequence[str]) -> None:
        self.phrases = tuple(phrases)

    def clear(self) -> None:
        self.shown.append("(screen cleared)")


def typing(*lines: str) -> Player:
    """Type these lines and no more."""
    left = list(lines)
    return lambda client: left.pop(0) if left else None


def make_table(name: str, seats: int = 2, people: Sequence[int] = (0,), seed: int = 1, **options: Any) -> LocalTable:
    local = options.pop("local", None)
    bots = {seat: "random" for seat in range(seats) if seat not in people}
    names = ("Ann", "Bob", "Cid", "Dee")[:seats]
    return LocalTable(load_rules(name), seats, options, seed, names, bots, local=local)


async def play(
    table: LocalTable, player: Player, wish: SeatRequest | None = None, style: Style | None = None, brief: bool = False
) -> tuple[int, list[str], SeatClient]:
    """Play at a table by a script; exit code, what was shown, and the client."""
    terminal = Script(player)
    ours, theirs = memory_stream_pair()
    client = SeatClient(Lines(ours), LineFace(terminal, style or Style()), Words(), wish, brief)
    terminal.client = client
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.run)
        nursery.start_soon(table.serve, theirs)
        with trio.fail_after(PATIENCE):
            code = await client.run()
        nursery.cancel_scope.cancel()
    return code, terminal.shown, client


async def talk(
    replies: Sequence[say.Reply],
    *typed: str,
    interactive: bool = False,
    brief: bool = False,
    wish: SeatRequest | None = None,
    language: str = "en",
) -> tuple[list[say.Request], list[str], int]:
    """Let a node say these things, one before each line that is typed; what the client asked and showed."""
    left = list(typed)
    terminal = Script(lambda client: left.pop(0) if left else None, interactive)
    ours, theirs = memory_stream_pair()
    client = SeatClient(Lines(ours), LineFace(terminal, Style()), Words(language), wish, brief, lambda: "tta attach")
    terminal.client = client
    node, asked = Lines(theirs), []

    async def serve() -> None:
        for reply in replies:
            await node.send(reply)
        while (request := await node.request()) is not None:
            asked.append(request)
            if isinstance(request, say.ReadyRequest | say.StartRequest):
                await node.send(replies[0])

    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve)
        with trio.fail_after(PATIENCE):
            code = await client.run()
        nursery.cancel_scope.cancel()
    return asked, terminal.shown, code
