"""Certificates: a small file with which anybody can check, offline, who broke the protocol and how.

The accuser never chooses the statement: apart from an equivocation, which speaks for itself, a certificate carries
the whole prefix of the game, and checking replays it by the same code as play until the accused's own signed message
is refused (``replay.check``). An illegal act needs the rules of the game for that, everything else needs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from protocol.charter import MAX_CHARTER, SignedCharter, refuse_other_version
from protocol.errors import BadEncoding, ProtocolError
from protocol.messages import Confirmation, Envelope, decode_body, decode_envelope
from protocol.transcript import MAX_CAUGHT, Evidence, Kind, MessageRecord, OperationRecord, ProofRecord
from protocol.versions import decoded
from protocol.wire import SeatNumber, Struct, decode, encode

MAX_CERTIFICATE = MAX_CAUGHT


class Certificate(Struct, frozen=True):
    """An offence of kind ``kind`` by ``seat``, with everything needed to check it."""

    kind: Kind
    seat: SeatNumber
    reason: Annotated[str, msgspec.Meta(max_length=1000)]
    charter: SignedCharter
    prefix: tuple[OperationRecord | MessageRecord, ...]
    evidence: Evidence

    def encode(self) -> bytes:
        """The canonical bytes."""
        return encode(self)

    def stored(self) -> ProofRecord:
        """The record of it in a journal."""
        return ProofRecord(self.kind, self.seat, self.reason, 0, self.prefix, self.evidence)

    def written(self, before: Sequence[OperationRecord | MessageRecord]) -> ProofRecord:
        """The record of it in a file, after these operations and messages."""
        kept = 0
        while kept < min(len(before), len(self.prefix)) and before[kept] == self.prefix[kept]:
            kept += 1
        return ProofRecord(self.kind, self.seat, "", kept, self.prefix[kept:], self.evidence)


class FalseCertificate(ProtocolError):
    """A certificate that convicts nobody."""


class RulesNeeded(BadEncoding):
    """A certificate that only somebody with the rules of its game can check."""


_CHARTER = Certificate.__struct_fields__.index("charter")


def decode_certificate(data: bytes) -> Certificate:
    """A certificate from outside, not yet checked. Raises ``VersionMismatch`` or ``BadEncoding``."""
    try:
        return decode(data, Certificate, MAX_CERTIFICATE)
    except BadEncoding:
        charter = _charter_in(data)
        if len(charter) <= MAX_CHARTER:
            refuse_other_version(decoded(charter), "this certificate")
        raise


def _charter_in(data: bytes) -> bytes:
    """The bytes of the signed charter in a certificate of any version, if there may be one. Nothing else is built: a
    list of empty lists takes seventy times the memory that its bytes take."""
    if not data or len(data) > MAX_CERTIFICATE or not 0x90 | _CHARTER < data[0] <= 0x9F:
        return b""
    try:
        return bytes(msgspec.msgpack.decode(data, type=list[msgspec.Raw])[_CHARTER])
    except (msgspec.DecodeError, RecursionError, ValueError):
        return b""


def equivocation(charter: SignedCharter, first: Envelope, second: Envelope) -> Certificate:
    """The certificate of two contents signed for one slot, or of two motions that each was confirmed first."""
    reason = f"two different messages for step {first.step} of one lane"
    if first.slot != second.slot:
        reason = f"two motions of epoch {first.epoch}, each confirmed first"
    return Certificate("equivocation", first.seat, reason, charter, (), (encode(first), encode(second)))


def of_record(
    caught: ProofRecord, charter: SignedCharter, before: Sequence[OperationRecord | MessageRecord] = ()
) -> Certificate:
    """The certificate that stands in a journal, or in a file after these operations and messages.

    Raises ``BadEncoding`` for one that keeps more records than there are before it.
    """
    if caught.kept > len(before):
        raise BadEncoding(f"a proof keeps {caught.kept} records where {len(before)} stand before it")
    prefix = (*before[: caught.kept], *caught.branch)
    return Certificate(caught.kind, caught.seat, caught.reason, charter, prefix, caught.evidence)


def decode_proof(data: bytes, charter: SignedCharter) -> Certificate:
    """The certificate in a ``caught`` record that stands by itself, from a member, not yet checked.

    Raises ``BadEncoding``.
    """
    return of_record(decode(data, ProofRecord, MAX_CAUGHT), charter)


def check_equivocation(certificate: Certificate) -> str:
    """Describe the equivocation of a seat from its two messages alone. Raises ``ProtocolError``."""
    if len(certificate.evidence) != 2:
        raise FalseCertificate("an equivocation is shown by two messages")
    first, second = (decode_envelope(data) for data in certificate.evidence)
    for envelope in (first, second):
        if envelope.sid != certificate.charter.charter.sid or envelope.seat != certificate.seat:
            raise FalseCertificate("a message of another game or seat")
        envelope.check(certificate.charter.charter)
    if not contradict(first, second):
        raise FalseCertificate("these two messages do not contradict each other")
    return equivocation(certificate.charter, first, second).reason


def contradict(first: Envelope, second: Envelope) -> bool:
    """Whether nobody may say both: two contents for one slot, or two motions of an epoch each confirmed first."""
    if first.slot == second.slot:
        return first.id != second.id
    if (first.epoch, first.seat) != (second.epoch, second.seat):
        return False
    bodies = decode_body(first.body), decode_body(second.body)
    return (
        isinstance(bodies[0], Confirmation)
        and isinstance(bodies[1], Confirmation)
        and bodies[0].first != bodies[1].first
    )
