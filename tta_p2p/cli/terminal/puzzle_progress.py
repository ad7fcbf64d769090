"""Records of a person in puzzles: a file in the data folder, which may be lost without harm."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec

from tta_p2p.store.regular_files import read_regular, write_regular

FILE = "puzzles.json"
LARGEST = 1 << 18
"""Bytes of the file at most."""
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class PuzzleProgress(msgspec.Struct, frozen=True):
    """Record of a person with one puzzle: how often a turn was finished, whether one was as good as the best.

    `clues`: how many were seen when it was solved first.
    """

    tries: Count = 0
    solved: bool = False
    clues: Count = 0


class PuzzleRecords(msgspec.Struct, frozen=True):
    """Records of all puzzles, by game and name; `last`: the one that began last, of each game."""

    puzzles: dict[str, PuzzleProgress] = {}
    last: dict[str, str] = {}


def read_progress(folder: Path) -> PuzzleRecords:
    """Give the progress; none where the file cannot be read."""
    try:
        return msgspec.json.decode(read_regular(folder / FILE, LARGEST), type=PuzzleRecords)
    except (OSError, ValueError, RecursionError):  # msgspec's errors are ValueErrors
        return PuzzleRecords()


def progress_of(progress: PuzzleRecords, game: str, name: str) -> PuzzleProgress:
    """Give what was made of one puzzle."""
    return progress.puzzles.get(f"{game}/{name}", PuzzleProgress())


def next_puzzle(progress: PuzzleRecords, game: str, names: Sequence[str]) -> int | None:
    """Give the place of the first puzzle that is not solved, from the one on that began last; None if all are."""
    last = progress.last.get(game, "")
    begin = names.index(last) if last in names else 0
    order = [*range(begin, len(names)), *range(begin)]
    return next((at for at in order if not progress_of(progress, game, names[at]).solved), None)


def keep_begun(folder: Path, game: str, name: str) -> None:
    """Keep which puzzle has begun. Raises OSError."""
    found = read_progress(folder)
    _write(folder, msgspec.structs.replace(found, last={**found.last, game: name}))


def keep_try(folder: Path, game: str, name: str, solved: bool, clues: int) -> None:
    """Keep that a turn was finished, and whether it was as good as the best. Raises OSError."""
    found = read_progress(folder)
    before = progress_of(found, game, name)
    after = PuzzleProgress(before.tries + 1, before.solved or solved, before.clues if before.solved else clues)
    _write(folder, msgspec.structs.replace(found, puzzles={**found.puzzles, f"{game}/{name}": after}))


def _write(folder: Path, progress: PuzzleRecords) -> None:
    path = folder / FILE
    fresh = path.with_suffix(".new")
    write_regular(fresh, msgspec.json.encode(progress))
    fresh.replace(path)
