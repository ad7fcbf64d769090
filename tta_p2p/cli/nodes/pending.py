"""The players for whom running games wait, asked of their nodes as a spectator."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import trio

from tta_p2p.cli.output.speech import text_of, words
from tta_p2p.cli.terminal import fault_log
from tta_p2p.node.service.seat_server import connect_seat
from tta_p2p.seats import messages as say
from tta_p2p.seats.encoding import BadLine

if TYPE_CHECKING:
    from tta_p2p.node.machine.roster import RunningNode

PATIENCE = 3.0
"""Seconds in which all nodes together must answer."""


class PendingPlayers(NamedTuple):
    """The names of those for whom a game waits, and of those of them whose vote is asked for.

    A name is empty where the node waits for itself.
    """

    names: tuple[str, ...] = ()
    votes: tuple[str, ...] = ()


NOBODY = PendingPlayers()


def waits(nodes: Iterable[RunningNode]) -> Mapping[str, PendingPlayers]:
    """Give for whom the game of each node waits, by the id of the node; silent nodes are left out."""
    asked = tuple(nodes)
    return fault_log.run(ask_nodes, asked) if asked else {}


def pending_text(awaited: PendingPlayers, me: str) -> str:
    """Say whom a game waits for; ``me``: what its player here is called. A vote comes before everything else."""
    names = awaited.votes or awaited.names
    others = [name for name in dict.fromkeys(names) if name not in ("", me)]
    mine = me in names
    if not (others or awaited.votes):
        return text_of("told.your-turn") if mine else ""
    key = "told.waits-for-votes" if awaited.votes else "told.waits-for"
    return text_of(key, names=words().listed([*([words()("reader")] if mine else []), *others]))


async def ask_nodes(nodes: tuple[RunningNode, ...]) -> dict[str, PendingPlayers]:
    """Give the same, in a run of Trio."""
    found: dict[str, PendingPlayers] = {}

    async def ask_one(node: RunningNode) -> None:
        try:
            connection = await connect_seat(node.socket)
        except OSError:
            return
        try:
            await connection.send(say.HelloRequest(say.VERSION, watch=True))
            while (reply := await connection.reply()) is not None:
                if isinstance(reply, say.WaitReply):
                    votes = [wait.name for wait in reply.waits if wait.for_vote]
                    found[node.id] = PendingPlayers(tuple(wait.name for wait in reply.waits), tuple(votes))
                    return
                if isinstance(reply, say.GameOverReply | say.ErrorReply):
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
