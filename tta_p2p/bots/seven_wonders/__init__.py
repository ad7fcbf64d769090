"""How bots play 7 Wonders: `easy` judges the state an act leads to (`outlook`), `normal` plays games out (`search`)."""

from __future__ import annotations

from tta_p2p.bots.base import Situation
from tta_p2p.bots.easy import Judge
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act

from .outlook import Outlook


def judge(situation: Situation) -> Judge:
    """The judge of one situation."""
    return Outlook(situation.seat)


def plan(situation: Situation, chance: Chance) -> Act:
    """What a bot of the level `normal` chooses."""
    from .search import plan as search

    return search(situation, chance)
