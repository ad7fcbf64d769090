"""Checking the shuffles of a whole game in one sum, for whoever goes through a file that probably holds.

While a game is gone through, each shuffle passes every check that takes no group arithmetic, and what is left of it is
put off. All of that is one random linear combination at the end, as within a chain: equations with weights that hash
every statement and every proof in it, in which the generators, the keys and each deck between two shuffles occur once,
and each element is looked at. That sum says that all hold, or that not all do, and not which: then the game is gone
through again, and each shuffle is checked in its place.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from protocol.group import Remembering

MOST_CARDS = 1 << 14
"""After how many cards the sum is worth making: what is put off takes some 700 bytes of memory a card."""


class Postponing(Remembering):
    """The same group, for whom shuffles are put off until ``shuffle.settle``, as long as it ``postpones``."""

    def __init__(self) -> None:
        super().__init__()
        self.postpones = True
        self.owed: list[Any] = []
        """Claims of ``shuffle``, which knows what is in them."""
        self.cards = 0
        """How many cards these shuffles have."""

    @property
    def full(self) -> bool:
        """Whether enough is put off."""
        return self.cards >= MOST_CARDS

    def put_off(self, claims: Iterable[Any]) -> None:
        """Remember what is left to check of these shuffles."""
        for claim in claims:
            self.owed.append(claim)
            self.cards += len(claim.after)

    def take(self) -> list[Any]:
        """What was put off; it is put off no more."""
        owed, self.owed, self.cards = self.owed, [], 0
        return owed

    def stop(self) -> None:
        """From now on nothing is put off; what was is forgotten."""
        self.postpones = False
        self.take()
