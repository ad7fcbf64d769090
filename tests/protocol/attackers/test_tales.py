"""Who says two things of a vote does not keep a node with an older store from going where the others have gone."""

from __future__ import annotations

import hashlib

import pytest

from protocol.events import SessionRestarted
from protocol.machine import MAX_REPLAYS
from protocol.messages import (
    ActMessage,
    Confirmation,
    Envelope,
    Motion,
    Vote,
    decode_body,
    decode_envelope,
    seal_envelope,
)
from protocol.motions import motion_lane
from protocol.operations import Act, Seal
from protocol.session import Session
from protocol.transcript import PLAY
from protocol.verdict import verify_records
from protocol.wire import encode
from tests.protocol.attackers.malice import assert_caught, set_up
from tests.protocol.session.world import vote
from tests.protocol.table import Table

pytestmark = pytest.mark.usefixtures("in_numbers")

PAUSE, OTHER = Motion("pause", 0), Motion("forfeit", 1)
NONCE = bytes(range(32))


def paused() -> tuple[Table, int]:
    """All have paused and gone on, and somebody has acted since; how much seat 0 had in its store before that."""
    table = set_up((0, 1, 2), cards=6)
    table.play(Act(0))
    before = len(table.nodes[0].journal)
    vote(table, PAUSE, 0, 1, 2)
    for node in table.nodes:
        node.session.resume()
        table.flush(node)
    table.answers = {(len(table.nodes[0].ended()), 0): b"one", (len(table.nodes[0].ended()) + 1, 1): b"two"}
    table.play(Act(1))
    assert table.nodes[0].session.heads()[PLAY][0] == 1
    return table, before


def said_twice(table: Table, kind: type[Vote | Confirmation]) -> tuple[Envelope, Envelope]:
    """What seat 2 has said of the pause, and another thing that it says for the same place."""
    lane = motion_lane(table.signed.charter.sid, 0, PAUSE)
    said = table.nodes[1].session.messages.values()
    true = next(one for one in said if (one.lane, one.seat) == (lane, 2) and isinstance(decode_body(one.body), kind))
    other = Confirmation(OTHER) if kind is Confirmation else Vote(PAUSE, False, ((0, bytes(32)),))
    return true, seal_envelope(table.keys[2], true.sid, true.lane, 0, true.step, 2, true.prev, other)


def comes_back(table: Table, length: int) -> Session:
    """Seat 0 comes back with the first records of its journal; nobody has told it anything yet."""
    node = table.nodes[0]
    table.kill(0)
    del node.journal[length:]
    node.up, node.asked, node.events = True, 0, []
    node.session = table._session(0, list(node.journal), stale=True)
    table.flush(node)
    return node.session


@pytest.mark.parametrize("kind", [Confirmation, Vote])
@pytest.mark.parametrize("order", ["the other thing first", "the true one first", "the true one of the liar last"])
def test_an_older_store_follows_the_others_over_two_tales_of_a_vote(
    kind: type[Vote | Confirmation], order: str
) -> None:
    table, before = paused()
    true, other = said_twice(table, kind)
    session = comes_back(table, before)
    first = {"the other thing first": [other], "the true one first": [encode(true), other]}.get(order, [])
    for said in first:
        session.receive(said if isinstance(said, bytes) else encode(said))
    words = table.nodes[1].session.missing_for(session.heads(), (0,))
    for data in words:
        if order != "the true one of the liar last" or decode_envelope(data).id != true.id:
            session.receive(data)
        elif kind is Confirmation:
            session.receive(encode(other))
    session.receive(encode(other))
    session.receive(encode(true))
    for operator in (1, 2):
        session.take_head(table.nodes[operator].session.head(NONCE, 0), {NONCE})
    session.start_sending()
    table.flush(table.nodes[0])
    session.resume()
    table.run()
    table.play(Act(0), answers={0: b"three"})
    assert_caught(table, 2, "equivocation", by=table.nodes[:1])
    assert session.chain == table.nodes[1].session.chain
    for _ in range(2):  # and so it stays, whatever store it comes back with now
        assert table.nodes[0].session.chain == table.nodes[1].session.chain
        verdict = verify_records(table.signed, table.records(0))
        assert verdict.status == "violated" and {found.seat for found in verdict.accused} == {2}
        assert verdict.chain == table.nodes[1].session.chain
        table.kill(0)
        table.revive(0)
        table.run()
    assert table.said_once()


