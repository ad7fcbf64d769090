"""Going through a recorded game again: for verifying a file and for checking a certificate.

The verifier is a session without seats of its own, whose operations come from the record instead of from rules. All
signatures, proofs and chains are checked by the same code as in play. Without a referee acts are taken as they stand,
their claims and proofs checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from msgspec.structs import replace

from protocol.certificates import Certificate, FalseCertificate, RulesNeeded, check_equivocation, of_record
from protocol.charter import SignedCharter
from protocol.errors import BadEncoding, Damage, Fault, OutOfOrder, ProtocolError
from protocol.events import (
    Event,
    MotionCarried,
    OperationEnded,
    SeatConvicted,
    SeatsDrawn,
    SeatsLeft,
    SessionFailed,
    SessionRestarted,
    StatesDiverged,
    TableSplit,
)
from protocol.group import EDWARDS25519, CachingGroup, Group
from protocol.messages import ActMessage, Envelope, Motion, SealOpen, Vote, decode_body, decode_envelope
from protocol.operations import Operation, decode_operation
from protocol.ops.result import SignedEnd
from protocol.play import Referee
from protocol.session import Session
from protocol.transcript import PLAY, MessageRecord, OperationRecord, ProofRecord, RewindRecord

T = TypeVar("T")

Place = tuple[int, int, bytes]
"""Epoch, step and chain of play."""


class ReplayReferee(Referee, Protocol):
    """A referee that replays the game from the session's events, for verifying without a driver."""

    def expect(self, operation: Operation) -> None:
        """An operation is asked for. Raises ``BadEncoding`` for one that the rules do not ask for now."""
        ...

    def follow(self, event: Event) -> None:
        """Take in one event of the session. Raises ``ProtocolError`` for one that its game cannot have led to."""
        ...


Rules = Callable[[], ReplayReferee]
"""Makes a fresh referee for the game of one charter."""


class StateMismatch(BadEncoding):
    """The rules here come to another state than a seat signed: a program differs, and nobody is to blame for it."""


NO_PROOF = "somebody was voted out as a cheat and the file holds no proof of it; nobody is accused"


