"""Promise 2, the other half: nobody who is honest is ever accused, whatever the network and the others do."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol import certificates, replay
from protocol.certificates import Certificate, FalseCertificate
from protocol.errors import BadEncoding
from protocol.messages import ActMessage, Echo, MixMessage, Motion, Shares, decode_envelope
from protocol.operations import (
    Act,
    Deal,
    Finish,
    Operation,
    Pass,
    Peek,
    Prepare,
    Random,
    Remix,
    Return,
    Seal,
    Show,
    Shuffle,
)
from protocol.play import Ruling
from protocol.transcript import MessageRecord, OperationRecord
from protocol.wire import encode
from tests.protocol.attackers.malice import (
    Villain,
    assert_caught,
    catch_up,
    convinces,
    honest,
    nobody_accused,
    resigned,
    said_by,
    set_up,
    waits_for,
)
from tests.protocol.table import FACES, OpenReferee, Table

pytestmark = pytest.mark.usefixtures("in_numbers")

TABLES = [(0, 1), (0, 1, 2), (0, 0, 1), (0, 1, 1, 2), (0, 1, 2, 3)]


def everything(seats: int) -> tuple[Operation, ...]:
    """A short game with every operation there is."""
    all_seats = tuple(range(seats))
    return (
        Prepare("later", (), FACES[4:7]),
        Shuffle((), FACES[:4], (0, 1, 2, 3)),
        Deal((0, 1), 0),
        Act(1),
        Remix(0, (0, 1), (FACES[7],), (10, 11, 12)),
        Pass((10,), 1),
        Peek((2,), 1),
        Seal(all_seats, 16),
        Show((11,)),
        Return((12,)),
        Random(6),
        Shuffle((), FACES[4:7], (20, 21, 22)),
        Deal((20,), 1),
        Finish(bytes(32), b"nobody won"),
    )


def answers(seats: int) -> dict[int, bytes]:
    return {seat: b"answer %d" % seat for seat in range(seats)}


def all_ended(table: Table) -> None:
    nobody_accused(table)
    for node in table.nodes:
        if node.up:
            assert len(node.ended()) == len(table.script) and node.session.course.finished, node.session.waiting()
    assert len({node.session.chain for node in table.nodes if node.up}) == 1


@settings(max_examples=3)
@given(seats=st.sampled_from(TABLES), seed=st.integers(0, 2**32))
def test_disorder_and_doubling_of_messages_accuse_nobody(seats: tuple[int, ...], seed: int) -> None:
    table = Table(seats, seed=seed, faces=FACES[:8])
    table.shuffled, table.doubled = True, 0.3
    table.play(*everything(len(seats)), answers=answers(len(seats)))
    all_ended(table)


@settings(max_examples=5)
@given(seats=st.sampled_from(TABLES), seed=st.integers(0, 2**32))
def test_loss_and_garbling_on_the_way_accuse_nobody(seats: tuple[int, ...], seed: int) -> None:
    """What is lost comes again when peers compare where they stand; what is changed on the way has no author."""
    table = Table(seats, seed=seed, faces=FACES[:8])
    rng = random.Random(seed)

    def bad_line(sender: int, to: int, data: bytes) -> Iterator[bytes]:
        luck = rng.random()
        if luck > 0.3:
            yield data
        elif luck > 0.15:
            at = rng.randrange(len(data))
            yield data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]

    table.tamper, table.shuffled = bad_line, True
    table.play(*everything(len(seats)), answers=answers(len(seats)))
    catch_up(table)
    all_ended(table)


@settings(max_examples=4)
@given(seed=st.integers(0, 2**32), moment=st.integers(0, 250))
def test_a_seat_that_vanishes_at_any_moment_is_gone_and_not_accused(seed: int, moment: int) -> None:
    table = Table((0, 1, 2, 3), seed=seed, faces=FACES[:8])
    table.shuffled = True
    table.script += everything(4)[:-1]
    for seat in range(4):
        for number in range(len(table.script)):
            table.answers[(number, seat)] = b"answer %d" % seat
    count = 0

    def vanish(sender: int, to: int, data: bytes) -> list[bytes]:
        nonlocal count
        count += 1
        return [] if count > moment and sender == 3 else [data]

    table.tamper = vanish
    table.run()
    table.kill(3)
    catch_up(table)
    if any(node.session.waiting() for node in honest(table)):
        for node in honest(table):
            node.session.vote(Motion("gone", 3))
        table.run()
        catch_up(table)
        assert all(node.session.seated == (0, 1, 2) for node in honest(table))
    nobody_accused(table)
    assert len({node.session.chain for node in honest(table)}) == 1


@settings(max_examples=5)
@given(seed=st.integers(0, 2**32))
def test_only_the_cheat_is_accused_when_a_table_goes_back_amid_disorder(seed: int) -> None:
    table = Table((0, 1, 2, 3), seed=seed, faces=FACES[:8])
    table.shuffled, table.doubled = True, 0.3
    other = ActMessage(b"other", (), (), hashlib.sha256(b"other").digest())
    Villain(table, 0).lies(ActMessage, lambda lie: other, to=[2, 3])
    laid_out = Shuffle((), FACES[:4], (0, 1, 2, 3))
    script = (Prepare("later", (), FACES[4:7]), laid_out, Act(1), Act(0), Act(2), Deal((0,), 1))
    table.play(*script, answers=answers(4))
    assert_caught(table, 0, "equivocation", thorough=False)
    table.kill(0)
    for node in honest(table):
        node.session.vote(Motion("cheated", 0))
    table.run()
    for node in honest(table):
        assert {found.seat for found in node.accused()} <= {0} and not node.session.waiting()
    assert len({node.session.chain for node in honest(table)}) == 1


# Messages that belong nowhere.


ELSEWHERE: list[dict[str, object]] = [
    {"prev": bytes(32)},
    {"step": 1000},
    {"epoch": 5},
    {"lane": b"nowhere"},
    {"lane": b"nowhere", "step": 0},
]


@pytest.mark.parametrize("changes", ELSEWHERE)
def test_a_message_on_a_wrong_chain_or_step_accuses_nobody(changes: dict[str, object]) -> None:
    """It does not count, and its author is waited for."""
    table = set_up((0, 1, 2), cards=5)
    villain = Villain(table, 1).lies(ActMessage, lambda lie: resigned(table, lie.envelope, **changes))
    table.play(Act(1), answers={1: b"hello"})
    assert villain.sent
    for node in honest(table, 1):
        assert waits_for(node) == {1} and not node.accused() and not node.session.halted
        assert node.ended()[-1].operation != Act(1)


def test_one_seat_cannot_speak_for_another() -> None:
    table = set_up((0, 1, 2), cards=5)
    table.play(Act(2))  # it is seat 2's turn, and it thinks
    lane = table.nodes[0].session._machine.course.lane
    template = said_by(table.nodes[0], Echo, [1])[0]
    body = ActMessage(b"hello", (), (), hashlib.sha256(b"hello").digest())
    stolen = decode_envelope(resigned(table, template, body=body, step=lane.step, prev=lane.chain))
    forged = encode(msgspec.structs.replace(stolen, seat=2))
    for node in table.nodes:
        assert node.session.receive(forged) == "refused"
        assert node.session.receive(encode(stolen)) != "taken"
    assert waits_for(table.nodes[0]) == {2}
    assert not [node for node in table.nodes if node.operator != 1 and node.accused()]


# States that differ.


class UnknownRules(OpenReferee):
    """An engine with a fault: it comes to another state."""

    def judge(self, seat: int, payload: bytes) -> Ruling:
        return Ruling((), hashlib.sha256(b"fault" + payload).digest())


def test_a_program_fault_halts_the_game_and_accuses_nobody() -> None:
    table = set_up((0, 1, 2), cards=5)
    table.nodes[2].session.play.referee = table.nodes[2].session._machine.referee = UnknownRules({})
    table.play(Act(1), answers={1: b"hello"})
    assert not any(node.accused() for node in table.nodes)
    assert table.nodes[2].session.halted


def test_a_lie_about_the_state_halts_the_game_and_accuses_nobody() -> None:
    table = set_up((0, 1, 2), cards=5)
    Villain(table, 1).lies(ActMessage, lambda lie: ActMessage(b"hello", (), (), bytes(32)))
    table.play(Act(1), answers={1: b"hello"})
    for node in honest(table, 1):
        assert node.session.halted and not node.accused()


def test_a_table_that_lets_the_liar_go_plays_on() -> None:
    table = set_up((0, 1, 2, 3), cards=6)
    Villain(table, 1).lies(ActMessage, lambda lie: ActMessage(b"hello", (), (), bytes(32)))
    table.play(Act(1), answers={1: b"hello"})
    table.kill(1)
    for node in honest(table):
        assert node.session.halted
        node.session.vote(Motion("gone", 1))
    table.run()
    table.play(Deal((5,), 2))
    for node in honest(table):
        assert not node.session.halted and not node.session.waiting() and node.ended()[-1].operation == Deal((5,), 2)


def test_a_lie_about_the_state_told_to_one_seat_only_is_an_equivocation() -> None:
    table = set_up((0, 1, 2), cards=5)
    Villain(table, 1).lies(ActMessage, lambda lie: ActMessage(b"hello", (), (), bytes(32)), to=[2])
    table.play(Act(1), answers={1: b"hello"})
    assert_caught(table, 1, "equivocation")


# False certificates.


def played() -> Table:
    table = set_up((0, 1, 2), cards=4)
    table.play(Act(2), Deal((3,), 0), Return((2,)), answers={2: b"hello"})
    return table


def refused(table: Table, certificate: Certificate) -> None:
    with pytest.raises((FalseCertificate, BadEncoding)):
        convinces(table, certificate.encode())


def test_no_honest_message_is_evidence_of_anything() -> None:
    table = played()
    records = table.records(0)
    for i, record in enumerate(records):
        if isinstance(record, MessageRecord) and decode_envelope(record.envelope).seat == 2 and i > len(records) // 2:
            for prefix in (records[:i], records[: i - 1]):
                refused(table, Certificate("bad-proof", 2, "", table.signed, prefix, (record.envelope,)))


@pytest.mark.parametrize("kind", ["bad-proof", "bad-escrow", "false-complaint", "illegal-act", "equivocation"])
def test_an_honest_game_convicts_nobody_of_anything(kind: certificates.Kind) -> None:
    table = played()
    refused(table, Certificate(kind, 2, "because we say so", table.signed, table.records(0), ()))


def test_a_coalition_cannot_put_another_deck_before_an_honest_proof() -> None:
    """Seats 0 and 1 sign another shuffle, so that seat 2's honest share no longer fits; the chain tells."""
    table = played()
    records = list(table.records(0))
    share = said_by(table.nodes[0], Shares, [2])[0]
    before = records[: records.index(MessageRecord(encode(share)))]
    for seat in (0, 1):
        (mixed,) = said_by(table.nodes[0], MixMessage, [seat])
        at = before.index(MessageRecord(encode(mixed)))
        body = MixMessage(bytes(256), bytes(1000))
        other = [*before[:at], MessageRecord(resigned(table, mixed, body=body)), *before[at + 1 :]]
        refused(table, Certificate("bad-proof", 2, "", table.signed, tuple(other), (encode(share),)))
        refused(table, Certificate("bad-proof", 2, "", table.signed, tuple(before[:at]), (encode(share),)))


