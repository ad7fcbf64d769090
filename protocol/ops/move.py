"""Passing cards, returning them face down, and mixing a hand: every card is re-encrypted before it moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from protocol.cards import Card
from protocol.elgamal import CIPHERTEXT_BYTES, Ciphertext, known
from protocol.errors import BadProof, OutOfOrder
from protocol.group import Element
from protocol.messages import MixMessage, MoveMessage
from protocol.operations import Pass, Remix, Return
from protocol.ops.pieces import StepPart, alone
from protocol.ops.result import Abandonment, Completion
from protocol.play import Run
from protocol.proofs import reencryption, shuffle
from protocol.steps import Conviction, Steps

COPIED = "its cards have the randomness of another seat's"


def pass_on(run: Run, operation: Pass) -> Steps[Completion | Abandonment]:
    """Cards go from the hands they are in to another seat's hand."""
    play = run.play
    cards = play.table.held(operation.handles)
    if any(card.holder == operation.seat for card in cards):
        raise OutOfOrder("a seat cannot pass cards to itself")
    yield from run.confirm()
    fresh = yield from rehome(run, cards, operation.seat, "pass")
    if fresh is None:
        return Abandonment("a seat whose cards were to be passed is gone")
    return Completion(arrived(run, cards, fresh, operation.seat))


def arrived(run: Run, cards: Sequence[Card], fresh: Sequence[Ciphertext], seat: int | None) -> dict[int, str]:
    """Cards have come under a seat, or the joint key: their faces, where this node may see them."""
    play = run.play
    for card, cipher in zip(cards, fresh, strict=True):
        play.table.rehome(card, cipher, seat)
    if seat is None or seat not in play.own:
        return {}
    return {card.handle: play.open_own(cipher, seat) for card, cipher in zip(cards, fresh, strict=True)}


def return_face_down(run: Run, operation: Return) -> Steps[Completion | Abandonment]:
    """Cards go from hands face down to shared places: joint again, and nobody has a layer of them."""
    play = run.play
    cards = play.table.held(operation.handles)
    fresh = yield from rehome(run, cards, None, "return")
    if fresh is None:
        return Abandonment("a seat whose cards were to be returned is gone")
    return Completion(arrived(run, cards, fresh, None))


def rehome(run: Run, cards: Sequence[Card], target: int | None, role: str) -> Steps[list[Ciphertext] | None]:
    """Fresh ciphertexts of these held cards under the target seat's key, or the joint key; None if a holder is gone.

    All cards of one holder go under one proof, in the order of the operation.
    """
    piece = moving(run, cards, target, role)
    heard = yield from alone(run, piece, "moving-cards")
    if set(heard) != set(piece.authors):
        return None
    copier = repeats(heard)
    if copier is not None:
        yield Conviction((copier,), "bad-proof", COPIED)
        return None
    return in_order(cards, heard)


def moving(run: Run, cards: Sequence[Card], target: int | None, role: str) -> StepPart[list[Ciphertext]]:
    """Make the pieces by which the holders of these cards move them under the target seat's key, or the joint key."""
    play = run.play
    groups = {seat: [card for card in cards if card.holder == seat] for seat in play.seated}
    holders = [seat for seat in play.seated if groups[seat]]
    key = play.joint_key if target is None else play.keys[target]

    def produce(seat: int) -> MoveMessage:
        own = play.own[seat]
        ciphers = [card.cipher for card in groups[seat]]
        context = run.context(seat, role)
        return MoveMessage(reencryption.prove(play.group, context, play.keys[seat], key, ciphers, own.masking, own.rng))

    def check(seat: int, body: MoveMessage) -> list[Ciphertext]:
        ciphers = [card.cipher for card in groups[seat]]
        context = run.context(seat, role)
        fresh = reencryption.verify(play.group, context, play.keys[seat], key, ciphers, body.proofs)
        if play.table.used(fresh):
            raise BadProof(reencryption.NAME, "a card has the randomness of another")
        return fresh

    limit = max(reencryption.size(len(groups[seat])) for seat in holders) + 32
    return StepPart(MoveMessage, tuple(holders), produce, check, limit)


