"""What asks in the games, found in their flows, and where the position of each of them is laid out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from tta_p2p.games.game import Game
from tta_p2p.games.kit.flow import Flow
from tta_p2p.games.local import LocalGame
from tta_p2p.registry import bundled_games, load_rules

Position: TypeAlias = Callable[[], LocalGame[Any, Any]]
"""Lays a position out in which a frame asks."""


def frames() -> list[tuple[str, str]]:
    """Give every frame that asks, by game and name."""
    return [(name, kind.__name__) for name in bundled_games() for kind in flow_of(load_rules(name)).decision_kinds]


def flow_of(game: Game[Any, Any]) -> Flow[Any]:
    """Give the flow of a game, in which its frames are registered."""
    flow = getattr(game, "flow", None)
    assert isinstance(flow, Flow), f"{game.name} has no flow: say here where its decisions are found"
    return flow


def positions(game: str) -> Mapping[str, Position]:
    """Give the positions of a game by the name of the frame that asks there."""
    module = f"{__package__}.{game}"
    found: Mapping[str, Position] = import_module(module).POSITIONS if find_spec(module) is not None else {}
    return found


def position(game: str, frame: str) -> LocalGame[Any, Any]:
    """Give a game in which this frame asks. Raises LookupError if no position is laid out for it."""
    laid = positions(game).get(frame)
    if laid is None:
        raise LookupError(f"{frame} of {game} asks and no position shows it: add one to tests/ui/asking/{game}.py")
    return laid()


def begun(game: Game[Any, Any], seats: int) -> LocalGame[Any, Any]:
    """Give a game at its first decision."""
    local: LocalGame[Any, Any] = LocalGame(game, seats, {}, 5)
    local.answer_needs()
    return local
