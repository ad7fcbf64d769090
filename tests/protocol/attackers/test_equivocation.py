"""Equivocation: who tells two seats two tales gains nothing by it, and is named on every lane."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec
import pytest

from protocol.group import reduce_scalar, scalar_add, scalar_mul
from protocol.messages import (
    ActMessage,
    Body,
    Echo,
    Envelope,
    MixMessage,
    Motion,
    MoveMessage,
    SealCommit,
    SealOpen,
    SealReady,
    Shares,
    Vote,
    decode_body,
    decode_envelope,
)
from protocol.operations import Act, Deal, Operation, Pass, Peek, Prepare, Random, Remix, Seal, Show, Shuffle
from protocol.ops.move import mask
from protocol.ops.result import AcceptedAct as ActedResult
from protocol.signatures import MESSAGE, signed_bytes
from protocol.wire import digest, encode
from tests.protocol.attackers.malice import (
    GROUP,
    Eavesdropper,
    Lie,
    Villain,
    assert_caught,
    honest,
    nobody_accused,
    other_act,
    own_words,
    resigned,
    said_by,
    set_up,
    tell_two_tales,
    waits_for,
)
from tests.protocol.table import FACES, Table


def test_two_tales_of_which_card_is_drawn_give_no_share_in_either() -> None:
    """Seat 0 tells seat 1 and 2 that it draws card 5, and seat 3 that it draws card 6; their engines ask for that."""
    table = set_up((0, 1, 2, 3), cards=8)
    before = own_words(table, Shares, 0)
    table.answers[(len(table.script), 0)] = b"5"
    villain = Villain(table, 0).lies(ActMessage, lambda lie: other_act(b"6"), to=[3])
    table.script.append(Act(0))
    for node in table.nodes:
        table.flush(node)
    while wires := [wire for wire in sorted(table.wires) if table.wires[wire]]:
        wire = table.rng.choice(wires)
        node = table.nodes[wire[1]]
        node.session.receive(table.wires[wire].pop(0))
        table.flush(node)
        result = node.ended()[-1].result
        if isinstance(result, ActedResult) and node.asked == len(table.script):
            node.asked += 1
            node.session.request(Deal((int(result.payload),), 0))
            table.flush(node)
    assert villain.sent
    assert_caught(table, 0, "equivocation")
    assert own_words(table, Shares, 0) == before


def test_two_tales_are_named_also_where_what_was_shown_at_once_was_lost_with_a_channel() -> None:
    """Who stands on another chain is shown once what was heard; nobody would ever hear it where that was lost."""
    table = set_up((0, 1, 2, 3), cards=8)
    table.answers[(len(table.script), 0)] = b"true"
    Villain(table, 0).lies(ActMessage, lambda lie: other_act(b"false"), to=[3])
    lies = table.tamper
    assert lies is not None

    def lost(sender: int, to: int, data: bytes) -> Iterable[bytes]:
        return lies(sender, to, data) if decode_envelope(data).seat == sender else []

    table.tamper = lost
    table.play(Act(0), Random(6))
    nobody_accused(table)
    assert waits_for(table.nodes[3]) == {0, 1, 2} and waits_for(table.nodes[1]) == {3}
    table.tamper = lies
    for one, other in ((1, 3), (3, 1)):
        table.ask(table.nodes[one], table.nodes[other])
    table.run()
    assert_caught(table, 0, "equivocation")


@pytest.mark.parametrize("operation", [Pass((1,), 0), Show((1,)), Peek((1,), 0), Deal((5,), 0)])
def test_nothing_is_opened_to_one_who_told_two_tales_just_before(operation: Operation) -> None:
    table = set_up((0, 1, 2, 3), cards=8)
    before = own_words(table, Shares, 0)
    Villain(table, 0).lies(ActMessage, lambda lie: other_act(b"other"), to=[3])
    table.play(Act(0), operation, answers={0: b"one"})
    assert_caught(table, 0, "equivocation")
    assert own_words(table, Shares, 0) == before
    assert own_words(table, MoveMessage, 0) == 0


def test_who_seals_two_answers_sees_nobody_elses() -> None:
    table = set_up((0, 1, 2, 3), cards=4, hand=0)
    Villain(table, 0).lies(SealCommit, lambda lie: SealCommit(bytes(32)), to=[3])
    table.play(Seal((0, 1, 2, 3), 16), answers={seat: b"bid %d" % seat for seat in range(4)})
    assert_caught(table, 0, "equivocation")
    assert own_words(table, SealOpen, 0) == 0


def test_who_says_that_it_has_chosen_and_has_not_sees_nobody_elses() -> None:
    table = Table((0, 1, 2))
    waverer = Villain(table, 2)
    waverer.inside(SealCommit, lambda lie: lie.body, last=True)
    table.play(Seal((0, 1, 2), 16), answers={seat: b"bid %d" % seat for seat in range(3)})
    assert len(said_by(table.nodes[0], SealCommit)) == 2 and waits_for(table.nodes[0]) == {2}
    assert own_words(table, SealOpen, 2) == 0
    nobody_accused(table)
    waverer.rush()
    assert own_words(table, SealOpen, 2) == 2


def test_who_seals_an_answer_before_the_others_have_chosen_is_named() -> None:
    table = set_up((0, 1, 2), cards=4, hand=0)
    Villain(table, 1).lies(SealReady, lambda lie: SealCommit(bytes(32)))
    table.play(Seal((0, 1, 2), 16), answers={seat: b"bid %d" % seat for seat in range(3)})
    assert_caught(table, 1, "bad-proof")


def test_a_copied_sealed_answer_cannot_be_opened() -> None:
    table = Table((0, 1, 2))
    copier = Villain(table, 2)
    copier.inside(SealCommit, lambda lie: decode_body(said_by(table.nodes[0], SealCommit, [0])[0].body), last=True)
    table.play(Seal((0, 1, 2), 16), answers={seat: b"bid %d" % seat for seat in range(3)})
    assert waits_for(table.nodes[0]) == {2}
    copier.rush()
    assert len({envelope.body for envelope in said_by(table.nodes[0], SealCommit)}) == 2
    # Everybody has confirmed and the victim has opened: its opening, in the copier's name.
    (opening,) = said_by(table.nodes[1], SealOpen, [0])
    for node in honest(table, 2):
        assert not node.accused()
        node.session.receive(resigned(table, opening, seat=2))
        table.flush(node)
    assert_caught(table, 2, "bad-proof")


def test_who_seals_one_answer_and_opens_another_is_named() -> None:
    table = set_up((0, 1, 2), cards=4, hand=0)

    def another(lie: Lie) -> Body:
        assert isinstance(lie.body, SealOpen)
        padded = (5).to_bytes(4, "little") + b"other" + bytes(11)
        return SealOpen(padded, lie.body.salt, lie.body.claims, lie.body.proofs)

    Villain(table, 1).lies(SealOpen, another)
    table.play(Seal((0, 1, 2), 16), answers={seat: b"bid %d" % seat for seat in range(3)})
    assert_caught(table, 1, "bad-proof")


PADDED = {
    "without its padding": (3).to_bytes(4, "little") + b"bid",
    "with more padding": (3).to_bytes(4, "little") + b"bid" + bytes(14),
    "with something in its padding": (3).to_bytes(4, "little") + b"bid" + b"psst" + bytes(9),
    "longer than there is room": (17).to_bytes(4, "little") + bytes(16),
}


@pytest.mark.parametrize("how", PADDED)
def test_who_seals_an_answer_of_another_form_is_named(how: str) -> None:
    """It opens what it has sealed; but sizes and paddings would tell its friends something."""
    table = Table((0, 1, 2), faces=FACES[:4])
    padded, salt = PADDED[how], bytes(32)

    def seal(lie: Lie) -> Body:
        run = lie.session._machine.course.lane.run
        return SealCommit(digest("seal", lie.play.sid, run.op, (2).to_bytes(2, "little"), padded + salt))

    Villain(table, 2).inside(SealCommit, seal)
    table.play(Seal((0, 1, 2), 16), answers={seat: b"bid %d" % seat for seat in range(3)})
    (opening,) = said_by(table.nodes[1], SealOpen, [0])
    for node in honest(table, 2):
        assert not node.accused()
        node.session.receive(resigned(table, opening, body=SealOpen(padded, salt, (), ()), seat=2))
        table.flush(node)
    assert_caught(table, 2, "bad-proof")


def test_an_owner_who_mixed_its_hand_in_two_ways_learns_no_number() -> None:
    """It would choose among the two ways once it knows which card the number picks."""
    table = set_up((0, 1, 2, 3), cards=10, hand=2)
    before = [table.nodes[0].session.play.table.cards[handle].cipher for handle in (0, 1)]
    count = own_words(table, Shares, 0)
    Villain(table, 0).lies(
        MixMessage, lambda lie: mask(lie.session._machine.course.lane.run, before, lie.play.keys[0], 0, "remix"), to=[3]
    )
    table.play(Remix(0, (0, 1), (), (20, 21)), Random(2))
    assert_caught(table, 0, "equivocation")
    assert own_words(table, Shares, 0) == count


def test_two_tales_about_a_pile_beside_play_are_named() -> None:
    table = Table((0, 1, 2, 3), faces=FACES[:8])

    def again(lie: Lie) -> MixMessage:
        assert isinstance(lie.body, MixMessage)
        return MixMessage(lie.body.cards, bytes(len(lie.body.proof)))

    Villain(table, 0).lies(MixMessage, again, to=[3])
    table.play(Prepare("later", (), FACES[:4]), Act(1), answers={1: b"meanwhile"})
    assert_caught(table, 0, "equivocation")


def test_two_tales_of_a_vote_are_named() -> None:
    table = set_up((0, 1, 2, 3), cards=6)
    motion = Motion("gone", 3)

    def no(lie: Lie) -> Vote:
        assert isinstance(lie.body, Vote)
        return Vote(motion, False, lie.body.trail)

    Villain(table, 0).lies(Vote, no, to=[2])
    table.kill(3)
    for node in table.nodes[:3]:
        node.session.vote(motion)
    table.run()
    assert_caught(table, 0, "equivocation", by=table.nodes[1:3])


def test_of_two_tales_that_came_before_their_step_neither_is_taken() -> None:
    """Node 2 has heard both before it is there; another node may have heard the other one first."""
    table = set_up((0, 1, 2), cards=4, hand=0)
    late: list[bytes] = []

    def hold_back(sender: int, to: int, data: bytes) -> list[bytes]:
        envelope = decode_envelope(data)
        if to == 2 and envelope.seat == 0 and isinstance(decode_body(envelope.body), ActMessage):
            late.append(data)
            return []
        return [data]

    table.tamper = hold_back
    table.play(Act(0), Act(1), answers={0: b"zero", 1: b"one"})
    (said,) = said_by(table.nodes[1], ActMessage, [1])
    node = table.nodes[2]
    assert not said_by(node, ActMessage)
    node.session.receive(resigned(table, said, body=other_act(b"other")))
    node.session.receive(late[0])
    table.flush(node)
    assert [envelope.seat for envelope in said_by(node, ActMessage)] == [0] and waits_for(node) == {1}
    table.tamper = None
    table.run()
    assert_caught(table, 1, "equivocation")


def test_the_same_message_signed_twice_is_no_equivocation() -> None:
    """Who knows an Ed25519 key can make many signatures of one content; another one says nothing new."""
    table = set_up((0, 1, 2), cards=4)
    envelope = said_by(table.nodes[0], Echo, [1])[0]
    again = signed_again(table, envelope)
    for node in (table.nodes[0], table.nodes[2]):
        assert node.session.receive(again) == "known"
    nobody_accused(table)


def signed_again(table: Table, envelope: Envelope) -> bytes:
    """Another signature with a nonce of one's own choice, as only the owner of the key can make (RFC 8032, 5.1.6)."""
    secret = table.keys[table.signed.charter.seats[envelope.seat].operator]._secret
    expanded = bytearray(hashlib.sha512(secret[:32]).digest()[:32])
    expanded[0] &= 248
    expanded[31] = expanded[31] & 127 | 64
    nonce = reduce_scalar(hashlib.sha512(b"another nonce").digest())
    commitment = GROUP.base(nonce)
    data = signed_bytes(MESSAGE, *envelope.fields())
    challenge = reduce_scalar(hashlib.sha512(commitment + secret[32:] + data).digest())
    response = scalar_add(nonce, scalar_mul(challenge, reduce_scalar(bytes(expanded) + bytes(32))))
    assert commitment + response != envelope.signature
    return encode(msgspec.structs.replace(envelope, signature=commitment + response))


