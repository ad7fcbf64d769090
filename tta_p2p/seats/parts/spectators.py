"""Whoever looks on through this node."""

from __future__ import annotations

from tta_p2p.seats.messages import Reply


class SpectatorsReply(Reply, frozen=True, tag="watched"):
    """Who looks on through this node, by the names they give themselves; whenever that changes."""

    names: list[str]
