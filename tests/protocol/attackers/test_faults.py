"""A fault of one's own program accuses nobody, stops nobody else, and is tried again from the journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol import replay
from protocol.errors import Fault
from protocol.events import Event, SessionFailed
from protocol.group import Element, Scalar
from protocol.messages import Claim, Motion
from protocol.operations import Act, Deal, Finish, Seal, Show, Shuffle
from protocol.play import Ruling
from protocol.replay import Verifier
from protocol.session import Session
from protocol.transcript import Record, write
from protocol.verdict import verify_file
from tests.protocol.attackers.malice import honest, set_up
from tests.protocol.numbers import Numbers
from tests.protocol.session.world import at_rest, scripted, vote
from tests.protocol.table import FACES, Node, OpenReferee, Table

FAULTS = (MemoryError(), RecursionError("too deep"), KeyError("raid"), AssertionError("never"), ZeroDivisionError())


class Failing(OpenReferee):
    """Rules that fail at one sort of question."""

    def __init__(self, at: str, error: Exception) -> None:
        super().__init__({})
        self.at, self.error = at, error

    def judge(self, seat: int, payload: bytes) -> Ruling:
        if self.at == "judge":
            raise self.error
        return super().judge(seat, payload)

    def judge_sealed(self, seat: int, payload: bytes) -> tuple[Claim, ...]:
        if self.at == "judge_sealed":
            raise self.error
        return super().judge_sealed(seat, payload)

    def judge_opened(self, payloads: Mapping[int, bytes]) -> tuple[int, str] | None:
        if self.at == "judge_opened":
            raise self.error
        return super().judge_opened(payloads)

    def follow(self, event: Event) -> None:
        if self.at == "follow":
            raise self.error


class Patient(Table):
    """A table on which an own act that fails is decided again as soon as the node has come back."""

    failed: int = 0

    def _answer(self, node: Node) -> bool:
        try:
            return super()._answer(node)
        except Fault:
            self.failed += 1
            return False


def give(table: Table, operator: int, referee: OpenReferee) -> None:
    """From now on this node judges with other rules."""
    session = table.nodes[operator].session
    session._machine.referee = session.play.referee = referee


def faults(node: Node) -> list[Fault]:
    return [event.fault for event in node.events if isinstance(event, SessionFailed)]


def blameless(table: Table) -> None:
    assert not any(node.accused() for node in table.nodes)


def stuck(at: str, error: Exception) -> Table:
    """Node 2 fails over what node 1 has said; the others have gone on as far as they can without it."""
    table = set_up((0, 1, 2), cards=6)
    give(table, 2, Failing(at, error))
    what = Act(1) if at == "judge" else Seal((0, 1), 16)
    table.play(what, Deal((4,), 0), answers={0: b"x", 1: b"y"})
    return table


@pytest.mark.parametrize("at", ["judge", "judge_sealed", "judge_opened"])
@pytest.mark.parametrize("error", FAULTS, ids=[type(error).__name__ for error in FAULTS])
def test_whoever_fails_over_an_act_says_so_and_accuses_nobody(at: str, error: Exception) -> None:
    table = stuck(at, error)
    blameless(table)
    (fault,) = faults(table.nodes[2])
    assert repr(error) == fault.why and type(error).__name__ in fault.trace
    assert at == "judge_opened" or "seat 1" in fault.doing or "seat 0" in fault.doing
    assert table.nodes[2].session.halted and table.nodes[2].session.waiting()[0].seat is None
    for node in honest(table, 2):  # for them it is as if it were silent
        assert not node.session.halted and {wait.seat for wait in node.session.waiting()} == {2}


@pytest.mark.parametrize("at", ["judge", "judge_sealed", "judge_opened"])
def test_what_failed_is_tried_again_from_the_journal(at: str) -> None:
    table = stuck(at, MemoryError())
    table.kill(2)
    table.revive(2)  # its rules work now
    table.run()
    blameless(table)
    assert not faults(table.nodes[2]) and not table.nodes[2].session.halted
    assert len({(node.session.chain, len(node.ended())) for node in table.nodes}) == 1
    assert len(table.nodes[2].ended()) == len(table.script)
    assert table.said_once()


def test_whoever_fails_again_at_every_start_still_votes() -> None:
    table = stuck("judge", KeyError("raid"))
    table.referees[2] = Failing("judge", KeyError("raid"))
    for _ in range(2):
        table.kill(2)
        table.revive(2)
        table.run()
        assert len(faults(table.nodes[2])) == 1
    vote(table, Motion("call-off", 0), 0, 1, 2)
    assert all(node.session.over for node in table.nodes)
    blameless(table)


def test_a_table_plays_on_without_one_whose_program_fails() -> None:
    table = stuck("judge", MemoryError())
    vote(table, Motion("gone", 2), 0, 1)
    table.play(Deal((5,), 1))
    for node in honest(table, 2):
        assert node.session.seated == (0, 1) and not node.session.waiting()
        assert node.ended()[-1].operation == Deal((5,), 1)
    blameless(table)


@pytest.mark.parametrize("at", ["judge", "judge_sealed"])
def test_an_own_act_at_which_the_program_fails_is_not_said_and_can_be_said_again(at: str) -> None:
    table = set_up((0, 1, 2), cards=5)
    table.play(Act(1) if at == "judge" else Seal((1,), 16))
    node = table.nodes[1]
    give(table, 1, Failing(at, MemoryError()))
    with pytest.raises(Fault, match="your own act"):
        node.session.answer(1, b"x")
    output = node.session.poll()
    assert not (output.send or output.store or output.events) and not node.session.halted
    give(table, 1, OpenReferee({}))
    node.session.answer(1, b"x")
    table.run()
    assert all(len(node.ended()) == len(table.script) for node in table.nodes)
    blameless(table)


class Exhausted(Numbers):
    """The group on a machine whose memory is at an end for one moment."""

    def __init__(self, left: int, error: Exception) -> None:
        self.left, self.error = left, error

    def mul(self, p: Element, k: Scalar) -> Element:
        self.left -= 1
        if not self.left:
            raise self.error
        return super().mul(p, k)

    def msm(self, terms: Iterable[tuple[Element, Scalar]]) -> Element:
        total = self.identity
        for p, k in terms:
            total = self.add(total, self.mul(p, k))
        return total


class Weak(Patient):
    """A table on which one node fails at its n-th multiplication."""

    weak: tuple[int, int, Exception]

    def _session(self, operator: int, journal: Iterable[Record] = (), stale: bool = False) -> Session:
        session = super()._session(operator, journal, stale)
        if operator == self.weak[0] and self.lives[operator] == 1:
            session.play.group = Exhausted(*self.weak[1:])
        return session


@pytest.mark.usefixtures("in_numbers")
@settings(max_examples=5)
@given(st.integers(0, 2), st.integers(1, 1000), st.sampled_from(FAULTS))
def test_wherever_a_program_fails_nobody_is_accused_and_it_comes_back_to_the_same_game(
    who: int, when: int, error: Exception
) -> None:
    kind = type("Weaker", (Weak,), {"weak": (who, when, error)})
    table = scripted(kind=kind)
    table.run()
    blameless(table)
    assert isinstance(table, Weak)
    if faults(table.nodes[who]):
        table.kill(who)
        table.revive(who)
        table.run()
    for node in table.nodes:
        table.flush(node)
    table.run()
    at_rest(table)


def test_a_check_that_a_worker_fails_at_stops_this_node_and_accuses_nobody() -> None:
    from tests.protocol.session.slow import slow

    table = slow(Shuffle((), FACES[:4], (0, 1, 2, 3)), Deal((0,), 1))
    ((_, job),) = [pair for pair in table.jobs if pair[0] == 2]
    table.jobs = [pair for pair in table.jobs if pair[0] != 2]
    table.nodes[2].session.job_failed(job.id, Fault("at checking a shuffle", "MemoryError()"))
    table.work()
    blameless(table)
    assert len(faults(table.nodes[2])) == 1 and not table.jobs
    assert {wait.seat for wait in table.nodes[0].session.waiting()} == {2}
    table.kill(2)
    table.revive(2)
    table.work()
    at_rest(table)


# Whoever verifies.


@pytest.mark.parametrize("at", ["judge", "judge_opened", "follow"])
@pytest.mark.parametrize("error", FAULTS, ids=[type(error).__name__ for error in FAULTS])
def test_a_verifier_that_fails_says_nothing_about_the_file(at: str, error: Exception) -> None:
    with pytest.raises(Fault, match="says nothing about anybody"):
        verify_file([whole_game()], lambda _: Failing(at, error))


@cache
def whole_game() -> bytes:
    """A file of every kind of act, finished where no verifier fails."""
    table = set_up((0, 1, 2), cards=5)
    table.play(Act(1), Seal((0, 1), 16), Finish(bytes(32), b"none"), answers={0: b"x", 1: b"y"})
    data = b"".join(write(table.signed, table.records()))
    assert verify_file([data], lambda _: OpenReferee({})).status == "finished"
    return data


def test_a_certificate_that_a_verifier_fails_at_is_neither_false_nor_convincing() -> None:
    table = set_up((0, 1, 2), cards=5)
    give(table, 1, Yes({}))
    table.play(Act(1), answers={1: b"illegal"})
    (found,) = table.nodes[0].accused()
    replay.check(found.certificate, lambda: OpenReferee({}))
    with pytest.raises(Fault):
        replay.check(found.certificate, lambda: Failing("judge", MemoryError()))


class Yes(OpenReferee):
    """Rules that take everything."""

    def judge(self, seat: int, payload: bytes) -> Ruling:
        return Ruling((), bytes(32))


@pytest.mark.usefixtures("in_numbers")
def test_a_verifier_whose_memory_ends_says_nothing_about_the_file() -> None:
    table = set_up((0, 1, 2), cards=5)
    table.play(Deal((3,), 0), Show((4,)))
    verifier = Verifier(table.signed, group=table.group)
    verifier.session.play.group = Exhausted(30, MemoryError())
    with pytest.raises(Fault):
        for record in table.records():
            verifier.add(record)
    assert not verifier.accused
