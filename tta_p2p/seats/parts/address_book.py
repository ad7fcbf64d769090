"""Places of the own node and of the others."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tta_p2p.seats.messages import Reply, Request

MOST = 8
"""How many texts are taken at once."""
LONGEST = 2000
"""Letters of one: it may be a message with an invitation in it."""


class AddressRequest(Request, frozen=True, tag="address"):
    """Look for others at these addresses, too; without any: where is the own node reached?"""

    places: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=LONGEST)], ...], msgspec.Meta(max_length=MOST)] = ()


class AddressReply(Reply, frozen=True, tag="address"):
    """The addresses at which others reach the own node, as they type them; ``names`` are sought at ``places`` now."""

    own: tuple[str, ...]
    names: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
