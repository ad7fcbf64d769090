"""The verdict on a transcript file or a certificate: one value, which an application shows and turns into an exit
code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from protocol.certificates import Certificate, FalseCertificate, RulesNeeded
from protocol.charter import Charter, SignedCharter
from protocol.errors import BadEncoding, Damage, ProtocolError, UnknownRules
from protocol.events import SeatConvicted, SeatsLeft
from protocol.messages import Motion
from protocol.ops.result import SignedEnd
from protocol.proofs.batching import BatchingGroup
from protocol.replay import ReplayReferee, Rules, StateMismatch, Verifier, check
from protocol.session import Session
from protocol.transcript import MessageRecord, OperationRecord, ProofRecord, TranscriptReader
from protocol.versions import VersionMismatch

Status = Literal[
    "finished",
    "forfeited",
    "called-off",
    "left",
    "unfinished",
    "violated",
    "disagreed",
    "damaged",
    "other-rules",
    "other-version",
]
"""
``finished``: complete, and every seat that was still there signed the end.
``forfeited``, ``called-off``: ended so by the signed agreement of everybody who was still there.
``left``: all but those whom ``ended_by`` names agreed to end it without them.
``unfinished``: everything there is in order, but the end is missing; a cut copy looks the same.
``violated``: somebody broke the protocol, as the certificates in ``accused`` show by themselves, and the game did not
come to its end, or the rest of the file is not in order.
``disagreed``: the rules used here come to another state than a seat signed; accuses nobody.
``damaged``: not a transcript, or one in which something was changed, removed, repeated or added; accuses nobody.
``other-rules``: signatures and proofs hold as far as they go, but the rules of the game are not here.
``other-version``: made with another version of the protocol; ``reason`` names the program that reads it.
"""

State = Literal[
    "fair",
    "violated",
    "damaged",
    "unfinished",
    "other-rules",
    "other-version",
    "convicted",
    "ended",
    "disagreed",
]
"""In a word: ``fair`` is a game that finished with nobody convicted, ``convicted`` one that finished with somebody;
``ended`` is one that was called off, forfeited or left. The others are what ``Status`` says.
"""

EXIT_CODES: dict[State, int] = {
    "fair": 0,
    "violated": 1,
    "damaged": 2,
    "unfinished": 3,
    "other-rules": 4,
    "other-version": 4,
    "convicted": 5,
    "ended": 6,
    "disagreed": 7,
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a transcript; ``reason`` says in words what is missing or wrong, or how the game ended.

    ``accused`` are those who are convicted, once a seat; ``undecided`` seats of which only the rules of the game tell
    whether they are. ``left`` never calls a seat a cheat without proof. ``unproven``: motions at the end of the file by
    which all others voted somebody out as a cheat and showed no proof; nobody has left by them. ``seated`` are the
    seats still there at the end: if finished, those who signed it.
    """

    status: Status
    reason: str = ""
    charter: SignedCharter | None = None
    accused: tuple[SeatConvicted, ...] = ()
    undecided: tuple[int, ...] = ()
    left: tuple[SeatsLeft, ...] = ()
    order: tuple[int, ...] = ()
    seated: tuple[int, ...] = ()
    finished: SignedEnd | None = None
    ended_by: Motion | None = None
    unproven: tuple[Motion, ...] = ()
    messages: int = 0
    operations: int = 0
    chain: bytes = b""
    is_certificate: bool = False
    """Whether this is about a certificate and not about a transcript."""
    paused: bool = False
    """Whether the table had agreed on a pause when the file was written, and nobody has said anything in it since."""
    damage: Damage | Literal[""] = ""
    """What is wrong with a damaged file; ``reason`` says it more exactly."""
    theirs: str = ""
    """The version of the protocol that another program has made the file with."""
    whole: bool = True
    """Whether everything has been checked; else what follows the first record that is not in order has not."""
    as_it_came: bool = False
    """Whether all was checked when it came, by the very process whose verdict this is, and not gone through again."""

    @property
    def state(self) -> State:
        """The verdict in a word."""
        match self.status:
            case "finished":
                return "convicted" if self.accused else "fair"
            case "called-off" | "forfeited" | "left":
                return "ended"
            case other:
                return other

    @property
    def exit_code(self) -> int:
        """The exit code of a program with this verdict: see ``EXIT_CODES``."""
        return EXIT_CODES[self.state]

    @property
    def seats_left(self) -> int:
        """The number of seats that had left by the end."""
        return sum(len(left.seats) for left in self.left)

    @property
    def certificates(self) -> tuple[Certificate, ...]:
        """The certificates that convince anybody of each conviction."""
        return tuple(found.certificate for found in self.accused)


