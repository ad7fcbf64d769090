"""Decryption shares: seat i publishes d = x_i a for ciphertexts (a, b) and proves log_g y_i = log_a d.

Chaum and Pedersen 1992, section 3.2; many shares under one proof by random linear combination (RFC 9497,
section 2.2.1, "ComputeComposites").
"""

from __future__ import annotations

from collections.abc import Sequence

from protocol.errors import BadEncoding, BadProof
from protocol.fiatshamir import Context, FiatShamir, Hedged
from protocol.group import ELEMENT_BYTES, SCALAR_BYTES, ZERO, Element, Group, Scalar, decode_elements
from protocol.proofs import sigma

NAME = "share"


def size(count: int) -> int:
    """Bytes of ``count`` shares with their one proof."""
    return count * ELEMENT_BYTES + 2 * SCALAR_BYTES


def prove(
    group: Group, context: Context, key: Element, firsts: Sequence[Element], secret: Scalar, rng: Hedged
) -> bytes:
    """Shares of all ``firsts`` (the components a) under ``key`` = secret g, with their proof."""
    _check(firsts)
    shares = [group.mul(a, secret) for a in firsts]
    fs = _statement(group, context, key, firsts, shares)
    clauses = _clauses(group, fs, key, firsts, shares, secret)
    return b"".join(shares) + sigma.prove(group, fs, clauses, [sigma.Witness(0, [secret])], rng)


def verify(
    group: Group, context: Context, key: Element, firsts: Sequence[Element], proof: bytes
) -> list[Element]:
    """The shares, one for each of ``firsts``. Raises ``BadProof``, also for bytes that are no shares at all."""
    _check(firsts)
    if len(proof) != size(len(firsts)):
        raise BadProof(NAME, f"this proof has {size(len(firsts))} bytes, not {len(proof)}")
    cut = len(firsts) * ELEMENT_BYTES
    _, scalars = sigma.read(group, NAME, proof[cut:], 0, 2)
    shares = [Element(proof[i : i + ELEMENT_BYTES]) for i in range(0, cut, ELEMENT_BYTES)]
    try:
        # Each share is multiplied below, by a weight or by the challenge, and to multiply looks at it as closely as to
        # decode: only nothing may be multiplied by 0, and not the identity, which are let pass there.
        if scalars[0] == ZERO or group.identity in shares:
            decode_elements(group, proof[:cut], len(firsts))
        fs = _statement(group, context, key, firsts, shares)
        clauses = _clauses(group, fs, key, firsts, shares)
        sigma.verify(group, NAME, fs, clauses, scalars)
    except BadEncoding as error:
        raise BadProof(NAME, str(error)) from error
    return shares


def _weighed(group: Group, shares: Sequence[Element], weights: Sequence[Scalar]) -> Element:
    """Σ w d over shares as they were received. Raises ``BadEncoding`` for one that is no element."""
    if ZERO in weights:
        decode_elements(group, b"".join(shares), len(shares))
    return group.msm(zip(shares, weights, strict=True))


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


def _clauses(
    group: Group,
    fs: FiatShamir,
    key: Element,
    firsts: Sequence[Element],
    shares: Sequence[Element],
    secret: Scalar | None = None,
) -> list[sigma.Clause]:
    """The combined statement; who knows the secret combines the shares by one multiplication."""
    first, share = firsts[0], shares[0]
    if len(firsts) > 1:
        weights = fs.challenges("weights", len(firsts))
        first = group.msm(zip(firsts, weights, strict=True))
        share = group.mul(first, secret) if secret else _weighed(group, shares, weights)
    return [[[sigma.Equation(key, ((0, group.generator),)), sigma.Equation(share, ((0, first),))]]]
