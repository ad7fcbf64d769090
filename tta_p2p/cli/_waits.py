"""Whom the running games wait for, asked of their nodes as somebody who only looks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

import trio

from tta_p2p.cli._saying import said, words
from tta_p2p.node.serving.seat_server import connect_seat
from tta_p2p.seats import messages as say
from tta_p2p.seats.encoding import BadLine

if TYPE_CHECKING:
    from tta_p2p.node.running import RunningNode

PATIENCE = 3.0
"""Seconds in which all nodes together say whom they wait for."""


def waits(nodes: Iterable[RunningNode]) -> Mapping[str, tuple[str, ...]]:
    """Give the names of those for whom the game of each node waits, by the id of the node; what is silent is not there.

    A name is empty where the node waits for itself.
    """
    asked = tuple(nodes)
    return trio.run(ask, asked) if asked else {}


def told(names: Collection[str], me: str) -> str:
    """Say whom a game waits for; ``me``: what its player here is called."""
    others = [name for name in dict.fromkeys(names) if name not in ("", me)]
    mine = me in names
    if not others:
        return said("told.your-turn") if mine else ""
    return said("told.waits-for", names=words().listed([*([words()("reader")] if mine else []), *others]))


async def ask(nodes: tuple[RunningNode, ...]) -> dict[str, tuple[str, ...]]:
    """Give the same, in a run of Trio."""
    found: dict[str, tuple[str, ...]] = {}

    async def ask_one(node: RunningNode) -> None:
        try:
            connection = await connect_seat(node.socket)
        except OSError:
            return
        try:
            await connection.send(say.Hello(say.VERSION, watch=True))
            while (reply := await connection.reply()) is not None:
                if isinstance(reply, say.Waiting):
                    found[node.id] = tuple(wait.name for wait in reply.waits)
                    return
                if isinstance(reply, say.Over | say.Failed):
                    return
        except (BadLine, trio.BrokenResourceError):
            return  # a node of another version, or one that is just ending
        finally:
            await connection.aclose()

    with trio.move_on_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            for node in nodes:
                nursery.start_soon(ask_one, node)
    return found
