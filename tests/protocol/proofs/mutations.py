"""Everything a forger may do to an honest proof: every part of its bytes and of its context, altered in every way.

A proof is a row of 32-byte parts: group elements, scalars, or opaque bytes. ``refuses_all`` runs a verifier over all
alterations; each must raise ``BadProof`` and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from nacl.bindings import crypto_core_ed25519_add

from protocol.errors import BadProof
from protocol.fiatshamir import Context
from protocol.group import EDWARDS25519, ONE, Element, Scalar, scalar_add, scalar_neg, scalar_sub

PART = 32
GROUP = EDWARDS25519

ORDER_2 = bytes.fromhex("ec" + "ff" * 30 + "7f")
ORDER_4 = bytes(32)
ORDER_8 = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
SMALL_ORDER = {"order 2": ORDER_2, "order 4": ORDER_4, "order 8": ORDER_8}
NOT_CANONICAL = {
    "the identity with y = p + 1": bytes.fromhex("ee" + "ff" * 30 + "7f"),
    "the identity with the sign of x": b"\x01" + bytes(30) + b"\x80",
    "order 4 with y = p": bytes.fromhex("ed" + "ff" * 30 + "7f"),
    "all bits set": b"\xff" * 32,
    "off the curve": b"\x02" + bytes(31),
}


def altered_element(part: bytes) -> Iterator[tuple[str, bytes]]:
    """Other group elements, and bytes that no decoder may take for one."""
    element = Element(part)
    yield "+ g", GROUP.add(element, GROUP.generator)
    yield "- g", GROUP.sub(element, GROUP.generator)
    yield "negated", GROUP.sub(GROUP.identity, element)
    yield "doubled", GROUP.add(element, element)
    yield "replaced by g", GROUP.generator
    yield "replaced by the identity", GROUP.identity
    for name, point in SMALL_ORDER.items():
        yield f"+ a point of {name}", crypto_core_ed25519_add(part, point)
        yield f"replaced by a point of {name}", point
    for name, data in NOT_CANONICAL.items():
        yield f"replaced by {name}", data


def altered_scalar(part: bytes) -> Iterator[tuple[str, bytes]]:
    """Other scalars, and bytes at or above the order."""
    scalar = Scalar(part)
    yield "+ 1", scalar_add(scalar, ONE)
    yield "- 1", scalar_sub(scalar, ONE)
    yield "negated", scalar_neg(scalar)
    yield "replaced by 0", bytes(PART)
    yield "+ q", (int.from_bytes(part, "little") + GROUP.order).to_bytes(PART, "little")
    yield "replaced by q", GROUP.order.to_bytes(PART, "little")
    yield "all bits set", b"\xff" * PART


def altered_opaque(part: bytes) -> Iterator[tuple[str, bytes]]:
    """The same bytes with one bit flipped at either end."""
    yield "lowest bit", bytes([part[0] ^ 1]) + part[1:]
    yield "highest bit", part[:-1] + bytes([part[-1] ^ 0x80])


def mutations(proof: bytes, elements: Collection[int], opaque: Collection[int] = ()) -> Iterator[tuple[str, bytes]]:
    """All altered proofs; ``elements`` and ``opaque`` number the parts of those kinds, the rest are scalars."""
    assert len(proof) % PART == 0
    parts = [proof[i : i + PART] for i in range(0, len(proof), PART)]
    for i, part in enumerate(parts):
        change = altered_opaque if i in opaque else altered_element if i in elements else altered_scalar
        for name, data in change(part):
            if data != part:
                yield f"part {i}: {name}", b"".join([*parts[:i], data, *parts[i + 1 :]])
    for i, (left, right) in enumerate(pairwise(parts)):
        if left != right:
            yield f"parts {i} and {i + 1} swapped", b"".join([*parts[:i], right, left, *parts[i + 2 :]])
    yield "empty", b""
    yield "one byte short", proof[:-1]
    yield "one byte long", proof + b"\0"
    yield "first byte gone", proof[1:]
    for i in range(len(parts)):
        yield f"part {i} left out", b"".join([*parts[:i], *parts[i + 1 :]])
        yield f"part {i} twice", b"".join([*parts[: i + 1], *parts[i:]])
    yield "twice the proof", proof + proof


def other_contexts(context: Context) -> Iterator[tuple[str, Context]]:
    """The context with one thing about it changed."""
    yield "another game", replace(context, sid=altered_bytes(context.sid))
    yield "another operation", replace(context, op=altered_bytes(context.op))
    yield "another seat", replace(context, seat=context.seat + 1)
    yield "another role", replace(context, role=context.role + "2")
    yield "another deck", replace(context, deck=altered_bytes(context.deck))
    yield "another generation", replace(context, generation=context.generation + 1)
    yield "a byte moved from op to deck", replace(context, op=context.op[:-1], deck=context.op[-1:] + context.deck)


def altered_bytes(data: bytes) -> bytes:
    """Bytes of the same length that are not these."""
    return bytes([data[0] ^ 1]) + data[1:] if data else b"\1"


def refuses_all(
    verify: Callable[[Context, bytes], object],
    context: Context,
    proof: bytes,
    elements: Collection[int] = (),
    opaque: Collection[int] = (),
) -> None:
    """Assert that the verifier takes the proof, and refuses each altered proof and each other context."""
    verify(context, proof)
    for name, data in mutations(proof, elements, opaque):
        with pytest.raises(BadProof):
            verify(context, data)
            pytest.fail(f"accepted: {name}")
    for name, other in other_contexts(context):
        with pytest.raises(BadProof):
            verify(other, proof)
            pytest.fail(f"accepted: {name}")
