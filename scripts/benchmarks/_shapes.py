"""Whole games between processes on one machine: everybody connected, and in a star whose guests nobody can dial.

A game is another one each time, so what is compared is the time a message: the shapes take turns, and what else the
machine does falls on both.
"""

import resource
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import trio

from benchmarks import Row, Table
from benchmarks._unreachable import PROGRAM
from tta_p2p.cli._demo import Demo
from tta_p2p.games.contract import settle
from tta_p2p.node.plans import Plan
from tta_p2p.node.starting import start_node
from tta_p2p.registry import entry, find, title

SHAPES = ("all connected", "in a star")
FEWEST = 3
"""A star of two is a line."""


class _Star(Demo):
    """A demonstration whose guests reach each other by way of the host alone."""

    def start(self, plan: Plan, home: Path) -> subprocess.Popen[bytes]:
        if plan.do == "host":
            return super().start(plan, home)
        with (home / "log").open("ab") as errors:
            return start_node(plan, home, errors, program=PROGRAM)


def run(game: str, times: int) -> Iterator[Table]:
    """So many games of each shape, with three seats and with as many as there are."""
    for seats in dict.fromkeys((FEWEST, entry(game).seats[-1])):
        if seats not in entry(game).seats or seats < FEWEST:
            continue
        played: dict[str, dict[str, list[float]]] = {}
        for _ in range(times):
            for shape in SHAPES:
                for what, value in _play(game, seats, shape).items():
                    played.setdefault(what, {}).setdefault(shape, []).append(value)
        rows = [row for what, measured in played.items() for row in compared(measured, what)]
        yield Table(f"{title(game)}, {seats} processes on this machine: {times} whole games of easy bots", rows)


def _play(game: str, seats: int, shape: str) -> dict[str, float]:
    """Milliseconds of play, and for each message of it, by the clock and of the processors."""
    began = processor()
    with tempfile.TemporaryDirectory() as folder:
        kind = _Star if shape == SHAPES[1] else Demo
        options = settle(find(game).settings, {})
        demo = kind(seats, game, options, "easy", Path(folder) / "demo.tta", keep=False, quiet=True)
        result = trio.run(demo.run)
    playing, messages = result["seconds"]["playing"] * 1000, result["messages"]
    used = processor() - began
    return {"a game": playing, "a message": playing / messages, "a message, of the processors": used / messages}


def processor() -> float:
    """Milliseconds of processor of the processes that were started here, and of those they have started."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (used.ru_utime + used.ru_stime) * 1000


def compared(measured: dict[str, list[float]], what: str) -> list[Row]:
    """A row for each shape: the median of what was measured (in ms), its spread, how it is to that of the first."""
    first = median(measured[SHAPES[0]])
    rows = []
    for shape, values in measured.items():
        values = sorted(values)
        columns = {"least": f"{values[0]:,.1f}", "most": f"{values[-1]:,.1f}", "of": f"{len(values)}"}
        columns["times"] = f"{median(values) / first:.2f}"
        rows.append(Row(f"{what}, {shape}: median", median(values), columns))
    return rows
