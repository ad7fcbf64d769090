"""Positions of games of 2006, in the words of `..play`."""

from __future__ import annotations

from typing import Any

from ..play import Playing, play
from ..politics.revealing import reveal

OPTIONS = {"edition": "2006"}


def old(*civilizations: Any, **table: Any) -> Playing:
    """Play on from a position of 2006."""
    return play(*civilizations, options=OPTIONS, **table)


def turned_up(event: str, *civilizations: Any, **table: Any) -> Playing:
    """Let seat 0 prepare some event so that this one is revealed."""
    return reveal(event, *civilizations, options=OPTIONS, **table)
