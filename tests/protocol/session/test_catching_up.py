"""Whoever lacks something gets it from anybody, within bounds; and it is always said who is waited for, and why."""

from __future__ import annotations

import sys
from itertools import count as counted
from types import FrameType
from typing import Any

import pytest

from protocol import mailbox
from protocol.mailbox import WINDOW
from protocol.messages import Motion, decode_body, decode_envelope, seal_envelope
from protocol.operations import Act, Deal, Prepare, Random, Shuffle
from protocol.session import Session
from protocol.wire import encode
from tests.protocol.session.world import assert_waits_are_fresh, at_rest, scripted, vote
from tests.protocol.table import FACES, OpenReferee, Table, entropy_of

pytestmark = pytest.mark.usefixtures("in_numbers")


def acts(table: Table, count: int, seat: int = 0) -> None:
    """So many open acts of one seat, each a step that needs nobody else."""
    start = len(table.script)
    table.answers.update({(start + i, seat): b"act %d" % i for i in range(count)})
    table.script += [Act(seat)] * count
    table.run()


def seated(seats: tuple[int, ...] = (0, 1, 2)) -> Table:
    table = Table(seats, faces=FACES[:8])
    table.play(Shuffle((), FACES[:6], tuple(range(6))))
    return table


def watcher(table: Table) -> Session:
    """A spectator that has asked for everything that was played."""
    session = Session(table.signed, entropy_of("watcher"), group=table.group, referee=OpenReferee(table.claims))
    for operation in table.script:
        session.request(operation)
    return session


@pytest.mark.parametrize("source", [0, 1, 2])
def test_anybody_can_hand_over_the_whole_game(source: int) -> None:
    table = scripted()
    table.run()
    session = watcher(table)
    for data in table.nodes[source].session.missing_for(session.heads()):
        assert session.receive(data) in ("taken", "early")
    assert session.chain == table.nodes[source].session.chain
    assert session.course.finished and session.backlog == 0


def test_only_what_is_missing_is_handed_over() -> None:
    table = scripted()
    table.script = table.script[:14]
    table.run()
    one, two = table.nodes[0].session, table.nodes[1].session
    assert one.missing_for(two.heads()) == []
    table.kill(2)
    table.script = scripted().script
    table.run()  # it goes on until seat 2 is needed
    late = table.nodes[2].session
    missing = one.missing_for(late.heads())
    assert 0 < len(missing) < 10
    assert min(decode_envelope(data).step for data in missing) >= late.heads()[b"play"][1]


def test_lost_messages_are_made_good_by_anybody() -> None:
    for seed in range(3):
        table = scripted(seed=seed)
        luck = table.rng
        table.tamper = lambda sender, to, data: [] if luck.random() < 0.3 else [data]  # noqa: B023 - used at once
        for _ in range(200):
            table.run()
            if all(node.session.over for node in table.nodes):
                break
            for node in table.nodes:
                table.help_others(node)
        at_rest(table)


def test_what_comes_in_the_wrong_order_is_kept_and_used() -> None:
    table = scripted()
    table.run()
    session = watcher(table)
    game = table.nodes[0].session.missing_for({})
    outcomes = set()
    for _ in range(40):
        for data in reversed(game):
            outcomes.add(session.receive(data))
    assert session.chain == table.nodes[0].session.chain
    assert outcomes <= {"taken", "early", "known", "far", "late"}


def test_a_seat_that_is_far_ahead_never_keeps_its_next_message_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """More messages of one seat than are kept come first; the one that is due comes last."""
    monkeypatch.setattr(mailbox, "WINDOW", 3)
    table = seated()
    table.kill(2)
    acts(table, 9)
    assert len(table.nodes[1].ended()) == len(table.script)
    late = table.nodes[2]
    missing = table.nodes[1].session.missing_for(late.session.heads())
    assert [decode_envelope(data).seat for data in missing] == [0] * 9
    late.up = True
    outcomes = [late.session.receive(data) for data in reversed(missing)]
    assert outcomes == ["early"] * 3 + ["far"] * 5 + ["early"]
    while len(late.ended()) < len(table.script):
        before = len(late.ended())
        table.flush(late)
        for data in missing:
            assert late.session.receive(data) != "refused"
            table.flush(late)
        assert len(late.ended()) > before
    assert late.session.backlog == 0


def test_one_seat_can_fill_only_its_own_room() -> None:
    """A seat signs any number of messages for steps that may never come."""
    table = seated()
    victim = table.nodes[0].session
    outcomes = []
    for i in range(3 * WINDOW):
        lane = b"lane %d" % i if i % 2 else b"play"
        body = decode_body(next(iter(victim.messages.values())).body)
        envelope = seal_envelope(table.keys[2], victim.sid, lane, 0, 1000 + i, 2, bytes(32), body)
        outcomes.append(victim.receive(encode(envelope)))
    assert outcomes.count("early") == WINDOW and outcomes.count("far") == 2 * WINDOW
    assert victim.backlog == WINDOW
    table.play(Deal((0,), 1), Random(6), Deal((1,), 2))
    at_rest(table)


