"""Chat of people at a table."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tta_p2p.seats.messages import Reply, Request


class ChatRequest(Request, frozen=True, tag="chat"):
    """Say something to the table."""

    text: Annotated[str, msgspec.Meta(max_length=500)]


class ChatReply(Reply, frozen=True, tag="chat"):
    """Somebody says something."""

    seat: int
    name: str
    text: str
