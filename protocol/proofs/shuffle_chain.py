"""Chains of shuffles E⁰ → E¹ → … → Eⁿ under one key, as a table makes them, checked at once.

All equations of all links go under one random linear combination, so that every deck, which stands after one link
and before the next, and the generators of the commitments are multiplied once: (2 n + 1) N multiplications for n
shuffles of N open cards in place of (4 n - 1) N, and those of the rows. A failing batch is checked link by link to
name its culprit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from protocol.elgamal import Ciphertext
from protocol.errors import BadProof
from protocol.fiatshamir import Context
from protocol.group import Element, Group
from protocol.proofs.shuffle import NAME, ShuffleCheck, check, cut, read, verify


class ShuffleLink(NamedTuple):
    """One seat's shuffle as received: the bytes of its cards and of their proof."""

    context: Context
    after: bytes
    proof: bytes


class BadLink(BadProof):
    """The first shuffle of a chain that is not proved; ``index`` counts the links from 0."""

    def __init__(self, index: int, reason: str) -> None:
        super().__init__(NAME, reason)
        self.index = index

    def __reduce__(self) -> tuple[type[BadLink], tuple[int, str]]:  # type: ignore[override]
        return type(self), (self.index, self.reason)


def verify_chain(
    group: Group, key: Element, start: Sequence[Ciphertext], links: Sequence[ShuffleLink]
) -> list[list[Ciphertext]]:
    """The cards after each link. Raises ``BadLink`` for the first one that ``verify`` would refuse."""
    claims: list[ShuffleCheck] = []
    decks: list[list[Ciphertext]] = []
    before = start
    try:
        for link in links:
            claim = read(group, link.context, key, before, link.after, link.proof)
            if claim is not None:
                claims.append(claim)
            before = cut(link.after)
            decks.append(before)
        check(group, claims)
    except BadProof:
        raise _culprit(group, key, start, links) from None
    return decks


def _culprit(group: Group, key: Element, start: Sequence[Ciphertext], links: Sequence[ShuffleLink]) -> BadLink:
    before = start
    for index, link in enumerate(links):
        try:
            before = verify(group, link.context, key, before, link.after, link.proof)
        except BadProof as error:
            return BadLink(index, error.reason)
    raise AssertionError("unreachable: a batch failed of which every single proof holds")
