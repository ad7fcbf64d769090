"""A pause: all agree, nobody says anything in the game until its own person goes on, and nothing is lost meanwhile."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import permutations

import pytest

from protocol.errors import OutOfOrder
from protocol.events import MotionCarried, MotionLapsed
from protocol.messages import Confirmation, Motion, Vote, decode_body, decode_envelope
from protocol.operations import Act, Deal, Seal
from protocol.transcript import PLAY, SecretRecord, write
from protocol.verdict import Verdict, verify_file
from tests.protocol.session.world import at_rest, dealt, goes_on, in_peace, scripted, vote
from tests.protocol.table import OpenReferee, Table

pytestmark = pytest.mark.usefixtures("in_numbers")

PAUSE = Motion("pause", 0)


ORDERS = list(permutations(range(4)))[::5]


def resume(table: Table, *operators: int) -> None:
    """These people go on, one after the other."""
    for operator in operators:
        table.nodes[operator].session.resume()
        table.run()


def spoken_of(table: Table, epoch: int) -> list[tuple[bytes, int, int, int]]:
    """What has been said in the game in an epoch."""
    return [slot for slot in table.spoken if slot[0] == PLAY and slot[1] == epoch]


def verdict(table: Table, operator: int = 0) -> Verdict:
    """What the file of a node says."""
    return verify_file(write(table.signed, table.records(operator)), lambda _: OpenReferee(table.claims))


@pytest.mark.parametrize("order", ORDERS)
def test_in_a_pause_nobody_says_anything_in_the_game_and_all_go_on_in_any_order(order: tuple[int, ...]) -> None:
    table = dealt()
    table.play(Act(1))
    vote(table, PAUSE, 0, 1, 2, 3)
    for node in table.nodes:
        assert node.events[-1] == MotionCarried(PAUSE) and node.session.paused and node.session.all_paused
        assert node.session.paused_operators == (0, 1, 2, 3) and [wait.why for wait in node.session.waiting()] == [
            "pause"
        ]
    table.answers[(len(table.script) - 1, 1)] = b"decided meanwhile"
    table.run()
    assert spoken_of(table, 1) == [] and not table.nodes[1].session.may_answer(1)
    assert (verdict(table).status, verdict(table).paused) == ("unfinished", True) and "paused" in verdict(table).reason
    table.script.append(Deal((8,), 0))  # a confirmation by all, and a share of everybody else
    resume(table, *order[:3])
    assert table.nodes[order[3]].session.paused and len(table.nodes[0].ended()) < len(table.script)
    resume(table, order[3])
    assert [len(node.ended()) for node in table.nodes] == [len(table.script)] * 4
    assert not any(node.session.paused_operators for node in table.nodes) and not verdict(table).paused
    in_peace(table)


def test_who_says_no_keeps_the_game_going_and_a_pause_can_be_moved_again() -> None:
    table = dealt()
    vote(table, PAUSE, 0, 1, 3)
    table.play(Act(1), answers={1: b"still undecided"})
    assert len(table.nodes[2].ended()) < len(table.script)  # who has said yes waits for the others
    vote(table, PAUSE, 2, yes=False)
    assert all(any(isinstance(event, MotionLapsed) for event in node.events) for node in table.nodes)
    assert len(table.nodes[2].ended()) == len(table.script)
    vote(table, PAUSE, 2, 1, 0, 3)
    resume(table, 0, 1, 2, 3)
    vote(table, PAUSE, 1, 0, 3, 2)  # and again, in another epoch
    assert all(node.session.all_paused for node in table.nodes)
    resume(table, 2, 1, 3, 0)
    goes_on(table, gone=())


@pytest.mark.parametrize("seed", range(8))
def test_a_pause_survives_a_kill_at_any_moment_and_stores_of_any_age(seed: int) -> None:
    luck = random.Random(seed)
    table = scripted(seed=seed)
    script, table.script = table.script, table.script[: luck.randrange(4, 17)]
    table.run()
    for node in table.nodes:
        node.session.vote(PAUSE)
    for node in table.nodes:
        table.flush(node)
    for _ in range(luck.randrange(20)):  # somebody dies at any moment of the vote
        full = [wire for wire in sorted(table.wires) if table.wires[wire] and table.nodes[wire[1]].up]
        if full:
            sender, to = luck.choice(full)
            table.nodes[to].session.receive(table.wires[(sender, to)].pop(0))
            table.flush(table.nodes[to])
    victim, stale = table.nodes[luck.randrange(3)], luck.random() < 0.6
    table.kill(victim.operator)
    table.run()
    if stale:
        secrets = [record for record in victim.journal if isinstance(record, SecretRecord)]
        kept = victim.journal[: luck.randrange(len(victim.journal) + 1)]
        victim.journal = [*kept, *(record for record in secrets if record not in kept)]
    table.revive(victim.operator, stale=stale)
    table.run()
    for _ in range(3):  # whose vote was lost with its store is asked again
        for node in table.nodes:
            if not node.session.paused_operators and not node.session.ballots.has_voted:
                node.session.vote(PAUSE)
        table.run()
    assert all(node.session.all_paused and node.session.paused for node in table.nodes)
    chains = {node.session.chain for node in table.nodes}
    for node in luck.sample(table.nodes, 3):  # all machines are switched off, and on again on another day
        table.kill(node.operator)
    for node in luck.sample(table.nodes, 3):
        table.revive(node.operator)
    table.run()
    assert (
        all(node.session.all_paused for node in table.nodes) and {node.session.chain for node in table.nodes} == chains
    )
    table.script = script
    resume(table, *luck.sample(range(3), 3))
    at_rest(table)


def test_who_has_not_seen_it_carry_holds_and_hears_of_it_later() -> None:
    table = dealt()
    table.play(Act(2))

    def lose_confirmations(sender: int, to: int, data: bytes) -> Iterable[bytes]:
        return () if to == 2 and isinstance(decode_body(decode_envelope(data).body), Confirmation) else (data,)

    table.tamper = lose_confirmations
    vote(table, PAUSE, 0, 1, 2, 3)
    assert [node.session.all_paused for node in table.nodes] == [True, True, False, True]
    resume(table, 0, 1, 3)
    table.answers[(len(table.script) - 1, 2)] = b"an act"
    table.run()
    assert len(table.nodes[0].ended()) < len(table.script)  # it has said yes, and says nothing before that is decided
    table.tamper = None
    table.kill(2)
    table.revive(2)
    table.run()
    assert table.nodes[2].session.paused
    resume(table, 2)
    assert [len(node.ended()) for node in table.nodes] == [len(table.script)] * 4
    in_peace(table)


def test_a_late_vote_of_the_epoch_before_changes_nothing() -> None:
    table = dealt()
    other, late = Motion("pause", 0, b"another one"), list[bytes]()

    def keep(sender: int, to: int, data: bytes) -> Iterable[bytes]:
        body = decode_body(decode_envelope(data).body)
        if isinstance(body, Vote) and body.motion == other:
            late.append(data)
            return ()
        return (data,)

    table.tamper = keep
    vote(table, other, 2)
    vote(table, PAUSE, 0, 1, 2, 3)
    table.tamper = None
    before = [node.session.chain for node in table.nodes]
    for data in late:
        for node in table.nodes[:2]:
            assert node.session.receive(data) in ("late", "void", "known")
    table.run()
    assert late and [node.session.chain for node in table.nodes] == before
    resume(table, 1, 0, 3, 2)
    goes_on(table, gone=())


def test_sealed_choices_that_were_under_way_are_asked_for_once_more_after_a_pause() -> None:
    table = dealt()
    number = len(table.script)
    table.answers[(number, 0)] = b"mine"
    table.play(Seal((0, 1, 2), 24))  # one has chosen, two think
    vote(table, PAUSE, 0, 1, 2, 3)
    table.kill(0)
    table.revive(0)
    table.run()
    table.answers |= {(number, 0): b"another", (number, 1): b"yours", (number, 2): b"theirs"}
    table.run()
    assert spoken_of(table, 1) == []
    resume(table, 2, 3, 0, 1)
    assert [len(node.ended()) for node in table.nodes] == [number + 1] * 4
    in_peace(table)


def test_while_a_pause_holds_motions_are_voted_and_those_who_are_left_can_end_the_game() -> None:
    table = dealt()
    vote(table, PAUSE, 0, 1, 2, 3)
    table.kill(2)
    vote(table, Motion("call-off", 0, b"", (2,)), 0, 1, 3)
    assert all(node.session.over and not node.session.paused_operators for node in table.nodes if node.up)
    assert verdict(table).status == "left" and not verdict(table).paused


def test_who_resigns_in_a_pause_leaves_when_the_others_go_on() -> None:
    table = dealt()
    vote(table, PAUSE, 0, 1, 2, 3)
    vote(table, Motion("resigned", 3), 0, 1, 2, 3)
    assert all(3 in node.session.seated and node.session.paused for node in table.nodes)
    assert verdict(table).paused
    resume(table, 3, 2, 1, 0)
    assert all(node.session.seated == (0, 1, 2) for node in table.nodes)
    goes_on(table)


def test_a_pause_is_without_nobody() -> None:
    table = dealt()
    with pytest.raises(OutOfOrder, match="without"):
        table.nodes[0].session.vote(Motion("pause", 0, b"", (2,)))


def test_who_has_gone_on_and_then_voted_does_not_rest_again_after_a_restart() -> None:
    """Votes come first when a node takes up its journal, and its word in the open step stands behind its own vote."""
    table = dealt()
    table.play(Act(0))
    vote(table, PAUSE, 0, 1, 2, 3)
    table.answers[(len(table.script) - 1, 0)] = b"an act"
    table.script.append(Deal((8,), 0))
    resume(table, 0, 1)
    node = table.nodes[0]
    node.session.vote(Motion("forfeit", 0))
    table.flush(node)
    assert node.session.ballots.has_voted and not node.session.paused and node.session.paused_operators == (2, 3)
    table.kill(0)
    table.revive(0)
    assert node.session.ballots.has_voted and not node.session.paused and node.session.paused_operators == (2, 3)
    for other in table.nodes[1:]:
        other.session.vote(Motion("forfeit", 0), False)
    resume(table, 2, 3)
    assert [len(one.ended()) for one in table.nodes] == [len(table.script)] * 4
    in_peace(table)
