"""Shuffling a pile: every seat in turn re-encrypts and permutes it, with one batched check at the end.

Each proof contains a Pedersen commitment to the seat's permutation; that is the commit of commit-and-reveal
shuffling, and decryption shares are the reveal, card by card. The pile exists only once the whole chain has verified.
"""

from __future__ import annotations

from collections.abc import Sequence

from protocol.elgamal import CIPHERTEXT_BYTES, Ciphertext, decode_ciphertexts
from protocol.errors import BadEncoding, BadProof, OutOfOrder
from protocol.group import Element, Group
from protocol.messages import MixMessage
from protocol.operations import Shuffle
from protocol.ops.move import mask
from protocol.ops.result import Completion
from protocol.play import PlayState, Run
from protocol.proofs import shuffle, shuffle_chain
from protocol.proofs.batching import BatchingGroup
from protocol.steps import Conviction, PreparedPile, Steps, compute


def mix(run: Run, operation: Shuffle) -> Steps[Completion]:
    """All seats mix shared cards and open faces; the old handles die, the new ones are born in order."""
    play = run.play
    before = unmixed(play, operation.handles, operation.faces)
    ready: list[Ciphertext] | None = yield PreparedPile(before)
    after = (yield from chain(run, before)) if ready is None else ready
    play.table.retire(operation.handles)
    play.table.issue(operation.into, after, None)
    return Completion()


def unmixed(play: PlayState, handles: Sequence[int], faces: Sequence[str]) -> tuple[Ciphertext, ...]:
    """Give the cards that a mix begins with: hidden cards as they are, and the open maskings of known faces.

    Raises ``OutOfOrder`` for a card in a hand.
    """
    before: list[Ciphertext] = []
    for card in play.table.get(handles):
        if card.holder is not None:
            raise OutOfOrder(f"card {card.handle} must be returned from its hand before it is shuffled")
        before.append(card.cipher if card.face is None else play.masked(card.face))
    return (*before, *map(play.masked, faces))


def first_bad_link(
    group: Group, key: Element, start: Sequence[Ciphertext], links: Sequence[shuffle_chain.ShuffleLink]
) -> int | None:
    """Find the first link of a chain of shuffles that does not hold; None if all do. Heavy: may run in a worker
    process.
    """
    try:
        shuffle_chain.verify_chain(group, key, start, links)
    except shuffle_chain.BadLink as bad:
        return bad.index
    return None


def chain(run: Run, before: Sequence[Ciphertext]) -> Steps[list[Ciphertext]]:
    """The pile after every present seat has mixed it in turn; a culprit must leave and the chain begins anew."""
    play = run.play
    key = play.joint_key
    size = len(before)
    if not size:
        raise OutOfOrder("a shuffle is never of no card")

    def check(seat: int, body: MixMessage) -> tuple[MixMessage, list[Ciphertext]]:
        if len(body.proof) != shuffle.size(size):
            raise BadProof("shuffle", f"{len(body.proof)} bytes where {shuffle.size(size)} belong")
        if len(body.cards) != size * CIPHERTEXT_BYTES:
            raise BadProof("shuffle", f"{size} cards have {size * CIPHERTEXT_BYTES} bytes, not {len(body.cards)}")
        # Before anybody shuffles these cards on, everybody makes sure that every point lies in the subgroup: a point of
        # mixed order would mark its card through the shuffle. After the last, the check of the whole chain includes it;
        # who goes through a file shuffles nothing on, and its one sum of all shuffles includes every point.
        if seat == play.present[-1] or (isinstance(play.group, BatchingGroup) and play.group.deferring):
            return body, shuffle.cut(body.cards)
        try:
            return body, decode_ciphertexts(play.group, body.cards, size)
        except BadEncoding as error:
            raise BadProof("shuffle", str(error)) from error

    generation = 0
    while True:
        pile = list(before)
        links: list[shuffle_chain.ShuffleLink] = []
        seats: list[int] = []
        for seat in play.seated:
            current = pile
            heard = yield from run.collect(
                MixMessage,
                [seat],
                lambda author: mask(run, current, key, author, "shuffle", generation),  # noqa: B023 - used at once
                check,
                size * CIPHERTEXT_BYTES + shuffle.size(size) + 64,
                "shuffling",
            )
            for author, (body, after) in heard.items():
                context = run.context(author, "shuffle", generation)
                links.append(shuffle_chain.ShuffleLink(context, body.cards, body.proof))
                seats.append(author)
                pile = after
        culprit = yield from compute(first_bad_link, play.group, key, list(before), links)
        if culprit is None:
            return pile
        yield Conviction((seats[culprit],), "bad-proof", "its shuffle proof does not hold")
        generation += 1
