"""Smugglers: an example of a game, with actions in turns, claims about hidden cards and a look at them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..entry import Entry

if TYPE_CHECKING:
    from ..game import Game


def _rules() -> Game[Any, Any]:
    from .rules import Smugglers

    return Smugglers()


ENTRY = Entry(
    "Smugglers",
    seats=(2, 3, 4),
    rules=_rules,
    example=True,
    titles={"zh-Hans": "走私者", "zh-Hant": "走私者", "ja": "密輸人"},
)
