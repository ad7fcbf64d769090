"""Decisions that a seat makes in advance."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from tta_p2p.games.contract import LONGEST_CHOICE
from tta_p2p.seats.messages import Request

Word = Annotated[str, msgspec.Meta(max_length=100)]
Choice = Annotated[str, msgspec.Meta(max_length=LONGEST_CHOICE)]


class OrderRequest(Request, frozen=True, tag="order"):
    """Decide for me: at the next decision of this ``key``, at each ``until`` my turn, or at each; or no longer.

    The first of the ``choices`` that is legal is done; in the words of one, ``a|b`` is either. No longer, without a
    key: withdraw all orders.
    """

    key: Word = ""
    choices: Annotated[tuple[Choice, ...], msgspec.Meta(max_length=10)] = ()
    until: Literal["", "once", "my-turn"] = "once"
    yes: bool = True


class SkipRequest(Request, frozen=True, tag="skip"):
    """Decline for me whatever can be declined: ``until`` my turn comes, or decisions of this ``key``; or no longer.

    No longer, with neither of them: skip nothing any more.
    """

    until: Literal["", "my-turn"] = ""
    key: Word = ""
    yes: bool = True
