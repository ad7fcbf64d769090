"""Onion addresses of version 3: the key that is in each, and the service of one's own (Tor's rend-spec-v3, section 6).

The name of a service is its public key with a checksum, so Tor itself sees to it that nobody else answers there. No
game rests on that: whoever answers must show the key that the charter pins, as at every address.
"""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass, field

ONION = ".onion"
"""How names end that no resolver may ever hear (RFC 7686)."""
ONION_PORT = 7777
"""The port of an onion service of ours; it is nobody else's, so it may always be the same."""

_VERSION = b"\x03"
_NAME = re.compile(r"[a-z2-7]{56}\.onion")


def is_onion(name: str) -> bool:
    """Whether a name in small letters is that of a service: a key, its checksum and the version."""
    if not _NAME.fullmatch(name):
        return False
    raw = base64.b32decode(name.removesuffix(ONION).upper())
    return raw[34:] == _VERSION and raw[32:34] == _checksum(raw[:32])


def onion_name(public: bytes) -> str:
    """The name of the service with this public key."""
    return base64.b32encode(public + _checksum(public) + _VERSION).decode().lower() + ONION


def _checksum(public: bytes) -> bytes:
    return hashlib.sha3_256(b".onion checksum" + public + _VERSION).digest()[:2]


@dataclass(frozen=True, slots=True)
class OnionKey:
    """The key of an onion service, made of 32 random bytes; whoever has them can be found under its name."""

    seed: bytes = field(repr=False)

    @property
    def name(self) -> str:
        """The name of the service."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # costs what few need

        return onion_name(Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes_raw())

    @property
    def expanded(self) -> str:
        """The key as `ADD_ONION` takes it: the expanded form of Ed25519, in base 64."""
        half = bytearray(hashlib.sha512(self.seed).digest())
        half[0] &= 248
        half[31] = half[31] & 63 | 64
        return base64.b64encode(bytes(half)).decode()
