"""How a bot of the `easy` level judges 7 Wonders."""

from __future__ import annotations

from tta_p2p.bots.base import Situation
from tta_p2p.bots.easy import Judge

from .outlook import Outlook


def judge(situation: Situation) -> Judge:
    """The judge of one situation."""
    return Outlook(situation.seat)
