"""Squares of the map: a number each, and a name by which people and views write it."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from ...kit.view import NamedNumbers

WIDE = 16
"""Squares are numbered as though the map were so wide, whatever its size."""
_NAMES = tuple(f"{chr(ord('a') + square % WIDE)}{square // WIDE + 1}" for square in range(WIDE * WIDE))


def name_of(square: int) -> str:
    """Write a square: columns are letters from the left, rows numbers from the top.

    >>> name_of(0), name_of(WIDE * 3 + 2)
    ('a1', 'c4')
    """
    return _NAMES[square]


SQUARES = {name: square for square, name in enumerate(_NAMES)}
"""Name -> square."""

Square: TypeAlias = Annotated[int, NamedNumbers(_NAMES.__getitem__, SQUARES)]
"""A square of the map: `y * 16 + x`, from the top left; views have its name."""
