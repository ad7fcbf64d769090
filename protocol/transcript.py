"""The records of a game: requested operations and signed messages, in order.

The same records form the journal of a peer (with the secrets that it must not lose), the body of a transcript file and
the prefix inside a certificate. Each lane of messages is a hash chain; the chain of play also takes in the operations.
Journals and files also hold the proof of every violation, so that no player is called a cheat without one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

import msgspec

from protocol.charter import MAX_CHARTER, SignedCharter, decode_charter
from protocol.errors import BadEncoding, ProtocolError
from protocol.messages import MAX_MESSAGE, Envelope
from protocol.operations import MAX_OPERATION, Operation, encode_operation
from protocol.versions import first_line, has_first_line
from protocol.wire import Count, SeatNumber, Struct, decode, digest, encode

PLAY = b"play"

TITLE = b"tta-p2p transcript"
MAGIC = first_line(TITLE)


class OperationRecord(Struct, frozen=True, tag="asked"):
    """An operation that the driver requested, as its canonical bytes."""

    operation: Annotated[bytes, msgspec.Meta(max_length=MAX_OPERATION)]


class MessageRecord(Struct, frozen=True, tag="said"):
    """A message that was taken, as the exact bytes of its envelope."""

    envelope: Annotated[bytes, msgspec.Meta(max_length=MAX_MESSAGE)]


Kind = Literal["equivocation", "bad-proof", "bad-escrow", "false-complaint", "illegal-act"]
"""The ways to break the protocol."""

Evidence = Annotated[tuple[Annotated[bytes, msgspec.Meta(max_length=MAX_MESSAGE)], ...], msgspec.Meta(max_length=2)]


class ProofRecord(Struct, frozen=True, tag="caught"):
    """The proof that a seat broke the protocol: a certificate without its charter.

    Its prefix are the first ``kept`` operations and messages before it and then those of ``branch``, so it stands by
    itself wherever the table went on. In a journal, whose order is that of storing, it keeps none. ``reason`` is for
    the people at that journal: files hold no words that nobody signed.
    """

    kind: Kind
    seat: SeatNumber
    reason: Annotated[str, msgspec.Meta(max_length=1000)]
    kept: Count
    branch: tuple[OperationRecord | MessageRecord, ...]
    evidence: Evidence


class SecretRecord(Struct, frozen=True, tag="kept"):
    """A secret that this node must not lose: keys, openings of commitments. Journals only, never files.

    An empty secret was lost: messages that others have may depend on it, so the node makes no other in its place.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=128)]
    secret: Annotated[bytes, msgspec.Meta(max_length=131072)]


class RewindRecord(Struct, frozen=True, tag="rewound"):
    """The session rewound: only this many of the operations requested so far stand. Journals only."""

    operations: Count


Record = OperationRecord | MessageRecord | ProofRecord | SecretRecord | RewindRecord
MAX_RECORD = MAX_MESSAGE + 64
MAX_CAUGHT = 256 * 1024 * 1024

_CAUGHT = b"\x97\xa6caught"
"""The first bytes of a proof, the only record that may be longer than a message."""


def first_link(sid: bytes, lane: bytes) -> bytes:
    """The chain hash of a lane before its first message."""
    return digest("chain", sid, lane)


def link_operation(chain: bytes, number: int, operation: Operation) -> bytes:
    """The chain after a requested operation; also the op-id that binds its proofs."""
    return digest("operation", chain, number.to_bytes(4, "little"), encode_operation(operation))


def link_step(chain: bytes, step: int, said: Iterable[Envelope]) -> bytes:
    """The chain after a step: the ids of its messages, in seat order."""
    parts = [
        part
        for envelope in sorted(said, key=lambda envelope: envelope.seat)
        for part in (envelope.seat.to_bytes(2, "little"), envelope.id)
    ]
    return digest("step", chain, step.to_bytes(4, "little"), *parts)


