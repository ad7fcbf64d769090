"""Ed25519 signatures with one domain for each purpose, made and checked in one place.

Signed bytes begin with ``tta-p2p/4 PURPOSE`` and a zero byte, so that no signature made for one purpose (or by SSH,
whose signed data starts with a length) is a signature for another. Checking goes through libsodium, which refuses
small-order and non-canonical keys, non-canonical R and s ≥ q; other libraries do not (RFC 8032, section 5.1.7).
"""

from __future__ import annotations

from typing import Protocol

from nacl import bindings as _sodium
from nacl.exceptions import CryptoError

from protocol.errors import BadSignature
from protocol.fiatshamir import VERSION
from protocol.group import EDWARDS25519, length_prefixed
from protocol.library import require_sound_library

SIGNATURE_BYTES = 64
IDENTITY_BYTES = 32

HELLO = "hello"
CHARTER = "charter"
MESSAGE = "message"
HEAD = "head"
AUDIT = "audit"


class Signer(Protocol):
    """A holder of an identity's key, or of a way to sign with it."""

    identity: bytes

    def sign(self, data: bytes) -> bytes:
        """The 64-byte Ed25519 signature of these bytes."""
        ...


class IdentityKey:
    """An Ed25519 key pair from a 32-byte seed (RFC 8032)."""

    def __init__(self, seed: bytes) -> None:
        self.identity, self._secret = _sodium.crypto_sign_seed_keypair(seed)

    def sign(self, data: bytes) -> bytes:
        """The signature of these bytes."""
        return _sodium.crypto_sign(data, self._secret)[:SIGNATURE_BYTES]


def signed_bytes(purpose: str, *fields: bytes) -> bytes:
    """Give the bytes that are signed: the domain of the purpose, then every field behind its length."""
    return VERSION + b" " + purpose.encode() + b"\x00" + length_prefixed(*fields)


def sign(signer: Signer, purpose: str, *fields: bytes) -> bytes:
    """The signer's signature of these fields for this purpose."""
    return signer.sign(signed_bytes(purpose, *fields))


def verify(identity: bytes, signature: bytes, purpose: str, *fields: bytes) -> None:
    """Check a signature of these fields for this purpose. Raises ``BadSignature``, or ``UnsoundLibrary``."""
    require_sound_library()
    if len(signature) != SIGNATURE_BYTES or len(identity) != IDENTITY_BYTES:
        raise BadSignature("a signature has 64 bytes and an identity 32")
    try:
        _sodium.crypto_sign_open(signature + signed_bytes(purpose, *fields), identity)
    except CryptoError as error:
        raise BadSignature(f"not a {purpose} signature of this identity") from error


def check_identity(identity: bytes) -> None:
    """Refuse an identity key under which anybody could sign. Raises ``BadEncoding`` unless of prime order."""
    require_sound_library()
    EDWARDS25519.decode(identity)
