"""Re-encryption: cards under the holder's key become fresh ciphertexts of the same faces under another key.

One operation for passing a card (to the receiver's key), putting it back (to the joint key) and showing it to one
seat (to that seat's key). For every card (a, b) under y = x g the holder publishes e = (r g, M + r Z) and proves
that it knows x and r with e_1 = r g and e_2 - b = r Z - x a. All cards of one operation stand under one challenge.
"""

from __future__ import annotations

from collections.abc import Sequence

from protocol.elgamal import CIPHERTEXT_BYTES, Ciphertext
from protocol.errors import BadProof
from protocol.fiatshamir import Context, FiatShamir, HedgedRandom
from protocol.group import Element, Group, Scalar, scalar_neg
from protocol.proofs import sigma

NAME = "re-encryption"


def size(count: int) -> int:
    """Bytes of ``count`` fresh ciphertexts with their one proof: 160 for one card, 96 for each further one."""
    return count * CIPHERTEXT_BYTES + sigma.size(count + 2, 2 * count + 1)


def prove(
    group: Group,
    context: Context,
    source: Element,
    target: Element,
    cards: Sequence[Ciphertext],
    secret: Scalar,
    rng: HedgedRandom,
) -> bytes:
    """The ``cards`` under ``source`` = secret g afresh under ``target``, in the same order, with their proof."""
    _check(cards)
    stream = rng.stream(NAME, _statement(group, context, source, target, cards, ()).state(), secret)
    factors = stream.scalars(len(cards))
    minus = scalar_neg(secret)
    fresh = [
        Ciphertext(group.base(factor), group.add(card.b, group.msm(((target, factor), (card.a, minus)))))
        for card, factor in zip(cards, factors, strict=True)
    ]
    fs = _statement(group, context, source, target, cards, fresh)
    clauses = _clauses(group, source, target, cards, fresh)
    witness = sigma.Witness(0, [minus, *factors])
    return b"".join(card.encode() for card in fresh) + sigma.prove(group, fs, clauses, [witness], rng)


def verify(
    group: Group,
    context: Context,
    source: Element,
    target: Element,
    cards: Sequence[Ciphertext],
    proof: bytes,
) -> list[Ciphertext]:
    """The fresh ciphertexts under ``target``, one for each of ``cards``. Raises ``BadProof``."""
    _check(cards)
    count = len(cards)
    points, answer = sigma.read(group, NAME, proof, 2 * count, count + 2, 2 * count + 1)
    fresh = [Ciphertext(points[i], points[i + 1]) for i in range(0, len(points), 2)]
    if any(old.a == new.a for old, new in zip(cards, fresh, strict=True)):
        raise BadProof(NAME, "a card keeps its old randomness")
    fs = _statement(group, context, source, target, cards, fresh)
    sigma.verify(group, NAME, fs, _clauses(group, source, target, cards, fresh), answer)
    return fresh


def _check(cards: Sequence[Ciphertext]) -> None:
    if not cards:
        raise ValueError("a re-encryption is never of no card")


def _statement(
    group: Group,
    context: Context,
    source: Element,
    target: Element,
    cards: Sequence[Ciphertext],
    fresh: Sequence[Ciphertext],
) -> FiatShamir:
    fs = FiatShamir(group, NAME, context)
    fs.absorb("source", source)
    fs.absorb("target", target)
    fs.absorb_pairs("cards", cards)
    fs.absorb_pairs("fresh", fresh)
    return fs


def _clauses(
    group: Group,
    source: Element,
    target: Element,
    cards: Sequence[Ciphertext],
    fresh: Sequence[Ciphertext],
) -> list[sigma.Clause]:
    """Secret 0 is -x, secret i the factor of card i; so no equation carries a minus sign."""
    branch = [sigma.Equation(group.sub(group.identity, source), ((0, group.generator),))]
    for i, (old, new) in enumerate(zip(cards, fresh, strict=True), 1):
        branch.append(sigma.Equation(new.a, ((i, group.generator),)))
        branch.append(sigma.Equation(group.sub(new.b, old.b), ((i, target), (0, old.a))))
    return [[branch]]
