"""Dialogues of the seat protocol with a table in this process, line by line as they travel."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import trio
from trio.testing import memory_stream_pair, wait_all_tasks_blocked

from tests.patience import PATIENCE
from tta_p2p.node.local.table import LocalTable
from tta_p2p.registry import load_rules
from tta_p2p.seats.lines import Lines

Said = dict[str, Any]


def table(game: str, people: Sequence[int] = (0,), seats: int = 2, seed: int = 7) -> LocalTable:
    bots = {seat: "random" for seat in range(seats) if seat not in people}
    return LocalTable(load_rules(game), seats, {}, seed, ("Ann", "Bob", "Cid")[:seats], bots)


async def converse(game: str, answer: Callable[[Said], Sequence[Said | bytes]], **more: Any) -> list[str]:
    """Every line of a dialogue up to `over`, `>` from the client and `<` from the node.

    The client says the next thing when the node has said all it has to say, so that a dialogue is always the same.
    """
    ours, theirs = memory_stream_pair()
    lines: list[str] = []
    heard: list[bytes] = []
    gone = trio.Event()
    at_table = table(game, **more)

    async def read() -> None:
        reader = Lines(ours)
        while (line := await reader.line()) is not None:
            heard.append(line)
        gone.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(at_table.run)
        nursery.start_soon(at_table.serve, theirs)
        nursery.start_soon(read)
        waiting = list(answer({"is": "connected"}))
        over = False
        with trio.fail_after(PATIENCE):
            while not over and not gone.is_set():
                if waiting:
                    said = waiting.pop(0)
                    data = said if isinstance(said, bytes) else json.dumps(said, separators=(",", ":")).encode()
                    lines.append("> " + data.decode(errors="replace"))
                    await ours.send_all(data + b"\n")
                await wait_all_tasks_blocked()
                assert heard or gone.is_set() or waiting, "client and node wait for each other"
                while heard:
                    line = heard.pop(0)
                    lines.append("< " + line.decode())
                    reply = json.loads(line)
                    waiting += answer(reply)
                    over = over or reply["is"] == "over"
        nursery.cancel_scope.cancel()
    return lines