def _bad(why: str, key: Damage) -> BadEncoding:
    """Name the damage of a file; a missing proof has a key of its own."""
    return BadEncoding(why, "no-proof" if why == NO_PROOF else key)


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
    ``Fault`` where this program itself fails. What somebody provably did is in ``accused``, once a seat. Every message
    must be the next one that the game can use, so nothing that the chains cover can be missing, changed or in another
    order.
    """

    charter: SignedCharter
    rules: Rules | None = None
    about: int | None = None
    """The seat that a certificate accuses: in it others who were voted out as cheats are gone without proof."""
    group: Group = field(default_factory=CachingGroup)
    """What computes with points: proofs are checked by going through the same game again."""
    referee: ReplayReferee | None = field(init=False)
    session: Session = field(init=False)
    accused: list[SeatConvicted] = field(default_factory=list)
    undecided: list[int] = field(default_factory=list)
    """Seats of which somebody with the rules of the game says whether they did what the file says."""
    order: tuple[int, ...] = ()
    left: list[SeatsLeft] = field(default_factory=list)
    finished: SignedEnd | None = None
    messages: int = 0
    operations: int = 0
    _records: list[OperationRecord | MessageRecord] = field(default_factory=list)
    _proofs: set[int] = field(default_factory=set)
    _asked: list[bytes] = field(default_factory=list)
    _agreed: Motion | None = None
    _partings: list[Motion] = field(default_factory=list)
    _trails: dict[tuple[Motion, int], tuple[Place, ...]] = field(default_factory=dict)
    """On which way operators had come who have said yes to a motion that does without others, by their own words."""
    _stood: dict[tuple[Motion, int], Place] = field(default_factory=dict)
    """The last place of each such way to which this file has come as well."""
    _spoke: dict[int, Place] = field(default_factory=dict)
    """Where each operator has last spoken in play."""
    _unasked: tuple[str, bytes] | None = None
    """What is wrong with an operation that the rules here do not ask for, and the chain after it."""

    def __post_init__(self) -> None:
        self.referee = self.rules() if self.rules is not None else None
        self.session = Session(
            self.charter, _no_entropy, referee=self.referee, about=self.about, replayed=True, group=self.group
        )
        self._drain()

    def add(self, record: OperationRecord | MessageRecord | ProofRecord) -> None:
        """Check the next record. Raises ``BadEncoding``."""
        if isinstance(record, ProofRecord):
            self._prove(record)
            return
        if self.session.over:
            raise BadEncoding("a record after the end of the game", "after-end")
        if self._unasked is not None:
            self._differ(self._unasked, record)
        self._records.append(record)
        if isinstance(record, OperationRecord):
            self._asked.append(record.operation)
            self._request(record.operation)
            self._drain()
            self.operations += 1
            return
        envelope = decode_envelope(record.envelope)
        before = len(self.accused)
        outcome = self.session.receive(record.envelope)
        if outcome == "refused":
            raise _bad(self._misplaced(envelope, outcome), "misplaced")
        self._drain()
        if len(self.accused) == before and (outcome == "known" or not self.session.has_taken(envelope)):
            raise _bad(self._misplaced(envelope, outcome), "misplaced")
        self.messages += 1
        if self.session.has_taken(envelope):
            self._note(envelope)

    def end(self) -> None:
        """Refuse a record that says more than a game can use. Raises ``BadEncoding``."""
        if self._unasked is not None:
            raise _bad(self._unasked[0], "not-asked")
        if self.session.backlog and not self.accused:
            raise BadEncoding(f"{self.session.backlog} messages belong to no step of the game", "misplaced")

    def _differ(self, unasked: tuple[str, bytes], record: OperationRecord | MessageRecord) -> None:
        """Nobody signs an operation; whoever says something on the chain after it has other rules than are here."""
        why, chain = unasked
        if isinstance(record, OperationRecord):
            raise BadEncoding(why)
        envelope = decode_envelope(record.envelope)
        if envelope.lane == PLAY:
            envelope.check(self.charter.charter)
            words = f"{why}, and seat {envelope.seat} has signed it"
            raise StateMismatch(words) if envelope.prev == chain else BadEncoding(why)

    def _prove(self, caught: ProofRecord) -> None:
        """A proof that a seat broke the protocol stands by itself; only then the table may call it a cheat."""
        if caught.seat in self._proofs:
            raise BadEncoding(f"a second proof against seat {caught.seat}", "proof")
        if caught.reason:
            raise BadEncoding(f"the proof against seat {caught.seat} says something in words", "proof")
        self._proofs.add(caught.seat)
        certificate = of_record(caught, self.charter, self._records)
        try:
            certificate = replace(certificate, reason=check(certificate, self.rules, self.group))
        except RulesNeeded:
            self.undecided.append(caught.seat)
        except FalseCertificate as error:
            raise BadEncoding(f"the proof against seat {caught.seat} convicts nobody: {error}", "proof") from error
        else:
            self._accuse(SeatConvicted(caught.seat, certificate))
        self.session.accept_verdict(caught.seat)
        self._drain()

    def _accuse(self, event: SeatConvicted) -> None:
        if event.seat not in (known.seat for known in self.accused):
            self.accused.append(event)

    @property
    def ended_by(self) -> Motion | None:
        """The motion by which the game ended; one that does without others only if a voter who is there stays by it.

        The order of records says nothing about that: who comes back takes all votes of its epoch first. Of one voter it
        is enough: another may have said that it stood further back than it did, and nobody goes on without the first.
        """
        ended = (motion for motion in reversed(self._partings) if self._stays_by(motion))
        return self._agreed or next(ended, None)

    def _note(self, envelope: Envelope) -> None:
        """Note the place of this statement's author."""
        operator = self.charter.charter.seats[envelope.seat].operator
        if envelope.lane == PLAY:
            place = (envelope.epoch, envelope.step, envelope.prev)
            self._spoke[operator] = max(place, self._spoke.get(operator, place), key=lambda at: at[:2])
            return
        body = decode_body(envelope.body)
        if isinstance(body, Vote) and body.yes and body.motion.without:
            self._trails[body.motion, operator] = tuple((envelope.epoch, *place) for place in body.trail)
            self._stood.pop((body.motion, operator), None)
            self._follow()

    def _follow(self) -> None:
        """See how far this file has come on the ways of those who have ended the game without others.

        Anybody can say of itself that it stood far ahead, and play on up to there; but nobody knows the chain of a
        place before all have spoken that is said up to there.
        """
        for vote, trail in self._trails.items():
            known = self._stood.get(vote)
            for place in reversed(trail):
                if place == known:
                    break
                if self.session.course.has_passed(place):
                    self._stood[vote] = place
                    break

    def _stays_by(self, motion: Motion) -> bool:
        """Whether somebody who is there has agreed that the game is over and said nothing beyond where it stood then,
        or, if the file does not come to there, beyond the last place of its way to which it comes.
        """
        present = self.session.play.operators(self.session.play.present)
        for (agreed, operator), (epoch, step, chain) in self._stood.items():
            spoke = self._spoke.get(operator, (-1, 0, b""))
            beyond = spoke[:2] > (epoch, step) or (spoke[:2] == (epoch, step) and spoke[2] != chain)
            if agreed == motion and operator in present and not beyond:
                return True
        return False

    def _misplaced(self, envelope: Envelope, outcome: str) -> str:
        if self.session.unproven_motions and envelope.epoch > self.session.heads()[PLAY][0]:
            return NO_PROOF
        seats = self.charter.charter.seats
        author = seats[envelope.seat].name if envelope.seat < len(seats) else f"seat {envelope.seat}"
        where = f"message {self.messages + 1}, of {author}, does not belong there"
        return f"{where}: {_WHY.get(outcome, outcome)}"

    def _request(self, operation: bytes) -> None:
        before = self.session.course.operations_begun
        asked = decode_operation(operation)
        try:
            if self.referee is not None:
                self._tell(self.referee.expect, asked)
        except BadEncoding as error:
            why = NO_PROOF if self.session.unproven_motions else str(error)
            self._unasked = (why, self.session.course.chain_after(asked))
            return
        try:
            self.session.request(asked)
        except OutOfOrder as error:
            raise _bad(NO_PROOF if self.session.unproven_motions else str(error), "not-asked") from error
        if self.session.course.operations_begun == before and not self.session.halted:
            number = len(self._asked)
            late = f"operation {number} is asked for before the one before it has ended"
            raise _bad(NO_PROOF if self.session.unproven_motions else late, "not-asked")

    @staticmethod
    def _tell(tell: Callable[[T], None], said: T) -> None:
        """Tell the rules something. Raises ``ProtocolError`` or ``Fault``."""
        try:
            tell(said)
        except ProtocolError:
            raise
        except Exception as error:
            raise Fault.of("at following the rules of the game", error) from error

    def _drain(self) -> None:
        output = self.session.poll()
        again = False
        for event in output.events:
            if self.referee is not None:
                self._tell(self.referee.follow, event)
            match event:
                case SessionFailed(fault):
                    raise fault
                case SeatConvicted():
                    self._accuse(event)
                case StatesDiverged(seat, reason):
                    raise BadEncoding(reason) if seat < 0 else StateMismatch(reason)
                case SeatsDrawn(order):
                    self.order = order
                case SeatsLeft():
                    self.left.append(event)
                case SessionRestarted():
                    again = True
                    self.order, self.left, self._agreed = (), [], None
                    self._partings.clear()
                    self._stood.clear()
                case OperationEnded(_, SignedEnd() as finished):
                    self.finished = finished
                case MotionCarried(motion) if self.session.over:
                    self._agreed = motion
                case TableSplit(motion):
                    self._partings.append(motion)
                case _:
                    pass
        if again:
            # The table agreed on a place that this replay, which never waits for heavy checks, had already passed.
            for stored in output.store:
                if isinstance(stored, RewindRecord):
                    del self._asked[stored.operations :]
            for operation in tuple(self._asked):
                self._request(operation)
                self._drain()
        self._follow()


