"""Libsodium for tests: it computes nothing twice in one process.

The tables of a test have all their peers in one process, and each checks what all others have checked; and the game
before a test is often the game before the last one, by its seed. So what libsodium has said is kept, by the very bytes
it was asked with: points, products and sums are functions of their arguments, and so is whether a signature holds.
What it refuses is not kept. The product keeps nothing of this.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from nacl import bindings

from protocol import group, signatures

KEPT = (
    "crypto_core_ed25519_add",
    "crypto_core_ed25519_sub",
    "crypto_core_ed25519_is_valid_point",
    "crypto_scalarmult_ed25519_noclamp",
    "crypto_scalarmult_ed25519_base_noclamp",
    "crypto_sign_open",
)
MOST_KEPT = 1 << 16
"""Of each function: some 25 megabytes."""


class Remembering:
    """The bindings of libsodium, of which some answer from memory what they have answered before."""

    def __init__(self) -> None:
        for name in KEPT:
            setattr(self, name, lru_cache(MOST_KEPT)(getattr(bindings, name)))

    def __getattr__(self, name: str) -> Any:
        return getattr(bindings, name)


def remember() -> None:
    """From now on in this process."""
    if not isinstance(group._sodium, Remembering):
        group._sodium = signatures._sodium = Remembering()
