"""A bot that plays a seat for its person."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tta_p2p.seats.messages import Reply, Request


class AutopilotRequest(Request, frozen=True, tag="autopilot"):
    """Let a bot of this level play my seat for a while; no level: I play it again."""

    level: Annotated[str, msgspec.Meta(max_length=40)] = ""
    seat: int | None = None
    """In a game on one computer alone: the seat of somebody else who plays at it."""


class AutopilotReply(Reply, frozen=True, tag="autopilot"):
    """A bot of this level plays a seat for its person from now on; no level: the person does again.

    ``absent``: nobody has asked for it, but the person has not acted for as long as the charter says.
    """

    seat: int
    name: str
    level: str = ""
    absent: bool = False
