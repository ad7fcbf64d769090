"""The military bonus cards: defence or colonization."""

from __future__ import annotations

from .model import BonusCard
from .words import Kind


def _bonus(id: str, age: int, defense: int, colonization: int) -> BonusCard:
    return BonusCard(id=id, age=age, kind=Kind.BONUS, copies=(6, 6, 6), defense=defense, colonization=colonization)


BONUSES = (
    _bonus("defense-colonization-i", 1, 2, 1),
    _bonus("defense-colonization-ii", 2, 4, 2),
    _bonus("defense-colonization-iii", 3, 6, 3),
)
