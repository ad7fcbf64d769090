"""From outside, and floods: bytes that are no message, signatures for something else, and too much of anything."""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import msgspec
import pytest

from protocol import signatures
from protocol.charter import SignedCharter, signed_by_all
from protocol.errors import BadEncoding, BadSignature
from protocol.mailbox import WINDOW, WINDOW_BYTES
from protocol.messages import (
    MAX_MESSAGE,
    ActMessage,
    Echo,
    Envelope,
    Hello,
    MixMessage,
    Motion,
    Shares,
    Vote,
    decode_envelope,
    seal_envelope,
)
from protocol.motions import MAX_MOTIONS, motion_lane
from protocol.operations import Act, Deal, Prepare, encode_operation
from protocol.proofs import share
from protocol.replay import Verifier
from protocol.session import Session
from protocol.signatures import SIGNATURE_BYTES, IdentityKey
from protocol.transcript import PLAY, MessageRecord, OperationRecord, ProofRecord, first_link
from protocol.wire import encode
from tests.protocol.attackers.malice import (
    GROUP,
    IDENTITY,
    SMALL_ORDER,
    Villain,
    assert_caught,
    honest,
    mixed_order,
    nobody_accused,
    resigned,
    said_by,
    set_up,
    waits_for,
)
from tests.protocol.table import FACES, Table, make_charter

PURPOSES = [
    signatures.HELLO,
    signatures.CHARTER,
    signatures.MESSAGE,
    signatures.HEAD,
    signatures.AUDIT,
]


def state_of(session: Session) -> tuple[object, ...]:
    return (session.chain, session.heads(), session.backlog, len(session.records), session.halted)


# Bytes that are no message.


