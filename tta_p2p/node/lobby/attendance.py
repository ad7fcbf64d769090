"""Whether somebody sits at each node of a lobby: terminals that are closed are seen as away, as at the table.

A guest tells its host by frames of `ATTENDED` with one byte, as members tell each other later; the host tells all
guests by frames of that kind with the identities of all that are away. Nothing depends on it, and nodes of earlier
releases pass such frames over.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import trio

from tta_p2p.node.lobby.messages import MAX_PARTIES
from tta_p2p.node.service.desk import Desk

IDENTITY = 32
"""Bytes."""
GRACE = 1.0
"""Seconds after which a terminal that was closed is no news any more: it may be opened again."""
HERE, GONE = b"\x01", b"\x00"


async def watch_attendance(desk: Desk, tell: Callable[[bool], None]) -> None:
    """Tell whether somebody sits at the clients of a lobby, whenever that changes.

    A node that was started without a terminal is nobody's absence: its person reads it later, or lets a bot play.
    """
    until, here, visits = math.inf, True, 0
    while True:
        sits = any(client.greeted and client.hello is not None and not client.hello.watch for client in desk.clients)
        if sits or desk.visits != visits:
            until, visits = trio.current_time() + GRACE, desk.visits
        if here != (trio.current_time() < until):
            here = not here
            tell(here)
        await trio.sleep(GRACE / 4)


def write_absent(identities: Iterable[bytes]) -> bytes:
    """Write who is away, for guests."""
    return b"".join(sorted(identities))


def read_absent(payload: bytes, there: Iterable[bytes]) -> frozenset[bytes] | None:
    """Read who is away of those who are there; None for what no host says."""
    if len(payload) % IDENTITY or len(payload) > MAX_PARTIES * IDENTITY:
        return None
    return frozenset(payload[at : at + IDENTITY] for at in range(0, len(payload), IDENTITY)) & frozenset(there)
