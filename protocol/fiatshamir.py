"""The one Fiat-Shamir transcript that every proof uses, its context, and hedged secret randomness.

Strong Fiat-Shamir (Bernhard, Pereira, Warinschi 2012): a challenge hashes the protocol version, the ciphersuite, the
kind of proof, the context, the whole statement and every prover message so far, each item behind its label and its
length, and is then absorbed itself. The discipline is Merlin's; the hash is BLAKE2b-512.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from protocol.group import Element, Group, Scalar, length_prefixed, reduce_scalar

VERSION = b"tta-p2p/4"

Entropy = Callable[[int], bytes]
"""A source of fresh bytes, such as ``os.urandom``; handed in, because the protocol reads no global randomness."""


@dataclass(frozen=True, slots=True)
class Context:
    """The binding of a proof: it is worth nothing in another game, operation, deck, seat or role.

    ``sid`` is the game id, ``op`` the op-id of the operation that asked for the proof (32 bytes each), ``deck`` and
    ``generation`` name the pile, ``seat`` the prover, ``role`` the place of the proof in its operation.
    """

    sid: bytes
    op: bytes
    seat: int
    role: str
    deck: bytes = b""
    generation: int = 0

    def encode(self) -> bytes:
        """The canonical bytes; seat as 2 and generation as 4 little-endian bytes."""
        return length_prefixed(
            self.sid,
            self.op,
            self.deck,
            self.generation.to_bytes(4, "little"),
            self.seat.to_bytes(2, "little"),
            self.role.encode(),
        )


class FiatShamir:
    """One proof's running hash: absorb the statement and the prover's messages, then ask for challenges."""

    def __init__(self, group: Group, proof: str, context: Context) -> None:
        self._hash = hashlib.blake2b()
        self.absorb("version", VERSION)
        self.absorb("suite", group.suite.encode())
        self.absorb("proof", proof.encode())
        self.absorb("context", context.encode())

    def absorb(self, label: str, data: bytes) -> None:
        """Take in one item under its label."""
        self._hash.update(length_prefixed(label.encode(), data))

    def absorb_all(self, label: str, items: Iterable[bytes]) -> None:
        """Take in a list: its count, then each item behind its length."""
        listed = list(items)
        self._hash.update(length_prefixed(label.encode(), len(listed).to_bytes(8, "little"), *listed))

    def absorb_pairs(self, label: str, pairs: Iterable[tuple[Element, Element]]) -> None:
        """Take in a list of ciphertexts (a, b)."""
        self.absorb_all(label, [a + b for a, b in pairs])

    def challenge(self, label: str) -> Scalar:
        """A scalar that depends on everything absorbed so far, absorbed back in turn."""
        self.absorb("challenge", label.encode())
        digest = self._hash.copy().digest()
        self.absorb(label, digest)
        return reduce_scalar(digest)

    def challenges(self, label: str, count: int) -> list[Scalar]:
        """``count`` scalars: H(seed, i) from one absorbed seed, i as 4 little-endian bytes."""
        self.absorb("challenges", length_prefixed(label.encode(), count.to_bytes(8, "little")))
        seed = self._hash.copy().digest()
        self.absorb(label, seed)
        return [reduce_scalar(hashlib.blake2b(seed + i.to_bytes(4, "little")).digest()) for i in range(count)]

    def state(self) -> bytes:
        """A digest of everything absorbed so far (for hedged nonces; absorbs nothing)."""
        return self._hash.copy().digest()


class HedgedRandom:
    """The only source of secret randomness: one key, statement-bound streams, fresh bytes in each.

    If the entropy source repeats itself, equal statements give equal nonces and so equal proofs (as in RFC 6979),
    and different statements give unrelated ones; if it is sound, everything is fresh. ``secret`` is the seat's own
    masking key or another 32 secret bytes.
    """

    def __init__(self, secret: bytes, entropy: Entropy) -> None:
        self._secret = secret
        self._entropy = entropy

    def stream(self, label: str, *parts: bytes) -> SecretStream:
        """A stream bound to a label, a statement and 32 fresh bytes."""
        fresh = self._entropy(32)
        key = hashlib.blake2b(length_prefixed(VERSION, b"hedged", label.encode(), self._secret, fresh, *parts)).digest()
        return SecretStream(key)

    def fixed(self, label: str, *parts: bytes) -> bytes:
        """32 secret bytes that are always the same for a label and a statement: an older copy of a store finds them.

        Without fresh bytes two statements must differ wherever their bytes must.
        """
        text = length_prefixed(VERSION, b"fixed", label.encode(), self._secret, *parts)
        return hashlib.blake2b(text, digest_size=32).digest()


class SecretStream:
    """Secret values in a row from one hedged key; never stored, never copied to another process."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._next = 0

    def block(self) -> bytes:
        """The next 64 bytes."""
        self._next += 1
        return hashlib.blake2b(self._next.to_bytes(8, "little"), key=self._key).digest()

    def scalar(self) -> Scalar:
        """A uniform scalar."""
        return reduce_scalar(self.block())

    def scalars(self, count: int) -> list[Scalar]:
        """``count`` uniform scalars."""
        return [self.scalar() for _ in range(count)]

    def below(self, bound: int) -> int:
        """A uniform integer from 0 to bound - 1, by rejection."""
        limit = 2**64 - 2**64 % bound
        while True:
            value = int.from_bytes(self.block()[:8], "little")
            if value < limit:
                return value % bound

    def permutation(self, count: int) -> list[int]:
        """A uniform permutation of 0 … count - 1 (Fisher-Yates)."""
        order = list(range(count))
        for i in range(count - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order
