"""Transcript files: what they prove, and that damage to one is called damage and never somebody's cheating."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import cast

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol import replay, signatures, transcript
from protocol.charter import SignedCharter
from protocol.compare import Comparison, compare
from protocol.errors import BadEncoding
from protocol.fiatshamir import VERSION
from protocol.group import Edwards25519, Element, Scalar
from protocol.messages import ActMessage, Motion, decode_envelope, seal_envelope
from protocol.operations import (
    Act,
    Deal,
    Finish,
    Pass,
    Prepare,
    Return,
    Seal,
    Show,
    Shuffle,
)
from protocol.replay import Verifier
from protocol.session import Job, Session, SessionOutput
from protocol.transcript import (
    PLAY,
    MessageRecord,
    OperationRecord,
    ProofRecord,
    RewindRecord,
    SecretRecord,
    TranscriptReader,
)
from protocol.verdict import Verdict, verify_file
from protocol.wire import encode
from tests.protocol.attackers.witnesses import cheated
from tests.protocol.table import FACES, OpenReferee, Table, body_kind, entropy_of

Records = tuple[OperationRecord | MessageRecord, ...]
FEW = FACES[:3]


def written(charter: SignedCharter, records: Iterable[OperationRecord | MessageRecord]) -> bytes:
    return b"".join(transcript.write(charter, records))


def verdict(data: bytes) -> Verdict:
    return verify_file([data])


def status(charter: SignedCharter, records: Iterable[OperationRecord | MessageRecord]) -> str:
    return verdict(written(charter, records)).status


@cache
def small(away: int = 60) -> tuple[SignedCharter, Records]:
    """The smallest complete game that has a shuffle, a draw, an act and an end."""
    table = Table((0, 1), faces=FEW, on_leave="wait", away=away)
    table.play(Shuffle((), FEW, (0, 1, 2)), Deal((0,), 1), Act(0), answers={0: b"act"})
    table.play(Finish(bytes(32), b"both won"))
    return table.signed, table.records(1)


@cache
def with_a_leaver() -> tuple[SignedCharter, Records, Records]:
    """Two copies of a game in which a seat goes."""
    table = Table((0, 1, 2, 3), faces=FEW)
    table.play(Shuffle((), FEW, (0, 1, 2)), Deal((0,), 1), Deal((1,), 2))
    table.kill(1)
    for operator in (0, 2, 3):
        table.nodes[operator].session.vote(Motion("gone", 1))
    table.run()
    table.play(Return((1,)), Finish(bytes(32), b"three won"))
    return table.signed, table.records(0), table.records(3)


def flips(data: bytes, every: int) -> Iterable[tuple[int, int, bytes]]:
    for place in range(0, len(data), every):
        for mask in (0x01, 0x80) if place % 2 else (0x10, 0xFF):
            yield place, mask, data[:place] + bytes([data[place] ^ mask]) + data[place + 1 :]


def test_a_file_gives_back_its_charter_and_records_in_pieces_of_any_size() -> None:
    charter, records = small()
    data = written(charter, records)
    for size in (1, 7, 4096, len(data)):
        reader, found = TranscriptReader(), []
        for at in range(0, len(data), size):
            found += reader.feed(data[at : at + size])
        reader.end()
        assert reader.charter == charter
        assert tuple(found) == records


def test_a_file_holds_no_secret_of_a_journal() -> None:
    charter, records = small()
    journal = [SecretRecord("keys 0 0", bytes(64)), *records, RewindRecord(1)]
    assert b"".join(transcript.write(charter, journal)) == written(charter, records)


def test_a_finished_game_is_finished_and_tells_what_everybody_signed() -> None:
    charter, records = small()
    found = verify_file(iter([written(charter, records)]))
    assert found.status == "finished"
    assert found.finished is not None and found.finished.standings == b"both won"
    assert found.seated == (0, 1) and sorted(found.order) == [0, 1]
    assert (found.messages, found.operations) == (
        sum(isinstance(record, MessageRecord) for record in records),
        sum(isinstance(record, OperationRecord) for record in records),
    )
    assert found.charter == charter and not found.accused and not found.left


def test_whatever_byte_of_a_file_is_changed_it_is_damaged_and_nobody_is_accused() -> None:
    charter, records = small()
    data = written(charter, records)
    version = data.index(VERSION)
    for place, mask, changed in flips(data, 47):
        found = verdict(changed)
        # A changed byte in the name of the version makes it a file of another one, for all that anybody can say.
        named = version <= place < version + len(VERSION) and found.status == "other-version"
        assert named or found.status == "damaged", (place, mask, found.reason)
        assert not found.accused


def test_a_changed_byte_in_a_game_with_votes_and_recovery_accuses_nobody() -> None:
    charter, records, _ = with_a_leaver()
    data = written(charter, records)
    for place, mask, changed in flips(data, 797):
        found = verdict(changed)
        assert (found.status, found.accused) == ("damaged", ()), (place, mask, found.reason)


def test_every_other_operation_in_the_place_of_one_is_damage() -> None:
    """No signature covers the operations, but every message afterwards names the chain that they are part of."""
    charter, records = small()
    others = [Deal((0,), 0), Deal((1,), 1), Deal((), 1), Deal((0,), 9), Deal((0, 0), 1), Show((0,)), Show(()), Act(1)]
    others += [Act(9), Seal((0, 1), 32), Seal((9,), 1), Pass((0,), 9), Pass((), 0), Return((0,)), Return(())]
    others += [Shuffle((), FEW, (0, 1)), Shuffle((), FEW, (5, 5, 5)), Shuffle((), ("none",), (0,))]
    others += [Prepare("x", (), FEW), Prepare("x", (0,), FEW)]
    others += [Finish(bytes(32), b"i won")]
    for at, record in enumerate(records):
        if isinstance(record, OperationRecord):
            for other in others:
                if encode(other) != record.operation:
                    changed = (*records[:at], OperationRecord(encode(other)), *records[at + 1 :])
                    found = verdict(written(charter, changed))
                    assert (found.status, found.accused) == ("damaged", ()), (other, found.reason)


def test_a_file_cut_between_records_is_unfinished_and_cut_elsewhere_damaged() -> None:
    charter, records = small()
    for count in range(len(records)):
        assert status(charter, records[:count]) == "unfinished"
    data = written(charter, records)
    borders = {len(written(charter, records[:count])) for count in range(len(records) + 1)}
    for end in range(0, len(data), 37):
        if end not in borders:
            assert verdict(data[:end]).status == "damaged"


def test_a_record_that_is_left_out_repeated_or_moved_is_damage() -> None:
    charter, records = small()
    for i in range(len(records) - 1):
        assert status(charter, (*records[:i], *records[i + 1 :])) in ("damaged", "unfinished")
        if i < len(records) - 2:
            assert status(charter, (*records[:i], *records[i + 1 :])) == "damaged"
        assert status(charter, (*records[: i + 1], records[i], *records[i + 1 :])) == "damaged"
    steps = [decode_envelope(r.envelope).step if isinstance(r, MessageRecord) else -1 for r in records]
    for i in range(len(records) - 1):
        changed = (*records[:i], records[i + 1], records[i], *records[i + 2 :])
        # Who of a step is heard first is every peer's own; everything else has its place.
        assert status(charter, changed) == ("finished" if steps[i] == steps[i + 1] else "damaged")


def test_nothing_comes_after_the_end() -> None:
    charter, records = small()
    for record in (records[-1], records[0], OperationRecord(encode(Act(0)))):
        found = verdict(written(charter, (*records, record)))
        assert found.status == "damaged"
    assert verdict(written(charter, records) + b"\x00").status == "damaged"


def test_messages_and_charters_of_another_game_are_damage() -> None:
    charter, records = small()
    other_charter, other = small(61)
    assert other_charter.charter.sid != charter.charter.sid
    for i in range(len(records)):
        if isinstance(other[i], MessageRecord):
            changed = (*records[:i], other[i], *records[i + 1 :])
            found = verdict(written(charter, changed))
            assert (found.status, found.accused) == ("damaged", ())
    assert status(other_charter, records) == "damaged"


def test_a_file_that_is_something_else_is_damaged_with_a_reason() -> None:
    charter, records = small()
    data = written(charter, records)
    for other in (b"", b"\x7fELF", b"tta-p2p transkript 2\n" + data[21:], data[:21], data[:40]):
        found = verdict(other)
        assert found.status == "damaged" and found.reason


def test_a_seat_that_signed_nonsense_is_convicted_by_the_file_and_by_its_certificate() -> None:
    table = Table((0, 1), faces=FEW, on_leave="wait")
    table.play(Shuffle((), FEW, (0, 1, 2)), Deal((0,), 1))
    records = table.records(0)
    asked = OperationRecord(encode(Act(0)))
    verifier = Verifier(table.signed)
    for record in (*records, asked):
        verifier.add(record)
    lane = verifier.session._machine.course.lane
    lie = ActMessage(b"act", (), (b"a proof of nothing",), bytes(32))
    bad = seal_envelope(table.keys[0], table.signed.charter.sid, lane.id, 0, lane.step, 0, lane.chain, lie)
    found = verdict(written(table.signed, (*records, asked, MessageRecord(encode(bad)))))
    assert found.status == "violated"
    assert [accused.seat for accused in found.accused] == [0]
    replay.check(found.accused[0].certificate)


def test_two_engines_that_differ_accuse_nobody() -> None:
    charter, records = small()

    class Other(OpenReferee):
        def judge(self, seat: int, payload: bytes):  # type: ignore[no-untyped-def]
            return type(super().judge(seat, payload))((), bytes(32))

    found = verify_file([written(charter, records)], lambda _: Other({}))
    assert (found.status, found.accused) == ("disagreed", ())
    assert verify_file([written(charter, records)], lambda _: OpenReferee({})).status == "finished"


def test_rules_that_are_not_here_are_the_callers_business() -> None:
    def rules(_: object) -> OpenReferee:
        raise KeyError("rules of another version")

    charter, records = small()
    with pytest.raises(KeyError, match="another version"):
        verify_file([written(charter, records)], rules)


def test_a_game_that_a_seat_left_is_finished_by_those_who_stayed() -> None:
    charter, records, other = with_a_leaver()
    for copy in (records, other):
        found = verdict(written(charter, copy))
        assert found.status == "finished"
        assert [(left.seats, left.reason) for left in found.left] == [((1,), "gone")]
        assert found.seated == (0, 2, 3)


def test_without_one_vote_nobody_has_left() -> None:
    charter, records, _ = with_a_leaver()
    votes = [i for i, r in enumerate(records) if isinstance(r, MessageRecord) and body_kind(r.envelope) == "Vote"]
    assert len(votes) == 3
    for i in votes:
        found = verdict(written(charter, (*records[:i], *records[i + 1 :])))
        assert (found.status, found.accused, found.left) == ("damaged", (), ())


@pytest.mark.parametrize(("kind", "expected"), [("call-off", "called-off"), ("forfeit", "forfeited")])
def test_games_can_end_by_agreement(kind: str, expected: str) -> None:
    table = Table((0, 1), faces=FEW, on_leave="wait")
    table.play(Shuffle((), FEW, (0, 1, 2)))
    motion = Motion(kind, 0, b"seat 1 wins")  # type: ignore[arg-type]
    for node in table.nodes:
        node.session.vote(motion)
    table.run()
    found = verdict(written(table.signed, table.records()))
    assert (found.status, found.ended_by) == (expected, motion)


def test_a_prepared_pile_that_was_still_being_checked_when_somebody_went_verifies() -> None:
    """Peers that check in the background agree on a place that a replay, which never waits, has passed already."""

    class Slow(Session):
        pending: list[Job]

        def poll(self) -> SessionOutput:
            output = super().poll()
            self.pending = [*getattr(self, "pending", []), *output.jobs]
            return output

    class SlowTable(Table):
        def _session(self, operator: int, journal: Iterable[transcript.Record] = ()) -> Session:
            entropy, key = entropy_of(f"node {operator}"), self.keys[operator]
            return Slow(self.signed, entropy, operator=operator, signer=key, background=True)

    table = SlowTable((0, 1, 2, 3), faces=FEW)
    table.play(Prepare("ages", (), FEW), Shuffle((), FEW, (0, 1, 2)))
    # Every mix is there, none is checked.
    assert all([wait.seat for wait in node.session.waiting()] == [None] for node in table.nodes)
    table.kill(1)
    for operator in (0, 2, 3):
        table.nodes[operator].session.vote(Motion("gone", 1))
    table.run()
    for node in table.nodes:
        for job in cast("Slow", node.session).pending:
            node.session.job_done(job.id, job.function(*job.arguments))
    table.run()
    assert table.nodes[0].session.seated == (0, 2, 3)
    found = verdict(written(table.signed, table.records()))
    assert (found.status, found.seated, found.accused) == ("unfinished", (0, 2, 3), ()), found.reason
    assert found.chain == table.nodes[0].session.chain


def test_copies_of_one_game_are_equal_or_one_contains_the_other() -> None:
    charter, one, two = with_a_leaver()
    assert compare(charter, one, two).relation == "equal"
    for cut in range(0, len(one), 9):
        if any(isinstance(record, MessageRecord) for record in one[cut:]):
            assert compare(charter, one[:cut], two).relation == "second is longer"
            assert compare(charter, two, one[:cut]).relation == "first is longer"
    said = [i for i, record in enumerate(one) if isinstance(record, MessageRecord)]
    assert compare(charter, one[: said[0] + 1], one[said[1] : said[1] + 1]).relation == "consistent"
    with pytest.raises(BadEncoding, match="one game"):
        compare(small()[0], one, two)


def test_copies_that_differ_in_what_counts_for_nothing_are_equal() -> None:
    """A message that one peer heard just before the vote, and a vote that came to nothing."""
    charter, one, two = with_a_leaver()
    votes = [
        i for i, record in enumerate(one) if isinstance(record, MessageRecord) and body_kind(record.envelope) == "Vote"
    ]
    assert compare(charter, (*one[: votes[0]], *one[votes[0] + 1 :]), two).relation == "equal"
    table = Table((0, 1, 2, 3), faces=FEW)
    table.script += [Shuffle((), FEW, (0, 1, 2)), Deal((0,), 1)]
    lost = [(2, 0), *((3, to) for to in range(3))]
    table.tamper = lambda sender, to, data: [] if (sender, to) in lost and body_kind(data) == "Shares" else [data]
    table.run()
    table.tamper = None
    table.kill(3)
    for operator in (0, 1, 2):
        table.nodes[operator].session.vote(Motion("gone", 3))
    table.run()
    table.play(Finish(bytes(32), b""))
    first, second = table.records(0), table.records(1)
    assert status(table.signed, first) == status(table.signed, second) == "finished"
    assert len(first) != len(second) and compare(table.signed, first, second).relation == "equal"


def tale(table: Table, to_whom: tuple[int, ...]) -> None:
    """From now on seat 0 tells these seats of another act than the others."""

    def two_tales(sender: int, to: int, data: bytes) -> Iterable[bytes]:
        envelope = decode_envelope(data)
        if sender == 0 and to in to_whom and body_kind(data) == "ActMessage":
            place = (envelope.sid, envelope.lane, envelope.epoch, envelope.step, envelope.seat, envelope.prev)
            digest = OpenReferee({}).judge(0, b"another").digest
            yield encode(seal_envelope(table.keys[0], *place, ActMessage(b"another", (), (), digest)))
        else:
            yield data

    table.tamper = two_tales


def test_copies_that_fork_convict_whoever_told_two_tales() -> None:
    table = Table((0, 1, 2), faces=FEW, on_leave="wait")
    tale(table, (2,))
    table.play(Act(0), Act(1), answers={0: b"one"})
    one, two = table.records(1), table.records(2)
    assert status(table.signed, one) == status(table.signed, two) == "unfinished"
    found = compare(table.signed, one, two)
    assert found.relation == "different"
    assert [certificate.seat for certificate in found.certificates] == [0]
    for certificate in found.certificates:
        replay.check(certificate)
    unsigned = [
        MessageRecord(_without_signature(record.envelope)) for record in two if isinstance(record, MessageRecord)
    ]
    assert compare(table.signed, one, unsigned) == Comparison("different")


def test_copies_are_compared_also_where_somebody_is_convicted_for_saying_what_cannot_be_read() -> None:
    table = Table((0, 1, 2), faces=FEW)
    table.play(Prepare("pile", (), FEW[:2]))
    records = table.records(1)
    lanes = {decode_envelope(record.envelope).lane: place for place, record in enumerate(records) if is_said(record)}
    place = next(place for lane, place in sorted(lanes.items()) if lane != PLAY)
    said = decode_envelope(records[place].envelope)  # type: ignore[union-attr]
    bare = msgspec.structs.replace(said, body=b"\xc1", signature=bytes(64))
    signature = signatures.sign(table.keys[said.seat], signatures.MESSAGE, *bare.fields())
    one = [*records[:place], MessageRecord(encode(msgspec.structs.replace(bare, signature=signature)))]
    assert status(table.signed, one) == "violated"
    assert compare(table.signed, one, one).relation == "equal"


def is_said(record: object) -> bool:
    return isinstance(record, MessageRecord)


def test_a_copy_of_a_course_that_was_given_up_is_different_and_convicts_nobody_who_went_back() -> None:
    table = Table((0, 1, 2, 3), faces=FEW)
    tale(table, (2, 3))
    table.play(Act(0), Act(1), answers={0: b"one", 1: b"two"})
    given_up = table.records(1)
    assert [type(record) for record in given_up[-2:]] == [MessageRecord, ProofRecord]
    assert body_kind(cast("MessageRecord", given_up[-2]).envelope) == "ActMessage"
    table.tamper = None
    table.kill(0)
    for operator in (1, 2, 3):
        table.nodes[operator].session.vote(Motion("cheated", 0))
    table.run()
    table.play(Finish(bytes(32), b""))
    copies = [table.records(operator) for operator in (1, 2, 3)]
    for copy in copies:
        found = verdict(written(table.signed, copy))
        assert (found.status, found.seated) == ("finished", (1, 2, 3))
        assert [(accused.seat, accused.certificate.kind) for accused in found.accused] == [(0, "equivocation")]
        assert compare(table.signed, copy, copies[0]).relation == "equal"
        assert compare(table.signed, given_up, copy) == compare(table.signed, copy, given_up) == Comparison("different")


def _without_signature(data: bytes) -> bytes:
    return encode(msgspec.structs.replace(decode_envelope(data), signature=bytes(64)))


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_records_in_any_order_never_accuse_anybody(data: st.DataObject) -> None:
    charter, records, _ = with_a_leaver()
    start = data.draw(st.integers(0, len(records) - 1))
    chosen = data.draw(st.lists(st.sampled_from(records), max_size=6))
    found = verdict(written(charter, (*records[:start], *chosen)))
    assert found.accused == ()
    assert found.status in ("damaged", "unfinished", "finished")


def test_a_verifier_goes_through_the_game_again_for_a_proof_and_multiplies_nothing_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = cheated()
    assert any(isinstance(record, ProofRecord) for record in table.nodes[0].session.records)
    products: list[tuple[Element, Scalar]] = []
    multiply = Edwards25519.mul

    def counted(self: Edwards25519, p: Element, k: Scalar) -> Element:
        products.append((p, k))
        return multiply(self, p, k)

    monkeypatch.setattr(Edwards25519, "mul", counted)
    verdict = verify_file(transcript.write(table.signed, table.nodes[0].session.records))
    assert verdict.state == "convicted"
    assert len(products) == len(set(products)) > 100
