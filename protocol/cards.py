"""Cards by handle, their three states, and the ledger of published layers.

A card is *joint* (masked under the key of all seats), *under* one seat (that seat alone can open it), or *public*.
It becomes ``under`` when its draw is ordered, before the first share exists. Whatever leaves a hand is re-encrypted
first; the old ciphertext is then dead and never opened. The ledger remembers for every ciphertext whose layers a
complete step has published (so all with one chain have one ledger), and no seat gives the last missing layer of a card
except to show it to all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from protocol.elgamal import Ciphertext
from protocol.errors import CardLeak, OutOfOrder
from protocol.group import Element


@dataclass(slots=True)
class Card:
    """One card. ``holder`` is the seat it is under; ``face`` is set once it is public."""

    handle: int
    cipher: Ciphertext
    holder: int | None = None
    face: str | None = None

    @property
    def joint(self) -> bool:
        """Whether nobody can open it alone and not everybody knows it."""
        return self.holder is None and self.face is None


@dataclass(slots=True)
class Ledger:
    """For every first component a of a ciphertext: the seats whose layer x a has been published."""

    layers: dict[Element, set[int]] = field(default_factory=dict)

    def published(self, first: Element) -> frozenset[int]:
        """The seats whose layers of this ciphertext are known to everybody."""
        return frozenset(self.layers.get(first, ()))

    def publish(self, firsts: Iterable[Element], seat: int) -> None:
        """Remember that a seat's layers of these ciphertexts are known."""
        for first in firsts:
            self.layers.setdefault(first, set()).add(seat)

    def guard(self, firsts: Iterable[Element], seat: int, layers: Iterable[int]) -> None:
        """Refuse a share that would be the last missing of ``layers``. Raises ``CardLeak``."""
        everybody = set(layers)
        for first in firsts:
            if everybody <= self.published(first) | {seat}:
                raise CardLeak("this share would open a hidden card to everybody")


class CardTable:
    """All live cards of a game by handle."""

    def __init__(self) -> None:
        self.cards: dict[int, Card] = {}
        self.ledger = Ledger()

    def get(self, handles: Sequence[int]) -> list[Card]:
        """The live cards of these handles. Raises ``OutOfOrder`` for a dead or unknown handle, or a repeated one."""
        if len(set(handles)) != len(handles):
            raise OutOfOrder("a handle is named twice")
        missing = [handle for handle in handles if handle not in self.cards]
        if missing:
            raise OutOfOrder(f"no live card has the handle {missing[0]}")
        return [self.cards[handle] for handle in handles]

    def joint(self, handles: Sequence[int]) -> list[Card]:
        """These cards, all joint. Raises ``OutOfOrder`` where one lies in a hand or is public."""
        cards = self.get(handles)
        for card in cards:
            if not card.joint:
                raise OutOfOrder(f"card {card.handle} is not shared and hidden")
        return cards

    def held(self, handles: Sequence[int]) -> list[Card]:
        """These cards, each in some hand. Raises ``OutOfOrder``."""
        cards = self.get(handles)
        for card in cards:
            if card.holder is None:
                raise OutOfOrder(f"card {card.handle} lies in nobody's hand")
        return cards

    def order_draw(self, handles: Sequence[int], seat: int, seated: Iterable[int]) -> list[Card]:
        """Put joint cards under a seat, before any share exists. Raises ``CardLeak`` for a second private draw."""
        cards = self.drawable(handles, seated)
        for card in cards:
            card.holder = seat
        return cards

    def drawable(self, handles: Sequence[int], seated: Iterable[int]) -> list[Card]:
        """These cards, all joint and none drawn before. Raises ``OutOfOrder`` or ``CardLeak``."""
        cards = self.joint(handles)
        layers = set(seated)
        for card in cards:
            if self.ledger.published(card.cipher.a) & layers:
                raise CardLeak(f"layers of card {card.handle} are already known; it must be re-encrypted first")
        return cards

    def check_new_handles(self, into: Sequence[int], count: int, ending: Sequence[int]) -> None:
        """Whether so many cards can be born under these handles while those die. Raises ``OutOfOrder``."""
        if len(into) != count:
            raise OutOfOrder(f"{count} cards come out of the mix, but {len(into)} handles are given")
        if len(set(into)) != len(into):
            raise OutOfOrder("two new cards have one handle")
        live = self.cards.keys() - set(ending)
        for handle in into:
            if handle in live:
                raise OutOfOrder(f"handle {handle} is already live")

    def used(self, ciphers: Sequence[Ciphertext]) -> bool:
        """Whether two of these have the same randomness, or one has that of a live card or of one with known layers.

        A layer published for the one card would be a layer of the other as well.
        """
        firsts = [cipher.a for cipher in ciphers]
        live = {card.cipher.a for card in self.cards.values()}
        return len(set(firsts)) != len(firsts) or any(a in live or self.ledger.published(a) for a in firsts)

    def rehome(self, card: Card, cipher: Ciphertext, holder: int | None) -> None:
        """Give a card its fresh ciphertext under another key. Raises ``CardLeak`` for an old pointer."""
        if cipher.a == card.cipher.a or self.ledger.published(cipher.a):
            raise CardLeak(f"card {card.handle} would move without being re-encrypted")
        card.cipher, card.holder = cipher, holder

    def retire(self, handles: Sequence[int]) -> None:
        """These handles die in a mix."""
        for handle in handles:
            del self.cards[handle]

    def issue(self, handles: Sequence[int], ciphers: Sequence[Ciphertext], holder: int | None) -> None:
        """New cards come out of a mix. Raises ``OutOfOrder`` where a handle is live or a count differs."""
        self.check_new_handles(handles, len(ciphers), ())
        for handle, cipher in zip(handles, ciphers, strict=True):
            self.cards[handle] = Card(handle, cipher, holder)
