"""The keys that a player has chosen: what a stroke stands for among the usual ones, and how each action is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .table import ACTIONS, Action, KeyPlace


@dataclass(frozen=True)
class KeyMap:
    """Strokes by action, where a player has chosen others than the usual ones; those of games by their names."""

    chosen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    games: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)

    def strokes(self, action: str) -> tuple[str, ...]:
        """Give the strokes of an action, the one that is shown first. Raises KeyError."""
        usual = ACTIONS[action].strokes
        return self.chosen.get(action, usual)

    def letters(self, game: str, usual: Mapping[str, str]) -> Mapping[str, tuple[str, ...]]:
        """Give the strokes of each usual key of a game; ``usual``: its keys with the names of what they do."""
        own = self.games.get(game, {})
        return {letter: own.get(name, (letter,)) for letter, name in usual.items()}

    def usual_key(self, stroke: str, place: KeyPlace, letters: Mapping[str, tuple[str, ...]] | None = None) -> str:
        """Give the usual key that a stroke stands for; empty where it stands for nothing any more.

        ``letters``: the strokes of a game's own keys, where these act.
        """
        letters = letters or {}
        if not self.chosen and all(strokes == (letter,) for letter, strokes in letters.items()):
            return stroke
        for action in actions_at(place):
            if stroke in self.strokes(action.name):
                return stroke if stroke in action.strokes else action.strokes[0]
        for letter, strokes in letters.items():
            if stroke in strokes:
                return letter
        known = stroke in letters or any(stroke in action.strokes for action in actions_at(place))
        return "" if known else stroke


def actions_at(place: KeyPlace) -> tuple[Action, ...]:
    """Give the actions that there are at a place."""
    return tuple(action for action in ACTIONS.values() if place in action.places)


USUAL = KeyMap()
"""The usual keys."""
