"""What the game says, by language: names of cards, words, pages of the rules."""

from __future__ import annotations

from collections.abc import Mapping

from .names import NAMES
from .rules import RULES
from .words_en import EN
from .words_zh_hans import ZH_HANS

__all__ = ["NAMES", "RULES", "WORDS"]


def _with_wonders(words: Mapping[str, str]) -> dict[str, str]:
    """Let wonders be found as cards, too: plain views show any word as one."""
    wonders = {f"card.{key.partition('.')[2]}": text for key, text in words.items() if key.startswith("wonder.")}
    sides = {f"card.{key.partition('.')[2]}": text for key, text in words.items() if key.startswith("side.")}
    return {**words, **wonders, **sides}


WORDS: Mapping[str, Mapping[str, str]] = {"en": _with_wonders(EN), "zh-Hans": _with_wonders(ZH_HANS)}
"""Language -> key of `Game.texts` -> text."""
