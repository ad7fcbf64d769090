"""Nobody is called a cheat without proof: not by all others together, not in a file, not before spectators."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.errors import BadEncoding, OutOfOrder, ProtocolError
from protocol.events import MotionCarried, SeatConvicted, SeatsLeft
from protocol.messages import Motion, Shares, Vote, decode_envelope
from protocol.operations import Deal
from protocol.replay import NO_PROOF, check
from protocol.session import Session
from protocol.transcript import MAX_CAUGHT, MessageRecord, OperationRecord, ProofRecord, TranscriptReader, write
from protocol.verdict import Verdict, verify_file, verify_records
from protocol.wire import decode, encode
from tests.protocol.attackers.malice import bad_share, honest, resigned, said_by, set_up, with_an_older_store
from tests.protocol.attackers.witnesses import FINISH, cheated, expelled, gave_up
from tests.protocol.session.world import vote
from tests.protocol.table import Node, OpenReferee, Table, entropy_of

pytestmark = pytest.mark.usefixtures("in_numbers")

Records = Sequence[OperationRecord | MessageRecord | ProofRecord]


def verdict(table: Table, records: Records) -> Verdict:
    return verify_file(write(table.signed, records), lambda charter: OpenReferee(table.claims))


def either_verdict(table: Table, records: Records) -> Verdict:
    """That on a file, which is that on its records."""
    found = verify_records(table.signed, records, lambda charter: OpenReferee(table.claims))
    assert found == verdict(table, records)
    return found


def proofs(records: Records) -> list[ProofRecord]:
    return [record for record in records if isinstance(record, ProofRecord)]


# All others together.


def conspiracy(table: Table, victim: int) -> None:
    """Everybody else votes that an honest operator has cheated, and believes it."""
    for node in table.nodes:
        if node.operator != victim:
            node.session._machine.ballots._check_leaver = lambda *_: None  # type: ignore[method-assign]
            node.session._machine.ballots._are_needed = lambda *_: False  # type: ignore[method-assign]
            node.session._machine.ballots.is_proven = lambda ballot: True  # type: ignore[method-assign]
    vote(table, Motion("cheated", victim), *(node.operator for node in table.nodes if node.operator != victim))
    assert all(node.session.seated == (1, 2, 3) for node in table.nodes[1:])


def watched(table: Table, data: Sequence[bytes]) -> Node:
    """Somebody who watches and is handed these messages."""
    rules = OpenReferee(table.claims)
    eve = Node(table, -1, Session(table.signed, entropy_of("spectator"), group=table.group, referee=rules))
    table.flush(eve)
    for piece in data:
        eve.session.receive(piece)
        table.flush(eve)
    table.wires.clear()
    return eve


def streamed(node: Node) -> list[bytes]:
    """What a node shows to those who watch: what it has stored."""
    return [record.envelope for record in node.journal if isinstance(record, MessageRecord)]


def test_all_others_together_make_nobody_a_cheat_at_its_own_node() -> None:
    table = set_up((0, 1, 2, 3), cards=8)
    motion = Motion("cheated", 0)
    conspiracy(table, 0)
    victim = table.nodes[0]
    assert victim.session.unproven_motions == (motion,) and victim.session.seated == (0, 1, 2, 3)
    assert not [event for event in victim.events if isinstance(event, SeatConvicted | MotionCarried | SeatsLeft)]
    table.kill(0)
    table.revive(0)
    assert victim.session.unproven_motions == (motion,) and victim.session.seated == (0, 1, 2, 3)
    found = verdict(table, victim.session.records)
    assert (found.status, found.unproven, found.left) == ("unfinished", (motion,), ())
    assert "voted player 0 out as a cheat and showed no proof" in found.reason
    victim.session.vote(Motion("forfeit", 0, b"", (1, 2, 3)))
    assert victim.session.over
    found = verdict(table, victim.session.records)
    assert (found.state, found.exit_code, found.accused, found.left) == ("ended", 6, (), ())


def test_all_others_together_write_no_file_that_calls_an_honest_seat_a_cheat() -> None:
    table = set_up((0, 1, 2, 3), cards=8)
    conspiracy(table, 0)
    table.nodes[0].up = False
    table.play(Deal((4,), 1), FINISH)
    for node in table.nodes[1:]:
        assert node.session.course.finished
        found = verdict(table, node.session.records)
        assert (found.status, found.exit_code, found.reason) == ("damaged", 2, NO_PROOF)
        assert (found.accused, found.left, found.finished) == ((), (), None)


@pytest.mark.parametrize("of", [0, 1])
def test_all_others_together_show_no_spectator_a_cheat(of: int) -> None:
    """Whether it looks on at the victim's node or at one of theirs."""
    table = set_up((0, 1, 2, 3), cards=8)
    conspiracy(table, 0)
    table.nodes[0].up = False
    table.play(Deal((4,), 1))
    eve = watched(table, streamed(table.nodes[of]))
    assert eve.session.unproven_motions == (Motion("cheated", 0),) and eve.session.seated == (0, 1, 2, 3)
    assert not [event for event in eve.events if isinstance(event, SeatConvicted | MotionCarried | SeatsLeft)]