@pytest.mark.parametrize("asked", [Deal((1,), 0), Deal((0,), 1), Show((0,)), Random(2)])
def test_a_coalition_cannot_put_another_operation_before_an_honest_share(asked: Operation) -> None:
    table = played()
    records = list(table.records(0))
    share = said_by(table.nodes[0], Shares, [2])[0]
    before = records[: records.index(MessageRecord(encode(share)))]
    at = max(i for i, record in enumerate(before) if isinstance(record, OperationRecord))
    other = (*before[:at], OperationRecord(encode(asked)), *before[at + 1 :])
    refused(table, Certificate("bad-proof", 2, "", table.signed, other, (encode(share),)))


def pairs(table: Table) -> Sequence[tuple[str, tuple[bytes, ...]]]:
    first, second = said_by(table.nodes[0], Echo, [2])[:2]
    a, b = encode(first), encode(second)
    unsigned = msgspec.structs.replace(first, body=second.body + b"\0", signature=bytes(64))
    by_other = decode_envelope(resigned(table, first, body=ActMessage(b"", (), (), bytes(32)), seat=1))
    foreign = Table((0, 1, 2), faces=FACES[:9])
    foreign.run()
    elsewhere = said_by(foreign.nodes[0], Echo, [2])[0]
    return [
        ("of two steps", (a, b)),
        ("one message twice", (a, a)),
        ("one message", (a,)),
        ("one without a signature", (a, encode(unsigned))),
        ("one of another seat", (a, encode(by_other))),
        ("one of another seat in its name", (a, encode(msgspec.structs.replace(by_other, seat=2)))),
        ("one of another game", (a, encode(elsewhere))),
        ("nothing", ()),
        ("garbage", (b"", b"")),
    ]