def verify_file(pieces: Iterable[bytes], rules: Callable[[Charter], ReplayReferee] | None = None) -> Verdict:
    """The verdict on a transcript file, given in pieces of any size; nothing that its bytes say makes it raise.

    ``rules`` makes the referee of the game and raises ``UnknownRules`` where they are not here; anything else that it
    raises goes through. Without it acts are taken as they stand. Raises ``Fault`` where this program itself fails,
    which says nothing about the file.
    """
    reader, checking = TranscriptReader(), None
    try:
        for piece in pieces:
            records = reader.feed(piece)
            if checking is None and reader.charter is not None:
                checking = _FileCheck(reader.charter, rules)
            for record in records:
                assert checking is not None, "records come after the charter"
                checking.add(record)
        reader.end()
        assert checking is not None, "a file with an end has a charter"
        checking.end()
    except VersionMismatch as error:
        return Verdict("other-version", str(error), theirs=error.theirs)
    except ProtocolError as error:
        if checking is None:
            return Verdict("damaged", str(error), reader.charter, damage=_damage(error))
        return checking.verdict(error)
    return checking.verdict()


def verify_records(
    charter: SignedCharter,
    records: Iterable[OperationRecord | MessageRecord | ProofRecord],
    rules: Callable[[Charter], ReplayReferee] | None = None,
) -> Verdict:
    """The verdict on records in memory; see ``verify_file``."""
    checking = _FileCheck(charter, rules)
    try:
        for record in records:
            checking.add(record)
        checking.end()
    except ProtocolError as error:
        return checking.verdict(error)
    return checking.verdict()


def verify_session(session: Session) -> Verdict | None:
    """The verdict on a finished game of a process that has checked every message, proof and act of it as it came.

    None where that is not all that there is to say (see ``Session.has_checked_all``); then ``verify_records`` says it.
    It believes nobody but this process: whoever reads the file checks the file.
    """
    course = session.course
    if course.end is None or not session.has_checked_all():
        return None
    records = session.records
    messages = sum(isinstance(record, MessageRecord) for record in records)
    return Verdict(
        "finished",
        charter=session.charter,
        left=(*course.departures, *course.leaving),
        order=course.order,
        seated=session.play.present,
        finished=course.end,
        messages=messages,
        operations=len(records) - messages,
        chain=session.chain,
        as_it_came=True,
    )


def verify_certificate(certificate: Certificate, rules: Callable[[Charter], ReplayReferee] | None = None) -> Verdict:
    """The verdict on a certificate: violated if it convicts somebody, else nothing follows from it."""
    charter = certificate.charter
    made, missing = _made(charter, rules)
    try:
        certificate = replace(certificate, reason=check(certificate, made))
    except FalseCertificate as error:
        words = f"this certificate convicts nobody: {error}"
        return Verdict("damaged", words, charter, damage="certificate", is_certificate=True)
    except RulesNeeded as error:
        return Verdict("other-rules", missing or str(error), charter, is_certificate=True)
    messages = sum(isinstance(record, MessageRecord) for record in certificate.prefix) + len(certificate.evidence)
    accused = (SeatConvicted(certificate.seat, certificate),)
    return Verdict("violated", "", charter, accused, messages=messages, is_certificate=True)


def _made(charter: SignedCharter, rules: Callable[[Charter], ReplayReferee] | None) -> tuple[Rules | None, str]:
    """Find the maker of a referee for this charter, or the reason why its rules are not here."""
    if rules is None:
        return None, ""
    make = rules
    try:
        make(charter.charter)
    except UnknownRules as error:
        return None, str(error)
    return lambda: make(charter.charter), ""


