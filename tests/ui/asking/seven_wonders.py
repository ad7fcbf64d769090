"""Where each frame of 7 Wonders asks: a position a frame, in the words of its rules tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.seven_wonders.play import city, play
from tests.ui.asking.positions import Position
from tta_p2p.games.local import LocalGame
from tta_p2p.games.seven_wonders.game import GAME


def _begun(**options: str) -> LocalGame[Any, Any]:
    local: LocalGame[Any, Any] = LocalGame(GAME, 4, options, 5)
    local.answer_needs()
    return local


def _hand() -> LocalGame[Any, Any]:
    """A hand with cards to build, to buy for and to sell, in the middle of Age II."""
    own = city("gizah", built=["lumber-yard", "baths"], stages=1, coins=6)
    left, right = city("rhodos", built=["sawmill", "brickyard"], coins=4), city("babylon", built=["press-i"], coins=3)
    return play(own, left, right, seats=3, age=2, turn=3).local


def _search() -> LocalGame[Any, Any]:
    discards = ["altar", "walls", "vineyard", "statue", "baths", "lumber-yard"]
    return play(
        city("halikarnassos", built=["altar"]), age=2, turn=4, phase="search", discards=discards,
    ).local  # fmt: skip


def _last_card() -> LocalGame[Any, Any]:
    """Babylon has one card left after the sixth turn."""
    babylon = city("babylon", "night", stages=1, hand=["altar", "well"])
    table = play(babylon, city("rhodos"), city("gizah"), turn=6, seats=7)
    return table.turn("build altar").local


POSITIONS: Mapping[str, Position] = {
    "TakeBoard": lambda: _begun(boards="chosen"),
    "TakeSides": lambda: _begun(sides="chosen"),
    "Choose": _hand,
    "Search": _search,
    "UseLast": _last_card,
}
"""A position by the name of each frame that asks."""
