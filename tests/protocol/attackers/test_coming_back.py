"""What a node lets stand when it comes back: bounds, and words that were evidence alone."""

from __future__ import annotations

import pytest

from protocol.messages import Envelope, Motion, Vote, decode_envelope, seal_envelope
from protocol.motions import MAX_MOTIONS, motion_lane
from protocol.operations import Show
from protocol.session import Session
from protocol.transcript import PLAY, first_link, link_step
from protocol.verdict import verify_records
from protocol.wire import encode
from tests.protocol.attackers.malice import nobody_accused, set_up
from tests.protocol.session.world import vote
from tests.protocol.table import Table, entropy_of

pytestmark = pytest.mark.usefixtures("in_numbers")


def moved(table: Table, epoch: int, number: int, high: bool | None = None) -> bytes:
    """A motion that seat 1 moves, one of many; ``high``: whether its lane comes late in the order of lanes."""
    sid, grind = table.signed.charter.sid, 0
    while True:
        motion = Motion("call-off", 0, b"%d %d" % (number, grind))
        lane = motion_lane(sid, epoch, motion)
        if high is None or (lane[0] >= 128) == high:
            break
        grind += 1
    body = Vote(motion, False, ((0, bytes(32)),))
    return encode(seal_envelope(table.keys[1], sid, lane, epoch, 0, 1, first_link(sid, lane), body))


def test_motions_that_come_while_a_node_takes_up_its_journal_are_no_more_than_a_file_may_hold() -> None:
    table = set_up((0, 1), cards=6)
    vote(table, Motion("pause", 0), 0, 1)
    for node in table.nodes:
        node.session.resume()
        table.flush(node)
    table.run()
    node = table.nodes[0]
    assert {node.session.receive(moved(table, 1, i, True)) for i in range(MAX_MOTIONS)} == {"taken"}
    node.session.vote(Motion("resigned", 0, b"own"), False)
    table.flush(node)
    table.kill(0)
    node.up, node.asked, node.events = True, 0, []
    node.session = table._session(0, list(node.journal))
    for i in range(MAX_MOTIONS):
        node.session.receive(moved(table, 1, 100 + i, False))
    table.flush(node)
    node.session.start_sending()
    node.session.resume()
    table.flush(node)
    assert len(list(node.session._machine.ballots)) == MAX_MOTIONS + 1
    assert verify_records(table.signed, table.records(0)).status == "unfinished"


def test_who_watches_hears_how_a_game_ends_however_much_was_moved() -> None:
    table = set_up((0, 1), cards=6, spectators="open")
    node, watcher = table.nodes[0], Session(table.signed, entropy_of("spectator"), group=table.group)
    for operation in table.script:
        watcher.request(operation)
    for i in range(MAX_MOTIONS):
        node.session.receive(moved(table, 0, i))
    node.session.vote(Motion("call-off", 0, b"", (1,)))
    table.flush(node)
    for _ in range(2):
        for data in node.session.missing_for(watcher.heads()):
            watcher.receive(data)
    assert node.session.over
    assert any(one.motion.without == (1,) and one.lane.steps is None for one in watcher._machine.ballots)


def test_a_vote_that_only_proves_a_contradiction_counts_no_more_after_a_restart_than_before() -> None:
    """Seat 2 contradicts itself in a round that is not open yet; by its first word the game would have ended."""
    table = set_up((0, 1, 2, 3), cards=8)
    sid, motion = table.signed.charter.sid, Motion("call-off", 0, b"", (3,))
    lane = motion_lane(sid, 0, motion)
    held: list[tuple[int, bytes]] = []
    first: dict[int, Envelope] = {}
    apart = True

    def tamper(sender: int, to: int, data: bytes) -> list[bytes]:
        envelope = decode_envelope(data)
        if envelope.lane != lane or (to != 2 and not apart):
            return [data]
        if to != 2 and envelope.step == 0 and envelope.seat == sender and {sender, to} == {0, 1}:
            held.append((to, data))
            first[sender] = envelope
        return []

    def says(step: int, prev: bytes, yes: bool) -> Envelope:
        trail = tuple(table.nodes[0].session._machine.course.lane.trail[-1:])
        return seal_envelope(table.keys[2], sid, lane, 0, step, 2, prev, Vote(motion, yes, trail))

    def hear(operator: int, *said: Envelope) -> None:
        for envelope in said:
            table.nodes[operator].session.receive(encode(envelope))
            table.flush(table.nodes[operator])

    table.tamper = tamper
    vote(table, motion, 0, 1)
    no = says(0, first_link(sid, lane), False)
    chain = link_step(first_link(sid, lane), 0, [first[0], first[1], no])
    tales = says(1, chain, True), says(1, chain, False)
    for operator in (0, 1):
        hear(operator, no, *tales)
    apart = False
    for to, data in held:
        hear(to, decode_envelope(data))
    vote(table, motion, 0, 1)
    hear(3, no, *tales)
    table.run()
    table.kill(2)
    vote(table, Motion("cheated", 2), 0, 1, 3)
    table.play(Show((4,)))
    node = table.nodes[0]
    before = node.session.heads()[PLAY], len(node.session.records)
    assert before[0][0] == 1 and not node.session.over
    table.kill(0)
    table.revive(0)
    table.run()
    assert (node.session.heads()[PLAY], len(node.session.records)) == before
    assert not node.session.over


def test_a_vote_beyond_the_bound_of_motions_is_not_forgotten_by_the_others() -> None:
    """Two liars have node 1 vote on more motions than node 0 opens; they say that they have told all, and have not."""
    table = set_up((0, 1, 2, 3), cards=8)
    sid, back = table.signed.charter.sid, table.nodes[1]
    old = list(back.journal)
    motions = [Motion("call-off", 0, b"%d" % i) for i in range(MAX_MOTIONS + 1)]

    def opening(number: int) -> bytes:
        lane, liar = motion_lane(sid, 0, motions[number]), 2 + number % 2
        body = Vote(motions[number], False, ((0, bytes(32)),))
        return encode(seal_envelope(table.keys[liar], sid, lane, 0, 0, liar, first_link(sid, lane), body))

    for number, motion in enumerate(motions):
        back.session.receive(opening(number))
        back.session.vote(motion, False)
        table.flush(back)
    table.run()
    table.kill(1)
    back.journal, back.up, back.asked, back.events = old, True, 0, []
    back.session = table._session(1, list(old), True)
    table.ask(back, table.nodes[0])
    for liar in (2, 3):
        nonce = table.rng.randbytes(32)
        back.session.take_head(table.nodes[liar].session.head(nonce, 1), {nonce})
    back.session.start_sending()
    table.flush(back)
    for number, motion in enumerate(motions):
        back.session.receive(opening(number))
        back.session.vote(motion, True)
        table.flush(back)
    table.run()
    assert table.said_once()
    nobody_accused(table)
