"""Who tells two tales of what it has confirmed: a table that is to choose between two motions is not divided by it."""

from __future__ import annotations

import pytest

from protocol.certificates import FalseCertificate, equivocation
from protocol.compare import Comparison, compare
from protocol.errors import OutOfOrder
from protocol.lanes import Lane
from protocol.messages import (
    Body,
    Confirmation,
    Echo,
    Envelope,
    Motion,
    Outcome,
    decode_body,
    decode_envelope,
    seal_envelope,
)
from protocol.motions import motion_lane
from protocol.operations import Finish
from protocol.replay import check
from protocol.transcript import MessageRecord
from protocol.wire import encode
from tests.protocol.attackers.malice import assert_caught, catch_up, honest, nobody_accused, set_up

pytestmark = pytest.mark.usefixtures("in_numbers")


class Divided:
    """Seats 0 and 1 have confirmed a later motion, the ``missing`` seat has not; then seats 0 to 2 vote that 3 is gone.

    Confirmations on the way are held back, until ``deliver`` or ``release``; ``confirms`` makes one of seat 2.
    """

    call_off, leave = Motion("call-off", 0), Motion("gone", 3)

    def __init__(self, later: Motion = call_off, missing: int = 2) -> None:
        self.table, self.missing = set_up((0, 1, 2, 3), cards=8), missing
        self.held: list[tuple[int, int, bytes]] = []
        self.holding = False
        self.table.tamper = self._tamper
        self.table.nodes[2].session._machine.ballots._own_confirm = lambda motion: None  # type: ignore[method-assign]
        for motion, voters in ((later, (0, 1, 2, 3)), (self.leave, (0, 1, 2))):
            for operator in voters:
                self.table.nodes[operator].session.vote(motion)
            self.table.run()
            self.holding = True
        self.table.kill(2)

    def _tamper(self, sender: int, to: int, data: bytes) -> list[bytes]:
        envelope = decode_envelope(data)
        held = self.holding or envelope.seat == self.missing
        if held and isinstance(decode_body(envelope.body), Confirmation):
            self.held.append((sender, to, data))
            return []
        return [data]

    def confirms(self, motion: Motion, first: Motion, to: int) -> None:
        """Seat 2 confirms a motion to one seat alone and says that it has confirmed ``first`` before all others."""
        session = self.table.nodes[to].session
        sid = self.table.signed.charter.sid
        lane, _ = session._machine.ballots._ballots[motion_lane(sid, 0, motion)]
        said = seal_envelope(self.table.keys[2], sid, lane.id, 0, lane.step, 2, lane.chain, Confirmation(first))
        session.receive(encode(said))
        self.table.flush(self.table.nodes[to])

    def deliver(self, seat: int, to: int, motion: Motion) -> None:
        """What a seat has said to another, to confirm a motion, comes through."""
        lane = motion_lane(self.table.signed.charter.sid, 0, motion)
        for _, receiver, data in list(self.held):
            envelope = decode_envelope(data)
            if (receiver, envelope.seat, envelope.lane) == (to, seat, lane):
                self.table.nodes[to].session.receive(data)
        self.table.flush(self.table.nodes[to])

    def release(self) -> None:
        """All that was held back comes through."""
        self.table.tamper = None
        for sender, to, data in self.held:
            self.table.send(sender, to, data)
        self.table.run()
        catch_up(self.table)

    def goes_on_without(self, operator: int) -> None:
        """Seats 0 and 1 have both taken the same way, and find no other."""
        zero, one = self.table.nodes[:2]
        assert zero.session.play.present == one.session.play.present and zero.session.chain == one.session.chain
        assert operator not in zero.session.play.present and not zero.session.over


@pytest.mark.parametrize("first", ["each", "the earlier one"])
def test_who_confirms_a_later_motion_after_an_earlier_one_divides_nobody_and_is_named(first: str) -> None:
    """Seats 0 and 1 give way to it; then it confirms to seat 1 what it made them give up."""
    case = Divided()
    case.confirms(case.leave, case.leave, 0)
    case.confirms(case.leave, case.leave, 1)
    case.confirms(case.call_off, case.call_off if first == "each" else case.leave, 1)
    assert not case.table.nodes[1].session.over
    case.deliver(1, 0, case.leave)
    assert case.table.nodes[0].session.play.present == (0, 1, 2)
    case.release()
    case.goes_on_without(3)
    kind = "equivocation" if first == "each" else "bad-proof"
    named = case.table.nodes[1:2] if first != "each" else case.table.nodes[:2]
    assert_caught(case.table, 2, kind, by=named)


def test_who_says_that_it_has_confirmed_the_later_motion_makes_nobody_give_way() -> None:
    case = Divided()
    for to in (0, 1):
        case.confirms(case.leave, case.call_off, to)
    assert not case.held
    case.confirms(case.call_off, case.call_off, 1)
    case.release()
    assert all(node.session.over for node in honest(case.table, 2))
    nobody_accused(case.table)


def test_nobody_gives_way_to_one_without_whom_the_later_motion_carries() -> None:
    """Seat 2 is to leave by the later one, so its confirmation is not needed for that, and keeps nothing back."""
    case = Divided(Motion("resigned", 2), missing=3)
    before = len(case.held)
    case.confirms(case.leave, case.leave, 0)
    assert len(case.held) == before  # seat 0 has nothing to say to it
    case.release()
    assert [node.session.seated for node in case.table.nodes if node.up] == [(0, 1, 2, 3)] * 3
    assert {node.session.chain for node in case.table.nodes if node.up} == {case.table.nodes[0].session.chain}
    assert all(node.session.play.retiring == {2} for node in honest(case.table, 2))


