"""Culture events: three decks of cards, each played in a phase of its owner."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """A culture event: its deck, how many there are, the phase in which it is played, what it does.

    `number`: production, squares, the highest level, or how many are hit; `reach`: how far it reaches from figures and
    cities of who plays it, in steps without diagonals (0: anywhere); `kinds`: resources it counts as, terrains it
    changes (`into` is what they become), or what it cancels: `own` events aimed at
    oneself only, `ability` abilities, too.
    """

    name: str
    level: int
    copies: int
    phase: str
    does: str
    number: int = 0
    reach: int = 0
    kinds: tuple[str, ...] = ()
    into: str = ""


_GIFT = ("iron", "wheat", "spy", "silk")
EVENT_LIST = (
    Event("defection", 1, 2, "movement", "kill", 1, reach=4),
    Event("bread-and-circuses", 1, 2, "any", "cancel", kinds=("own",)),
    Event("sabotage", 1, 2, "start", "wreck", 1, reach=4),
    Event("drought", 1, 2, "start", "spoil", kinds=("forest", "grassland", "desert", "water"), into="desert"),
    Event("disoriented", 1, 1, "cities", "push", 2),
    Event("we-love-the-despot-day", 1, 3, "cities", "production", 4),
    Event("a-gift-from-afar", 1, 3, "any", "gift", 1, kinds=_GIFT),
    Event("the-citizens-are-revolting", 1, 1, "start", "anarchy"),
    Event("exchange-of-ideas", 1, 3, "start", "swap", 1),
    Event("lost", 2, 1, "cities", "push", 3),
    Event("catastrophe", 2, 1, "start", "wreck", 1, reach=6),
    Event("jousting-tourney", 2, 2, "any", "cancel"),
    Event("mass-defection", 2, 2, "movement", "kill", 2, reach=6),
    Event("a-generous-gift", 2, 3, "any", "gift", kinds=_GIFT),
    Event("we-love-the-queen-day", 2, 2, "cities", "production", 6),
    Event("deforestation", 2, 2, "start", "spoil", kinds=("forest",), into="grassland"),
    Event("the-citizens-are-revolting-ii", 2, 1, "start", "anarchy"),
    Event("knowledge-shared", 2, 3, "start", "swap", 2),
    Event("out-of-position", 3, 1, "cities", "push", 4),
    Event("disaster", 3, 1, "start", "wreck", 2),
    Event("wholesale-defection", 3, 2, "movement", "kill", 2),
    Event("think-tank", 3, 2, "start", "swap", 3),
    Event("primetime-tv", 3, 2, "any", "cancel", kinds=("ability",)),
    Event("we-love-the-president-day", 3, 1, "cities", "production", 8),
    Event("a-princely-gift", 3, 2, "any", "gift", kinds=(*_GIFT, "uranium")),
)
EVENTS = {one.name: one for one in EVENT_LIST}
"""Name -> event."""
LEVELS = (1, 2, 3)
CULTURE_HAND = 2
"""So many may be kept at first."""


def event_deck(level: int) -> tuple[str, ...]:
    """Give the faces of a deck."""
    return tuple(one.name for one in EVENT_LIST if one.level == level for _ in range(one.copies))
