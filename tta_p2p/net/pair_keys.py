"""Keys that two members of a table share and nobody else can compute, from the TLS keys which the charter pins."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from nacl import bindings as _sodium
from nacl.exceptions import CryptoError


def pair_keys(label: bytes, operator: int, seed: bytes, certificates: Sequence[bytes]) -> dict[int, bytes]:
    """The key that an operator shares with each of the others: Diffie-Hellman on Curve25519, hashed with a label.

    ``label``: the purpose and the game, so that no two purposes share a key; ``seed``: of the own TLS key;
    ``certificates`` (DER) are those of all operators, in their order. Whoever has a key of small order has none.
    """
    public, secret = _sodium.crypto_sign_seed_keypair(seed)
    own = _sodium.crypto_sign_ed25519_sk_to_curve25519(secret)
    keys: dict[int, bytes] = {}
    for number, certificate in enumerate(certificates):
        key = x509.load_der_x509_certificate(certificate).public_key()
        theirs = key.public_bytes(Encoding.Raw, PublicFormat.Raw)
        if number != operator and theirs != public:
            try:
                shared = _sodium.crypto_scalarmult(own, _sodium.crypto_sign_ed25519_pk_to_curve25519(theirs))
            except CryptoError:  # a key of small order: with its owner nothing is shared
                continue
            keys[number] = hashlib.sha256(label + shared).digest()
    return keys
