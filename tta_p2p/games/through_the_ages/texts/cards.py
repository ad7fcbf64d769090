"""Names and texts of the cards by language: one catalogue a language, by card id.

English is complete. Another language may lack an entry; `name` and `text` then give the English one.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from . import cards_zh_hans
from .cards_en_civil import CIVIL
from .cards_en_military import MILITARY

_EN = {**CIVIL, **MILITARY}

NAMES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "en": MappingProxyType({card: name for card, (name, _) in _EN.items()}),
        "zh-Hans": MappingProxyType(cards_zh_hans.NAMES),
    }
)
"""Language -> card id -> name. Cards of several ages share a name; their ids tell them apart."""

TEXTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {"en": MappingProxyType({card: text for card, (_, text) in _EN.items()})}
)
"""Language -> card id -> what the card does, completely, in words."""


def name(card: str, language: str = "en") -> str:
    """Give a card's name in a language, else in English. Raises KeyError for an unknown card."""
    return NAMES.get(language, {}).get(card) or NAMES["en"][card]


def text(card: str, language: str = "en") -> str:
    """Give a card's text in a language, else in English. Raises KeyError for an unknown card."""
    return TEXTS.get(language, {}).get(card) or TEXTS["en"][card]
