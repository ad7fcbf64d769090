"""A bot that passes, declines and ends its turns: the rival in a tutorial."""

from __future__ import annotations

from tta_p2p.bots.base import Situation, sensible_options
from tta_p2p.games.contract import Act

PASSIVE_VERBS = ("pass", "end", "decline", "done")
"""Verbs in order of preference."""


class PassiveBot:
    """Takes the act that changes the least."""

    def choose(self, situation: Situation) -> Act:
        """Choose the first legal act of `PASSIVE_VERBS`, else the last option."""
        options = sensible_options(situation)
        quiet = (option for verb in PASSIVE_VERBS for option in options if option.act.verb == verb)
        return next(quiet, options[-1]).act
