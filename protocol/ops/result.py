"""How an operation ends."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Done(msgspec.Struct, frozen=True):
    """It was carried out. ``faces``: what it taught this node (or everybody) by handle; ``value``: a random number."""

    faces: Mapping[int, str] = msgspec.field(default_factory=dict)
    value: int | None = None


class Abandoned(msgspec.Struct, frozen=True):
    """It needed a seat that is gone; nothing of it happened."""

    reason: str


class Accepted(msgspec.Struct, frozen=True):
    """A seat's acts were taken, with every claim proved."""

    seat: int
    payload: bytes


class Opened(msgspec.Struct, frozen=True):
    """Sealed answers opened together: payload by seat; a seat that is gone has none."""

    payloads: Mapping[int, bytes]


class Finished(msgspec.Struct, frozen=True):
    """Every seat that is still there has signed the end of the game."""

    digest: bytes
    standings: bytes


Result = Done | Abandoned | Accepted | Opened | Finished
