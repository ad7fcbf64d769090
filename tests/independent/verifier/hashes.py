"""Section 3 and the hashes of section 2: LP, digest, hash to group, Fiat-Shamir transcripts, signatures."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b, sha512

from .curve import ORDER, G, O, Point, Refused, combine, decode, element, reduce, scalar, times_eight

VERSION = "tta-p2p/4"
SUITE = "edwards25519-blake2b/1"


def n2(number: int) -> bytes:
    return number.to_bytes(2, "little")


def n4(number: int) -> bytes:
    return number.to_bytes(4, "little")


def n8(number: int) -> bytes:
    return number.to_bytes(8, "little")


def raw(part: bytes | str | Point) -> bytes:
    """What is hashed of a part: strings are UTF-8, points their encoding."""
    return part.encode() if isinstance(part, str) else bytes(part)


def lp(*parts: bytes | str | Point) -> bytes:
    return b"".join(n8(len(part)) + part for part in map(raw, parts))


def digest(label: str, *parts: bytes | str) -> bytes:
    return blake2b(lp(VERSION, label, *parts), digest_size=32).digest()


@lru_cache(maxsize=1 << 12)
def hash_to_group(label: str, *parts: bytes | str) -> Point:
    """H2G: the first of 256 candidates that is a point and, times eight, an element."""
    start = lp(f"{VERSION} hash-to-group", SUITE, label, *parts)
    for i in range(256):
        try:
            point = times_eight(decode(sha512(start + n4(i)).digest()[:32]))
        except Refused:
            continue
        if point != O:  # eight times any point lies in the subgroup of order q
            return point
    raise Refused("no point in 256 attempts")


def face_point(sid: bytes, face: str) -> Point:
    return hash_to_group("card", sid, face)


def pedersen(index: int) -> Point:
    return hash_to_group("generator", n4(index))


@dataclass(frozen=True)
class Context:
    """What a proof is bound to."""

    sid: bytes
    op: bytes
    seat: int
    role: str
    generation: int = 0
    deck: bytes = b""

    def __bytes__(self) -> bytes:
        return lp(self.sid, self.op, self.deck, n4(self.generation), n2(self.seat), self.role)


class Transcript:
    """The running hash of one proof."""

    def __init__(self, name: str, context: Context) -> None:
        self._hash = blake2b()
        self.absorb("version", VERSION)
        self.absorb("suite", SUITE)
        self.absorb("proof", name)
        self.absorb("context", bytes(context))

    def absorb(self, label: str, data: bytes | str | Point) -> None:
        self._hash.update(lp(label, data))

    def absorb_all(self, label: str, items: Iterable[bytes | Point]) -> None:
        parts = list(map(raw, items))
        self._hash.update(lp(label, n8(len(parts)), *parts))

    def state(self) -> bytes:
        return self._hash.copy().digest()

    def challenge(self, label: str) -> int:
        self.absorb("challenge", label)
        drawn = self.state()
        self.absorb(label, drawn)
        return reduce(drawn)

    def challenges(self, label: str, count: int) -> list[int]:
        self.absorb("challenges", lp(label, n8(count)))
        drawn = self.state()
        self.absorb(label, drawn)
        return expand(drawn, count)


def expand(seed: bytes, count: int) -> list[int]:
    """Scalars number 0, 1, … from a hash."""
    return [reduce(blake2b(seed + n4(i)).digest()) for i in range(count)]


def signed_bytes(purpose: str, *fields: bytes | str) -> bytes:
    return f"{VERSION} {purpose}".encode() + b"\0" + lp(*fields)


@lru_cache(maxsize=1 << 14)
def signature_holds(identity: bytes, message: bytes, signature: bytes) -> bool:
    """Ed25519 as section 3 restricts it. Never raises: what is malformed does not hold."""
    try:
        key = element(identity)
        response = scalar(signature[32:])
        if decode(signature[:32]) in SMALL_ORDER:
            return False
    except Refused:
        return False
    challenge = reduce(sha512(signature[:32] + identity + message).digest())
    return bytes(combine([(response, G), (ORDER - challenge, key)])) == signature[:32]


def _small_order() -> list[Point]:
    """The eight points whose order divides eight: q·P of points outside the subgroup."""
    # q·P = P + (q - 1)·P, because `combine` takes its coefficients modulo q.
    found: list[Point] = []
    y = 2
    while len(found) < 8:
        try:
            point = decode(y.to_bytes(32, "little"))
        except Refused:
            y += 1
            continue
        small = point + combine([(ORDER - 1, point)])
        if small not in found:
            found.append(small)
        y += 1
    return found


SMALL_ORDER = _small_order()
