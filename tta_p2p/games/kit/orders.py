"""Orders that take several acts, made one after the other until something else is to be decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..contract import Act, Knowledge, Seat
from ..game import Game

MOST_ACTS = 40
"""No order takes more acts."""


def carry_on(
    game: Game[Any, Any], state: Any, knows: Knowledge, seat: Seat, choose: Callable[[Sequence[Act]], Act | None]
) -> tuple[Act, ...]:
    """Give the acts that are chosen, each among those legal after the one before; none where none is chosen."""
    acts: list[Act] = []
    asked = game.decision(state)
    while asked is not None and len(acts) < MOST_ACTS:
        act = choose([option.act for option in game.legal(state, knows, seat)])
        if act is None:
            return ()
        acts.append(act)
        step = game.apply(state, act)
        now = game.decision(step.state)
        if step.barrier or now is None or now.key != asked.key:
            return tuple(acts)
        state = step.state
    return ()
