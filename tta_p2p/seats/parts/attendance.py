"""Whether anybody is at the nodes of those who play."""

from __future__ import annotations

from tta_p2p.seats.messages import Reply


class AttendanceReply(Reply, frozen=True, tag="attended"):
    """Nobody has been at the node of a person's seat for a while (no client is attached), or somebody is again."""

    seat: int
    name: str
    yes: bool