class _FileCheck:
    """A verifier, and what its findings mean.

    It goes through a file in the hope that all is in order, and checks all proofs in one sum. That is the verdict
    only where nothing was wrong: else it begins again from the first record, checking each proof in its place, and
    what it finds then counts.
    """

    def __init__(self, charter: SignedCharter, rules: Callable[[Charter], ReplayReferee] | None) -> None:
        self._rules, self._missing = _made(charter, rules)
        self._group = BatchingGroup()
        self._records: list[OperationRecord | MessageRecord | ProofRecord] = []
        """What has been gone through in hope."""
        self.verifier = Verifier(charter, self._rules, group=self._group)

    def add(self, record: OperationRecord | MessageRecord | ProofRecord) -> None:
        """Check the next record. Raises as ``Verifier.add``."""
        if not self._group.deferring:
            self.verifier.add(record)
            return
        self._records.append(record)
        # There is no hope left where somebody was caught: so a certificate is judged once, and what it brings along,
        # which may be a whole game more, is not put off.
        if isinstance(record, ProofRecord) or not self._holds(lambda: self.verifier.add(record), self._group.full):
            self._begin_again()

    def end(self) -> None:
        """Check what is left. Raises as ``Verifier.add`` and ``Verifier.end``."""
        if self._group.deferring and not self._holds(self.verifier.end, True):
            self._begin_again()
        self.verifier.end()

    def _holds(self, work: Callable[[], None], settle: bool) -> bool:
        """Whether this is in order, nobody is accused by now, and, where they are settled, all proofs hold."""
        try:
            work()
            if settle:
                self._group.settle()
        except Exception:  # whatever it is, what proofs that do not hold say can have led to it: it is found out
            return False
        return not (self.verifier.accused or self.verifier.undecided)

    def _begin_again(self) -> None:
        self._group.stop()
        self.verifier = Verifier(self.verifier.charter, self._rules, group=self._group)
        records, self._records = self._records, []
        for record in records:
            self.verifier.add(record)

    def verdict(self, error: ProtocolError | None = None) -> Verdict:
        """The verdict; ``error`` is what was wrong with the first record that could not be taken, or behind it.

        Raises ``Fault`` where this program itself fails.
        """
        if self._group.deferring and not self._holds(lambda: None, True):
            try:
                self._begin_again()
            except ProtocolError as earlier:
                error = earlier
        verifier, session = self.verifier, self.verifier.session
        status: Status
        status, reason = self._ended() if error is None else ("damaged", str(error))
        if error is None and session.unproven_motions:
            out = _listed(
                verifier.charter.charter.operators[motion.operator].name for motion in session.unproven_motions
            )
            reason += f"; the others voted {out} out as a cheat and showed no proof: nobody is accused"
        if isinstance(error, StateMismatch):
            status = "disagreed"
        if verifier.accused and status != "finished":  # a certificate convinces by itself, whatever the rest is
            status = "violated"
        elif (self._missing or verifier.undecided) and status != "damaged":
            words = self._missing or "only the rules of this game tell whether somebody broke them, as the file says"
            status, reason = "other-rules", f"{words}; {reason}" if reason else words
        in_order = status not in ("damaged", "disagreed")
        return Verdict(
            status,
            reason,
            verifier.charter,
            tuple(verifier.accused),
            tuple(verifier.undecided),
            (*verifier.left, *(session.course.leaving if session.over or verifier.ended_by else ()))
            if in_order
            else (),
            verifier.order,
            session.play.present,
            verifier.finished if in_order else None,
            verifier.ended_by,
            session.unproven_motions,
            verifier.messages,
            verifier.operations,
            session.chain,
            paused=status == "unfinished" and session.all_paused,
            damage=_damage(error) if error is not None and status != "disagreed" else "",
            whole=error is None,
        )

    def _ended(self) -> tuple[Status, str]:
        verifier = self.verifier
        names = [operator.name for operator in verifier.charter.charter.operators]
        if verifier.finished is not None:
            return "finished", ""
        if verifier.ended_by is not None:
            how = "called off" if verifier.ended_by.kind == "call-off" else "given up"
            if verifier.ended_by.without:
                missing = _listed(names[operator] for operator in verifier.ended_by.without)
                return "left", f"{how} by agreement of everybody but {missing}"
            status: Status = "called-off" if verifier.ended_by.kind == "call-off" else "forfeited"
            return status, f"{how} by agreement of everybody who was still there"
        if verifier.session.all_paused:
            return "unfinished", "the game is paused: its players have agreed to go on another day"
        return "unfinished", "the end is missing from this file"


def _damage(error: ProtocolError) -> Damage:
    """Name the damage of a file that raised this refusal."""
    return error.key if isinstance(error, BadEncoding) else "changed"


def _listed(names: Iterable[str]) -> str:
    """Some names in a sentence."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
