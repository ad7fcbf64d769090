"""A joint random number: encrypted contributions, complete before any share, then opened by everybody.

With an escrow a seat that stops in between changes nothing; without, the last sharer can only stall.
"""

from __future__ import annotations

from protocol.cards import Card
from protocol.elgamal import strip
from protocol.messages import Contribution
from protocol.operations import Random
from protocol.ops.draw import gather
from protocol.ops.result import Completion
from protocol.play import Run
from protocol.proofs import contribution
from protocol.steps import Steps


def random(run: Run, operation: Random) -> Steps[Completion]:
    """A number below ``operation.below`` that nobody could bias."""
    play = run.play
    key = play.joint_key
    heard = yield from run.collect(
        Contribution,
        play.present,
        lambda seat: Contribution(contribution.prove(play.group, run.context(seat, "random"), key, play.own[seat].rng)),
        lambda seat, body: contribution.verify(play.group, run.context(seat, "random"), key, body.proof),
        contribution.size() + 32,
        "random-number",
    )
    yield from run.confirm()
    total = contribution.combine(play.group, [heard[seat] for seat in sorted(heard)])
    layers = yield from gather(run, [Card(-1, total)], play.seated, "random share", private=False)
    opened = strip(play.group, total, *(layer[0] for layer in layers.values())).b
    return Completion(value=contribution.number(play.group, play.sid, run.op, opened, operation.below))
