"""Taking in what a node says: the reducer with all parts that there are."""

from __future__ import annotations

from tta_p2p.seats import messages as say

from . import reducer
from .changes import Update
from .parts import parts_after_game, parts_before_game
from .state import ClientState


def reduce_reply(state: ClientState, reply: say.Reply) -> Update:
    """Take in a reply: the next state, and the changes in the order in which they are to be told."""
    return reducer.reduce_with_parts(state, reply, parts_before_game(), parts_after_game())
