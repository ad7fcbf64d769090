"""The pages of Civilization, in English and Chinese, its map on the screen, and what can be looked up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .words import WORDS

if TYPE_CHECKING:
    from tta_p2p.games.game import Game
    from tta_p2p.i18n import Words
    from tta_p2p.ui.presenter import Presenter
    from tta_p2p.ui.reference import Reference
    from tta_p2p.ui.screen.boards import Board

__all__ = ["WORDS", "make_board", "make_presenter", "make_reference"]


def make_presenter(game: Game[Any, Any], words: Words, names: Sequence[str]) -> Presenter:
    """Give the presenter."""
    from .presenter import CivilizationPresenter

    return CivilizationPresenter(game, words, names)


def make_reference(presenter: Presenter) -> Reference:
    """Give what can be looked up."""
    from .reference import CivilizationReference

    return CivilizationReference(presenter)


def make_board(presenter: Presenter) -> Board:
    """Give what the full screen shows."""
    from .screen import CivilizationBoard

    return CivilizationBoard(presenter)
