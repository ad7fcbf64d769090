"""A node that came back with a store that may be old."""

from __future__ import annotations

from tta_p2p.seats.messages import Reply, Request


class RecoveryReply(Reply, frozen=True, tag="returning"):
    """This node's store may be older than what it has said: it waits for these people; nobody once it plays on."""

    missing: list[str]


class EndRecoveryRequest(Request, frozen=True, tag="go-on"):
    """Play on although this node may have said more than its store knows, without those who could tell it."""
