"""How bots play Civilization: `easy` judges the state an act leads to (`outlook`)."""

from __future__ import annotations

from tta_p2p.bots.base import Situation
from tta_p2p.bots.easy import Judge

from .outlook import Outlook

SELDOM = ("end", "done", "stop", "enough", "wait", "keep", "pass", "rest")
"""Verbs that seats choosing at random in simulations seldom use: they end what could still be done."""

UNATTENDED = {"idle-turns": "end"}
"""Options of games in which no person sits."""


def judge(situation: Situation) -> Judge:
    """The judge of one situation."""
    return Outlook(situation.seat, situation.state)
