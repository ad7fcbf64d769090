"""Whole games between processes on one machine: everybody connected, and in a star whose guests nobody can dial.

A game is another one each time, so what is compared is the time a message: the shapes take turns, and what else the
machine does falls on both. How often as long the star takes is the ratio of the sums of all games; beside it stands the
least and the most of two games that were played one after the other.
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
from tta_p2p.cli.nodes.demo import Demo
from tta_p2p.games.game import complete_options
from tta_p2p.node.machine.launch import start_node
from tta_p2p.node.plan.plans import Plan
from tta_p2p.registry import entry, load_rules, title

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


def run(game: str, times: int, seats: int | None = None) -> Iterator[Table]:
    """So many games of each shape, with so many seats; by default with three and with as many as there are."""
    for count in dict.fromkeys((seats,) if seats else (FEWEST, entry(game).seats[-1])):
        if count not in entry(game).seats or count < FEWEST:
            continue
        played: dict[str, dict[str, list[float]]] = {}
        for number in range(times):
            for shape in in_turn(number):
                for what, value in _play(game, count, shape).items():
                    played.setdefault(what, {}).setdefault(shape, []).append(value)
        rows = [row for what, measured in played.items() for row in compared(measured, what)]
        yield Table(f"{title(game)}, {count} processes on this machine: {times} whole games of easy bots", rows)


def in_turn(number: int) -> tuple[str, ...]:
    """The order of the shapes in one pair of games: what grows warm or slow falls on both."""
    return SHAPES[:: 1 if number % 2 == 0 else -1]


def _play(game: str, seats: int, shape: str) -> dict[str, float]:
    """Milliseconds of play, and for each message of it, by the clock and of the processors."""
    began = processor()
    with tempfile.TemporaryDirectory() as folder:
        kind = _Star if shape == SHAPES[1] else Demo
        options = complete_options(load_rules(game).settings, {})
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
    """A row for each shape: the median of what was measured (in ms), its spread, and how often that of the first it is:
    by the sums of all, and at least and at most by what was measured at the same time.
    """
    first = measured[SHAPES[0]]
    rows = []
    for shape in SHAPES:
        values = measured[shape]
        pairs = sorted(value / other for value, other in zip(values, first, strict=True))
        columns = {"least": f"{min(values):,.1f}", "most": f"{max(values):,.1f}", "of": f"{len(values)}"}
        columns["times"] = f"{sum(values) / sum(first):.2f}"
        columns["pairs"] = f"{pairs[0]:.2f} to {pairs[-1]:.2f}" if shape != SHAPES[0] else ""
        rows.append(Row(f"{what}, {shape}: median", median(values), columns))
    return rows
