"""Lock: a seat adds its layer to cards, from key Z to Z + y, with fresh randomness.

Needed before the layer of a seat that left may be stripped. For every card (a, b) the seat publishes
a' = a + ρ g and b' = b + ρ Z + x a' and proves that it knows x = log y and ρ. Without a fresh ρ the difference
b' - b would be the very decryption share x a that must stay unpublished, so a verifier refuses a' = a.
"""

from __future__ import annotations

from collections.abc import Sequence

from protocol.elgamal import CIPHERTEXT_BYTES, Ciphertext
from protocol.errors import BadProof
from protocol.fiatshamir import Context, FiatShamir, HedgedRandom
from protocol.group import Element, Group, Scalar
from protocol.proofs import sigma

NAME = "lock"


def size(count: int) -> int:
    """Bytes of ``count`` locked cards with their one proof."""
    return count * CIPHERTEXT_BYTES + sigma.size(count + 2, 2 * count + 1)


def prove(
    group: Group,
    context: Context,
    key: Element,
    current: Element,
    cards: Sequence[Ciphertext],
    secret: Scalar,
    rng: HedgedRandom,
) -> bytes:
    """The ``cards`` under ``current`` as cards under ``current`` + ``key``, where ``key`` = secret g, and the proof."""
    _check(cards)
    stream = rng.stream(NAME, _statement(group, context, key, current, cards, ()).state(), secret)
    factors = stream.scalars(len(cards))
    locked: list[Ciphertext] = []
    for card, factor in zip(cards, factors, strict=True):
        a = group.add(card.a, group.base(factor))
        locked.append(Ciphertext(a, group.add(card.b, group.msm(((current, factor), (a, secret))))))
    fs = _statement(group, context, key, current, cards, locked)
    clauses = _clauses(group, key, current, cards, locked)
    witness = sigma.Witness(0, [secret, *factors])
    return b"".join(card.encode() for card in locked) + sigma.prove(group, fs, clauses, [witness], rng)


def verify(
    group: Group,
    context: Context,
    key: Element,
    current: Element,
    cards: Sequence[Ciphertext],
    proof: bytes,
) -> list[Ciphertext]:
    """The locked cards under ``current`` + ``key``, one for each of ``cards``. Raises ``BadProof``."""
    _check(cards)
    count = len(cards)
    points, answer = sigma.read(group, NAME, proof, 2 * count, count + 2, 2 * count + 1)
    locked = [Ciphertext(points[i], points[i + 1]) for i in range(0, len(points), 2)]
    if any(old.a == new.a for old, new in zip(cards, locked, strict=True)):
        raise BadProof(NAME, "a card keeps its old randomness")
    fs = _statement(group, context, key, current, cards, locked)
    sigma.verify(group, NAME, fs, _clauses(group, key, current, cards, locked), answer)
    return locked


def _check(cards: Sequence[Ciphertext]) -> None:
    if not cards:
        raise ValueError("a lock is never of no card")


def _statement(
    group: Group,
    context: Context,
    key: Element,
    current: Element,
    cards: Sequence[Ciphertext],
    locked: Sequence[Ciphertext],
) -> FiatShamir:
    fs = FiatShamir(group, NAME, context)
    fs.absorb("key", key)
    fs.absorb("current", current)
    fs.absorb_pairs("cards", cards)
    fs.absorb_pairs("locked", locked)
    return fs


def _clauses(
    group: Group,
    key: Element,
    current: Element,
    cards: Sequence[Ciphertext],
    locked: Sequence[Ciphertext],
) -> list[sigma.Clause]:
    """Secret 0 is x, secret i the factor of card i."""
    branch = [sigma.Equation(key, ((0, group.generator),))]
    for i, (old, new) in enumerate(zip(cards, locked, strict=True), 1):
        branch.append(sigma.Equation(group.sub(new.a, old.a), ((i, group.generator),)))
        branch.append(sigma.Equation(group.sub(new.b, old.b), ((i, current), (0, new.a))))
    return [[branch]]
