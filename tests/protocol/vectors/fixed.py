"""Fixed keys, cards and randomness for the vectors; never to be used for anything else."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence

from protocol.elgamal import Ciphertext, face_point
from protocol.fiatshamir import Context, HedgedRandom
from protocol.group import EDWARDS25519, Element, Scalar, reduce_scalar
from protocol.signatures import IdentityKey

GROUP = EDWARDS25519
Json = dict[str, object]


def bytes_of(name: str, count: int = 32) -> bytes:
    """Reproducible bytes."""
    return hashlib.shake_256(f"tta-p2p vectors: {name}".encode()).digest(count)


def entropy_of(name: str) -> Callable[[int], bytes]:
    """An entropy source that gives other bytes at every call, and the same ones in every run."""
    calls = 0

    def entropy(count: int) -> bytes:
        nonlocal calls
        calls += 1
        return bytes_of(f"{name} {calls}", count)

    return entropy


def scalar(name: str) -> Scalar:
    return reduce_scalar(bytes_of(name, 64))


def rng(name: str) -> HedgedRandom:
    """Hedged randomness from frozen entropy."""
    return HedgedRandom(bytes_of(f"hedge {name}"), lambda count: bytes_of(f"entropy {name}", count))


def identity(name: str) -> IdentityKey:
    return IdentityKey(bytes_of(f"identity {name}"))


SID = bytes_of("game id")
CONTEXT = Context(SID, bytes_of("op-id"), 1, "role", b"deck", 3)
X, X_JOINT = scalar("masking key"), scalar("masking key of another seat")
KEY = GROUP.base(X)
JOINT = GROUP.add(KEY, GROUP.base(X_JOINT))


def face(name: str) -> Element:
    return face_point(GROUP, SID, name)


def masked(name: str, key: Element = KEY) -> Ciphertext:
    r = scalar(f"factor {name}")
    return Ciphertext(GROUP.base(r), GROUP.add(face(name), GROUP.mul(key, r)))


def context_json(context: Context) -> Json:
    return {
        "sid": context.sid.hex(),
        "op": context.op.hex(),
        "seat": context.seat,
        "role": context.role,
        "deck": context.deck.hex(),
        "generation": context.generation,
        "encoded": context.encode().hex(),
    }


def context_from(data: Mapping[str, object]) -> Context:
    """The context that a vector names."""
    return Context(
        bytes.fromhex(str(data["sid"])),
        bytes.fromhex(str(data["op"])),
        int(str(data["seat"])),
        str(data["role"]),
        bytes.fromhex(str(data["deck"])),
        int(str(data["generation"])),
    )


def hexes(items: Sequence[bytes]) -> list[str]:
    return [item.hex() for item in items]


def cards_json(cards: Sequence[Ciphertext]) -> list[str]:
    return [card.encode().hex() for card in cards]
