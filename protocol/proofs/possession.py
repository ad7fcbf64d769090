"""Proof of possession: the prover knows x with y = x g (Schnorr 1991).

Every per-game key carries one, against keys made from the keys of others (Ristenpart and Yilek 2007); the role in
the context says which key it is.
"""

from __future__ import annotations

from protocol.fiatshamir import Context, FiatShamir, HedgedRandom
from protocol.group import Element, Group, Scalar
from protocol.proofs import sigma

NAME = "possession"


def size() -> int:
    """Bytes of a proof."""
    return sigma.size(2, 1)


def prove(group: Group, context: Context, key: Element, secret: Scalar, rng: HedgedRandom) -> bytes:
    """Proof that the prover knows ``secret``, where ``key`` = secret g."""
    return sigma.prove(group, _statement(group, context, key), _clauses(group, key), [sigma.Witness(0, [secret])], rng)


def verify(group: Group, context: Context, key: Element, proof: bytes) -> None:
    """Raises ``BadProof`` unless the prover knows the secret of ``key``."""
    if key == group.identity:
        raise ValueError("the identity is no key")
    _, answer = sigma.read(group, NAME, proof, 0, 2, 1)
    sigma.verify(group, NAME, _statement(group, context, key), _clauses(group, key), answer)


def _statement(group: Group, context: Context, key: Element) -> FiatShamir:
    fs = FiatShamir(group, NAME, context)
    fs.absorb("key", key)
    return fs


def _clauses(group: Group, key: Element) -> list[sigma.Clause]:
    return [[[sigma.Equation(key, ((0, group.generator),))]]]
