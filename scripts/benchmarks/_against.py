"""Compares a run with a stored one: what takes more than a quarter longer, or counts for more, than it did.

Times are compared as multiples of a unit that was measured beside each benchmark in its own run, so that a slower
machine is not taken for a slower program; counts (bytes, round trips, multiplications) are compared as they are.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from benchmarks import measure
from protocol.fiatshamir import HedgedRandom
from protocol.group import Edwards25519

MARGIN = 1.25
"""How many times as much is worth a word."""
LEAST = 0.001
"""Multiples of a time below this many milliseconds say more about the clock than about the program."""


class BadRun(ValueError):
    """A file that holds no stored run of the benchmarks."""


class StoredRow(msgspec.Struct, frozen=True):
    """One row of a stored table."""

    label: str
    milliseconds: float
    columns: dict[str, str] = {}


class StoredTable(msgspec.Struct, frozen=True):
    """One table of a stored run; ``beside``: milliseconds of the unit of the machine, measured beside it."""

    benchmark: str
    title: str
    rows: list[StoredRow]
    beside: float


class StoredRun(msgspec.Struct, frozen=True):
    """The output of an earlier ``scripts/bench --json``."""

    tables: list[StoredTable]


@dataclass(frozen=True, slots=True)
class Grown:
    """Something that is more than it was: ``times`` as much."""

    benchmark: str
    title: str
    what: str
    times: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """The rows that have grown, the number compared, and the number without a counterpart."""

    grown: list[Grown]
    compared: int
    alone: int


def machine_unit() -> float:
    """Milliseconds of one scalar multiplication, which is the unit of every benchmark here: the machine's speed now."""
    group, stream = Edwards25519(), HedgedRandom(os.urandom(32), os.urandom).stream("unit")
    pairs = [(group.base(k), k) for k in stream.scalars(50)]
    return measure(lambda: [group.mul(p, k) for p, k in pairs], seconds=0.2) / len(pairs)


def read(path: Path) -> StoredRun:
    """A stored run. Raises BadRun, OSError."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=StoredRun)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRun(f"{path} is no run of the benchmarks stored with --json: {error}") from error


def compare(before: StoredRun, now: Sequence[Mapping[str, Any]]) -> Comparison:
    """Compare the tables of this run, in the form they are printed as JSON, with those of a stored one."""
    stored = {
        (table.benchmark, table.title, row.label): (row, table.beside) for table in before.tables for row in table.rows
    }
    grown: list[Grown] = []
    compared = alone = 0
    for table in now:
        for row in msgspec.convert(table["rows"], list[StoredRow]):
            found = stored.get((table["benchmark"], table["title"], row.label))
            if found is None:
                alone += 1
                continue
            for what, times in _ratios(*found, row, table["beside"]):
                compared += 1
                if times > MARGIN:
                    grown.append(Grown(table["benchmark"], table["title"], what, times))
    return Comparison(grown, compared, alone)


def told(found: Comparison) -> str:
    """The comparison for people."""
    lines = [f"{one.benchmark}: {one.title}: {one.what}: {one.times:.2f} times as much" for one in found.grown]
    new = f"; {found.alone} rows are new" if found.alone else ""
    lines.append(f"{found.compared} figures compared, {len(found.grown)} more than a quarter above the stored run{new}")
    return "\n".join(lines)


def _ratios(before: StoredRow, unit_before: float, now: StoredRow, unit_now: float) -> Iterator[tuple[str, float]]:
    if before.milliseconds >= LEAST and now.milliseconds >= LEAST:
        yield now.label, (now.milliseconds / unit_now) / (before.milliseconds / unit_before)
    for name, text in now.columns.items():
        first, second = _number(before.columns.get(name, "")), _number(text)
        if first and second is not None and not _is_a_gain(name):
            yield f"{now.label}, {name}", second / first


def _is_a_gain(name: str) -> bool:
    """Whether more of it is no loss: what is done in a second, points of a game, and aims, which are no figures."""
    return name.endswith("/s") or name in ("points", "aim")


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None
