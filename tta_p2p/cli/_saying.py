"""What commands say, in the language that `--lang`, `TTA_LANG` or the locale names. Imported when there is to speak."""

from __future__ import annotations

import os
from functools import cache

from tta_p2p.cli.errors import USAGE, CommandFailed
from tta_p2p.i18n import UnknownLanguage, Words, choose, languages

LANGUAGE_OPTIONS = ("--lang", "--language")


def words() -> Words:
    """Give the words of the language that is spoken. Raises CommandFailed where one was asked for that is not here."""
    try:
        return _words(choose("", os.environ))
    except UnknownLanguage as error:
        said = Words()("cli.no-language", asked=error.asked, there=", ".join(languages()))
        raise CommandFailed(said, USAGE) from error


def said(key: str, **values: object) -> str:
    """Give a text of the catalogue."""
    return words()(key, **values)


@cache
def _words(language: str) -> Words:
    return Words(language)


def without_language(args: list[str]) -> tuple[list[str], str]:
    """Take `--lang LANGUAGE` out of what was typed: it goes with every command. Raises CommandFailed."""
    rest, asked = list[str](), ""
    words = iter(args)
    for word in words:
        name, equals, value = word.partition("=")
        if word == "--":
            return [*rest, word, *words], asked
        if name not in LANGUAGE_OPTIONS:
            rest.append(word)
            continue
        asked = value if equals else next(words, "")
        if not asked:
            raise CommandFailed(said("usage.needs-value", option=name), USAGE)
    return rest, asked
