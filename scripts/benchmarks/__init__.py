"""Benchmarks: one module each, found by file name, run by `scripts/bench [NAME] [--game GAME] [--json]`.
`scripts/bench network --delay MS [--seats N] [--star]` plays between computers so far from each other;
`--games N` compares whole games with everybody connected and in a star, which take turns.
`scripts/bench personalities [--level LEVEL] [--games N] [--seed N]` lets each personality of Through the Ages play its
level, every deal at both seats; `scripts/bench exploiters` with the same options lets each exploiter play the level,
and `scripts/bench ancestors` the bots of an earlier commit (`--commit COMMIT [--rival LEVEL]`). With `--state FILE`
each of them keeps its results there, deal by deal: what was interrupted goes on, and runs add up.

A benchmark module has a docstring (its first line is shown in the list) and

    def run() -> Iterator[Table]:

which yields one table after the other, each as soon as it is measured. A table has rows of a label and
milliseconds; if it has a `unit` (a label and its milliseconds, measured in the same run), every row is
shown as a multiple of it too, which compares across machines. `columns` of a row are further facts, shown as
they are, such as bytes or a formula's prediction. A benchmark that plays a game, whichever is asked for, is
`def run(game: str)` and is given the game's name.

    from benchmarks import Row, Table, measure

    def run() -> Iterator[Table]:
        one = measure(lambda: group.multiply(point, scalar))
        rows = [Row("prove, N = 52", measure(prove), {"aim": "7 N"})]
        yield Table("Shuffle proof", rows, unit=Row("scalar multiplication", one))

`--json` prints a run that can be stored, `--against FILE` compares the next one with it: it names what takes more than
a quarter longer in units of the machine, or counts for more than a quarter more, and ends with status 1 then. Else a
benchmark never fails for being slow, and no test runs one for its times.
"""

import compileall
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import protocol
import tta_p2p


class NotMeasurable(Exception):
    """A benchmark cannot measure here as it is asked to."""


@dataclass(frozen=True)
class Row:
    """One measurement, in milliseconds."""

    label: str
    milliseconds: float
    columns: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """Measurements that belong together, and the unit they may be read in."""

    title: str
    rows: Sequence[Row]
    unit: Row | None = None

    def as_json(self) -> dict[str, Any]:
        """The table for machines: the same figures, not rounded."""
        rows = []
        for row in self.rows:
            told: dict[str, Any] = {"label": row.label, "milliseconds": row.milliseconds}
            if self.unit is not None:
                told["multiple"] = row.milliseconds / self.unit.milliseconds
            rows.append({**told, **({"columns": dict(row.columns)} if row.columns else {})})
        unit = None if self.unit is None else {"label": self.unit.label, "milliseconds": self.unit.milliseconds}
        return {"title": self.title, "unit": unit, "rows": rows}

    def as_text(self) -> str:
        """The table for people."""
        extra = list(dict.fromkeys(name for row in self.rows for name in row.columns))
        head = ["", "ms", *(["×unit"] if self.unit else []), *extra]
        lines = [head]
        for row in self.rows:
            multiple = [f"{row.milliseconds / self.unit.milliseconds:,.1f}"] if self.unit else []
            lines.append(
                [row.label, _figure(row.milliseconds), *multiple, *(row.columns.get(name, "") for name in extra)]
            )
        widths = [max(len(line[at]) for line in lines) for at in range(len(head))]
        text = [self.title]
        if self.unit:
            text.append(f"unit: {self.unit.label}, {_figure(self.unit.milliseconds)} ms")
        for line in lines:
            figures = [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
            text.append("  ".join([line[0].ljust(widths[0]), *figures]).rstrip())
        return "\n".join(text)


def _figure(milliseconds: float) -> str:
    return f"{milliseconds:,.4f}" if milliseconds < 1 else f"{milliseconds:,.1f}"


def measure(
    work: Callable[[], object],
    seconds: float = 0.5,
    least: int = 3,
    clock: Callable[[], float] = time.process_time,
) -> float:
    """Milliseconds of one call: the median of as many as fit into the time, and of at least so many.

    It is the time of this processor, whatever else the machine does; what waits or works in other processes is
    measured by ``time.perf_counter``.
    """
    times: list[float] = []
    began = clock()
    while len(times) < least or clock() - began < seconds:
        start = clock()
        work()
        times.append(clock() - start)
    times.sort()
    return times[len(times) // 2] * 1000


@contextmanager
def compiled() -> Iterator[None]:
    """While this lasts, processes that are started find this program compiled, as it is once it is installed."""
    for package in (protocol, tta_p2p):
        compileall.compile_dir(Path(package.__path__[0]), quiet=2, workers=1)
    kept = os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        yield
    finally:
        if kept is not None:
            os.environ["PYTHONDONTWRITEBYTECODE"] = kept
