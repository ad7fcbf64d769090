"""Equations of many proofs checked in one sum, in which equal elements merge.

Every equation is written as a sum that is the identity. With weights that hash every statement and every proof, the
weighted sum of them all is the identity where each of them is; where one is not, it is by a chance of one in the order
of the group (the small exponents test of Bellare, Garay and Rabin 1998, with whole scalars as weights).
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Sequence
from typing import Protocol

from protocol.fiatshamir import VERSION
from protocol.group import ORDER, Element, Group, from_int, length_prefixed


class PendingCheck(Protocol):
    """A proof that has passed every check which takes no group arithmetic."""

    @property
    def digest(self) -> bytes:
        """A hash of its context, its statement and all of the proof."""
        ...

    @property
    def equations(self) -> int:
        """The number of equations left to check."""
        ...

    @property
    def size(self) -> int:
        """The number of cards, shares or equations that wait in memory with it."""
        ...

    def weigh(self, group: Group, terms: dict[bytes, int], own: Sequence[int]) -> None:
        """Add its equations, each times its own weight, to the factors by element."""
        ...


def weights(claims: Sequence[PendingCheck]) -> list[list[int]]:
    """The weights of each claim, one for each of its equations.

    Hashed from all contexts, statements and proofs, so that every verifier at every time comes to one verdict.
    """
    seed = hashlib.blake2b(length_prefixed(VERSION, b"weights", *(c.digest for c in claims))).digest()
    number = itertools.count()

    def weight() -> int:
        return int.from_bytes(hashlib.blake2b(seed + next(number).to_bytes(4, "little")).digest(), "little") % ORDER

    return [[weight() for _ in range(claim.equations)] for claim in claims]


def total(group: Group, claims: Sequence[PendingCheck]) -> Element:
    """The weighted sum, the identity where all equations hold. Raises ``BadEncoding`` for what is no element."""
    terms: dict[bytes, int] = {}
    for claim, own in zip(claims, weights(claims), strict=True):
        claim.weigh(group, terms, own)
    result = group.identity
    for data, value in terms.items():
        scalar = from_int(value)
        product = group.base(scalar) if data == group.generator else group.mul_received(data, scalar)
        result = group.add(result, product)
    return result
