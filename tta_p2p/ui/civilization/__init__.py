"""The pages of Civilization, in English and Chinese, its map on the screen, and what can be looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tta_p2p.registry import lazy_function

from .digest import DIGEST

if TYPE_CHECKING:
    from tta_p2p.ui.tutorial import Tutorial

__all__ = ["DIGEST", "make_board", "make_presenter", "make_reference", "make_tutorials"]

make_presenter = lazy_function(f"{__name__}.presenter", "CivilizationPresenter")
make_reference = lazy_function(f"{__name__}.reference", "CivilizationReference")
make_board = lazy_function(f"{__name__}.screen", "CivilizationBoard")


def make_tutorials() -> tuple[Tutorial, ...]:
    """Give the first turns of the learning game as lessons."""
    from .tutorial import FIRST_TURNS

    return (FIRST_TURNS,)
