"""The rules of a game by topic: a reference for people who know or learn it.

Texts are paragraphs separated by empty lines; a paragraph that begins with `- ` is an item of a list, one that begins
with `| ` is a table, kept as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Topic:
    """One chapter of the rules: `words` are further words it is found by."""

    name: str
    title: str
    words: tuple[str, ...]
    text: str


def topics(pages: Iterable[tuple[str, str, str, str]]) -> tuple[Topic, ...]:
    """Give the topics that are written down as name, title, words and text, in the order one would read them."""
    return tuple(Topic(name, title, tuple(words.split()), text.strip()) for name, title, words, text in pages)
