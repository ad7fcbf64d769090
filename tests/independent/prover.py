"""The other side of the verifier: signatures and proofs, so that tests can say whatever the page allows or forbids.

It shares the statements with the verifier: `proving` runs one of its checks with a prover in the engine's place.
"""

from collections.abc import Callable, Sequence
from hashlib import sha512
from random import Random
from typing import Any

from .verifier import escrow, shuffle, sigma
from .verifier.curve import ORDER, G, combine, element, reduce
from .verifier.hashes import Context, Transcript, n2, n8, pedersen, signed_bytes


def number(value: int) -> bytes:
    return (value % ORDER).to_bytes(32, "little")


class Signer:
    """An Ed25519 key from its seed (RFC 8032)."""

    def __init__(self, seed: bytes) -> None:
        wide = sha512(seed).digest()
        clamped = bytearray(wide[:32])
        clamped[0] &= 248
        clamped[31] = clamped[31] & 63 | 64
        self.secret = int.from_bytes(clamped, "little")
        self.prefix = wide[32:]
        self.identity = bytes(self.secret * G)

    def sign(self, purpose: str, *fields: bytes | str) -> bytes:
        message = signed_bytes(purpose, *fields)
        nonce = reduce(sha512(self.prefix + message).digest())
        point = bytes(nonce * G)
        challenge = reduce(sha512(point + self.identity + message).digest())
        return point + number(nonce + challenge * self.secret)


def engine(
    transcript: Transcript, clauses: Sequence[sigma.Clause], secrets: Sequence[tuple[int, list[int]]], random: Random
) -> bytes:
    """Prove the clauses; of each, the branch that is true and its secrets."""
    transcript.absorb("clauses", n8(len(clauses)))
    plans, commitments = [], []
    for clause, (true, _) in zip(clauses, secrets, strict=True):
        transcript.absorb("branches", n8(len(clause)))
        for at, branch in enumerate(clause):
            transcript.absorb("equations", n8(len(branch)))
            challenge = 0 if at == true else random.randrange(ORDER)
            count = 1 + max(i for eq in branch for i, _ in eq.terms)
            responses = [random.randrange(ORDER) for _ in range(count)]
            plans.append([challenge, responses])
            for eq in branch:
                transcript.absorb_all("equation", eq.hashed)
                terms = [(responses[i], point) for i, point in eq.terms] + [(ORDER - challenge, eq.target)]
                commitments.append(combine(terms))
    transcript.absorb_all("commitments", commitments)
    total = transcript.challenge("challenge")
    parts, rest = [], iter(plans)
    for clause, (true, known) in zip(clauses, secrets, strict=True):
        own = [next(rest) for _ in clause]
        own[true][0] = (total - sum(challenge for challenge, _ in own)) % ORDER
        own[true][1] = [r + own[true][0] * s for r, s in zip(own[true][1], known, strict=True)]
        parts += [number(value) for challenge, responses in own for value in (challenge, *responses)]
    return b"".join([*parts, *map(bytes, commitments)])


def proving(check: Callable[..., Any], *statement: Any, given: bytes, size: int, secrets: Any, random: Random) -> bytes:
    """`given` and the proof that `check` (one of the verifier's, without its cache) accepts behind it."""
    made = b""

    def prove(transcript: Transcript, clauses: Sequence[sigma.Clause], proof: bytes) -> None:
        nonlocal made
        made = engine(transcript, clauses, secrets, random)

    kept = sigma.check
    sigma.check = escrow.check = shuffle.check = prove
    try:
        getattr(check, "__wrapped__", check)(*statement, given + bytes(size))
    finally:
        sigma.check = escrow.check = shuffle.check = kept
    return given + made


def possession(context: Context, secret: int, random: Random) -> bytes:
    return proving(
        sigma.possession, context, bytes(secret * G), given=b"", size=96, secrets=[(0, [secret])], random=random
    )


def share(context: Context, secret: int, firsts: Sequence[bytes], random: Random) -> bytes:
    layers = b"".join(bytes(secret * element(first)) for first in firsts)
    return proving(
        sigma.share, context, bytes(secret * G), tuple(firsts),
        given=layers, size=128, secrets=[(0, [secret])], random=random,
    )  # fmt: skip


