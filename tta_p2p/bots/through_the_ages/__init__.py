"""How a bot of the `easy` level judges Through the Ages.

`outlook` says how long the game will go on and what things are worth until then, `standing` how well off a
civilization is, `plans` what its cards and unfinished things may still bring, `hidden` what to expect where the
public state does not show the outcome. Only the public state and the seat's own knowledge are used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tta_p2p.bots.base import Situation
    from tta_p2p.bots.easy import Judge

NEVER = ("resign", "by-hand")
"""Acts that end a game early or only make it longer."""
SELDOM = ("end", "pass", "destroy", "disband", "by-hand", "cancel", "decline")
"""Acts that waste what a seat has: where seats choose at random they seldom choose these."""


def judge(situation: Situation) -> Judge:
    """The judge of one situation."""
    from tta_p2p.bots.through_the_ages.acts import TheJudge

    return TheJudge(situation)
