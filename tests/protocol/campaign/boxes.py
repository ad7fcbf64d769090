"""What liars can do with the escrow of keys: deal boxes that hold something else, and put together what they hold."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping

from protocol.errors import BadProof
from protocol.group import EDWARDS25519, Element, Scalar
from protocol.messages import Escrow
from protocol.play import PlayState, Run
from protocol.proofs import escrow, sigma
from protocol.proofs.escrow import recombine  # this one nobody listens to

BOX = 160


def false_box(play: PlayState, run: Run, seat: int, body: Escrow, luck: random.Random) -> Escrow:
    """The same dealing with something else in one of its boxes, whose randomness is honestly proved."""
    group, own = play.group, play.own[seat]
    charter = play.charter
    mine = charter.seats[seat].operator
    leads = {one: play.boxes[charter.lead(one)] for one in play.operators(play.present) if one != mine}
    for number in range(100):
        context = run.context(seat, "escrow", number)
        try:
            dealing = escrow.verify(group, context, play.keys[seat], len(leads), leads, body.dealing)
        except BadProof:
            continue
        place, recipient = luck.choice(list(enumerate(sorted(leads))))
        factor = own.rng.stream("false box", body.dealing).scalar()
        point = group.base(factor)
        pad = escrow._pad(group, context, recipient, point, leads[recipient], group.mul(leads[recipient], factor))
        content = luck.choice([bytes([5]) + bytes(31), bytes([255]) * 32])
        box = escrow.ShareBox(point, escrow._xor(content, pad))
        statement = escrow._box_statement(group, context, dealing.commitments, leads, recipient, box)
        proof = sigma.prove(group, statement, escrow._schnorr(group, point), [sigma.Witness(0, [factor])], own.rng)
        start = len(body.dealing) - (len(leads) - place) * BOX
        return Escrow(body.dealing[:start] + point + box.sealed + proof + body.dealing[start + BOX :])
    raise AssertionError("this is no dealing of this round")


class Combined:
    """The shares of keys that some programs hold, together with those that were published for a card."""

    def __init__(self) -> None:
        self._dealings: dict[Element, escrow.Dealing] = {}
        self._shares: dict[Element, Scalar] = {}

    def hold(self, play: PlayState, liars: Collection[int]) -> None:
        """Take down what a program holds now. All others together can open a hand, so that is nothing to find."""
        for (seat, operator), share in play.escrowed.items():
            if seat in play.dealings and not play.dealings[seat].keys.keys() <= set(liars):
                dealing = play.dealings[seat]
                self._dealings[dealing.commitments[-1]] = dealing
                self._shares[dealing.share_key(operator)] = share

    def layers(
        self, firsts: Iterable[Element], published: Mapping[Element, Mapping[bytes, Element]]
    ) -> Iterator[Element]:
        """The layers of these cards that come out where all pieces of one are known."""
        group = EDWARDS25519
        for first in firsts:
            for dealing in self._dealings.values():
                pieces: dict[int, list[Element]] = {}
                for operator in dealing.keys:
                    key = dealing.share_key(operator)
                    if key in self._shares:
                        pieces[operator] = [group.mul(first, self._shares[key])]
                    elif (piece := published.get(first, {}).get(key)) is not None:
                        pieces[operator] = [piece]
                if len(pieces) >= dealing.threshold:
                    yield recombine(dealing, pieces)[0]
