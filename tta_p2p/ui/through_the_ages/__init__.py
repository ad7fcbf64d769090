"""The pages of Through the Ages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .words_digest import DIGEST
from .words_en import WORDS as ENGLISH
from .words_screen import SCREEN
from .words_tutorial import TUTORIAL
from .words_zh_hans import WORDS as CHINESE

if TYPE_CHECKING:
    from tta_p2p.games.game import Game
    from tta_p2p.i18n import Words
    from tta_p2p.ui.presenter import Presenter
    from tta_p2p.ui.reference import Reference
    from tta_p2p.ui.screen.boards import Board
    from tta_p2p.ui.tutorial import Tutorial

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {**ENGLISH, **DIGEST["en"], **SCREEN["en"], **TUTORIAL["en"]},
    "zh-Hans": {**CHINESE, **DIGEST["zh-Hans"], **SCREEN["zh-Hans"], **TUTORIAL["zh-Hans"]},
}
"""Language -> key -> text, for what these pages say."""


def make_presenter(game: Game[Any, Any], words: Words, names: Sequence[str]) -> Presenter:
    """Give the presenter."""
    from .presenter import ThroughTheAgesPresenter

    return ThroughTheAgesPresenter(game, words, names)


def make_reference(presenter: Presenter) -> Reference:
    """Give what can be looked up."""
    from .reference import ThroughTheAgesReference

    return ThroughTheAgesReference(presenter)


def make_board(presenter: Presenter) -> Board:
    """Give what the full screen shows."""
    from .screen import ThroughTheAgesBoard

    return ThroughTheAgesBoard(presenter)


def make_tutorial() -> Tutorial:
    """Give the first rounds as lessons."""
    from .tutorial import TUTORIAL as LESSONS

    return LESSONS
