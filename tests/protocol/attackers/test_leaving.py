"""When somebody leaves, is called gone or is thrown out: hands stay shut, and nobody is robbed of its seat."""

from __future__ import annotations

import msgspec
import pytest

from protocol.errors import OutOfOrder
from protocol.events import MotionLapsed
from protocol.messages import (
    ActMessage,
    Body,
    Confirmation,
    Echo,
    LockMessage,
    Motion,
    MoveMessage,
    Shares,
    Vote,
    decode_body,
    decode_envelope,
)
from protocol.motions import motion_lane
from protocol.operations import Act, Deal, Pass, Peek, Return, Show, Shuffle
from protocol.transcript import PLAY, MessageRecord, first_link
from protocol.wire import encode
from tests.protocol.attackers.malice import (
    Eavesdropper,
    Lie,
    OneFactor,
    Villain,
    assert_caught,
    catch_up,
    honest,
    nobody_accused,
    own_words,
    resigned,
    said_by,
    secrets_of,
    set_up,
    waits_for,
)
from tests.protocol.table import FACES, Table


def gone(table: Table, operator: int, kind: str = "gone") -> None:
    """An operator vanishes and everybody else agrees that it is gone."""
    table.kill(operator)
    for node in honest(table):
        node.session.vote(Motion(kind, operator))  # type: ignore[arg-type]
    table.run()


def nothing_open(table: Table, *operators: int) -> None:
    """Nobody can open a card that it does not hold: not a listener, and not these operators together."""
    records = honest(table)[0].session.records
    ears = Eavesdropper(table, records)
    public = {card.face for card in honest(table)[0].session.play.table.cards.values() if card.face is not None}
    assert set(ears.opened().values()) <= public
    cards = honest(table)[0].session.play.table.cards.values()
    held = {card.cipher for card in cards if card.holder is not None and card.face is None}
    seats = {seat for operator in operators for seat in table.signed.charter.seats_of(operator)}
    theirs = {card.cipher for card in cards if card.holder in seats}
    assert not (held - theirs) & set(ears.opened(secrets_of(table, *operators)))


# Hands stay shut.


def test_the_hand_of_who_is_gone_is_locked_before_its_layer_is_taken_off() -> None:
    table = set_up((0, 1, 2, 3), cards=8)
    gone(table, 3)
    messages = [m for m in table.nodes[0].session.messages.values() if m.lane == PLAY and m.epoch == 1]
    kinds = [(m.step, type(decode_body(m.body))) for m in messages]
    assert max(step for step, kind in kinds if kind is LockMessage) < min(
        step for step, kind in kinds if kind is Shares
    )
    assert {m.seat for m in said_by(table.nodes[0], LockMessage)} == {0, 1, 2}
    nothing_open(table)
    card = table.nodes[0].session.play.table.cards[3]
    assert card.joint
    for some in ([0, 1], [0, 2], [1, 2]):
        assert card.cipher not in Eavesdropper(table, table.records()).opened(secrets_of(table, *some, 3))


@pytest.mark.parametrize("moment", range(0, 60, 6))
def test_at_whatever_moment_a_seat_vanishes_no_hidden_card_opens(moment: int) -> None:
    """Also in the middle of its own draw, of a peek, of a pass and of showing."""
    table = set_up((0, 1, 2, 3), cards=8)
    count = 0

    def vanish(sender: int, to: int, data: bytes) -> list[bytes]:
        nonlocal count
        count += sender == 3
        return [] if sender == 3 and count > moment else [data]

    table.tamper = vanish
    table.play(Deal((4,), 3), Peek((5,), 3), Pass((3,), 0), Return((0,)), Deal((6,), 1), Show((7,)), Deal((0,), 2))
    # Whatever was asked for after the operation under way is asked for anew, by rules that know who is there.
    del table.script[max(len(node.ended()) for node in honest(table, 3)) + 1 :]
    gone(table, 3)
    cards = table.nodes[0].session.play.table.cards
    table.play(Show((next(handle for handle in sorted(cards) if cards[handle].joint),)))
    nobody_accused(table)
    for node in honest(table):
        assert not node.session.waiting() and 3 not in node.session.seated
    nothing_open(table)


