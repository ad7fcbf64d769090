"""The words of a game's pages beside those of the application."""

from __future__ import annotations

from collections.abc import Mapping

from tta_p2p.i18n import Words, chain, page_texts
from tta_p2p.registry import companion_module


def with_pages(words: Words, game: str) -> Words:
    """Give words, and those that the pages of a game have in their language. Raises UnknownGame.

    The module that a game has in this package may bring some itself (`WORDS`: language -> key -> text).
    """
    own: Mapping[str, Mapping[str, str]] = getattr(companion_module(__package__, game), "WORDS", {})
    return words.extended({language: page_texts(game, own, language) for language in chain(words.language)})
