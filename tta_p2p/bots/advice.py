"""Advice: what a bot would do and why, and its next best proposals."""

from __future__ import annotations

from tta_p2p.bots.base import ActProposal, Adviser, Situation, sensible_options
from tta_p2p.bots.levels import make_bot

MAX_PROPOSALS = 3
"""Number of proposals given."""


def advise(situation: Situation, level: str, seed: str) -> tuple[ActProposal, ...]:
    """Give the best proposals of a bot of a level, the best first; each begins with another act."""
    bot = make_bot(level, seed, situation.game.name)
    options = sensible_options(situation)
    if len(options) == 1:
        return (ActProposal((options[0].act,)),)
    if isinstance(bot, Adviser):
        return tuple(bot.proposals(situation, MAX_PROPOSALS))
    return (ActProposal((bot.choose(situation),)),)
