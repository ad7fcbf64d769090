"""Departures at every kind of moment: a seat leaves a copy of a game, and all others play on for a while."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tta_p2p.games.chance import Chance
from tta_p2p.games.kit.state import Frame
from tta_p2p.games.local import LocalGame
from tta_p2p.testing.sample import REASONS

TOP = 6
"""How many frames of the stack say what is under way."""
AFTERWARDS = 20
"""How many decisions follow in a copy."""

Faults = Callable[[Any], Iterable[str]]
"""Gives what is wrong with a state."""


class Departures:
    """Watches a game; whenever something new is under way, a seat leaves a copy of it.

    Who leaves while something rare is under way is rarer still, and rules that look for what has gone with a seat fail
    only then. `faults`: the game's invariants, looked at in the copies.
    """

    def __init__(self, chance: Chance, faults: Faults = lambda state: ()) -> None:
        self._chance = chance
        self._faults = faults
        self._met: set[tuple[str, ...]] = set()

    def __call__(self, game: LocalGame[Any, Any]) -> None:
        """Look at the game after a decision."""
        stack: list[Frame] = getattr(game.state, "stack", [])
        new = kind_of_moment(stack)
        if game.over or new in self._met:
            return
        self._met.add(new)
        there = sorted(place.seat for place in game.game.standings(game.state).places if place.left is None)
        for seat in there:
            self.leave_copy(game, seat, self._chance.fork(f"{len(self._met)} {seat}"))

    def leave_copy(self, game: LocalGame[Any, Any], seat: int, chance: Chance) -> None:
        """Let a seat leave a copy of the game, and all others play on at random."""
        copy = game.fork(chance.fork("dealer"))
        copy.leave(seat, chance.choice(REASONS))
        for _ in range(AFTERWARDS):
            wrong = [*self._faults(copy.state)]
            assert not wrong, f"seat {seat} has left, and then: {wrong}"
            decision = copy.decision
            if decision is None:
                assert copy.over, f"seat {seat} has left, and nobody decides"
                return
            copy.act(*(chance.choice(copy.legal(one)).act for one in decision.seats))


def kind_of_moment(stack: list[Frame]) -> tuple[str, ...]:
    """Give the kinds of the last frames of a stack, and which of them belong to the same seat."""
    seats: dict[int, int] = {}
    return tuple(f"{type(one).__name__} {seats.setdefault(one.seat, len(seats))}" for one in stack[-TOP:])
