"""The puzzles of Through the Ages: read from their file, which `scripts/find-puzzles --write` writes.

A position stands there in the words of the scenario builder, which only get more: so later versions read it, whatever
their states look like. Acts stand there without handles, which another version may give out differently.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib.resources import files
from typing import Any

import msgspec

from tta_p2p.games.contract import Line
from tta_p2p.games.local import LocalGame
from tta_p2p.games.through_the_ages import scenario

from ..puzzle import SOLVER, Puzzle
from .puzzle_goals import Goal

FILE = "puzzles.json"
VERSION = 1
"""Raise when the fields of the file change their meaning; the words of positions are the scenario builder's."""


class PuzzleRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle as the file has it; see `Puzzle` for what its fields are.

    `origin`: the game between bots that it is from, by their level, the seats, the seed, the round and the seat.
    """

    origin: str
    theme: str
    goal: Goal
    best: tuple[int, ...]
    turn: tuple[str, ...]
    bots: dict[str, tuple[int, ...] | None]
    proof: str
    states: int
    position: dict[str, Any]


class PuzzleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All puzzles of the file, the easiest first."""

    version: int
    puzzles: tuple[PuzzleRow, ...]


def read_rows() -> tuple[PuzzleRow, ...]:
    """Give the puzzles as the file has them."""
    data = files(__package__).joinpath(FILE).read_bytes()
    return msgspec.json.decode(data, type=PuzzleFile).puzzles


def make_puzzles() -> tuple[Puzzle, ...]:
    """Give all puzzles."""
    return tuple(_puzzle(one) for one in read_rows())


def make_game(position: dict[str, Any]) -> LocalGame[Any, Any]:
    """Give the game that begins in a position. Raises ImpossibleScenario."""
    return scenario.read(position).build().game()


def _puzzle(row: PuzzleRow) -> Puzzle:
    return Puzzle(
        row.origin, row.theme, tuple(_sentences(row)), row.goal.most, row.goal.without, row.best, row.turn, row.bots,
        row.proof, row.states, partial(make_game, row.position), lambda state: row.goal.value(state, SOLVER),
    )  # fmt: skip


def _sentences(row: PuzzleRow) -> Iterator[Line]:
    """Say the goal: what must be so, what is counted, what is not done."""
    for one in row.goal.having:
        yield Line(one.name, (one.card,) if one.card else ())
    first, *others = row.goal.most
    yield Line({"last-round": "last-round", "war": "war"}.get(row.theme, "most"), (first,))
    yield from (Line("then", (one,)) for one in others)
    if row.goal.without:
        yield Line("intact")