def test_cut_lengthened_and_garbled_messages_change_nothing() -> None:
    table = set_up((0, 1, 2), cards=4)
    rng = random.Random(3)
    node = table.nodes[0]
    before = state_of(node.session)
    for envelope in list(node.session.messages.values()):
        data = encode(envelope)
        cuts = [0, 1, len(data) // 2, len(data) - 1, rng.randrange(len(data))]
        for bad in (*(data[:cut] for cut in cuts), data + b"\0", data + data, b"\xff" + data):
            assert node.session.receive(bad) == "refused"
    for _ in range(100):
        assert node.session.receive(rng.randbytes(rng.randrange(400))) == "refused"
    assert state_of(node.session) == before
    nobody_accused(table)


def test_another_way_to_write_the_same_message_is_refused() -> None:
    """Long integers, maps in place of lists, fields more and fields less: one content has one encoding."""
    table = set_up((0, 1, 2), cards=4)
    session = table.nodes[0].session
    fields = msgspec.msgpack.decode(encode(said_by(table.nodes[0], Echo, [1])[-1]))
    lane = session._machine.course.lane
    fields[3], fields[5] = lane.step, lane.chain
    signed = resigned(table, said_by(table.nodes[0], Echo, [1])[-1], step=lane.step, prev=lane.chain)
    at = 1 + sum(len(encode(field)) for field in fields[:3])
    assert signed[at] == lane.step
    long_step = signed[:at] + b"\xcd" + lane.step.to_bytes(2, "big") + signed[at + 1 :]
    assert long_step != signed and msgspec.msgpack.decode(long_step) == msgspec.msgpack.decode(signed)
    parts = msgspec.msgpack.decode(signed)
    names = Envelope.__struct_fields__
    for other in (
        long_step,
        msgspec.msgpack.encode(dict(zip(names, parts, strict=True))),
        msgspec.msgpack.encode([*parts, 0]),
        msgspec.msgpack.encode(parts[:-1]),
        msgspec.msgpack.encode([*parts[:4], str(parts[4]), *parts[5:]]),
    ):
        assert session.receive(other) == "refused"
    assert session.receive(signed) == "early"


def test_a_message_of_another_game_or_of_no_seat_is_refused() -> None:
    table = set_up((0, 1, 2), cards=4)
    session, lane = table.nodes[0].session, table.nodes[0].session._machine.course.lane
    other = Table((0, 1, 2), faces=FACES[:9])
    for sid, seat in ((other.signed.charter.sid, 1), (bytes(32), 1), (session.sid, 3), (session.sid, 31)):
        envelope = seal_envelope(table.keys[1], sid, PLAY, 0, lane.step, seat, lane.chain, Echo())
        assert session.receive(encode(envelope)) == "refused"


# Signatures.


@pytest.mark.parametrize("purpose", [purpose for purpose in PURPOSES if purpose != signatures.MESSAGE])
def test_a_signature_for_another_purpose_is_no_signature_of_a_message(purpose: str) -> None:
    table = set_up((0, 1, 2), cards=4)
    lane = table.nodes[0].session._machine.course.lane
    bare = seal_envelope(table.keys[1], table.signed.charter.sid, PLAY, 0, lane.step, 1, lane.chain, Echo())
    wrong = msgspec.structs.replace(bare, signature=signatures.sign(table.keys[1], purpose, *bare.fields()))
    assert table.nodes[0].session.receive(encode(wrong)) == "refused"
    with pytest.raises(BadSignature):
        signatures.verify(table.keys[1].identity, bare.signature, purpose, *bare.fields())


def test_no_signature_of_ours_can_be_one_of_ssh_and_none_of_ssh_ours() -> None:
    """SSH signs data that begins with a length of 4 bytes or with a magic; ours begins with a name of ours."""
    ours = signatures.signed_bytes(signatures.MESSAGE, b"")
    assert int.from_bytes(ours[:4], "big") > 2**30, "as a length it would be longer than SSH allows"
    assert not ours.startswith(b"SSHSIG")
    key = IdentityKey(bytes(32))
    login = (32).to_bytes(4, "big") + bytes(32) + b"\x32" + bytes(40)
    for data in (b"SSHSIG" + bytes(60), login):
        with pytest.raises(BadSignature):
            signatures.verify(key.identity, key.sign(data), signatures.MESSAGE)


def test_a_hello_or_a_charter_is_no_message_and_the_reverse() -> None:
    table = set_up((0, 1, 2), cards=4)
    for data in (encode(Hello("tta 1.0", "tta-p2p/4", bytes(32))), table.signed.encode()):
        assert table.nodes[0].session.receive(data) == "refused"
    message = encode(said_by(table.nodes[0], Echo, [1])[0])
    with pytest.raises(msgspec.ValidationError):
        msgspec.msgpack.decode(message, type=SignedCharter)
    with pytest.raises(msgspec.ValidationError):
        msgspec.msgpack.decode(message, type=Hello)


def test_a_signature_written_otherwise_is_refused() -> None:
    """s + q, a commitment R of small order, and the signature of another message."""
    table = set_up((0, 1, 2), cards=4)
    lane = table.nodes[0].session._machine.course.lane
    sound = seal_envelope(table.keys[1], table.signed.charter.sid, PLAY, 0, lane.step, 1, lane.chain, Echo())
    s = int.from_bytes(sound.signature[32:], "little")
    for signature in (
        sound.signature[:32] + (s + GROUP.order).to_bytes(32, "little"),
        SMALL_ORDER + sound.signature[32:],
        IDENTITY + bytes(32),
        bytes(SIGNATURE_BYTES),
        said_by(table.nodes[0], Echo, [1])[0].signature,
    ):
        assert table.nodes[0].session.receive(encode(msgspec.structs.replace(sound, signature=signature))) == "refused"
    assert table.nodes[0].session.receive(encode(sound)) == "early"


@pytest.mark.parametrize("identity", [IDENTITY, SMALL_ORDER, "mixed", bytes(32), b"\xff" * 32])
def test_an_identity_under_which_anybody_could_sign_is_refused(identity: bytes | str) -> None:
    signed, keys = make_charter((0, 1, 2))
    weak = mixed_order(keys[1].identity) if isinstance(identity, str) else identity
    replace = msgspec.structs.replace
    operators = (signed.charter.operators[0], replace(signed.charter.operators[1], identity=weak))
    charter = replace(signed.charter, operators=(*operators, signed.charter.operators[2]))
    with pytest.raises((BadEncoding, BadSignature)):
        charter.check()
    with pytest.raises((BadEncoding, BadSignature)):
        signed_by_all(charter, keys).check()
    with pytest.raises(BadSignature):
        signatures.verify(weak, IDENTITY + bytes(32), signatures.MESSAGE, b"anything")


# Too much of anything.


def test_a_message_longer_than_any_is_refused_and_one_longer_than_its_kind_is_named() -> None:
    table = set_up((0, 1, 2), cards=4)
    assert table.nodes[0].session.receive(bytes(MAX_MESSAGE + 1)) == "refused"
    Villain(table, 1).lies(Shares, lambda lie: Shares(bytes(200_000)))
    table.play(Deal((3,), 0))
    certificate = assert_caught(table, 1, "bad-proof")
    assert "bytes where at most" in certificate.reason  # it was not even decoded


def counting(patch: pytest.MonkeyPatch) -> dict[str, int]:
    """Counts the checks of signatures and of shares."""
    counts = {"signatures": 0, "shares": 0}
    verify, prove = signatures.verify, share.verify

    def signature(*args: object) -> None:
        counts["signatures"] += 1
        verify(*args)  # type: ignore[arg-type]

    def shares(*args: object) -> object:
        counts["shares"] += 1
        return prove(*args)  # type: ignore[arg-type]

    patch.setattr(signatures, "verify", signature)
    patch.setattr(share, "verify", shares)
    return counts


def test_a_flood_of_garbage_proofs_costs_one_check(monkeypatch: pytest.MonkeyPatch) -> None:
    table = set_up((0, 1, 2), cards=4)
    Villain(table, 1).lies(Shares, lambda lie: Shares(bytes(len(lie.body.proof))))
    table.play(Deal((3,), 0))
    counts = counting(monkeypatch)
    session, lane = table.nodes[0].session, table.nodes[0].session._machine.course.lane
    template = said_by(table.nodes[0], Echo, [1])[0]
    flood = [
        resigned(table, template, body=Shares(bytes([i + 1]) * 96), step=lane.step + i % 3, prev=lane.chain)
        for i in range(200)
    ]
    for data in flood:
        assert session.receive(data) == "void"
    assert counts == {"signatures": 0, "shares": 0}
    assert len(table.nodes[0].accused()) == 1


def test_a_caught_seat_costs_nobody_a_second_check_on_another_lane(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was caught in play; a pile beside play still waits for it, and it sends one false shuffle after the other."""
    table = Table((0, 1, 2), faces=FACES[:8])
    Villain(table, 0).lies(MixMessage, lambda lie: None).lies(
        ActMessage, lambda lie: ActMessage(b"illegal", (), (), hashlib.sha256(b"illegal").digest())
    )
    table.play(Prepare("later", (), FACES[:4]), Act(0), answers={0: b"hello"})
    (node, _) = honest(table, 0)
    assert [found.seat for found in node.accused()] == [0]
    (pile,) = node.session._machine.piles
    checked = 0
    decode = type(GROUP).decode

    def count(group: object, data: bytes) -> object:
        nonlocal checked
        checked += 1
        return decode(group, data)  # type: ignore[arg-type]

    monkeypatch.setattr(type(GROUP), "decode", count)
    for i in range(50):
        body = MixMessage(bytes([i]) * 256, bytes(7 * 32 + 14 * 32))
        envelope = seal_envelope(table.keys[0], node.session.sid, pile.lane.id, 0, 0, 0, pile.lane.chain, body)
        node.session.receive(encode(envelope))
    assert checked <= 8, "one false shuffle was looked at"


def test_messages_kept_for_later_are_bounded_for_each_seat() -> None:
    table = set_up((0, 1, 2), cards=4)
    session, lane = table.nodes[0].session, table.nodes[0].session._machine.course.lane
    template = said_by(table.nodes[0], Echo, [1])[0]
    outcomes = [
        session.receive(resigned(table, template, body=Echo(), step=lane.step + i, prev=lane.chain))
        for i in range(1, 2 * WINDOW)
    ]
    assert outcomes.count("early") == WINDOW and set(outcomes) == {"early", "far"}
    # Seat 2 is heard all the same, and seat 1 in the step that is open.
    assert session.receive(resigned(table, template, seat=2, step=lane.step, prev=lane.chain)) == "early"
    assert session.receive(resigned(table, template, step=lane.step, prev=lane.chain)) == "early"
    nobody_accused(table)


def test_long_messages_kept_for_later_are_bounded_for_each_seat() -> None:
    table = set_up((0, 1, 2), cards=4)
    session, lane = table.nodes[0].session, table.nodes[0].session._machine.course.lane
    template = said_by(table.nodes[0], Echo, [1])[0]
    kept = 0
    for i in range(1, 12):
        body = Shares(bytes(250_000))
        if session.receive(resigned(table, template, body=body, step=lane.step + i, prev=lane.chain)) == "early":
            kept += 250_000
    assert 0 < kept <= WINDOW_BYTES + 250_100


def flood(table: Table, mover: int, *voters: int) -> list[str]:
    """One seat moves far too much, and some vote on all of it: what becomes of each vote at node 0."""
    session = table.nodes[0].session
    trail = ((session._machine.course.lane.step, session.chain),)
    outcomes = []
    for i in range(3 * MAX_MOTIONS):
        motion = Motion("forfeit", mover, b"%d" % i)
        lane = motion_lane(session.sid, 0, motion)
        link = first_link(session.sid, lane)
        for seat in (mover, *voters):
            envelope = seal_envelope(
                table.keys[seat], session.sid, lane, 0, 0, seat, link, Vote(motion, seat == mover, trail)
            )
            outcomes.append(session.receive(encode(envelope)))
            table.flush(table.nodes[0])
    return outcomes


def test_a_flood_of_motions_is_bounded() -> None:
    table = set_up((0, 1, 2, 3), cards=4)
    session = table.nodes[0].session
    records = len(session.records)
    outcomes = flood(table, 1)
    assert outcomes.count("taken") == MAX_MOTIONS and set(outcomes) == {"taken", "early"}
    assert len(session._machine.ballots.open) == MAX_MOTIONS and len(session.records) == records + MAX_MOTIONS
    session.vote(Motion("forfeit", 0, b"mine"))
    assert len(session._machine.ballots.open) == MAX_MOTIONS + 1
    nobody_accused(table)


def test_who_comes_back_finds_every_motion_that_it_knew_in_whatever_order_its_votes_stand() -> None:
    """Votes of one step stand by seats where a node has gone back; a motion that it has confirmed may be among them."""
    table = set_up((0, 1, 2, 3), cards=4)
    node = table.nodes[0]
    before = len(node.journal)
    flood(table, 3, 1)
    flood(table, 1)
    moved = {one.motion for one in node.session._machine.ballots}
    assert len(moved) == 2 * MAX_MOTIONS
    node.journal[before:] = sorted(
        node.journal[before:], key=lambda said: isinstance(said, MessageRecord) and decode_envelope(said.envelope).seat
    )
    table.kill(0)
    table.revive(0)
    ballots = node.session._machine.ballots
    assert {one.motion for one in ballots} == moved
    flood(table, 2)
    assert len(ballots.open) == 3 * MAX_MOTIONS
    node.session.vote(Motion("forfeit", 0, b"", (1, 2, 3)))
    table.flush(node)
    assert node.session.over
    nobody_accused(table)


def test_a_message_on_another_chain_is_answered_once() -> None:
    """Each answer shows what was heard; who could ask for it again and again would make the others flood each other."""
    table = set_up((0, 1, 2), cards=4)
    table.play(Act(1))
    session, lane = table.nodes[0].session, table.nodes[0].session._machine.course.lane
    template = said_by(table.nodes[0], Echo, [1])[0]
    session.poll()
    sent = []
    for i in range(20):
        body = ActMessage(b"%d" % i, (), (), bytes(32))
        session.receive(resigned(table, template, body=body, step=lane.step, prev=bytes([i]) * 32))
        sent.append(len(session.poll().send))
    assert sent[0] > 0 and sent[1] == 2 and sent[2:] == [0] * 18
    assert waits_for(table.nodes[0]) == {1}


def test_a_pile_that_is_prepared_again_and_again_costs_always_the_same() -> None:
    """Operations are not signed, so anybody can write as many as fit into a file."""
    table = set_up((0, 1, 2), cards=5)
    again = OperationRecord(encode_operation(Prepare("x", (4,), FACES[:5])))
    verifier = Verifier(table.signed)
    for record in table.nodes[0].session.records:
        assert not isinstance(record, ProofRecord)
        verifier.add(record)
    steps = 0

    def counting(frame: FrameType, event: str, _: object) -> Callable[..., Any]:
        nonlocal steps
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        steps += event == "opcode"
        return counting

    def cost(count: int) -> int:
        nonlocal steps
        steps = 0
        before = sys.gettrace()
        sys.settrace(counting)
        try:
            for _ in range(count):
                verifier.add(again)
        finally:
            sys.settrace(before)
        return steps

    few = cost(100)
    for _ in range(1500):
        verifier.add(again)
    assert cost(100) < 2 * few
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(verifier.session.play.group), "add", lambda *_: pytest.fail("the same is computed again"))
        verifier.add(again)
