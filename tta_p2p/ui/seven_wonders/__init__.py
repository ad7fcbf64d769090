"""The pages of 7 Wonders, in English and Chinese, and what can be looked up."""

from __future__ import annotations

from tta_p2p.registry import lazy_function

from .digest import DIGEST

__all__ = ["DIGEST", "make_board", "make_presenter", "make_reference"]

make_presenter = lazy_function(f"{__name__}.presenter", "SevenWondersPresenter")
make_reference = lazy_function(f"{__name__}.reference", "SevenWondersReference")
make_board = lazy_function(f"{__name__}.screen", "SevenWondersBoard")
