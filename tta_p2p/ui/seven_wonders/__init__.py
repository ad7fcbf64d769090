"""The pages of 7 Wonders, in English and Chinese, and what can be looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tta_p2p.registry import lazy_function

from .digest import DIGEST

if TYPE_CHECKING:
    from tta_p2p.ui.tutorial import Tutorial

__all__ = ["DIGEST", "make_board", "make_presenter", "make_reference", "make_tutorials"]

make_presenter = lazy_function(f"{__name__}.presenter", "SevenWondersPresenter")
make_reference = lazy_function(f"{__name__}.reference", "SevenWondersReference")
make_board = lazy_function(f"{__name__}.screen", "SevenWondersBoard")


def make_tutorials() -> tuple[Tutorial, ...]:
    """Give a game of three in its three ages as lessons."""
    from .tutorial import THREE_AGES

    return (THREE_AGES,)
