"""Taking in what a node says: the reducer with all parts that there are."""

from __future__ import annotations

from tta_p2p.seats import messages as say

from . import reducer
from .changes import Heard
from .parts import ahead, behind
from .state import ClientState


def hear(state: ClientState, reply: say.Reply) -> Heard:
    """Take in a reply: the next state, and the changes in the order in which they are to be told."""
    return reducer.hear(state, reply, ahead(), behind())
