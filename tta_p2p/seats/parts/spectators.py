"""The spectators of a node."""

from __future__ import annotations

from tta_p2p.seats.messages import Reply


class SpectatorsReply(Reply, frozen=True, tag="watched"):
    """The spectators of this node, by the names they give themselves; sent whenever they change."""

    names: list[str]
