"""A small table for the proof tests: keys, cards and contexts that are the same in every run."""

from __future__ import annotations

import hashlib

from protocol.elgamal import Ciphertext, face_point
from protocol.fiatshamir import Context, HedgedRandom
from protocol.group import EDWARDS25519, Edwards25519, Element, Scalar, reduce_scalar

GROUP = EDWARDS25519
SID = hashlib.blake2b(b"game", digest_size=32).digest()
OP = hashlib.blake2b(b"operation", digest_size=32).digest()
CONTEXT = Context(SID, OP, 1, "role", b"deck", 3)


def scalar(name: str) -> Scalar:
    return reduce_scalar(hashlib.blake2b(name.encode()).digest())


def public(secret: Scalar) -> Element:
    return GROUP.base(secret)


def rng(name: str = "frozen") -> HedgedRandom:
    """Hedged randomness whose entropy source always gives the same bytes."""
    return HedgedRandom(scalar("hedge"), lambda count: hashlib.shake_256(name.encode()).digest(count))


def face(name: str) -> Element:
    return face_point(GROUP, SID, name)


def masked(name: str, key: Element, factor: str) -> Ciphertext:
    r = scalar(factor)
    return Ciphertext(GROUP.base(r), GROUP.add(face(name), GROUP.mul(key, r)))


def opened(card: Ciphertext, secret: Scalar) -> Element:
    return GROUP.sub(card.b, GROUP.mul(card.a, secret))


HOLDER = scalar("holder")
HOLDER_KEY = public(HOLDER)
OTHER = scalar("other")
OTHER_KEY = public(OTHER)
JOINT_KEY = GROUP.add(HOLDER_KEY, OTHER_KEY)


class Counting(Edwards25519):
    """The group, counting multiplications of any point (``muls``) and of the generator (``bases``)."""

    def __init__(self) -> None:
        self.muls = 0
        self.bases = 0

    def mul(self, p: Element, k: Scalar) -> Element:
        self.muls += 1
        return super().mul(p, k)

    def base(self, k: Scalar) -> Element:
        self.bases += 1
        return super().base(k)