def in_order(cards: Sequence[Card], heard: Mapping[int, Sequence[Ciphertext]]) -> list[Ciphertext]:
    """The fresh ciphertexts of held cards, in their order, from what each of their holders has said."""
    said = {seat: iter(fresh) for seat, fresh in heard.items()}
    return [next(said[card.holder]) for card in cards if card.holder is not None]


def repeats(heard: Mapping[int, Sequence[Ciphertext]]) -> int | None:
    """The last seat whose cards share randomness with another's: both know it, so neither made it alone."""
    seen: set[Element] = set()
    for seat, ciphers in sorted(heard.items()):
        firsts = {cipher.a for cipher in ciphers}
        if firsts & seen:
            return seat
        seen |= firsts
    return None


def remix(run: Run, operation: Remix) -> Steps[Completion | Abandonment]:
    """A seat mixes cards of its hand with open faces that it takes into it, under its own key.

    Afterwards nobody else can tell which card of the hand is which: hands do not talk.
    """
    heard = yield from alone(run, mixing(run, operation), "mixing-hand")
    if operation.seat not in heard:
        return Abandonment("the seat whose hand was to be mixed is gone")
    return Completion(mixed(run, operation, heard[operation.seat]))


def mixing(run: Run, operation: Remix) -> StepPart[list[Ciphertext]]:
    """Make the piece by which a seat mixes cards of its hand with open faces. Raises ``OutOfOrder``."""
    play = run.play
    cards = play.table.held(operation.handles)
    if any(card.holder != operation.seat for card in cards):
        raise OutOfOrder("a seat mixes cards of its own hand only")
    key = play.keys[operation.seat]
    before = [card.cipher for card in cards]
    before += [known(play.group, play.point_of(face), key) for face in operation.faces]
    if not before:
        raise OutOfOrder("a mix is never of no card")

    def produce(author: int) -> MixMessage:
        return mask(run, before, key, author, "remix")

    def check(author: int, body: MixMessage) -> list[Ciphertext]:
        after = shuffle.verify(play.group, run.context(author, "remix"), key, before, body.cards, body.proof)
        # Its author may know the factors of these cards, for instance of those it takes in open.
        if play.table.used(after):
            raise BadProof(shuffle.NAME, "a card has the randomness of another")
        return after

    limit = len(before) * CIPHERTEXT_BYTES + shuffle.size(len(before)) + 64
    return StepPart(MixMessage, (operation.seat,), produce, check, limit)


def mixed(run: Run, operation: Remix, after: Sequence[Ciphertext]) -> dict[int, str]:
    """The hand is mixed: the faces of the new handles, where this node may see them."""
    play, seat = run.play, operation.seat
    play.table.retire(operation.handles)
    play.table.issue(operation.into, after, seat)
    if seat not in play.own:
        return {}
    return {handle: play.open_own(play.table.cards[handle].cipher, seat) for handle in operation.into}


def mask(run: Run, before: Sequence[Ciphertext], key: Element, seat: int, role: str, generation: int = 0) -> MixMessage:
    """A seat's re-encryption and permutation of a pile under a key, with its proof; groundwork for it is used up."""
    own = run.play.own[seat]
    context = run.context(seat, role, generation)
    prepared = run.play.pool(seat, key).take(len(before))
    mixed = shuffle.shuffle(run.play.group, context, key, before, own.rng, prepared=prepared)
    proof = shuffle.prove(
        run.play.group,
        context,
        key,
        before,
        mixed.cards,
        mixed.permutation,
        mixed.factors,
        own.rng,
        prepared=prepared,
    )
    return MixMessage(b"".join(card.encode() for card in mixed.cards), proof)
