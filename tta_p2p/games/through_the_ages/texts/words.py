"""What the rules say to people, by language. English is complete; another language may lack an entry."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from . import words_en, words_zh_hans
from .labels import LABELS

WORDS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "en": MappingProxyType({**words_en.WORDS, **LABELS["en"]}),
        "zh-Hans": MappingProxyType({**words_zh_hans.WORDS, **LABELS["zh-Hans"]}),
    }
)
"""Language -> key of `Game.texts` -> text."""
