"""Section 5: Groth's shuffle proof, equation by equation."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from .curve import ORDER, G, Point, Refused, combine, element, scalar
from .hashes import Context, Transcript, pedersen
from .sigma import check, chunks, equation, pair

ROW = 32


def proof_size(count: int) -> int:
    return 128 if count == 1 else 32 * (4 * count + 7 * rows(count) + 1)


def rows(count: int) -> int:
    return (count + ROW - 1) // ROW


def commitments(values: Sequence[int], blindings: Sequence[int]) -> list[Point]:
    """com(v; r), a point for every row."""
    points = []
    for i, blinding in enumerate(blindings):
        row = values[ROW * i : ROW * (i + 1)]
        points.append(combine([(blinding, G), *((value, pedersen(k)) for k, value in enumerate(row, 1))]))
    return points


@dataclass(frozen=True)
class Read:
    """A proof for N > 1 cards with its challenges."""

    c: list[Point]
    c_d_large: list[Point]
    e_d: list[Point]
    c_d: list[Point]
    c_delta: list[Point]
    c_b: list[Point]
    f: list[int]
    z_e: int
    w: list[int]
    p: list[int]
    z: list[int]
    u: list[int]
    z_delta: list[int]
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
    m = rows(n)
    parts = iter(chunks(proof, 32, 4 * n + 7 * m + 1))

    def points(*counts: int) -> list[list[bytes]]:
        return [[next(parts) for _ in range(count)] for count in counts]

    first, second = points(m, m, 2), points(m, m, m)
    (f, z_e), (w,), last = points(n, 1), points(n - 1), points(n, m, n - 1, m)
    transcript = statement(context, key, before, after)
    transcript.absorb_all("first commitments", chain(*first))
    t = transcript.challenges("t", n)
    transcript.absorb("first responses", b"".join(f + z_e))
    lambda_, x = transcript.challenge("lambda"), transcript.challenge("x")
    transcript.absorb_all("second commitments", chain(*second))
    transcript.absorb("masked products", b"".join(w))
    e = transcript.challenge("e")
    if e == 0:
        raise Refused("the last challenge is 0")
    transcript.absorb("last responses", b"".join(chain(*last)))
    elements = [[element(part) for part in each] for each in first + second]
    numbers = [[scalar(part) for part in each] for each in (f, w, *last)]
    return Read(*elements, numbers[0], scalar(z_e[0]), *numbers[1:], t, lambda_, x, e, transcript.state())


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
    values = [(p - e * f) % ORDER for p, f in zip(given.p, given.f, strict=True)]
    for row, point in enumerate(commitments(values, given.z)):
        if combine([(e * given.lambda_, given.c[row]), (e, given.c_d_large[row]), (1, given.c_d[row])]) != point:
            raise Refused("equation (ii) does not hold")
    values = [(u - e * w) % ORDER for u, w in zip(given.u, given.w, strict=True)]
    for row, point in enumerate(commitments(values, given.z_delta)):
        if combine([(e, given.c_b[row]), (1, given.c_delta[row])]) != point:
            raise Refused("equation (iii) does not hold")
    for side, (offset, base) in enumerate(zip(given.e_d, (G, z), strict=True)):
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
