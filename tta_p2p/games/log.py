"""The log of a game: every line the rules have told, with what it follows from. Whoever tells facts keeps it.

Whatever is told after an act, up to the next one, follows from that act: what dealers answer, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .contract import Act, Acts, Fact, Left, Line, Seat, Step
from .game import Game


class LogLine(Line, frozen=True):
    """A line and what it follows from.

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
    """What lines that are told now follow from."""

    turn: int = 0
    number: int = 0
    actor: Seat | None = None
    act: Act | None = None
    label: Line | None = None
    player: Seat | None = None

    def lines(self, said: Iterable[Line]) -> list[LogLine]:
        """Give lines that follow from this."""
        return [
            LogLine(line.key, line.args, self.turn, self.number, self.actor, self.act, self.label, self.player)
            for line in said
        ]

    @property
    def without_actor(self) -> Cause:
        """The same fact, whoever acted."""
        return Cause(self.turn, self.number)


NO_CAUSE = Cause()
"""Nobody has acted."""


def setup_lines(game: Game[Any, Any], step: Step[Any]) -> tuple[Cause, list[LogLine]]:
    """Give what lines follow from once a game is laid out, and those that were told by then."""
    turn, player = game.turn(step.state)
    source = Cause(turn, player=player)
    return source, source.lines(step.log)


def fact_lines(
    game: Game[Any, Any], source: Cause, state: Any, number: int, fact: Fact, step: Step[Any]
) -> tuple[Cause, list[LogLine]]:
    """Give what lines follow from after a fact, and its own lines.

    The fact, the one of this number, was told in this state and led to this step; `source` is what lines before it
    followed from.
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
