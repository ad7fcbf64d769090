"""Membership: a card (a, b) under y is one of k faces M_1 … M_k, and which one stays hidden.

Cramer, Damgård and Schoenmakers 1994 over Chaum and Pedersen: for one v, log_g y = log_a (b - M_v). That a card is
*none* of some faces is its membership in all the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from protocol.elgamal import Ciphertext
from protocol.fiatshamir import Context, FiatShamir, HedgedRandom
from protocol.group import Element, Group, Scalar
from protocol.proofs import sigma

NAME = "membership"

MAX_FACES = 256


def size(faces: int) -> int:
    """Bytes of a proof for one of ``faces`` faces."""
    return sigma.size(2 * faces, 2 * faces)


def prove(
    group: Group,
    context: Context,
    key: Element,
    card: Ciphertext,
    faces: Sequence[Element],
    secret: Scalar,
    rng: HedgedRandom,
) -> bytes:
    """Proof that ``card`` under ``key`` = secret g is one of ``faces``, the face points in ascending order.

    Raises ``ValueError`` for a face list that is not ascending without repeats, and for a card that is none of them.
    """
    _check(faces)
    face = group.sub(card.b, group.mul(card.a, secret))
    if face not in faces:
        raise ValueError("the card is none of these faces")
    return _prove(group, context, key, card, faces, faces.index(face), secret, rng)


def verify(
    group: Group, context: Context, key: Element, card: Ciphertext, faces: Sequence[Element], proof: bytes
) -> None:
    """Raises ``BadProof`` unless ``card`` under ``key`` is one of ``faces``; ``ValueError`` as ``prove`` does."""
    _check(faces)
    _, answer = sigma.read(group, NAME, proof, 0, 2 * len(faces), 2 * len(faces))
    fs = _statement(group, context, key, card, faces)
    sigma.verify(group, NAME, fs, _clauses(group, key, card, faces), answer)


def _prove(
    group: Group,
    context: Context,
    key: Element,
    card: Ciphertext,
    faces: Sequence[Element],
    which: int,
    secret: Scalar,
    rng: HedgedRandom,
) -> bytes:
    fs = _statement(group, context, key, card, faces)
    witness = sigma.Witness(which, [secret])
    return sigma.prove(group, fs, _clauses(group, key, card, faces), [witness], rng)


def _check(faces: Sequence[Element]) -> None:
    if not 1 <= len(faces) <= MAX_FACES:
        raise ValueError(f"a membership names 1 to {MAX_FACES} faces, not {len(faces)}")
    if any(low >= high for low, high in pairwise(faces)):
        raise ValueError("the faces of a membership ascend without repeats")


def _statement(group: Group, context: Context, key: Element, card: Ciphertext, faces: Sequence[Element]) -> FiatShamir:
    fs = FiatShamir(group, NAME, context)
    fs.absorb("key", key)
    fs.absorb_pairs("card", [card])
    fs.absorb_all("faces", faces)
    return fs


def _clauses(group: Group, key: Element, card: Ciphertext, faces: Sequence[Element]) -> list[sigma.Clause]:
    holder = sigma.Equation(key, ((0, group.generator),))
    return [[[holder, sigma.Difference(card.b, face, (0, card.a))] for face in faces]]
