"""Texts of the game, by language: names of cards, words, pages of the rules."""

from __future__ import annotations

from collections.abc import Mapping

from .names import NAMES
from .rules import RULES
from .words_en import EN
from .words_zh_hans import ZH_HANS

__all__ = ["NAMES", "RULES", "WORDS"]


def _with_likes(words: Mapping[str, str]) -> dict[str, str]:
    """Let wonders and sides be found as cards, too, and resources as words: plain views and labels show them so."""
    likes = {"wonder": "card", "side": "card", "resource": "word"}
    found = dict(words)
    for key, text in words.items():
        kind, _, name = key.partition(".")
        if kind in likes:
            found[f"{likes[kind]}.{name}"] = text
    return found


WORDS: Mapping[str, Mapping[str, str]] = {"en": _with_likes(EN), "zh-Hans": _with_likes(ZH_HANS)}
"""Language -> key of `Game.texts` -> text."""
