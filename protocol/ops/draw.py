"""Dealing, peeking at and showing cards: decryption shares, given to exactly those the rules allow.

Shares are broadcast, so everybody sees the same ones and nobody can be served a false one in private. A share that a
gone seat can no longer give is recovered by those who hold its escrow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from protocol.cards import Card
from protocol.elgamal import strip
from protocol.errors import OutOfOrder
from protocol.group import Element
from protocol.messages import Shares
from protocol.operations import Deal, Peek, Show
from protocol.ops.move import rehome
from protocol.ops.pieces import StepPart, alone
from protocol.ops.recover import recover
from protocol.ops.result import Abandonment, Completion
from protocol.play import Run
from protocol.proofs import share
from protocol.steps import Steps


def deal(run: Run, operation: Deal) -> Steps[Completion]:
    """Shared cards come into a seat's hand: everybody else gives a share of each."""
    yield from run.confirm()
    cards = run.play.table.order_draw(operation.handles, operation.seat, run.play.seated)
    yield from _open_to(run, cards, operation.seat)
    return Completion(own_faces(run, cards, operation.seat))


def peek(run: Run, operation: Peek) -> Steps[Completion | Abandonment]:
    """A seat looks at cards that stay where they are.

    A shared card is drawn by the seat and re-encrypted by it to the joint key at its place; a card of another hand
    is re-encrypted by its holder for the seat, which is a mere glimpse: no card, and nothing else is ever done with it.
    """
    play = run.play
    cards = play.table.get(operation.handles)
    shared = [card for card in cards if card.joint]
    held = [card for card in cards if card.holder is not None]
    if len(shared) + len(held) != len(cards) or any(card.holder == operation.seat for card in held):
        raise OutOfOrder("a seat peeks at hidden cards that it does not hold")
    faces: dict[int, str] = {}
    yield from run.confirm()
    if held:
        glimpses = yield from rehome(run, held, operation.seat, "glimpse")
        if glimpses is None:
            return Abandonment("the seat whose card was looked at is gone")
        if operation.seat in play.own:
            for card, cipher in zip(held, glimpses, strict=True):
                faces[card.handle] = play.open_own(cipher, operation.seat)
    if shared:
        yield from run.confirm()
        play.table.order_draw([card.handle for card in shared], operation.seat, play.seated)
        yield from _open_to(run, shared, operation.seat)
        faces |= own_faces(run, shared, operation.seat)
        back = yield from rehome(run, shared, None, "peek-back")
        if back is None:
            return Abandonment("the seat that looked is gone")
        for card, cipher in zip(shared, back, strict=True):
            play.table.rehome(card, cipher, None)
    return Completion(faces)


def show(run: Run, operation: Show) -> Steps[Completion | Abandonment]:
    """Cards are shown to all: shared ones by the shares of everybody, hand cards by their holders' shares."""
    play = run.play
    cards = play.table.get(operation.handles)
    if any(card.face is not None for card in cards):
        raise OutOfOrder("a shown card is shown already")
    shared = [card for card in cards if card.joint]
    held = [card for card in cards if card.holder is not None]
    opened: dict[int, Element] = {}
    yield from run.confirm()
    # Hands first: what is lacking there is found out before any shared card is open.
    if held:
        groups = {seat: [card for card in held if card.holder == seat] for seat in play.seated}
        holders = [seat for seat in play.seated if groups[seat]]
        heard = yield from run.collect(
            Shares,
            holders,
            lambda seat: _share(run, groups[seat], seat, "show-hand", private=False),
            lambda seat, body: _check_share(run, groups[seat], seat, body, "show-hand"),
            max(share.size(len(groups[seat])) for seat in holders) + 32,
            "showing-hand",
        )
        for seat in sorted(heard):
            play.table.ledger.publish([card.cipher.a for card in groups[seat]], seat)
        if set(heard) != set(holders):
            return Abandonment("a seat whose cards were to be shown is gone")
        for seat, layer in heard.items():
            for card, d in zip(groups[seat], layer, strict=True):
                opened[card.handle] = play.group.sub(card.cipher.b, d)
    if shared:
        layers = yield from gather(run, shared, play.seated, "show", private=False)
        opened |= bared(run, shared, layers)
    return Completion(published(run, cards, opened))