def check(certificate: Certificate, rules: Rules | None = None, group: Group = EDWARDS25519) -> str:
    """Check a certificate; returns what the seat did, in this program's words and not in the accuser's.

    ``rules`` makes a fresh referee for the game of the charter; only an illegal act needs one. ``group`` computes with
    points. Raises ``FalseCertificate``, ``RulesNeeded`` without the rules, or ``Fault`` where this program itself
    fails, which proves nothing about the certificate.
    """
    try:
        certificate.charter.check()
        if certificate.kind == "equivocation":
            return check_equivocation(certificate)
    except ProtocolError as error:
        if isinstance(error, FalseCertificate):
            raise
        raise FalseCertificate(str(error)) from error
    try:
        convicted = _convicted(certificate, rules, group)
    except ProtocolError as error:
        raise FalseCertificate(f"the game in this certificate does not hold together: {error}") from error
    if rules is None and certificate.kind == "illegal-act" and _judged(certificate):
        raise RulesNeeded("an illegal act is checked with the rules of its game; they are not here")
    if (certificate.seat, certificate.kind) not in convicted:
        raise FalseCertificate(f"nothing here shows that seat {certificate.seat} broke the protocol in this way")
    return convicted[certificate.seat, certificate.kind]


def _convicted(certificate: Certificate, rules: Rules | None, group: Group) -> dict[tuple[int, str], str]:
    """Give the seats that the prefix and the evidence of a certificate convict, their offence, and the reason in
    words.
    """
    verifier = Verifier(certificate.charter, rules, certificate.seat, group)
    records: Iterable[OperationRecord | MessageRecord] = (
        *certificate.prefix,
        *(MessageRecord(data) for data in certificate.evidence),
    )
    for record in records:
        verifier.add(record)
    return {(found.seat, found.certificate.kind): found.certificate.reason for found in verifier.accused}


def _judged(certificate: Certificate) -> bool:
    """Whether the accused has said what rules can judge: an act, or sealed ones, which are judged together as well."""
    kinds: tuple[type[ActMessage | SealOpen], ...] = (ActMessage, SealOpen) if certificate.evidence else (SealOpen,)
    prefix = (record.envelope for record in certificate.prefix if isinstance(record, MessageRecord))
    for said in map(decode_envelope, certificate.evidence or prefix):
        with suppress(BadEncoding):
            if said.seat == certificate.seat and isinstance(decode_body(said.body), kinds):
                return True
    return False


def _no_entropy(count: int) -> bytes:
    raise AssertionError("a verifier makes no secrets")
