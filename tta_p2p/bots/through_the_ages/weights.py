"""Weights of a bot: small tables of integers, which `scripts/tune` tries to improve by games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Weights:
    """A seat's weight for each thing, in hundredths of the weight at the level `easy`."""

    science: int = 100
    resource: int = 100
    food: int = 100
    hunger: int = 100
    """The culture that is lost where food is missing."""
    culture: int = 100
    """The culture that is produced each turn."""
    people: int = 100
    """What unused workers may yet build."""
    actions: int = 100
    """How many actions there are each turn."""
    action: int = 100
    """The action that is spent."""
    room: int = 100
    """Tokens and places for buildings that are free."""
    corruption: int = 100
    strength: int = 100
    early: int = 100
    """Strength in Ages A and I, in hundredths of what is made of it otherwise."""
    colonies: int = 100
    """The gain from colonies."""
    par: int = 100
    """The strength that others may soon have."""
    plans: int = 100
    """What cards of the civil hand may yet bring."""
    wonder: int = 100
    """The unfinished wonder."""
    monument: int = 0
    """A wonder that is finished, besides what it does, in hundredths of a point."""
    cards: int = 100
    """The military hand."""
    drawn: int = 100
    """A military card that will be drawn though the hand has no room for it."""
    events: int = 100
    """How an event treats the seat compared with the others."""
    attack: int = 100
    """What an aggression or a war would bring."""
    behind: int = 33
    """Strength that is missing to a rival beyond the first dozen."""
    several: int = 100
    """What is made of strength where there are several rivals, in hundredths of what is made of it with one."""
    rival: int = 30
    """What the others lose by an attack, when all there is of it counts."""


EASY = Weights()
NORMAL = Weights(
    science=145, corruption=200, room=150, hunger=200, strength=225, par=150, drawn=30, behind=100, several=67
)
"""What `easy` makes too little of: it had an income of 3 science for whole games, lost a sixth of its resources to
corruption, and had armies of warriors, since it drew three cards a turn that it could not keep. Whoever is far behind
in strength loses a war by all of it; at tables of four, who armed as much did badly."""

PERSONALITIES: Mapping[str, Mapping[str, int]] = {
    "warlike": {"strength": 270, "attack": 180, "rival": 50},
    "builder": {"culture": 110, "monument": 800},
    "scholar": {"science": 160},
}
"""In what those differ from others of their level that have a personality."""


def make_weights(personality: str, level: Weights = NORMAL) -> Weights:
    """Give the weights of a level; without a name, those of a bot without a personality."""
    return replace(level, **PERSONALITIES[personality]) if personality else level


MOST_BY_EDITION: Mapping[str, Mapping[str, int]] = {"2006": {"strength": 110, "par": 100}}
"""The most that a weight is where an edition is played. By the rules of 2006 strength brings less: a war over culture
takes no more than the advantage, there are fewer, and units are sacrificed against them."""


def limit_weights(w: Weights, edition: str) -> Weights:
    """Give the weights of a bot in a game of an edition."""
    most = MOST_BY_EDITION.get(edition, {})
    return replace(w, **{name: min(getattr(w, name), weight) for name, weight in most.items()}) if most else w
