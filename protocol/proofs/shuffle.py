"""Shuffle of masked cards: e'_i = e_ψ(i) + (R_i g, R_i Z), and the proof that nothing else was done.

Groth 2010, "A verifiable secret shuffle of homomorphic encryptions", sections 4 and 5, made non-interactive: C is a
Pedersen commitment to the permutation ψ (the *commit* of commit-reveal shuffling), t the challenges that tie it to
the ciphertexts, and a proof for shuffles of known contents ties λψ(i) + t_ψ(i) to it. In an equation below com(v; r)
is r g + Σ v_i h_i. The proof of one card is that e' - e is a multiple of (g, Z).

Two things are other than in the paper, and leave its proof as it is:

- Vectors are committed to in rows (`pedersen`).
- The vector a that C_a commits to depends on challenges. The prover commits to a uniform b instead, which it can do
  long before, and sends a - b, uniform as well, before the last challenge; C_a is C_b + Σ (a - b)_i h_i.

On the wire, for N > 1 in m rows: C (m), C_D (m), E_D (two elements), C_d (m), C_Δ (m), C_b (m); then f (N scalars),
z_E, a - b (N - 1), p (N), z (m), u (N - 1), z_Δ (m). The prover multiplies 6 N times, of which all but N (for open
cards) or 2 N can be prepared; the verifier 4 N times and once a generator and commitment, or 3 N where the cards are
open ones with a = g.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from protocol.elgamal import CIPHERTEXT_BYTES, Ciphertext, decode_ciphertexts
from protocol.errors import BadEncoding, BadProof
from protocol.fiatshamir import Context, FiatShamir, HedgedRandom
from protocol.group import (
    ELEMENT_BYTES,
    SCALAR_BYTES,
    Element,
    Group,
    Scalar,
    decode_scalars,
    from_int,
    to_int,
)
from protocol.proofs import pedersen, sigma, sums
from protocol.proofs.batching import BatchingGroup

NAME = "shuffle"
MAX_CARDS = 512
"""The most cards one shuffle may have: it bounds the work that garbage can cause."""


class ShuffleOutput(NamedTuple):
    """The shuffled cards, and what their author alone may know: ``cards[i]`` is the old card ``permutation[i]``."""

    cards: list[Ciphertext]
    permutation: list[int]
    factors: list[Scalar]


class ShuffleGroundwork(NamedTuple):
    """Groundwork prepared for one shuffle (`groundwork`); never used for a second one.

    ``factors`` are (R, R g, R Z); then the vectors D, d, Δ and b of blinds, each with the blinds of its commitments and
    the commitments. The last of Δ is 0, and of b there is one less. ``places``: the same for the permutation, where it
    was drawn.
    """

    key: Element
    factors: list[tuple[Scalar, Element, Element]]
    big: pedersen.VectorCommitment
    small: pedersen.VectorCommitment
    delta: pedersen.VectorCommitment
    masks: pedersen.VectorCommitment
    places: pedersen.VectorCommitment | None = None


def shuffle(
    group: Group,
    context: Context,
    key: Element,
    cards: Sequence[Ciphertext],
    rng: HedgedRandom,
    *,
    permutation: Sequence[int] | None = None,
    prepared: ShuffleGroundwork | None = None,
) -> ShuffleOutput:
    """Re-mask the cards under ``key`` in a uniform order, or in the one that their owner chose."""
    count = _bounded(len(cards))
    stream = rng.stream("shuffle cards", context.encode(), key, *(card.encode() for card in cards))
    order = stream.permutation(count)
    if permutation is not None:
        order = _permutation(permutation, count)
    elif prepared is not None and prepared.places is not None:
        order = prepared.places[0]
    if prepared is None:
        entries = [(r, group.base(r), group.mul(key, r)) for r in stream.scalars(count)]
    else:
        entries = _fitting(prepared, key, count).factors
    fresh = [
        Ciphertext(group.add(cards[i].a, in_a), group.add(cards[i].b, in_b))
        for i, (_, in_a, in_b) in zip(order, entries, strict=True)
    ]
    return ShuffleOutput(fresh, order, [factor for factor, _, _ in entries])


def _fitting(prepared: ShuffleGroundwork, key: Element, count: int) -> ShuffleGroundwork:
    if prepared.key != key or len(prepared.factors) != count:
        raise ValueError("this was prepared for another key, or another number of cards")
    return prepared


def size(count: int) -> int:
    """Bytes of the proof for ``count`` cards; the cards themselves are not in it."""
    if _bounded(count) == 1:
        return sigma.size(2, 2)
    lines = pedersen.rows(count)
    return (5 * lines + 2) * ELEMENT_BYTES + (4 * count - 1 + 2 * lines) * SCALAR_BYTES


def prove(
    group: Group,
    context: Context,
    key: Element,
    before: Sequence[Ciphertext],
    after: Sequence[Ciphertext],
    permutation: Sequence[int],
    factors: Sequence[Scalar],
    rng: HedgedRandom,
    *,
    prepared: ShuffleGroundwork | None = None,
) -> bytes:
    """The proof that ``after[i]`` is ``before[permutation[i]]`` re-masked under ``key`` by ``factors[i]``.

    ``prepared``: what the shuffle was made with; without it all blinds are drawn here.
    """
    count = _bounded(len(before))
    order = _permutation(permutation, count)
    if len(after) != count or len(factors) != count:
        raise ValueError("the cards before, the cards after and the factors are not equally many")
    fs = _statement(group, context, key, before, after)
    if count == 1:
        clauses = _one_card(group, key, before[0], after[0])
        return sigma.prove(group, fs, clauses, [sigma.Witness(0, factors)], rng)
    q = group.order
    h, lines = pedersen.generators(group, min(count, pedersen.ROW)), pedersen.rows(count)
    stream = rng.stream(NAME, fs.state(), *(i.to_bytes(2, "little") for i in order), *factors)

    def draw(how_many: int) -> list[int]:
        return [to_int(scalar) for scalar in stream.scalars(how_many)]

    (r_e,), r = draw(1), draw(lines)
    if prepared is None:
        d_big, r_d_big = draw(count), draw(lines)
        c_d_big = pedersen.commit(group, h, [-value for value in d_big], r_d_big)
    else:
        d_big, r_d_big, c_d_big = _fitting(prepared, key, count).big
    if prepared is not None and prepared.places is not None and prepared.places[0] == order:
        _, r, c = prepared.places
    else:
        c = list(pedersen.commit_places(group, h, order, [group.base(from_int(blind)) for blind in r]))
    # E_D = -Σ D_i e'_i + R_D (g, Z), over the old cards, of which open ones have equal elements that merge.
    rest = r_e - sum(d * to_int(factor) for d, factor in zip(d_big, factors, strict=True))
    e_d = Ciphertext(
        _combine(group, [(before[j].a, -d) for j, d in zip(order, d_big, strict=True)], (group.generator, rest)),
        _combine(group, [(before[j].b, -d) for j, d in zip(order, d_big, strict=True)], (key, rest)),
    )
    first = [*c, *c_d_big, e_d.a, e_d.b]
    t = _first_challenge(fs, first, count)

    moved = [t[j] for j in order]
    f = [(value + blind) % q for value, blind in zip(moved, d_big, strict=True)]
    z_e = (r_e + sum(value * to_int(factor) for value, factor in zip(moved, factors, strict=True))) % q
    lam, x = _second_challenge(fs, _scalar_bytes([*f, z_e]))

    mu = [(lam * (j + 1) + t[j]) % q for j in order]
    m = [value - x for value in mu]
    if prepared is None:
        small_d = draw(count)
        delta = [small_d[0], *draw(count - 2), 0]
        masks = draw(count - 1)
        r_d, r_delta, r_a = draw(lines), draw(lines), draw(lines)
        blinds = _products(delta, small_d, q)
        c_d, c_delta = pedersen.commit(group, h, small_d, r_d), pedersen.commit(group, h, blinds, r_delta)
        c_b = pedersen.commit(group, h, masks, r_a)
    else:
        (small_d, r_d, c_d), (delta, r_delta, c_delta) = prepared.small, prepared.delta
        masks, r_a, c_b = prepared.masks
        blinds = _products(delta, small_d, q)
    products = []
    alpha = 1
    for i in range(count - 1):
        alpha = alpha * m[i] % q
        products.append((delta[i + 1] - m[i + 1] * delta[i] - alpha * small_d[i + 1]) % q)
    second = [*c_d, *c_delta, *c_b]
    masked = _scalar_bytes(value - mask for value, mask in zip(products, masks, strict=True))
    e = _third_challenge(fs, second, masked)

    p = [(e * value + blind) % q for value, blind in zip(mu, small_d, strict=True)]
    z = [(e * (lam * one + two) + three) % q for one, two, three in zip(r, r_d_big, r_d, strict=True)]
    u = [(e * value + blind) % q for value, blind in zip(products, blinds, strict=True)]
    z_delta = [(e * one + two) % q for one, two in zip(r_a, r_delta, strict=True)]
    return b"".join([*first, *second, _scalar_bytes([*f, z_e]), masked, _scalar_bytes([*p, *z, *u, *z_delta])])


def verify(
    group: Group, context: Context, key: Element, before: Sequence[Ciphertext], after: bytes, proof: bytes
) -> list[Ciphertext]:
    """The cards in ``after``, the bytes of which need no other check. Raises ``BadProof``."""
    claim = read(group, context, key, before, after, proof)
    if claim is not None:
        check(group, [claim])
    return cut(after)


class ShuffleCheck(NamedTuple):
    """A proof of more than one card that has passed every check which takes no group arithmetic."""

    key: Element
    before: Sequence[Ciphertext]
    after: list[Ciphertext]
    commitments: list[bytes]
    t: list[int]
    lam: int
    e: int
    f: list[int]
    z_e: int
    masked: list[int]
    p: list[int]
    z: list[int]
    u: list[int]
    z_delta: list[int]
    digest: bytes

    @property
    def equations(self) -> int:
        """Those of every row (ii) and (iii), and the two components of (iv)."""
        return 2 * len(self.z) + 2

    @property
    def size(self) -> int:
        """The number of its cards."""
        return len(self.after)

    def weigh(self, group: Group, terms: dict[bytes, int], own: Sequence[int]) -> None:
        """Add the weighted terms of equations (ii) to (iv), each written as a sum that is the identity.

        The weights are those of equation (ii), row by row, of (iii), row by row, and of both components of (iv).
        Of every row (ii) e (λ C + C_D) + C_d - com(p - e f; z) and (iii) e C_b + C_Δ - com(u - e (a - b); z_Δ); and
        (iv) Σ -t_i e_i + Σ f_i e'_i + E_D - z_E (g, Z).
        """
        e, lines = self.e, len(self.z)
        w_places, w_products, (w_a, w_b) = own[:lines], own[lines : 2 * lines], own[2 * lines :]

        def add(element: bytes, value: int) -> None:
            terms[element] = terms.get(element, 0) + value

        # What was received stands first, so that an element that is none costs little.
        received = iter(self.commitments)
        for factor, ws in ((e * self.lam, w_places), (e, w_places), (1, (w_a, w_b))):
            for weight in ws:
                add(next(received), factor * weight)
        for factor, ws in ((1, w_places), (1, w_products), (e, w_products)):
            for weight in ws:
                add(next(received), factor * weight)
        for card, response in zip(self.after, self.f, strict=True):
            add(card.a, w_a * response)
            add(card.b, w_b * response)
        for card, challenge in zip(self.before, self.t, strict=True):
            add(card.a, -w_a * challenge)
            add(card.b, -w_b * challenge)
        row = pedersen.ROW
        h = pedersen.generators(group, min(len(self.f), row))
        for i, (response, blinded) in enumerate(zip(self.f, self.p, strict=True)):
            add(h[i % row], w_places[i // row] * (e * response - blinded))
        for i, (masked, correction) in enumerate(zip(self.masked, self.u, strict=True)):
            add(h[i % row], w_products[i // row] * (e * masked - correction))
        blind = sum(weight * z for weight, z in zip(own, (*self.z, *self.z_delta), strict=False))
        add(group.generator, -blind - w_a * self.z_e)
        add(self.key, -w_b * self.z_e)


def read(
    group: Group, context: Context, key: Element, before: Sequence[Ciphertext], after: bytes, proof: bytes
) -> ShuffleCheck | None:
    """The claim to be checked with ``check``, or None for a single card, which this checks in full.

    In the order of what a check costs: lengths, ranges, then the identity between the responses that shows ψ to be
    a permutation, which garbage fails. Raises ``BadProof``.
    """
    count = _bounded(len(before))
    if len(after) != count * CIPHERTEXT_BYTES:
        raise BadProof(NAME, f"{count} cards have {count * CIPHERTEXT_BYTES} bytes, not {len(after)}")
    if count == 1:
        _verify_one(group, context, key, before[0], after, proof)
        return None
    if len(proof) != size(count):
        raise BadProof(NAME, f"this proof has {size(count)} bytes, not {len(proof)}")
    cards = cut(after)
    lines = pedersen.rows(count)
    start = (5 * lines + 2) * ELEMENT_BYTES
    commitments = [proof[i : i + ELEMENT_BYTES] for i in range(0, start, ELEMENT_BYTES)]
    try:
        values = iter([to_int(scalar) for scalar in decode_scalars(proof[start:], 4 * count - 1 + 2 * lines)])
    except BadEncoding as error:
        raise BadProof(NAME, str(error)) from error
    f, (z_e,), masked, p, z, u, z_delta = (
        list(islice(values, length)) for length in (count, 1, count - 1, count, lines, count - 1, lines)
    )
    fs = _statement(group, context, key, before, cards)
    t = _first_challenge(fs, commitments[: 2 * lines + 2], count)
    middle = start + (count + 1) * SCALAR_BYTES
    last = middle + (count - 1) * SCALAR_BYTES
    lam, x = _second_challenge(fs, proof[start:middle])
    e = _third_challenge(fs, commitments[2 * lines + 2 :], proof[middle:last])
    if e == 0 or not _is_permutation(group.order, t, lam, x, e, p, u):
        raise BadProof(NAME, "its responses do not belong to a permutation")
    fs.absorb("last responses", proof[last:])
    return ShuffleCheck(key, before, cards, commitments, t, lam, e, f, z_e, masked, p, z, u, z_delta, fs.state())


def check(group: Group, claims: Sequence[ShuffleCheck]) -> None:
    """Check the equations of all these claims in one sum, in which elements that claims have in common merge.

    A group that postpones is told to check them later. Raises ``BadProof``, which does not say whose equation fails or
    whose element is none.
    """
    if isinstance(group, BatchingGroup) and group.deferring:
        group.defer(claims)
        return
    try:
        total = sums.total(group, claims)
    except BadEncoding as error:
        raise BadProof(NAME, str(error)) from error
    if total != group.identity:
        raise BadProof(NAME, "these are not the same cards")


def cut(cards: bytes) -> list[Ciphertext]:
    """Received cards as ciphertexts, which they are only once they were verified."""
    elements = [Element(cards[i : i + ELEMENT_BYTES]) for i in range(0, len(cards), ELEMENT_BYTES)]
    return [Ciphertext(elements[i], elements[i + 1]) for i in range(0, len(elements), 2)]


def _bounded(count: int) -> int:
    if not 1 <= count <= MAX_CARDS:
        raise ValueError(f"a shuffle has 1 to {MAX_CARDS} cards, not {count}")
    return count


def _permutation(order: Sequence[int], count: int) -> list[int]:
    if sorted(order) != list(range(count)):
        raise ValueError(f"not a permutation of 0 to {count - 1}")
    return list(order)


def _statement(
    group: Group, context: Context, key: Element, before: Sequence[Ciphertext], after: Sequence[Ciphertext]
) -> FiatShamir:
    fs = FiatShamir(group, NAME, context)
    fs.absorb("key", key)
    fs.absorb_pairs("before", before)
    fs.absorb_pairs("after", after)
    return fs


def _first_challenge(fs: FiatShamir, commitments: Sequence[bytes], count: int) -> list[int]:
    fs.absorb_all("first commitments", commitments)
    return [to_int(scalar) for scalar in fs.challenges("t", count)]


def _second_challenge(fs: FiatShamir, responses: bytes) -> tuple[int, int]:
    fs.absorb("first responses", responses)
    return to_int(fs.challenge("lambda")), to_int(fs.challenge("x"))


def _third_challenge(fs: FiatShamir, commitments: Sequence[bytes], masked: bytes) -> int:
    fs.absorb_all("second commitments", commitments)
    fs.absorb("masked products", masked)
    return to_int(fs.challenge("e"))


def _is_permutation(q: int, t: Sequence[int], lam: int, x: int, e: int, p: Sequence[int], u: Sequence[int]) -> bool:
    """Equation (i): F_1 = p_1 - e x, e F_{i+1} = F_i (p_{i+1} - e x) + u_i, and F_N = e Π (λ i + t_i - x)."""
    shift = e * x % q
    inverse = pow(e, -1, q)
    f = p[0] - shift
    for response, correction in zip(p[1:], u, strict=True):
        f = (f * (response - shift) + correction) % q * inverse % q
    product = e
    place = -x
    for challenge in t:
        place += lam
        product = product * (place + challenge) % q
    return (f - product) % q == 0


def _one_card(group: Group, key: Element, before: Ciphertext, after: Ciphertext) -> list[sigma.Clause]:
    if before == after:
        raise BadProof(NAME, "the card was not re-masked")
    in_a, in_b = group.sub(after.a, before.a), group.sub(after.b, before.b)
    return [[[sigma.Equation(in_a, ((0, group.generator),)), sigma.Equation(in_b, ((0, key),))]]]


def _verify_one(group: Group, context: Context, key: Element, before: Ciphertext, after: bytes, proof: bytes) -> None:
    _, answer = sigma.read(group, NAME, proof, 0, 2, 2)
    try:
        card = decode_ciphertexts(group, after, 1)[0]
    except BadEncoding as error:
        raise BadProof(NAME, str(error)) from error
    fs = _statement(group, context, key, [before], [card])
    sigma.verify(group, NAME, fs, _one_card(group, key, before, card), answer)


def _products(delta: Sequence[int], small_d: Sequence[int], q: int) -> list[int]:
    """Give the values that C_Δ commits to."""
    return [-one * two % q for one, two in zip(delta, small_d[1:], strict=False)]  # the last of Δ is in none


def _combine(group: Group, terms: Iterable[tuple[Element, int]], extra: tuple[Element, int]) -> Element:
    """The sum of all multiples, equal elements first brought together."""
    merged: dict[Element, int] = dict([extra])
    for element, value in terms:
        merged[element] = merged.get(element, 0) + value
    return group.msm((element, from_int(value)) for element, value in merged.items())


def _scalar_bytes(values: Iterable[int]) -> bytes:
    return b"".join(from_int(value) for value in values)