@pytest.mark.parametrize("which", range(9))
def test_two_messages_that_do_not_contradict_each_other_are_no_equivocation(which: int) -> None:
    table = played()
    name, evidence = pairs(table)[which]
    refused(table, Certificate("equivocation", 2, name, table.signed, (), evidence))


def test_a_certificate_of_a_game_that_nobody_signed_is_refused() -> None:
    """Its charter names the accused, but the accused has not signed it."""
    table = set_up((0, 1, 2), cards=4)
    Villain(table, 1).lies(Shares, lambda lie: Shares(bytes(len(lie.body.proof))))
    table.play(Deal((3,), 0))
    certificate = assert_caught(table, 1, "bad-proof")
    replace = msgspec.structs.replace
    other = replace(table.signed.charter, away=61)
    for signed in (
        replace(table.signed, charter=other),
        replace(table.signed, signatures=table.signed.signatures[:2]),
        replace(table.signed, signatures=(table.signed.signatures[0],) * 3),
    ):
        refused(table, replace(certificate, charter=signed))
    first = said_by(table.nodes[0], Echo, [1])[0]
    second = decode_envelope(resigned(table, first, body=ActMessage(b"", (), (), bytes(32))))
    two_tales = certificates.equivocation(table.signed, first, second)
    replay.check(two_tales, group=table.group)
    for signatures in (table.signed.signatures[:2], (table.signed.signatures[0],) * 3):
        refused(table, replace(two_tales, charter=replace(table.signed, signatures=signatures)))


