"""What the mutants share: how one is registered, and what some of them are made of."""

from __future__ import annotations

from collections.abc import Mapping

from tests.games.battles import Battles
from tta_p2p.games import contract as c
from tta_p2p.games.game import Game
from tta_p2p.games.smugglers.rules import Smugglers
from tta_p2p.testing.conformance import CHECKS

MUTANTS: dict[str, list[tuple[type[Game], str]]] = {name: [] for name in CHECKS}


def breaks(check: str, why: str = ""):
    """Register a game that the check must refuse, with (part of) the reason it must give."""

    def register(game):
        MUTANTS[check].append((game, why))
        return game

    return register


class Counting(Smugglers):
    """A game with a memory of its own."""

    def __init__(self):
        self.asked = 0
        self.seen: Mapping[int, str] = {}


def changed(state, **fields):
    """Give a copy of a state with other fields."""
    new = state.copy()
    for name, value in fields.items():
        setattr(new, name, value)
    return new


class ShortBattles(Battles):
    """Few battles only."""

    settings = (c.Setting("turns", (8,)),)


def handles(act: c.Act) -> list[int]:
    return [arg.handle for arg in act.args if isinstance(arg, c.Card)]
