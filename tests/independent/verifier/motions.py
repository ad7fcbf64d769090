"""Section 11: motions, their lanes, rounds and confirmations."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from .charter import Charter
from .curve import Refused
from .hashes import digest, n4
from .lanes import Place, Program, Step
from .shapes import Record
from .structs import MOTIONS
from .verdicts import Damage

MOST_OPENED = 16
"""How many motions a seat opens in an epoch."""
MOST_ROUNDS = 64
"""How many rounds a motion has."""
LEAVING = ("gone", "cheated", "resigned")
"""The kinds after which an operator leaves."""
ENDING = {"call-off": "called-off", "forfeit": "forfeited"}
"""The kinds after which the game has ended, and how."""


def lane_of(sid: bytes, epoch: int, motion: Record) -> bytes:
    return digest("motion", sid, n4(epoch), bytes(motion))


def rank(motion: Record, lane: bytes) -> tuple[int, bytes]:
    """The order of motions."""
    return MOTIONS.index(motion.type), lane


def check_motion(charter: Charter, motion: Record) -> None:
    """Raise `Damage` for a motion that nobody can open."""
    operators = range(len(charter.fields.operators))
    if motion.operator not in operators or any(each not in operators for each in motion.without):
        raise Damage("a motion about an operator that does not exist")
    if any(low >= high for low, high in pairwise(motion.without)):
        raise Damage("those of `without` do not ascend")
    if motion.without and motion.type not in ENDING:
        raise Damage("only an end can be agreed without somebody")


def voters(operators_present: Sequence[int], motion: Record) -> list[int]:
    """The operators whose leads vote."""
    named = {motion.operator} if motion.type in ("gone", "cheated") else set()
    return [each for each in operators_present if each not in named | set(motion.without)]


def carried_at(motion: Record, votes: dict[int, Record]) -> Place | None:
    """The place at which a round of votes carries, if it does."""
    if not all(vote.yes for vote in votes.values()):
        return None
    trails = [[(place.step, place.chain) for place in votes[seat].trail] for seat in sorted(votes)]
    if motion.type in ("gone", "resigned", "pause"):
        return trails[0][-1] if len({trail[-1] for trail in trails}) == 1 else None
    common = [place for place in trails[0] if all(place in trail for trail in trails)]
    return common[-1] if common else None


@dataclass
class Hall:
    """What the lanes of motions need of the session."""

    sid: bytes
    epoch: int
    ended_without: Callable[[Record, dict[int, Record]], None]
    takes_effect: Callable[[Record, Place], None]


def proceed(hall: Hall, motion: Record, leads: list[int], staying: list[int]) -> Program:
    """Rounds of votes until one carries, then the confirmations of those who stay."""
    lane = lane_of(hall.sid, hall.epoch, motion)

    def check_vote(seat: int, body: Record, said: dict[int, Any]) -> Record:
        steps = [place.step for place in body.trail]
        if steps != sorted(steps):
            raise Refused("the trail descends")
        return body

    def check_confirm(seat: int, body: Record, said: dict[int, Any]) -> Record:
        first = body.first
        if first != motion and rank(motion, lane) >= rank(first, lane_of(hall.sid, hall.epoch, first)):
            raise Refused("a motion that does not come before the one confirmed first")
        return body

    place = None
    for _ in range(MOST_ROUNDS):
        votes = yield Step("vote", leads, 8192, check_vote)
        if motion.without and all(vote.yes for vote in votes.values()):
            hall.ended_without(motion, votes)
            return
        place = None if motion.without else carried_at(motion, votes)
        if place is not None:
            break
    if place is None:
        return
    yield Step("confirm", staying, 8192, check_confirm)
    hall.takes_effect(motion, place)
