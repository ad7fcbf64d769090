"""Section 13: transcript files and the verdicts on them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from . import certificates, shapes, structs
from .charter import Charter, read_charter, version_of
from .hashes import n4
from .pack import Unreadable
from .replay import Replay
from .session import Session
from .shapes import Record
from .verdicts import Damage, Disagreement, Fault, OtherVersion

TITLE = b"tta-p2p transcript 4\n"
RECORD_LIMIT = structs.CERTIFICATE_LIMIT
"""No record is longer than a `caught`, which is a certificate without its charter."""


@dataclass
class Verdict:
    """What a file proves. The rules of the game are never checked here: there is no referee."""

    status: str
    why: str = ""
    session: Session | None = None
    convicted: list[Fault] = field(default_factory=list)
    rules: str = "rules not checked"

    def __str__(self) -> str:
        return f"{self.status} ({self.rules})" + (f": {self.why}" if self.why else "")


def pieces(data: bytes, title: bytes) -> Iterator[bytes]:
    """The pieces of a file, lazily; `Damage` where it is cut or one is too long."""
    if not data.startswith(title):
        name, _, number = title.decode().rstrip().rpartition(" ")
        first, _, _ = data[:80].partition(b"\n")
        found, _, other = first.decode("ascii", "replace").rpartition(" ")
        if b"\n" in data[:80] and found == name and version_of(other) and other != number:
            raise OtherVersion(f"a file of version {other}")
        raise Damage("another first line")
    at = len(title)
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "little")
        piece = data[at + 4 : at + 4 + length]
        if len(data) < at + 4 or length > RECORD_LIMIT or len(piece) < length:
            raise Damage("a piece too long, or an end within one")
        yield piece
        at += 4 + length


def join(parts: Iterable[bytes], title: bytes = TITLE) -> bytes:
    """A file of these pieces."""
    return title + b"".join(n4(len(part)) + part for part in parts)


class Reader:
    """Takes the records of a transcript file one by one."""

    def __init__(self, charter: Charter) -> None:
        self.replay = Replay(charter)
        self.course: list[Record] = []  # every `asked` and `said`
        self.caught: set[int] = set()
        self.undecided: list[Fault] = []  # convictions that only the rules of the game can tell

    def take(self, record: Record) -> None:
        if record.kind == "caught":
            self._catch(record)
        else:
            self.course.append(record)
            self.replay.take(record)

    def _catch(self, record: Record) -> None:
        """Believe a `caught` for nothing but what it proves."""
        if record.reason or record.seat in self.caught or record.first > len(self.course):
            raise Damage("a proof with a reason, a second one for a seat, or of more than stands before it")
        prefix = [*self.course[: record.first], *record.branch]
        charter = self.replay.charter
        finding = certificates.judge(charter, record.type, record.seat, prefix, record.evidence)
        if finding.status == certificates.FALSE:
            raise Damage(f"a proof that proves nothing: {finding.why}")
        self.caught.add(record.seat)
        fault = Fault(record.seat, record.type, finding.why)
        if finding.status == certificates.NEEDS_RULES:
            self.undecided.append(fault)
        self.replay.convict(fault)


def verify(data: bytes) -> Verdict:
    """The verdict on a transcript file."""
    reader, status, why = None, "", ""
    try:
        parts = pieces(data, TITLE)
        first = next(parts, None)
        if first is None:
            raise Damage("no charter")
        reader = Reader(read_charter(first))
        for part in parts:
            reader.take(read_record(part))
    except Damage as reason:
        status, why = "damaged", str(reason)
    except Disagreement as reason:
        status, why = "disagreed", str(reason)
    except OtherVersion as reason:
        status, why = "other-version", str(reason)
    if reader is None:
        return Verdict(status, why)
    session = reader.replay.session
    convicted = [fault for fault in reader.replay.convicted if fault not in reader.undecided]
    if convicted and (status or session.ended != "finished"):
        status, why = "violated", why or str(convicted[0])
    elif reader.undecided and status != "damaged":
        status = "other-rules"
    elif not status:
        status = session.ended or ("left" if session.outcome else "unfinished")
    return Verdict(status, why, session, convicted)


def read_record(piece: bytes) -> Record:
    try:
        return shapes.read(structs.record, piece, RECORD_LIMIT)
    except Unreadable as why:
        raise Damage(f"a record: {why}") from None
