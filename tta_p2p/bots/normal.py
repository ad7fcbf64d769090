"""The levels `normal` and `hard`: think further ahead than one act, in the way that suits the game.

How is the business of the game (`tta_p2p.bots.NAME.planner`, and for `hard` `foresight`: from a source of chance to
somebody who chooses, and from a personality too if the game has any). A game for which bots have none does not have
these levels (`levels.choices`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tta_p2p.bots.base import Adviser, Bot, Proposal, Situation, UnknownLevel, known_of, sensible
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act


class NormalBot:
    """Does what the planner of the game says, or the one with foresight."""

    def __init__(self, chance: Chance, personality: str = "", best: str = "planner") -> None:
        """``best``: what the planner of a game is called."""
        self._chance, self._personality, self._best = chance, personality, best
        self._planner: Bot | None = None

    def choose(self, situation: Situation) -> Act:
        """Choose an act; where there is only one, that is it. Raises UnknownLevel in a game without such a planner."""
        options = sensible(situation)
        return options[0].act if len(options) == 1 else self._made(situation).choose(situation)

    def proposals(self, situation: Situation, most: int) -> Sequence[Proposal]:
        """Say what it would do, and what is next best."""
        planner = self._made(situation)
        if isinstance(planner, Adviser):
            return planner.proposals(situation, most)
        return [Proposal((planner.choose(situation),))]

    def _made(self, situation: Situation) -> Bot:
        """The planner of the game."""
        if self._planner is None:
            game = situation.game.name
            make: Callable[..., Bot] | None = known_of(game, self._best, None)
            if make is None:
                raise UnknownLevel("hard" if self._best == "foresight" else "normal", game)
            has_it = self._personality in known_of(game, "PERSONALITIES", ())
            self._planner = make(self._chance, self._personality) if has_it else make(self._chance)
        return self._planner