def test_who_confirms_an_earlier_motion_to_one_after_a_later_one_to_another_is_named() -> None:
    """Seat 1 has gone by the later motion when seat 0 gives way to the earlier one, which then waits for seat 1."""
    case = Divided()
    case.confirms(case.call_off, case.call_off, 1)
    assert case.table.nodes[1].session.over
    case.confirms(case.leave, case.leave, 0)
    case.release()
    certificate = assert_caught(case.table, 2, "equivocation", by=case.table.nodes[:2])
    assert certificate.reason == "two motions of epoch 0, each confirmed first"
    zero = case.table.nodes[0]
    assert not zero.session.over and zero.session.play.present == (0, 1, 2, 3)
    zero.session.vote(Motion("forfeit", 0, b"", (1, 2, 3)))
    assert zero.session.over


def test_two_files_of_a_divided_table_convict_who_divided_it() -> None:
    case = Divided()
    case.confirms(case.call_off, case.call_off, 1)
    case.confirms(case.leave, case.leave, 0)
    found = compare(case.table.signed, case.table.records(0), case.table.records(1))
    (certificate,) = found.certificates
    assert found.relation == "different" and certificate.seat == 2
    check(certificate)


def test_two_files_that_both_show_who_confirmed_two_motions_are_not_different_for_that() -> None:
    """What only one of them shows, or each shows half of, convicts and makes them different."""
    table = set_up((0, 1, 2, 3), cards=8)
    table.play(Finish(bytes(32), b"over"))
    sid, promises = table.signed.charter.sid, []
    for motion in (Divided.call_off, Divided.leave):
        said = seal_envelope(table.keys[2], sid, motion_lane(sid, 0, motion), 0, 1, 2, bytes(32), Confirmation(motion))
        promises.append(MessageRecord(encode(said)))
    zero, one = table.records(0), table.records(1)
    assert compare(table.signed, (*zero, *promises), (*one, *promises)) == Comparison("equal")
    for mine in (promises, promises[:1]):
        found = compare(table.signed, (*zero, *mine), (*one, promises[1]))
        assert found.relation == "different" and [certificate.seat for certificate in found.certificates] == [2]
        check(found.certificates[0])


def test_confirmations_that_do_not_contradict_each_other_convict_nobody() -> None:
    case = Divided()
    sid, other = case.table.signed.charter.sid, Motion("gone", 1)

    def said(epoch: int, motion: Motion, first: Motion, body: Body | None = None, seat: int = 2) -> Envelope:
        lane = motion_lane(sid, epoch, motion)
        return seal_envelope(case.table.keys[seat], sid, lane, epoch, 1, seat, bytes(32), body or Confirmation(first))

    one = said(0, case.leave, case.call_off)
    for two in (
        said(0, case.call_off, case.call_off),
        said(1, case.call_off, other),
        said(0, case.call_off, other, Echo()),
        said(0, case.call_off, other, seat=1),
    ):
        with pytest.raises(FalseCertificate):
            check(equivocation(case.table.signed, one, two))
    check(equivocation(case.table.signed, one, said(0, case.leave, other)))
    check(equivocation(case.table.signed, one, said(0, case.call_off, other)))


def test_a_node_remembers_a_broken_promise_when_it_comes_back() -> None:
    case = Divided()
    case.confirms(case.call_off, case.call_off, 1)
    case.confirms(case.leave, case.leave, 0)
    case.release()
    case.table.kill(0)
    case.table.revive(0)
    assert [(found.seat, found.certificate.kind) for found in case.table.nodes[0].accused()] == [(2, "equivocation")]


@pytest.mark.parametrize("kind", ("pause", "call-off", "forfeit", "resigned"))
def test_a_game_that_all_call_over_has_no_other_end_even_for_who_hears_the_last_word_alone(kind: str) -> None:
    """Seat 0 has left and looks on; the last word of seat 3 comes to nobody else, and seat 3 agrees to everything."""
    table = set_up((0, 1, 2, 3), cards=8)
    for node in table.nodes:
        node.session.vote(Motion("resigned", 0))
    table.run()

    def lossy(sender: int, to: int, data: bytes) -> list[bytes]:
        envelope = decode_envelope(data)
        last = envelope.seat == 3 and isinstance(decode_body(envelope.body), Outcome)
        return [] if last and to != 0 else [data]

    table.tamper = lossy
    table.play(Finish(bytes(32), b"over"))
    assert [node.session.course.finished for node in table.nodes] == [True, False, False, True]
    motion = Motion(kind, 2)  # type: ignore[arg-type]
    for node in table.nodes[1:3]:
        with pytest.raises(OutOfOrder, match="the game is over"):
            node.session.vote(motion)
        node.session.vote(motion, False)
    table.tamper = None
    catch_up(table)
    assert all(node.session.course.finished for node in table.nodes)
    assert len({node.session.chain for node in table.nodes}) == 1
    nobody_accused(table)


def test_where_the_game_ends_by_a_motion_nothing_is_heard_of_those_beside_it() -> None:
    """Votes on an end without somebody may be on their way to a peer that has gone back to the end that all have."""
    table = set_up((0, 1, 2), cards=8)
    table.nodes[0].session.vote(Motion("call-off", 0, without=(2,)))
    heard: list[bytes] = []
    ballots = table.nodes[0].session._machine.ballots
    assert [ballot.motion.without for ballot in ballots.open] == [(2,)]

    def hears(lane: Lane) -> bool:
        heard.append(lane.id)
        return False

    assert ballots.advance(hears, lambda place: True) == (False, None)
    assert len(heard) == 1
    ballots._decided[ballots._play.place] = Motion("call-off", 0)
    assert ballots.advance(hears, lambda place: True) == (False, None)
    assert len(heard) == 1, "it votes on nothing more"
