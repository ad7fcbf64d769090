"""The pool of puzzles that were found: a file that grows with every run, and the sixty of it that the game has."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

Row = dict[str, Any]
LEVELS = ("easy", "normal", "hard")


def read_pool(path: Path) -> list[Row]:
    """Give all that was found so far, a line each."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line]


def add(path: Path, row: Row) -> None:
    """Add a puzzle to the pool."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row, separators=(",", ":")) + "\n")


def missed_by(row: Row) -> tuple[str, ...]:
    """Name the levels of bots that do not reach the best value of a puzzle."""
    return tuple(level for level in LEVELS if row["bots"][level] != row["best"])


def name_of(row: Row) -> str:
    """Give a word that no other puzzle of the pool has."""
    return "/".join([row["origin"], row["theme"], *row["goal"]["most"]])


WANTED_LEVELS = {0: 8, 1: 10, 2: 14, 3: 28}
"""How many puzzles are missed by so many levels of bots, as far as there are so many."""


def select(pool: list[Row], number: int, quotas: dict[str, int], before: list[Row] | None = None) -> list[Row]:
    """Choose so many puzzles: of every theme so many, no two alike; sorted from easy to hard.

    ``before``: puzzles that were chosen already, and count as well.
    """
    chosen: list[Row] = []
    themes, games, turns = Counter[str](), Counter[str](), set[str]()
    words, ages, sizes, levels = set[tuple[str, ...]](), Counter[int](), Counter[int](), Counter[int]()

    def take(row: Row) -> None:
        themes[row["theme"]] += 1
        games[row["origin"].rsplit("-", 2)[0]] += 1
        turns.add(row["origin"])
        words.add(tuple(sorted(row["turn"])))
        ages[row["position"]["age"]] += 1
        sizes[row["position"]["seats"]] += 1
        levels[len(missed_by(row))] += 1

    def fits(row: Row, most: int) -> bool:
        if row["origin"] in turns or tuple(sorted(row["turn"])) in words:
            return False
        if games[row["origin"].rsplit("-", 2)[0]] >= most:
            return False
        return most > STRICT or themes[row["theme"]] < quotas.get(row["theme"], 0)

    def rank(row: Row) -> tuple[float, int]:
        level = len(missed_by(row))
        crowded = ages[row["position"]["age"]] / 12 + sizes[row["position"]["seats"]] / 20
        crowded += themes[row["theme"]] / quotas.get(row["theme"], 1) + levels[level] / WANTED_LEVELS[level]
        return crowded, -len(row["turn"])

    for row in before or ():
        take(row)
    already = len(before or ())
    for most in (STRICT, STRICT + 1, STRICT + 2):
        while len(chosen) + already < number:
            left = [row for row in pool if fits(row, most)]
            if not left:
                break
            row = min(left, key=rank)
            chosen.append(row)
            take(row)
    return sorted(chosen, key=lambda row: (len(missed_by(row)), len(row["turn"]), row["states"], row["origin"]))


STRICT = 3
"""Puzzles from one game at most, as long as there are others."""
_FIELDS = ("origin", "theme", "goal", "best", "turn", "bots", "proof", "states", "position")
_TARGET = Path(__file__).parents[2] / "tta_p2p/ui/through_the_ages/puzzles.json"


def write(rows: list[Row]) -> None:
    """Write the puzzles of the program, a line each."""
    told = [json.dumps({name: row[name] for name in _FIELDS}, separators=(",", ":")) for row in rows]
    _TARGET.write_text('{"version":1,"puzzles":[\n' + ",\n".join(told) + "\n]}\n", "utf-8")
