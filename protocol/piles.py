"""The piles that are mixed beside play, each in a lane of its own, until a shuffle takes one over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from protocol.elgamal import Ciphertext
from protocol.lanes import Lane

MOST_PILES = 64
"""How many piles may be prepared and not taken over yet: no record makes every later one cost more without end."""


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile on its way: its lane, its name, and the cards with which mixing began, hidden ones and open maskings."""

    lane: Lane
    name: str
    cards: tuple[Ciphertext, ...]


class Piles:
    """The piles that were prepared and neither taken over nor given up, in the order of their beginning."""

    def __init__(self) -> None:
        self._open: dict[bytes, Pile] = {}

    def __contains__(self, lane: bytes) -> bool:
        """Whether a lane is that of a pile here."""
        return lane in self._open

    def __iter__(self) -> Iterator[Pile]:
        """All of them."""
        return iter(tuple(self._open.values()))

    def has_room(self, name: str) -> bool:
        """Whether a pile of this name may begin; another one of the name would be given up for it."""
        return sum(pile.name != name for pile in self) < MOST_PILES

    def begin(self, pile: Pile) -> Pile | None:
        """Add a pile; the one of the same name that is given up for it."""
        former = next((one for one in self if one.name == pile.name), None)
        if former is not None:
            self.end(former)
        self._open[pile.lane.id] = pile
        return former

    def find(self, cards: Iterable[Ciphertext]) -> Pile | None:
        """The first pile that was prepared of exactly these cards, in this order."""
        wanted = tuple(cards)
        return next((pile for pile in self if pile.cards == wanted), None)

    def end(self, pile: Pile) -> None:
        """A pile was taken over or given up."""
        del self._open[pile.lane.id]

    def clear(self) -> None:
        """An epoch is over, and all piles with it."""
        self._open.clear()
