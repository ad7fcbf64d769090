"""Caravan: an example of a game, with sealed decisions and hands that are passed on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..entry import Entry

if TYPE_CHECKING:
    from ..game import Game


def _rules() -> Game[Any, Any]:
    from .rules import Caravan

    return Caravan()


ENTRY = Entry(
    "Caravan",
    seats=(2, 3, 4, 5),
    rules=_rules,
    example=True,
    titles={"zh-Hans": "商队", "zh-Hant": "商隊", "ja": "キャラバン"},
)
