"""Giving a gone seat's layer of certain cards, from the escrow of its key, without ever rebuilding the key."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.errors import OutOfOrder
from protocol.group import Element
from protocol.messages import Shares
from protocol.play import Run
from protocol.proofs import escrow, share
from protocol.steps import Steps


def recover(run: Run, seat: int, firsts: Sequence[Element], role: str) -> Steps[list[Element]]:
    """The layers x a of a gone seat on these ciphertexts: each operator gives its share of each, all are recombined.

    Raises ``OutOfOrder`` where nothing is escrowed or too few of its holders are still there; votes that would lead
    to that are refused beforehand.
    """
    play = run.play
    if not recoverable(run, seat):
        raise OutOfOrder(f"the layer of seat {seat} cannot be recovered: no escrow, or too few of its holders are here")
    dealing = play.dealings[seat]
    speakers = {play.charter.lead(operator): operator for operator in dealing.keys}
    role = f"recover {seat} {role}"

    def produce(author: int) -> Shares:
        secret = play.escrowed[(seat, speakers[author])]
        key = dealing.share_key(speakers[author])
        rng = play.own[author].rng
        return Shares(share.prove(play.group, run.context(author, role), key, firsts, secret, rng))

    def check(author: int, body: Shares) -> list[Element]:
        key = dealing.share_key(speakers[author])
        return share.verify(play.group, run.context(author, role), key, firsts, body.proof)

    heard = yield from run.collect(Shares, list(speakers), produce, check, share.size(len(firsts)) + 32, "recovery")
    if len(heard) < dealing.threshold:
        raise OutOfOrder(f"the layer of seat {seat} cannot be recovered: a holder of its escrow has gone meanwhile")
    return escrow.recombine(dealing, {speakers[author]: pieces for author, pieces in heard.items()})


def recoverable(run: Run, seat: int) -> bool:
    """Whether those who are present can strip the layer of this seat."""
    dealing = run.play.dealings.get(seat)
    if dealing is None:
        return False
    here = run.play.operators(run.play.present)
    return sum(operator in here for operator in dealing.keys) >= dealing.threshold
