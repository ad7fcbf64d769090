"""A world that a seat can imagine, played on in a search: nothing is logged, no claim is checked.

What a seat knows there is its hand; the one that imagines it knows what it knew before, too. So it costs much less than
a `LocalGame`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Face, Handle, Knowledge, Option, Seat
from tta_p2p.games.game import Game
from tta_p2p.games.local import LocalDealer

S = TypeVar("S")


class World(Generic[S]):
    """The state of a game that goes on in an imagined world.

    ``faces`` are those of every hidden card; what will be shuffled is chance. ``seat`` imagines it, and ``knows`` this.
    """

    def __init__(
        self,
        game: Game[S, Any],
        state: S,
        seats: int,
        faces: Mapping[Handle, Face],
        chance: Chance,
        seat: Seat,
        knows: Knowledge,
    ) -> None:
        self.state = state
        self._game, self._seat, self._known = game, seat, knows.faces
        self._dealer: LocalDealer[S, Any] = LocalDealer.of_world(game, state, seats, faces, chance)

    def knows(self, seat: Seat) -> Knowledge:
        """What a seat knows."""
        dealer = self._dealer
        faces = {handle: dealer.faces[handle] for handle, owner in dealer.hands.items() if owner == seat}
        if seat == self._seat:
            faces = {**{handle: face for handle, face in self._known.items() if handle in dealer.faces}, **faces}
        return Knowledge(faces)

    def legal(self, seat: Seat) -> tuple[Option, ...]:
        """Every act open to a seat."""
        return self._game.legal(self.state, self.knows(seat), seat)

    def act(self, act: Act) -> None:
        """Carry an act out, and what has to be dealt then. Raises Illegal."""
        self.state = self._game.apply(self.state, act).state
        while needs := self._game.needs(self.state):
            fact, *_ = self._dealer.carry_out(needs[0])  # without an account of what each seat learns by it
            self.state = self._game.apply(self.state, fact).state
