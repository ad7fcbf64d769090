"""Heavy checks as jobs: done late, in another process, failed and done again, or for a game that has gone elsewhere."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import pytest

from protocol.events import DuplicateNode, SessionRestarted
from protocol.messages import ActMessage, Motion, decode_envelope
from protocol.operations import Act, Deal, Prepare, Show, Shuffle
from tests.protocol.attackers.malice import Villain, other_act
from tests.protocol.session.slow import SlowTable, slow
from tests.protocol.session.world import at_rest, in_peace, scripted, vote
from tests.protocol.table import FACES

pytestmark = pytest.mark.usefixtures("in_numbers")


def test_a_whole_game_with_late_checks_is_the_same_as_one_without() -> None:
    table = scripted(kind=SlowTable)
    assert isinstance(table, SlowTable)
    table.run()
    while table.work():
        pass
    at_rest(table)


def test_whoever_waits_for_its_own_worker_says_so() -> None:
    table = slow(Shuffle((), FACES[:4], (0, 1, 2, 3)), Deal((0,), 1))
    for node in table.nodes:
        assert [(wait.seat, wait.why) for wait in node.session.waiting()] == [(None, "checking-shuffle")]
    table.work(0, 1)
    # Two have checked; the third has not and gives no share of it.
    assert {wait.seat for wait in table.nodes[0].session.waiting()} == {2}
    assert not any(b"shares" in said.body for said in table.nodes[0].session.messages.values())
    table.work()
    at_rest(table)


def test_a_check_that_failed_is_offered_again_and_nobody_is_accused() -> None:
    table = slow(Shuffle((), FACES[:4], (0, 1, 2, 3)), Deal((0,), 1))
    for _ in range(3):
        failed, table.jobs = table.jobs, []
        for operator, job in failed:
            table.nodes[operator].session.job_failed(job.id)
            table.flush(table.nodes[operator])
        assert len(table.jobs) == len(failed) == 3
        assert not {(who, job.id) for who, job in table.jobs} & {(who, job.id) for who, job in failed}
        for operator, job in failed:  # a late result of a worker that was given up changes nothing
            table.nodes[operator].session.job_done(job.id, 0)
    table.work()
    at_rest(table)


def test_a_result_that_comes_twice_or_for_no_job_is_ignored() -> None:
    table = slow(Shuffle((), FACES[:4], (0, 1, 2, 3)), Shuffle((0, 1), (), (4, 5)), Deal((4,), 1))
    done = list(table.jobs)
    while table.work():
        for operator, job in done:
            table.nodes[operator].session.job_done(job.id, 0)
            table.nodes[operator].session.job_failed(job.id)
        table.nodes[0].session.job_done(12345, 0)
    at_rest(table)


def test_a_check_for_a_pile_that_fell_when_somebody_left_is_ignored() -> None:
    faces = FACES[:3]
    table = slow(Shuffle((), FACES[3:7], (0, 1, 2, 3)), seats=(0, 1, 2, 3))
    table.work()
    table.play(Prepare("x", (), faces))
    stale = list(table.jobs)
    assert len(stale) == 4
    table.kill(3)
    vote(table, Motion("gone", 3), 0, 1, 2)
    table.play(Shuffle((), faces, (10, 11, 12)), Deal((10,), 0))
    for operator, job in stale[:3]:
        table.nodes[operator].session.job_done(job.id, 0)  # would accuse seat 0, were it still about anything
    table.jobs = [pair for pair in table.jobs if pair not in stale]
    table.run()
    table.work()
    for node in table.nodes[:3]:
        assert len(node.ended()) == len(table.script)
    in_peace(table)


def test_a_node_that_dies_over_a_check_begins_it_anew() -> None:
    table = slow(Shuffle((), FACES[:4], (0, 1, 2, 3)), Deal((0,), 1), Show((1,)))
    table.kill(1)
    table.jobs = [pair for pair in table.jobs if pair[0] != 1]
    table.revive(1)
    assert [operator for operator, _ in table.jobs].count(1) == 1
    table.run()
    while table.work():
        pass
    at_rest(table)


def test_a_job_can_be_done_in_another_process() -> None:
    table = slow(Shuffle((), FACES[:4], (0, 1, 2, 3)), Deal((0,), 1))
    with ProcessPoolExecutor(1) as workers:
        for operator, job in list(table.jobs):
            again = pickle.loads(pickle.dumps(job))
            assert again.id == job.id
            result = workers.submit(again.function, *again.arguments).result(60)
            assert result is None
            table.nodes[operator].session.job_done(job.id, result)
    table.jobs = []
    table.run()
    at_rest(table)


def test_a_node_that_goes_back_says_nothing_and_takes_its_own_old_words_for_no_second_copy() -> None:
    """Its checks of old piles take their time; meanwhile others send what it had said itself, and vote on."""
    table = slow(Shuffle((), FACES[:6], tuple(range(6))), seats=(0, 1, 2, 3))
    while table.work():
        pass
    table.play(Act(1), Act(2), answers={1: b"x", 2: b"y"})
    said: list[bytes] = []
    Villain(table, 0).lies(ActMessage, lambda lie: other_act(b"other"), to=[2, 3])
    lying = table.tamper
    assert lying is not None

    def listening(sender: int, to: int, data: bytes) -> Iterator[bytes]:
        for piece in lying(sender, to, data):
            said.append(piece)
            yield piece

    table.tamper = listening
    table.play(Act(0), Act(1), answers={0: b"one", 1: b"two"})
    table.kill(0)
    vote(table, Motion("cheated", 0), 1, 2, 3)
    later = Motion("call-off", 1)
    for node in table.nodes[1:]:
        assert isinstance(node.events[0], SessionRestarted) and node.session.waiting()
        before = len(said)
        node.session.vote(later)  # from where it is on its way, it would give a place that it has long left
        for data in list(said):
            if decode_envelope(data).seat == node.operator:
                node.session.receive(data)
        table.flush(node)
        assert not any(isinstance(event, DuplicateNode) for event in node.events) and len(said) == before
    while table.work():
        pass
    for node in table.nodes[1:]:
        assert node.session.seated == (1, 2, 3) and not node.session.over
        assert not any(isinstance(event, DuplicateNode) for event in node.events)
    table.play(Deal((0,), 1))
    for node in table.nodes[1:]:
        assert node.ended()[-1].operation == Deal((0,), 1)
    assert table.said_once()
