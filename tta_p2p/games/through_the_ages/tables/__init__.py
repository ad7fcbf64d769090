"""Cards and boards of Through the Ages as data.

`CARDS` has every card by its id (which is also its face), `BOARD` what is printed elsewhere; `edition_2006` has what
another edition has of its own, and `cards_of` gives the cards of one. The records are in
`model`, what cards do is written in the words of `effects`, `abilities` and `formulas`.
"""

from .boards import BOARD, Board, Tracks
from .decks import (
    CARDS,
    EDITION,
    PRINTED,
    STARTING_WORKERS,
    TABLES,
    Variant,
    cards_of,
    civil_deck,
    in_variant,
    military_deck,
)
from .digests import edition_2006_digest, table_digests

__all__ = [
    "BOARD",
    "CARDS",
    "EDITION",
    "PRINTED",
    "STARTING_WORKERS",
    "TABLES",
    "Board",
    "Tracks",
    "Variant",
    "cards_of",
    "civil_deck",
    "edition_2006_digest",
    "in_variant",
    "military_deck",
    "table_digests",
]
