"""Honest nodes that die, lose messages and vote without any plan: nobody is blamed, and they come together again."""

from __future__ import annotations

import random

import pytest

from protocol.errors import OutOfOrder
from protocol.messages import Motion
from protocol.operations import Act, Deal, Operation, Peek, Prepare, Random, Seal, Show, Shuffle
from tests.protocol.session.crashing import CrashingTable
from tests.protocol.session.world import assert_waits_are_fresh, in_peace
from tests.protocol.table import FACES

pytestmark = pytest.mark.usefixtures("in_numbers")


class Chaos:
    """A table on which anything that honest people do may happen at any moment."""

    def __init__(self, players: int, seed: int) -> None:
        self.luck = luck = random.Random(seed)
        self.table = table = CrashingTable(tuple(range(players)), seed=seed, faces=FACES[:12])
        table.shuffled, table.doubled = True, 0.1
        table.dies = lambda who, number, phase: luck.random() < 0.01
        table.script = [Shuffle((), FACES[:10], tuple(range(10))), *(self.operation(i) for i in range(8))]
        table.answers = {(number, seat): b"%d" % seat for number in range(9) for seat in range(players)}
        kinds = ("gone", "resigned")
        self.motions = [Motion(kind, operator) for kind in kinds for operator in range(2, players)]  # type: ignore[arg-type]
        for node in table.nodes:
            table.flush(node)

    def operation(self, number: int) -> Operation:
        return self.luck.choice(
            [
                Deal((number,), 0),
                Random(5),
                Peek((number,), 1),
                Prepare(f"pile {number}", (), FACES[:2]),
                Show((number,)),
                Act(0),
                Seal((0, 1), 8),
            ]
        )

    def moment(self) -> None:
        """Somebody votes, somebody comes back, somebody helps, or a message arrives or gets lost."""
        table, luck = self.table, self.luck
        what, node = luck.random(), luck.choice(table.nodes)
        full = [wire for wire in sorted(table.wires) if table.wires[wire] and table.nodes[wire[1]].up]
        if what < 0.03:
            self.vote(node.operator, luck.choice(self.motions), luck.random() < 0.85)
        elif what < 0.05 and not node.up:
            table.revive(node.operator)
        elif what < 0.07 and node.up:
            table.help_others(node)
        elif full:
            wire = luck.choice(full)
            data = table.wires[wire].pop(luck.randrange(len(table.wires[wire])))
            if luck.random() > 0.05:
                table.nodes[wire[1]].session.receive(data)
                table.flush(table.nodes[wire[1]])
        for node in table.nodes:
            if node.up:
                assert_waits_are_fresh(node.session)

    def vote(self, operator: int, motion: Motion, yes: bool) -> None:
        node = self.table.nodes[operator]
        if node.up:
            try:
                node.session.vote(motion, yes)
            except OutOfOrder:
                return
            self.table.flush(node)

    def settle(self) -> None:
        """The network mends, everybody comes back, and whatever is open is voted down (or, first, up)."""
        table = self.table
        table.dies = None
        for attempt in range(20):
            for node in table.nodes:
                if not node.up:
                    table.revive(node.operator)
            table.run()
            for node in table.nodes:
                table.help_others(node)
            table.run()
            if not any(node.session.ballots.has_voted for node in table.nodes):
                return
            for motion in self.motions:
                for node in table.nodes:
                    self.vote(node.operator, motion, attempt == 0)
        raise AssertionError("the table does not come together")


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (3, 2), (4, 10), (4, 12), (4, 5), (4, 6)])
def test_whatever_honest_people_do_they_come_together_again(players: int, seed: int) -> None:
    chaos = Chaos(players, seed)
    for _ in range(800):
        chaos.moment()
    chaos.settle()
    in_peace(chaos.table)
    (seated,) = {node.session.seated for node in chaos.table.nodes}
    for node in chaos.table.nodes:
        assert len(node.ended()) == len(chaos.table.script) or len(seated) < players
