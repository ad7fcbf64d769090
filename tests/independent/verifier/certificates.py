"""Section 12: certificates, believed for nothing that their accuser says."""

from collections.abc import Sequence
from dataclasses import dataclass

from . import shapes, structs
from .charter import Charter, Message, read_message
from .pack import Unreadable
from .replay import Replay
from .shapes import Record
from .verdicts import Damage, Disagreement

CONVICTS, FALSE, NEEDS_RULES = "convicts", "false", "needs the rules"


@dataclass
class Finding:
    """Whether a certificate convicts its seat; an illegal act only the rules of the game can judge."""

    status: str
    seat: int
    kind: str
    why: str


def check(data: bytes) -> Finding:
    """Judge a certificate. Raises `Damage` for what is none."""
    try:
        certificate = shapes.read(structs.certificate, data, structs.CERTIFICATE_LIMIT)
    except Unreadable as why:
        raise Damage(f"a certificate: {why}") from None
    charter = Charter(certificate.signed)
    return judge(charter, certificate.type, certificate.seat, certificate.prefix, certificate.evidence)


def judge(charter: Charter, kind: str, seat: int, prefix: Sequence[Record], evidence: Sequence[bytes]) -> Finding:
    """Judge what a certificate holds, of a charter whose signatures were checked."""
    try:
        if seat >= len(charter.operators):
            raise Damage("no such seat")
        if kind == "equivocation":
            status, why = _equivocation(charter, seat, evidence)
        else:
            status, why = _replayed(charter, kind, seat, prefix, evidence)
    except (Damage, Disagreement) as reason:
        status, why = FALSE, str(reason)
    return Finding(status, seat, kind, why)


def _equivocation(charter: Charter, seat: int, evidence: Sequence[bytes]) -> tuple[str, str]:
    messages = [read_message(each) for each in evidence]
    if len(messages) != 2:
        raise Damage("an equivocation is two envelopes")
    if any(not message.is_of(charter) or message.seat != seat for message in messages):
        raise Damage("a message that is not this seat's")
    first, second = messages
    if first.slot == second.slot and first.id != second.id:
        return CONVICTS, "two messages in one slot"
    if first.epoch == second.epoch and _confirmed_first(first) != _confirmed_first(second):
        return CONVICTS, "two motions confirmed first in one epoch"
    return FALSE, "the two messages can stand beside each other"


def _confirmed_first(message: Message) -> bytes:
    """The motion that a `confirm` names."""
    try:
        body = shapes.read(structs.body, message.body, structs.BODY_LIMIT)
    except Unreadable:
        raise Damage("two messages of different slots that are no confirmations") from None
    if body.kind != "confirm":
        raise Damage("two messages of different slots that are no confirmations")
    return bytes(body.first)


def _replayed(
    charter: Charter, kind: str, seat: int, prefix: Sequence[Record], evidence: Sequence[bytes]
) -> tuple[str, str]:
    replay = Replay(charter, accused=charter.operators[seat])
    for record in prefix:
        replay.take(record)
    for envelope in evidence:
        replay.take(structs.record(["said", envelope]))
    for fault in replay.convicted:
        if (fault.seat, fault.kind) == (seat, kind):
            return CONVICTS, fault.why
    if kind == "illegal-act" and _acted(seat, prefix, evidence):
        return NEEDS_RULES, "what was said is well formed; whether it was legal the rules must say"
    return FALSE, "it convicts nobody of that"


def _acted(seat: int, prefix: Sequence[Record], evidence: Sequence[bytes]) -> bool:
    """Whether the accused said something that the rules of a game can judge."""
    kinds = ("acted", "seal-open") if evidence else ("seal-open",)
    said = evidence or [record.envelope for record in prefix if record.kind == "said"]
    return any(_kind_of(message) in kinds for message in map(read_message, said) if message.seat == seat)


def _kind_of(message: Message) -> str:
    try:
        return shapes.read(structs.body, message.body, structs.BODY_LIMIT).kind
    except Unreadable:
        return ""