def test_one_who_is_honest_keeps_all_others_from_it() -> None:
    table = set_up((0, 1, 2, 3), cards=8)
    for operator in (2, 3):
        table.nodes[operator].session._machine.ballots._check_leaver = lambda *_: None  # type: ignore[method-assign]
        table.nodes[operator].session._machine.ballots._are_needed = lambda *_: False  # type: ignore[method-assign]
    vote(table, Motion("cheated", 0), 2, 3)
    with pytest.raises(OutOfOrder, match="nobody has shown"):
        table.nodes[1].session.vote(Motion("cheated", 0))
    assert all(node.session.seated == (0, 1, 2, 3) and not node.session.unproven_motions for node in table.nodes)


# What is true is shown.


def test_who_was_voted_out_with_proof_is_convicted_by_every_copy() -> None:
    table = cheated()
    for node in honest(table, 1):
        found = either_verdict(table, node.session.records)
        assert (found.status, found.state, found.exit_code) == ("finished", "convicted", 5)
        assert [(one.seat, one.certificate.kind) for one in found.accused] == [(1, "bad-proof")]
        assert [(left.seats, left.reason) for left in found.left] == [((1,), "cheated")]
        for certificate in found.certificates:
            check(certificate, group=table.group)


@pytest.mark.parametrize("late", [False, True])
def test_who_looks_on_at_an_honest_node_has_the_proof(late: bool) -> None:
    table = cheated()
    node = honest(table, 1)[0]
    data = streamed(node)
    eve = watched(table, data[len(data) // 2 :] + data if late else data)  # the votes may come before the offence
    assert eve.session.course.finished and eve.session.chain == node.session.chain and not eve.session.unproven_motions
    assert [found.seat for found in eve.accused()] == [1]
    assert verdict(table, eve.session.records).state == "convicted"


def test_who_was_caught_and_never_voted_out_is_told_as_well() -> None:
    """It told two tales beside play, and the others played on with it."""
    table = set_up((0, 1, 2), cards=6)
    votes = [Vote(Motion("gone", 2), yes, ((1, bytes(32)),)) for yes in (True, False)]
    template = said_by(table.nodes[0], Shares, [1])[0]
    for body in votes:
        for node in honest(table, 1):
            node.session.receive(resigned(table, template, body=body, lane=b"a lane", step=0))
    table.play(FINISH)
    assert all(node.session.course.finished for node in honest(table, 1))
    found = verdict(table, table.nodes[0].session.records)
    assert (found.state, found.seated, found.left) == ("convicted", (0, 1, 2), ())
    assert [(one.seat, one.certificate.kind) for one in found.accused] == [(1, "equivocation")]
    assert isinstance(table.nodes[0].session.records[-1], ProofRecord), "it may stand after the end"


def test_a_conviction_before_the_end_of_the_file_is_a_violation() -> None:
    records = cheated().records(0)
    at = records.index(proofs(records)[0])
    found = verdict(cheated(), records[: at + 1])
    assert (found.status, found.exit_code, found.reason) == ("violated", 1, "the end is missing from this file")
    assert [one.seat for one in found.accused] == [1] and not found.left
    broken = verdict(cheated(), (*records[: at + 1], records[0]))
    assert broken.status == "violated" and "does not belong there" in broken.reason


# Where the proof lies in a course of the game that the table has given up.


def killed(table: Table, *operators: int) -> None:
    """kill -9, and back again."""
    for operator in operators:
        table.kill(operator)
    for operator in operators:
        table.revive(operator)
    table.run()


@pytest.mark.parametrize("moment", ["never", "caught", "one has voted", "voted out", "all at once"])
def test_the_proof_of_what_was_done_in_a_course_that_was_given_up_is_kept(moment: str) -> None:
    table = gave_up()
    table.kill(3)
    if moment == "caught":
        killed(table, 0)
    if moment == "all at once":
        killed(table, 0, 1, 2)
    vote(table, Motion("cheated", 3), 1, 2)
    if moment == "one has voted":
        killed(table, 0)
    vote(table, Motion("cheated", 3), 0)
    if moment == "voted out":
        killed(table, 0, 1)
    table.script = table.script[: len(table.nodes[0].ended())]
    table.play(Deal((5,), 2), FINISH)
    for node in honest(table, 3):
        assert node.session.course.finished
        records = node.session.records
        found = verdict(table, records)
        kind = "equivocation" if node.operator == 2 else "illegal-act"
        assert (found.state, found.seated) == ("convicted", (0, 1, 2))
        assert [(one.seat, one.certificate.kind) for one in found.accused] == [(3, kind)]
        (proof,) = proofs(records)
        assert bool(proof.branch) == (kind == "illegal-act"), "nobody is where that was said any more"
        if node.operator == 1:
            continue  # it is where 0 is
        without = [record for record in records if record is not proof]
        assert verdict(table, without).reason == NO_PROOF
        eve = watched(table, streamed(node))
        assert eve.session.course.finished and verdict(table, eve.session.records).state == "convicted"


# A node with an older store has got back its vote, not the proof.


@pytest.mark.parametrize("course", ["that stands", "that was given up"])
def test_a_node_with_an_older_store_is_handed_the_proof_of_who_was_voted_out(course: str) -> None:
    if course == "that stands":
        table, cheat = set_up((0, 1, 2, 3), cards=8), 1
        bad_share(table)
        table.play(Deal((4,), 0))
    else:
        table, cheat = gave_up(), 3
    expelled(table, cheat)
    table.script = table.script[: len(table.nodes[0].ended())]
    table.play(FINISH)
    whole = table.records(0)
    with_an_older_store(table, 0, lambda record: isinstance(record, ProofRecord), to=[2])
    node = table.nodes[0]
    assert node.session.course.finished and node.session.missing_proofs == ()
    for records in (node.session.records, again(table, 0).session.records):
        found = verdict(table, records)
        assert (found.state, [one.seat for one in found.accused]) == ("convicted", [cheat])
        assert len(proofs(records)) == len(proofs(whole)) == 1


def again(table: Table, operator: int) -> Node:
    """The node begins with what it has stored."""
    table.kill(operator)
    table.revive(operator)
    return table.nodes[operator]


def test_a_node_that_nobody_hands_a_proof_plays_on_and_says_that_it_has_none() -> None:
    table = set_up((0, 1, 2, 3), cards=8)
    bad_share(table)
    table.play(Deal((4,), 0))
    expelled(table)
    for other in (2, 3):
        table.nodes[other].session.blame._certificates.clear()  # they have it no more, or withhold it
    with_an_older_store(table, 0, lambda record: isinstance(record, ProofRecord), to=[2, 3])
    node = table.nodes[0]
    assert node.session.missing_proofs == (1,) and node.session.seated == (0, 2, 3)
    found = verdict(table, node.session.records)
    assert (found.status, found.reason, found.accused) == ("damaged", NO_PROOF, ())


@pytest.mark.parametrize("how", ["of an honest seat", "of another kind", "of another game", "cut", "keeping something"])
def test_a_forged_proof_that_is_handed_over_convinces_nobody(how: str) -> None:
    table = cheated()
    proof = decode(table.nodes[2].session.proof(1), ProofRecord, MAX_CAUGHT)
    forged = {
        "of an honest seat": msgspec.structs.replace(proof, seat=3),
        "of another kind": msgspec.structs.replace(proof, kind="bad-escrow"),
        "of another game": msgspec.structs.replace(foreign(), kept=0, branch=proof.branch),
        "cut": msgspec.structs.replace(proof, branch=proof.branch[: len(proof.branch) // 2]),
        "keeping something": msgspec.structs.replace(proof, kept=1, branch=proof.branch[1:]),
    }[how]
    node = table.nodes[0]
    table.accept_proof(node, encode(proof))
    before = node.session.records
    with pytest.raises(ProtocolError):
        table.accept_proof(node, encode(forged))
    assert node.session.records == before


# Proofs in files.


def replaced(records: Records, **changes: object) -> list[OperationRecord | MessageRecord | ProofRecord]:
    """The records with something else in their proof."""
    return [
        msgspec.structs.replace(record, **changes) if isinstance(record, ProofRecord) else record for record in records
    ]


def foreign() -> ProofRecord:
    """The proof of the same offence in another game."""
    table = set_up((0, 1, 2, 3), cards=8, away=61)
    bad_share(table)
    table.play(Deal((4,), 0))
    return proofs(table.records(0))[0]


def honest_words(records: Records, seat: int) -> bytes:
    """The last message of an honest seat."""
    said = [record.envelope for record in records if isinstance(record, MessageRecord)]
    return next(data for data in reversed(said) if decode_envelope(data).seat == seat)


FORGED = {
    "left out": lambda records, proof: [record for record in records if record is not proof],
    "of another game": lambda records, proof: [foreign() if record is proof else record for record in records],
    "of another seat": lambda records, proof: replaced(records, seat=2),
    "of no seat": lambda records, proof: replaced(records, seat=31),
    "of another kind": lambda records, proof: replaced(records, kind="bad-escrow"),
    "called two tales": lambda records, proof: replaced(records, kind="equivocation"),
    "called an illegal act": lambda records, proof: replaced(records, kind="illegal-act"),
    "without its evidence": lambda records, proof: replaced(records, evidence=()),
    "with honest words": lambda records, proof: replaced(records, seat=2, evidence=(honest_words(records, 2),)),
    "keeping nothing": lambda records, proof: replaced(records, kept=0),
    "keeping less": lambda records, proof: replaced(records, kept=proof.kept - 3),
    "keeping what is not there": lambda records, proof: replaced(records, kept=len(records) + 1),
    "with another branch": lambda records, proof: replaced(records, branch=tuple(records[5:7])),
    "with words": lambda records, proof: replaced(records, reason="because we say so"),
    "too late": lambda records, proof: [*(record for record in records if record is not proof), proof],
}


@pytest.mark.parametrize("how", FORGED)
def test_a_forged_proof_in_a_file_is_damage_and_accuses_nobody(how: str) -> None:
    table = cheated()
    records = table.records(0)
    (proof,) = proofs(records)
    found = either_verdict(table, FORGED[how](records, proof))
    assert (found.status, found.accused, found.left, found.finished) == ("damaged", (), (), None)


def test_a_second_proof_is_damage_and_what_was_convicted_before_stays_so() -> None:
    table = cheated()
    records = table.records(0)
    twice = either_verdict(table, [*records, *proofs(records)])
    assert twice.status == "violated" and "second proof" in twice.reason


@pytest.mark.parametrize("seat", [0, 2, 3])
def test_no_proof_of_somebody_elses_offence_convicts_an_honest_seat(seat: int) -> None:
    """Whoever is named in it, and whatever is called its offence."""
    table = cheated()
    for kind in ("equivocation", "bad-proof", "bad-escrow", "false-complaint", "illegal-act"):
        found = verdict(table, replaced(table.records(0), seat=seat, kind=kind))
        assert (found.status, found.accused) == ("damaged", ()), kind


def test_a_cut_proof_is_a_damaged_file() -> None:
    table = cheated()
    records = table.records(0)
    data = b"".join(write(table.signed, records))
    at = data.index(encode(proofs(records)[0]))
    for cut in (at - 2, at + 1, at + 9, at + 200):
        found = verify_file([data[:cut]])
        assert (found.status, found.accused) == ("damaged", ())


@pytest.mark.parametrize("size", [7, 8192, 10_000_000])
def test_who_was_convicted_before_the_damage_stays_convicted_however_the_file_is_read(size: int) -> None:
    table = cheated()
    records = table.records(0)
    at = records.index(proofs(records)[0])
    damaged = b"".join(write(table.signed, records[: at + 1])) + b"\xff\xff\xff\xff" + bytes(100)
    found = verify_file([damaged[start : start + size] for start in range(0, len(damaged), size)])
    assert (found.status, found.whole, [one.seat for one in found.accused]) == ("violated", False, [1])
    assert "longer than any" in found.reason


def test_a_proof_stands_anywhere_before_it_is_needed() -> None:
    table = cheated()
    records = list(table.records(0))
    (proof,) = proofs(records)
    said = [record for record in records if not isinstance(record, ProofRecord)]
    whole = verdict(table, records)
    last = records.index(proof)
    for place in (proof.kept, proof.kept + 1, (proof.kept + last) // 2, last - 1):
        found = verdict(table, [*said[:place], proof, *said[place:]])
        assert (found.state, found.chain, found.left) == (whole.state, whole.chain, whole.left)
        assert [one.seat for one in found.accused] == [1]


def test_without_the_rules_nobody_is_called_a_cheat_for_an_illegal_act() -> None:
    table = gave_up()
    expelled(table, 3)
    table.script = table.script[: len(table.nodes[0].ended())]
    table.play(FINISH)
    found = verify_records(table.signed, table.nodes[0].session.records)
    assert (found.status, found.undecided, found.accused) == ("other-rules", (3,), ())


def test_no_piece_but_a_proof_is_longer_than_a_message() -> None:
    """And nothing is kept of one that only says so."""
    data = b"".join(write(cheated().signed, ()))
    for begins, taken in ((b"\x97\xa6caught", True), (b"\x92\xa4said", False), (b"\x97\xa6caughs", False)):
        reader = TranscriptReader()
        long = (100 * 1024 * 1024).to_bytes(4, "little") + begins
        if taken:
            assert reader.feed(data + long) == []
        else:
            with pytest.raises(BadEncoding, match="longer than any"):
                reader.feed(data + long + bytes(8))


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_a_changed_byte_in_a_file_with_a_proof_accuses_nobody_else(data: st.DataObject) -> None:
    table = cheated()
    whole = b"".join(write(table.signed, table.records(0)))
    place = data.draw(st.integers(0, len(whole) - 1))
    changed = whole[:place] + bytes([whole[place] ^ data.draw(st.integers(1, 255))]) + whole[place + 1 :]
    found = verify_file([changed], lambda charter: OpenReferee(table.claims))
    assert found.status in ("damaged", "violated", "other-version")
    assert {one.seat for one in found.accused} <= {1}
