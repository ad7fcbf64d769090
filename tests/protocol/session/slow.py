"""A table whose heavy checks lie there until somebody does them."""

from __future__ import annotations

from typing import Any

from protocol.operations import Operation
from protocol.session import Job, SessionOutput
from tests.protocol.table import FACES, Node, Table


class SlowTable(Table):
    """Nobody checks anything at once: jobs lie in ``jobs`` until somebody does them."""

    background = True

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.jobs: list[tuple[int, Job]] = []
        super().__init__(*arguments, **options)

    def carry_out(self, node: Node) -> SessionOutput:
        output = super().carry_out(node)
        self.jobs += [(node.operator, job) for job in output.jobs]
        return output

    def work(self, *operators: int) -> int:
        """These nodes' workers do what lies there; how much it was."""
        mine = [pair for pair in self.jobs if not operators or pair[0] in operators]
        self.jobs = [pair for pair in self.jobs if pair not in mine]
        for operator, job in mine:
            self.nodes[operator].session.job_done(job.id, job.function(*job.arguments))
        self.run()
        return len(mine)


def slow(*script: Operation, seats: tuple[int, ...] = (0, 1, 2)) -> SlowTable:
    table = SlowTable(seats, faces=FACES[:20])
    table.play(*script)
    return table
