"""A node whose program has a defect: ``python -m tests.node.faulty WHERE``.

It plays fairly; from a certain moment of the game on it fails.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from tta_p2p.games.contract import Act
from tta_p2p.games.smugglers.rules import Smugglers
from tta_p2p.node.__main__ import main
from tta_p2p.table.game_table import GameTable
from tta_p2p.table.referee import GameReferee


def over_others() -> None:
    """It has no memory for what the host does."""
    honest = GameReferee.judge

    def judge(referee: GameReferee, seat: int, payload: bytes) -> Any:
        if referee.charter.seats[seat].operator == 0:
            raise MemoryError
        return honest(referee, seat, payload)

    GameReferee.judge = judge  # type: ignore[method-assign]


def over_its_own() -> None:
    """It fails at the first act that a person decides on here, and at explaining another one."""
    honest, explained = GameReferee.judge, Smugglers.explain
    failed: list[int] = []

    def judge(referee: GameReferee, seat: int, payload: bytes) -> Any:
        table = referee.observer
        assert isinstance(table, GameTable)
        if not failed and referee.charter.seats[seat].operator == table.operator:
            failed.append(seat)
            raise RecursionError("too deep")
        return honest(referee, seat, payload)

    def explain(game: Smugglers, state: Any, knows: Any, act: Act) -> Any:
        if act.args == (99,):
            raise RecursionError("too deep")
        return explained(game, state, knows, act)

    GameReferee.judge = judge  # type: ignore[method-assign]
    Smugglers.explain = explain  # type: ignore[method-assign]


def at_the_door() -> None:
    """It cannot show anybody what it plays."""

    def view(*what: Any) -> Any:
        raise KeyError("a view")

    Smugglers.view = view  # type: ignore[method-assign]


DEFECTS: dict[str, Callable[[], None]] = {
    "others": over_others,
    "own": over_its_own,
    "view": at_the_door,
}

if __name__ == "__main__":
    DEFECTS[sys.argv[1]]()
    sys.exit(main())
