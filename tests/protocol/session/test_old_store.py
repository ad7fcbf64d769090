"""Yesterday's store, lost secrets, and two copies of one node: nothing is ever said twice with different words."""

from __future__ import annotations

import pytest

from protocol import signatures
from protocol.errors import BadEncoding, BadSignature, OutOfOrder
from protocol.events import Doubled, Lost
from protocol.messages import Envelope, Head, Motion, decode_head
from protocol.operations import Act, Deal, Prepare, Seal, Shuffle
from protocol.session import Session
from protocol.transcript import PLAY, Kept
from protocol.wire import encode
from tests.protocol.session.world import at_rest, in_peace, scripted, vote
from tests.protocol.table import FACES, OpenReferee, Table, entropy_of

NONCE = bytes(range(32))


def cut(table: Table, operator: int, length: int, keep_secrets: bool) -> None:
    """Bring a node back from the first records of its journal (and perhaps all its secrets)."""
    journal = table.nodes[operator].journal
    table.kill(operator)
    later = [record for record in journal[length:] if isinstance(record, Kept)] if keep_secrets else []
    table.nodes[operator].journal = [*journal[:length], *later]
    table.revive(operator)


@pytest.mark.parametrize("part", [0, 1, 3, 5, 7, 9])
def test_a_node_with_an_old_store_takes_its_own_later_messages_from_the_others_and_goes_on(part: int) -> None:
    table = scripted()
    script, table.script = table.script, table.script[:15]
    table.run()
    length = len(table.nodes[1].journal) * part // 10
    cut(table, 1, length, keep_secrets=True)
    table.run()
    table.script = script
    table.run()
    at_rest(table)


@pytest.mark.parametrize("part", range(10))
def test_an_old_store_without_its_secrets_says_so_and_never_says_anything_twice(part: int) -> None:
    table = scripted((0, 1, 2, 3))
    script, table.script = table.script, table.script[:12]
    table.run()
    length = len(table.nodes[1].journal) * part // 10
    cut(table, 1, length, keep_secrets=False)
    table.run()
    table.script = script
    table.run()
    assert table.said_once()
    lost = [event for event in table.nodes[1].events if isinstance(event, Lost)]
    assert [node for node in table.nodes if node.accused()] == []
    if lost:
        # The others may go on without it; it follows as a watcher.
        assert {wait.seat for wait in table.nodes[0].session.waiting()} == {1}
        table.script = table.script[:12]
        vote(table, Motion("gone", 1), 0, 2, 3)
        table.play(Deal((4,), 0))
        assert len({node.session.chain for node in table.nodes}) == 1
    else:
        at_rest(table)
    kept = [record.name for record in table.nodes[1].journal[:length] if isinstance(record, Kept)]
    assert bool(lost) == ("keys 1 0" not in kept)


def test_the_opening_of_an_own_sealed_answer_that_is_lost_is_named() -> None:
    table = scripted()
    table.script = table.script[:15]
    del table.answers[(14, 2)]
    table.run()  # seats 0 and 1 have committed, seat 2 has not
    assert {wait.seat for wait in table.nodes[0].session.waiting()} == {2}
    journal = table.nodes[1].journal
    table.kill(1)
    table.nodes[1].journal = [
        record for record in journal if not (isinstance(record, Kept) and record.name.startswith("seal"))
    ]
    table.revive(1)
    table.answers[(14, 2)] = b"nine"
    table.run()
    (lost,) = [event for event in table.nodes[1].events if isinstance(event, Lost)]
    assert lost.seat == 1 and "commitment" in lost.reason
    assert {wait.seat for wait in table.nodes[0].session.waiting()} == {1}
    assert table.said_once() and not any(node.accused() for node in table.nodes)


def test_a_session_that_was_begun_before_keeps_silent_even_with_an_empty_journal() -> None:
    table = Table()
    fresh = Session(table.signed, entropy_of("x"), operator=0, signer=table.keys[0], resumed=True)
    assert fresh.poll().send == []
    assert {wait.seat for wait in fresh.waiting()} == {0, 1, 2}
    fresh.speak()
    assert len(fresh.poll().send) == 1


def test_a_head_is_fresh_signed_and_about_this_game() -> None:
    table = scripted()
    table.run()
    one, two = table.nodes[0].session, table.nodes[1].session
    data = one.head(NONCE)
    assert two.check_head(data, NONCE)
    with pytest.raises(BadEncoding):
        two.check_head(data, bytes(32))
    with pytest.raises(BadEncoding):
        two.check_head(data + b"\x00", NONCE)
    head = decode_head(data)
    assert (head.step, head.chain) == (one.heads()[b"play"][1], one.chain)
    for changed in (
        {"seat": 1},
        {"step": head.step + 1},
        {"heard": head.heard[:-1]},
        {"signature": bytes(64)},
    ):
        with pytest.raises(BadSignature):
            two.check_head(encode(replace(head, **changed)), NONCE)
    with pytest.raises(BadEncoding):
        two.check_head(Table((0, 1)).nodes[0].session.head(NONCE), NONCE)
    with pytest.raises(OutOfOrder):
        Session(table.signed, entropy_of("spectator")).head(NONCE)


