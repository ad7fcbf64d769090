"""Courses of games that were played before, for lessons that lie along them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tta_p2p.games.contract import Seat
from tta_p2p.games.local import LocalGame

from .tutorial import Opening


class GameCourse:
    """A game that was played to its end: its beginning, and who did what, in notation."""

    def __init__(self, begin: Callable[[], LocalGame[Any, Any]], acts: Sequence[tuple[Seat, str]]) -> None:
        """``begin``: lays the game out, always alike."""
        self._begin, self.acts = begin, tuple(acts)
        self._games: dict[int, LocalGame[Any, Any]] = {}
        """The game after so many acts, where it was asked for."""

    def game_at(self, number: int) -> LocalGame[Any, Any]:
        """Give the game after so many acts."""
        if number not in self._games:
            before = max((one for one in self._games if one < number), default=0)
            local = self._games[before].fork() if before else self._begin()
            local.answer_needs()
            for seat, text in self.acts[before:number]:
                local.act(local.game.read(text, seat))
            self._games[number] = local
        return self._games[number].fork()

    def opening(self, number: int) -> Opening:
        """Give the opening after so many acts: the rivals go on as they did."""
        return Opening(partial(self.game_at, number), course=self.acts[number:])
