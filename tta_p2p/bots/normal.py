"""The levels `normal` and `hard`: they plan further ahead than one act, each game in its own way.

The game's package makes the planner (`tta_p2p.bots.NAME.make_planner`, for `hard` `make_lookahead`) from a source of
chance, and from a personality if it has any. A game without a planner does not have these levels (`levels.choices`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tta_p2p.bots.base import ActProposal, Adviser, Bot, Situation, UnknownLevel, game_attribute, sensible_options
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act


class NormalBot:
    """Lets the planner of the game choose."""

    def __init__(self, chance: Chance, personality: str = "", factory: str = "make_planner") -> None:
        """``factory``: the attribute of the game's package that makes the planner."""
        self._chance, self._personality, self._factory = chance, personality, factory
        self._planner: Bot | None = None

    def choose(self, situation: Situation) -> Act:
        """Choose an act; a single legal act needs no planner. Raises UnknownLevel if the game has no such planner."""
        options = sensible_options(situation)
        return options[0].act if len(options) == 1 else self._planner_for(situation).choose(situation)

    def proposals(self, situation: Situation, most: int) -> Sequence[ActProposal]:
        """Give the proposals of the planner, the best first."""
        planner = self._planner_for(situation)
        if isinstance(planner, Adviser):
            return planner.proposals(situation, most)
        return [ActProposal((planner.choose(situation),))]

    def _planner_for(self, situation: Situation) -> Bot:
        """Give the planner of the game, made once."""
        if self._planner is None:
            game = situation.game.name
            make: Callable[..., Bot] | None = game_attribute(game, self._factory, None)
            if make is None:
                raise UnknownLevel("hard" if self._factory == "make_lookahead" else "normal", game)
            has_it = self._personality in game_attribute(game, "PERSONALITIES", ())
            self._planner = make(self._chance, self._personality) if has_it else make(self._chance)
        return self._planner
