"""A cheat voted out, for those whose witness is asked for afterwards."""

from __future__ import annotations

from functools import cache

from protocol.group import Group
from protocol.messages import ActMessage, Motion
from protocol.operations import Act, Deal, Finish
from tests.protocol.attackers.malice import Villain, bad_share, honest, other_act, set_up
from tests.protocol.session.world import vote
from tests.protocol.table import Table

FINISH = Finish(bytes(32), b"so it ended")


def expelled(table: Table, operator: int = 1) -> None:
    """It goes, the others agree that it cheated."""
    table.kill(operator)
    vote(table, Motion("cheated", operator), *(node.operator for node in honest(table, operator)))
    assert all(operator not in node.session.seated for node in honest(table, operator))


def cheated() -> Table:
    """A whole game in which seat 1 gave a false share and was voted out."""
    return _cheated(Table.group)


@cache
def _cheated(_: Group) -> Table:
    """One for each group in which tables are played."""
    table = set_up((0, 1, 2, 3), cards=8)
    bad_share(table)
    table.play(Deal((4,), 0))
    expelled(table)
    table.play(Deal((5,), 2), FINISH)
    return table


def gave_up() -> Table:
    """Seat 3 tells two tales of an act; to those who heard the first it says something illegal after it."""
    table = set_up((0, 1, 2, 3), cards=8)
    villain = Villain(table, 3).lies(ActMessage, lambda lie: other_act(b"another tale"), to=[2])
    villain.lies(ActMessage, lambda lie: other_act(b"illegal"), to=[0, 1], number=1)
    table.play(Act(3), Act(3), answers={3: b"a tale"})
    assert [[found.certificate.kind for found in node.accused()] for node in honest(table, 3)] == [
        ["illegal-act"], ["illegal-act"], ["equivocation"],
    ]  # fmt: skip
    return table
