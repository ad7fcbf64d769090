"""Nothing is lost: a node may die at any moment and comes back to the same game, and nothing is said twice."""

from __future__ import annotations

import random

import pytest

from protocol.messages import Motion
from tests.protocol.session.crashing import PHASES, CrashingTable
from tests.protocol.session.world import at_rest, in_peace, scripted, vote
from tests.protocol.table import Table


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


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("operator", [0, 1, 2])
def test_a_node_that_dies_at_every_single_output_ends_the_same_game(operator: int, phase: str) -> None:
    table = crashing()
    died: set[int] = set()

    def dies(who: int, number: int, at: str) -> bool:
        # Once for every message it has stored: a node that only comes back to die again would never get anywhere.
        size = len(table.nodes[operator].journal)
        if who != operator or at != phase or size in died:
            return False
        died.add(size)
        return True

    table.dies = dies
    drive(table)
    assert len(died) > 20
    at_rest(table)
