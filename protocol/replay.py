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
from protocol.errors import BadEncoding, OutOfOrder
from protocol.events import Accused, Carried, Disagreed, Ended, Event
from protocol.messages import decode_envelope
from protocol.operations import decode_operation
from protocol.ops.result import Finished
from protocol.play import Referee
from protocol.session import Session
from protocol.transcript import Asked, Said

if TYPE_CHECKING:
    from protocol.certificates import Certificate


class FollowingReferee(Referee, Protocol):
    """A referee that replays the game from the session's events, for verifying without a driver."""

    def follow(self, event: Event) -> None:
        """Take in one event of the session."""
        ...


@dataclass(slots=True)
class Verifier:
    """Checks a transcript record by record.

    ``add`` raises ``BadEncoding`` where the record cannot be what a game left behind; that accuses nobody. What
    somebody provably did is in ``accused``.
    """

    charter: SignedCharter
    referee: FollowingReferee | None = None
    session: Session = field(init=False)
    accused: list[Accused] = field(default_factory=list)
    finished: Finished | None = None
    ended_by: Carried | None = None
    messages: int = 0
    operations: int = 0

    def __post_init__(self) -> None:
        self.session = Session(self.charter, _no_entropy, referee=self.referee)
        self._drain()

    def add(self, record: Asked | Said) -> None:
        """Check the next record. Raises ``BadEncoding``."""
        if self.session.over:
            raise BadEncoding("a record after the end of the game")
        if isinstance(record, Asked):
            self.operations += 1
            try:
                self.session.request(decode_operation(record.operation))
            except OutOfOrder as error:
                raise BadEncoding(str(error)) from error
            self._drain()
            return
        self.messages += 1
        envelope = decode_envelope(record.envelope)
        before = len(self.accused)
        outcome = self.session.receive(record.envelope)
        self._drain()
        if outcome in ("refused", "known", "late", "far") or (outcome == "void" and len(self.accused) == before):
            raise BadEncoding(f"message {self.messages}, of seat {envelope.seat}, does not belong there ({outcome})")

    def end(self) -> None:
        """Refuse a record that says more than a game can use. Raises ``BadEncoding``."""
        if self.session.backlog and not self.accused:
            raise BadEncoding(f"{self.session.backlog} messages belong to no step of the game")

    def _drain(self) -> None:
        for event in self.session.poll().events:
            if self.referee is not None:
                self.referee.follow(event)
            match event:
                case Accused():
                    self.accused.append(event)
                case Disagreed(_, reason):
                    raise BadEncoding(reason)
                case Ended(_, Finished() as finished):
                    self.finished = finished
                case Carried() if self.session.over:
                    self.ended_by = event
                case _:
                    pass


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