def test_an_accomplice_who_votes_to_go_back_far_opens_nothing_by_it() -> None:
    """Seat 0 sacrifices itself by telling two tales; seat 1 claims that it stood long before all that was drawn since.

    If the table went back before a draw whose shares are public, and went on in another course, those shares and the
    layer of the seat that left would open the card.
    """
    table = set_up((0, 1, 2, 3), cards=8)
    table.play(Act(2), Deal((4,), 1), Deal((5,), 0), answers={2: b"go"})
    before = [node.session.records for node in table.nodes]
    tell_two_tales(table, 0)
    assert_caught(table, 0, "equivocation")
    table.kill(0)

    accomplice = table.nodes[1].session._machine.ballots
    own_vote = accomplice._own_vote

    def far(motion: Motion) -> Vote | None:
        vote = own_vote(motion)
        return None if vote is None else Vote(motion, True, vote.trail[:1])

    accomplice._own_vote = far  # type: ignore[method-assign]
    draw = table.script.pop()
    for node in table.nodes[1:]:
        node.session.vote(Motion("cheated", 0))
    table.run()
    if any(node.session._machine.course._expected for node in honest(table, 0)):
        table.play(draw)  # the draw stands, and is carried out as it was
    # The rules give the card to somebody else, now that the seat that drew it is gone.
    table.play(Deal((5,), 3))
    for node in honest(table, 0):
        assert not node.session.waiting() and not node.session.halted
        assert node.ended()[-1].operation == Deal((5,), 3)
    ears = Eavesdropper(table, *before, *(node.session.records for node in honest(table, 0)))
    assert ears.opened() == {}


def test_going_back_makes_nobody_say_anything_twice_about_a_pile_beside_play() -> None:
    """Seat 3 mixes late, so the others have said their part of the pile before and after the place to go back to."""
    for seed in range(3):
        table = set_up((0, 1, 2, 3), cards=5, seed=seed)
        table.shuffled = True
        Villain(table, 0).lies(ActMessage, lambda lie: other_act(b"other"), to=[2, 3])
        pile = Shuffle((), FACES[:4], (50, 51, 52, 53))
        script = (Act(1), Prepare("later", (), FACES[:4]), Act(0), Act(1), pile, Deal((50,), 2))
        table.play(*script, answers={0: b"one", 1: b"two"})
        assert_caught(table, 0, "equivocation")
        table.kill(0)
        for node in table.nodes[1:]:
            node.session.vote(Motion("cheated", 0))
        table.run()
        for node in table.nodes[1:]:
            assert [found.seat for found in node.accused()] in ([], [0]), seed
            assert not node.session.waiting() and not node.session.halted, seed
        assert len({node.session.chain for node in table.nodes[1:]}) == 1
