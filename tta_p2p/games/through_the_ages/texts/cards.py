"""Names and texts of the cards by language: one catalogue a language, by card id; every language is complete."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from . import cards_en_civil, cards_en_military, cards_zh_hans_civil, cards_zh_hans_military

_CARDS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "en": {**cards_en_civil.CIVIL, **cards_en_military.MILITARY},
    "zh-Hans": {**cards_zh_hans_civil.CIVIL, **cards_zh_hans_military.MILITARY},
}

NAMES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        language: MappingProxyType({card: name for card, (name, _) in cards.items()})
        for language, cards in _CARDS.items()
    }
)
"""Language -> card id -> name. Cards of several ages share a name; their ids tell them apart."""

TEXTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        language: MappingProxyType({card: text for card, (_, text) in cards.items()})
        for language, cards in _CARDS.items()
    }
)
"""Language -> card id -> what the card does, completely, in words."""


def name(card: str, language: str = "en") -> str:
    """Give a card's name in a language, else in English. Raises KeyError for an unknown card."""
    return NAMES.get(language, NAMES["en"])[card]


def text(card: str, language: str = "en") -> str:
    """Give a card's text in a language, else in English. Raises KeyError for an unknown card."""
    return TEXTS.get(language, TEXTS["en"])[card]
