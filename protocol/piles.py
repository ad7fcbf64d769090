"""The piles that are mixed beside play, each in a lane of its own, until a shuffle takes one over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from protocol.elgamal import Ciphertext
from protocol.lanes import Lane
from protocol.mailbox import Head, Mailbox
from protocol.transcript import link_lane

MAX_PREPARED_PILES = 64
"""How many piles may be prepared and not taken over yet: no record makes every later one cost more without end."""


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile on its way: its lane, its name, and the cards with which mixing began, hidden ones and open maskings."""

    lane: Lane
    name: str
    cards: tuple[Ciphertext, ...]


class Piles:
    """The piles that were prepared and neither taken over nor given up, in the order of their beginning."""

    def __init__(self, mail: Mailbox) -> None:
        self._mail = mail
        self._open: dict[bytes, Pile] = {}

    def __contains__(self, lane: bytes) -> bool:
        """Whether a lane is that of a pile here."""
        return lane in self._open

    def __iter__(self) -> Iterator[Pile]:
        """All of them."""
        return iter(tuple(self._open.values()))

    def has_room(self, name: str) -> bool:
        """Whether a pile of this name may begin; another one of the name would be given up for it."""
        return sum(pile.name != name for pile in self) < MAX_PREPARED_PILES

    def begin(self, pile: Pile, place: Head) -> None:
        """Add a pile at this place of play; the one of the same name is given up for it."""
        former = next((one for one in self if one.name == pile.name), None)
        if former is not None:
            self._end(former, place)
            self._mail.give_up(former.lane.id)
        self._open[pile.lane.id] = pile

    def find(self, cards: Iterable[Ciphertext]) -> Pile | None:
        """The first pile that was prepared of exactly these cards, in this order."""
        wanted = tuple(cards)
        return next((pile for pile in self if pile.cards == wanted), None)

    def take_over(self, play: Lane, cards: Iterable[Ciphertext]) -> bool:
        """Hand over to play a pile that was prepared of exactly these cards; whether it was ready."""
        pile = self.find(cards)
        if pile is None or not pile.lane.over:
            return False
        play.chain = link_lane(play.chain, pile.lane.id, pile.lane.chain)
        play.run.dirty = True
        self._end(pile, (play.epoch, play.step))
        play.send(pile.lane.result)
        return True

    def clear(self) -> None:
        """An epoch is over, and all piles with it."""
        self._open.clear()

    def _end(self, pile: Pile, place: Head) -> None:
        del self._open[pile.lane.id]
        self._mail.end(pile.lane.id, place)