def reencryption(context: Context, secret: int, target: bytes, cards: Sequence[bytes], random: Random) -> bytes:
    z = element(target)
    factors = [random.randrange(1, ORDER) for _ in cards]
    fresh = b""
    for card, r in zip(cards, factors, strict=True):
        a, b = sigma.pair(card)
        fresh += bytes(r * G) + bytes(b + combine([(r, z), (-secret, a)]))
    return proving(
        sigma.reencryption, context, bytes(secret * G), target, tuple(cards),
        given=fresh, size=0, secrets=[(0, [-secret, *factors])], random=random,
    )  # fmt: skip


def lock(context: Context, secret: int, current: bytes, cards: Sequence[bytes], random: Random) -> bytes:
    z = element(current)
    factors = [random.randrange(1, ORDER) for _ in cards]
    locked = b""
    for card, r in zip(cards, factors, strict=True):
        a, b = sigma.pair(card)
        a2 = a + r * G
        locked += bytes(a2) + bytes(b + combine([(r, z), (secret, a2)]))
    return proving(
        sigma.lock, context, bytes(secret * G), current, tuple(cards),
        given=locked, size=0, secrets=[(0, [secret, *factors])], random=random,
    )  # fmt: skip


def membership(context: Context, secret: int, card: bytes, faces: Sequence[bytes], at: int, random: Random) -> bytes:
    return proving(
        sigma.membership, context, bytes(secret * G), card, tuple(faces),
        given=b"", size=0, secrets=[(at, [secret])], random=random,
    )  # fmt: skip


def at_least(
    context: Context, secret: int, cards: Sequence[bytes], worths: dict[bytes, int], total: int, random: Random
) -> bytes:
    if total <= 0:
        return b""
    worth = dict(sorted((face, w) for face, w in worths.items() if w > 0))
    bits = max(1, (len(cards) * max(worth.values()) - total).bit_length())
    h0, faces = pedersen(0), list(worth)
    secrets: list[tuple[int, list[int]]] = []
    values, value_factors, over = [], [], -total
    for card in cards:
        a, b = sigma.pair(card)
        face, r = bytes(b - secret * a), random.randrange(1, ORDER)
        w = worth.get(face, 0)
        over += w
        values.append(w * G + r * h0)
        value_factors.append(r)
        secrets.append((1 + faces.index(face), [secret, r]) if w else (0, [r]))
    factors = [random.randrange(1, ORDER) for _ in range(bits - 1)]
    lowest = sum(value_factors) - sum(r << j for j, r in enumerate(factors, 1))
    high = [(over >> j & 1) * G + r * h0 for j, r in enumerate(factors, 1)]
    secrets += [(over >> j & 1, [r]) for j, r in enumerate([lowest, *factors])]
    given = b"".join(map(bytes, [*values, *high]))
    size = 32 * (len(cards) * (3 + 6 * len(worth)) + 6 * bits)
    return proving(
        sigma.at_least, context, bytes(secret * G), tuple(cards), tuple(worths.items()), total,
        given=given, size=size, secrets=secrets, random=random,
    )  # fmt: skip


def contribution(context: Context, joint: bytes, random: Random) -> bytes:
    r, s = random.randrange(1, ORDER), random.randrange(1, ORDER)
    sent = bytes(r * G) + bytes(combine([(s, G), (r, element(joint))]))
    return proving(sigma.contribution, context, joint, given=sent, size=160, secrets=[(0, [r, s])], random=random)


def dealing(
    context: Context, secret: int, keys: Sequence[tuple[int, bytes]], random: Random, bad: Sequence[int] = ()
) -> bytes:
    """Deal a key out among all of `keys`; the operators of `bad` get a share that is none."""
    factors = [secret, *(random.randrange(1, ORDER) for _ in keys[1:])]
    commitments = [bytes(f * G) for f in factors]
    given = b"".join(commitments[1:])
    for operator, key in keys:
        r = random.randrange(1, ORDER)
        factor, shared = bytes(r * G), bytes(r * element(key))
        share = sum(f * (operator + 1) ** k for k, f in enumerate(factors)) + (operator in bad)
        transcript = Transcript("escrow pad", context)
        transcript.absorb("operator", n2(operator))
        transcript.absorb_all("points", [factor, key, shared])
        sealed = bytes(x ^ y for x, y in zip(number(share), transcript.state(), strict=False))
        transcript = escrow.box_statement(context, commitments, keys, len(keys), operator, factor, sealed)
        clause = ((sigma.equation(element(factor), (0, G)),),)
        given += factor + sealed + engine(transcript, [clause], [(0, [r])], random)
    return given


