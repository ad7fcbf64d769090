"""The `normal` level: thinks further ahead than one act, in the way that suits the game.

How is the business of the game (`tta_p2p.bots.NAME.plan`: from a situation and a source of chance to an act). Where
bots have no plan for a game, this level plays like `easy`.
"""

from __future__ import annotations

from collections.abc import Callable

from tta_p2p.bots.base import Situation, known_of, sensible
from tta_p2p.bots.easy import EasyBot
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act


class NormalBot:
    """Does what the plan of the game says."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._easy = EasyBot(chance)

    def choose(self, situation: Situation) -> Act:
        """Choose an act; where there is only one, that is it."""
        options = sensible(situation)
        if len(options) == 1:
            return options[0].act
        plan: Callable[[Situation, Chance], Act] | None = known_of(situation.game.name, "plan", None)
        return plan(situation, self._chance) if plan is not None else self._easy.choose(situation)
