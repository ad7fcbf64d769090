"""Telling a node that plays a game already where another member of it is now."""

from __future__ import annotations

import trio

from tta_p2p.cli.errors import CommandFailed
from tta_p2p.cli.output.speech import text_of, words
from tta_p2p.cli.terminal import fault_log
from tta_p2p.node.service.seat_server import connect_seat
from tta_p2p.seats import messages as say
from tta_p2p.seats.encoding import BadLine
from tta_p2p.seats.parts.address_book import AddressReply, AddressRequest

PATIENCE = 5.0
"""Seconds in which the node must answer."""
REFUSALS = frozenset({"node.no-address", "node.no-member", "node.no-game-yet", "node.not-offered"})
"""The errors that answer this request: a client hears others that are none of its business."""


def tell_whereabouts(socket: str, places: tuple[str, ...]) -> str:
    """Let the node behind this socket look for others at these addresses; what is to be said of that.

    Raises CommandFailed where it takes them not, in its words.
    """
    told: AddressReply | say.ErrorReply | None = fault_log.run(_tell, socket, places)
    if isinstance(told, say.ErrorReply):
        raise CommandFailed(words().line(told.key, told.args))
    if told is None:
        raise CommandFailed(text_of("told.not-sought"))
    return text_of("told.sought", names=words().any_of(told.names), places=words().listed(told.places))


async def _tell(socket: str, places: tuple[str, ...]) -> AddressReply | say.ErrorReply | None:
    with trio.move_on_after(PATIENCE):
        try:
            connection = await connect_seat(socket)
        except OSError:
            return None
        try:
            await connection.send(say.HelloRequest(say.VERSION, watch=True))
            await connection.send(AddressRequest(places))
            while (reply := await connection.reply()) is not None:
                if isinstance(reply, AddressReply) and reply.names:
                    return reply
                if isinstance(reply, say.ErrorReply) and reply.key in REFUSALS:
                    return reply
        except (BadLine, trio.BrokenResourceError):
            return None  # a node of another version, or one that is just ending
        finally:
            with trio.CancelScope(shield=True):
                await connection.aclose()
    return None
