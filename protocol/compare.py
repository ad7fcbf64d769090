"""Two copies of one game, as two peers kept them: are they the same game, and if not, who told two tales?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Literal

from protocol.certificates import Certificate, contradict, equivocation
from protocol.charter import Charter, SignedCharter
from protocol.errors import BadEncoding, ProtocolError
from protocol.messages import Confirmation, Envelope, Motion, Outcome, Vote, body_of, decode_envelope
from protocol.motions import LEAVING, decide, leavers
from protocol.transcript import PLAY, MessageRecord, Record

Relation = Literal["equal", "first is longer", "second is longer", "consistent", "different"]

Slot = tuple[bytes, int, int, int]
Copy = Mapping[Slot, Envelope]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The relation of two copies; ``consistent`` copies each hold some of the last messages of one game.

    ``certificates`` convict whoever signed two different messages for one place, one for each such seat. Copies can
    be ``different`` without any: a table that went back after a cheat told two tales leaves such copies behind.
    """

    relation: Relation
    certificates: tuple[Certificate, ...] = ()


def compare(charter: SignedCharter, first: Iterable[Record], second: Iterable[Record]) -> Comparison:
    """Compare two copies of the game of a charter, each already verified by itself. Raises ``BadEncoding``.

    The order of messages within a step, and of lanes beside each other, is each peer's own and makes no difference.
    """
    one, two = _by_slot(charter, first), _by_slot(charter, second)
    unlike = [slot for slot in sorted(one.keys() & two.keys()) if one[slot] != two[slot]]
    forks = [(one[slot], two[slot]) for slot in unlike if one[slot].id != two[slot].id]
    relation = _relation(charter.charter, one, two)
    promises = _broken_promises(one, two)
    if relation == "equal" and all(_hold(copy, promise) for copy in (one, two) for promise in promises):
        promises = []  # each copy shows by itself who said both, and that the table went on all the same
    forks += promises
    if not forks:
        return Comparison(relation)
    certificates: dict[int, Certificate] = {}
    for mine, theirs in forks:
        seat = mine.seat
        if seat not in certificates and _signed(charter, mine) and _signed(charter, theirs):
            certificates[seat] = equivocation(charter, mine, theirs)
    return Comparison("different", tuple(found for _, found in sorted(certificates.items())))


def _relation(charter: Charter, one: Copy, two: Copy) -> Relation:
    """Relate two copies by the course of the game alone; equivocations play no part in it."""
    if _passed_by(charter, one, two) or _passed_by(charter, two, one) or _courses_differ(one, two):
        return "different"
    ends = _ends(charter, one) | _ends(charter, two)
    over = ends.keys() | _finished(one) | _finished(two)
    first_said, second_said = _counted(one, ends, over), _counted(two, ends, over)
    if first_said == second_said:
        return "equal"
    if first_said > second_said:
        return "first is longer"
    return "second is longer" if first_said < second_said else "consistent"


def _hold(copy: Copy, said: tuple[Envelope, Envelope]) -> bool:
    """Whether a copy holds both of these messages."""
    return all(one.slot in copy and copy[one.slot].id == one.id for one in said)


def _by_slot(charter: SignedCharter, records: Iterable[Record]) -> dict[Slot, Envelope]:
    said: dict[Slot, Envelope] = {}
    sid = charter.charter.sid
    for record in records:
        if isinstance(record, MessageRecord):
            envelope = decode_envelope(record.envelope)
            if envelope.sid != sid:
                raise BadEncoding("these two files are not of one game")
            said[envelope.slot] = envelope
    return said


def _broken_promises(one: Copy, two: Copy) -> list[tuple[Envelope, Envelope]]:
    """Confirmations of motions that nobody may give both, one in each copy."""
    mine = [envelope for _, envelope in sorted(one.items()) if _confirms(envelope)]
    theirs = [envelope for _, envelope in sorted(two.items()) if _confirms(envelope)]
    return [(a, b) for a in mine for b in theirs if a.slot != b.slot and contradict(a, b)]


def _confirms(envelope: Envelope) -> bool:
    return envelope.lane != PLAY and isinstance(body_of(envelope), Confirmation)


