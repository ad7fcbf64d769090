"""The prime-order group behind a small interface, and its one ciphersuite: edwards25519 through libsodium.

Elements and scalars are 32 canonical bytes each (``Element``, ``Scalar``); everything received becomes one only in
``decode`` and ``decode_scalar``, which check canonical form, curve and prime-order subgroup (as RFC 9591 does for
FROST(Ed25519, SHA-512)). Arithmetic on secrets goes through libsodium's constant-time scalar functions; ``to_int``
and ``from_int`` serve public values and the freshly blinded vectors of the shuffle proof.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import NewType, Protocol

from nacl import bindings as _sodium
from nacl.exceptions import CryptoError

from protocol.errors import BadEncoding

Element = NewType("Element", bytes)
Scalar = NewType("Scalar", bytes)

ELEMENT_BYTES = 32
SCALAR_BYTES = 32


class Group(Protocol):
    """A group of prime order, written additively, in which discrete logarithms are hard."""

    suite: str
    order: int
    generator: Element
    identity: Element

    def decode(self, data: bytes) -> Element:
        """The element these bytes encode. Raises ``BadEncoding``: not canonical, not in the group, or the identity."""
        ...

    def add(self, p: Element, q: Element) -> Element:
        """The sum p + q."""
        ...

    def sub(self, p: Element, q: Element) -> Element:
        """The difference p - q."""
        ...

    def mul(self, p: Element, k: Scalar) -> Element:
        """The multiple k p; the identity where p is the identity or k is 0."""
        ...

    def mul_received(self, data: bytes, k: Scalar) -> Element:
        """``mul`` of the element these bytes encode. Raises ``BadEncoding`` exactly where ``decode`` does."""
        ...

    def base(self, k: Scalar) -> Element:
        """The multiple k g of the generator."""
        ...

    def msm(self, terms: Iterable[tuple[Element, Scalar]]) -> Element:
        """The sum of k p over all terms (p, k)."""
        ...

    def hash_to_group(self, label: str, *parts: bytes) -> Element:
        """An element whose discrete logarithm nobody knows (``H2G`` of the protocol)."""
        ...


class Edwards25519:
    """The prime-order subgroup of edwards25519 (RFC 8032, 9591), computed by libsodium through PyNaCl."""

    suite = "edwards25519-blake2b/1"
    order = 2**252 + 27742317777372353535851937790883648493
    identity = Element(b"\x01" + bytes(31))
    generator = Element(bytes.fromhex("58" + "66" * 31))

    def decode(self, data: bytes) -> Element:
        """The element these bytes encode; see ``Group.decode``."""
        if len(data) != ELEMENT_BYTES:
            raise BadEncoding(f"a group element has {ELEMENT_BYTES} bytes, not {len(data)}")
        if not _sodium.crypto_core_ed25519_is_valid_point(data):
            raise BadEncoding("not a canonical point of the prime-order subgroup")
        return Element(data)

    def add(self, p: Element, q: Element) -> Element:
        """The sum p + q."""
        return Element(_sodium.crypto_core_ed25519_add(p, q))

    def sub(self, p: Element, q: Element) -> Element:
        """The difference p - q."""
        return Element(_sodium.crypto_core_ed25519_sub(p, q))

    def mul(self, p: Element, k: Scalar) -> Element:
        """The multiple k p; libsodium refuses the identity and 0, both of which are legal inside a check."""
        if k == ZERO or p == self.identity:
            return self.identity
        try:
            return Element(_sodium.crypto_scalarmult_ed25519_noclamp(k, p))
        except CryptoError as error:
            raise BadEncoding("not a canonical point of the prime-order subgroup") from error

    def mul_received(self, data: bytes, k: Scalar) -> Element:
        """``decode`` and ``mul`` at the price of ``mul``, because libsodium's multiplication makes the same checks."""
        if k == ZERO or data == self.identity or len(data) != ELEMENT_BYTES:
            return self.mul(self.decode(data), k)
        return self.mul(Element(data), k)

    def base(self, k: Scalar) -> Element:
        """The multiple k g of the generator."""
        if k == ZERO:
            return self.identity
        return Element(_sodium.crypto_scalarmult_ed25519_base_noclamp(k))

    def msm(self, terms: Iterable[tuple[Element, Scalar]]) -> Element:
        """The sum of k p over all terms (p, k); the generator takes its faster road."""
        total = self.identity
        add = _sodium.crypto_core_ed25519_add
        for p, k in terms:
            product = self.base(k) if p == self.generator else self.mul(p, k)
            total = Element(add(total, product)) if total != self.identity else product
        return total

    def hash_to_group(self, label: str, *parts: bytes) -> Element:
        """Try-and-increment: hash to 32 bytes, read them as a point, clear the cofactor, keep what is not the identity.

        Eight times a point of the curve is always of the prime-order subgroup, so that nothing else is left to check.
        """
        prefix = length_prefixed(b"tta-p2p/4 hash-to-group", self.suite.encode(), label.encode(), *parts)
        for counter in range(256):
            candidate = hashlib.sha512(prefix + counter.to_bytes(4, "little")).digest()[:32]
            try:
                point = candidate
                for _ in range(3):
                    point = _sodium.crypto_core_ed25519_add(point, point)
            except CryptoError:
                continue
            if point != self.identity:
                return Element(point)
        raise AssertionError("unreachable: 256 hashes in a row off the curve")