def test_a_share_that_one_seat_alone_heard_of_who_is_gone_does_not_split_the_table() -> None:
    """Seat 1 passes a card to seat 0, which gives seat 2 alone its layer of it and vanishes in the middle of the step.

    Were that layer known to seat 2 and not to seat 3, then seat 1, which knows the factor of that card, could put
    back another with the same factor: refused and named by seat 2 alone.
    """
    table = set_up((0, 1, 2, 3), cards=12, hand=2)
    own = table.nodes[1].session.play.own[1]
    sound, own.rng = own.rng, OneFactor(bytes(32), bytes)
    table.play(Pass((2,), 0))
    own.rng = sound

    def whisper(sender: int, to: int, data: bytes) -> list[bytes]:
        seat = decode_envelope(data).seat
        if not isinstance(decode_body(decode_envelope(data).body), Shares) or seat not in (0, 1):
            return [data]
        return [data] if seat == sender == 0 and to == 2 else []

    table.tamper = whisper
    table.play(Show((2, 3)))
    table.tamper = None
    gone(table, 0)
    own.rng = OneFactor(bytes(32), bytes)
    table.play(Return((3,)))
    assert not any(waits_for(node) for node in honest(table))
    assert {len(node.ended()) for node in honest(table)} == {len(table.script)}
    nobody_accused(table)


def test_an_unfinished_draw_of_who_is_gone_can_be_drawn_by_the_next_and_by_nobody_else() -> None:
    """Shares of it are out; if it still were the old pointer, the next draw would open it to everybody."""
    table = set_up((0, 1, 2, 3), cards=8)
    Villain(table, 2).lies(Shares, lambda lie: None)
    table.play(Deal((4,), 3))
    assert waits_for(table.nodes[0]) == {2}
    table.tamper = None
    table.kill(3)
    for node in honest(table):
        for other in honest(table):
            if node is not other:
                for data in other.session.missing_for(node.session.heads()):
                    node.session.receive(data)
    table.run()
    gone(table, 3)
    table.play(Deal((4,), 1))
    assert table.nodes[0].session.play.table.cards[4].holder == 1
    nothing_open(table, 2)


@pytest.mark.parametrize("kind", ["gone", "resigned"])
def test_old_pointers_are_in_no_batch_of_a_leave(kind: str) -> None:
    """Cards that were drawn and put back: a layer of the old pointer would tell everybody what lies there."""
    table = set_up((0, 1, 2, 3), cards=8)
    table.play(Return((0, 3)), Peek((5,), 1), Shuffle((4, 6), (FACES[8],), (20, 21, 22)))
    if kind == "gone":
        gone(table, 3)
    else:
        for node in table.nodes:
            node.session.vote(Motion("resigned", 3))
        table.run()
    assert all(3 not in node.session.seated for node in table.nodes[:3])
    nothing_open(table)


def test_the_hand_of_who_resigns_stays_shut() -> None:
    table = set_up((0, 1, 2, 3), cards=8)
    for node in table.nodes:
        node.session.vote(Motion("resigned", 3))
    table.run()
    assert all(node.session.seated == (0, 1, 2) for node in table.nodes[:3])
    nothing_open(table)
    card = table.nodes[0].session.play.table.cards[3].cipher
    assert card not in Eavesdropper(table, table.records()).opened(secrets_of(table, 0, 1))


def test_both_seats_of_an_operator_leave_with_their_hands_shut() -> None:
    table = set_up((0, 1, 2, 3, 3), cards=8)
    gone(table, 3)
    assert all(node.session.seated == (0, 1, 2) for node in honest(table))
    nothing_open(table)
    table.play(Deal((3, 4), 0))
    assert not table.nodes[0].session.waiting()
    nothing_open(table)


def test_a_second_seat_leaves_with_its_hand_shut() -> None:
    table = set_up((0, 1, 2, 3), cards=8)
    gone(table, 3)
    table.play(Deal((3,), 2))
    for node in honest(table):
        node.session.vote(Motion("resigned", 2))
    table.run()
    assert all(node.session.seated == (0, 1) for node in table.nodes[:2])
    nothing_open(table)


# Nobody is robbed of its seat.


def test_one_who_does_not_agree_keeps_everybody_at_the_table() -> None:
    table = set_up((0, 1, 2, 3), cards=8)
    for node in table.nodes[:3]:
        node.session.vote(Motion("gone", 3), yes=node.operator != 1)
    table.run()
    for node in table.nodes:
        assert any(isinstance(event, MotionLapsed) for event in node.events)
    table.play(Deal((4,), 3))
    assert all(node.session.seated == (0, 1, 2, 3) and not node.session.waiting() for node in table.nodes)
    nobody_accused(table)


def test_a_vote_that_not_everybody_has_given_removes_nobody() -> None:
    table = set_up((0, 1, 2, 3), cards=8)
    Villain(table, 1).lies(Vote, lambda lie: None)
    for node in table.nodes[:2]:
        node.session.vote(Motion("gone", 3))
    table.run()
    assert all(node.session.seated == (0, 1, 2, 3) for node in table.nodes)
    nobody_accused(table)


