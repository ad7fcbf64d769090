"""A second implementation of what `docs/protocol.md` says, written from that page: no import from the package.

Slow and small, for checking the stored vectors with something else than the code that made them. Sections in brackets.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
SUITE = b"edwards25519-blake2b/1"
VERSION = b"tta-p2p/2"

Point = tuple[int, int]
ZERO: Point = (0, 1)
Equation = tuple[Point, list[tuple[int, Point]]]


# [2] Group: affine edwards25519 with RFC 8032's encoding; plain formulas, as slow as they are short.


def add(p: Point, q: Point) -> Point:
    (x1, y1), (x2, y2) = p, q
    t = D * x1 * x2 * y1 * y2 % P
    return ((x1 * y2 + x2 * y1) * pow(1 + t, -1, P) % P, (y1 * y2 + x1 * x2) * pow(1 - t, -1, P) % P)


def neg(p: Point) -> Point:
    return (-p[0] % P, p[1])


def sub(p: Point, q: Point) -> Point:
    return add(p, neg(q))


def mul(k: int, p: Point) -> Point:
    """In projective coordinates, for one inversion a multiplication."""
    total, base = (0, 1, 1), (p[0], p[1], 1)
    while k:
        if k & 1:
            total = _add(total, base)
        base, k = _add(base, base), k >> 1
    inverse = pow(total[2], -1, P)
    return total[0] * inverse % P, total[1] * inverse % P


def _add(p: tuple[int, int, int], q: tuple[int, int, int]) -> tuple[int, int, int]:
    a, c, d = p[2] * q[2] % P, p[0] * q[0] % P, p[1] * q[1] % P
    b, e = a * a % P, D * c * d % P
    f, g = b - e, b + e
    cross = (p[0] + p[1]) * (q[0] + q[1]) - c - d
    return a * f * cross % P, a * g * (d + c) % P, f * g % P


def point(data: bytes) -> Point | None:
    """A canonical encoding of a point of the curve, of whatever order."""
    if len(data) != 32:
        return None
    y, sign = int.from_bytes(data, "little") & (2**255 - 1), data[31] >> 7
    if y >= P:
        return None
    x2 = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(x2, (P + 3) // 8, P)
    if x * x % P != x2:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != x2 or (x == 0 and sign):
        return None
    return (x if x & 1 == sign else P - x, y)


def encode(p: Point) -> bytes:
    return (p[1] | (p[0] & 1) << 255).to_bytes(32, "little")


def element(data: bytes) -> Point | None:
    p = point(data)
    return p if p is not None and p != ZERO and mul(Q, p) == ZERO else None


def scalar(data: bytes) -> int | None:
    value = int.from_bytes(data, "little")
    return value if len(data) == 32 and value < Q else None


G = point(bytes.fromhex("58" + "66" * 31))
assert G is not None


def hash_to_group(label: str, *parts: bytes) -> Point:
    prefix = lp(b"tta-p2p/2 hash-to-group", SUITE, label.encode(), *parts)
    for i in range(256):
        p = point(hashlib.sha512(prefix + le(i, 4)).digest()[:32])
        if p is not None:
            p = mul(8, p)
            if p != ZERO and mul(Q, p) == ZERO:
                return p
    raise AssertionError


def generator(i: int) -> Point:
    return hash_to_group("generator", le(i, 4))


# [1, 3] Encodings, hashes, challenges.


def le(value: int, width: int) -> bytes:
    return value.to_bytes(width, "little")


def lp(*parts: bytes) -> bytes:
    return b"".join(le(len(part), 8) + part for part in parts)


def digest(label: str, *parts: bytes) -> bytes:
    return hashlib.blake2b(lp(VERSION, label.encode(), *parts), digest_size=32).digest()


def reduce(data: bytes) -> int:
    return int.from_bytes(data, "little") % Q


class Transcript:
    def __init__(self, name: str, context: bytes) -> None:
        self.hash = hashlib.blake2b()
        self.absorb("version", VERSION)
        self.absorb("suite", SUITE)
        self.absorb("proof", name.encode())
        self.absorb("context", context)

    def absorb(self, label: str, data: bytes) -> None:
        self.hash.update(lp(label.encode(), data))

    def list(self, label: str, items: Sequence[bytes]) -> None:
        self.hash.update(lp(label.encode(), le(len(items), 8), *items))

    def state(self) -> bytes:
        return self.hash.copy().digest()

    def challenge(self, label: str) -> int:
        self.absorb("challenge", label.encode())
        d = self.state()
        self.absorb(label, d)
        return reduce(d)

    def challenges(self, label: str, count: int) -> list[int]:
        self.absorb("challenges", lp(label.encode(), le(count, 8)))
        d = self.state()
        self.absorb(label, d)
        return [reduce(hashlib.blake2b(d + le(i, 4)).digest()) for i in range(count)]


def context(sid: bytes, op: bytes, seat: int, role: str, deck: bytes = b"", generation: int = 0) -> bytes:
    return lp(sid, op, deck, le(generation, 4), le(seat, 2), role.encode())


def signed(identity: bytes, signature: bytes, purpose: str, *fields: bytes) -> bool:
    """RFC 8032, 5.1.7, without the cofactor, and [3]."""
    message = VERSION + b" " + purpose.encode() + b"\0" + lp(*fields)
    key, r, s = element(identity), point(signature[:32]), scalar(signature[32:])
    if key is None or r is None or s is None:
        return False
    k = reduce(hashlib.sha512(signature[:32] + identity + message).digest())
    return mul(s, G) == add(r, mul(k, key))


# [4] Proofs.


def sigma(fs: Transcript, clauses: list[list[list[Equation]]], data: bytes) -> bool:
    scalars = [scalar(data[i : i + 32]) for i in range(0, len(data), 32)]
    if None in scalars:
        return False
    values = iter([value for value in scalars if value is not None])
    fs.absorb("clauses", le(len(clauses), 8))
    for clause in clauses:
        fs.absorb("branches", le(len(clause), 8))
        for branch in clause:
            fs.absorb("equations", le(len(branch), 8))
            for target, terms in branch:
                fs.list("equation", [encode(target), *(le(i, 4) + encode(p) for i, p in terms)])
    commitments: list[bytes] = []
    sums: list[int] = []
    for clause in clauses:
        sums.append(0)
        for branch in clause:
            c = next(values)
            sums[-1] = (sums[-1] + c) % Q
            s = [next(values) for _ in range(1 + max(i for _, terms in branch for i, _ in terms))]
            for target, terms in branch:
                total = mul(-c % Q, target)
                for i, p in terms:
                    total = add(total, mul(s[i], p))
                commitments.append(encode(total))
    fs.list("commitments", commitments)
    whole = fs.challenge("challenge")
    return next(values, None) is None and all(total == whole for total in sums)


def com(values: Sequence[int], blind: int) -> Point:
    total = mul(blind % Q, G)
    for i, value in enumerate(values, 1):
        total = add(total, mul(value % Q, generator(i)))
    return total


def shuffle(ctx: bytes, key: bytes, before: Sequence[bytes], after: Sequence[bytes], proof: bytes) -> bool:
    """[5]"""
    n = len(before)
    fs = Transcript("shuffle", ctx)
    fs.absorb("key", key)
    fs.list("before", before)
    fs.list("after", after)
    z_key = element(key)
    old, new = ([(element(card[:32]), element(card[32:])) for card in cards] for cards in (before, after))
    if z_key is None or any(None in card for card in [*old, *new]):
        return False
    if n == 1:
        (a, b), (a2, b2) = old[0], new[0]  # type: ignore[misc]
        return (a, b) != (a2, b2) and sigma(fs, [[[(sub(a2, a), [(0, G)]), (sub(b2, b), [(0, z_key)])]]], proof)  # type: ignore[arg-type]
    raw = [proof[i : i + 32] for i in range(0, len(proof), 32)]
    if len(proof) != 32 * (7 + 3 * n + 2):
        return False
    points, scalars = [element(part) for part in raw[:7]], [scalar(part) for part in raw[7:]]
    if None in points or None in scalars:
        return False
    c, c_d_big, e_a, e_b, c_d, c_delta, c_a = (p for p in points if p is not None)
    numbers = [value for value in scalars if value is not None]
    f, z_e, p_, z = numbers[:n], numbers[n], numbers[n + 1 : 2 * n + 1], numbers[2 * n + 1]
    u, z_delta = numbers[2 * n + 2 : -1], numbers[-1]
    fs.list("first commitments", raw[:4])
    t = fs.challenges("t", n)
    fs.absorb("first responses", b"".join(raw[7 : 8 + n]))
    lam, x = fs.challenge("lambda"), fs.challenge("x")
    fs.list("second commitments", raw[4:7])
    e = fs.challenge("e")
    if e == 0:
        return False
    running, product = (p_[0] - e * x) % Q, e
    for i in range(1, n):
        running = (running * (p_[i] - e * x) + u[i - 1]) * pow(e, -1, Q) % Q
    for i in range(1, n + 1):
        product = product * (lam * i + t[i - 1] - x) % Q
    left = add(mul(e, add(mul(lam, c), c_d_big)), c_d)
    ok = running == product and left == com([a - e * b for a, b in zip(p_, f, strict=True)], z)
    ok = ok and add(mul(e, c_a), c_delta) == com(u, z_delta)
    for component, extra, base in ((0, e_a, G), (1, e_b, z_key)):
        total = extra
        for value, card in zip(f, new, strict=True):
            total = add(total, mul(value, card[component]))  # type: ignore[arg-type]
        for value, card in zip(t, old, strict=True):
            total = sub(total, mul(value, card[component]))  # type: ignore[arg-type]
        ok = ok and total == mul(z_e, base)
    return ok


# [1] MessagePack, as far as it occurs.


def unpack(data: bytes) -> Any:
    value, at = _unpack(data, 0)
    assert at == len(data)
    return value


def end_of(data: bytes, at: int) -> int:
    """Where the value that begins at this place ends."""
    return _unpack(data, at)[1]


def _unpack(data: bytes, at: int) -> tuple[Any, int]:
    tag = data[at]
    at += 1
    if tag < 0x80:
        return tag, at
    if 0x90 <= tag < 0xA0:
        return _items(data, at, tag & 15)
    if 0xA0 <= tag < 0xC0:
        return data[at : at + (tag & 31)].decode(), at + (tag & 31)
    if tag in (0xC2, 0xC3):
        return tag == 0xC3, at
    width = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD9: 1, 0xDA: 2, 0xDC: 2, 0xDD: 4}[tag]
    number, at = int.from_bytes(data[at : at + width], "big"), at + width
    if tag in (0xC4, 0xC5, 0xC6):
        return data[at : at + number], at + number
    if tag in (0xD9, 0xDA):
        return data[at : at + number].decode(), at + number
    return _items(data, at, number) if tag in (0xDC, 0xDD) else (number, at)


def _items(data: bytes, at: int, count: int) -> tuple[list[Any], int]:
    items = []
    for _ in range(count):
        item, at = _unpack(data, at)
        items.append(item)
    return items, at
