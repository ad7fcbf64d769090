"""What the pages of 7 Wonders say, by language."""

from __future__ import annotations

from collections.abc import Mapping

from .words_en import WORDS as ENGLISH
from .words_zh_hans import WORDS as CHINESE

WORDS: Mapping[str, Mapping[str, str]] = {"en": ENGLISH, "zh-Hans": CHINESE}
"""Language -> key -> text."""
