"""Every card by its id, and which cards make up the decks of a game."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from ...kit.records import replace
from .actions import ACTIONS
from .aggressions import AGGRESSIONS
from .bonuses import BONUSES
from .edition_2006 import ABSENT, COPIES, REPRINTS, TABLES_2006
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

EDITION = "2015"
"""The edition that is played where nothing else is said."""


class Variant(StrEnum):
    """The games the rulebooks describe."""

    COMPLETE = "complete"
    FIRST_GAME = "first-game"  # the handbook's first game: Ages A, I, II, nothing hostile, a scoring of its own
    SHORT = "short"  # the complete rules with Ages A, I, II
    PEACEFUL = "peaceful"  # no aggressions, wars and pacts
    PEACEFUL_PACTS = "peaceful-pacts"  # as peaceful, but the four pacts that say nothing of attacks stay
    GLOBAL_CONFLICT = "global-conflict"  # as peaceful, but strength scores at the end of each age
    SIMPLE = "simple"  # of 2006: civil decks A and I, no hand of military cards, no politics, a scoring of its own
    ADVANCED = "advanced"  # of 2006: Ages A, I, II without wars, four impacts lie open


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
"""The cards of 2015 by table, in the order of the handbook's card lists."""

_CARDS_2015: Mapping[str, Card] = MappingProxyType({card.id: card for table in TABLES.values() for card in table})

CARDS: Mapping[str, Card] = MappingProxyType(
    {**_CARDS_2015, **{card.id: card for table in TABLES_2006.values() for card in table}}
)
"""Every card of both editions by its id, printed technologies included; its copies are those where it came out first
here: of a card that both have those of 2015 (`cards_of` has the others)."""

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

_REPRINTED = frozenset(REPRINTS.values())
_POLITICS = ("development-of-politics", "development-of-politics-2006")
_HOSTILE = (Kind.AGGRESSION, Kind.WAR, Kind.PACT)


@cache
def cards_of(edition: str) -> Mapping[str, Card]:
    """Give the cards of an edition by face, each with its copies there, in the order of the card lists."""
    if edition == "2015":
        return _CARDS_2015
    shared = {
        face: replace(card, copies=COPIES[face]) if face in COPIES else card
        for face, card in _CARDS_2015.items()
        if face not in ABSENT and face not in _REPRINTED
    }
    own = {face: card for face, card in CARDS.items() if face not in _CARDS_2015}
    tables = {table: number for number, table in enumerate(TABLES)}
    table_of = {
        card.id: tables[table] for both in (TABLES, TABLES_2006) for table, cards in both.items() for card in cards
    }
    in_order = sorted({**shared, **own}.items(), key=lambda one: (table_of[one[0]], one[1].age))
    return MappingProxyType(dict(in_order))


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
        case Variant.SIMPLE:
            return (card.age == 0 and card.id not in _POLITICS) or (card.age == 1 and card.deck is Deck.CIVIL)
        case Variant.ADVANCED:
            return card.age < 3 and card.kind is not Kind.WAR


@cache
def _deck(deck: Deck, age: int, players: int, variant: Variant, edition: str) -> tuple[str, ...]:
    return tuple(
        card.id
        for card in cards_of(edition).values()
        if card.age == age and card.deck is deck and in_variant(card, variant)
        for _ in range(card.copies[players - 2])
    )


def civil_deck(age: int, players: int, variant: Variant = Variant.COMPLETE, edition: str = EDITION) -> tuple[str, ...]:
    """Give the faces of the civil deck of an age for two to four players, repeats side by side."""
    return _deck(Deck.CIVIL, age, players, variant, edition)


def military_deck(
    age: int, players: int, variant: Variant = Variant.COMPLETE, edition: str = EDITION
) -> tuple[str, ...]:
    """Give the faces of the military deck of an age for two to four players, repeats side by side."""
    return _deck(Deck.MILITARY, age, players, variant, edition)
