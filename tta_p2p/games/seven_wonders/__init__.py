"""7 Wonders, second edition, for 3 to 7 players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..entry import Entry

if TYPE_CHECKING:
    from ..contract import Game


def _rules() -> Game[Any, Any]:
    from .game import SevenWonders

    return SevenWonders()


SEATS = (3, 4, 5, 6, 7)
"""The numbers of seats it can be played with."""
ENTRY = Entry("7 Wonders", seats=SEATS, rules=_rules, aliases=("7-wonders", "7w"))
