"""Through the Ages: A New Story of Civilization."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..entry import Entry

if TYPE_CHECKING:
    from ..contract import Game


def _rules() -> Game[Any, Any]:
    from .game import ThroughTheAges

    return ThroughTheAges()


ENTRY = Entry("Through the Ages", seats=(2, 3, 4), rules=_rules, aliases=("tta",))
