"""Who gives its last word, that the game is over, to one player only: nobody is held by that, or told another end."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from protocol.errors import OutOfOrder
from protocol.messages import Body, Motion, Outcome, Vote, decode_body, decode_envelope, seal_envelope
from protocol.motions import MAX_ROUNDS, motion_lane
from protocol.operations import Act, Finish, Random
from protocol.transcript import SecretRecord, first_link, link_step
from protocol.verdict import Verdict, verify_records
from protocol.wire import encode
from tests.protocol.attackers.malice import catch_up, nobody_accused, set_up
from tests.protocol.session.world import vote
from tests.protocol.table import Table

pytestmark = pytest.mark.usefixtures("in_numbers")


class LastWord:
    """All have said that the game is over, and the last seat (the liar) has kept that word of its own back."""

    def __init__(self, operators: int = 3) -> None:
        self.liar = operators - 1
        self.table = set_up(tuple(range(operators)), cards=8)
        self.kept = b""
        self.table.tamper = self._tamper
        self.table.play(Finish(bytes(32), b"over"))
        self.table.tamper = None
        assert not any(node.session.over for node in self.table.nodes[: self.liar])

    def _tamper(self, sender: int, to: int, data: bytes) -> list[bytes]:
        said = decode_envelope(data)
        if said.seat == self.liar and isinstance(decode_body(said.body), Outcome):
            self.kept = data
            return []
        return [data]

    def give(self, to: int) -> None:
        """The liar gives its last word to one of the others, for whom the game is over by that."""
        self.table.nodes[to].session.receive(self.kept)
        self.table.flush(self.table.nodes[to])
        assert self.table.nodes[to].session.course.finished

    def votes(self, motion: Motion, *votes: tuple[int, bool]) -> list[bytes]:
        """First votes of these seats, for the liar to hand out."""
        return [self.signed(seat, motion, 0, first_link(self.sid, self.lane(motion)), yes) for seat, yes in votes]

    def signed(self, seat: int, motion: Motion, step: int, chain: bytes, yes: bool) -> bytes:
        body: Body = Vote(motion, yes, ((0, bytes(32)),))
        return encode(seal_envelope(self.table.keys[seat], self.sid, self.lane(motion), 0, step, seat, chain, body))

    def lane(self, motion: Motion) -> bytes:
        return motion_lane(self.sid, 0, motion)

    @property
    def sid(self) -> bytes:
        return self.table.signed.charter.sid

    def meet(self) -> None:
        """Those who are honest ask each other for what they lack; nothing more comes from the liar."""
        self.table.kill(self.liar)
        catch_up(self.table)

    def verdicts(self, *operators: int) -> list[Verdict]:
        return [verify_records(self.table.signed, self.table.records(operator)) for operator in operators]


def without(*operators: int) -> Motion:
    return Motion("call-off", 0, b"", operators)


@pytest.mark.parametrize("motion", (Motion("gone", 2), Motion("cheated", 2), without(2)), ids=lambda one: one.kind)
def test_who_has_voted_before_the_last_word_comes_to_another_ends_the_game_as_that_one(motion: Motion) -> None:
    case = LastWord()
    zero, one = case.table.nodes[:2]
    if motion.kind == "cheated":
        case.table.kill(case.liar)
        for data in case.votes(Motion("call-off", 0), (2, True), (2, False)):
            zero.session.receive(data)  # it tells two tales, to one only
    vote(case.table, motion, 0)
    assert zero.session.ballots.has_voted
    case.give(1)
    case.meet()
    assert zero.session.course.finished and zero.session.chain == one.session.chain
    assert [found.status for found in case.verdicts(0, 1)] == ["finished", "finished"]
    stored = len(one.journal)
    for operator in (0, 1):
        case.table.kill(operator)
        case.table.revive(operator)
        assert case.table.nodes[operator].session.course.finished
    case.table.run()
    assert len(one.journal) == stored and case.table.said_once()
    assert [found.status for found in case.verdicts(0, 1)] == ["finished", "finished"]


def test_who_is_no_more_needed_and_says_nothing_holds_nobody_who_has_voted() -> None:
    """The liar has a friend, who votes neither yes nor no: one no is enough to be free."""
    case = LastWord(4)
    vote(case.table, Motion("gone", 3), 0)
    case.table.nodes[2].session._machine.ballots._own_vote = lambda motion: None  # type: ignore[method-assign]
    case.give(1)
    assert case.table.nodes[0].session.ballots.has_voted
    case.meet()
    assert [node.session.course.finished for node in case.table.nodes[:2]] == [True, True]
    assert [found.status for found in case.verdicts(0, 1)] == ["finished", "finished"]
    nobody_accused(case.table)


def test_two_tales_of_a_vote_do_not_keep_who_has_finished_from_being_heard() -> None:
    """The friend of the liar votes yes to one and no to the other: these two go on with the vote on two chains."""
    case = LastWord(4)
    motion = Motion("gone", 3)
    yes, no = case.votes(motion, (2, True), (2, False))
    case.table.kill(2)
    case.table.kill(3)
    zero, one = case.table.nodes[:2]
    one.session.vote(motion, False)
    one.session.receive(no)
    zero.session.vote(motion)
    zero.session.receive(yes)
    case.table.tamper = lambda sender, to, data: [] if decode_envelope(data).seat == 2 else [data]
    case.table.run()
    assert not zero.session.ballots.has_voted  # the first round is over for both
    vote(case.table, motion, 0)
    assert zero.session.ballots.has_voted and not zero.session.over
    case.give(1)
    case.table.tamper = None
    catch_up(case.table)
    assert zero.session.course.finished and zero.session.chain == one.session.chain
    assert {found.seat for node in (zero, one) for found in node.accused()} <= {2}


def test_whose_secrets_are_erased_after_the_end_still_says_no() -> None:
    case = LastWord()
    case.give(1)
    one = case.table.nodes[1]
    case.table.kill(1)
    vote(case.table, Motion("gone", 2), 0)
    one.journal = [record for record in one.journal if not isinstance(record, SecretRecord)]
    case.table.revive(1)
    assert one.session.course.finished
    case.meet()
    assert case.table.nodes[0].session.course.finished and case.table.said_once()


def test_nobody_who_has_said_that_the_game_is_over_goes_for_the_silence_of_another() -> None:
    """Whose last word is here may be done, and away: the liar would have it voted out."""
    case = LastWord()
    case.give(1)
    case.table.kill(1)
    zero = case.table.nodes[0]
    for data in case.votes(Motion("gone", 1), (2, True)):
        zero.session.receive(data)
    with pytest.raises(OutOfOrder, match="the game is over"):
        zero.session.vote(Motion("gone", 1))
    assert not zero.session.ballots.has_voted and len(zero.session.seated) == 3
    case.table.nodes[1].up = True
    case.meet()
    assert [found.status for found in case.verdicts(0, 1)] == ["finished", "finished"]


@pytest.mark.parametrize("silent", (True, False))
def test_an_older_store_that_has_voted_before_it_hears_of_the_end_comes_to_it_and_its_vote_never_carries(
    silent: bool,
) -> None:
    """Its person went on without the others; the one who is asked for the vote has lost its store, or votes at last."""
    table = set_up((0, 1, 2), cards=8)
    node, before = table.nodes[2], len(table.nodes[2].journal)
    table.play(Act(0), Random(6), Finish(bytes(32), b"over"), answers={0: b"act"})
    for operator in range(3):
        table.kill(operator)
    motion = Motion("gone", 1)
    node.journal = node.journal[:before]
    table.revive(2, stale=True)
    node.session.start_sending((0, 1))
    vote(table, motion, 2)
    assert node.session.ballots.has_voted and not node.session.course.finished
    table.nodes[1].up = True
    catch_up(table)
    assert node.session.course.finished and not node.session.ballots.has_voted
    if not silent:
        lane = motion_lane(table.signed.charter.sid, 0, motion)
        yes = next(said for said in table.spoken if said[0] == lane)
        mine = next(one for one in node.session.messages.values() if one.slot == yes)
        said = seal_envelope(table.keys[0], mine.sid, lane, 0, 0, 0, mine.prev, decode_body(mine.body))
        assert node.session.receive(encode(said)) == "taken"
        catch_up(table)
    for other in table.nodes[1:]:
        assert other.session.course.finished and other.session.seated == (0, 1, 2)
    ends = [verify_records(table.signed, table.records(operator)) for operator in (1, 2)]
    assert [found.status for found in ends] == ["finished", "finished"]
    assert table.nodes[1].session.chain == node.session.chain and table.said_once()
    nobody_accused(table)


def test_who_waits_for_nobody_ends_the_game_without_the_others_also_when_it_has_said_that_it_is_over() -> None:
    case = LastWord()
    case.table.kill(1)
    case.table.kill(2)
    vote(case.table, without(1, 2), 0)
    assert case.table.nodes[0].session.over and case.verdicts(0)[0].status == "left"


@pytest.mark.parametrize("seed", range(24))
def test_whenever_the_last_word_comes_to_whom_and_whatever_is_voted_meanwhile_there_is_one_end(seed: int) -> None:
    """The liar votes as well, is heard by some only, and is gone at last; others vote against it, and start anew."""
    luck, operators = random.Random(seed), 3 + seed % 2
    table, liar = set_up(tuple(range(operators)), cards=8, seed=seed), operators - 1
    table.shuffled = luck.random() < 0.5
    kept = list[bytes]()

    def tamper(sender: int, to: int, data: bytes) -> list[bytes]:
        said = decode_envelope(data)
        if said.seat == liar and isinstance(decode_body(said.body), Outcome):
            kept.append(data)
            return []
        return [] if sender == liar and luck.random() < 0.3 else [data]

    def votes(operator: int, motion: Motion, yes: bool) -> None:
        with suppress(OutOfOrder):
            table.nodes[operator].session.vote(motion, yes)
        table.flush(table.nodes[operator])

    against = [Motion("gone", liar), Motion("cheated", liar)]
    others = [Motion("call-off", 0), Motion("pause", 0)]
    table.tamper = tamper
    table.script.append(Finish(bytes(32), b"over"))
    for node in table.nodes:
        table.flush(node)
    for _ in range(luck.randrange(40, 160)):
        draw, operator = luck.random(), luck.randrange(liar)
        on_the_way = [wire for wire in sorted(table.wires) if table.wires[wire]]
        if draw < 0.08:
            votes(luck.randrange(operators), luck.choice(against if kept else against + others), luck.random() < 0.8)
        elif draw < 0.11 and kept:
            table.nodes[operator].session.receive(kept[0])
            table.flush(table.nodes[operator])
        elif draw < 0.14:
            table.kill(operator)
            table.revive(operator)
        elif on_the_way:
            sender, to = luck.choice(on_the_way)
            table.nodes[to].session.receive(table.wires[sender, to].pop(0))
            table.flush(table.nodes[to])
    table.kill(liar)
    catch_up(table)
    for node in table.nodes[:liar]:
        node.session.resume()
        for motion in others:
            if not node.session.over:
                votes(node.operator, motion, False)
    catch_up(table)
    ends = [verify_records(table.signed, table.records(operator)) for operator in range(liar)]
    assert len({found.status for found in ends}) == len({node.session.over for node in table.nodes[:liar]}) == 1
    assert not any(found.accused for found in ends) and table.said_once()


def flooded(rounds: int) -> tuple[Table, list[str]]:
    """The last seat moves an end without all others and says no, again and again; what became of it at the first."""
    table = set_up((0, 1, 2), cards=6)
    node, sid, motion = table.nodes[0], table.signed.charter.sid, Motion("call-off", 2, b"z" * 4096, (0, 1))
    lane = motion_lane(sid, 0, motion)
    chain, outcomes = first_link(sid, lane), []
    for step in range(rounds):
        said = seal_envelope(table.keys[2], sid, lane, 0, step, 2, chain, Vote(motion, False, ((0, bytes(32)),) * 64))
        outcomes.append(node.session.receive(encode(said)))
        table.flush(node)
        chain = link_step(chain, step, [said])
    return table, outcomes


def test_who_says_no_round_after_round_fills_no_store() -> None:
    table, outcomes = flooded(MAX_ROUNDS + 40)
    assert outcomes == ["taken"] * MAX_ROUNDS + ["late"] * 40
    records = table.records(0)
    assert sum(len(encode(record)) for record in records[-MAX_ROUNDS:]) < 512 * 1024
    assert verify_records(table.signed, records).status == "unfinished"
    table.kill(0)
    table.revive(0)
    assert verify_records(table.signed, table.records(0)).status == "unfinished"
    assert table.play(Random(6))[0].result is not None
    nobody_accused(table)


def test_who_uses_up_the_rounds_of_a_motion_keeps_nobody_from_another_or_from_that_one_when_it_has_gone() -> None:
    """Whoever is asked can stop a motion anyway; once it is not asked any more, the table votes anew."""
    table = set_up((0, 1, 2, 3), cards=8)
    pause = Motion("pause", 0)
    for _ in range(MAX_ROUNDS):
        table.nodes[3].session.vote(pause, False)
        vote(table, pause, 0, 1, 2)
    with pytest.raises(OutOfOrder, match="too often"):
        table.nodes[0].session.vote(pause)
    assert not any(node.session.ballots.has_voted for node in table.nodes)
    table.kill(3)
    vote(table, Motion("gone", 3), 0, 1, 2)
    vote(table, pause, 0, 1, 2)
    assert all(node.session.all_paused for node in table.nodes[:3])
    nobody_accused(table)
