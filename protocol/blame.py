"""The seats that break the protocol, with proof for everybody else."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from types import MappingProxyType

from protocol.certificates import Certificate, equivocation, of_record
from protocol.charter import SignedCharter
from protocol.errors import BadEncoding
from protocol.events import SeatConvicted
from protocol.messages import Confirmation, Envelope, Motion, decode_body, decode_envelope
from protocol.motions import MAX_CONFIRM
from protocol.output import SessionOutput
from protocol.transcript import PLAY, Kind, MessageRecord, OperationRecord, ProofRecord
from protocol.wire import encode


class Blame:
    """The convictions of one peer; each goes to the journal, the other peers and the driver at once."""

    def __init__(self, charter: SignedCharter, output: SessionOutput, stored: Callable[[Envelope], bool]) -> None:
        """``stored``: whether a message stands in the journal anyway."""
        self._charter, self._output, self._stored = charter, output, stored
        self._certificates: dict[int, Certificate] = {}
        self._believed: set[int] = set()
        """Seats against which somebody else has checked a proof."""
        self._offences: dict[int, Envelope] = {}
        """The message with which a seat was caught; what it said before it on the same lane still stands."""
        self._evidence: list[Envelope] = []
        self._two_tales: set[int] = set()
        """The seats that equivocated."""
        self._promises: dict[tuple[int, int], tuple[Motion, Envelope]] = {}
        """By epoch and seat: the motion that it names as its first confirmation, and the message."""

    @property
    def certificates(self) -> Mapping[int, Certificate]:
        """The convicted seats, each with the certificate of its first offence."""
        return MappingProxyType(self._certificates)

    @property
    def has_suspects(self) -> bool:
        """Whether any seat was convicted, here or by a proof that was checked elsewhere."""
        return bool(self._certificates or self._believed)

    def convicts(self, seats: Iterable[int]) -> bool:
        """Whether one of these seats was caught here."""
        return any(seat in self._certificates for seat in seats)

    def holds_guilty(self, seats: Iterable[int]) -> bool:
        """Whether one of these seats was caught, here or by a proof that was checked elsewhere."""
        return any(seat in self._certificates or seat in self._believed for seat in seats)

    def accept_verdict(self, seat: int) -> None:
        """A proof against a seat has been checked elsewhere."""
        self._believed.add(seat)

    def is_past_offence(self, envelope: Envelope) -> bool:
        """Whether this was said after its author was caught: not on another lane, and not before that on the same."""
        offence = self._offences.get(envelope.seat)
        return offence is not None and (
            envelope.lane == offence.lane and (envelope.epoch, envelope.step) >= (offence.epoch, offence.step)
        )

    def evidence(self, seats: Container[int]) -> list[Envelope]:
        """Every message that proves an offence of one of these seats."""
        return [envelope for envelope in self._evidence if envelope.seat in seats]

    def proof(self, seats: Iterable[int]) -> bytes:
        """A proof against one of these seats that stands by itself, for a peer that lacks it; empty without any."""
        found = (self._certificates[seat] for seat in seats if seat in self._certificates)
        return next((encode(certificate.written(())) for certificate in found), b"")

    def with_proofs(
        self, said: Sequence[OperationRecord | MessageRecord], expelled: Mapping[int, int]
    ) -> tuple[OperationRecord | MessageRecord | ProofRecord, ...]:
        """Records with every proof in its place: where the table goes on without the seat's operator, or at the end."""
        records: list[OperationRecord | MessageRecord | ProofRecord] = list(said)
        proofs: dict[int, list[ProofRecord]] = {}
        for seat, certificate in sorted(self._certificates.items()):
            place = expelled.get(self._charter.charter.seats[seat].operator, len(records))
            proofs.setdefault(place, []).append(certificate.written(said[:place]))
        for place in sorted(proofs, reverse=True):
            records[place:place] = proofs[place]
        return tuple(records)

    def accuse(
        self,
        seat: int,
        kind: Kind,
        reason: str,
        envelope: Envelope | None,
        records: Sequence[OperationRecord | MessageRecord],
    ) -> None:
        """Somebody's message, or (None) one that it said before, does not hold after these records."""
        if seat not in self._certificates:
            evidence = () if envelope is None else (envelope,)
            data = tuple(encode(said) for said in evidence)
            self.convict(Certificate(kind, seat, reason[:1000], self._charter, tuple(records), data), evidence)

    def convict(self, certificate: Certificate, evidence: tuple[Envelope, ...]) -> None:
        """The proof goes into the journal: if the table goes back nobody comes to that place a second time."""
        self._certificates[certificate.seat] = certificate
        self._output.store.append(certificate.stored())
        self._output.events.append(SeatConvicted(certificate.seat, certificate))
        if evidence:
            self._offences[certificate.seat] = evidence[0]
        self._prove(evidence)

    def recall(self, caught: ProofRecord) -> None:
        """A proof from the journal: this node has caught somebody before it was restarted."""
        certificate = self._certificates[caught.seat] = of_record(caught, self._charter)
        self._output.events.append(SeatConvicted(caught.seat, certificate))
        if caught.evidence:
            self._evidence += (decode_envelope(data) for data in caught.evidence)
            self._offences[caught.seat] = decode_envelope(caught.evidence[0])

    def broken_promise(self, envelope: Envelope) -> Envelope | None:
        """The earlier confirmation in which its author named another first motion, if this is a confirmation."""
        if len(envelope.body) > MAX_CONFIRM or envelope.lane == PLAY:
            return None
        try:
            body = decode_body(envelope.body)
        except BadEncoding:
            return None
        if not isinstance(body, Confirmation):
            return None
        first, known = self._promises.setdefault((envelope.epoch, envelope.seat), (body.first, envelope))
        return None if first == body.first else known

    def catch(self, known: Envelope, envelope: Envelope) -> None:
        """Convict the author of two contents for one slot, or of two promises that exclude each other."""
        seat = envelope.seat
        if seat not in self._certificates:
            self.convict(equivocation(self._charter, known, envelope), (known, envelope))
        elif seat not in self._two_tales and self._certificates[seat].kind != "equivocation":
            # The first offence may be none where the other message went; the equivocation is one everywhere.
            self._prove((known, envelope))
        self._two_tales.add(seat)

    def _prove(self, evidence: tuple[Envelope, ...]) -> None:
        """Send evidence to the other peers, which may hold only a part of it, and to spectators."""
        for envelope in evidence:
            self._evidence.append(envelope)
            self._output.send.append(encode(envelope))
            if not self._stored(envelope):
                self._output.store.append(MessageRecord(encode(envelope)))
