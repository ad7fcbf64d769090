"""Certificates: a small file with which anybody can check, offline, who broke the protocol and how.

The accuser never chooses the statement: apart from an equivocation, which speaks for itself, a certificate carries
the whole prefix of the game, and checking replays it by the same code as play until the accused's own signed message
is refused. An illegal act needs the game's rules for that, handed in as a referee; everything else needs nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from protocol.charter import SignedCharter, refuse_other_version
from protocol.errors import BadEncoding, ProtocolError
from protocol.messages import MAX_MESSAGE, Confirm, Envelope, decode_body, decode_envelope
from protocol.transcript import Asked, Said
from protocol.versions import decoded
from protocol.wire import SeatNumber, Struct, decode, encode

if TYPE_CHECKING:
    from protocol.replay import FollowingReferee

MAX_CERTIFICATE = 256 * 1024 * 1024

Kind = Literal["equivocation", "bad-proof", "bad-escrow", "false-complaint", "illegal-act"]


class Certificate(Struct, frozen=True):
    """Who (``seat``) broke what (``kind``), with everything needed to check it."""

    kind: Kind
    seat: SeatNumber
    reason: Annotated[str, msgspec.Meta(max_length=1000)]
    charter: SignedCharter
    prefix: tuple[Asked | Said, ...]
    evidence: Annotated[
        tuple[Annotated[bytes, msgspec.Meta(max_length=MAX_MESSAGE)], ...], msgspec.Meta(max_length=2)
    ]

    def encode(self) -> bytes:
        """The canonical bytes."""
        return encode(self)


class FalseCertificate(ProtocolError):
    """A certificate that convicts nobody."""


_CHARTER = Certificate.__struct_fields__.index("charter")


def decode_certificate(data: bytes) -> Certificate:
    """A certificate from outside, not yet checked. Raises ``OtherVersion`` or ``BadEncoding``."""
    try:
        return decode(data, Certificate, MAX_CERTIFICATE)
    except BadEncoding:
        parts = decoded(data) if len(data) <= MAX_CERTIFICATE else None
        if isinstance(parts, list) and len(parts) > _CHARTER:
            refuse_other_version(parts[_CHARTER], "this certificate")
        raise


def equivocation(charter: SignedCharter, first: Envelope, second: Envelope) -> Certificate:
    """The certificate of two contents signed for one slot, or of two motions that each was confirmed first."""
    reason = f"two different messages for step {first.step} of one lane"
    if first.slot != second.slot:
        reason = f"two motions of epoch {first.epoch}, each confirmed first"
    return Certificate("equivocation", first.seat, reason, charter, (), (encode(first), encode(second)))


def check(certificate: Certificate, referee: Callable[[], FollowingReferee] | None = None) -> None:
    """Convince oneself. Raises ``FalseCertificate``, or ``BadEncoding`` where the referee of the rules is needed.

    ``referee`` makes a fresh referee for the game of the charter; only an illegal act needs one. Raises ``Fault``
    where this program itself fails, which says nothing about the certificate.
    """
    from protocol.replay import replay_accusation  # the session itself makes certificates

    try:
        certificate.charter.check()
        if certificate.kind == "equivocation":
            _check_equivocation(certificate)
            return
    except ProtocolError as error:
        if isinstance(error, FalseCertificate):
            raise
        raise FalseCertificate(str(error)) from error
    if certificate.kind == "illegal-act" and referee is None:
        raise BadEncoding("an illegal act is checked with the rules of its game; they are not here")
    try:
        convicted = replay_accusation(certificate, referee)
    except ProtocolError as error:
        raise FalseCertificate(f"the game in this certificate does not hold together: {error}") from error
    if (certificate.seat, certificate.kind) not in convicted:
        raise FalseCertificate(f"nothing here shows that seat {certificate.seat} broke the protocol in this way")


def _check_equivocation(certificate: Certificate) -> None:
    if len(certificate.evidence) != 2:
        raise FalseCertificate("an equivocation is shown by two messages")
    first, second = (decode_envelope(data) for data in certificate.evidence)
    for envelope in (first, second):
        if envelope.sid != certificate.charter.charter.sid or envelope.seat != certificate.seat:
            raise FalseCertificate("a message of another game or seat")
        envelope.check(certificate.charter.charter)
    if not contradict(first, second):
        raise FalseCertificate("these two messages do not contradict each other")


def contradict(first: Envelope, second: Envelope) -> bool:
    """Whether nobody may say both: two contents for one slot, or two motions of an epoch each confirmed first."""
    if first.slot == second.slot:
        return first.id != second.id
    if (first.epoch, first.seat) != (second.epoch, second.seat):
        return False
    bodies = decode_body(first.body), decode_body(second.body)
    return isinstance(bodies[0], Confirm) and isinstance(bodies[1], Confirm) and bodies[0].first != bodies[1].first
