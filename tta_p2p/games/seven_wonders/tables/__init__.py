"""The tables: every card and board, and what the rules count with."""

from __future__ import annotations

from .age_1 import AGE_1
from .age_2 import AGE_2
from .age_3 import AGE_3
from .boards import BOARDS, TURNS
from .digests import table_digests
from .guilds import GUILDS
from .model import AGES, Board, Card

__all__ = [
    "AGES",
    "BOARD",
    "CARDS",
    "COINS_A_POINT",
    "CONFLICT",
    "DEFEAT",
    "GUILDS",
    "HAND",
    "PRICE",
    "SALE",
    "SCIENCE_SET",
    "START_COINS",
    "TABLES",
    "TURNS",
    "deck",
    "table_digests",
]

TABLES = {"age-1": AGE_1, "age-2": AGE_2, "age-3": AGE_3, "guilds": GUILDS}
CARDS: dict[str, Card] = {card.face: card for table in TABLES.values() for card in table}
"""Face -> card."""
BOARD: dict[str, Board] = {board.name: board for board in BOARDS}
"""Name -> wonder."""

HAND = 7
"""Cards each player is dealt in an age."""
START_COINS = 3
PRICE = 2
"""Coins for a resource of a neighbour, without a discount."""
SALE = 3
"""Coins for a sold card."""
CONFLICT = {1: 1, 2: 3, 3: 5}
"""Age -> points of a won conflict."""
DEFEAT = -1
"""Points of a lost conflict."""
SCIENCE_SET = 7
"""Points for three different science symbols."""
COINS_A_POINT = 3


def deck(age: int, players: int) -> tuple[str, ...]:
    """Give the faces of an age's deck for so many players, without the guilds."""
    cards = (card for table in (AGE_1, AGE_2, AGE_3) for card in table if card.age == age)
    return tuple(card.face for card in cards for least in card.copies if least <= players)
