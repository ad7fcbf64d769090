"""Positions of Through the Ages at which a bot plans a turn, or decides upon politics."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.bots.table import Table, begin, bots, play
from tta_p2p.bots.base import Situation
from tta_p2p.games.contract import Act
from tta_p2p.games.through_the_ages.flow import decision_frame
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.phases import Actions, FirstActions
from tta_p2p.games.through_the_ages.scenario import read


def beginnings(every: int = 3) -> list[Situation]:
    """Every so many positions at the beginning of an action phase, of a game of two that is played once."""
    return [*_beginnings()[::every]]


@cache
def _beginnings() -> list[Situation]:
    found: list[Situation] = []
    turns: set[tuple[int, int]] = set()

    def watch(table: Table, situation: Situation, act: Act) -> None:
        turn = table.state.round, situation.seat
        if isinstance(decision_frame(table.state), Actions | FirstActions) and turn not in turns:
            turns.add(turn)
            found.append(situation)

    play(begin(GAME, 2, seed=33), bots(["easy", "easy"]), watch)
    return found


@cache
def turns(level: str, seats: int, seed: int) -> tuple[Situation, ...]:
    """The beginnings of all action phases of a game between bots of one level."""
    found: dict[tuple[int, int], Situation] = {}

    def watch(table: Table, situation: Situation, act: Act) -> None:
        if isinstance(decision_frame(table.state), Actions):
            found.setdefault((table.state.round, situation.seat), situation)

    play(begin(GAME, seats, seed=seed), bots([level] * seats), watch)
    return tuple(found.values())


def position(*civilizations: dict[str, Any], **fields: Any) -> Table:
    """A table at the politics phase of the first of these civilizations."""
    told = {"row": [""] * 13, "phase": "politics", "civilizations": list(civilizations), **fields}
    return read({"seats": len(civilizations), **told}).build().game(1)
