"""Whole games of bots in processes: what all of them take of the processor, checking their file, and the first move.

The time of the processor is that of the system, too, and of every process that takes part; its unit is sampled while
these run. Seconds on the clock depend on how much else the machine does.
"""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import trio

from benchmarks import Row, Table, compiled
from benchmarks._sampled import MULTIPLICATION, one_processor, sampled
from benchmarks._shapes import processor
from tta_p2p.cli.nodes.demo import Demo
from tta_p2p.games.game import complete_options
from tta_p2p.node.machine.installation import TTA, command_line
from tta_p2p.registry import entry, load_rules, title

CHECKS = 5
"""How often a file is checked; the median is told."""


def run(game: str) -> Iterator[Table]:
    """Games of as few and as many seats as a game has."""
    offered = entry(game).seats
    with compiled():
        for seats in dict.fromkeys((offered[0], offered[-1])):
            yield from _game(game, seats)


def _game(game: str, seats: int) -> Iterator[Table]:
    what = f"A complete game of {title(game)} between easy bots, {seats} processes"
    with tempfile.TemporaryDirectory() as folder:
        options = complete_options(load_rules(game).settings, {})
        demo = Demo(seats, game, options, "easy", Path(folder) / "demo.tta", keep=False, quiet=True)
        with sampled() as unit:
            others, own = processor(), _own()
            result = trio.run(demo.run)
            played = processor() - others + _own() - own
            one = unit()
        yield _phases(what, result, demo.until_first_move)
        row = Row("`tta demo`: all processes of the players, and checking their file", played)
        yield Table(f"{what}: time of the processor", [row], unit=Row(MULTIPLICATION, one))
        checks = []
        with one_processor(), sampled() as unit:
            for _ in range(CHECKS):
                began = processor()
                subprocess.run(command_line(TTA, "verify", str(demo.out)), check=True, stdout=subprocess.DEVNULL)
                checks.append(processor() - began)
            one = unit()
    row = Row("`tta verify` of their file", median(checks), {"least": f"{min(checks):,.0f}", "of": f"{CHECKS}"})
    yield Table(f"{what}: checking it, time of the processor", [row], unit=Row(MULTIPLICATION, one))


def _phases(what: str, result: dict[str, object], until_first_move: float) -> Table:
    """Give the phases of a game that people wait for."""
    seconds, messages, steps, size = (result[name] for name in ("seconds", "messages", "steps", "bytes"))
    assert isinstance(seconds, dict) and isinstance(messages, int) and isinstance(steps, int) and isinstance(size, int)
    rows = [Row(phase, took * 1000) for phase, took in seconds.items()]
    rows.append(Row("from the last seat that joins to the first move", until_first_move * 1000))
    facts = {"messages": f"{messages}", "kB": f"{size // 1024}", "bytes a message": f"{size // messages}"}
    rows.append(Row("a step of play", seconds["playing"] * 1000 / max(1, steps), facts))
    return Table(what, rows, unit=Row("playing", seconds["playing"] * 1000))


def _own() -> float:
    """Milliseconds of processor of this process."""
    times = os.times()
    return (times.user + times.system) * 1000
