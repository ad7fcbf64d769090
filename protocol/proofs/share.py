"""Decryption shares: seat i publishes d = x_i a for ciphertexts (a, b) and proves log_g y_i = log_a d.

Chaum and Pedersen 1992, section 3.2; many shares under one proof by random linear combination (RFC 9497,
section 2.2.1, "ComputeComposites").
"""

from __future__ import annotations

from collections.abc import Sequence

from protocol.errors import BadEncoding, BadProof
from protocol.fiatshamir import Context, FiatShamir, HedgedRandom
from protocol.group import ELEMENT_BYTES, ZERO, Element, Group, Scalar, decode_elements
from protocol.proofs import sigma

NAME = "share"


def size(count: int) -> int:
    """Bytes of ``count`` shares with their one proof."""
    return count * ELEMENT_BYTES + sigma.size(2, 2)


def prove(
    group: Group, context: Context, key: Element, firsts: Sequence[Element], secret: Scalar, rng: HedgedRandom
) -> bytes:
    """Shares of all ``firsts`` (the components a) under ``key`` = secret g, with their proof."""
    _check(firsts)
    shares = [group.mul(a, secret) for a in firsts]
    fs = _statement(group, context, key, firsts, shares)
    clauses = _clauses(group, key, firsts, shares, _weights(fs, len(firsts)))
    return b"".join(shares) + sigma.prove(group, fs, clauses, [sigma.Witness(0, [secret])], rng)


def verify(group: Group, context: Context, key: Element, firsts: Sequence[Element], proof: bytes) -> list[Element]:
    """The shares, one for each of ``firsts``. Raises ``BadProof``, also for bytes that are no shares at all."""
    _check(firsts)
    if len(proof) != size(len(firsts)):
        raise BadProof(NAME, f"this proof has {size(len(firsts))} bytes, not {len(proof)}")
    cut = len(firsts) * ELEMENT_BYTES
    _, answer = sigma.read(group, NAME, proof[cut:], 0, 2, 2)
    shares = [Element(proof[i : i + ELEMENT_BYTES]) for i in range(0, cut, ELEMENT_BYTES)]
    fs = _statement(group, context, key, firsts, shares)
    weights = _weights(fs, len(firsts))
    try:
        # Each share is multiplied, by its weight and the challenge, and to multiply looks at it as closely as to
        # decode: only nothing may be multiplied by 0, and not the identity, which are let pass there.
        if ZERO in (answer.scalars[0], *weights) or group.identity in shares:
            decode_elements(group, proof[:cut], len(firsts))
        sigma.verify(group, NAME, fs, _clauses(group, key, firsts, shares, weights), answer)
    except BadEncoding as error:
        raise BadProof(NAME, str(error)) from error
    return shares


def _check(firsts: Sequence[Element]) -> None:
    if not firsts:
        raise ValueError("a batch of shares is never empty")


def _statement(
    group: Group, context: Context, key: Element, firsts: Sequence[Element], shares: Sequence[Element]
) -> FiatShamir:
    fs = FiatShamir(group, NAME, context)
    fs.absorb("key", key)
    fs.absorb_all("firsts", firsts)
    fs.absorb_all("shares", shares)
    return fs


def _weights(fs: FiatShamir, count: int) -> list[Scalar]:
    """Those of the shares; one alone has none."""
    return fs.challenges("weights", count) if count > 1 else []


def _clauses(
    group: Group, key: Element, firsts: Sequence[Element], shares: Sequence[Element], weights: Sequence[Scalar]
) -> list[sigma.Clause]:
    holder = sigma.Equation(key, ((0, group.generator),))
    if not weights:
        return [[[holder, sigma.Equation(shares[0], ((0, firsts[0]),))]]]
    return [[[holder, sigma.Batch(shares, firsts, weights)]]]
