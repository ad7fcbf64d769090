"""Claims of an act about hidden cards: openings, one-of-k membership, a sum of at least so much."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.cards import Card
from protocol.errors import BadProof, IllegalAct, OutOfOrder
from protocol.group import Element
from protocol.messages import Claim, FaceClaim, MembershipClaim, SumClaim
from protocol.play import Run
from protocol.proofs import at_least, membership, share


def prove(run: Run, seat: int, claims: Sequence[Claim]) -> tuple[bytes, ...]:
    """The proofs of a seat's claims about cards of its own hand. Raises ``IllegalAct`` for a false claim."""
    return tuple(_prove(run, seat, i, claim) for i, claim in enumerate(claims))


def verify(run: Run, seat: int, claims: Sequence[Claim], proofs: Sequence[bytes]) -> list[tuple[Card, str]]:
    """Check every claim of a seat; the cards that were opened, with their faces. Raises ``BadProof``.

    A claim about a card that does not lie in the seat's hand is a false one. Nothing changes yet.
    """
    if len(claims) != len(proofs):
        raise BadProof("claim", f"{len(claims)} claims with {len(proofs)} proofs")
    opened: list[tuple[Card, str]] = []
    for i, (claim, proof) in enumerate(zip(claims, proofs, strict=True)):
        try:
            card = _verify(run, seat, i, claim, proof)
        except (OutOfOrder, ValueError) as error:
            raise BadProof("claim", str(error)) from error
        if card is not None and isinstance(claim, FaceClaim):
            opened.append((card, claim.face))
    return opened


def reveal(run: Run, seat: int, opened: Sequence[tuple[Card, str]]) -> None:
    """Make opened cards public."""
    for card, face in opened:
        run.play.table.ledger.publish([card.cipher.a], seat)
        card.holder, card.face = None, face


def _hand(run: Run, seat: int, handles: Sequence[int]) -> list[Card]:
    cards = run.play.table.get(handles)
    for card in cards:
        if card.holder != seat:
            raise OutOfOrder(f"card {card.handle} does not lie in the hand of seat {seat}")
    return cards


def _faces(run: Run, claim: MembershipClaim) -> list[Element]:
    return sorted(run.play.point_of(face) for face in claim.faces)


def _worth(run: Run, claim: SumClaim) -> dict[Element, int]:
    worth = {run.play.point_of(face): number for face, number in claim.worth}
    if len(worth) != len(claim.worth):
        raise ValueError("a face is listed twice")
    return worth


def _prove(run: Run, seat: int, number: int, claim: Claim) -> bytes:
    play, own = run.play, run.play.own[seat]
    group, key = play.group, play.keys[seat]
    context = run.context(seat, f"claim {number}")
    try:
        match claim:
            case FaceClaim(handle, face):
                (card,) = _hand(run, seat, [handle])
                if play.open_own(card.cipher, seat) != face:
                    raise IllegalAct(f"card {handle} is not {face}")
                return share.prove(group, context, key, [card.cipher.a], own.masking, own.rng)
            case MembershipClaim(handle, _):
                (card,) = _hand(run, seat, [handle])
                return membership.prove(group, context, key, card.cipher, _faces(run, claim), own.masking, own.rng)
            case SumClaim(handles, _, total):
                ciphers = [card.cipher for card in _hand(run, seat, handles)]
                return at_least.prove(group, context, key, ciphers, _worth(run, claim), total, own.masking, own.rng)
    except (OutOfOrder, ValueError) as error:
        raise IllegalAct(f"the claim {claim} is false: {error}") from error


def _verify(run: Run, seat: int, number: int, claim: Claim, proof: bytes) -> Card | None:
    play = run.play
    group, key = play.group, play.keys[seat]
    context = run.context(seat, f"claim {number}")
    match claim:
        case FaceClaim(handle, face):
            (card,) = _hand(run, seat, [handle])
            (layer,) = share.verify(group, context, key, [card.cipher.a], proof)
            if group.sub(card.cipher.b, layer) != play.point_of(face):
                raise BadProof("claim", f"card {handle} is not {face}")
            return card
        case MembershipClaim(handle, _):
            (card,) = _hand(run, seat, [handle])
            membership.verify(group, context, key, card.cipher, _faces(run, claim), proof)
            return card
        case SumClaim(handles, _, total):
            ciphers = [card.cipher for card in _hand(run, seat, handles)]
            at_least.verify(group, context, key, ciphers, _worth(run, claim), total, proof)
            return None
