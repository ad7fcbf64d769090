"""Vectors of the ground: encodings, hashes, challenges, hedged streams, signatures."""

from __future__ import annotations

import hashlib

from protocol import signatures
from protocol.fiatshamir import FiatShamir, HedgedRandom
from protocol.group import length_prefixed, pedersen_generators, reduce_scalar
from protocol.wire import digest
from tests.protocol.vectors.fixed import (
    CONTEXT,
    GROUP,
    SID,
    Json,
    bytes_of,
    context_json,
    face,
    hexes,
    identity,
    scalar,
)

FIELD = 2**255 - 19
TWO_TORSION = (FIELD - 1).to_bytes(32, "little")
"""The point (0, -1) of order 2."""


def make() -> dict[str, Json]:
    return {
        "group": _group(),
        "fiat_shamir": _fiat_shamir(),
        "hedged": _hedged(),
        "signatures": _signatures(),
    }


def _group() -> Json:
    point = face("iron")
    high = bytearray(point)
    high[31] ^= 0x80
    refused = {
        "the identity": GROUP.identity,
        "order 2": TWO_TORSION,
        "order 4": bytes(32),
        "a point of the subgroup plus one of order 2": GROUP.add(point, TWO_TORSION),  # type: ignore[arg-type]
        "not canonical: y = 1 + p": (FIELD + 1).to_bytes(32, "little"),
        "not canonical: y = p - 1 + p, cut to 255 bits": (2**255 - 1).to_bytes(32, "little"),
        "not canonical: the identity with the sign bit": bytes([1, *bytes(30), 0x80]),
        "31 bytes": point[:31],
        "33 bytes": point + b"\0",
    }
    parts = [("card", [SID, b"iron"]), ("generator", [bytes(4)]), ("", []), ("two parts", [b"a", b"bc"])]
    parts += [("two parts", [b"ab", b"c"])]
    known = pedersen_generators(GROUP, 33)
    return {
        "suite": GROUP.suite,
        "order": str(GROUP.order),
        "generator": GROUP.generator.hex(),
        "identity": GROUP.identity.hex(),
        "elements": {
            "accepted": [GROUP.generator.hex(), point.hex(), GROUP.mul(point, scalar("k")).hex()],
            "refused": {why: data.hex() for why, data in refused.items()},
        },
        "scalars": {
            "accepted": [bytes(32).hex(), scalar("k").hex(), (GROUP.order - 1).to_bytes(32, "little").hex()],
            "refused": [GROUP.order.to_bytes(32, "little").hex(), (b"\xff" * 32).hex(), bytes(31).hex()],
        },
        "reduce": [
            {"bytes": data.hex(), "scalar": reduce_scalar(data).hex()} for data in (bytes_of("wide", 64), b"\xff" * 64)
        ],
        "multiples": [
            {"point": point.hex(), "scalar": scalar("k").hex(), "product": GROUP.mul(point, scalar("k")).hex()}
        ],
        "length_prefixed": {"parts": ["", "00", "0102"], "bytes": length_prefixed(b"", b"\0", b"\1\2").hex()},
        "digest": {
            "label": "label",
            "parts": ["", "00"],
            "hash": digest("label", b"", b"\0").hex(),
        },
        "hash_to_group": [
            {"label": label, "parts": hexes(items), "element": GROUP.hash_to_group(label, *items).hex()}
            for label, items in parts
        ],
        "faces": [{"sid": SID.hex(), "face": name, "element": face(name).hex()} for name in ("iron", "Pyramiden ☼")],
        "pedersen_generators": {
            "first": hexes(known[:6]),
            "sha256_of_the_first": {
                str(count): hashlib.sha256(b"".join(known[:count])).hexdigest() for count in (2, 3, 5, 9, 17, 33)
            },
        },
    }


def _fiat_shamir() -> Json:
    fs = FiatShamir(GROUP, "proof name", CONTEXT)
    steps: list[Json] = [{"state": fs.state().hex()}]
    fs.absorb("label", b"data")
    steps += [{"absorb": "label", "data": b"data".hex()}, {"state": fs.state().hex()}]
    fs.absorb_all("list", [b"", b"a", b"bc"])
    steps += [{"absorb_all": "list", "items": hexes([b"", b"a", b"bc"])}, {"state": fs.state().hex()}]
    steps += [{"challenge": "c", "scalar": fs.challenge("c").hex()}, {"state": fs.state().hex()}]
    steps += [{"challenges": "many", "scalars": hexes(fs.challenges("many", 3))}, {"state": fs.state().hex()}]
    return {"proof": "proof name", "context": context_json(CONTEXT), "steps": steps}


def _hedged() -> Json:
    fresh = bytes_of("fresh")
    secret = bytes_of("secret")

    def entropy(count: int) -> bytes:
        return fresh[:count]

    parts = (b"statement", b"more")
    stream = HedgedRandom(secret, entropy).stream("label", *parts)
    return {
        "secret": secret.hex(),
        "fresh": fresh.hex(),
        "label": "label",
        "parts": hexes(parts),
        "blocks": hexes([stream.block() for _ in range(3)]),
        "scalars": hexes(HedgedRandom(secret, entropy).stream("label", *parts).scalars(3)),
        "permutation_of_10": HedgedRandom(secret, entropy).stream("label", *parts).permutation(10),
    }


def _signatures() -> Json:
    key = identity("Ann")
    fields = (SID, b"\1\0")
    return {
        "seed": bytes_of("identity Ann").hex(),
        "identity": key.identity.hex(),
        "fields": hexes(fields),
        "purposes": {
            purpose: {
                "signed_bytes": signatures.signed_bytes(purpose, *fields).hex(),
                "signature": signatures.sign(key, purpose, *fields).hex(),
            }
            for purpose in (signatures.CHARTER, signatures.MESSAGE, signatures.AUDIT, signatures.HELLO)
        },
        "refused_identities": hexes([bytes(GROUP.identity), TWO_TORSION, bytes(32)]),
    }
