"""The rules of a game by topic: a reference for people who know or learn it.

A game has them among its texts: `rules.TOPIC` is the title of a topic, and each text `rules.TOPIC.NAME` a paragraph, in
the order of the English ones. Where rules are short, `rules.TOPIC` may be all of it, with empty lines between title and
paragraphs. A paragraph that begins with `- ` is an item of a list, one that begins with `| ` is a table, kept as it is.
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


RULES = "rules."
"""How the keys of texts begin that are rules."""
FURTHER = "rules-words."
"""How the keys of texts begin that have further words for a topic."""
BREAK = "\n\n"
"""What stands between paragraphs."""


def topics_in_texts(texts: Mapping[str, str], english: Mapping[str, str] | None = None) -> tuple[Topic, ...]:
    """Give the topics among the texts of a game, none where it has no rules; `english`: the same texts in English.

    English says which paragraphs a topic has, and every one that the texts lack. A text `rules-words.TOPIC` has further
    words by which a topic is found, with spaces between them, or `、`.
    """
    if not any(key.startswith(RULES) for key in texts):
        return ()
    source = texts if english is None else english
    whole = {**source, **texts}
    names = [key.removeprefix(RULES) for key in whole if key.startswith(RULES) and "." not in key.removeprefix(RULES)]
    paragraphs: dict[str, list[str]] = {}
    for key in source:
        if key.startswith(RULES) and key.count(".") > 1:
            paragraphs.setdefault(key.split(".")[1], []).append(key)

    def page(name: str) -> tuple[str, str, str, str]:
        own = [] if BREAK in whole[RULES + name] else [whole[key] for key in paragraphs.get(name, ())]
        title, _, text = BREAK.join((whole[RULES + name], *own)).partition(BREAK)
        return name, title, whole.get(FURTHER + name, ""), text

    return parse_topics(map(page, names))
