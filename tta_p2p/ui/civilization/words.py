"""What the pages of Civilization say, by language."""

from __future__ import annotations

from collections.abc import Mapping

from .texts_en import TEXTS as ENGLISH_TEXTS
from .texts_zh_hans import TEXTS as CHINESE_TEXTS
from .words_en import WORDS as ENGLISH
from .words_zh_hans import WORDS as CHINESE

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {**ENGLISH, **ENGLISH_TEXTS},
    "zh-Hans": {**CHINESE, **CHINESE_TEXTS},
}
"""Language -> key -> text."""
