"""A bot that never surprises: it passes, declines and ends its turns. The rival of a tutorial."""

from __future__ import annotations

from tta_p2p.bots.base import Situation, sensible
from tta_p2p.games.contract import Act

QUIET = ("pass", "end", "decline", "done")
"""What it does, the first that is legal."""


class StillBot:
    """Chooses the act by which the least happens."""

    def choose(self, situation: Situation) -> Act:
        """The quietest legal act."""
        options = sensible(situation)
        quiet = (option for verb in QUIET for option in options if option.act.verb == verb)
        return next(quiet, options[-1]).act
