"""The half of a game that is the same for every game whose states are plain msgspec structs.

A game may inherit from `PlainGame` instead of `contract.Game` to get bytes, views and samples; its view
is then simply the state and what the seat knows. A game with more to show writes its own `view`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

import msgspec

from . import contract as c
from . import knowledge

S = TypeVar("S", bound=msgspec.Struct)


class View(msgspec.Struct, Generic[S], frozen=True):
    """What a seat sees: the state, whose seat it is (None: a spectator), and what it knows of hidden cards."""

    state: S
    seat: c.Seat | None
    knows: c.Knowledge


class PlainGame(c.Game[S, View[S]]):
    """A game whose state is one frozen struct of numbers, words, tuples and other such structs."""

    state_type: type[S]
    """The type of the states."""

    def view(self, state: S, knows: c.Knowledge, seat: c.Seat | None) -> View[S]:
        """Give the state with what the seat knows."""
        return View(state, seat, c.Knowledge(dict(sorted(knows.faces.items())), knows.among, knows.worth))

    def resample(self, view: View[S], rng: c.Rng) -> Mapping[c.Handle, c.Face]:
        """Give every hidden card a face that agrees with the view."""
        backs = {handle: place.back for handle, place in self.hidden(view.state).items()}
        return knowledge.sample(backs, self.unseen(view.state), view.knows, rng)

    def encode(self, state: S) -> bytes:
        """Give the state as compact JSON, its fields in the order of their definition."""
        return msgspec.json.encode(state)

    def decode(self, data: bytes) -> S:
        """Read a state. Raises BadState for anything `encode` would not have written."""
        try:
            state = msgspec.json.decode(data, type=self.state_type)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise c.BadState("bad-state", self.name) from error
        if self.encode(state) != data:
            raise c.BadState("bad-state", self.name)
        return state


def ranked(
    parts: Sequence[tuple[tuple[str, int], ...]],
    left: Sequence[c.Reason | None],
    ending: c.Line | None,
) -> c.Standings:
    """Rank seats by the sum of their parts, equal sums sharing a place; who left comes after all others.

    `ending` says why the game is over, None that it goes on.
    """
    keys = [(gone is not None, -sum(points for _, points in own)) for own, gone in zip(parts, left, strict=True)]
    places = tuple(
        c.Place(seat, 1 + sum(other < keys[seat] for other in keys), -keys[seat][1], parts[seat], left[seat])
        for seat in sorted(range(len(keys)), key=lambda seat: (keys[seat], seat))
    )
    return c.Standings(ending is not None, places, ending)
