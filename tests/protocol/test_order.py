"""The order of records in a file is each peer's own within a step and between lanes, and nothing hangs on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.messages import Motion, Shares, decode_envelope
from protocol.operations import Act, Deal, Finish, Prepare, Return, Shuffle
from protocol.replay import Verifier
from protocol.transcript import PLAY, MessageRecord, OperationRecord, ProofRecord
from protocol.verdict import Verdict, verify_records
from tests.protocol.attackers.malice import Villain, honest
from tests.protocol.session.world import vote
from tests.protocol.table import FACES, OpenReferee, Table

pytestmark = pytest.mark.usefixtures("in_numbers")

Record = OperationRecord | MessageRecord | ProofRecord


@dataclass(frozen=True)
class Where:
    """Where play stands between two records, and which lanes are open."""

    epoch: int
    seats: tuple[tuple[int, ...], ...]
    chain: bytes
    lanes: frozenset[bytes]


@dataclass(frozen=True)
class Copy:
    """A peer's copy of a game, and where it stands before each record and at its end."""

    name: str
    table: Table
    records: tuple[Record, ...]
    places: tuple[Where, ...]

    def verdict(self, records: Sequence[Record]) -> Verdict:
        return verify_records(self.table.signed, records, lambda _: OpenReferee(self.table.claims))


def copy_of(name: str, table: Table, operator: int) -> Copy:
    verifier = Verifier(table.signed, lambda: OpenReferee(table.claims), group=table.group)
    places = []

    def here() -> Where:
        session = verifier.session
        heads = session.heads()
        return Where(heads[PLAY][0], (session.seated, session.play.present), session.chain, frozenset(heads))

    places.append(here())
    for record in table.records(operator):
        verifier.add(record)
        places.append(here())
    return Copy(name, table, table.records(operator), tuple(places))


def begun(cheat: bool) -> Table:
    """Two piles are mixed while the game goes on, so that messages of three lanes lie among each other.

    One of them is given up for another of its name.
    """
    table = Table((0, 1, 2, 3), seed=5, faces=FACES[:8])
    table.shuffled = True
    if cheat:
        Villain(table, 3).lies(Shares, lambda lie: Shares(bytes(len(lie.body.proof))))
    pile = Shuffle((), FACES[:4], (0, 1, 2, 3))
    answers = {seat: b"says something" for seat in range(4)}
    table.play(Prepare("one", (), FACES[4:6]), Prepare("two", (), FACES[6:8]), Act(2), Act(0), pile, answers=answers)
    table.play(Prepare("two", (3,), FACES[6:8]))
    return table


@cache
def copies(name: str) -> Copy:
    table = begun(cheat=name == "voted out")
    taken = Shuffle((), FACES[4:6], (10, 11))
    if name == "voted out":
        table.play(Deal((0,), 0))
        table.kill(3)
        vote(table, Motion("cheated", 3), *(node.operator for node in honest(table, 3)))
    elif name == "gone":
        table.kill(3)
        vote(table, Motion("call-off", 0), 0, 1)
        vote(table, Motion("gone", 3), 0, 1, 2)
    elif name == "resigned":
        table.play(Deal((0,), 3))
        vote(table, Motion("resigned", 3), 0, 1, 2, 3)
    if name == "ended":
        table.script.append(taken)
        for operator in (1, 2, 3):
            table.flush(table.nodes[operator])
        table.kill(2)
        table.kill(3)
        vote(table, Motion("forfeit", 0, b"", (2, 3)), 0, 1)
    else:
        table.play(taken, Deal((10,), 1), Return((10,)), Finish(bytes(32), b"somebody won"))
    return copy_of(name, table, 1)


@cache
def verdict_of(name: str) -> Verdict:
    """The verdict on a copy as it is."""
    copy = copies(name)
    whole = copy.verdict(copy.records)
    assert whole.status == ("left" if name == "ended" else "finished")
    return whole


GAMES = ("nobody left", "gone", "resigned", "voted out", "ended")


def lane(record: Record) -> bytes:
    return decode_envelope(record.envelope).lane if isinstance(record, MessageRecord) else PLAY


def may_change_places(copy: Copy, at: int) -> bool:
    """Whether the page says of two neighbours that their order is the peer's own."""
    one, other = copy.records[at : at + 2]
    kept = {record.kept for record in copy.records if isinstance(record, ProofRecord)}
    if isinstance(one, ProofRecord) or isinstance(other, ProofRecord) or at + 1 in kept:
        return False
    if isinstance(one, MessageRecord) and isinstance(other, MessageRecord):
        a, b = decode_envelope(one.envelope), decode_envelope(other.envelope)
        if (a.lane, a.epoch, a.step) == (b.lane, b.epoch, b.step):
            return True
    before, between, after = copy.places[at : at + 3]
    if lane(one) == lane(other) or before.epoch != after.epoch or len({before.seats, between.seats, after.seats}) > 1:
        return False
    if PLAY not in (lane(one), lane(other)):
        return before.chain == between.chain == after.chain
    beside, moved = (one, (before, between)) if lane(one) != PLAY else (other, (between, after))
    opened = lane(beside) not in before.lanes and lane(beside) in between.lanes and lane(one) == PLAY
    return moved[0].chain == moved[1].chain and not opened


@settings(max_examples=15)
@given(st.data())
def test_neighbours_of_one_step_or_of_different_lanes_change_places_and_nothing_else(data: st.DataObject) -> None:
    copy = copies(data.draw(st.sampled_from(GAMES)))
    free = [at for at in range(len(copy.records) - 1) if may_change_places(copy, at)]
    order = list(copy.records)
    for at in data.draw(st.lists(st.sampled_from(free), min_size=1, max_size=12)):
        if not {at - 1, at, at + 1} & {i for i, record in enumerate(order) if record is not copy.records[i]}:
            order[at : at + 2] = order[at + 1], order[at]
    found, whole = copy.verdict(order), verdict_of(copy.name)
    assert (found.status, found.reason) == (whole.status, whole.reason)
    assert (found.chain, found.left, found.order, found.seated) == (whole.chain, whole.left, whole.order, whole.seated)
    assert [one.seat for one in found.accused] == [one.seat for one in whole.accused]
    assert (found.messages, found.operations) == (whole.messages, whole.operations)
    assert (found.finished, found.ended_by) == (whole.finished, whole.ended_by)


@settings(max_examples=15)
@given(st.data())
def test_neighbours_that_change_places_otherwise_are_damage_or_nothing_else(data: st.DataObject) -> None:
    copy = copies(data.draw(st.sampled_from(GAMES)))
    at = data.draw(st.integers(0, len(copy.records) - 2))
    order = list(copy.records)
    order[at : at + 2] = order[at + 1], order[at]
    found, whole = copy.verdict(order), verdict_of(copy.name)
    assert {one.seat for one in found.accused} <= {one.seat for one in whole.accused}
    if found.status == whole.status:
        assert (found.chain, found.left, found.finished) == (whole.chain, whole.left, whole.finished)
    else:
        assert found.status == "violated" if found.accused else found.status in ("damaged", "unfinished")


@pytest.mark.parametrize("name", GAMES)
def test_there_are_many_such_neighbours_in_every_game(name: str) -> None:
    copy = copies(name)
    free = [at for at in range(len(copy.records) - 1) if may_change_places(copy, at)]
    lanes = [at for at in free if lane(copy.records[at]) != lane(copy.records[at + 1])]
    assert len(free) > 30 and len(lanes) > 5
