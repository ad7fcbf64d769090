"""Whole games between processes on one machine: everybody connected, and in a star whose guests nobody can dial.

A game is another one each time, so what is compared is the time a message: the shapes take turns, and what else the
machine does falls on both.
"""

import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

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
        played: dict[str, list[dict[str, Any]]] = {shape: [] for shape in SHAPES}
        for _ in range(times):
            for shape in SHAPES:
                played[shape].append(_play(game, seats, shape))
        what = f"{title(game)}, {seats} processes on this machine: {times} whole games of easy bots"
        yield Table(what, compared({shape: [_a_message(one) for one in games] for shape, games in played.items()}))


def _play(game: str, seats: int, shape: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        kind = _Star if shape == SHAPES[1] else Demo
        options = settle(find(game).settings, {})
        demo = kind(seats, game, options, "easy", Path(folder) / "demo.tta", keep=False, quiet=True)
        return trio.run(demo.run)


def _a_message(result: dict[str, Any]) -> float:
    """Milliseconds of play a message."""
    return float(result["seconds"]["playing"] * 1000 / result["messages"])


def compared(measured: dict[str, list[float]], what: str = "a message of a game") -> list[Row]:
    """A row for each shape: the median of what was measured (in ms), its spread, how it is to that of the first."""
    first = median(measured[SHAPES[0]])
    rows = []
    for shape, values in measured.items():
        values = sorted(values)
        columns = {"least": f"{values[0]:,.1f}", "most": f"{values[-1]:,.1f}", "of": f"{len(values)}"}
        columns["times"] = f"{median(values) / first:.2f}"
        rows.append(Row(f"{what}, {shape}: median", median(values), columns))
    return rows
