"""What a session tells its driver, in order."""

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
    """An operation that the driver asked for has ended with this result."""

    operation: Operation
    result: Result


class SeatsLeft(msgspec.Struct, frozen=True):
    """These seats have left; asked-for operations that had not begun are forgotten and must be asked for anew."""

    seats: tuple[int, ...]
    reason: str


class SeatConvicted(msgspec.Struct, frozen=True):
    """A seat broke the protocol; the certificate convinces anybody. Its messages are ignored from now on."""

    seat: int
    certificate: Certificate


class StatesDiverged(msgspec.Struct, frozen=True):
    """Two engines or chains differ and nobody can be blamed for it: the game halts."""

    seat: int
    reason: str


class VoteCast(msgspec.Struct, frozen=True):
    """Somebody has voted on a motion: vote too, or wait."""

    motion: Motion
    by: int
    yes: bool


class MotionLapsed(msgspec.Struct, frozen=True):
    """A round of a motion was not unanimous at one place; what was heard counts. It may be moved again."""

    motion: Motion


class MotionCarried(msgspec.Struct, frozen=True):
    """A motion was carried. ``call-off`` and ``forfeit`` end the session, a ``pause`` lets it rest (``Session.rests``);
    the others are followed by ``SeatsLeft``.
    """

    motion: Motion


class TableSplit(msgspec.Struct, frozen=True):
    """Others have ended the game for themselves, without this node and whoever else the motion names."""

    motion: Motion


class SessionRestarted(msgspec.Struct, frozen=True):
    """The session went back to the last place common to all; the driver starts anew and every event comes again."""


class DuplicateNode(msgspec.Struct, frozen=True):
    """Another copy of this node speaks for the same seats; this one has fallen silent."""

    seat: int


class ChainForked(msgspec.Struct, frozen=True):
    """A seat stands on another chain than this node: somebody told two tales and will be found, or engines differ."""

    seat: int


class SecretsLost(msgspec.Struct, frozen=True):
    """This node lacks a secret of its seat (its store is older than the game): it can only watch from now on."""

    seat: int
    reason: str


class ProgramFailed(msgspec.Struct, frozen=True):
    """This program itself failed: play stops here, nobody is accused, and from the journal it can be tried again.

    Votes are still heard and given.
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
    | ProgramFailed
)
