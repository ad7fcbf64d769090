"""The rules of a game by topic: a reference for people who know or learn it.

A game whose rules are short has them among its texts, as `rules.TOPIC`; one that has more keeps them apart.
Texts are paragraphs separated by empty lines; a paragraph that begins with `- ` is an item of a list, one that begins
with `| ` is a table, kept as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Topic:
    """One chapter of the rules: `words` are further words it is found by."""

    name: str
    title: str
    words: tuple[str, ...]
    text: str


def parse_topics(pages: Iterable[tuple[str, str, str, str]]) -> tuple[Topic, ...]:
    """Give the topics that are written down as name, title, words and text, in the order one would read them."""
    written = ((name, title, words.replace("、", " ").split(), text) for name, title, words, text in pages)
    return tuple(Topic(name, title, tuple(words), text.strip()) for name, title, words, text in written)


FURTHER = "rules-words."
"""How the keys of texts begin that have further words for a topic."""


def topics_in_texts(texts: Mapping[str, str]) -> tuple[Topic, ...]:
    """Give the topics among the texts of a game: of a text `rules.TOPIC` the first paragraph is the title.

    A text `rules-words.TOPIC` has further words by which it is found, with spaces between them, or `、`.
    """
    found = [(key.removeprefix("rules."), text) for key, text in texts.items() if key.startswith("rules.")]
    further = {key.removeprefix(FURTHER): text for key, text in texts.items() if key.startswith(FURTHER)}
    return parse_topics(
        (name, text.partition("\n\n")[0], further.get(name, ""), text.partition("\n\n")[2]) for name, text in found
    )