def _courses_differ(one: Copy, two: Copy) -> bool:
    """Whether some step was written on different chains."""
    chains = {(lane, epoch, step): envelope.prev for (lane, epoch, step, _), envelope in one.items()}
    return any(
        chains.get((lane, epoch, step), envelope.prev) != envelope.prev
        for (lane, epoch, step, _), envelope in two.items()
    )


def _passed_by(charter: Charter, one: Copy, two: Copy) -> bool:
    """Whether the first copy went on beyond the place at which the table of the second ended that epoch.

    Whoever ended the game without the others ended it where they stood, and did not go back when the others did.
    """
    ends, parted = _ends(charter, two), _parted(charter, one)
    for (lane, epoch, step, _), envelope in one.items():
        if lane == PLAY and epoch in ends.keys() - parted:
            last, chain = ends[epoch]
            if step > last or (step == last and envelope.prev != chain):
                return True
    return False


def _counted(copy: Copy, ends: Mapping[int, tuple[int, bytes]], over: Set[int]) -> set[Slot]:
    """The messages of a copy without those that one peer has heard and another not, and that count for nothing.

    Where an epoch is over, these are what was said in the step that was open then (``ends`` says which, if a motion
    ended it), and whatever is beside play: the chain of play tells what came of that.
    """

    def counts(lane: bytes, epoch: int, step: int) -> bool:
        return (epoch not in ends or step < ends[epoch][0]) if lane == PLAY else epoch not in over

    return {slot for slot in copy if counts(*slot[:3])}


def _finished(copy: Copy) -> set[int]:
    """The epoch in which the game came to its end, if it did."""
    last = [said for said in copy.values() if said.lane == PLAY and isinstance(body_of(said), Outcome)]
    return {said.epoch for said in last}


def _ends(charter: Charter, copy: Copy) -> dict[int, tuple[int, bytes]]:
    """Give the place at which each epoch of a copy ended: that of the motion that carried."""
    return {epoch: place for epoch, (_, place) in _carried(charter, copy).items()}


def _carried(charter: Charter, copy: Copy) -> dict[int, tuple[Motion, tuple[int, bytes]]]:
    """The motion that ended each epoch of a copy and its place, as all votes for it and then all confirmations show."""
    rounds: dict[tuple[bytes, int, int], dict[int, Vote]] = {}
    confirmed: dict[tuple[bytes, int, int], set[int]] = {}
    for (lane, epoch, step, seat), envelope in copy.items():
        if lane != PLAY:
            body = body_of(envelope)
            if isinstance(body, Vote):
                rounds.setdefault((lane, epoch, step), {})[seat] = body
            elif isinstance(body, Confirmation):
                confirmed.setdefault((lane, epoch, step - 1), set()).add(seat)
    carried: dict[int, tuple[Motion, tuple[int, bytes]]] = {}
    for key in sorted(confirmed.keys() & rounds.keys()):
        votes = rounds[key]
        motion = next(iter(votes.values())).motion
        place = decide(motion, votes)
        if place is not None and confirmed[key] >= votes.keys() - leavers(charter, motion):
            carried[key[1]] = motion, place
    return carried


def _parted(charter: Charter, copy: Copy) -> set[int]:
    """The epochs in which some ended the game for themselves: everybody at the table but those whom a motion does
    without said yes to it."""
    agreed: dict[tuple[int, Motion], set[int]] = {}
    for (lane, epoch, _, seat), envelope in copy.items():
        body = None if lane == PLAY else body_of(envelope)
        if isinstance(body, Vote) and body.yes and body.motion.without:
            agreed.setdefault((epoch, body.motion), set()).add(charter.seats[seat].operator)
    carried, parted = _carried(charter, copy), set()
    for (epoch, motion), yes in agreed.items():
        before = [earlier for ended, (earlier, _) in carried.items() if ended < epoch]
        absent = {earlier.operator for earlier in before if earlier.kind in LEAVING} | set(motion.without)
        if set(range(len(charter.operators))) - absent <= yes:
            parted.add(epoch)
    return parted


def _signed(charter: SignedCharter, envelope: Envelope) -> bool:
    try:
        envelope.check(charter.charter)
    except ProtocolError:
        return False
    return True
