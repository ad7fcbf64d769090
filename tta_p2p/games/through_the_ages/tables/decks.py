"""Every card by its id, and which cards make up the decks of a game."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from .actions import ACTIONS
from .aggressions import AGGRESSIONS
from .bonuses import BONUSES
from .events import EVENTS
from .governments import GOVERNMENTS
from .leaders import LEADERS
from .model import Card, Deck, OnAttack, Pact, WorkerTechnology
from .pacts import PACTS
from .special import SPECIAL_TECHNOLOGIES
from .tactics import TACTICS
from .technologies import FARMS, MINES, UNIT_TECHNOLOGIES, URBAN_BUILDINGS
from .territories import TERRITORIES
from .wars import WARS
from .wonders import WONDERS
from .words import Kind


class Variant(StrEnum):
    """The games the handbook describes."""

    COMPLETE = "complete"
    FIRST_GAME = "first-game"  # the handbook's first game: Ages A, I, II, nothing hostile, a scoring of its own
    SHORT = "short"  # the complete rules with Ages A, I, II
    PEACEFUL = "peaceful"  # no aggressions, wars and pacts
    PEACEFUL_PACTS = "peaceful-pacts"  # as peaceful, but the four pacts that say nothing of attacks stay
    GLOBAL_CONFLICT = "global-conflict"  # as peaceful, but strength scores at the end of each age


TABLES: Mapping[str, tuple[Card, ...]] = MappingProxyType(
    {
        "leaders": LEADERS,
        "wonders": WONDERS,
        "farms": FARMS,
        "mines": MINES,
        "urban": URBAN_BUILDINGS,
        "units": UNIT_TECHNOLOGIES,
        "special": SPECIAL_TECHNOLOGIES,
        "governments": GOVERNMENTS,
        "actions": ACTIONS,
        "events": EVENTS,
        "territories": TERRITORIES,
        "tactics": TACTICS,
        "aggressions": AGGRESSIONS,
        "wars": WARS,
        "pacts": PACTS,
        "bonuses": BONUSES,
    }
)
"""The cards by table, in the order of the handbook's card lists."""

CARDS: Mapping[str, Card] = MappingProxyType({card.id: card for table in TABLES.values() for card in table})
"""Every card by its id, printed technologies included."""

PRINTED: tuple[str, ...] = tuple(
    card.id for card in CARDS.values() if card.age == 0 and card.is_technology and not any(card.copies)
)
"""The technologies printed on the player board, the government included."""

STARTING_WORKERS: Mapping[str, int] = MappingProxyType(
    {
        card.id: card.starting_workers
        for card in CARDS.values()
        if isinstance(card, WorkerTechnology) and card.starting_workers is not None
    }
)
"""Workers on the technologies of the player board when the game begins."""

_HOSTILE = (Kind.AGGRESSION, Kind.WAR, Kind.PACT)


def in_variant(card: Card, variant: Variant) -> bool:
    """Say whether a variant's decks hold this card (for some number of players).

    The short game uses events of Age III and a War over Culture outside the decks; they are not counted.
    """
    match variant:
        case Variant.COMPLETE:
            return True
        case Variant.FIRST_GAME:
            return card.first_game
        case Variant.SHORT:
            return card.age < 3
        case Variant.PEACEFUL | Variant.GLOBAL_CONFLICT:
            return card.kind not in _HOSTILE
        case Variant.PEACEFUL_PACTS:
            return card.kind not in _HOSTILE or (isinstance(card, Pact) and card.on_attack is OnAttack.NONE)


@cache
def _deck(deck: Deck, age: int, players: int, variant: Variant) -> tuple[str, ...]:
    return tuple(
        card.id
        for card in CARDS.values()
        if card.age == age and card.deck is deck and in_variant(card, variant)
        for _ in range(card.copies[players - 2])
    )


def civil_deck(age: int, players: int, variant: Variant = Variant.COMPLETE) -> tuple[str, ...]:
    """Give the faces of the civil deck of an age for two to four players, repeats side by side."""
    return _deck(Deck.CIVIL, age, players, variant)


def military_deck(age: int, players: int, variant: Variant = Variant.COMPLETE) -> tuple[str, ...]:
    """Give the faces of the military deck of an age for two to four players, repeats side by side."""
    return _deck(Deck.MILITARY, age, players, variant)
