"""Going through a recorded game again: for verifying a file and for checking a certificate.

The verifier is a session without seats of its own, whose operations come from the record instead of from rules. All
signatures, proofs and chains are checked by the same code as in play. Without a referee acts are taken as they stand,
their claims and proofs checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from protocol.charter import SignedCharter
from protocol.errors import BadEncoding, Fault, OutOfOrder, ProtocolError
from protocol.events import Accused, Carried, Disagreed, Ended, Event, Faulted, Parted, Restarted, Seated, SeatsLeft
from protocol.messages import Envelope, Motion, decode_envelope
from protocol.operations import decode_operation
from protocol.ops.result import Finished
from protocol.play import Referee
from protocol.session import Session
from protocol.transcript import PLAY, Asked, Rewound, Said

if TYPE_CHECKING:
    from protocol.certificates import Certificate


class FollowingReferee(Referee, Protocol):
    """A referee that replays the game from the session's events, for verifying without a driver."""

    def follow(self, event: Event) -> None:
        """Take in one event of the session. Raises ``ProtocolError`` for one that its game cannot have led to."""
        ...


class OtherState(BadEncoding):
    """The rules here come to another state than a seat signed: a program differs, and nobody is to blame for it."""


_WHY = {
    "refused": "it is no message of this game signed by its seat",
    "known": "it stands there twice",
    "void": "its seat had left or was caught before",
    "late": "its step is over",
    "far": "its step never comes",
    "early": "it was said in another course of the game, or what comes before it is missing",
}


@dataclass(slots=True)
class Verifier:
    """Checks a transcript record by record.

    ``add`` raises ``BadEncoding`` where the record cannot be what a game left behind; that accuses nobody; and
    ``Fault`` where this program itself fails. What somebody provably did is in ``accused``. Every message must be the
    next one that the game can use, so nothing that the chains cover can be missing, changed or in another order.
    """

    charter: SignedCharter
    referee: FollowingReferee | None = None
    session: Session = field(init=False)
    accused: list[Accused] = field(default_factory=list)
    order: tuple[int, ...] = ()
    left: list[SeatsLeft] = field(default_factory=list)
    finished: Finished | None = None
    ended_by: Motion | None = None
    """The motion by which the game ended; one that does without somebody only if its voters say nothing after it."""
    messages: int = 0
    operations: int = 0
    _asked: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.session = Session(self.charter, _no_entropy, referee=self.referee)
        self._drain()

    def add(self, record: Asked | Said) -> None:
        """Check the next record. Raises ``BadEncoding``."""
        if self.session.over:
            raise BadEncoding("a record after the end of the game")
        if isinstance(record, Asked):
            self.operations += 1
            self._asked.append(record.operation)
            self._request(record.operation)
            self._drain()
            return
        self.messages += 1
        envelope = decode_envelope(record.envelope)
        before = len(self.accused)
        outcome = self.session.receive(record.envelope)
        if outcome == "refused":
            raise BadEncoding(self._misplaced(envelope.seat, outcome))
        self._drain()
        if len(self.accused) == before and (outcome == "known" or not self.session.took(envelope)):
            raise BadEncoding(self._misplaced(envelope.seat, outcome))
        if self.ended_by is not None and self._goes_on(envelope):
            self.ended_by = None

    def end(self) -> None:
        """Refuse a record that says more than a game can use. Raises ``BadEncoding``."""
        if self.session.backlog and not self.accused:
            raise BadEncoding(f"{self.session.backlog} messages belong to no step of the game")

    def _goes_on(self, envelope: Envelope) -> bool:
        """Whether this is play by somebody who has agreed that the game is over."""
        operator = self.charter.charter.seats[envelope.seat].operator
        return envelope.lane == PLAY and self.ended_by is not None and operator not in self.ended_by.without

    def _misplaced(self, seat: int, outcome: str) -> str:
        return f"message {self.messages}, of seat {seat}, does not belong there: {_WHY.get(outcome, outcome)}"

    def _request(self, operation: bytes) -> None:
        before = self.session.begun
        try:
            self.session.request(decode_operation(operation))
        except OutOfOrder as error:
            raise BadEncoding(str(error)) from error
        if self.session.begun == before and not self.session.paused:
            raise BadEncoding(f"operation {self.operations} is asked for before the one before it has ended")

    def _follow(self, event: Event) -> None:
        if self.referee is not None:
            try:
                self.referee.follow(event)
            except ProtocolError:
                raise
            except Exception as error:
                raise Fault.of("at following the rules of the game", error) from error

    def _drain(self) -> None:
        output = self.session.poll()
        again = False
        for event in output.events:
            self._follow(event)
            match event:
                case Faulted(fault):
                    raise fault
                case Accused():
                    self.accused.append(event)
                case Disagreed(seat, reason):
                    raise BadEncoding(reason) if seat < 0 else OtherState(reason)
                case Seated(order):
                    self.order = order
                case SeatsLeft():
                    self.left.append(event)
                case Restarted():
                    again = True
                    self.order, self.left, self.ended_by = (), [], None
                case Ended(_, Finished() as finished):
                    self.finished = finished
                case Carried(motion) if self.session.over:
                    self.ended_by = motion
                case Parted(motion):
                    self.ended_by = motion
                case _:
                    pass
        if again:
            # The table agreed on a place that this replay, which never waits for heavy checks, had already passed.
            for stored in output.store:
                if isinstance(stored, Rewound):
                    del self._asked[stored.asked :]
            for operation in tuple(self._asked):
                self._request(operation)
                self._drain()


def replay_accusation(
    certificate: Certificate, referee: Callable[[], FollowingReferee] | None
) -> set[tuple[int, str]]:
    """Whom the prefix and the evidence of a certificate convict of what."""
    verifier = Verifier(certificate.charter, referee() if referee is not None else None)
    records: Iterable[Asked | Said] = (*certificate.prefix, *(Said(data) for data in certificate.evidence))
    for record in records:
        verifier.add(record)
    return {(found.seat, found.certificate.kind) for found in verifier.accused}


def _no_entropy(count: int) -> bytes:
    raise AssertionError("a verifier makes no secrets")
