"""Cards and boards of Through the Ages as data.

`CARDS` has every card by its id (which is also its face), `BOARD` what is printed elsewhere. The records are in
`model`, what cards do is written in the words of `effects`, `abilities` and `formulas`.
"""

from .boards import BOARD, Board
from .decks import (
    CARDS,
    PRINTED,
    STARTING_WORKERS,
    TABLES,
    Variant,
    civil_deck,
    in_variant,
    military_deck,
)
from .digests import table_digests

__all__ = [
    "BOARD",
    "CARDS",
    "PRINTED",
    "STARTING_WORKERS",
    "TABLES",
    "Board",
    "Variant",
    "civil_deck",
    "in_variant",
    "military_deck",
    "table_digests",
]
