"""The languages there are, and which of them is spoken.

A language is a module: of this package, or of another that names it in the entry point group `tta_p2p.languages` (its
tag = the module). It has a mapping `WORDS` of the application's texts; it may have `GAMES` and `PAGES`, mappings from
the name of a game to texts of that game and of its pages, for games that lack them; and `BEFORE_ENGLISH`, the tag of a
language that is read where it has no text of its own. What is in neither is said in English. `IDEOGRAPHIC` says that
its punctuation is that of East Asian scripts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType, ModuleType

LANGUAGES: Mapping[str, str] = MappingProxyType({"en": "en", "zh-Hans": "zh_hans"})
"""Tags of the languages that come with this program, with the names of their modules."""

INSTALLED = "tta_p2p.languages"
"""The group of entry points of languages that are installed beside this program."""


class UnknownLanguage(Exception):
    """There are no words in that language; `asked` is what it was called."""

    def __init__(self, asked: str) -> None:
        self.asked = asked
        super().__init__(f"there are no words in {asked!r}; there are some in {', '.join(languages())}")


def languages() -> tuple[str, ...]:
    """Give the tags of all languages there are."""
    return tuple(each_language())


def each_language() -> Iterator[str]:
    """Give them one by one: those installed beside this program are looked for only if none of ours will do."""
    yield from LANGUAGES
    yield from (tag for tag in _installed() if tag not in LANGUAGES)


@cache
def module(language: str) -> ModuleType:
    """Give the module of a language. Raises UnknownLanguage."""
    if language in LANGUAGES:
        return import_module(f"{__package__}.{LANGUAGES[language]}")
    if language not in _installed():
        raise UnknownLanguage(language)
    return import_module(_installed()[language])


def catalogue(language: str) -> Mapping[str, str]:
    """Give the application's own words in a language. Raises UnknownLanguage."""
    words: Mapping[str, str] = module(language).WORDS
    return words


def chain(language: str) -> tuple[str, ...]:
    """Give the languages that are looked up one after the other, this one first and English last."""
    found = [language]
    while (following := getattr(module(found[-1]), "BEFORE_ENGLISH", "")) and following not in found:
        found.append(following)
    return (*found, *(("en",) if "en" not in found else ()))


def ideographic(language: str) -> bool:
    """Whether the language is written with the punctuation of East Asian scripts. Raises UnknownLanguage."""
    return bool(getattr(module(language), "IDEOGRAPHIC", False))


def game_texts(game: str, own: Mapping[str, str], language: str) -> Mapping[str, str]:
    """Give the texts of a game in a language: its `own`, and those that the language has for it."""
    return {**getattr(module(language), "GAMES", {}).get(game, {}), **own}


def page_texts(game: str, own: Mapping[str, Mapping[str, str]]) -> Mapping[str, Mapping[str, str]]:
    """Give the texts of a game's pages: its `own` by language, and those of installed languages."""
    others = {tag: getattr(module(tag), "PAGES", {}).get(game, {}) for tag in _installed() if tag not in own}
    return {**own, **others}


def choose(asked: str, environment: Mapping[str, str]) -> str:
    """Give the language to speak: what was asked for, else ``TTA_LANG``, else the locale's, else English.

    Raises UnknownLanguage if one was asked for (or set in ``TTA_LANG``) that is not there.
    """
    for wanted in (asked, environment.get("TTA_LANG", "")):
        if wanted:
            found = _known(wanted)
            if found is None:
                raise UnknownLanguage(wanted)
            return found
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return _known(environment[name]) or "en"
    return "en"


def _known(wanted: str) -> str | None:
    """Give the tag of a language as people and locales write it (`en_GB.UTF-8`)."""
    plain = wanted.partition(".")[0].partition("@")[0].replace("_", "-").casefold()
    if plain in ("c", "posix"):
        return None
    simplified = {"zh": "zh-Hans", "zh-cn": "zh-Hans", "zh-sg": "zh-Hans"}
    traditional = {"zh-tw": "zh-hant", "zh-hk": "zh-hant", "zh-mo": "zh-hant"}
    for known in (LANGUAGES, _installed):  # others are looked for only where ours will not do
        tags = {tag.casefold(): tag for tag in (known() if callable(known) else known)}
        for name in (plain, traditional.get(plain, plain)):
            if name in tags:
                return tags[name]
        if plain in simplified:
            return simplified[plain]
        if plain.partition("-")[0] in tags:
            return tags[plain.partition("-")[0]]
    return "zh-Hans" if plain.partition("-")[0] == "zh" else None  # whichever script: it is nearer than English


@cache
def _installed() -> Mapping[str, str]:
    """Tags of languages that are installed beside this program, with their modules."""
    from importlib.metadata import entry_points

    return {one.name: one.value for one in entry_points(group=INSTALLED)}
