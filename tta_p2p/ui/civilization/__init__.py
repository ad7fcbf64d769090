"""The pages of Civilization, in English and Chinese, its map on the screen, and what can be looked up."""

from __future__ import annotations

from tta_p2p.registry import lazy_function

from .digest import DIGEST

__all__ = ["DIGEST", "make_board", "make_presenter", "make_reference"]

make_presenter = lazy_function(f"{__name__}.presenter", "CivilizationPresenter")
make_reference = lazy_function(f"{__name__}.reference", "CivilizationReference")
make_board = lazy_function(f"{__name__}.screen", "CivilizationBoard")
