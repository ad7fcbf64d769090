"""A seat's contribution to a joint random number that nobody can bias or maul: the robust coin.

Seat i broadcasts E = (r g, v g + r Y) under the joint key Y and proves that it knows r and v; its seat is in the
context, so no seat can reuse the contribution of another. The sum of all is opened by everybody's shares, and the
number is a hash of the point that comes out. Contributions are complete before the first share is given.
"""

from __future__ import annotations

from collections.abc import Sequence

from protocol.elgamal import CIPHERTEXT_BYTES, Ciphertext
from protocol.errors import BadProof
from protocol.fiatshamir import Context, FiatShamir, HedgedRandom
from protocol.group import Element, Group
from protocol.proofs import sigma

NAME = "contribution"


def size() -> int:
    """Bytes of a contribution with its proof."""
    return CIPHERTEXT_BYTES + sigma.size(3, 2)


def prove(group: Group, context: Context, joint: Element, rng: HedgedRandom) -> bytes:
    """A fresh random contribution under the ``joint`` key, with its proof."""
    factor, value = rng.stream(NAME, _statement(group, context, joint, ()).state()).scalars(2)
    sent = Ciphertext(group.base(factor), group.msm(((group.generator, value), (joint, factor))))
    fs = _statement(group, context, joint, (sent,))
    witness = sigma.Witness(0, [factor, value])
    return sent.encode() + sigma.prove(group, fs, _clauses(group, joint, sent), [witness], rng)


def verify(group: Group, context: Context, joint: Element, proof: bytes) -> Ciphertext:
    """The contribution. Raises ``BadProof``."""
    (a, b), answer = sigma.read(group, NAME, proof, 2, 3, 2)
    sent = Ciphertext(a, b)
    fs = _statement(group, context, joint, (sent,))
    sigma.verify(group, NAME, fs, _clauses(group, joint, sent), answer)
    return sent


def combine(group: Group, contributions: Sequence[Ciphertext]) -> Ciphertext:
    """The sum of all seats' contributions, to be opened by all. Raises ``BadProof`` if they cancel out."""
    total = Ciphertext(group.identity, group.identity)
    for sent in contributions:
        total = Ciphertext(group.add(total.a, sent.a), group.add(total.b, sent.b))
    if total.a == group.identity:
        raise BadProof(NAME, "the contributions of all seats cancel out")
    return total


def number(group: Group, sid: bytes, op: bytes, opened: Element, bound: int) -> int:
    """The uniform number from 0 to ``bound`` - 1 that the opened sum of the contributions to ``op`` gives.

    64 hash bytes modulo ``bound``: the bias is below bound / 2^512.
    """
    if bound < 1:
        raise ValueError(f"a random number is below a positive bound, not below {bound}")
    fs = FiatShamir(group, "joint number", Context(sid, op, 0, "number"))
    fs.absorb("opened", opened)
    fs.absorb("bound", bound.to_bytes(8, "little"))
    return int.from_bytes(fs.state(), "little") % bound


def _statement(group: Group, context: Context, joint: Element, sent: Sequence[Ciphertext]) -> FiatShamir:
    fs = FiatShamir(group, NAME, context)
    fs.absorb("joint", joint)
    fs.absorb_pairs("sent", sent)
    return fs


def _clauses(group: Group, joint: Element, sent: Ciphertext) -> list[sigma.Clause]:
    """Secret 0 is the factor r, secret 1 the value v."""
    return [
        [
            [
                sigma.Equation(sent.a, ((0, group.generator),)),
                sigma.Equation(sent.b, ((1, group.generator), (0, joint))),
            ]
        ]
    ]