def test_an_illegal_act_convinces_nobody_without_the_rules() -> None:
    table = set_up((0, 1, 2), cards=4)
    Villain(table, 1).lies(ActMessage, lambda lie: ActMessage(b"illegal", (), (), hashlib.sha256(b"illegal").digest()))
    table.play(Act(1), answers={1: b"hello"})
    certificate = assert_caught(table, 1, "illegal-act")
    with pytest.raises(BadEncoding):
        replay.check(certificate, group=table.group)


def test_random_bytes_are_no_certificate() -> None:
    table = set_up((0, 1, 2), cards=4)
    Villain(table, 1).lies(Shares, lambda lie: Shares(bytes(len(lie.body.proof))))
    table.play(Deal((3,), 0))
    data = assert_caught(table, 1, "bad-proof").encode()
    rng = random.Random(7)
    for _ in range(40):
        at = rng.randrange(len(data))
        cut = data[:at]
        with pytest.raises(BadEncoding):
            certificates.decode_certificate(cut)
        with pytest.raises((BadEncoding, FalseCertificate)):
            flipped = data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
            found = certificates.decode_certificate(flipped)
            replay.check(found, group=table.group)
            # The reason is words, which prove nothing and are not checked.
            if msgspec.structs.replace(found, reason="") == msgspec.structs.replace(
                certificates.decode_certificate(data), reason=""
            ):
                raise BadEncoding("only the words differ")
