"""How bots play 7 Wonders: `easy` judges the state an act leads to (`outlook`), `normal` plays games out (`search`)."""

from __future__ import annotations

from tta_p2p.bots.base import Bot, Situation
from tta_p2p.bots.easy import Judge
from tta_p2p.games.chance import Chance

from .outlook import Outlook

POINT = 100
"""What a point is worth to the judge."""


def judge(situation: Situation) -> Judge:
    """The judge of one situation."""
    return Outlook(situation.seat)


def planner(chance: Chance) -> Bot:
    """A bot of the level `normal`."""
    from .search import Playouts

    return Playouts(chance)
