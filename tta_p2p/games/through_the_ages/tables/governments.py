"""The governments; despotism is printed on the player board."""

from __future__ import annotations

from .model import Government, Symbols
from .words import Kind


def government(
    id: str,
    age: int,
    copies: tuple[int, int, int],
    science: int,
    revolution: int | None,
    urban_limit: int,
    symbols: Symbols,
) -> Government:
    """Make a government."""
    return Government(
        id=id,
        age=age,
        kind=Kind.GOVERNMENT,
        copies=copies,
        science=science,
        revolution=revolution,
        urban_limit=urban_limit,
        symbols=symbols,
    )


GOVERNMENTS = (
    government("despotism", 0, (0, 0, 0), 0, None, 2, Symbols(civil_actions=4, military_actions=2)),
    government(
        "theocracy",
        1,
        (1, 1, 1),
        6,
        1,
        3,
        Symbols(culture=1, strength=1, happy=1, civil_actions=4, military_actions=3),
    ),
    government("monarchy", 1, (1, 2, 2), 8, 2, 3, Symbols(civil_actions=5, military_actions=3)),
    government("constitutional-monarchy", 2, (1, 2, 2), 12, 6, 3, Symbols(civil_actions=6, military_actions=4)),
    government("republic", 2, (1, 1, 2), 13, 3, 3, Symbols(civil_actions=7, military_actions=2)),
    government("democracy", 3, (1, 2, 2), 17, 9, 4, Symbols(culture=3, civil_actions=7, military_actions=3)),
    government(
        "fundamentalism",
        3,
        (1, 1, 1),
        18,
        7,
        4,
        Symbols(science=-2, strength=5, civil_actions=6, military_actions=5),
    ),
    government("communism", 3, (1, 1, 1), 19, 5, 4, Symbols(happy=-1, civil_actions=7, military_actions=5)),
)