def replace(head: object, **changes: object) -> object:
    import msgspec

    return msgspec.structs.replace(head, **changes)  # type: ignore[type-var]


def test_a_peer_that_has_heard_more_of_me_than_i_know_keeps_me_from_speaking() -> None:
    table = scripted()
    table.script = table.script[:6]
    table.run()
    node = table.nodes[1]
    old = node.journal[: len(node.journal) // 2]
    table.kill(1)
    session = Session(
        table.signed, entropy_of("old"), operator=1, signer=table.keys[1], referee=OpenReferee({}), journal=old
    )
    for operation in table.script:
        session.request(operation)
    assert not session.check_head(table.nodes[0].session.head(NONCE), NONCE)
    for data in table.nodes[0].session.missing_for(session.heads()):
        session.receive(data)
    assert session.check_head(table.nodes[0].session.head(NONCE), NONCE)
    assert session.chain == table.nodes[0].session.chain
    assert session.poll().send == []


@pytest.mark.parametrize("keep", [True, False])
def test_the_second_copy_of_a_node_falls_silent(keep: bool) -> None:
    """A copy of the whole store runs on a second machine, at the same table, after it has asked everybody."""
    table = scripted()
    script, table.script = table.script, table.script[:12]
    table.run()
    first = table.nodes[0]
    copy = Session(
        table.signed,
        entropy_of("copy"),
        operator=0,
        signer=table.keys[0],
        referee=OpenReferee(table.claims),
        journal=list(first.journal),
    )
    for operation in table.script:
        copy.request(operation)
    assert all(copy.check_head(node.session.head(NONCE), NONCE) for node in table.nodes[1:])
    copy.speak()
    copy.poll()
    assert copy.chain == first.session.chain
    # The first goes on; the copy hears it and says nothing from then on.
    table.script = script
    table.run()
    heard = [data for node in table.nodes[1:] for data in node.session.missing_for({})]
    for data in heard:
        copy.receive(data)
    output = copy.poll()
    assert [event for event in output.events if isinstance(event, Doubled)] == [Doubled(0)]
    assert output.send == []
    for operation in script[12:]:
        copy.request(operation)
    assert copy.poll().send == []
    at_rest(table)


def test_two_copies_that_both_speak_contradict_each_other_at_most_once() -> None:
    """Both speak before they hear of each other: that is an equivocation, and after it both are silent."""
    table = scripted()
    table.script = table.script[:2]
    table.run()
    first = table.nodes[0]
    copy = Session(
        table.signed,
        entropy_of("copy"),
        operator=0,
        signer=table.keys[0],
        referee=OpenReferee(table.claims),
        journal=list(first.journal),
    )
    for operation in table.script:
        copy.request(operation)
    copy.speak()
    copy.poll()
    for act in (Act(0), Act(0)):
        table.script.append(act)
        copy.request(act)
    first.session.request(Act(0))
    first.session.answer(0, b"one")
    copy.answer(0, b"something else")
    (one,), (other,) = first.session.poll().send, copy.poll().send
    first.session.receive(other)
    copy.receive(one)
    for session in (first.session, copy):
        assert Doubled(0) in session.poll().events
        session.request(Act(0))
        with pytest.raises(OutOfOrder):
            session.answer(0, b"more")
        assert session.poll().send == []


def test_a_pile_prepared_twice_under_one_name_is_no_contradiction() -> None:
    table = Table((0, 1, 2))
    faces = FACES[:3]
    table.play(
        Prepare("tactics", faces),
        Shuffle((), faces, (0, 1, 2)),
        Prepare("tactics", faces),
        Shuffle((), faces, (3, 4, 5)),
    )
    at_rest(table)


def test_a_table_that_went_back_says_nothing_twice_beside_play() -> None:
    """A leave lets lanes beside play fall; the same pile prepared again is another lane."""
    table = Table((0, 1, 2, 3))
    faces = FACES[:3]
    table.play(Shuffle((), FACES[:6], tuple(range(6))), Prepare("later", faces))
    table.kill(3)
    vote(table, Motion("gone", 3), 0, 1, 2)
    table.play(Prepare("later", faces), Shuffle((), faces, (10, 11, 12)), Deal((0,), 0))
    at_rest(table)


def test_an_answer_given_again_after_a_restart_in_a_new_epoch_is_the_one_that_counts() -> None:
    """A committed answer whose step is said again without a leaver may be another one after a restart."""
    table = Table((0, 1, 2, 3))
    table.play(Shuffle((), FACES[:6], tuple(range(6))), Seal((0, 1, 2, 3), 16), answers={0: b"a", 1: b"b"})
    table.kill(3)
    table.kill(1)
    table.answers[(1, 1)] = b"second thoughts"
    table.answers[(1, 2)] = b"c"
    table.revive(1)
    table.run()
    vote(table, Motion("gone", 3), 0, 1, 2)
    for node in table.nodes[:3]:
        (ended,) = [event for event in node.ended() if isinstance(event.operation, Seal)]
        assert ended.result.payloads == {0: b"a", 1: b"second thoughts", 2: b"c"}  # type: ignore[union-attr]
    in_peace(table)


def tells_what_was_never_said(table: Table, seat: int, lane: bytes, step: int) -> None:
    """From now on node 0 names a message of this seat that nobody has, so many steps after the open one."""
    at = table.nodes[0].session.heads()[PLAY][1]
    told = table.nodes[0].session.head

    def lying(nonce: bytes) -> bytes:
        head = decode_head(told(nonce))
        made_up = (lane, head.epoch, min(at + step, 2**31 - 1), seat, bytes(32))
        bare = replace(head, heard=(*head.heard, made_up), signature=bytes(64))
        assert isinstance(bare, Head)
        return encode(replace(bare, signature=signatures.sign(table.keys[0], signatures.HEAD, *bare.fields())))

    table.nodes[0].session.head = lying  # type: ignore[method-assign]


@pytest.mark.parametrize("step", [0, 1, 2**31 - 1], ids=["now", "next", "far ahead"])
@pytest.mark.parametrize("lane", [PLAY, b"a pile"])
def test_who_says_that_it_has_heard_what_was_never_said_keeps_nobody_silent(lane: bytes, step: int) -> None:
    """Seat 0 names a message of seat 1 that it cannot hand over, for a place that it has not reached itself."""
    table = scripted()
    script, table.script = table.script, table.script[:15]
    del table.answers[(14, 2)]
    table.run()  # seat 2 has yet to answer
    tells_what_was_never_said(table, 1, lane, step)
    table.kill(1)
    table.revive(1)
    assert table.nodes[1].session._speaking
    table.script = script
    table.answers[(14, 2)] = b"nine"
    table.run()
    at_rest(table)


def test_who_lies_like_that_keeps_nobody_silent_over_a_vote() -> None:
    """Seat 1 has said yes, and dies before the vote is decided; the others would wait for its confirmation."""
    table = Table((0, 1, 2, 3), faces=FACES[:8])
    table.play(Act(0))
    table.kill(3)
    vote(table, Motion("gone", 3), 0, 1)
    tells_what_was_never_said(table, 1, PLAY, 0)
    table.kill(1)
    table.revive(1)
    assert table.nodes[1].session._speaking
    vote(table, Motion("gone", 3), 2)
    assert [node.session.present for node in table.nodes[:3]] == [(0, 1, 2)] * 3
    in_peace(table, table.nodes[:3])


def test_what_was_heard_of_a_node_is_waited_for_while_it_has_not_got_there() -> None:
    """As long as it has its own work to do, a message of its own that it does not know may still come."""
    table = scripted()
    table.run()
    rules = OpenReferee(table.claims)
    session = Session(
        table.signed, entropy_of("old"), operator=1, signer=table.keys[1], referee=rules, resumed=True
    )
    for data in table.nodes[0].session.missing_for(session.heads())[:200]:
        session.receive(data)
    assert session.operation is None and session.seated  # setup is over, and no operation was asked for yet
    assert not session.check_head(table.nodes[0].session.head(NONCE), NONCE, handed_over=True)


def test_messages_for_lanes_that_do_not_exist_push_nothing_out_of_a_head() -> None:
    table = Table((0, *(1,) * 9))
    table.run()
    one = table.nodes[0].session
    said = [said for said in one.messages.values() if said.lane == PLAY]
    for seat in range(1, 10):
        for i in range(64):
            other = {"lane": bytes([0, seat, i]), "seat": seat, "signature": bytes(64)}
            bare = replace(said[0], **other)
            assert isinstance(bare, Envelope)
            signature = signatures.sign(table.keys[1], signatures.MESSAGE, *bare.fields())
            assert one.receive(encode(replace(bare, signature=signature))) == "early"
    heard = decode_head(one.head(NONCE)).heard
    assert len(heard) == 512
    assert {seat for lane, _, _, seat, _ in heard if lane == PLAY} == set(range(10))
