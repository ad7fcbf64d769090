"""Checking the proofs of a whole game in one sum, for whoever goes through a file that probably holds.

While a game is gone through, each proof passes every check that takes no group arithmetic, and what is left of it is
put off. All of that is one weighted sum at the end (`sums`), in which the generators, the keys, each deck between two
shuffles and each card of many proofs occur once, and each element is looked at. That sum says that all hold, or that
not all do, and not which: then the game is gone through again, and each proof is checked in its place.
"""

from __future__ import annotations

from collections.abc import Iterable

from protocol.errors import BadEncoding, BadProof
from protocol.group import CachingGroup
from protocol.proofs import sums
from protocol.proofs.sums import PendingCheck

MAX_DEFERRED = 1 << 14
"""After how many cards, shares and equations the sum is worth making: put off, each takes up to some 700 bytes."""


class BatchingGroup(CachingGroup):
    """The same group, for whom proofs are put off until ``settle``, as long as it ``deferring``."""

    def __init__(self) -> None:
        super().__init__()
        self.deferring = True
        self.deferred: list[PendingCheck] = []
        self.size = 0
        """How many cards, shares and equations these have."""

    @property
    def full(self) -> bool:
        """Whether enough is put off."""
        return self.size >= MAX_DEFERRED

    def defer(self, claims: Iterable[PendingCheck]) -> None:
        """Remember what is left to check of these proofs."""
        for claim in claims:
            self.deferred.append(claim)
            self.size += claim.size

    def take(self) -> list[PendingCheck]:
        """Hand over the deferred checks and forget them."""
        owed, self.deferred, self.size = self.deferred, [], 0
        return owed

    def stop(self) -> None:
        """From now on nothing is put off; what was is forgotten."""
        self.deferring = False
        self.take()

    def settle(self) -> None:
        """Check whatever was put off, in one sum, which is the same for every copy of a file, in whichever order it
        has what was said at once. Raises ``BadProof``, which does not say whose.
        """
        try:
            total = sums.total(self, sorted(self.take(), key=lambda claim: claim.digest))
        except BadEncoding as error:
            raise BadProof("sum", str(error)) from error
        if total != self.identity:
            raise BadProof("sum", "not all of these proofs hold")
