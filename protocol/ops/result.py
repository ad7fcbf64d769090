"""How an operation ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Done:
    """It was carried out. ``faces``: what it taught this node (or everybody) by handle; ``value``: a random number."""

    faces: Mapping[int, str] = field(default_factory=dict)
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Abandoned:
    """It needed a seat that is gone; nothing of it happened."""

    reason: str


@dataclass(frozen=True, slots=True)
class Accepted:
    """A seat's acts were taken, with every claim proved."""

    seat: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class Opened:
    """Sealed answers opened together: payload by seat; a seat that is gone has none."""

    payloads: Mapping[int, bytes]


@dataclass(frozen=True, slots=True)
class Finished:
    """Every seat that is still there has signed the end of the game."""

    digest: bytes
    standings: bytes


Result = Done | Abandoned | Accepted | Opened | Finished
