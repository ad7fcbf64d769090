"""The rules of Through the Ages in English, by topic: a reference for people who know or learn the game.

A topic is a name, a title, words it is also found by, and a text. Texts are paragraphs separated by empty lines;
a paragraph that begins with `- ` is an item of a list, one that begins with `| ` is a table, kept as it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from .rules_en_attack import ATTACK
from .rules_en_build import BUILD
from .rules_en_course import COURSE


@dataclass(frozen=True, slots=True)
class Topic:
    """One chapter of the rules."""

    name: str
    title: str
    words: tuple[str, ...]
    text: str


TOPICS: tuple[Topic, ...] = tuple(
    Topic(name, title, tuple(words.split()), text.strip()) for name, title, words, text in COURSE + BUILD + ATTACK
)
"""All topics, in the order one would read them."""