def test_nobody_is_thrown_out_for_cheating_without_proof() -> None:
    table = set_up((0, 1, 2, 3), cards=8)
    for node in table.nodes[:3]:
        with pytest.raises(OutOfOrder):
            node.session.vote(Motion("cheated", 3))
    liar = table.nodes[0].session._machine
    liar.ballots._check_leaver = lambda *_: None  # type: ignore[method-assign]
    liar.ballots._are_needed = lambda *_: False  # type: ignore[method-assign]
    table.nodes[0].session.vote(Motion("cheated", 3))
    table.flush(table.nodes[0])
    table.run()
    for node in table.nodes[1:]:
        assert node.session.seated == (0, 1, 2, 3)
    with pytest.raises(OutOfOrder):
        table.nodes[1].session.vote(Motion("cheated", 3))


def test_nobody_can_be_called_gone_where_the_charter_says_that_the_table_waits() -> None:
    table = set_up((0, 1, 2, 3), cards=8, on_leave="wait")
    for node in table.nodes[:3]:
        with pytest.raises(OutOfOrder):
            node.session.vote(Motion("gone", 3))


def test_a_vote_in_somebody_elses_name_is_refused() -> None:
    table = set_up((0, 1, 2, 3), cards=8)
    table.nodes[0].session.vote(Motion("gone", 3))
    table.flush(table.nodes[0])
    (vote,) = said_by(table.nodes[0], Vote)
    forged = encode(msgspec.structs.replace(vote, seat=1))
    assert table.nodes[2].session.receive(forged) == "refused"


def test_who_votes_on_a_trail_that_goes_back_is_named() -> None:
    table = set_up((0, 1, 2, 3), cards=8)

    def backwards(lie: Lie) -> Vote:
        assert isinstance(lie.body, Vote)
        step, chain = lie.body.trail[-1]
        return Vote(lie.body.motion, True, ((step, chain), (0, bytes(32))))

    Villain(table, 1).lies(Vote, backwards)
    table.kill(3)
    for node in table.nodes[:3]:
        node.session.vote(Motion("gone", 3))
    table.run()
    assert_caught(table, 1, "bad-proof", by=[table.nodes[0], table.nodes[2]])


def test_a_vote_on_another_motion_than_its_lanes_is_void_and_accuses_nobody() -> None:
    table = set_up((0, 1, 2, 3), cards=8)

    def other(lie: Lie) -> Vote:
        assert isinstance(lie.body, Vote)
        return Vote(Motion("gone", 2), True, lie.body.trail)

    Villain(table, 1).lies(Vote, other)
    for node in table.nodes[:3]:
        node.session.vote(Motion("gone", 3))
    table.run()
    assert all(node.session.seated == (0, 1, 2, 3) for node in table.nodes)
    nobody_accused(table)


@pytest.mark.parametrize(
    "body", (Echo(), Vote(Motion("gone", 2), True, ((0, bytes(32)),)), Confirmation(Motion("gone", 3)))
)
@pytest.mark.parametrize("before", (True, False))
def test_what_is_no_vote_on_a_motions_lane_is_void_whenever_it_comes(before: bool, body: Body) -> None:
    """A proof of it would convince some and not others: nobody can say in a file when it came."""
    table = set_up((0, 1, 2, 3), cards=8)
    motion = Motion("gone", 3)
    table.kill(3)
    if not before:
        table.nodes[0].session.vote(motion)
        table.run()
    last = said_by(table.nodes[1], Echo, [1])[-1]
    lane = motion_lane(table.signed.charter.sid, 0, motion)
    junk = resigned(table, last, body=body, lane=lane, step=0, prev=first_link(table.signed.charter.sid, lane))
    for node in (table.nodes[0], table.nodes[2]):
        assert node.session.receive(junk) == ("early" if before else "void")
    for node in table.nodes[:3]:
        node.session.vote(motion)
    table.run()
    assert all(node.session.seated == (0, 1, 2) for node in table.nodes[:3])
    nobody_accused(table)


# Who has left has left.


def test_who_is_gone_gets_no_more_shares_and_cannot_speak() -> None:
    """It could never draw its own hand privately again: the layers of the others are public."""
    table = set_up((0, 1, 2, 3), cards=8)
    last = said_by(table.nodes[3], Echo, [3])[-1]
    gone(table, 3)
    count = own_words(table, Shares)
    lane = table.nodes[0].session._machine.course.lane
    for epoch, step in ((0, last.step + 1), (0, last.step + 50), (1, lane.step), (1, lane.step + 1)):
        for body in (Echo(), ActMessage(b"I am back", (), (), bytes(32)), MoveMessage(bytes(160))):
            late = resigned(table, last, body=body, epoch=epoch, step=step, prev=lane.chain)
            for node in honest(table):
                assert node.session.receive(late) in ("void", "late")
    table.run()
    assert own_words(table, Shares) == count
    nobody_accused(table)
    table.play(Deal((3,), 0))
    assert not table.nodes[0].session.waiting()


