"""However a table is stuck, those who are left end the game together; nobody else is bound by that."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import msgspec
import pytest

from protocol.audit import key_statement
from protocol.errors import OutOfOrder
from protocol.events import MotionCarried, SeatsLeft, TableSplit
from protocol.messages import (
    ActMessage,
    Confirmation,
    Escrow,
    Motion,
    Shares,
    Vote,
    decode_body,
    decode_envelope,
    seal_envelope,
)
from protocol.motions import motion_lane
from protocol.operations import Act, Deal, Finish, Prepare, Random, Show, Shuffle
from protocol.transcript import MessageRecord, SecretRecord, first_link
from protocol.wire import encode
from tests.protocol.attackers.malice import Villain
from tests.protocol.session.endings import two_vanish_at_once, verdict, without
from tests.protocol.session.world import GONE, dealt, faces_on, goes_on, in_peace, no_hand_was_opened, vote
from tests.protocol.table import FACES, Node, Table, body_kind

pytestmark = pytest.mark.usefixtures("in_numbers")


def lossy(table: Table, operator: int, kind: str) -> None:
    """This operator vanishes when it should say its first message of a kind."""
    silent = False

    def tamper(sender: int, to: int, data: bytes) -> list[bytes]:
        nonlocal silent
        silent = silent or (sender == operator and body_kind(data) == kind)
        return [] if silent and sender == operator else [data]

    table.tamper = tamper


def test_who_is_voted_gone_while_the_others_say_the_end_has_left_and_has_not_signed_it() -> None:
    table = Table((0, 1, 2), audit="open", faces=FACES)
    table.play(Shuffle((), FACES[:4], (0, 1, 2, 3)), Deal((0,), 1))
    table.kill(1)
    table.play(Finish(bytes(32), b"0 wins"))
    assert not any(table.nodes[operator].session.course.finished for operator in (0, 2))
    vote(table, Motion("gone", 1), 0, 2)
    for operator in (0, 2):
        session = table.nodes[operator].session
        assert session.course.finished and session.seated == (0, 1, 2) and session.play.present == (0, 2)
        found = verdict(table, operator)
        assert (found.state, found.left, found.seated) == ("fair", (SeatsLeft((1,), "gone"),), (0, 2))
        with pytest.raises(OutOfOrder, match="somebody left before the end"):
            key_statement(session, table.keys[operator], operator)


# How a table gets stuck: each leaves operators 0 and perhaps 1 at a table that cannot go on without the others.


def one_votes_and_never_confirms() -> Table:
    table = dealt()
    lossy(table, 2, "Confirmation")
    table.kill(3)
    vote(table, GONE, 0, 1, 2)
    table.kill(2)
    return table


def one_vanishes_before_it_locks_the_hand_of_another() -> Table:
    table = dealt()
    lossy(table, 2, "LockMessage")
    table.kill(3)
    vote(table, GONE, 0, 1, 2)
    table.kill(2)
    return table


def one_vanishes_while_a_layer_of_another_is_recovered() -> Table:
    table = dealt()
    lossy(table, 2, "Shares")
    table.kill(3)
    vote(table, GONE, 0, 1, 2)
    table.kill(2)
    return table


def one_deals_a_false_box_after_another_has_left() -> Table:
    table = dealt()
    Villain(table, 2).lies(Escrow, lambda lie: Escrow(bytes(len(lie.body.dealing))))
    table.kill(3)
    vote(table, GONE, 0, 1, 2)
    assert [found.seat for found in table.nodes[0].accused()] == [2]
    return table


def one_vanishes_where_all_are_needed() -> Table:
    table = dealt(on_leave="wait")
    table.kill(3)
    table.kill(2)
    table.play(Deal((8,), 0))
    return table


def one_cheats_where_all_are_needed() -> Table:
    table = dealt(on_leave="wait")
    Villain(table, 2).lies(Shares, lambda lie: Shares(bytes(len(lie.body.proof))))
    table.play(Deal((8,), 0))
    table.kill(3)
    assert [found.seat for found in table.nodes[0].accused()] == [2]
    return table


def engines_differ_and_two_are_gone() -> Table:
    table = dealt()
    Villain(table, 2).lies(ActMessage, lambda lie: msgspec.structs.replace(lie.body, digest=bytes(32)))
    table.kill(3)
    table.play(Act(2), answers={2: b"go"})
    table.kill(2)
    assert all(node.session.halted for node in table.nodes[:2])
    return table


def two_vanish_during_setup() -> Table:
    table = Table((0, 1, 2, 3), faces=FACES[:8])
    table.kill(2)
    table.kill(3)
    table.run()
    return table


def two_told_different_tales_of_an_act() -> Table:
    """Operators 0 and 1 stand on two chains, and who brought them there has gone before they could compare."""
    table = dealt()
    Villain(table, 2).lies(
        ActMessage,
        lambda lie: msgspec.structs.replace(lie.body, payload=b"b", digest=hashlib.sha256(b"b").digest()),
        to=[1],
    )
    table.kill(3)
    table.play(Act(2), Random(4), answers={2: b"a"})
    table.kill(2)
    assert len({node.session.chain for node in table.nodes[:2]}) == 2
    return table


STUCK: tuple[Callable[[], Table], ...] = (
    two_vanish_at_once,
    one_votes_and_never_confirms,
    one_vanishes_before_it_locks_the_hand_of_another,
    one_vanishes_while_a_layer_of_another_is_recovered,
    one_deals_a_false_box_after_another_has_left,
    one_vanishes_where_all_are_needed,
    one_cheats_where_all_are_needed,
    engines_differ_and_two_are_gone,
    two_vanish_during_setup,
    two_told_different_tales_of_an_act,
)


@pytest.mark.parametrize("stuck", STUCK, ids=lambda stuck: stuck.__name__)
def test_however_a_table_is_stuck_those_who_are_left_end_the_game(stuck: Callable[[], Table]) -> None:
    table = stuck()
    here = table.nodes[:2]
    assert all(node.session.waiting() for node in here)
    vote(table, Motion("call-off", 0), 0, 1)
    assert not any(node.session.over for node in here)  # for that everybody is asked
    motion = without(2, 3)
    vote(table, motion, 0)
    assert not any(node.session.over for node in here)
    assert 1 in {wait.seat for wait in here[0].session.waiting()}
    vote(table, motion, 1)
    for node in here:
        assert node.session.over and not node.session.course.finished and node.session.waiting() == []
        assert node.events[-1] == MotionCarried(motion)
    found = verdict(table, 0)  # what engines differed over is in no file
    assert (found.status, found.ended_by) == ("violated" if here[0].accused() else "left", motion)
    assert [accused.seat for accused in found.accused] == [accused.seat for accused in here[0].accused()]
    assert "everybody but player 2 and player 3" in found.reason


@pytest.mark.parametrize("kind", ["call-off", "forfeit"])
def test_the_last_who_is_left_ends_the_game_alone(kind: str) -> None:
    table = Table((0, 1), faces=FACES[:8])
    table.play(Shuffle((), FACES[:4], tuple(range(4))), Deal((0,), 1), Act(1))
    table.kill(1)
    vote(table, without(1, kind=kind), 0)
    assert table.nodes[0].session.over
    assert verdict(table, 0).status == "left"


def test_ending_without_somebody_opens_nothing() -> None:
    table = dealt()
    truth = faces_on(table)
    table.kill(2)
    table.kill(3)
    vote(table, without(2, 3), 0, 1)
    no_hand_was_opened(table, {handle: truth[handle] for handle in range(8)})


def test_who_comes_back_learns_that_the_others_have_ended_the_game_and_ends_it_as_well() -> None:
    table = two_vanish_at_once()
    vote(table, without(2, 3), 0, 1)
    for operator in (2, 3):
        table.revive(operator)
    table.run()
    for node in table.nodes[2:]:
        assert not node.session.over
        assert node.events[-1] == TableSplit(without(2, 3))
        assert node.accused() == []
        with pytest.raises(OutOfOrder, match="without this operator"):
            node.session.vote(without(2, 3))
    vote(table, without(0, 1), 2, 3)
    assert all(node.session.over for node in table.nodes)
    assert {verdict(table, operator).status for operator in range(4)} == {"left"}
    assert table.said_once()


def test_who_ends_the_game_alone_ends_it_for_nobody_else() -> None:
    """Its motion names everybody else; to them it has merely gone."""
    table = dealt()
    vote(table, without(0, 1, 2), 3)
    assert table.nodes[3].session.over
    for node in table.nodes[:3]:
        assert node.events[-1] == TableSplit(without(0, 1, 2)) and not node.session.over
    vote(table, GONE, 0, 1, 2)
    table.nodes[3].up = False
    goes_on(table)
    assert verdict(table, 0).status == "finished"
    assert verdict(table, 3).status == "left"


def test_who_agrees_to_an_end_and_says_that_it_stood_elsewhere_takes_it_from_nobodys_file() -> None:
    """An accomplice has spoken further on than it says; who has agreed with it has ended the game all the same."""
    table = dealt()
    table.kill(2)
    table.kill(3)
    here, motion, sid = table.nodes[0], without(2, 3), table.signed.charter.sid
    lane = motion_lane(sid, 0, motion)
    said = Vote(motion, True, ((0, bytes(32)),))
    here.session.receive(encode(seal_envelope(table.keys[1], sid, lane, 0, 0, 1, first_link(sid, lane), said)))
    assert not here.session.over
    vote(table, motion, 0)
    assert here.session.over and here.events[-1] == MotionCarried(motion)
    assert (verdict(table, 0).status, verdict(table, 0).ended_by) == ("left", motion)


def test_a_game_that_goes_on_without_who_has_ended_it_is_unfinished() -> None:
    table = dealt()
    motion = without(1, 2, 3)
    vote(table, motion, 0)
    assert table.nodes[0].session.over and {verdict(table, one).status for one in range(4)} == {"left"}
    vote(table, Motion("gone", 0), 1, 2, 3)
    assert {verdict(table, one).status for one in (1, 2, 3)} == {"unfinished"}
    assert verdict(table, 0).status == "left"


def test_who_plays_on_after_it_has_ended_the_game_has_not_ended_it() -> None:
    """A file is of a game that was left only if those who left it say nothing more in it."""
    table = dealt()
    watcher = table.nodes[1]
    motion = without(1, 2, 3)
    lane = motion_lane(table.signed.charter.sid, 0, motion)
    table.tamper = lambda _, to, data: [] if to == 0 and decode_envelope(data).lane == lane else [data]
    play = watcher.session._machine.course.lane
    said = Vote(motion, True, ((play.step, play.chain),))
    sid = table.signed.charter.sid
    envelope = seal_envelope(table.keys[0], sid, lane, 0, 0, 0, first_link(sid, lane), said)
    watcher.session.receive(encode(envelope))
    table.flush(watcher)
    assert verdict(table, 1).status == "left"
    table.play(Act(0), answers={0: b"still here"})
    assert verdict(table, 1).status == "unfinished"
    table.play(Finish(bytes(32), b"over"))
    assert verdict(table, 1).status == "finished"


@pytest.mark.parametrize("ahead", [1, 10_000])
def test_who_ends_the_game_alone_at_a_place_that_it_makes_up_has_not_ended_it_once_it_plays_on(ahead: int) -> None:
    """It names places to which the game never comes, so that nothing it says stands beyond them."""
    table = dealt()
    play, motion, sid = table.nodes[1].session._machine.course.lane, without(0, 1, 2), table.signed.charter.sid
    lane = motion_lane(sid, 0, motion)
    trail = (*play.trail, *((play.step + step, bytes([step % 251]) * 32) for step in (ahead, ahead + 1)))
    said = encode(seal_envelope(table.keys[3], sid, lane, 0, 0, 3, first_link(sid, lane), Vote(motion, True, trail)))
    table.tamper = lambda _, to, data: [] if to == 3 and decode_envelope(data).lane == lane else [data]
    for node in table.nodes[:3]:
        node.session.receive(said)
        table.flush(node)
    assert {verdict(table, one).status for one in range(3)} == {"left"}  # it may well have gone
    table.play(Act(0), Act(3), answers={0: b"on", 3: b"still here"})
    assert {verdict(table, one).status for one in range(3)} == {"unfinished"}


def test_a_node_comes_back_to_the_end_and_to_everything_before_it() -> None:
    table = two_vanish_at_once()
    vote(table, without(2, 3), 0, 1)
    before = [table.nodes[i].ended() for i in (0, 1)]
    for operator in (0, 1):
        table.kill(operator)
    for operator in (0, 1):
        table.revive(operator)
    table.run()
    for operator in (0, 1):
        node = table.nodes[operator]
        assert node.session.over and node.ended() == before[operator]
        assert node.events[-1] == MotionCarried(without(2, 3))
    assert table.said_once()


def test_a_node_that_dies_over_the_vote_ends_the_game_when_it_comes_back() -> None:
    for stored in (True, False):
        table = two_vanish_at_once()
        vote(table, without(2, 3), 0)
        node = table.nodes[1]
        node.session.vote(without(2, 3))
        output = node.session.poll()
        if stored:
            node.journal += output.store
        table.kill(1)
        table.revive(1)
        if not stored:
            vote(table, without(2, 3), 1)
        table.run()
        assert all(one.session.over for one in table.nodes[:2])
        assert table.said_once()


def test_the_vote_may_still_lapse_because_those_who_were_missing_are_back() -> None:
    table = two_vanish_at_once()
    vote(table, without(2, 3), 0)
    assert table.nodes[0].session.ballots.has_voted
    table.revive(2)
    table.revive(3)
    vote(table, without(2, 3), 1, yes=False)
    assert not table.nodes[0].session.ballots.has_voted
    table.answers[(len(table.script) - 1, 2)] = b"here again"
    table.run()
    assert all(len(node.ended()) == len(table.script) for node in table.nodes)
    in_peace(table)


def test_a_third_who_vanishes_over_the_vote_is_named_in_another_motion() -> None:
    table = two_vanish_at_once()
    vote(table, without(2, 3), 0)
    table.kill(1)
    vote(table, without(1, 2, 3), 0)
    assert table.nodes[0].session.over


def test_only_the_end_of_a_game_is_moved_without_somebody() -> None:
    session = dealt().nodes[0].session
    for motion, words in [
        (Motion("gone", 3, b"", (2,)), "only the end"),
        (without(3, 2), "in order"),
        (without(2, 2), "in order"),
        (without(2, 9), "no operator 9"),
        (without(0, 2), "without this operator"),
    ]:
        with pytest.raises(OutOfOrder, match=words):
            session.vote(motion)


@pytest.mark.parametrize("motion", [Motion("gone", 3, b"", (0,)), without(3, 0), without(0, 0), without(0, 9)])
def test_a_motion_that_nobody_may_make_is_heard_by_nobody(motion: Motion) -> None:
    table = dealt()
    sid = table.signed.charter.sid
    lane = motion_lane(sid, 0, motion)
    play = table.nodes[0].session._machine.course.lane
    said = Vote(motion, True, ((play.step, play.chain),))
    for seat in (1, 2):
        envelope = seal_envelope(table.keys[seat], sid, lane, 0, 0, seat, first_link(sid, lane), said)
        assert table.nodes[0].session.receive(encode(envelope)) == "early"
    table.flush(table.nodes[0])
    assert lane not in table.nodes[0].session.heads()
    table.play(Show((8,)))
    in_peace(table)


def test_a_game_that_those_who_are_left_have_ended_has_one_vote_each() -> None:
    """No confirmation follows, so nobody can hold back what is still missing."""
    table = two_vanish_at_once()
    vote(table, without(2, 3), 0, 1)
    last: Node = table.nodes[0]
    lane = motion_lane(table.signed.charter.sid, 0, without(2, 3))
    kinds = [type(decode_body(envelope.body)) for envelope in last.session.messages.values() if envelope.lane == lane]
    assert kinds == [Vote, Vote] and Confirmation not in kinds
    assert sum(isinstance(record, MessageRecord) for record in last.journal[-2:]) == 2


def test_a_file_in_which_somebody_was_voted_gone_who_was_needed_is_damaged() -> None:
    """All who are left may sign what they like; a verifier meets no layer that cannot be recovered with an error."""
    for kind in ("LockMessage", "Shares", "MoveMessage", "Escrow"):
        table = dealt()
        for node in table.nodes:
            node.session._machine.ballots._check_leaver = lambda *_: None  # type: ignore[method-assign]
            node.session._machine.ballots._are_needed = lambda *_: False  # type: ignore[method-assign]
        lossy(table, 2, kind)
        table.kill(3)
        vote(table, GONE, 0, 1, 2)
        table.kill(2)
        vote(table, Motion("gone", 2), 0, 1)
        for node in table.nodes[:2]:
            assert node.session.halted or not node.session.waiting(), kind
        assert verdict(table, 0).status in ("damaged", "unfinished"), kind


def test_who_ended_the_game_where_only_it_has_been_ends_it_where_its_older_store_leads() -> None:
    """It acted, which reached nobody, and then ended the game; it comes back with a store from before its act."""
    table = dealt()
    before = len(table.nodes[0].journal)
    table.tamper = lambda sender, to, data: [] if body_kind(data) == "ActMessage" else [data]
    table.play(Act(0), answers={0: b"on my own"})
    vote(table, without(1, 2, 3), 0)
    node = table.nodes[0]
    assert node.session.over and all(
        any(isinstance(event, TableSplit) for event in one.events) for one in table.nodes[1:]
    )
    table.tamper = None
    journal = node.journal
    table.kill(0)
    node.journal = [*journal[:before], *(record for record in journal[before:] if isinstance(record, SecretRecord))]
    table.revive(0, stale=True)
    table.run()
    assert node.session.over and not node.session.waiting() and verdict(table, 0).status == "left"
    assert table.said_once() and not any(one.accused() for one in table.nodes)
    table.kill(0)
    table.revive(0)  # and so does whoever begins with what it has stored since
    assert node.session.over


def test_who_was_voted_gone_in_a_course_that_it_was_never_told_can_end_the_game() -> None:
    table = dealt()
    villain = Villain(table, 2).lies(
        ActMessage,
        lambda lie: msgspec.structs.replace(lie.body, payload=b"b", digest=hashlib.sha256(b"b").digest()),
        to=[0],
    )
    table.tamper, lie = None, table.tamper
    assert lie is not None
    table.tamper = lambda sender, to, data: (
        [] if decode_envelope(data).seat == 2 and sender != 2 else lie(sender, to, data)
    )
    table.play(Act(2), answers={2: b"a"})
    assert villain.sent
    vote(table, Motion("gone", 0), 1, 2, 3)
    node, others = table.nodes[0], table.nodes[1:]
    assert {one.session.seated for one in others} == {(1, 2, 3)} and len(node.session.seated) == 4
    table.kill(2)
    node.session.vote(without(1, 2, 3))
    table.run()
    assert node.session.over and verdict(table, 0).status == "left"
    assert not any(one.session.over for one in table.nodes[1:]) and not any(one.accused() for one in table.nodes)
    files = [verdict(table, operator) for operator in range(4)]
    assert [found.status for found in files] == ["left", *["unfinished"] * 3] and not any(one.accused for one in files)


def test_who_ended_the_game_after_a_pile_that_only_it_has_whole_ends_it_where_its_older_store_waits_for_that() -> None:
    """Its part of the pile reached nobody; it took the pile over, ended the game, and comes back with an old store."""
    table = dealt()
    before = len(table.nodes[3].journal)
    table.tamper = lambda sender, to, data: [] if body_kind(data) == "MixMessage" and sender == 3 else [data]
    table.play(Prepare("x", (), FACES[:2]), Shuffle((), FACES[:2], (100, 101)))
    assert len(table.nodes[3].ended()) == len(table.script) == len(table.nodes[0].ended()) + 1
    vote(table, without(0, 1, 2), 3)
    node = table.nodes[3]
    assert node.session.over
    table.tamper = None
    journal = node.journal
    table.kill(3)
    node.journal = [*journal[:before], *(record for record in journal[before:] if isinstance(record, SecretRecord))]
    table.revive(3, stale=True)
    table.run()
    assert node.session.over and not node.session.waiting() and verdict(table, 3).status == "left"
    assert table.said_once() and not any(one.accused() for one in table.nodes)
