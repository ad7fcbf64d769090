"""A game with all hidden cards fixed to one possibility (a determinization), for searches.

It logs nothing and checks no claim, so it costs much less than a `LocalGame`. A seat knows its hand there; the seat
that searches also keeps what it knew before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Acts, Face, Handle, Knowledge, Option, Seat
from tta_p2p.games.game import Game
from tta_p2p.games.local import LocalDealer

S = TypeVar("S")


class Determinization(Generic[S]):
    """The state of a game that is played on with fixed hidden cards.

    ``faces``: the face of every hidden card; later shuffles are chance. ``seat``: the searching seat, with its
    ``knowledge``.
    """

    def __init__(
        self,
        game: Game[S, Any],
        state: S,
        seats: int,
        faces: Mapping[Handle, Face],
        chance: Chance,
        seat: Seat,
        knowledge: Knowledge,
    ) -> None:
        self.state = state
        self._game, self._seat, self._knowledge = game, seat, knowledge.faces
        self._dealer: LocalDealer[S, Any] = LocalDealer.from_world(game, state, seats, faces, chance)

    def knowledge(self, seat: Seat) -> Knowledge:
        """Give what a seat knows."""
        dealer = self._dealer
        faces = {handle: dealer.faces[handle] for handle, owner in dealer.hands.items() if owner == seat}
        if seat == self._seat:
            faces = {**{handle: face for handle, face in self._knowledge.items() if handle in dealer.faces}, **faces}
        return Knowledge(faces)

    def legal(self, seat: Seat) -> tuple[Option, ...]:
        """Give the legal acts of a seat."""
        return self._game.legal(self.state, self.knowledge(seat), seat)

    def act(self, act: Act | Acts) -> None:
        """Carry out an act, or those of all who answer at once, and what has to be dealt after it. Raises Illegal."""
        self.state = self._game.apply(self.state, act).state
        while needs := self._game.needs(self.state):
            fact, *_ = self._dealer.carry_out(needs[0])  # what each seat learns is not recorded
            self.state = self._game.apply(self.state, fact).state
