"""Cost of nodes while their people think: wake-ups, processor time and memory, of a node with three others."""

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks import Row, Table
from tests.node import processes
from tests.node.processes import Game

OTHERS = 3
SETTLING, MEASURED = 60.0, 60.0
"""Seconds until a table that waits is at rest (workers are let go, questions are seldom), and how long it is looked at.
"""


def run() -> Iterator[Table]:
    """A table that waits for a person: right after the deal, and when everything has come to rest."""
    # Nodes that begin as people's do: a copy of a loaded program keeps a second process beside it.
    processes.POSSIBLE = False  # type: ignore[attr-defined]
    with tempfile.TemporaryDirectory() as folder:
        game = Game(Path(folder), OTHERS + 1, game="smugglers", people=tuple(range(OTHERS + 1)))
        try:
            visitors = [game.visit(number, client="a person") for number in range(OTHERS + 1)]
            for visitor in visitors:
                while visitor.hear("turn")["view"] is None:
                    pass
                visitor.close()
            game.visitors.clear()
            node = game.nodes[1].popen.pid
            yield Table("A node that waits, right after the deal", [_look(node, 20.0)])
            time.sleep(SETTLING)
            yield Table("A node that waits, at rest", [_look(node, MEASURED)])
        finally:
            game.close()


def _look(node: int, seconds: float) -> Row:
    before, busy, began = _waits(node), _busy(node), time.monotonic()
    time.sleep(seconds)
    took = time.monotonic() - began
    woken = sum(count - before.get(thread, 0) for thread, count in _waits(node).items())
    workers = [_memory(pid) for pid in _children(node)]
    columns = {
        "wake-ups a second": f"{woken / took:.2f}",
        "MB": f"{_memory(node):.0f}",
        "MB of its workers": " + ".join(f"{size:.0f}" for size in workers) or "0",
    }
    return Row("processor time a second", (_busy(node) - busy) / took * 1000, columns)


def _waits(pid: int) -> dict[str, int]:
    """Count how often each thread of a process has given up the processor to wait for something."""
    told = {task.name: (task / "status").read_text().splitlines() for task in Path(f"/proc/{pid}/task").iterdir()}
    name = "voluntary_ctxt_switches"
    return {task: int(line.split()[1]) for task, lines in told.items() for line in lines if line.startswith(name)}


def _busy(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _memory(pid: int) -> float:
    """Resident memory in MB."""
    told = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in told if line.startswith("VmRSS")) / 1024