def test_what_was_laid_aside_for_lanes_that_fell_makes_room_again() -> None:
    table = seated((0, 1, 2, 3))
    late = table.nodes[0]
    table.tamper = lambda sender, to, data: [] if sender == 3 and b"masked" in data else [data]
    for node in table.nodes[1:]:  # node 0 has not been asked for it yet: everything beside play comes early
        node.session.request(Prepare("x", (), FACES[:2]))
        table.flush(node)
    held = late.session.backlog
    table.run()
    assert late.session.backlog >= held
    for node in table.nodes[1:]:
        assert node.ended()[-1].operation == Prepare("x", (), FACES[:2])
    late.session.request(Prepare("x", (), FACES[:2]))
    table.flush(late)
    table.run()
    table.script.append(Prepare("x", (), FACES[:2]))
    for node in table.nodes:
        node.asked = 2
    table.kill(3)
    vote(table, Motion("gone", 3), 0, 1, 2)
    for node in table.nodes[:3]:
        assert node.session.seated == (0, 1, 2)
        assert node.session.backlog == 0


def test_messages_for_an_epoch_to_come_wait_for_it_and_of_one_that_is_over_are_late() -> None:
    table = seated((0, 1, 2, 3))
    table.kill(3)
    old = table.nodes[0].session.missing_for({})
    table.tamper = lambda sender, to, data: [] if to == 2 else [data]  # node 2 hears nothing for a while
    table.nodes[2].session.vote(Motion("gone", 3))
    vote(table, Motion("gone", 3), 0, 1)
    table.tamper = None
    news = table.nodes[0].session.missing_for(table.nodes[2].session.heads())
    outcomes = [table.nodes[2].session.receive(data) for data in news]
    assert outcomes and set(outcomes) <= {"taken", "early", "known"}
    table.flush(table.nodes[2])
    table.run()
    assert [node.session.seated for node in table.nodes[:3]] == [(0, 1, 2)] * 3
    body, sid = decode_body(decode_envelope(old[0]).body), table.nodes[0].session.sid
    foreign = seal_envelope(table.keys[1], sid, b"some lane", 0, 0, 1, bytes(32), body)
    assert table.nodes[0].session.receive(encode(foreign)) == "late"
    assert {table.nodes[0].session.receive(data) for data in old} == {"known"}


def test_it_is_always_said_who_is_waited_for_and_why() -> None:
    """At every single moment of a game with every operation, at every node."""
    table = scripted(seed=5)
    whys = set()
    for node in table.nodes:
        table.flush(node)
    while full := [wire for wire in sorted(table.wires) if table.wires[wire]]:
        for node in table.nodes:
            waits = node.session.waiting()
            assert_waits_are_fresh(node.session)
            whys |= {wait.why for wait in waits}
            to_answer = any(node.session.may_answer(seat) for seat in node.session.seated)
            asked = node.asked > len(node.ended()) or (node.session.seated and not node.events)
            assert waits or to_answer or not asked or node.session.over
            assert all(wait.why for wait in waits)
            # It never waits for itself, except for its driver's answer.
            mine = {wait.seat for wait in waits if wait.seat == node.operator}
            assert not mine or to_answer
        wire = table.rng.choice(full)
        node = table.nodes[wire[1]]
        node.session.receive(table.wires[wire].pop(0))
        table.flush(node)
    at_rest(table)
    assert {"shuffling", "key-shares", "confirmation", "its-turn", "sealed-answer", "moving-cards"} <= whys


def test_coming_back_and_catching_up_take_work_in_proportion_to_the_game() -> None:
    """A game of many short steps, taken up again, handed over and received in disorder."""

    def cost(count: int) -> int:
        table = Table((0, 1), faces=FACES[:4])
        table.run()
        acts(table, count)
        lines = counted()

        def record(frame: FrameType, event: str, about: Any) -> Any:
            next(lines)
            return record

        before = sys.gettrace()
        sys.settrace(record)
        table.kill(1)
        table.revive(1)
        assert len(table.nodes[1].ended()) == count
        session = watcher(table)
        for data in table.nodes[0].session.missing_for(session.heads()):
            session.receive(data)
        assert session.chain == table.nodes[0].session.chain
        for _ in range(count):
            table.nodes[0].session.missing_for(session.heads())
            table.nodes[0].session.waiting()
        sys.settrace(before)
        return next(lines)

    cost(20)
    small, large = cost(40), cost(240)
    assert large < 6 * small * 1.5, (small, large)  # a quadratic part would make it up to 36 times as much
