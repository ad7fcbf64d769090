"""The weakest bot: it takes any legal act but resigning."""

from __future__ import annotations

from tta_p2p.bots.base import Situation, sensible_options
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act


class RandomBot:
    """Chooses by chance."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def choose(self, situation: Situation) -> Act:
        """Choose any legal act but resigning."""
        return self._chance.choice(sensible_options(situation)).act
