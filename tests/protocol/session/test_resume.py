"""Nothing is lost: a node may die at any moment and comes back to the same game, and nothing is said twice."""

from __future__ import annotations

import random

import pytest

from protocol import transcript
from protocol.errors import OutOfOrder
from protocol.mailbox import WINDOW
from protocol.messages import Echo, Motion, seal_envelope
from protocol.operations import Act, Deal, Return, Show, Shuffle
from protocol.transcript import PLAY, RewindRecord
from protocol.verdict import verify_file
from protocol.wire import encode
from tests.protocol.attackers.witnesses import gave_up
from tests.protocol.session.crashing import PHASES, CrashingTable
from tests.protocol.session.world import at_rest, in_peace, scripted, vote
from tests.protocol.table import FACES, OpenReferee, Table

pytestmark = pytest.mark.usefixtures("in_numbers")


def drive(table: CrashingTable, rounds: int = 400) -> None:
    """Bring back whoever has died, until the game is over for all."""
    for _ in range(rounds):
        table.run()
        dead = [node.operator for node in table.nodes if not node.up]
        if not dead:
            return
        for operator in dead:
            table.revive(operator)
    raise AssertionError("the table does not come to an end")


def crashing(seed: int = 0) -> CrashingTable:
    table = scripted(seed=seed, kind=CrashingTable)
    assert isinstance(table, CrashingTable)
    return table


@pytest.mark.parametrize(
    ("operator", "phase", "every"), [(0, "lost", 2), (1, "stored", 3), (2, "half sent", 3), (1, "sent", 3)]
)
def test_a_node_that_dies_at_every_single_output_ends_the_same_game(operator: int, phase: str, every: int) -> None:
    table = crashing()
    died: set[int] = set()

    def dies(who: int, number: int, at: str) -> bool:
        # Once for every length of its journal: a node that only comes back to die again would never get anywhere.
        size = len(table.nodes[operator].journal)
        if who != operator or at != phase or size in died or size % every:
            return False
        died.add(size)
        return True

    table.dies = dies
    drive(table)
    assert len(died) > 15
    at_rest(table)


@pytest.mark.parametrize("seed", range(2))
def test_nodes_that_die_at_random_over_a_bad_network_end_the_same_game(seed: int) -> None:
    table = crashing(seed)
    table.shuffled, table.doubled = True, 0.2
    luck = random.Random(seed)
    table.dies = lambda who, number, phase: luck.random() < 0.02
    drive(table)
    assert len(table.killed) > 3
    at_rest(table)


@pytest.mark.parametrize("length", [0, 9, 31])
def test_all_nodes_killed_at_once_come_back_to_the_same_game(length: int) -> None:
    table = crashing()
    sizes: dict[int, int] = {}

    def dies(who: int, number: int, phase: str) -> bool:
        return phase == "stored" and who not in sizes and (number >= length) and sizes.setdefault(who, number) >= 0

    table.dies = dies
    table.run()
    for node in table.nodes:
        if node.up:
            table.kill(node.operator)
    table.wires.clear()
    drive(table)
    at_rest(table)


def test_whoever_was_away_for_the_whole_game_catches_up_with_it_as_far_as_it_goes_without() -> None:
    table = scripted()
    table.run()
    chain = table.nodes[0].session.chain
    table.kill(1)
    table.nodes[1].journal = list(table.nodes[1].journal)
    table.revive(1)
    table.run()
    assert table.nodes[1].session.chain == chain
    at_rest(table)


def test_a_node_dies_in_the_middle_of_votes_and_of_a_leave() -> None:
    """The voters and the leaver of ``gone`` die at every output of the vote and of what follows."""
    for phase in PHASES:
        table = scripted((0, 1, 2, 3), kind=CrashingTable)
        assert isinstance(table, CrashingTable)
        script, table.script = table.script[:9], []
        table.play(*script)
        table.kill(3)
        died: set[int] = set()

        def dies(who: int, number: int, at: str) -> bool:
            size = len(table.nodes[1].journal)  # noqa: B023 - used at once
            if who != 1 or at != phase or size in died:  # noqa: B023 - used at once
                return False
            died.add(size)  # noqa: B023 - used at once
            return True

        table.dies = dies
        for _ in range(30):
            for node in table.nodes[:3]:
                if node.up and 3 in node.session.play.present and not node.session.ballots.has_voted:
                    node.session.vote(Motion("gone", 3))
            table.run()
            if not table.nodes[1].up:
                table.revive(1)
        assert len(died) > 5
        for node in table.nodes[:3]:
            assert node.session.seated == (0, 1, 2), phase
        in_peace(table)
        table.dies = None
        table.play(Deal((6,), 1), Show((7,)), Return((0,)))
        at_rest(table)


def test_a_vote_before_the_first_word_of_a_shuffle_takes_effect_at_the_same_point_after_a_restart() -> None:
    """Whoever comes back knows the vote before it comes to that place; the others had begun to wait there."""
    table = Table((0, 1, 2, 3), faces=FACES[:6])
    table.play(Act(1), answers={1: b"x"})
    table.kill(0)
    table.play(Shuffle((), FACES[:6], tuple(range(6))))
    vote(table, Motion("gone", 0), 1, 2, 3)
    table.kill(1)
    table.revive(1)
    table.play(Deal((0,), 2))
    at_rest(table)
    data = b"".join(transcript.write(table.signed, table.records(1)))
    assert verify_file([data], lambda _: OpenReferee(table.claims)).chain == table.nodes[2].session.chain


def test_who_had_no_room_for_words_of_somebody_says_no_head_after_going_back_either() -> None:
    """They were said in the epoch in which the table goes on; whoever hears it first goes back before it gets there."""
    table = gave_up()
    node, (own,) = table.nodes[0], table.signed.charter.seats_of(1)
    for step in range(1000, 1000 + WINDOW + 1):
        said = seal_envelope(table.keys[1], table.signed.charter.sid, PLAY, 1, step, own, bytes(32), Echo())
        outcome = node.session.receive(encode(said))
    assert outcome == "far"
    with pytest.raises(OutOfOrder, match="come again"):
        node.session.head(bytes(32), 1)
    table.kill(3)
    vote(table, Motion("cheated", 3), 0, 1, 2)
    assert any(isinstance(record, RewindRecord) for record in node.journal) and node.session.heads()[PLAY][0] == 1
    with pytest.raises(OutOfOrder, match="come again"):
        node.session.head(bytes(32), 1)