def bared(run: Run, cards: Sequence[Card], layers: Mapping[int, Sequence[Element]]) -> dict[int, Element]:
    """The plaintexts of shared cards, by handle, once all layers are known."""
    strip_all = [[layer[i] for layer in layers.values()] for i in range(len(cards))]
    return {card.handle: strip(run.play.group, card.cipher, *off).b for card, off in zip(cards, strip_all, strict=True)}


def published(run: Run, cards: Sequence[Card], opened: Mapping[int, Element]) -> dict[int, str]:
    """Everybody knows these cards now: their faces."""
    for card in cards:
        card.holder, card.face = None, run.play.face_of(opened[card.handle])
    return {card.handle: card.face for card in cards if card.face is not None}


def gather(
    run: Run, cards: Sequence[Card], seats: Sequence[int], role: str, private: bool
) -> Steps[dict[int, list[Element]]]:
    """The layers of these seats on these cards, by seat; those of gone seats recovered by the others."""
    heard = yield from alone(run, giving(run, cards, seats, role, private), "key-shares")
    return (yield from completed(run, cards, seats, role, heard))


def giving(run: Run, cards: Sequence[Card], seats: Sequence[int], role: str, private: bool) -> StepPart[list[Element]]:
    """Make the pieces by which these seats give their layers of cards."""
    return StepPart(
        Shares,
        tuple(seats),
        lambda seat: _share(run, cards, seat, role, private),
        lambda seat, body: _check_share(run, cards, seat, body, role),
        share.size(len(cards)) + 32,
    )


def completed(
    run: Run, cards: Sequence[Card], seats: Sequence[int], role: str, heard: dict[int, list[Element]]
) -> Steps[dict[int, list[Element]]]:
    """The layers that were given, noted in the ledger, with those of gone seats, which the others recover."""
    firsts = [card.cipher.a for card in cards]
    for seat in sorted(heard):
        run.play.table.ledger.publish(firsts, seat)
    for seat in seats:
        if seat not in heard:
            heard[seat] = yield from recover(run, seat, firsts, role)
            run.play.table.ledger.publish(firsts, seat)
    return {seat: heard[seat] for seat in seats}


def _open_to(run: Run, cards: Sequence[Card], seat: int) -> Steps[None]:
    """Strip every layer but the seat's own from cards whose draw by it has been ordered."""
    play = run.play
    others = [other for other in play.seated if other != seat]
    layers = yield from gather(run, cards, others, "draw", private=True)
    drawn(run, cards, layers)


def drawn(run: Run, cards: Sequence[Card], layers: Mapping[int, Sequence[Element]]) -> None:
    """All layers but its holder's come off these cards."""
    for i, card in enumerate(cards):
        card.cipher = strip(run.play.group, card.cipher, *(layer[i] for layer in layers.values()))


def own_faces(run: Run, cards: Sequence[Card], seat: int) -> dict[int, str]:
    """The faces of cards that a seat has drawn, where this node may see them."""
    if seat not in run.play.own:
        return {}
    return {card.handle: run.play.open_own(card.cipher, seat) for card in cards}


def _share(run: Run, cards: Sequence[Card], seat: int, role: str, private: bool) -> Shares:
    play = run.play
    firsts = [card.cipher.a for card in cards]
    if private:
        play.table.ledger.guard(firsts, seat, play.seated)
    own = play.own[seat]
    return Shares(share.prove(play.group, run.context(seat, role), play.keys[seat], firsts, own.masking, own.rng))


def _check_share(run: Run, cards: Sequence[Card], seat: int, body: Shares, role: str) -> list[Element]:
    play = run.play
    firsts = [card.cipher.a for card in cards]
    return share.verify(play.group, run.context(seat, role), play.keys[seat], firsts, body.proof)
