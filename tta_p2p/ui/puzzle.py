"""Puzzles: positions in which the best turn of a seat is known, by a measure that can be counted.

A game has some if its module in `tta_p2p.ui` has `make_puzzles()`. Whoever solves one sits on the first seat and is to
move. A turn is a list of acts; what it comes to is told by playing it again from the position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from tta_p2p.games.contract import Act, Card, Cost, Line, write_arg
from tta_p2p.games.local import LocalGame
from tta_p2p.registry import companion_module

SOLVER = 0
"""The seat of the person."""
Value: TypeAlias = tuple[int, ...]
"""The result of a turn, by the quantities of the goal; more is better, the first counts most."""


@dataclass(frozen=True)
class Puzzle:
    """A position, its goal, and the best turn.

    `theme` is a text `puzzle.theme.THEME` of the game, `counts` are texts `puzzle.counts.NAME`, `goal` lines
    `puzzle.goal.KEY` with names of cards as arguments.
    """

    name: str
    theme: str
    goal: tuple[Line, ...]
    counts: tuple[str, ...]
    without: tuple[str, ...]
    """Verbs of acts that the turn may not have."""
    best: Value
    turn: tuple[str, ...]
    """The best turn, each act as `plain` writes it."""
    bots: Mapping[str, Value | None]
    """The result of each level of bots that is told the goal; None: it misses what must be so."""
    proof: str
    """Text `puzzle.proof.PROOF`: how it is known that no turn is better."""
    states: int
    """The number of states that were searched."""
    make: Callable[[], LocalGame[Any, Any]]
    """Give the game in its position."""
    measure: Callable[[Any], Value | None] = field(compare=False)
    """Say what the turn has come to in a state after it; None: something that must be so is not."""

    @property
    def missed(self) -> tuple[str, ...]:
        """The levels of bots that miss the best turn."""
        return tuple(level for level, value in self.bots.items() if value != self.best)


def puzzles_for(game: str) -> tuple[Puzzle, ...]:
    """Give the puzzles of a game, the easiest first."""
    make: Callable[[], tuple[Puzzle, ...]] | None
    make = getattr(companion_module("tta_p2p.ui", game), "make_puzzles", None)
    return make() if make is not None else ()


def plain(act: Act) -> str:
    """Write an act so that it means the same wherever its cards lie: a hidden card by its face, without its handle."""
    return " ".join([act.verb, *(_word(arg) for arg in act.args)])


def _word(arg: int | str | Card) -> str:
    return arg.face if isinstance(arg, Card) and arg.face else write_arg(arg)


class TurnStep(NamedTuple):
    """An act of a turn: its label, what it costs, and what the rules say of it."""

    act: str
    label: Line
    cost: Cost
    effects: tuple[Line, ...]


class BadTurn(Exception):
    """An act of a turn that is not legal there, or the end of the turn is missing.

    `act` is the one that is not legal; empty where acts are missing.
    """

    def __init__(self, act: str = "") -> None:
        super().__init__(act)
        self.act = act


def _is_under_way(local: LocalGame[Any, Any], turn: tuple[int, int | None]) -> bool:
    decision = local.decision
    return decision is not None and decision.seats == (SOLVER,) and local.game.turn(local.state) == turn


def carry_out(puzzle: Puzzle, acts: Sequence[str]) -> tuple[tuple[TurnStep, ...], Value | None]:
    """Play a turn from the position; its steps, and what it comes to. Raises BadTurn."""
    local = puzzle.make()
    turn, steps = local.game.turn(local.state), list[TurnStep]()
    for text in acts:
        act = _find(local, text) if _is_under_way(local, turn) else None
        if act is None or act.verb in puzzle.without:
            raise BadTurn(text)
        told = local.game.explain(local.state, local.dealer.knowledge_of(SOLVER), act)
        steps.append(TurnStep(plain(act), local.game.label(local.state, act), told.cost, told.effects))
        local.act(act)
    if _is_under_way(local, turn):
        raise BadTurn
    return tuple(steps), puzzle.measure(local.state)


def _find(local: LocalGame[Any, Any], text: str) -> Act | None:
    """Give the legal act that a text means, with or without the handles of its cards."""
    legal = [option.act for option in local.legal(SOLVER)]
    return next((act for act in legal if text in (plain(act), local.game.write(act))), None)


class TurnComparison(NamedTuple):
    """A turn compared with the best one.

    `parted`: the act (from 0 on) after which the known best turn could no longer be gone through; None: there is none.
    """

    value: Value | None
    steps: tuple[TurnStep, ...]
    parted: int | None

    def is_best(self, puzzle: Puzzle) -> bool:
        """Whether no better turn is known."""
        return self.value is not None and self.value >= puzzle.best


def judge(puzzle: Puzzle, acts: Sequence[str]) -> TurnComparison:
    """Compare a turn with the best one. Raises BadTurn."""
    steps, value = carry_out(puzzle, acts)
    if value is not None and value >= puzzle.best:
        return TurnComparison(value, steps, None)
    texts = [step.act for step in steps]
    parted = next(at for at in range(len(texts)) if not _leads_to_best(puzzle, texts[: at + 1]))
    return TurnComparison(value, steps, parted)


def _leads_to_best(puzzle: Puzzle, begun: Sequence[str]) -> bool:
    """Whether the known best turn can still be finished after these acts, in whatever order its others are legal."""
    local = puzzle.make()
    turn = local.game.turn(local.state)
    left = list(puzzle.turn)
    for text in begun:
        act = _find(local, text) if _is_under_way(local, turn) else None
        if act is None:
            return False
        if text in left:
            left.remove(text)
        local.act(act)
    while _is_under_way(local, turn):
        found = ((text, act) for text in left if (act := _find(local, text)) is not None)
        text, following = next(found, ("", None))
        if following is None:
            return False
        left.remove(text)
        local.act(following)
    return puzzle.measure(local.state) == puzzle.best
