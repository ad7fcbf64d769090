"""Section 10, claims: what an act says about hidden cards, and the proofs of it."""

from . import sigma
from .cards import PUBLIC, Card, Table
from .curve import Refused, element
from .hashes import face_point
from .parts import Work
from .shapes import Record


def own(table: Table, seat: int, handle: int) -> Card:
    card = table.cards.get(handle)
    if card is None or card.state != seat:
        raise Refused(f"card {handle} is not under the author")
    return card


def check_claims(work: Work, seat: int, body: Record) -> list[int]:
    """Check every claim; the handles of the cards that become public."""
    if len(body.claims) != len(body.proofs):
        raise Refused("another number of proofs than of claims")
    opened = []
    for i, (claim, proof) in enumerate(zip(body.claims, body.proofs, strict=True)):
        _check_claim(work, seat, f"claim {i}", claim, proof)
        if claim.kind == "is":
            opened.append(claim.handle)
    return opened


def _check_claim(work: Work, seat: int, role: str, claim: Record, proof: bytes) -> None:
    table, context = work.table, work.context(seat, role)
    key = table.keys[seat]

    def point(face: str) -> bytes:
        if face not in table.charter.fields.faces:
            raise Refused(f"the charter lists no face {face}")
        return bytes(face_point(table.sid, face))

    match claim.kind:
        case "is":
            card = own(table, seat, claim.handle)
            (layer,) = sigma.share(context, key, (card.first,), proof)
            if bytes(element(card.cipher[32:]) - element(layer)) != point(claim.face):
                raise Refused("the card has another face")
        case "one-of":
            card = own(table, seat, claim.handle)
            faces = tuple(sorted(map(point, claim.faces)))
            sigma.membership(context, key, card.cipher, faces, proof)
        case "at-least":
            if len(set(claim.handles)) != len(claim.handles):
                raise Refused("a card twice")
            ciphers = tuple(own(table, seat, handle).cipher for handle in claim.handles)
            worths = tuple((point(each.face), each.worth) for each in claim.worths)
            if len(dict(worths)) != len(worths):
                raise Refused("a face twice")
            sigma.at_least(context, key, ciphers, worths, claim.total, proof)


def open_claimed(table: Table, seat: int, body: Record) -> None:
    """What the claims of a message that counts change: cards are public, their layers known."""
    for claim in body.claims:
        if claim.kind == "is":
            card = table.cards[claim.handle]
            table.note([card.first], seat)
            table.cards[claim.handle] = Card(card.cipher, PUBLIC, claim.face)
