"""The weakest bot: any legal act is as good as any other, but it never gives up."""

from __future__ import annotations

from tta_p2p.bots.base import Situation
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act

NEVER = ("resign", "by-hand")
"""Acts that end a game early or only make it longer."""


class RandomBot:
    """Chooses by chance."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def choose(self, situation: Situation) -> Act:
        """Any legal act but giving up."""
        options = [option for option in situation.options if option.act.verb not in NEVER]
        options = options or list(situation.options)
        return options[self._chance.below(len(options))].act
