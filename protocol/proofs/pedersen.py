"""Pedersen commitments to vectors, in rows: com(v; r) is r g + Σ v_i h_i over h_1 … h_ROW, for every ROW values anew.

Every row has a blind of its own. Binding each row binds the vector, and who checks the rows in one sum multiplies ROW
generators, however long the vector is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from protocol.group import Element, Group, from_int, pedersen_generators

ROW = 32
"""How many values of a vector one commitment is to."""
DIGIT = 5
"""Bits of a place that are committed to at once."""
GENERATOR_DIGESTS = {
    2: "8bc6fb1044ec6f3b5bccf55a56c09618b209686c229229fdcfa8018003b4e564",
    3: "9f4190785908e8b9198a2c6f18ad08ad8e7b48e0e3dfbce9f7f7ba223fe6dd89",
    5: "b9d5f8443e0df98e8926c0c3a1c853f7a39d3840a2a7c6cd4a2af0e785c86a45",
    9: "e1f2451260bfb145cbca042a2113c320da981c4b5af3d38f943de5c6e8a9a9e5",
    17: "b246e816238c54fd3eab5203b3ed29cecadebdd9593484a8f495e8379d0c315f",
    33: "d13051aa5000e0ff6f0aed78387da5ae5ac8ec6fe8cd78a6e6d23010905140d2",
}
"""SHA-256 of the first so many Pedersen generators one after the other, h_0 included, on edwards25519."""

VectorCommitment = tuple[list[int], list[int], list[Element]]
"""A vector, the blinds of the commitments to its rows, and the commitments."""


def rows(count: int) -> int:
    """In how many rows vectors of so many cards are committed to; a vector of one value less has as many."""
    return -(-count // ROW)


def generators(group: Group, count: int) -> Sequence[Element]:
    """The generators h_1 … h_count of the commitments to vectors; h_0 belongs to the commitments to one value.

    Raises ``AssertionError`` where they are not the ones that all peers use, rather than accuse honest peers.
    """
    known = pedersen_generators(group, count + 1)
    if group.suite == "edwards25519-blake2b/1":
        for length, digest in GENERATOR_DIGESTS.items():
            if length <= count + 1 and length not in _CHECKED:
                if hashlib.sha256(b"".join(known[:length])).hexdigest() != digest:
                    raise AssertionError("this machine computes other Pedersen generators than all others")
                _CHECKED.add(length)
    return known[1:]


_CHECKED: set[int] = set()


def commit(group: Group, h: Sequence[Element], values: Sequence[int], blinds: Sequence[int]) -> list[Element]:
    """com(row; blind) of every row of a vector; the last row may be shorter than h, or have nothing in it."""
    return [
        group.msm(
            [
                (group.generator, from_int(blind)),
                *((base, from_int(value)) for base, value in zip(h, values[at : at + ROW], strict=False)),
            ]
        )
        for at, blind in zip(range(0, ROW * len(blinds), ROW), blinds, strict=True)
    ]


def commit_places(
    group: Group, h: Sequence[Element], order: Sequence[int], starts: Sequence[Element]
) -> Iterator[Element]:
    """Row by row, add to its start Σ ψ(i) h_i with ψ(i) = order[i] + 1, by additions only."""
    for at, start in zip(range(0, len(order), ROW), starts, strict=True):
        yield group.add(start, _small_multiples(group, h, [place + 1 for place in order[at : at + ROW]]))


def _small_multiples(group: Group, h: Sequence[Element], numbers: Sequence[int]) -> Element:
    """Σ n h over the numbers n, digit by digit; of digits it is the sum over k of Σ h over all digits ≥ k."""
    total = group.identity

    def plus(p: Element, q: Element) -> Element:
        return q if p == group.identity else group.add(p, q)

    for shift in range((max(numbers).bit_length() - 1) // DIGIT * DIGIT, -1, -DIGIT):
        for _ in range(DIGIT if total != group.identity else 0):
            total = group.add(total, total)
        at: dict[int, list[Element]] = {}
        for base, number in zip(h, numbers, strict=False):
            at.setdefault(number >> shift & (1 << DIGIT) - 1, []).append(base)
        suffix = group.identity
        for digit in range(max(at), 0, -1):
            for base in at.get(digit, ()):
                suffix = plus(suffix, base)
            total = plus(total, suffix)
    return total
