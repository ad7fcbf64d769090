"""The events of a session for its driver, in order."""

from __future__ import annotations

import msgspec

from protocol.certificates import Certificate
from protocol.errors import Fault
from protocol.messages import Motion
from protocol.operations import Operation
from protocol.ops.result import Result


class SeatsDrawn(msgspec.Struct, frozen=True):
    """Setup is over: the seats in the order in which they play."""

    order: tuple[int, ...]


class OperationEnded(msgspec.Struct, frozen=True):
    """A requested operation ended with this result."""

    operation: Operation
    result: Result


class SeatsLeft(msgspec.Struct, frozen=True):
    """These seats have left; requested operations that had not begun must be requested again."""

    seats: tuple[int, ...]
    reason: str


class SeatConvicted(msgspec.Struct, frozen=True):
    """A seat broke the protocol, as the certificate proves. Its messages count no more."""

    seat: int
    certificate: Certificate


class StatesDiverged(msgspec.Struct, frozen=True):
    """Two engines differ without proof against anybody: the game halts. ``seat``: the other's, -1 for none."""

    seat: int
    reason: str


class VoteCast(msgspec.Struct, frozen=True):
    """An operator voted on a motion: vote too, or wait."""

    motion: Motion
    by: int
    yes: bool


class MotionLapsed(msgspec.Struct, frozen=True):
    """A round of a motion was not unanimous at one place. It may be moved again."""

    motion: Motion


class MotionCarried(msgspec.Struct, frozen=True):
    """A motion carried.

    ``call-off`` and ``forfeit`` end the session, a ``pause`` pauses it (``Session.paused``); ``SeatsLeft`` follows the
    others.
    """

    motion: Motion


class TableSplit(msgspec.Struct, frozen=True):
    """The other voters ended the game without this node and the others that the motion names."""

    motion: Motion


class SessionRestarted(msgspec.Struct, frozen=True):
    """The session rewound to the last common place; the driver starts again and every event comes again."""


class DuplicateNode(msgspec.Struct, frozen=True):
    """Another copy of this node sends for the same seats; this one sends no more."""

    seat: int


class ChainForked(msgspec.Struct, frozen=True):
    """A seat stands on another chain than this node: after an equivocation, which will be proved, or engines differ."""

    seat: int


class SecretsLost(msgspec.Struct, frozen=True):
    """This node lacks a secret of its seat, since its store is older than the game: it can only watch from now on.

    ``sealed``: it is the opening of an answer that it has sealed.
    """

    seat: int
    reason: str
    sealed: bool = False


class SessionFailed(msgspec.Struct, frozen=True):
    """This program itself failed: play stops here without any accusation, and a restart can try again.

    Votes still come in and go out.
    """

    fault: Fault


Event = (
    SeatsDrawn
    | OperationEnded
    | SeatsLeft
    | SeatConvicted
    | StatesDiverged
    | VoteCast
    | MotionLapsed
    | MotionCarried
    | TableSplit
    | SessionRestarted
    | DuplicateNode
    | ChainForked
    | SecretsLost
    | SessionFailed
)
