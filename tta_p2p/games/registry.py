"""The games there are, by name."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .contract import Game, RuleError

GAMES = {
    "through_the_ages": ("through_the_ages.game", "ThroughTheAges"),
    "seven_wonders": ("seven_wonders.game", "SevenWonders"),
    "caravan": ("caravan.rules", "Caravan"),
    "smugglers": ("smugglers.rules", "Smugglers"),
}
"""Where the rules of each game are; the last two are the little games that show the contract."""


class UnknownGame(RuleError):
    """There are no rules of that name here."""


def find(name: str) -> Game[Any, Any]:
    """Give the rules of a game. Raises UnknownGame."""
    if name not in GAMES:
        raise UnknownGame("unknown-game", name[:40])
    module, rules = GAMES[name]
    game: Game[Any, Any] = getattr(import_module(f"{__package__}.{module}"), rules)()
    return game
