"""Motions of the table, and votes on them."""

from __future__ import annotations

from tta_p2p.seats.messages import Reply, Request, Text


class VoteRequest(Request, frozen=True, tag="vote"):
    """Move or vote: gone, cheated, resigned, pause, call-off, forfeit; the last three are about no ``operator``."""

    motion: Text
    operator: int = -1
    yes: bool = True


class MotionReply(Reply, frozen=True, tag="motion"):
    """Somebody has moved or voted."""

    motion: str
    operator: int
    by: int
    yes: bool
    open: bool = True
