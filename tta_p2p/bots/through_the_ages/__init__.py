"""How bots play Through the Ages: `easy` judges what one act leads to, `normal` plans whole turns (`whole_turn`),
`hard` plays the best of them a round further (`ahead`).

`outlook` says how long the game will go on and what things are worth until then, `standing` how well off a
civilization is, `plans` what its cards and unfinished things may still bring, `hidden` what to expect where the
public state does not show the outcome. Only the public state and the seat's own knowledge are used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tta_p2p.bots.base import Bot, Situation
    from tta_p2p.bots.easy import Judge
    from tta_p2p.games.chance import Chance

NEVER = ("resign", "by-hand")
"""Acts that end a game early or only make it longer."""
SELDOM = ("end", "pass", "destroy", "disband", "by-hand", "cancel", "decline")
"""Acts that waste what a seat has: where seats choose at random they seldom choose these."""


POINT = 100
"""What a point of culture is worth to the judge."""


def judge(situation: Situation) -> Judge:
    """The judge of one situation."""
    from tta_p2p.bots.through_the_ages.acts import plain_judge

    return plain_judge(situation)


PERSONALITIES = ("warlike", "builder", "scholar")
"""Whoever plans turns may make more of armies, of wonders and culture, or of science."""


def planner(chance: Chance, personality: str = "") -> Bot:
    """A bot of the level `normal`."""
    from tta_p2p.bots.through_the_ages.weights import weights_of
    from tta_p2p.bots.through_the_ages.whole_turn import TurnPlanner

    return TurnPlanner(chance, weights=weights_of(personality))


def foresight(chance: Chance, personality: str = "") -> Bot:
    """A bot of the level `hard`."""
    from tta_p2p.bots.through_the_ages.ahead import ForesightPlanner
    from tta_p2p.bots.through_the_ages.weights import weights_of

    return ForesightPlanner(chance, weights=weights_of(personality))


def people(seats: int) -> Mapping[str, float]:
    """Say what people come to with so many seats."""
    from tta_p2p.bots.through_the_ages.behaviour import PEOPLE

    return PEOPLE.get(seats, {})
