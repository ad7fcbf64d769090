"""After the table has agreed that an operator leaves: its layers come off the cards, and those who stay go on.

A resigning operator takes its layers off itself. The layers of one that is gone are recovered card by card from the
escrow; its hand is locked under the keys of all others first, because their layers of those cards are public: without
the lock, stripping the last one would open the hand. Only live cards are touched; old pointers stay shut.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from protocol.cards import Card
from protocol.elgamal import Ciphertext, strip
from protocol.errors import BadProof, OutOfOrder
from protocol.group import Element
from protocol.messages import LockMessage
from protocol.operations import Leave
from protocol.ops.draw import gather
from protocol.ops.move import rehome
from protocol.ops.recover import recover
from protocol.ops.setup import share_keys
from protocol.play import Run
from protocol.proofs import lock
from protocol.steps import Steps


def leave(run: Run, operation: Leave, number: int) -> Steps[tuple[int, ...]]:
    """Take an operator's layers off all live cards, unseat it, and share the keys of the others anew.

    ``number`` counts the escrow dealings of the game.
    """
    play = run.play
    seats = tuple(seat for seat in play.charter.seats_of(operation.operator) if seat in play.seated)
    if set(play.keys) >= set(seats):
        if any(seat in play.gone for seat in seats):
            yield from _strip_gone(run, seats, _joint(run), play.present)
        else:
            yield from _strip_own(run, seats, _joint(run))
            vanished = tuple(seat for seat in play.seated if seat in play.gone and seat not in seats)
            if seats and vanished and play.keys:
                # Whoever is resigning holds shares of their keys: they are recovered before it goes.
                stay = [seat for seat in play.present if seat not in seats]
                yield from _strip_gone(run, vanished, _joint(run), stay)
                play.unseat(vanished)
    play.unseat(seats)
    if play.keys:
        yield from share_keys(run, number)
    return seats


def _joint(run: Run) -> list[Card]:
    cards = run.play.table.cards
    return [cards[handle] for handle in sorted(cards) if cards[handle].joint]


def _hand(run: Run, seat: int) -> list[Card]:
    cards = run.play.table.cards
    return [cards[handle] for handle in sorted(cards) if cards[handle].holder == seat]


def _strip_own(run: Run, seats: Sequence[int], joint: Sequence[Card]) -> Steps[None]:
    """Each resigning seat returns its hand to the joint key, then all of them give their layers of every joint card.

    From one that vanishes before it has finished the rest is taken as from any that is gone.
    """
    joint = list(joint)
    for seat in seats:
        hand = _hand(run, seat)
        if hand:
            fresh = yield from rehome(run, hand, None, f"resign {seat}")
            if fresh is None:
                yield from _strip_gone(run, seats, joint, run.play.present)
                return
            for card, cipher in zip(hand, fresh, strict=True):
                run.play.table.rehome(card, cipher, None)
            joint += hand
    if joint:
        run.dirty = True
        yield from run.confirm()
        layers = yield from gather(run, joint, seats, "resign", private=True)
        _take_off(run, joint, layers.values())


def _strip_gone(run: Run, seats: Sequence[int], joint: Sequence[Card], stay: Sequence[int]) -> Steps[None]:
    """Lock the hands of the gone seats under the keys of those who stay, then recover the layers of the gone."""
    play = run.play
    yield from run.confirm()
    hands: dict[int, list[Card]] = {}
    for seat in seats:
        hands[seat] = _hand(run, seat)
        if hands[seat]:
            yield from _lock(run, seat, hands[seat], stay)
    yield from run.confirm()
    for seat in seats:
        cards = [*joint, *hands[seat]]
        if cards:
            layer = yield from recover(run, seat, [card.cipher.a for card in cards], "leave")
            play.table.ledger.publish([card.cipher.a for card in cards], seat)
            _take_off(run, cards, [layer])
            for card in hands[seat]:
                card.holder = None


def _lock(run: Run, seat: int, hand: Sequence[Card], stay: Sequence[int]) -> Steps[None]:
    play = run.play
    current: Element = play.keys[seat]
    for author in stay:
        ciphers = [card.cipher for card in hand]
        key = current

        def produce(by: int, key: Element = key, ciphers: list[Ciphertext] = ciphers) -> LockMessage:
            own = play.own[by]
            context = run.context(by, f"lock {seat}")
            return LockMessage(lock.prove(play.group, context, play.keys[by], key, ciphers, own.masking, own.rng))

        def check(
            by: int, body: LockMessage, key: Element = key, ciphers: list[Ciphertext] = ciphers
        ) -> list[Ciphertext]:
            context = run.context(by, f"lock {seat}")
            locked = lock.verify(play.group, context, play.keys[by], key, ciphers, body.proofs)
            if play.table.used(locked):
                raise BadProof(lock.NAME, "a card has the randomness of another")
            return locked

        heard = yield from run.collect(LockMessage, [author], produce, check, lock.size(len(hand)) + 64, "locking-hand")
        if author not in heard:
            raise OutOfOrder(f"seat {author} was voted gone while it was needed to lock the hand of seat {seat}")
        for card, cipher in zip(hand, heard[author], strict=True):
            card.cipher = cipher
        current = play.group.add(current, play.keys[author])


def _take_off(run: Run, cards: Sequence[Card], layers: Iterable[Sequence[Element]]) -> None:
    for layer in layers:
        for card, share in zip(cards, layer, strict=True):
            card.cipher = strip(run.play.group, card.cipher, share)
