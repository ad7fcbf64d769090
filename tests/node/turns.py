"""Turns of visitors: whose it is, and playing on to the end."""

from __future__ import annotations

import time
from typing import Any

from tests.node.processes import Visitor


def my_turn(visitor: Visitor) -> dict[str, Any]:
    while True:
        said = visitor.hear("turn", "over")
        if said["is"] == "over" or (said["mine"] and said["legal"]):
            return said


def whose_turn(visitors: list[Visitor]) -> tuple[int, dict[str, Any]]:
    """The first of the visitors that is to act, and what it is shown."""
    while True:
        for number, visitor in enumerate(visitors):
            visitor.say(do="look")
            said = visitor.hear("turn")
            if said["mine"] and said["legal"]:
                return number, said
        time.sleep(0.05)


def play_on(visitor: Visitor) -> dict[str, Any]:
    """Play to the end: always end the turn, the shortest way there is."""
    while True:
        visitor.say(do="look")
        said = my_turn(visitor)
        if said["is"] == "over":
            return said
        visitor.say(do="act", text="end")
        if visitor.hear("turn", "over", "error")["is"] == "over":
            return visitor.said[-1]
