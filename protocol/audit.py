"""The open audit: after the end every seat publishes its masking key, and every card can be seen at every time.

Only for games whose charter says so, and only when every seat of the charter has signed the end: whoever left before
has not, and its cards would open with the others' keys. The keys go into a second file, because a transcript whose
keys are known is no longer private.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import msgspec

from protocol import signatures
from protocol.cards import Card
from protocol.charter import MAX_SEATS, Charter, SignedCharter
from protocol.elgamal import Ciphertext
from protocol.errors import BadEncoding, OutOfOrder
from protocol.group import ZERO, Scalar, decode_scalar
from protocol.play import PlayState
from protocol.replay import Rules, Verifier
from protocol.session import Session
from protocol.transcript import MessageRecord, OperationRecord, ProofRecord
from protocol.versions import first_line, has_first_line
from protocol.wire import Bytes32, Bytes64, SeatNumber, Struct, decode, encode

TITLE = b"tta-p2p keys"
MAGIC = first_line(TITLE)
MAX_STATEMENT = 256


class KeyStatement(Struct, frozen=True):
    """A seat publishes its masking key x of the game that ended at chain hash ``head``."""

    sid: Bytes32
    head: Bytes32
    seat: SeatNumber
    masking: Bytes32
    signature: Bytes64

    def check(self, charter: Charter, head: bytes) -> None:
        """Refuse a statement about another game, or not by its seat. Raises ``BadEncoding``, ``BadSignature``."""
        if self.sid != charter.sid or self.head != head:
            raise BadEncoding("these keys belong to another game, or to another end of it")
        if self.seat >= len(charter.seats):
            raise BadEncoding(f"there is no seat {self.seat}")
        identity = charter.identity_of(self.seat)
        signatures.verify(identity, self.signature, signatures.AUDIT, *signed_fields(self))


@dataclass(frozen=True, slots=True)
class Sighting:
    """The face of a hidden card from the end of an operation on (counted from 1); a shared card has no holder."""

    operation: int
    handle: int
    holder: int | None
    face: str


@dataclass(frozen=True, slots=True)
class OpenAudit:
    """``cards`` in the order in which they became hidden; empty unless the key of every seat is there and right.

    ``refused`` are seats without a statement, ``wrong`` those whose statement does not belong to their key; what the
    closed audit says stands in any case.
    """

    cards: tuple[Sighting, ...]
    refused: tuple[int, ...] = ()
    wrong: tuple[int, ...] = ()


def key_statement(session: Session, signer: signatures.Signer, seat: int) -> KeyStatement:
    """A seat's key, for publication. Raises ``OutOfOrder`` where it must not be shown."""
    _check_open(session)
    own = session.play.own.get(seat)
    if own is None:
        raise OutOfOrder(f"seat {seat} is not run here")
    bare = KeyStatement(session.sid, session.chain, seat, own.masking, bytes(64))
    return msgspec.structs.replace(bare, signature=signatures.sign(signer, signatures.AUDIT, *signed_fields(bare)))


def open_hands(
    charter: SignedCharter,
    records: Iterable[OperationRecord | MessageRecord | ProofRecord],
    statements: Iterable[KeyStatement],
    rules: Rules | None = None,
) -> OpenAudit:
    """Go through a finished game with everybody's keys. Raises ``BadEncoding`` or ``BadSignature``.

    A statement that its seat has not signed accuses nobody and is refused; so is a game that has not ended in order.
    """
    replayed = list(records)
    verifier = Verifier(charter, rules)
    for record in replayed:
        verifier.add(record)
    verifier.end()
    try:
        _check_open(verifier.session)
    except OutOfOrder as error:
        raise BadEncoding(str(error)) from error
    given: dict[int, KeyStatement] = {}
    for statement in statements:
        statement.check(charter.charter, verifier.session.chain)
        given[statement.seat] = statement
    play = verifier.session.play
    keys = {seat: key for seat, statement in given.items() if (key := _key(play, statement)) is not None}
    refused = tuple(seat for seat in play.seated if seat not in given)
    wrong = tuple(sorted(given.keys() - keys.keys()))
    if refused or wrong:
        return OpenAudit((), refused, wrong)
    return OpenAudit(tuple(_sightings(charter, replayed, keys)))


def write_keys(statements: Iterable[KeyStatement]) -> Iterator[bytes]:
    """A file of keys, piece by piece: its magic line, then every statement behind its length in 4 bytes."""
    yield MAGIC
    for statement in statements:
        data = encode(statement)
        yield len(data).to_bytes(4, "little") + data


def read_keys(data: bytes) -> list[KeyStatement]:
    """The statements of a file of keys, not yet checked. Raises ``VersionMismatch`` or ``BadEncoding``."""
    if not has_first_line(data, TITLE, "this file of keys", "this file holds no keys"):
        raise BadEncoding("this file of keys stops in its first line")
    if len(data) > len(MAGIC) + MAX_SEATS * (4 + MAX_STATEMENT):
        raise BadEncoding("a file of keys is never so long")
    at = len(MAGIC)
    statements: list[KeyStatement] = []
    while at < len(data):
        end = at + 4 + int.from_bytes(data[at : at + 4], "little")
        if end > len(data) or end < at + 5:
            raise BadEncoding("the file stops in the middle of a statement")
        statements.append(decode(data[at + 4 : end], KeyStatement, MAX_STATEMENT))
        at = end
    if not statements:
        raise BadEncoding("this file of keys holds none")
    return statements


def signed_fields(statement: KeyStatement) -> tuple[bytes, ...]:
    """Give the fields that the signature of a statement covers, in order; the seat as 2 little-endian bytes."""
    return (statement.sid, statement.head, statement.seat.to_bytes(2, "little"), statement.masking)


def _check_open(session: Session) -> None:
    charter = session.charter.charter
    if charter.audit != "open":
        raise OutOfOrder("the charter of this game keeps hidden cards hidden")
    if not session.course.finished:
        raise OutOfOrder("keys are published only after everybody has signed the end of the game")
    if len(session.play.present) != len(charter.seats):
        raise OutOfOrder("somebody left before the end, whose cards the keys of the others would open")


def _key(play: PlayState, statement: KeyStatement) -> Scalar | None:
    try:
        key = decode_scalar(statement.masking)
    except BadEncoding:
        return None
    return key if key != ZERO and play.group.base(key) == play.keys[statement.seat] else None


def _sightings(
    charter: SignedCharter, records: Iterable[OperationRecord | MessageRecord | ProofRecord], keys: Mapping[int, Scalar]
) -> Iterator[Sighting]:
    """After every record, the face of each hidden card whose ciphertext is a new one."""
    verifier = Verifier(charter)
    seen: dict[int, tuple[Ciphertext, int | None]] = {}
    for record in records:
        if isinstance(record, ProofRecord):  # it has been checked, and nobody has left
            continue
        verifier.add(record)
        if verifier.session.course.operation is not None:
            continue
        play = verifier.session.play
        for handle, card in sorted(play.table.cards.items()):
            if card.face is None and seen.get(handle) != (card.cipher, card.holder):
                seen[handle] = (card.cipher, card.holder)
                yield Sighting(verifier.operations, handle, card.holder, _face(play, card, keys))


def _face(play: PlayState, card: Card, keys: Mapping[int, Scalar]) -> str:
    holders = play.seated if card.holder is None else (card.holder,)
    point = card.cipher.b
    for seat in holders:
        point = play.group.sub(point, play.group.mul(card.cipher.a, keys[seat]))
    return play.face_of(point)