@pytest.mark.parametrize("first", ["the other act", "the true act", "nothing"])
@pytest.mark.parametrize("later", ["an act", "a pause"])
def test_an_older_store_follows_the_others_over_two_tales_in_play(first: str, later: str) -> None:
    """Seat 2 acts, the others go on; whoever comes back hears of another act of it."""
    table = set_up((0, 1, 2), cards=6)
    table.play(Act(2))
    before, number = len(table.nodes[0].journal), len(table.nodes[0].ended())
    table.answers = {(number, 2): b"true", (number + 1, 0): b"one", (number + 2, 1): b"two"}
    table.play(Act(0), Act(1), Act(0))
    if later == "a pause":
        vote(table, PAUSE, 0, 1, 2)
        for node in table.nodes:
            node.session.resume()
            table.flush(node)
    table.answers[number + 3, 0] = b"three"
    table.play(Act(1))
    said = table.nodes[1].session.messages.values()
    true = next(one for one in said if one.seat == 2 and isinstance(decode_body(one.body), ActMessage))
    act = ActMessage(b"false", (), (), hashlib.sha256(b"false").digest())
    other = seal_envelope(table.keys[2], true.sid, PLAY, 0, true.step, 2, true.prev, act)
    session = comes_back(table, before)
    for one in {"the other act": [other], "the true act": [true, other]}.get(first, []):
        session.receive(encode(one))
        table.flush(table.nodes[0])
    for data in table.nodes[1].session.missing_for(session.heads(), (0,)):
        session.receive(data)
        table.flush(table.nodes[0])
    session.receive(encode(other))
    for operator in (1, 2):
        session.take_head(table.nodes[operator].session.head(NONCE, 0), {NONCE})
    session.start_sending()
    table.flush(table.nodes[0])
    session.resume()
    table.answers[number + 4, 1] = b"four"
    table.play(Act(0))
    assert {seat: found.kind for seat, found in session.blame.certificates.items()} == {2: "equivocation"}
    for _ in range(2):
        assert session.chain == table.nodes[1].session.chain
        table.kill(0)
        table.revive(0)
        table.run()
        session = table.nodes[0].session
    assert table.said_once()


def test_who_waits_for_a_silent_liar_does_not_try_its_other_tale() -> None:
    """Its own last words stand on the chain on which it is."""
    table = set_up((0, 1, 2), cards=6)
    table.play(Act(2))
    number = len(table.nodes[0].ended())
    table.answers = {(number, 2): b"true", (number + 1, 0): b"one"}
    table.play(Act(0), Seal((0, 1, 2), 8))
    said = table.nodes[1].session.messages.values()
    true = next(one for one in said if one.seat == 2 and isinstance(decode_body(one.body), ActMessage))
    act = ActMessage(b"false", (), (), hashlib.sha256(b"false").digest())
    other = seal_envelope(table.keys[2], true.sid, PLAY, 0, true.step, 2, true.prev, act)
    table.kill(2)
    table.kill(0)
    table.revive(0)
    node = table.nodes[0]
    table.answers = {(number + 2, 0): b"sealed 0", (number + 2, 1): b"sealed 1"}
    node.session.receive(encode(other))
    table.run()
    assert set(node.session.blame.certificates) == {2} and not node.session.over
    assert [wait.seat for wait in node.session.waiting()] == [2]
    assert not [event for event in node.events if isinstance(event, SessionRestarted)]


def test_a_liar_with_many_tales_makes_nobody_go_through_the_game_without_end() -> None:
    table = set_up((0, 1, 2), cards=6)
    table.play(Act(2))
    before, number = len(table.nodes[0].journal), len(table.nodes[0].ended())
    table.answers = {(number, 2): b"true", (number + 1, 0): b"one"}
    table.play(Act(0), Act(1))
    said = table.nodes[1].session.messages.values()
    true = next(one for one in said if one.seat == 2 and isinstance(decode_body(one.body), ActMessage))
    session = comes_back(table, before)
    words = table.nodes[1].session.missing_for(session.heads(), (0,))
    for i in range(3 * MAX_REPLAYS):
        payload = b"%d" % i
        act = ActMessage(payload, (), (), hashlib.sha256(payload).digest())
        session.receive(encode(seal_envelope(table.keys[2], true.sid, PLAY, 0, true.step, 2, true.prev, act)))
        table.flush(table.nodes[0])
    for data in words:
        if decode_envelope(data).id != true.id:
            session.receive(data)
    for operator in (1, 2):
        session.take_head(table.nodes[operator].session.head(NONCE, 0), {NONCE})
    session.start_sending()
    table.run()
    assert 0 < session._machine._turns <= MAX_REPLAYS
    assert session.chain != table.nodes[1].session.chain and set(session.blame.certificates) == {2}
    assert table.said_once()
