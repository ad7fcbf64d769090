"""The players for whom running games wait, since when and who is there, asked of their nodes as a spectator."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import trio

from tta_p2p.cli.output.speech import text_of, words
from tta_p2p.cli.terminal import fault_log
from tta_p2p.node.service.seat_server import connect_seat
from tta_p2p.seats import messages as say
from tta_p2p.seats.encoding import BadLine
from tta_p2p.seats.parts.attendance import AttendanceReply
from tta_p2p.seats.parts.chat import ChatReply

if TYPE_CHECKING:
    from tta_p2p.node.machine.roster import RunningNode

PATIENCE = 3.0
"""Seconds in which all nodes together must answer."""


class PendingPlayers(NamedTuple):
    """The names of those for whom a game waits, and of those of them whose vote is asked for.

    A name is empty where the node waits for itself. `since`: for how many seconds, since the node was started at most;
    `present`: the people at the table, here and elsewhere; `unread`: the lines that others said while nobody was here.
    """

    names: tuple[str, ...] = ()
    votes: tuple[str, ...] = ()
    since: int = 0
    present: tuple[str, ...] = ()
    unread: int = 0


NOBODY = PendingPlayers()


def waits(nodes: Iterable[RunningNode]) -> Mapping[str, PendingPlayers]:
    """Give for whom the game of each node waits, by the id of the node; silent nodes are left out."""
    asked = tuple(nodes)
    return fault_log.run(ask_nodes, asked) if asked else {}


def pending_text(awaited: PendingPlayers, me: str) -> str:
    """Say whom a game waits for; ``me``: what its player here is called. A vote comes before everything else."""
    told = [_waiting_text(awaited, me)]
    others = [name for name in awaited.present if name != me]
    told += [text_of("told.present", names=words().listed(others))] if others and any(told) else []
    told += [text_of("told.unread", n=awaited.unread)] if awaited.unread else []
    return text_of("told.pending-gap").join(filter(None, told))


def waits_for(awaited: PendingPlayers, me: str) -> bool:
    """Whether a game waits for its player here, or for its vote."""
    return me in (*awaited.names, *awaited.votes)


def _waiting_text(awaited: PendingPlayers, me: str) -> str:
    names = awaited.votes or awaited.names
    others = [name for name in dict.fromkeys(names) if name not in ("", me)]
    mine = me in names
    if not (others or awaited.votes):
        said = text_of("told.your-turn") if mine else ""
    else:
        key = "told.waits-for-votes" if awaited.votes else "told.waits-for"
        said = text_of(key, names=words().listed([*([words()("reader")] if mine else []), *others]))
    unit = 3600 if awaited.since >= 3600 else 60
    since = awaited.since // unit * unit
    return text_of("told.since", told=said, since=since) if said and since else said


def _with_waits(known: PendingPlayers, reply: say.WaitReply) -> PendingPlayers:
    votes = tuple(wait.name for wait in reply.waits if wait.for_vote)
    since = max((int(wait.since) for wait in reply.waits), default=0)
    return known._replace(names=tuple(wait.name for wait in reply.waits), votes=votes, since=since)


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
            await connection.send(say.RefreshRequest())  # answered after all that is told to somebody who comes
            waits = 0
            while (reply := await connection.reply()) is not None:
                match reply:
                    case say.WelcomeReply(seats=seats):
                        people = [one.name for one in seats if one.bot is None and one.connected]
                        found[node.id] = PendingPlayers(present=tuple(people))
                    case AttendanceReply(name=name, yes=False):
                        known = found.get(node.id, NOBODY)
                        found[node.id] = known._replace(present=tuple(one for one in known.present if one != name))
                    case ChatReply():
                        found[node.id] = (known := found.get(node.id, NOBODY))._replace(unread=known.unread + 1)
                    case say.WaitReply():
                        found[node.id] = _with_waits(found.get(node.id, NOBODY), reply)
                        waits += 1
                    case say.GameOverReply() | say.ErrorReply():
                        return
                if waits == 2:
                    return
        except (BadLine, trio.BrokenResourceError):
            return  # a node of another version, or one that is just ending
        finally:
            with trio.CancelScope(shield=True):
                await connection.aclose()

    with trio.move_on_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            for node in nodes:
                nursery.start_soon(ask_one, node)
    return found
