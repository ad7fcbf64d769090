"""Words about a pile beside play that was given up for another of its name: whoever has lost them gets them back."""

from __future__ import annotations

import pytest

from protocol.events import DuplicateNode
from protocol.messages import Envelope, MixMessage, Motion, decode_envelope
from protocol.operations import Act, Prepare, Shuffle
from protocol.transcript import PLAY, MessageRecord
from protocol.verdict import verify_records
from tests.protocol.attackers.malice import Lie, Villain, set_up
from tests.protocol.session.slow import SlowTable
from tests.protocol.table import FACES, OpenReferee

NONCE = bytes(range(32))


def given_up(early: bool) -> tuple[SlowTable, bytes]:
    """What seat 1 said of a pile has come to seat 2 when the pile was given up there, or before it began there."""
    table = SlowTable((0, 1, 2), faces=FACES[:6])
    table.play(Shuffle((), FACES[:3], (0, 1, 2)))
    if early:
        table.work(0, 1)
    else:
        while table.work():
            pass
    held: list[bytes] = []

    def hold(_: int, to: int, data: bytes) -> list[bytes]:
        said = decode_envelope(data)
        if to != 2 or said.lane == PLAY or (said.seat == 0) != early:
            return [data]
        held.append(data)
        return []

    table.tamper = hold
    table.play(Prepare("x", (0, 1), ()), Act(0), Prepare("x", (0, 2), ()), answers={0: b"goes on"})
    table.tamper = None
    if early:
        while table.work():
            pass
    for data in held:
        table.nodes[2].session.receive(data)
    table.flush(table.nodes[2])
    beside = [said for said in table.nodes[1].session.messages.values() if said.lane != PLAY and said.seat == 1]
    assert len(table.nodes[2].ended()) == len(table.script)
    assert not table.nodes[2].session.has_taken(beside[0])
    return table, next(
        r.envelope for r in table.nodes[1].journal if isinstance(r, MessageRecord) and own_word(r, beside[0])
    )


def own_word(record: MessageRecord, said: Envelope) -> bool:
    return decode_envelope(record.envelope).id == said.id


@pytest.mark.parametrize("early", [False, True])
def test_what_was_said_of_a_pile_that_was_given_up_is_handed_over_to_who_has_lost_it(early: bool) -> None:
    """Seat 0 keeps it back; the worker of seat 1, which has an old store, is still at an earlier shuffle."""
    table, word = given_up(early)
    two, node = table.nodes[2].session, table.nodes[1]
    before = next(n for n, r in enumerate(node.journal) if isinstance(r, MessageRecord) and r.envelope == word)
    table.kill(1)
    table.jobs = []
    node.journal = node.journal[:before]
    node.up, node.asked, node.events = True, 0, []
    node.session = table._session(1, list(node.journal), stale=True)
    table.flush(node)
    for data in two.missing_for(node.session.heads(), (1,)):
        node.session.receive(data)
        table.flush(node)
    node.session.take_head(two.head(NONCE, 1), {NONCE})
    node.session.take_head(table.nodes[0].session.head(NONCE, 1), {NONCE})
    node.session.start_sending()
    table.flush(node)
    while table.work(1):
        pass
    assert table.said_once()


def test_own_words_of_a_pile_that_is_given_up_here_are_no_sign_of_a_second_copy() -> None:
    """An old store hears of the game before it hears what it had said of the pile itself; then somebody repeats it."""
    table = SlowTable((0, 1, 2), faces=FACES[:6])
    table.play(Shuffle((), FACES[:3], (0, 1, 2)))
    while table.work():
        pass
    node, before = table.nodes[1], len(table.nodes[1].journal)
    table.play(Prepare("x", (0, 1), ()))
    table.play(Act(0), Prepare("x", (0, 2), ()), answers={0: b"goes on"})
    table.kill(1)
    table.jobs = []
    node.journal = node.journal[:before]
    node.up, node.asked, node.events = True, 0, []
    node.session = table._session(1, list(node.journal), stale=True)
    table.flush(node)
    while table.work(1):
        pass
    words = table.nodes[0].session.missing_for(node.session.heads(), (1,))
    for data in sorted(words, key=lambda data: decode_envelope(data).lane != PLAY):
        node.session.receive(data)
        table.flush(node)
    for other in (0, 2):
        node.session.take_head(table.nodes[other].session.head(NONCE, 1), {NONCE})
    node.session.start_sending()
    table.flush(node)
    for data in words:
        node.session.receive(data)
    table.flush(node)
    assert [event for event in node.events if isinstance(event, DuplicateNode)] == []
    assert table.said_once()


