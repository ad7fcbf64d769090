"""Verifying a recorded game by its rules, and what a verdict means in terms of the game: who won, left or cheated.

What a file proves is the business of `protocol.verdict`; here it gets the rules and reads and writes files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Literal

import msgspec

from protocol import verdict as verdicts
from protocol.certificates import MAX_CERTIFICATE, Certificate, decode_certificate, decode_proof
from protocol.charter import Charter, SignedCharter, decode_charter
from protocol.compare import Relation, compare
from protocol.errors import ProtocolError, UnknownRules
from protocol.session import Session
from protocol.transcript import (
    MAGIC,
    MessageRecord,
    OperationRecord,
    ProofRecord,
    Record,
    SecretRecord,
    TranscriptReader,
    write,
)
from protocol.versions import SPOKEN, VersionMismatch
from tta_p2p.games.contract import Standings
from tta_p2p.registry import UnknownGame
from tta_p2p.table import binding, local_record
from tta_p2p.table.binding import BadEntry
from tta_p2p.table.game_table import GameTable
from tta_p2p.table.referee import GameReferee, referee_of
from tta_p2p.table.releases import rules_of

CHUNK = 8 * 1024

Verdict = verdicts.Verdict
VERSION = SPOKEN
"""The version of the protocol whose files are checked here."""


def rules(charter: Charter) -> GameReferee:
    """A referee for the game of a charter. Raises UnknownRules where its rules are not here."""
    try:
        return referee_of(charter)
    except UnknownGame as error:
        raise UnknownRules(f"there is no game {charter.game!r} here") from error
    except BadEntry as error:
        raise UnknownRules(str(error)) from error


@dataclass(frozen=True, slots=True)
class Accusation:
    """A certificate in words for people: offender (name, identity key), offence and reason; ``data`` is the
    certificate.
    """

    sid: bytes
    game: str
    seat: int
    name: str
    identity: bytes
    kind: str
    reason: str
    data: bytes


def accusations(certificates: Iterable[Certificate]) -> list[Accusation]:
    """Put these certificates, each of which convicts somebody, into words."""
    said = []
    for one in certificates:
        charter = one.charter.charter
        name, identity = charter.seats[one.seat].name, charter.identity_of(one.seat)
        said.append(Accusation(charter.sid, charter.game, one.seat, name, identity, one.kind, one.reason, one.encode()))
    return said


EMPTY = "the file is empty"
ONE_MACHINE = "a game of one machine alone: nobody has signed it, so it proves nothing"
"""Reasons of verdicts on files that are no transcripts at all."""


@dataclass(frozen=True, slots=True)
class Departure:
    """A seat that was not there any more at the end: ``how`` is resigned, gone or cheated."""

    seat: int
    name: str
    how: str


def departures(verdict: Verdict) -> list[Departure]:
    """The seats that left the game before its end, in order."""
    if verdict.charter is None:
        return []
    seats = verdict.charter.charter.seats
    return [Departure(seat, seats[seat].name, left.reason) for left in verdict.left for seat in left.seats]


def standings_of(verdict: Verdict) -> Standings | None:
    """Give the standings by the rules at the end of the game, if everybody still there has signed them."""
    if verdict.status != "finished" or verdict.finished is None:
        return None
    return binding.read_standings(verdict.finished.standings)


def names_of(verdict: Verdict) -> tuple[str, ...]:
    """The player of each seat of the game; none if it never began."""
    if verdict.charter is None or not verdict.order:
        return ()
    charter = verdict.charter.charter
    try:
        seats = binding.game_seats(verdict.order, charter, rules_of(charter))
    except UnknownGame:
        seats = verdict.order
    return tuple(charter.seats[seat].name for seat in seats)


def verify_records(charter: SignedCharter, records: Iterable[OperationRecord | MessageRecord | ProofRecord]) -> Verdict:
    """The verdict on records in memory, by the rules of their game."""
    return verdicts.verify_records(charter, records, rules)


def verify_session(session: Session) -> Verdict | None:
    """The verdict of a process that has checked a finished game as it came; None where all must be gone through."""
    return verdicts.verify_session(session)


def verify_certificate(certificate: Certificate) -> Verdict:
    """The verdict on a certificate, by the rules of its game."""
    return verdicts.verify_certificate(certificate, rules)


def convincing(charter: SignedCharter, data: bytes) -> Certificate | None:
    """The certificate in a proof that a peer hands over (``Session.proof``), if it convicts somebody of this game."""
    try:
        verdict = verify_certificate(decode_proof(data, charter))
    except ProtocolError:
        return None
    return verdict.accused[0].certificate if verdict.accused else None


def verify_file(path: Path, progress: Callable[[int, int], None] = lambda done, whole: None) -> Verdict:
    """The verdict on a transcript or certificate file; ``progress`` hears bytes done and in all."""
    whole = path.stat().st_size
    if not whole:
        return Verdict("damaged", EMPTY)
    if local_record.is_file(path):
        return Verdict("damaged", ONE_MACHINE)
    try:
        certificate = _read_certificate(path) if whole <= MAX_CERTIFICATE else None
    except VersionMismatch as error:
        return Verdict("other-version", str(error), is_certificate=True, theirs=error.theirs)
    if certificate is not None:
        return verify_certificate(certificate)

    def pieces() -> Iterator[bytes]:
        done = 0
        with path.open("rb") as file:
            while piece := file.read(CHUNK):
                yield piece
                done += len(piece)
                progress(done, whole)

    return verdicts.verify_file(pieces(), rules)


def _read_certificate(path: Path) -> Certificate | None:
    with path.open("rb") as file:
        if file.read(len(MAGIC)) == MAGIC:
            return None
        file.seek(0)
        try:
            return decode_certificate(file.read())
        except VersionMismatch:
            raise
        except ProtocolError:
            return None


def standing_records(
    charter: SignedCharter, journal: Iterable[Record]
) -> tuple[OperationRecord | MessageRecord | ProofRecord, ...]:
    """The transcript that a journal holds: what stands of it, in an order in which it can be checked. Raises Fault."""
    kept = [record for record in journal if not isinstance(record, SecretRecord)]
    table = GameTable(rules_of(charter.charter), charter, _no_entropy, journal=kept)
    if table.session.fault is not None:
        raise table.session.fault
    return table.session.records


def export_journal(path: Path, charter: bytes, journal: Iterable[bytes]) -> tuple[int, int]:
    """Write the transcript of a stored game; how many records and bytes."""
    signed = decode_charter(charter)
    records = standing_records(signed, [read_record(data) for data in journal])
    return len(records), write_file(path, signed, records)


_records = msgspec.msgpack.Decoder(Record)


def read_record(data: bytes) -> Record:
    """A record of a journal, as it was stored."""
    return _records.decode(data)  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class FileComparison:
    """The relation of two transcript files; ``certificates`` convict each seat that signed two different things."""

    first: Path
    second: Path
    relation: Relation | Literal["other games"]
    certificates: tuple[Certificate, ...] = ()


def compare_files(paths: Sequence[Path]) -> list[FileComparison]:
    """Relate every two of these transcript files, each already verified by itself.

    Raises ProtocolError for a file that is no transcript.
    """
    copies = []
    for path in paths:
        reader = TranscriptReader()
        records = reader.feed(path.read_bytes())
        reader.end()
        assert reader.charter is not None
        copies.append((path, reader.charter, records))
    said = []
    for (first, charter, records), (second, other, others) in combinations(copies, 2):
        if charter.charter.sid != other.charter.sid:
            said.append(FileComparison(first, second, "other games"))
        else:
            found = compare(charter, records, others)
            said.append(FileComparison(first, second, found.relation, found.certificates))
    return said


def keep_file(
    path: Path, charter: SignedCharter, records: Sequence[OperationRecord | MessageRecord | ProofRecord]
) -> bool:
    """Write a transcript file; whether what is read back is what was written."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_file(path, charter, records)
    return path.read_bytes() == b"".join(write(charter, records))


def write_file(
    path: Path, charter: SignedCharter, records: Iterable[OperationRecord | MessageRecord | ProofRecord]
) -> int:
    """Write a transcript file; how many bytes it has."""
    written = 0
    with path.open("wb") as file:
        for piece in write(charter, records):
            written += file.write(piece)
    return written


def _no_entropy(count: int) -> bytes:
    raise AssertionError("a verifier makes no secrets")