def test_a_late_message_of_who_is_gone_does_not_split_the_table() -> None:
    """It spoke to one seat only before it vanished: nobody is gone who was heard, until all have heard the same."""
    table = set_up((0, 1, 2, 3), cards=8)
    Villain(table, 3).lies(Echo, lambda lie: None, to=[1, 2])
    table.play(Act(1), Deal((4,), 0), answers={1: b"go"})
    gone(table, 3)
    for node in honest(table):
        assert 3 in node.session.seated and any(isinstance(event, MotionLapsed) for event in node.events)
    catch_up(table)
    gone(table, 3)
    for node in honest(table):
        assert not node.session.waiting() and node.session.seated == (0, 1, 2)
    assert len({node.session.chain for node in honest(table)}) == 1
    nobody_accused(table)


def test_a_cheat_that_was_thrown_out_cannot_speak_again() -> None:
    table = set_up((0, 1, 2, 3), cards=8)
    Villain(table, 1).lies(Shares, lambda lie: Shares(bytes(len(lie.body.proof))))
    table.play(Deal((4,), 0))
    assert_caught(table, 1, "bad-proof")
    gone(table, 1, "cheated")
    for record in table.records(0):
        if isinstance(record, MessageRecord) and decode_envelope(record.envelope).seat == 1:
            again = resigned(table, decode_envelope(record.envelope), step=10_000)
            assert table.nodes[0].session.receive(again) == "void"
    assert all(node.session.seated == (0, 2, 3) and not node.session.waiting() for node in honest(table))
    nothing_open(table)


@pytest.mark.parametrize("who", [0, 1, 2])
def test_nobody_gives_a_share_of_a_leavers_key_before_every_lock_is_there(who: int) -> None:
    table = set_up((0, 1, 2, 3), cards=8)
    Villain(table, who).lies(LockMessage, lambda lie: None)
    table.kill(3)
    count = own_words(table, Shares)
    gone(table, 3)
    for node in honest(table, who):
        assert waits_for(node) == {who} and not node.accused()
    assert own_words(table, Shares) == count


def test_two_motions_that_each_hold_some_of_the_confirmations_do_not_stop_the_table() -> None:
    """Seat 3 says yes to calling the game off, to seat 0 only, and vanishes; the others agree that it is gone."""
    table = set_up((0, 1, 2, 3), cards=8)

    def lossy(sender: int, to: int, data: bytes) -> list[bytes]:
        envelope = decode_envelope(data)
        lost = envelope.seat == 3 and (to != 0 or isinstance(decode_body(envelope.body), Confirmation))
        return [] if lost else [data]

    table.tamper = lossy
    for node in table.nodes:
        node.session.vote(Motion("call-off", 0))
    table.run()
    table.kill(3)
    for node in honest(table):
        node.session.vote(Motion("gone", 3))
    table.run()
    table.tamper = None
    catch_up(table)
    for node in honest(table):
        assert node.session.seated == (0, 1, 2) and not node.session.over and not node.session.waiting()
    table.play(Deal((4,), 1))
    assert len({node.session.chain for node in honest(table)}) == 1
    nobody_accused(table)


@pytest.mark.parametrize("moment", [16, 20, 26])
def test_who_vanishes_while_another_resigns_leaves_as_well_with_both_hands_shut(moment: int) -> None:
    """The one who resigns holds shares of the other's key, which are needed before it is gone."""
    table = set_up((0, 1, 2, 3), cards=8)
    count = 0

    def vanish(sender: int, to: int, data: bytes) -> list[bytes]:
        nonlocal count
        count += sender == 3
        return [] if sender == 3 and count > moment else [data]

    table.tamper = vanish
    for node in table.nodes:
        node.session.vote(Motion("resigned", 1))
    table.run()
    table.kill(3)
    catch_up(table)
    for node in honest(table):
        node.session.vote(Motion("gone", 3))
    table.run()
    nobody_accused(table)
    stayed = (table.nodes[0], table.nodes[2])
    for node in stayed:
        assert node.session.seated == (0, 2) and not node.session.waiting()
    nothing_open(table, 1)
    table.kill(1)
    cards = stayed[0].session.play.table.cards
    table.play(*(Show((handle,)) for handle in sorted(cards) if cards[handle].joint))
    assert all(node.ended()[-1].operation == table.script[-1] for node in stayed)
