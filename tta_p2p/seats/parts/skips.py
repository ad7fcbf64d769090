"""Decisions that the node declines for a seat."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from tta_p2p.seats.messages import Request


class SkipRequest(Request, frozen=True, tag="skip"):
    """Decline for me whatever can be declined: ``until`` my turn comes, or decisions of this ``key``; or no longer.

    No longer, with neither of them: skip nothing any more.
    """

    until: Literal["", "my-turn"] = ""
    key: Annotated[str, msgspec.Meta(max_length=100)] = ""
    yes: bool = True
