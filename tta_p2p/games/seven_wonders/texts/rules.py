"""The rules by topic and language: a reference for people who know or learn the game.

A topic is a name, a title, words it is also found by, and a text. Texts are paragraphs separated by empty lines; a
paragraph that begins with `- ` is an item of a list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .rules_en import ENGLISH
from .rules_zh_hans import CHINESE


@dataclass(frozen=True, slots=True)
class Topic:
    """One chapter of the rules."""

    name: str
    title: str
    words: tuple[str, ...]
    text: str


def _topics(pages: Iterable[tuple[str, str, str, str]]) -> tuple[Topic, ...]:
    return tuple(Topic(name, title, tuple(words.split()), text.strip()) for name, title, words, text in pages)


RULES: Mapping[str, tuple[Topic, ...]] = {"en": _topics(ENGLISH), "zh-Hans": _topics(CHINESE)}
"""Language -> topics, in the order one would read them."""
