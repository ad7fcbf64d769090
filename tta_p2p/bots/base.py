"""The contract of a bot: it chooses one legal act from what its seat may know.

A game's package in this folder, where there is one, has some of these attributes (`game_attribute`):

- `make_evaluator(situation)` makes the evaluator of a situation (`easy.Evaluator`), for the level `easy`;
- `make_planner(chance)` makes a bot of the level `normal`, `make_lookahead(chance)` one of the level `hard`;
- `PERSONALITIES`: those of `levels.PERSONALITIES` that the planner takes as its second argument;
- `EXCLUDED_VERBS`: no bot takes these acts, because they end a game early or only make it longer;
- `RARE_VERBS`: seats that choose at random in simulations seldom take these acts;
- `POINT_VALUE`: the value of one point, if the evaluator counts in points;
- `BOT_ONLY_OPTIONS`: options of games without any person;
- `human_averages(seats)`: averages of human games, by what the game counts of a seat (and `points`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from tta_p2p.games.contract import Act, Knowledge, Line, Option, Seat
from tta_p2p.games.game import Game
from tta_p2p.registry import companion_module, title


@dataclass(frozen=True, slots=True)
class Situation:
    """All that a seat may use for a decision: the public state, its own knowledge, and its legal acts.

    >>> from tta_p2p.bots.random import RandomBot
    >>> from tta_p2p.games.chance import Chance
    >>> from tta_p2p.games.local import LocalGame
    >>> from tta_p2p.registry import load_rules
    >>> local = LocalGame(load_rules("caravan"), 3, {}, Chance(1))
    >>> local.answer_needs()
    >>> seat = local.decision.seats[0]
    >>> situation = Situation(local.game, local.state, local.dealer.knowledge_of(seat), seat, local.legal(seat))
    >>> RandomBot(Chance(2)).choose(situation) in {option.act for option in situation.options}
    True
    """

    game: Game[Any, Any]
    state: Any
    knowledge: Knowledge
    seat: Seat
    options: tuple[Option, ...]


class UnknownLevel(Exception):
    """No bot has that level, in a game or in any; ``choices``: the levels that exist, if known."""

    def __init__(self, level: str, game: str | None, choices: Sequence[str] = ()) -> None:
        self.level, self.choices = level, tuple(choices)
        where = f"{title(game)} has no bots" if game else "there are no bots"
        there = f"; its levels are {', '.join(choices)}" if choices else ""
        super().__init__(f"{where} of level {level!r}{there}")


def game_attribute(game: str, name: str, otherwise: Any) -> Any:
    """Give this attribute of the game's package of bots, or ``otherwise`` if it has none."""
    return getattr(companion_module(__package__, game), name, otherwise)


def sensible_options(situation: Situation) -> list[Option]:
    """Give the legal acts without those of `EXCLUDED_VERBS`, or all if no others are legal."""
    never = game_attribute(situation.game.name, "EXCLUDED_VERBS", ())
    return [option for option in situation.options if option.act.verb not in never] or list(situation.options)


class Bot(Protocol):
    """A player without a person."""

    def choose(self, situation: Situation) -> Act:
        """Choose one of the legal acts."""
        ...


@dataclass(frozen=True, slots=True)
class ActProposal:
    """Acts that a bot proposes, with their value and reasons."""

    acts: tuple[Act, ...]
    """The proposed act, then the acts the bot plans to follow it with."""
    value: int | None = None
    """Expected gain in hundredths of a point, comparable between proposals; None: unknown."""
    reasons: Mapping[str, int] | None = None
    """Parts of that gain in hundredths of a point, by keys of the game's texts (`advice.KEY`)."""
    facts: tuple[Line, ...] = ()
    """More that speaks for it, as texts of the same keys with numbers: the odds of a battle."""


@runtime_checkable
class Adviser(Protocol):
    """A bot that can propose several acts and give reasons."""

    def proposals(self, situation: Situation, most: int) -> Sequence[ActProposal]:
        """Give proposals, the best first; the first is what `choose` takes, or better if more is searched here."""
        ...