def link_epoch(chain: bytes, epoch: int, motion: bytes) -> bytes:
    """The chain after the table agreed on a motion; the epoch is the new one."""
    return digest("epoch", chain, epoch.to_bytes(4, "little"), motion)


def link_lane(chain: bytes, lane: bytes, head: bytes) -> bytes:
    """The chain after a prepared pile was taken over with the final hash of its lane."""
    return digest("lane", chain, lane, head)


def write(charter: SignedCharter, records: Iterable[Record]) -> Iterator[bytes]:
    """A transcript file, piece by piece: magic, charter, records, each behind its length in 4 bytes; no secrets."""
    yield MAGIC
    yield _framed(charter.encode())
    for record in records:
        if isinstance(record, OperationRecord | MessageRecord | ProofRecord):
            yield _framed(encode(record))


class TranscriptReader:
    """Reads a transcript file piece by piece, so that a long game need not fit into memory.

    ``feed`` takes the next bytes and returns the records that they complete; ``end`` refuses a cut file. The reader
    returns every record before a bad one first, however the bytes are split.

    >>> reader = TranscriptReader()
    >>> reader.feed(b"tta-p2p trans"), reader.charter
    ([], None)
    >>> reader.end()
    Traceback (most recent call last):
    protocol.errors.BadEncoding: the file stops in the middle of a record
    """

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._started = False
        self._refused: ProtocolError | None = None
        self.charter: SignedCharter | None = None

    def feed(self, data: bytes) -> list[OperationRecord | MessageRecord | ProofRecord]:
        """The records that these bytes complete.

        Raises ``VersionMismatch``, or ``BadEncoding`` or ``BadSignature`` for what is no transcript.
        """
        self._buffer += data
        if not self._started:
            if not has_first_line(self._buffer, TITLE, "this transcript", "this file is not a transcript"):
                return []
            del self._buffer[: len(MAGIC)]
            self._started = True
        records: list[OperationRecord | MessageRecord | ProofRecord] = []
        try:
            self._refuse()
            while (piece := self._next()) is not None:
                if self.charter is None:
                    self.charter = decode_charter(piece)
                else:
                    kinds: Any = OperationRecord | MessageRecord | ProofRecord
                    records.append(decode(piece, kinds, MAX_CAUGHT))
        except ProtocolError as error:
            if not records:
                raise
            self._refused = error
        return records

    def end(self) -> None:
        """Refuse a file that stops in the middle of a record, or holds what is none. Raises ``BadEncoding``."""
        self._refuse()
        if self.charter is None or self._buffer:
            raise BadEncoding("the file stops in the middle of a record", "cut")

    def _refuse(self) -> None:
        if self._refused is not None:
            raise self._refused

    def _next(self) -> bytes | None:
        if len(self._buffer) < 4:
            return None
        length = int.from_bytes(self._buffer[:4], "little")
        if length > self._longest():
            raise BadEncoding(f"a record of {length} bytes is longer than any can be")
        if len(self._buffer) < 4 + length:
            return None
        piece = bytes(self._buffer[4 : 4 + length])
        del self._buffer[: 4 + length]
        return piece

    def _longest(self) -> int:
        """Bound the length of the piece that begins here, by as many of its first bytes as have arrived."""
        if self.charter is None:
            return MAX_CHARTER
        begins = self._buffer[4 : 4 + len(_CAUGHT)]
        return MAX_CAUGHT if _CAUGHT.startswith(begins) else MAX_RECORD


def _framed(data: bytes) -> bytes:
    return len(data).to_bytes(4, "little") + data


def standing_operations(records: Iterable[Record]) -> list[bytes]:
    """The operations of a journal that no rewind took back, in order."""
    operations: list[bytes] = []
    for record in records:
        if isinstance(record, OperationRecord):
            operations.append(record.operation)
        elif isinstance(record, RewindRecord):
            del operations[record.operations :]
    return operations


def secrets(records: Iterable[Record]) -> dict[str, bytes]:
    """The secrets of a journal by name."""
    return {record.name: record.secret for record in records if isinstance(record, SecretRecord)}
