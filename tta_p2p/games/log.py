"""The log of a game: every line of its rules, with its cause.

The cause of a line is the last act before it; answers of the dealer change no cause.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .contract import Act, Acts, Fact, Left, Line, Seat, Step
from .game import Game


class LogLine(Line, frozen=True):
    """A line with its cause.

    `turn` is the turn of the game in which that was and `player` whose it was (`Game.turn`), `number` that of the fact,
    from 1 (0: the game was laid out). `actor` is the seat that acted or left; None where several acted at once or
    nobody did. `act` is its act and `label` what that is called; None where there is none.
    """

    turn: int = 0
    number: int = 0
    actor: Seat | None = None
    act: Act | None = None
    label: Line | None = None
    player: Seat | None = None


@dataclass(frozen=True, slots=True)
class Cause:
    """The cause of log lines: a fact, and the act in it."""

    turn: int = 0
    number: int = 0
    actor: Seat | None = None
    act: Act | None = None
    label: Line | None = None
    player: Seat | None = None

    def lines(self, said: Iterable[Line]) -> list[LogLine]:
        """Return these lines with this cause."""
        return [
            LogLine(line.key, line.args, self.turn, self.number, self.actor, self.act, self.label, self.player)
            for line in said
        ]

    @property
    def without_actor(self) -> Cause:
        """The same fact without its actor, for lines about the table."""
        return Cause(self.turn, self.number)


NO_CAUSE = Cause()
"""The cause before any act."""


def setup_lines(game: Game[Any, Any], step: Step[Any]) -> tuple[Cause, list[LogLine]]:
    """Return the cause and the lines of the setup."""
    turn, player = game.turn(step.state)
    source = Cause(turn, player=player)
    return source, source.lines(step.log)


def fact_lines(
    game: Game[Any, Any], source: Cause, state: Any, number: int, fact: Fact, step: Step[Any]
) -> tuple[Cause, list[LogLine]]:
    """Return the cause after a fact, and the lines of the fact.

    This fact, by its number, was applied to this state and led to this step; `source` is the cause before it.
    """
    each: list[Cause] = []
    turn, player = game.turn(state)
    match fact:
        case Act():
            source = _act_cause(game, state, turn, player, number, fact)
        case Acts(acts):
            each = [_act_cause(game, state, turn, player, number, act) for act in acts]
            source = each[0] if len(each) == 1 else Cause(turn, number, player=player)
        case Left(seat):
            source = Cause(turn, number, seat, player=player)
    lines: list[LogLine] = []
    for one, count in zip(each, step.shares, strict=False):
        lines += one.lines(step.log[len(lines) : len(lines) + count])
    for line in step.log[len(lines) :]:
        lines += (source.without_actor if line.key in game.impersonal else source).lines((line,))
    return source, lines


def _act_cause(game: Game[Any, Any], state: Any, turn: int, player: Seat | None, number: int, act: Act) -> Cause:
    return Cause(turn, number, act.seat, act, game.label(state, act), player)
