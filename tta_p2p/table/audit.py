"""Going through a recorded game again with its rules: is it fair, whose is it, how did it end.

The verifier is a table without seats of its own: it replays rules and protocol by the same code as play. Where the
rules the game was played by are not here, signatures and proofs are checked all the same.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

import msgspec

from protocol.certificates import MAX_CERTIFICATE, Certificate, FalseCertificate, check, decode_certificate
from protocol.charter import SignedCharter, decode_charter
from protocol.compare import Relation, compare
from protocol.errors import BadEncoding, ProtocolError
from protocol.events import Carried, Faulted
from protocol.replay import Verifier
from protocol.transcript import MAGIC, Asked, Kept, Reader, Record, Said, write
from tta_p2p.games.contract import Standings
from tta_p2p.games.registry import UnknownGame, find
from tta_p2p.table.binding import BadEntry
from tta_p2p.table.game_table import Convicted, GameTable, Over, Paused
from tta_p2p.table.referee import referee_of

State = Literal["fair", "violated", "damaged", "unfinished", "other-rules"]

ENDED = {"adjourn": "adjourned", "forfeit": "given up"}
"""Motions that end a game, and what it then is."""

CHUNK = 8 * 1024


@dataclass(slots=True)
class Verdict:
    """What verifying a transcript gave; ``reason`` says in words what is wrong."""

    state: State
    reason: str = ""
    charter: SignedCharter | None = None
    standings: Standings | None = None
    certificates: list[Certificate] = field(default_factory=list)
    messages: int = 0
    operations: int = 0
    seats_left: int = 0
    names: tuple[str, ...] = ()
    """Who played each seat of the game."""
    is_certificate: bool = False
    """Whether this is about a certificate and not about a transcript."""

    @property
    def exit_code(self) -> int:
        """0 fair, 1 violated, 2 damaged, 3 unfinished, 4 other rules."""
        return {"fair": 0, "violated": 1, "damaged": 2, "unfinished": 3, "other-rules": 4}[self.state]


@dataclass(frozen=True, slots=True)
class Accusation:
    """What a certificate says, for people: who (name, identity key), what and why; ``data`` is the certificate."""

    sid: bytes
    seat: int
    name: str
    identity: bytes
    kind: str
    reason: str
    data: bytes


def accusations(certificates: Iterable[Certificate]) -> list[Accusation]:
    """What these certificates, each of which convicts somebody, say."""
    said = []
    for one in certificates:
        charter = one.charter.charter
        name, identity = charter.seats[one.seat].name, charter.identity_of(one.seat)
        said.append(Accusation(charter.sid, one.seat, name, identity, one.kind, one.reason, one.encode()))
    return said


class Damaged(Exception):
    """The records are not what a game left behind; nobody is accused."""


class Audit:
    """Checks a transcript record by record; ``table`` (None without the rules) is where the replay stands."""

    def __init__(self, charter: SignedCharter) -> None:
        self.charter = charter
        self.table: GameTable | None = None
        self._plain: Verifier | None = None
        self.certificates: list[Certificate] = []
        self.standings: Standings | None = None
        self._ended = ""
        """How the table has ended the game by agreement before it was over, in words."""
        self.messages = self.operations = 0
        self._asked: list[bytes] = []
        try:
            game = find(charter.charter.game)
            self.table = GameTable(game, charter, _no_entropy)
        except UnknownGame:
            self.why_not = _no_game(charter)
        except BadEntry as error:
            self.why_not = str(error)
        if self.table is None:
            self._plain = Verifier(charter)

    def add(self, record: Asked | Said) -> None:
        """Check the next record. Raises Damaged, or Fault where this program itself fails."""
        if self._plain is not None:
            self._add_plain(self._plain, record)
            return
        assert self.table is not None
        table = self.table
        if isinstance(record, Asked):
            self.operations += 1
            self._asked.append(record.operation)
        else:
            self.messages += 1
            if table.session.over:
                raise Damaged("a message after the end of the game")
            before = len(self.certificates)
            outcome = table.receive(record.envelope)
            self._drain(table)
            if outcome != "taken" and not (outcome in ("early", "void") and len(self.certificates) > before):
                raise Damaged(f"message {self.messages} is not the next one of this game ({outcome})")
        self._drain(table)

    def verdict(self) -> Verdict:
        """What has been found. Raises Damaged where operations were written down that the rules never asked for."""
        if self._plain is not None:
            return self._plain_verdict(self._plain)
        assert self.table is not None
        asked = [record.operation for record in self.table.session.records if isinstance(record, Asked)]
        if self._asked != asked[: len(self._asked)] or len(asked) - len(self._asked) > 1:
            raise Damaged("the file writes down other operations than the rules ask for")
        left = sum(seat not in self.table.session.seated for seat in range(len(self.charter.charter.seats)))
        charter, seating = self.charter.charter, self.table.seating
        common: dict[str, Any] = {
            "charter": self.charter,
            "certificates": self.certificates,
            "messages": self.messages,
            "operations": self.operations,
            "seats_left": left,
            "names": tuple(charter.seats[seat].name for seat in seating.charter) if seating is not None else (),
        }
        if self.certificates:
            reason = self._convincing(self.certificates[0])
            return Verdict("violated", reason, standings=self.standings, **common)
        if self.standings is None:
            reason = self._ended or "the end is missing from this file"
            return Verdict("unfinished", reason, **common)
        return Verdict("fair", standings=self.standings, **common)

    def _drain(self, table: GameTable) -> None:
        for event in table.poll().events:
            match event:
                case Convicted(_, certificate):
                    self.certificates.append(certificate)
                case Paused(_, reason):
                    raise Damaged(reason)
                case Faulted(fault):
                    raise fault
                case Over(standings):
                    self.standings = standings
                case Carried(motion) if motion.kind in ENDED:
                    missing = [self.charter.charter.operators[one].name for one in motion.without]
                    whose = f"all but {' and '.join(missing)}" if missing else "everybody who was still there"
                    self._ended = f"{ENDED[motion.kind]} by agreement of {whose}"
                case _:
                    pass

    def _add_plain(self, verifier: Verifier, record: Asked | Said) -> None:
        try:
            verifier.add(record)
        except ProtocolError as error:
            raise Damaged(str(error)) from error
        self.messages, self.operations = verifier.messages, verifier.operations

    def _plain_verdict(self, verifier: Verifier) -> Verdict:
        certificates = [found.certificate for found in verifier.accused]
        state: State = "violated" if certificates else "other-rules"
        reason = self._convincing(certificates[0]) if certificates else self.why_not
        return Verdict(state, reason, self.charter, None, certificates, self.messages, self.operations)

    def _convincing(self, certificate: Certificate) -> str:
        """What a certificate says, which anybody can check. Raises Damaged for one that proves nothing."""
        try:
            check(certificate, lambda: referee_of(self.charter.charter))
        except (ProtocolError, BadEntry, UnknownGame) as error:
            text = f"seat {certificate.seat} seems to have cheated, but that proves nothing: {error}"
            raise Damaged(text) from error
        return f"seat {certificate.seat}: {certificate.reason}"


def verify_records(charter: SignedCharter, records: Iterable[Asked | Said]) -> Verdict:
    """The verdict on records in memory."""
    audit = Audit(charter)
    try:
        for record in records:
            audit.add(record)
        return audit.verdict()
    except Damaged as error:
        return Verdict("damaged", str(error), charter, messages=audit.messages, operations=audit.operations)


def verify_file(path: Path, progress: Callable[[int, int], None] = lambda done, whole: None) -> Verdict:
    """The verdict on a transcript or certificate file; ``progress`` hears bytes done and in all."""
    whole = path.stat().st_size
    if not whole:
        return Verdict("damaged", "the file is empty")
    certificate = _read_certificate(path) if whole <= MAX_CERTIFICATE else None
    if certificate is not None:
        return verify_certificate(certificate)
    reader, audit, done = Reader(), None, 0
    try:
        with path.open("rb") as file:
            while piece := file.read(CHUNK):
                done += len(piece)
                for record in reader.feed(piece):
                    if audit is None:
                        assert reader.charter is not None
                        audit = Audit(reader.charter)
                    audit.add(record)
                progress(done, whole)
        reader.end()
        if audit is None:
            assert reader.charter is not None
            audit = Audit(reader.charter)
        return audit.verdict()
    except (ProtocolError, Damaged) as error:
        messages, operations = (audit.messages, audit.operations) if audit is not None else (0, 0)
        return Verdict("damaged", str(error), reader.charter, messages=messages, operations=operations)


def verify_certificate(certificate: Certificate) -> Verdict:
    """The verdict on a certificate: violated if it convicts somebody, else nothing follows from it."""
    verdict = Verdict("violated", charter=certificate.charter, is_certificate=True)
    try:
        check(certificate, lambda: referee_of(certificate.charter.charter))
    except FalseCertificate as error:
        verdict.state, verdict.reason = "damaged", f"this certificate convicts nobody: {error}"
    except UnknownGame:
        verdict.state, verdict.reason = "other-rules", _no_game(certificate.charter)
    except (BadEntry, BadEncoding) as error:
        verdict.state, verdict.reason = "other-rules", str(error)
    else:
        verdict.reason = f"seat {certificate.seat}: {certificate.reason}"
        verdict.certificates = [certificate]
        verdict.messages = sum(isinstance(record, Said) for record in certificate.prefix) + len(certificate.evidence)
    return verdict


def _read_certificate(path: Path) -> Certificate | None:
    with path.open("rb") as file:
        if file.read(len(MAGIC)) == MAGIC:
            return None
        file.seek(0)
        with contextlib.suppress(ProtocolError):
            return decode_certificate(file.read())
    return None


def standing_records(charter: SignedCharter, journal: Iterable[Record]) -> tuple[Asked | Said, ...]:
    """The transcript that a journal holds: what stands of it, in an order in which it can be checked. Raises Fault."""
    kept = [record for record in journal if not isinstance(record, Kept)]
    table = GameTable(find(charter.charter.game), charter, _no_entropy, journal=kept)
    if table.session.fault is not None:
        raise table.session.fault
    return table.session.records


def export_journal(path: Path, charter: bytes, journal: Iterable[bytes]) -> tuple[int, int]:
    """Write the transcript of a stored game; how many records and bytes."""
    signed = decode_charter(charter)
    records = standing_records(signed, [read_record(data) for data in journal])
    return len(records), write_file(path, signed, records)


def read_record(data: bytes) -> Record:
    """A record of a journal, as it was stored."""
    return msgspec.msgpack.decode(data, type=Record)  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Compared:
    """How two transcript files stand to each other; ``certificates`` convict who signed two different things."""

    first: Path
    second: Path
    relation: Relation | Literal["other games"]
    certificates: tuple[Certificate, ...] = ()


def compare_files(paths: Sequence[Path]) -> list[Compared]:
    """How every two of these transcript files, each already verified by itself, stand to each other.

    Raises ProtocolError for a file that is no transcript.
    """
    copies = []
    for path in paths:
        reader = Reader()
        records = reader.feed(path.read_bytes())
        reader.end()
        assert reader.charter is not None
        copies.append((path, reader.charter, records))
    said = []
    for (first, charter, records), (second, other, others) in combinations(copies, 2):
        if charter.charter.sid != other.charter.sid:
            said.append(Compared(first, second, "other games"))
        else:
            found = compare(charter, records, others)
            said.append(Compared(first, second, found.relation, found.certificates))
    return said


def write_file(path: Path, charter: SignedCharter, records: Iterable[Asked | Said]) -> int:
    """Write a transcript file; how many bytes it has."""
    written = 0
    with path.open("wb") as file:
        for piece in write(charter, records):
            written += file.write(piece)
    return written


def _no_game(charter: SignedCharter) -> str:
    return f"there is no game {charter.charter.game!r} here"


def _no_entropy(count: int) -> bytes:
    raise AssertionError("a verifier makes no secrets")
