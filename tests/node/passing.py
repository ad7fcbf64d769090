"""Games between real processes that people pass through, to their end."""

from __future__ import annotations

from tests.node.processes import Visitor


def play_on(*visitors: Visitor) -> None:
    """Let everybody pass on every turn, to the end."""
    for visitor in visitors:
        while visitor.hear("turn")["view"] is None:
            pass
        visitor.say(do="skip", key="turn")
    for visitor in visitors:
        visitor.hear("over")
