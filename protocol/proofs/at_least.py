"""At least: hidden cards under one key are together worth at least a total, and nothing more comes out.

For each card the holder publishes a Pedersen commitment V = w g + ρ h_0 and proves one of: "V = ρ h_0" (worth 0, which
says nothing about the face, so a prover can only understate), or for a face with worth w > 0 that the card is that
face *and* V - w g = ρ h_0. The excess ΣV - T g is then shown to be a number of m bits: commitments B_j with
Σ 2^j B_j = ΣV - T g, each to 0 or 1, where B_0 is not sent but is what the others leave of the excess.

Soundness: commitments bind (nobody knows log_g h_0), so Σ w - T equals Σ 2^j β_j modulo the order of the group. The
left side is at least -T, the right side below 2^m; both are far below the order, so a negative excess has no bits.
All branches of all cards and bits stand under one challenge. Table, bounds and m are computed by each side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from protocol.elgamal import Ciphertext
from protocol.errors import BadProof
from protocol.fiatshamir import Context, FiatShamir, HedgedRandom
from protocol.group import (
    ELEMENT_BYTES,
    ZERO,
    Element,
    Group,
    Scalar,
    from_int,
    pedersen_generators,
    scalar_add,
    scalar_mul,
    scalar_sub,
)
from protocol.proofs import sigma

NAME = "at-least"

MAX_WORTH = 2**32
"""The bound of all worths together, so that no sum comes near the order of the group."""


class _Statement(NamedTuple):
    """One statement in canonical form; ``table`` holds the faces worth more than 0, in ascending order."""

    group: Group
    key: Element
    cards: Sequence[Ciphertext]
    table: Sequence[tuple[Element, int]]
    total: int
    bits: int


class _Secrets(NamedTuple):
    """For each card the branch that holds (0: worth 0; v: face v - 1 of the table), and the bits of the excess."""

    secret: Scalar
    branches: Sequence[int]
    bits: Sequence[int]


def size(cards: int, worth: Mapping[Element, int], total: int) -> int:
    """Bytes of a proof for this many cards; 0 for a total of 0 or less, which needs none.

    Raises ``ValueError`` for a total that so many cards cannot reach.
    """
    table = _table(worth)
    bits = _bits(cards, table, total)
    if bits is None:
        raise ValueError("these cards cannot be worth so much")
    return _elements(cards, bits) * ELEMENT_BYTES + sigma.size(*_counts(cards, len(table), bits))


def prove(
    group: Group,
    context: Context,
    key: Element,
    cards: Sequence[Ciphertext],
    worth: Mapping[Element, int],
    total: int,
    secret: Scalar,
    rng: HedgedRandom,
) -> bytes:
    """Proof that the ``cards`` under ``key`` = secret g are together worth ``total`` or more.

    ``worth`` gives the number of each face point; other faces are worth 0. Raises ``ValueError`` if it is not so,
    for a repeated card and for a negative worth.
    """
    claim = _claim(group, key, cards, worth, total)
    if claim is None:
        raise ValueError("these cards cannot be worth so much")
    if claim.bits == 0:
        return b""
    faces = [face for face, _ in claim.table]
    branches: list[int] = []
    for card in cards:
        face = group.sub(card.b, group.mul(card.a, secret))
        branches.append(faces.index(face) + 1 if face in faces else 0)
    excess = sum(claim.table[v - 1][1] for v in branches if v) - total
    if excess < 0:
        raise ValueError("the cards are worth less than the total")
    return _prove(claim, context, _Secrets(secret, branches, [excess >> j & 1 for j in range(claim.bits)]), rng)


def verify(
    group: Group,
    context: Context,
    key: Element,
    cards: Sequence[Ciphertext],
    worth: Mapping[Element, int],
    total: int,
    proof: bytes,
) -> None:
    """Raises ``BadProof`` unless the ``cards`` under ``key`` are together worth ``total`` or more.

    A total of 0 or less has the empty proof. Raises ``ValueError`` for a repeated card and a negative worth.
    """
    claim = _claim(group, key, cards, worth, total)
    if claim is None:
        raise BadProof(NAME, "these cards cannot be worth so much")
    points, answer = sigma.read(
        group,
        NAME,
        proof,
        _elements(len(cards), claim.bits),
        *_counts(len(cards), len(claim.table), claim.bits),
    )
    if claim.bits == 0:
        return
    values, upper = points[: len(cards)], points[len(cards) :]
    fs = _statement(claim, context)
    clauses = _commit(claim, fs, values, upper)
    sigma.verify(group, NAME, fs, clauses, answer)


def _prove(claim: _Statement, context: Context, secrets: _Secrets, rng: HedgedRandom) -> bytes:
    group = claim.group
    blind = pedersen_generators(group, 1)[0]
    fs = _statement(claim, context)
    stream = rng.stream(NAME, fs.state(), secrets.secret)
    worths = [0, *(number for _, number in claim.table)]
    card_factors = stream.scalars(len(claim.cards))
    upper_factors = stream.scalars(claim.bits - 1)
    values = [
        group.msm(((group.generator, from_int(worths[v])), (blind, factor)))
        for v, factor in zip(secrets.branches, card_factors, strict=True)
    ]
    upper = [
        group.msm(((group.generator, from_int(bit)), (blind, factor)))
        for bit, factor in zip(secrets.bits[1:], upper_factors, strict=True)
    ]
    lowest = ZERO
    for factor in card_factors:
        lowest = scalar_add(lowest, factor)
    for j, factor in enumerate(upper_factors, 1):
        lowest = scalar_sub(lowest, scalar_mul(from_int(2**j), factor))
    clauses = _commit(claim, fs, values, upper)
    witnesses = [
        sigma.Witness(v, [secrets.secret, factor] if v else [factor])
        for v, factor in zip(secrets.branches, card_factors, strict=True)
    ]
    for bit, factor in zip(secrets.bits, [lowest, *upper_factors], strict=True):
        witnesses.append(sigma.Witness(bit, [factor]))
    return b"".join([*values, *upper]) + sigma.prove(group, fs, clauses, witnesses, rng)


def _table(worth: Mapping[Element, int]) -> list[tuple[Element, int]]:
    if any(number < 0 for number in worth.values()):
        raise ValueError("no face is worth less than 0")
    return sorted((face, number) for face, number in worth.items() if number > 0)


def _bits(cards: int, table: Sequence[tuple[Element, int]], total: int) -> int | None:
    """The number of bits that the excess may have; 0 for a total of 0 or less, None for one out of reach."""
    highest = cards * max((number for _, number in table), default=0)
    if highest >= MAX_WORTH:
        raise ValueError(f"cards are together worth less than {MAX_WORTH}")
    if total <= 0:
        return 0
    return None if total > highest else max(1, (highest - total).bit_length())


def _elements(cards: int, bits: int) -> int:
    return cards + bits - 1 if bits else 0


def _counts(cards: int, faces: int, bits: int) -> tuple[int, int]:
    """Scalars and equations."""
    return (cards * (2 + 3 * faces) + 4 * bits, cards * (1 + 3 * faces) + 2 * bits) if bits else (0, 0)


def _claim(
    group: Group, key: Element, cards: Sequence[Ciphertext], worth: Mapping[Element, int], total: int
) -> _Statement | None:
    if len(set(cards)) != len(cards):
        raise ValueError("a card counts once")
    table = _table(worth)
    bits = _bits(len(cards), table, total)
    return None if bits is None else _Statement(group, key, cards, table, total, bits)


def _statement(claim: _Statement, context: Context) -> FiatShamir:
    fs = FiatShamir(claim.group, NAME, context)
    fs.absorb("key", claim.key)
    fs.absorb_pairs("cards", claim.cards)
    fs.absorb_all("faces", [face for face, _ in claim.table])
    fs.absorb_all("worths", [number.to_bytes(8, "little") for _, number in claim.table])
    fs.absorb("total", claim.total.to_bytes(8, "little"))
    return fs


def _commit(
    claim: _Statement, fs: FiatShamir, values: Sequence[Element], upper: Sequence[Element]
) -> list[sigma.Clause]:
    """Absorb the commitments sent; the clauses: one a card, then one a bit from the lowest."""
    group = claim.group
    blind = pedersen_generators(group, 1)[0]
    fs.absorb_all("values", values)
    fs.absorb_all("bits", upper)
    lowest = group.mul(group.generator, from_int(-claim.total))
    for value in values:
        lowest = group.add(lowest, value)
    for j, commitment in enumerate(upper, 1):
        lowest = group.sub(lowest, group.mul(commitment, from_int(2**j)))
    weights = {number: group.base(from_int(number)) for _, number in claim.table}
    holder = sigma.Equation(claim.key, ((0, group.generator),))
    clauses: list[sigma.Clause] = []
    for card, value in zip(claim.cards, values, strict=True):
        branches: list[sigma.Branch] = [[sigma.Equation(value, ((0, blind),))]]
        for face, number in claim.table:
            is_face = sigma.Difference(card.b, face, (0, card.a))
            has_worth = sigma.Equation(group.sub(value, weights[number]), ((1, blind),))
            branches.append([holder, is_face, has_worth])
        clauses.append(branches)
    for commitment in [lowest, *upper]:
        less_one = group.sub(commitment, group.generator)
        clauses.append([[sigma.Equation(commitment, ((0, blind),))], [sigma.Equation(less_one, ((0, blind),))]])
    return clauses