EDWARDS25519 = Edwards25519()

MAX_CACHED = 1 << 15


class CachingGroup(Edwards25519):
    """The same group, which keeps the first products and checks: whoever goes through a game again has them at once.

    Nothing is kept but what these very bytes give, so that it comes to the same as computing them again.
    """

    def __init__(self) -> None:
        self._products: dict[tuple[Element, Scalar], Element] = {}
        self._elements: set[bytes] = set()

    def decode(self, data: bytes) -> Element:
        """The element these bytes encode; see ``Group.decode``."""
        if data in self._elements:
            return Element(data)
        element = super().decode(data)
        if len(self._elements) < MAX_CACHED:
            self._elements.add(data)
        return element

    def mul(self, p: Element, k: Scalar) -> Element:
        """The multiple k p."""
        product = self._products.get((p, k))
        if product is None:
            product = super().mul(p, k)
            if len(self._products) < MAX_CACHED:
                self._products[p, k] = product
        return product


ZERO = Scalar(bytes(SCALAR_BYTES))
ONE = Scalar(b"\x01" + bytes(SCALAR_BYTES - 1))
ORDER = Edwards25519.order


_LENGTHS = tuple(length.to_bytes(8, "little") for length in range(256))


def length_prefixed(*parts: bytes) -> bytes:
    """The parts, each behind its length as 8 little-endian bytes: no two lists of parts give the same bytes."""
    pieces: list[bytes] = []  # this is called for whatever is hashed, and most parts are short
    for part in parts:
        length = len(part)
        pieces.append(_LENGTHS[length] if length < 256 else length.to_bytes(8, "little"))
        pieces.append(part)
    return b"".join(pieces)


def decode_scalar(data: bytes) -> Scalar:
    """The scalar these bytes encode, little-endian. Raises ``BadEncoding`` unless 32 bytes and below the order."""
    if len(data) != SCALAR_BYTES:
        raise BadEncoding(f"a scalar has {SCALAR_BYTES} bytes, not {len(data)}")
    if int.from_bytes(data, "little") >= ORDER:
        raise BadEncoding("a scalar is not below the order of the group")
    return Scalar(data)


def reduce_scalar(data: bytes) -> Scalar:
    """64 uniform bytes reduced modulo the order (``H2S`` of the protocol takes a 64-byte hash)."""
    return Scalar(_sodium.crypto_core_ed25519_scalar_reduce(data))


def from_int(value: int) -> Scalar:
    """An integer modulo the order."""
    return Scalar((value % ORDER).to_bytes(SCALAR_BYTES, "little"))


def to_int(scalar: Scalar) -> int:
    """The scalar as an integer from 0 to the order - 1."""
    return int.from_bytes(scalar, "little")


def scalar_add(a: Scalar, b: Scalar) -> Scalar:
    """The sum a + b modulo the order, in constant time."""
    return Scalar(_sodium.crypto_core_ed25519_scalar_add(a, b))


def scalar_sub(a: Scalar, b: Scalar) -> Scalar:
    """The difference a - b modulo the order, in constant time."""
    return Scalar(_sodium.crypto_core_ed25519_scalar_sub(a, b))


def scalar_mul(a: Scalar, b: Scalar) -> Scalar:
    """The product a b modulo the order, in constant time."""
    return Scalar(_sodium.crypto_core_ed25519_scalar_mul(a, b))


def scalar_neg(a: Scalar) -> Scalar:
    """The negative -a modulo the order, in constant time."""
    return Scalar(_sodium.crypto_core_ed25519_scalar_negate(a))


def scalar_invert(a: Scalar) -> Scalar:
    """The inverse of a modulo the order. Raises ``ZeroDivisionError`` for 0."""
    if a == ZERO:
        raise ZeroDivisionError("0 has no inverse")
    return Scalar(_sodium.crypto_core_ed25519_scalar_invert(a))


def decode_elements(group: Group, data: bytes, count: int) -> list[Element]:
    """``count`` elements written one after the other. Raises ``BadEncoding`` for another length or a bad element."""
    if len(data) != count * ELEMENT_BYTES:
        raise BadEncoding(f"{count} elements have {count * ELEMENT_BYTES} bytes, not {len(data)}")
    return [group.decode(data[i : i + ELEMENT_BYTES]) for i in range(0, len(data), ELEMENT_BYTES)]


def decode_scalars(data: bytes, count: int) -> list[Scalar]:
    """``count`` scalars written one after the other. Raises ``BadEncoding`` for another length or a bad scalar."""
    if len(data) != count * SCALAR_BYTES:
        raise BadEncoding(f"{count} scalars have {count * SCALAR_BYTES} bytes, not {len(data)}")
    return [decode_scalar(data[i : i + SCALAR_BYTES]) for i in range(0, len(data), SCALAR_BYTES)]


def pedersen_generators(group: Group, count: int) -> Sequence[Element]:
    """The first ``count`` of h_0, h_1, …: by hashing only, so that nobody knows a relation between them.

    They depend on nothing but the suite. A trapdoor in these broke the Swiss Post system of 2019 (Haenni; Lewis,
    Pereira and Teague), so they are computed here and nowhere read from a file or a peer.
    """
    known = _GENERATORS.setdefault(group.suite, [])
    while len(known) < count:
        known.append(group.hash_to_group("generator", len(known).to_bytes(4, "little")))
    return known[:count]


_GENERATORS: dict[str, list[Element]] = {}
