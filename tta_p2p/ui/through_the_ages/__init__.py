"""The pages of Through the Ages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tta_p2p.registry import lazy_function

from .digest import DIGEST

if TYPE_CHECKING:
    from tta_p2p.ui.puzzle import Puzzle
    from tta_p2p.ui.tutorial import Tutorial

__all__ = ["DIGEST", "make_board", "make_presenter", "make_puzzles", "make_reference", "make_tutorials"]

make_presenter = lazy_function(f"{__name__}.presenter", "ThroughTheAgesPresenter")
make_reference = lazy_function(f"{__name__}.reference", "ThroughTheAgesReference")
make_board = lazy_function(f"{__name__}.screen", "ThroughTheAgesBoard")


def make_tutorials() -> tuple[Tutorial, ...]:
    """Give the first rounds as lessons, and what they do not have."""
    from .second_tutorial import make_tutorial
    from .tutorial import FIRST_ROUNDS

    return FIRST_ROUNDS, make_tutorial()


def make_puzzles() -> tuple[Puzzle, ...]:
    """Give the puzzles, the easiest first."""
    from .puzzles import make_puzzles as read

    return read()
