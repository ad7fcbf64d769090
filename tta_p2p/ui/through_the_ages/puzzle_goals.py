"""Goals of puzzles: what is counted when a turn is over, and what must have come about besides.

All of it is read when the next player has to decide, or when the game is over: production, upkeep and wars that are
resolved in between have happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from tta_p2p.games.contract import Face, Seat
from tta_p2p.games.through_the_ages import economy, ratings
from tta_p2p.games.through_the_ages.state import Player, State

from ..puzzle import Value


def _lead(s: State, seat: Seat) -> int:
    """Give the culture by which a seat is ahead of the best of the others; negative behind."""
    return s.players[seat].culture - max(s.players[other].culture for other in s.rivals(seat))


def _workers(s: State, seat: Seat) -> int:
    """Give the population: workers on cards and unused ones."""
    p = s.players[seat]
    return sum(p.workers.values()) + p.unused


def _stock(what: str) -> Callable[[State, Seat], int]:
    return lambda s, seat: economy.stock(s.players[seat], what)


QUANTITIES: Mapping[str, Callable[[State, Seat], int]] = {
    "culture": lambda s, seat: s.players[seat].culture,
    "science": lambda s, seat: s.players[seat].science,
    "resources": _stock(economy.RESOURCE),
    "food": _stock(economy.FOOD),
    "strength": ratings.strength,
    "workers": _workers,
    "unused": lambda s, seat: s.players[seat].unused,
    "happiness": ratings.happiness,
    "culture-rate": ratings.culture,
    "science-rate": ratings.science,
    "resource-rate": economy.resource_production,
    "lead": _lead,
}
"""The quantities that a goal can count, by name: for a seat, in points, tokens or faces."""


def _has_technology(p: Player, face: Face) -> bool:
    return face in p.workers or face in p.specials


CONDITIONS: Mapping[str, Callable[[State, Seat, Face], bool]] = {
    "wonder": lambda s, seat, face: face in s.players[seat].wonders,
    "government": lambda s, seat, face: s.players[seat].government == face,
    "leader": lambda s, seat, face: s.players[seat].leader == face,
    "technology": lambda s, seat, face: _has_technology(s.players[seat], face),
    "content": lambda s, seat, face: ratings.discontent(s, seat) == 0,
}
"""The demands that a goal can make, by name; of a card where it is about one."""


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A demand that must be met at the end of the turn, else it does not count."""

    name: str
    card: Face = ""


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The measure of a puzzle: `most` are names of `QUANTITIES`, of `having` every condition must hold.

    `without`: verbs of acts that the turn may not have.
    """

    most: tuple[str, ...]
    having: tuple[Condition, ...] = ()
    without: tuple[str, ...] = ()

    def value(self, s: State, seat: Seat) -> Value | None:
        """Give the value of a turn that has led here; None where a condition does not hold."""
        if all(CONDITIONS[one.name](s, seat, one.card) for one in self.having):
            return tuple(QUANTITIES[name](s, seat) for name in self.most)
        return None
