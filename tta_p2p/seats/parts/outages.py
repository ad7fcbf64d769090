"""Outages of other players' nodes."""

from __future__ import annotations

from tta_p2p.seats.messages import Reply


class OutageReply(Reply, frozen=True, tag="outage"):
    """The node of an operator says why it says nothing more: its own words, which nothing proves; empty: it is back."""

    operator: int
    name: str
    why: str
