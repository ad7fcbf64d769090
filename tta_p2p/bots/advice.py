"""What a bot thinks best and why, for people who ask, and what it thinks next best."""

from __future__ import annotations

from tta_p2p.bots.base import Adviser, Proposal, Situation, sensible
from tta_p2p.bots.levels import make_bot

MOST = 3
"""How many ways to go on are named."""


def advise(situation: Situation, level: str, seed: str) -> tuple[Proposal, ...]:
    """What a bot of a level would do, and what it thinks next best; each with another first act."""
    bot = make_bot(level, seed, situation.game.name)
    options = sensible(situation)
    if len(options) == 1:
        return (Proposal((options[0].act,)),)
    if isinstance(bot, Adviser):
        return tuple(bot.proposals(situation, MOST))
    return (Proposal((bot.choose(situation),)),)
