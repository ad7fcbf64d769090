"""What a table votes on: when a motion carries, lapses and is refused, and what binds who has voted."""

from __future__ import annotations

import pytest

from protocol.errors import OutOfOrder
from protocol.events import MotionCarried, MotionLapsed
from protocol.messages import Motion
from protocol.operations import (
    Act,
    Deal,
)
from protocol.replay import Verifier
from tests.protocol.session.world import GONE, dealt, goes_on, in_peace, vote
from tests.protocol.table import FACES, OpenReferee, Table

pytestmark = pytest.mark.usefixtures("in_numbers")


def test_a_late_message_counts_and_the_vote_lapses() -> None:
    table = dealt()
    held: list[tuple[int, int, bytes]] = []

    def tamper(sender: int, to: int, data: bytes) -> list[bytes]:
        if sender == 3 and to != 1:
            held.append((sender, to, data))
            return []
        return [data]

    table.tamper = tamper
    table.play(Act(3), answers={3: b"too late?"})  # only seat 1 hears it
    for operator in (0, 1, 2):
        table.nodes[operator].session.vote(GONE)
    table.run()
    for node in table.nodes[:3]:
        assert [type(e) for e in node.events if isinstance(e, MotionLapsed | MotionCarried)] == [MotionLapsed]
        assert 3 in node.session.seated
    table.tamper = None
    for sender, to, data in held:
        table.send(sender, to, data)
    table.run()
    for node in table.nodes:
        assert len(node.ended()) == len(table.script)
    in_peace(table)
    table.kill(3)
    vote(table, GONE, 0, 1, 2)  # moved again, now from one place
    goes_on(table)


def test_one_no_is_enough_and_the_motion_can_be_moved_again() -> None:
    table = dealt()
    table.kill(3)
    table.nodes[2].session.vote(GONE, yes=False)
    vote(table, GONE, 0, 1)
    for node in table.nodes[:3]:
        assert isinstance(node.events[-1], MotionLapsed)
        assert not node.session.ballots.has_voted and 3 in node.session.seated
    table.play(Deal((8,), 3))  # somebody must wait for it
    assert {wait.seat for wait in table.nodes[0].session.waiting()} == {3}
    vote(table, GONE, 0, 1, 2)
    goes_on(table)


def test_who_has_said_yes_says_nothing_more_in_play_until_it_is_decided() -> None:
    table = dealt()
    table.nodes[0].session.vote(GONE)
    table.run()
    table.play(Act(0), answers={0: b"not now"})
    assert all(len(node.ended()) == len(table.script) - 1 for node in table.nodes)
    assert {wait.seat for wait in table.nodes[1].session.waiting()} >= {1, 2}
    vote(table, GONE, 1, 2, yes=False)
    assert all(len(node.ended()) == len(table.script) for node in table.nodes)
    in_peace(table)


def test_a_voter_dies_before_its_vote_is_out_and_after() -> None:
    for early in (True, False):
        table = dealt()
        table.kill(3)
        for operator in (0, 1):
            table.nodes[operator].session.vote(GONE)
        table.run()
        node = table.nodes[2]
        node.session.vote(GONE)
        output = node.session.poll()
        if not early:
            node.journal += output.store
        table.kill(2)
        table.revive(2)
        table.run()
        assert node.session.ballots.has_voted != early or 3 not in node.session.play.present
        if early:
            vote(table, GONE, 2)
        assert [node.session.seated for node in table.nodes[:3]] == [(0, 1, 2)] * 3
        goes_on(table)


def test_a_table_that_waits_refuses_to_go_on_without_anybody() -> None:
    table = dealt(on_leave="wait")
    table.kill(3)
    table.play(Deal((8,), 0))
    with pytest.raises(OutOfOrder, match="waits"):
        table.nodes[0].session.vote(GONE)
    assert {wait.seat for wait in table.nodes[0].session.waiting()} == {3}
    table.revive(3)
    table.run()
    assert all(len(node.ended()) == len(table.script) for node in table.nodes)
    in_peace(table)


@pytest.mark.parametrize("kind", ["call-off", "forfeit"])
def test_a_table_calls_off_or_gives_up_together(kind: str) -> None:
    table = dealt()
    table.play(Act(2))
    motion = Motion(kind, 2, b"seat 2 gives up")  # type: ignore[arg-type]
    vote(table, motion, 2, 0, 1)
    assert not any(node.session.over for node in table.nodes)
    assert {wait.seat for wait in table.nodes[0].session.waiting()} >= {3}
    vote(table, motion, 3)
    for node in table.nodes:
        assert node.session.over and not node.session.course.finished
        assert node.events[-1] == MotionCarried(motion)
        assert node.session.waiting() == []
    in_peace(table)
    verifier = Verifier(table.signed, lambda: OpenReferee({}), group=table.group)
    for record in table.records(1):
        verifier.add(record)
    assert verifier.ended_by == motion


def test_nobody_votes_itself_gone_or_anybody_twice_or_the_last_one() -> None:
    table = dealt()
    session = table.nodes[0].session
    for motion, words in [
        (Motion("gone", 0), "itself"),
        (Motion("gone", 9), "no operator"),
        (Motion("cheated", 1), "cheated"),
    ]:
        with pytest.raises(OutOfOrder, match=words):
            session.vote(motion)
    table.kill(3)
    vote(table, GONE, 0, 1, 2)
    with pytest.raises(OutOfOrder, match="already"):
        session.vote(GONE)
    alone = Table((0, 1), faces=FACES[:4])
    alone.run()
    vote(alone, Motion("resigned", 1), 0, 1)
    with pytest.raises(OutOfOrder, match="nobody would stay"):
        alone.nodes[0].session.vote(Motion("resigned", 0))


def test_one_no_frees_who_has_said_yes_before_all_have_voted() -> None:
    table = dealt()
    vote(table, GONE, 0)
    assert table.nodes[0].session.ballots.has_voted
    table.play(Deal((8,), 0))
    assert len(table.nodes[0].ended()) < len(table.script)
    vote(table, GONE, 1, yes=False)  # seat 2 has not voted, and need not
    assert not table.nodes[0].session.ballots.has_voted
    assert [len(node.ended()) for node in table.nodes] == [len(table.script)] * 4
    in_peace(table)
