"""The weakest bot: any legal act is as good as any other, but it never gives up."""

from __future__ import annotations

from tta_p2p.bots.base import Situation, sensible
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act


class RandomBot:
    """Chooses by chance."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def choose(self, situation: Situation) -> Act:
        """Any legal act but giving up."""
        return self._chance.choice(sensible(situation)).act
