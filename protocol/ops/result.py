"""Results of an operation."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Completion(msgspec.Struct, frozen=True):
    """It was carried out. ``faces``: what it taught this node (or everybody) by handle; ``value``: a random number."""

    faces: Mapping[int, str] = msgspec.field(default_factory=dict)
    value: int | None = None


class Abandonment(msgspec.Struct, frozen=True):
    """It needed a seat that is gone; nothing of it happened."""

    reason: str


class AcceptedAct(msgspec.Struct, frozen=True):
    """A seat's acts were taken, with every claim proved."""

    seat: int
    payload: bytes


class OpenedAnswers(msgspec.Struct, frozen=True):
    """Sealed answers opened together: payload by seat; a seat that is gone has none."""

    payloads: Mapping[int, bytes]


class SignedEnd(msgspec.Struct, frozen=True):
    """Every seat that is still there has signed the end of the game."""

    digest: bytes
    standings: bytes


Result = Completion | Abandonment | AcceptedAct | OpenedAnswers | SignedEnd
