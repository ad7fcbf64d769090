"""Novelties: open cards that were not there when the own last turn ended; they are marked as new."""

from __future__ import annotations

from dataclasses import replace

from ..reading import Reading
from .viewport import Viewport


class Novelties:
    """Knows what each seat has seen lying open."""

    def __init__(self, view: Viewport) -> None:
        self._view = view
        self._now: dict[int | None, frozenset[str]] = {}
        self.before: dict[int | None, frozenset[str]] = {}
        """What lay open to each seat when its last turn ended."""

    def note(self, reading: Reading) -> None:
        """Note what lies open, so that what is new in the next own turn can be marked."""
        board, scene = self._view.board, reading.scene
        if board is None or scene is None:
            return
        if not board.is_own_turn(scene):
            self.before = {**self.before, **self._now}
        else:
            self._now[scene.seat] = board.choices.visible_things(scene)
        self._view.screen_state = replace(self._view.screen_state, seen_things=self.before.get(scene.seat, frozenset()))

    def clear(self) -> None:
        """Begin with another game."""
        self._now, self.before = {}, {}
