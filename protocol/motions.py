"""Motions: what a table agrees on beside play (somebody is gone, cheated or resigns; pause; call off; forfeit).

Each motion of an epoch has a lane of its own and is voted on in rounds. An operator that has said yes plays no
further until its round is decided, so a carried motion takes effect at one place of the chain for all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

from protocol.charter import Charter
from protocol.errors import BadProof
from protocol.messages import Confirmation, Motion, Vote
from protocol.play import PlayState, Run
from protocol.steps import Steps
from protocol.wire import digest, encode

ENDING = ("call-off", "forfeit")
WITHOUT_LEAVER = ("gone", "cheated")
LEAVING = ("gone", "cheated", "resigned")
PAUSE = "pause"
ORDER = ("cheated", "gone", "resigned", PAUSE, *ENDING)
"""Which motion is confirmed where two are: first those that do without somebody."""
MAX_VOTE = MAX_CONFIRM = 8192
MAX_MOTIONS = 16
"""How many motions one operator may move before somebody leaves."""
MAX_ROUNDS = 64
"""How often one motion is voted on before somebody leaves: votes that never carry fill nobody's store."""


def motion_lane(sid: bytes, epoch: int, motion: Motion) -> bytes:
    """The id of the lane on which a motion of an epoch is voted."""
    return digest("motion", sid, epoch.to_bytes(4, "little"), encode(motion))


def rank(sid: bytes, epoch: int, motion: Motion) -> tuple[int, bytes]:
    """The place of a motion in the order of motions of an epoch."""
    return ORDER.index(motion.kind), motion_lane(sid, epoch, motion)


def is_sound(charter: Charter, motion: Motion) -> bool:
    """Whether a motion names operators that there are, and does without others only where it ends the game."""
    named = (motion.operator, *motion.without)
    ascending = all(low < high for low, high in pairwise(motion.without))
    return max(named) < len(charter.operators) and ascending and (not motion.without or motion.kind in ENDING)


def voters(play: PlayState, motion: Motion) -> tuple[int, ...]:
    """The seats that speak for the operators who are asked."""
    left_out = (motion.operator,) if motion.kind in WITHOUT_LEAVER else motion.without
    asked = [operator for operator in play.operators(play.present) if operator not in left_out]
    return tuple(play.charter.lead(operator) for operator in asked)


def confirmers(play: PlayState, motion: Motion) -> tuple[int, ...]:
    """The seats that confirm the votes of a round that carries: the voters without whoever leaves by it."""
    leaving = leavers(play.charter, motion)
    return tuple(seat for seat in voters(play, motion) if seat not in leaving)


def leavers(charter: Charter, motion: Motion) -> frozenset[int]:
    """The seats that leave if a motion carries."""
    return frozenset(charter.seats_of(motion.operator)) if motion.kind in LEAVING else frozenset()


def rounds(
    run: Run,
    motion: Motion,
    own_vote: Callable[[Motion], Vote | None],
    own_confirm: Callable[[Motion], Confirmation | None],
    in_order: Callable[[Motion, Motion], bool],
    lapsed: Callable[[Motion], None],
) -> Steps[tuple[int, bytes] | None]:
    """Vote until a round carries, ``MAX_ROUNDS`` times at most; the (step, chain) at which the motion takes effect.

    Who has said yes to one motion may say yes to another, for instance when somebody vanishes over the first; but
    no two carry, because each node confirms one, or two only where the first cannot carry any more. None: a motion that
    does without somebody ends the game for each of its voters, where that one stands. It excludes no other, and so
    it needs no confirmation: whatever else the table is stuck in, those who are left can end it.
    """

    def check(seat: int, body: Vote) -> Vote:
        if body.motion != motion:
            raise BadProof("vote", "a vote on another motion than its lane's")
        if any(low[0] > high[0] for low, high in pairwise(body.trail)):
            raise BadProof("vote", "a trail that goes back")
        return body

    def check_confirm(_: int, body: Confirmation) -> Motion:
        if not in_order(motion, body.first):
            raise BadProof("confirm", "another motion confirmed before this one, and this one comes after it")
        return body.first

    for _ in range(MAX_ROUNDS):
        votes = yield from run.collect(
            Vote, voters(run.play, motion), lambda _: own_vote(motion), check, MAX_VOTE, f"vote-{motion.kind}"
        )
        if motion.without and votes and all(vote.yes for vote in votes.values()):
            return None
        place = decide(motion, votes)
        if place is not None:
            # Nobody goes where another cannot follow: all have seen the same votes before they count.
            yield from run.collect(
                Confirmation,
                confirmers(run.play, motion),
                lambda _: own_confirm(motion),
                check_confirm,
                MAX_CONFIRM,
                f"vote-{motion.kind}",
            )
            return place
        lapsed(motion)
    return None


def decide(motion: Motion, votes: Mapping[int, Vote]) -> tuple[int, bytes] | None:
    """Give the place at which a round carries, if it does: everybody said yes at that one place.

    After a cheat, or where a table ends because its engines differ, it is the last place that lies on all trails.
    """
    if motion.without or not votes or not all(vote.yes for vote in votes.values()):
        return None
    trails = [vote.trail for _, vote in sorted(votes.items())]
    if motion.kind not in ("cheated", *ENDING):
        places = {trail[-1] for trail in trails}
        return places.pop() if len(places) == 1 else None
    common = [place for place in trails[0] if all(place in trail for trail in trails)]
    return common[-1] if common else None