def test_own_words_of_a_pile_that_was_given_up_come_also_to_who_is_further_in_play_by_then() -> None:
    """A liar hands over the game and keeps back for a while what an old store has lost of a pile."""
    table = SlowTable((0, 1, 2), faces=FACES[:6])
    table.play(Shuffle((), FACES[:3], (0, 1, 2)))
    while table.work():
        pass
    node, before = table.nodes[1], len(table.nodes[1].journal)
    table.play(Prepare("x", (0, 1), ()))
    table.play(Act(0), Prepare("x", (0, 2), ()), Act(2), answers={0: b"goes on", 2: b"and on"})
    assert any(said.seat == 1 and said.lane != PLAY for said in node.session.messages.values())
    table.kill(1)
    table.jobs = []
    node.journal = node.journal[:before]
    node.up, node.asked, node.events = True, 0, []
    node.session = table._session(1, list(node.journal), stale=True)
    table.flush(node)
    for liar, only_play in ((0, True), (2, False)):
        for data in table.nodes[liar].session.missing_for(node.session.heads(), (1,)):
            if not only_play or decode_envelope(data).lane == PLAY:
                node.session.receive(data)
                table.flush(node)
        while table.work(1):
            pass
        node.session.take_head(table.nodes[liar].session.head(NONCE, 1), {NONCE})
    node.session.start_sending()
    table.flush(node)
    for data in table.nodes[0].session.missing_for({}, (1,)):
        node.session.receive(data)
    table.flush(node)
    assert [event for event in node.events if isinstance(event, DuplicateNode)] == []
    assert table.said_once()


def test_who_spoils_a_pile_that_some_give_up_before_they_can_check_it_is_voted_out() -> None:
    """Only seat 0 has its false mix in time. The others are handed the proof; without it nobody plays on."""
    table = set_up((0, 1, 2, 3), cards=5)
    late: list[tuple[int, bytes]] = []

    def spoil(lie: Lie) -> MixMessage:
        assert isinstance(lie.body, MixMessage)
        return MixMessage(lie.body.cards, bytes(len(lie.body.proof)))

    Villain(table, 3).lies(MixMessage, spoil)
    twisted = table.tamper
    assert twisted is not None

    def to_one_first(sender: int, to: int, data: bytes) -> list[bytes]:
        pieces = list(twisted(sender, to, data))
        if decode_envelope(data).lane == PLAY or decode_envelope(data).seat != 3 or to == 0:
            return pieces
        late.extend((to, piece) for piece in pieces)
        return []

    table.tamper = to_one_first
    table.play(Prepare("x", (4,), FACES[:2]))
    assert [found.seat for found in table.nodes[0].accused()] == [3]
    table.play(Act(1), Prepare("x", (4,), FACES[:1]), answers={1: b"goes on"})
    table.tamper = twisted
    for to, data in late:
        table.nodes[to].session.receive(data)
        table.flush(table.nodes[to])
    table.nodes[3].up = False  # its program would say what it should have said
    motion = Motion("cheated", 3)
    table.nodes[0].session.vote(motion)
    table.run()
    for node in table.nodes[1:3]:
        table.catch_up(node)
        assert [found.seat for found in node.accused()] == [3], "it cannot vote, and seat 0 waits for that"
        node.session.vote(motion)
    table.run()
    for node in table.nodes[:3]:
        assert node.session.seated == (0, 1, 2)
        found = verify_records(table.signed, node.session.records, lambda charter: OpenReferee(table.claims))
        assert (found.status, [one.seat for one in found.accused]) == ("violated", [3])
