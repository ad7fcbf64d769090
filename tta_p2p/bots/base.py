"""What every bot is: something that chooses one legal act from what its seat may know.

What bots know of a game stands in the module of its name in this package, if there is one: `judge`, which makes the
judge of a situation (`easy.Judge`); `planner`, which makes a bot of the level `normal`; `foresight`, one of the level
`hard`; `PERSONALITIES`, those of `levels.PERSONALITIES` that the planner takes as its second argument; `NEVER`, the
verbs of acts no bot takes, because they end a game early or only make it longer; `SELDOM`, the verbs of acts that
seats in simulations choose seldom where they choose at random; `POINT`, what a point is worth to the judge, where it
reckons in points; and `people`, which says what people come to on average with so many seats, by the keys of what the
game counts of a seat (and `points`), as far as that is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from tta_p2p.games.contract import Act, Knowledge, Option, Seat
from tta_p2p.games.game import Game
from tta_p2p.registry import beside, title


@dataclass(frozen=True, slots=True)
class Situation:
    """What a seat that must decide may use: the public state, its own knowledge, and its legal acts."""

    game: Game[Any, Any]
    state: Any
    knows: Knowledge
    seat: Seat
    options: tuple[Option, ...]


class UnknownLevel(Exception):
    """There are no bots of that level, in a game or in any; ``choices``: the levels there are, where known."""

    def __init__(self, level: str, game: str | None, choices: Sequence[str] = ()) -> None:
        self.level, self.choices = level, tuple(choices)
        where = f"{title(game)} has no bots" if game else "there are no bots"
        there = f"; its levels are {', '.join(choices)}" if choices else ""
        super().__init__(f"{where} of level {level!r}{there}")


def known_of(game: str, name: str, otherwise: Any) -> Any:
    """Give what bots know of a game under this name, or something else if they know nothing."""
    return getattr(beside(__package__, game), name, otherwise)


def sensible(situation: Situation) -> list[Option]:
    """Give the legal acts a bot may take: all of them if there are no others."""
    never = known_of(situation.game.name, "NEVER", ())
    return [option for option in situation.options if option.act.verb not in never] or list(situation.options)


class Bot(Protocol):
    """One player without a person."""

    def choose(self, situation: Situation) -> Act:
        """One of the legal acts."""
        ...


@dataclass(frozen=True, slots=True)
class Proposal:
    """One way to go on."""

    acts: tuple[Act, ...]
    """The act that is proposed, and those with which the bot means to go on."""
    worth: int | None = None
    """What the bot expects of it, in hundredths of a point, to be compared with other proposals; None: unknown."""
    reasons: Mapping[str, int] | None = None
    """What the bot sees in it, in hundredths of a point, by keys of the game's texts (`advice.KEY`)."""


@runtime_checkable
class Adviser(Protocol):
    """A bot that can say what it would do instead, and why."""

    def proposals(self, situation: Situation, most: int) -> Sequence[Proposal]:
        """Ways to go on, the best first: what `choose` would choose, or better where more is tried here than there."""
        ...
