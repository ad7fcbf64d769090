"""Motions: what a table agrees on beside play (somebody is gone, cheated or resigns; adjourn; forfeit).

Each motion of an epoch has a lane of its own and is voted on in rounds. An operator that has said yes plays no
further until its round is decided, so a carried motion takes effect at one place of the chain for all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

from protocol.charter import Charter
from protocol.errors import BadProof
from protocol.messages import Echo, Motion, Vote
from protocol.play import Play, Run
from protocol.steps import Steps
from protocol.wire import digest, encode

ENDING = ("adjourn", "forfeit")
WITHOUT_LEAVER = ("gone", "cheated")
ORDER = ("cheated", "gone", "resigned", "adjourn", "forfeit")
"""Which motion is confirmed where two are: first those that do without somebody."""
MAX_VOTE = 8192
MOST_MOVED = 16
"""How many motions one operator may move before somebody leaves."""


def motion_lane(sid: bytes, epoch: int, motion: Motion) -> bytes:
    """The id of the lane on which a motion of an epoch is voted."""
    return digest("motion", sid, epoch.to_bytes(4, "little"), encode(motion))


def voters(play: Play, motion: Motion) -> tuple[int, ...]:
    """The seats that speak for the operators who are asked."""
    asked = [
        operator
        for operator in play.operators(play.present)
        if motion.kind not in WITHOUT_LEAVER or operator != motion.operator
    ]
    return tuple(play.charter.lead(operator) for operator in asked)


def confirmers(play: Play, motion: Motion) -> tuple[int, ...]:
    """The seats that confirm the votes of a round that carries: the voters without whoever leaves by it."""
    leaving = leavers(play.charter, motion)
    return tuple(seat for seat in voters(play, motion) if seat not in leaving)


def leavers(charter: Charter, motion: Motion) -> frozenset[int]:
    """The seats that leave if a motion carries."""
    return frozenset() if motion.kind in ENDING else frozenset(charter.seats_of(motion.operator))


def rounds(
    run: Run,
    motion: Motion,
    own_vote: Callable[[Motion], Vote | None],
    own_echo: Callable[[Motion], Echo | None],
    lapsed: Callable[[Motion], None],
) -> Steps[tuple[int, bytes]]:
    """Vote until a round carries; the (step, chain) at which the motion takes effect.

    Who has said yes to one motion may say yes to another, for instance when somebody vanishes over the first; but
    no two carry, because each node confirms one, or two only where the first cannot carry any more.
    """

    def check(seat: int, body: Vote) -> Vote:
        if body.motion != motion:
            raise BadProof("vote", "a vote on another motion than its lane's")
        if any(low[0] > high[0] for low, high in pairwise(body.trail)):
            raise BadProof("vote", "a trail that goes back")
        return body

    while True:
        votes = yield from run.all_say(
            Vote, voters(run.play, motion), lambda _: own_vote(motion), check, MAX_VOTE, f"a vote ({motion.kind})"
        )
        place = decide(motion, votes)
        if place is not None:
            # Nobody goes where another cannot follow: all have seen the same votes before they count.
            yield from run.all_say(
                Echo,
                confirmers(run.play, motion),
                lambda _: own_echo(motion),
                lambda _, body: None,
                16,
                f"a vote ({motion.kind})",
            )
            return place
        lapsed(motion)


def decide(motion: Motion, votes: Mapping[int, Vote]) -> tuple[int, bytes] | None:
    """Where a round carries, if it does: everybody said yes, and stood at one place.

    After a cheat, or where a table ends because its engines differ, it is the last place that lies on all trails.
    """
    if not votes or not all(vote.yes for vote in votes.values()):
        return None
    trails = [vote.trail for _, vote in sorted(votes.items())]
    if motion.kind not in ("cheated", *ENDING):
        places = {trail[-1] for trail in trails}
        return places.pop() if len(places) == 1 else None
    common = [place for place in trails[0] if all(place in trail for trail in trails)]
    return common[-1] if common else None
