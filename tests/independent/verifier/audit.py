"""Section 13, file of keys: what the hidden cards of a finished game were, if everybody shows it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from . import shapes, structs
from .cards import JOINT, PUBLIC
from .charter import Charter, read_charter
from .curve import G, Refused, element, scalar
from .files import TITLE, Reader, pieces, read_record, verify
from .hashes import n2, signature_holds, signed_bytes
from .pack import Unreadable
from .session import Session
from .shapes import Record
from .verdicts import Damage

KEYS_TITLE = b"tta-p2p keys 4\n"


@dataclass(frozen=True)
class Sighting:
    """What a hidden card was since the end of the operation of this number (from 1); joint cards have no holder."""

    operation: int
    handle: int
    holder: int | None
    face: str | None


@dataclass
class Opened:
    """The hidden cards, unless the key of a seat is missing or wrong."""

    cards: list[Sighting] = field(default_factory=list)
    missing: list[int] = field(default_factory=list)
    wrong: list[int] = field(default_factory=list)


def open_hands(file: bytes, keys_file: bytes) -> Opened:
    """Open a transcript with a file of keys. Raises `Damage` for a game that no keys open, a key unsigned."""
    verdict = verify(file)
    session = verdict.session
    if verdict.status != "finished" or session is None:
        raise Damage("no finished game")
    charter = session.charter
    if charter.fields.audit != "open" or session.table.present != list(range(len(charter.operators))):
        raise Damage("no open audit, or somebody did not sign the end")
    stated = {statement.seat: _key(session, statement) for statement in read_keys(keys_file)}
    keys = {seat: secret for seat, secret in stated.items() if secret is not None}
    opened = Opened(
        missing=[seat for seat in session.table.present if seat not in stated],
        wrong=[seat for seat in stated if seat not in keys],
    )
    if set(keys) == set(session.table.present):
        opened.cards = list(_sightings(file, keys))
    return opened


def read_keys(data: bytes) -> list[Record]:
    """The statements of a file of keys, one or more, not yet checked."""
    try:
        statements = [shapes.read(structs.key_statement, piece, structs.KIB) for piece in pieces(data, KEYS_TITLE)]
    except Unreadable as why:
        raise Damage(f"a key: {why}") from None
    if not statements:
        raise Damage("a file of no keys")
    return statements


def _key(session: Session, statement: Record) -> int | None:
    """The secret of a seat's masking key, None if it is another one. Raises `Damage` for what it has not signed."""
    charter: Charter = session.charter
    seat = statement.seat
    message = signed_bytes("audit", statement.sid, statement.head, n2(seat), statement.masking)
    if (
        statement.sid != charter.sid
        or statement.head != session.play.chain
        or seat >= len(charter.operators)
        or not signature_holds(charter.identity(seat), message, statement.signature)
    ):
        raise Damage("a key of another game, or one that its seat has not signed")
    try:
        secret = scalar(statement.masking)
    except Refused:
        return None
    return secret if bytes(secret * G) == session.table.keys[seat] else None


def _sightings(file: bytes, keys: Mapping[int, int]) -> Iterator[Sighting]:
    """After every operation, each hidden card whose ciphertext is a new one."""
    parts = pieces(file, TITLE)
    reader = Reader(read_charter(next(parts)))
    known: dict[int, bytes] = {}
    for part in parts:
        reader.take(read_record(part))
        if reader.replay.session.operation is not None:
            continue
        table = reader.replay.session.table
        for handle, card in sorted(table.cards.items()):
            if card.state != PUBLIC and known.get(handle) != card.cipher:
                holder = None if card.state == JOINT else card.state
                layers = sum(keys[seat] for seat in (keys if holder is None else [holder])) * element(card.first)
                face = table.face_of(element(card.cipher[32:]) - layers)
                yield Sighting(reader.replay.session.asked, handle, holder, face)
        known = {handle: card.cipher for handle, card in table.cards.items()}
