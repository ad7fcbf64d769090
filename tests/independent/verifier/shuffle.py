"""Section 5: Groth's shuffle proof, equation by equation."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .curve import ORDER, G, Point, Refused, combine, element, scalar
from .hashes import Context, Transcript, pedersen
from .sigma import check, chunks, equation, pair


def proof_size(count: int) -> int:
    return 64 if count == 1 else 32 * (7 + 3 * count + 2)


def commitment(values: Sequence[int], blinding: int) -> list[tuple[int, Point]]:
    """The terms of com(v; r)."""
    return [(blinding, G), *((value, pedersen(i)) for i, value in enumerate(values, 1))]


@dataclass(frozen=True)
class Read:
    """A proof for N > 1 cards with its challenges."""

    first: tuple[Point, ...]  # C, C_D, E_D.a, E_D.b
    second: tuple[Point, ...]  # C_d, C_Δ, C_a
    f: list[int]
    z_e: int
    p: list[int]
    z: int
    u: list[int]
    z_delta: int
    t: list[int]
    lambda_: int
    x: int
    e: int
    state: bytes  # what goes into the weights of a joint check


def statement(context: Context, key: bytes, before: Sequence[bytes], after: Sequence[bytes]) -> Transcript:
    transcript = Transcript("shuffle", context)
    transcript.absorb("key", key)
    transcript.absorb_all("before", before)
    transcript.absorb_all("after", after)
    return transcript


def read(context: Context, key: bytes, before: Sequence[bytes], after: Sequence[bytes], proof: bytes) -> Read:
    """Read the proof and draw its challenges."""
    n = len(before)
    if len(proof) != proof_size(n):
        raise Refused("the proof has another length")
    parts = chunks(proof, 32, 7 + 3 * n + 2)
    numbers = [scalar(part) for part in parts[7:]]
    first, second = tuple(map(element, parts[:4])), tuple(map(element, parts[4:7]))
    transcript = statement(context, key, before, after)
    transcript.absorb_all("first commitments", parts[:4])
    t = transcript.challenges("t", n)
    transcript.absorb("first responses", b"".join(parts[7 : 8 + n]))
    lambda_, x = transcript.challenge("lambda"), transcript.challenge("x")
    transcript.absorb_all("second commitments", parts[4:7])
    e = transcript.challenge("e")
    if e == 0:
        raise Refused("the last challenge is 0")
    transcript.absorb("last responses", b"".join(parts[8 + n :]))
    f, p, u = numbers[:n], numbers[n + 1 : 2 * n + 1], numbers[2 * n + 2 : -1]
    return Read(
        first, second, f, numbers[n], p, numbers[2 * n + 1], u, numbers[-1], t, lambda_, x, e, transcript.state()
    )


@lru_cache(maxsize=1 << 10)
def verify(context: Context, key: bytes, before: tuple[bytes, ...], after: tuple[bytes, ...], proof: bytes) -> None:
    """Raise `Refused` unless `after` is `before`, mixed and re-encrypted."""
    n = len(before)
    if not 1 <= n <= 512 or len(after) != n:
        raise Refused("1 to 512 cards, as many as before")
    z = element(key)
    old, new = [pair(card) for card in before], [pair(card) for card in after]
    if n == 1:
        if before == after:
            raise Refused("the card was not re-encrypted")
        (a, b), (a2, b2) = old[0], new[0]
        branch = (equation(a2 - a, (0, G)), equation(b2 - b, (0, z)))
        check(statement(context, key, before, after), [(branch,)], proof)
        return
    given = read(context, key, before, after, proof)
    e = given.e
    _check_product(given)
    c, c_d_large, e_d_a, e_d_b = given.first
    c_d, c_delta, c_a = given.second
    left = combine([(e * given.lambda_, c), (e, c_d_large), (1, c_d)])
    values = [(p - e * f) % ORDER for p, f in zip(given.p, given.f, strict=True)]
    if left != combine(commitment(values, given.z)):
        raise Refused("equation (ii) does not hold")
    if combine([(e, c_a), (1, c_delta)]) != combine(commitment(given.u, given.z_delta)):
        raise Refused("equation (iii) does not hold")
    for side, (offset, base) in enumerate(((e_d_a, G), (e_d_b, z))):
        terms = [(f, card[side]) for f, card in zip(given.f, new, strict=True)]
        terms += [(ORDER - t, card[side]) for t, card in zip(given.t, old, strict=True)]
        if combine([*terms, (1, offset)]) != given.z_e * base:
            raise Refused("equation (iv) does not hold")


def _check_product(given: Read) -> None:
    """Equation (i), with scalars only."""
    e, x = given.e, given.x
    inverse = pow(e, -1, ORDER)
    value = (given.p[0] - e * x) % ORDER
    for p, u in zip(given.p[1:], given.u, strict=True):
        value = (value * (p - e * x) + u) * inverse % ORDER
    expected = e
    for i, t in enumerate(given.t, 1):
        expected = expected * (given.lambda_ * i + t - x) % ORDER
    if value != expected:
        raise Refused("equation (i) does not hold")
