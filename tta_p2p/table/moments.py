"""Earlier moments of a game: the states it went through, with each seat's knowledge then.

States share what has not changed, so a whole game of them is a few megabytes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tta_p2p.games.contract import NO_KNOWLEDGE, Face, Fact, Handle, Knowledge, Seat, Step
from tta_p2p.games.game import Game
from tta_p2p.games.local import LocalGame


@dataclass(frozen=True, slots=True)
class Moment:
    """A state, and what the seats of this node (None: everybody) knew then."""

    state: Any
    knows: Mapping[Seat | None, Knowledge]


class Moments:
    """The moments of one game at which nothing was being dealt, by how many facts had been told."""

    def __init__(self, game: Game[Any, Any]) -> None:
        """Remember nothing yet."""
        self._game = game
        self._numbers: list[int] = []
        self._moments: list[Moment] = []

    def add(self, number: int, state: Any, knows: Mapping[Seat | None, Knowledge] | Mapping[Seat, Knowledge]) -> None:
        """Remember how it stands after so many facts, unless it goes on by itself from there."""
        if not self._game.needs(state):
            self._numbers.append(number)
            self._moments.append(Moment(state, {seat: known for seat, known in knows.items()}))

    def at(self, number: int) -> Moment | None:
        """Give the last moment that was come to by so many facts; the first one where it was before all; None: none."""
        if not self._moments:
            return None
        return self._moments[max(0, bisect_right(self._numbers, number) - 1)]

    def faces(self, seat: Seat | None, number: int) -> Mapping[Handle, Face]:
        """Give the faces a seat knew when this fact was decided on, and after what followed by itself.

        A card may have been mixed with others since; its handle is never another's. One that came and was mixed again
        between two moments is not among them.
        """
        at = max(0, bisect_right(self._numbers, number - 1) - 1)
        known = [one.knows.get(seat, NO_KNOWLEDGE).faces for one in self._moments[at : at + 2]]
        return {handle: face for faces in known for handle, face in faces.items()}


class RememberedGame(LocalGame[Any, Any]):
    """A game in one process that remembers how it stood."""

    moments: Moments

    def _begin(self, step: Step[Any]) -> None:
        super()._begin(step)
        self.moments = Moments(self.game)
        self._remember()

    def apply(self, fact: Fact) -> Step[Any]:
        """Tell one fact; see `LocalGame.apply`."""
        step = super().apply(fact)
        self._remember()
        return step

    def _remember(self) -> None:
        everybody: list[Seat | None] = [*range(self.seats), None]
        self.moments.add(len(self.facts), self.state, {seat: self.dealer.knowledge_of(seat) for seat in everybody})
