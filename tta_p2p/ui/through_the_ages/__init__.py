"""The pages of Through the Ages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tta_p2p.registry import lazy_function

from .digest import DIGEST
from .words_digest import DIGEST as SHORT
from .words_en import WORDS as ENGLISH
from .words_screen import SCREEN
from .words_tutorial import TUTORIAL
from .words_zh_hans import WORDS as CHINESE

if TYPE_CHECKING:
    from tta_p2p.ui.tutorial import Tutorial

__all__ = ["DIGEST", "WORDS", "make_board", "make_presenter", "make_reference", "make_tutorial"]

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {**ENGLISH, **SHORT["en"], **SCREEN["en"], **TUTORIAL["en"]},
    "zh-Hans": {**CHINESE, **SHORT["zh-Hans"], **SCREEN["zh-Hans"], **TUTORIAL["zh-Hans"]},
}
"""Language -> key -> text, for what these pages say."""

make_presenter = lazy_function(f"{__name__}.presenter", "ThroughTheAgesPresenter")
make_reference = lazy_function(f"{__name__}.reference", "ThroughTheAgesReference")
make_board = lazy_function(f"{__name__}.screen", "ThroughTheAgesBoard")


def make_tutorial() -> Tutorial:
    """Give the first rounds as lessons."""
    from .tutorial import TUTORIAL as LESSONS

    return LESSONS
