"""A group of the same order in which computing costs nearly nothing: numbers modulo that prime, added.

Its logarithms are no secret, so that it hides nothing from anybody who divides. But a session does the same in any
group: who must speak, who is waited for, what is voted, kept, sent again and taken back. Tests that ask for that and
forge no proof use the fixture ``in_numbers``, and cost half. What proofs and attackers are tried with is the group that
is played in.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from protocol.errors import BadEncoding
from protocol.group import Edwards25519, Element, Scalar
from protocol.proofs.batching import BatchingGroup

ORDER = Edwards25519.order
GENERATOR = int.from_bytes(hashlib.sha256(b"the generator of the numbers").digest(), "little") % ORDER
"""Not 1, so that no public key has the bytes of its secret."""


def _element(number: int) -> Element:
    return Element((number % ORDER).to_bytes(32, "little"))


def _number(data: bytes) -> int:
    return int.from_bytes(data, "little")


class Numbers:
    """Numbers modulo the order of edwards25519 as a ``Group``."""

    suite = "numbers/1"
    order = ORDER
    identity = _element(0)
    generator = _element(GENERATOR)

    def decode(self, data: bytes) -> Element:
        """The element these bytes encode; see ``Group.decode``."""
        if len(data) != 32 or not 0 < _number(data) < ORDER:
            raise BadEncoding("not a number that stands for an element")
        return Element(data)

    def add(self, p: Element, q: Element) -> Element:
        """The sum p + q."""
        return _element(_number(p) + _number(q))

    def sub(self, p: Element, q: Element) -> Element:
        """The difference p - q."""
        return _element(_number(p) - _number(q))

    def mul(self, p: Element, k: Scalar) -> Element:
        """The multiple k p."""
        return _element(_number(p) * _number(k))

    def mul_received(self, data: bytes, k: Scalar) -> Element:
        """``decode`` and ``mul``."""
        return self.mul(self.decode(data), k)

    def base(self, k: Scalar) -> Element:
        """The multiple k g of the generator."""
        return _element(GENERATOR * _number(k))

    def msm(self, terms: Iterable[tuple[Element, Scalar]]) -> Element:
        """The sum of k p over all terms (p, k)."""
        return _element(sum(_number(p) * _number(k) for p, k in terms))

    def hash_to_group(self, label: str, *parts: bytes) -> Element:
        """A number made of the hash of all this."""
        return _element(_number(hashlib.sha512(repr((label, parts)).encode()).digest()))


class PostponingNumbers(Numbers, BatchingGroup):
    """The same for whoever goes through a file."""


NUMBERS = Numbers()
