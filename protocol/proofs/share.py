"""Decryption shares: seat i publishes d = x_i a for ciphertexts (a, b) and proves log_g y_i = log_a d.

Chaum and Pedersen 1992, section 3.2; many shares under one proof by random linear combination (RFC 9497,
section 2.2.1, "ComputeComposites").
"""

from __future__ import annotations

from collections.abc import Sequence

from protocol.errors import BadEncoding, BadProof
from protocol.fiatshamir import Context, FiatShamir, Hedged
from protocol.group import (
    ELEMENT_BYTES,
    SCALAR_BYTES,
    Element,
    Group,
    Scalar,
    decode_elements,
    decode_scalars,
    scalar_add,
    scalar_mul,
)

NAME = "share"


def size(count: int) -> int:
    """Bytes of ``count`` shares with their one proof."""
    return count * ELEMENT_BYTES + 2 * SCALAR_BYTES


def prove(
    group: Group, context: Context, key: Element, firsts: Sequence[Element], secret: Scalar, rng: Hedged
) -> bytes:
    """Shares of all ``firsts`` (the components a) under ``key`` = secret g, with their proof."""
    if not firsts:
        raise ValueError("a batch of shares is never empty")
    shares = [group.mul(a, secret) for a in firsts]
    fs = _statement(group, context, key, firsts, shares)
    combined_a, combined_d = _combine(group, fs, firsts, shares)
    nonce = rng.stream(NAME, fs.state(), secret).scalar()
    challenge = _challenge(fs, combined_a, combined_d, group.base(nonce), group.mul(combined_a, nonce))
    response = scalar_add(nonce, scalar_mul(challenge, secret))
    return b"".join(shares) + challenge + response


def verify(
    group: Group, context: Context, key: Element, firsts: Sequence[Element], proof: bytes
) -> list[Element]:
    """The shares, one for each of ``firsts``. Raises ``BadProof``, also for bytes that are no shares at all."""
    if not firsts:
        raise ValueError("a batch of shares is never empty")
    cut = len(firsts) * ELEMENT_BYTES
    try:
        challenge, response = decode_scalars(proof[cut:], 2)
        shares = decode_elements(group, proof[:cut], len(firsts))
    except BadEncoding as error:
        raise BadProof(NAME, str(error)) from error
    fs = _statement(group, context, key, firsts, shares)
    combined_a, combined_d = _combine(group, fs, firsts, shares)
    commit_g = group.sub(group.base(response), group.mul(key, challenge))
    commit_a = group.sub(group.mul(combined_a, response), group.mul(combined_d, challenge))
    if challenge != _challenge(fs, combined_a, combined_d, commit_g, commit_a):
        raise BadProof(NAME, "the shares do not carry the key of their seat")
    return shares


def _statement(
    group: Group, context: Context, key: Element, firsts: Sequence[Element], shares: Sequence[Element]
) -> FiatShamir:
    fs = FiatShamir(group, NAME, context)
    fs.absorb("key", key)
    fs.absorb_all("firsts", firsts)
    fs.absorb_all("shares", shares)
    return fs


def _combine(
    group: Group, fs: FiatShamir, firsts: Sequence[Element], shares: Sequence[Element]
) -> tuple[Element, Element]:
    if len(firsts) == 1:
        return firsts[0], shares[0]
    weights = fs.challenges("weights", len(firsts))
    return (
        group.msm(zip(firsts, weights, strict=True)),
        group.msm(zip(shares, weights, strict=True)),
    )


def _challenge(fs: FiatShamir, a: Element, d: Element, commit_g: Element, commit_a: Element) -> Scalar:
    fs.absorb_all("combined", (a, d))
    fs.absorb_all("commitments", (commit_g, commit_a))
    return fs.challenge("challenge")