def complaint(context: Context, about: escrow.Dealing, operator: int, secret: int, random: Random) -> bytes:
    return proving(
        escrow.complaint, context, about, operator,
        given=about.pad_of(operator, secret), size=128, secrets=[(0, [secret])], random=random,
    )  # fmt: skip


def masked(context: Context, key: bytes, before: Sequence[bytes], random: Random) -> tuple[bytes, bytes]:
    """A shuffle of the cards and its proof (Groth 2010, section 5 of the page read backwards)."""
    n, z = len(before), element(key)
    order = random.sample(range(n), n)
    factors = [random.randrange(1, ORDER) for _ in before]
    pairs = [sigma.pair(before[at]) for at in order]
    after = [(a + r * G, b + r * z) for (a, b), r in zip(pairs, factors, strict=True)]
    cards = tuple(bytes(a) + bytes(b) for a, b in after)
    if n == 1:
        made = proving(
            shuffle.verify, context, key, tuple(before), cards,
            given=b"", size=128, secrets=[(0, factors)], random=random,
        )  # fmt: skip
        return b"".join(cards), made

    def draw(count: int) -> list[int]:
        return [random.randrange(ORDER) for _ in range(count)]

    def com(values: Sequence[int], blindings: Sequence[int]) -> list[bytes]:
        return [bytes(point) for point in shuffle.commitments(values, blindings)]

    psi = [at + 1 for at in order]
    big_d, d = draw(n), draw(n)
    (r_e,), (r, r_d_large, r_d, r_delta, r_b) = draw(1), [draw(shuffle.rows(n)) for _ in range(5)]
    e_d = [
        bytes(combine([(r_e, base), *((-x, card[side]) for x, card in zip(big_d, after, strict=True))]))
        for side, base in enumerate((G, z))
    ]
    first = [*com(psi, r), *com([-x for x in big_d], r_d_large), *e_d]
    transcript = shuffle.statement(context, key, before, cards)
    transcript.absorb_all("first commitments", first)
    t = transcript.challenges("t", n)
    f = [t[at] + x for at, x in zip(order, big_d, strict=True)]
    z_e = r_e + sum(t[at] * factor for at, factor in zip(order, factors, strict=True))
    first_responses = b"".join(map(number, [*f, z_e]))
    transcript.absorb("first responses", first_responses)
    lambda_, x = transcript.challenge("lambda"), transcript.challenge("x")
    m = [(lambda_ * number_ + t[number_ - 1]) % ORDER for number_ in psi]
    delta = [d[0], *draw(max(0, n - 2)), 0]
    products = [m[0] - x]
    for each in m[1:]:
        products.append(products[-1] * (each - x) % ORDER)
    crossed = [delta[i + 1] - products[i] * d[i + 1] - delta[i] * (m[i + 1] - x) for i in range(n - 1)]
    squares = [-delta[i] * d[i + 1] for i in range(n - 1)]
    b = draw(n - 1)
    second = [*com(d, r_d), *com(squares, r_delta), *com(b, r_b)]
    transcript.absorb_all("second commitments", second)
    masked_products = b"".join(number(c - mask) for c, mask in zip(crossed, b, strict=True))
    transcript.absorb("masked products", masked_products)
    e = transcript.challenge("e")
    p = [e * each + blinding for each, blinding in zip(m, d, strict=True)]
    u = [e * c + s for c, s in zip(crossed, squares, strict=True)]
    z = [e * (lambda_ * one + two) + three for one, two, three in zip(r, r_d_large, r_d, strict=True)]
    last = [*p, *z, *u, *(e * one + two for one, two in zip(r_b, r_delta, strict=True))]
    return b"".join(cards), b"".join([*first, *second, first_responses, masked_products, *map(number, last)])
