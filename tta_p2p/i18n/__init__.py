"""The application's own words by language: keys, and texts with named placeholders.

What a game says comes from the game (`Game.texts`); here is what is said around it. Every language has a text for every
key; only a game's own words may be there in fewer languages. A catalogue is a module of its own, named like the
language (`en`, `zh_hans`), with a mapping `WORDS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType

LANGUAGES: Mapping[str, str] = MappingProxyType({"en": "en", "zh-Hans": "zh_hans"})
"""Tags of the languages there are, with the names of their modules."""


class UnknownLanguage(Exception):
    """There are no words in that language."""


class Words:
    """The words of one language."""

    def __init__(self, language: str = "en") -> None:
        """Raises UnknownLanguage."""
        if language not in LANGUAGES:
            raise UnknownLanguage(f"there are no words in {language!r}; there are some in {', '.join(LANGUAGES)}")
        self.language = language
        self._words = _over(catalogue("en"), catalogue(language))

    def __contains__(self, key: str) -> bool:
        """Say whether there is a text of this key."""
        return key in self._words

    def __call__(self, key: str, **values: object) -> str:
        """Give a text with its placeholders filled in; where `n` is 1, the text of `KEY.one` if there is one."""
        if values.get("n") == 1 and f"{key}.one" in self._words:
            key = f"{key}.one"
        return self._words[key].format(**values)

    def line(self, key: str, args: Iterable[object]) -> str:
        """Give a text with its arguments, which are named by their places; as it stands where some are missing.

        `{0:KIND}` is the text `KIND.ARGUMENT` if there is one, with the same arguments. A list is one of names; a
        number in it is a guest who has not come yet.
        """
        given = tuple(args)
        try:
            return self._words[key].format(*(_Argument(self, arg, given) for arg in given))
        except IndexError:
            return self._words[key]

    def listed(self, names: Sequence[object]) -> str:
        """Name several, or one: the last after "and"."""
        called = [self.line("guest", (one,)) if isinstance(one, int) else str(one) for one in names]
        return self._words["and"].join([self._words["comma"].join(called[:-1]), called[-1]] if called[1:] else called)

    def extended(self, more: Mapping[str, Mapping[str, str]]) -> Words:
        """Give these words and some more: language -> key -> text, English being complete there as well."""
        new = Words(self.language)
        new._words = _with(self._words, self.language, more)
        return new

    def get(self, key: str, otherwise: str) -> str:
        """Give a text without placeholders, or something else if there is none of this key."""
        return self._words.get(key, otherwise)


class _Argument:
    """One argument of a text, as the place where it stands asks for it."""

    def __init__(self, words: Words, value: object, all: tuple[object, ...]) -> None:
        self.words, self.value, self.all = words, value, all

    def __format__(self, kind: str) -> str:
        if isinstance(self.value, list | tuple):
            return self.words.listed(self.value)
        key = f"{kind}.{self.value}"
        return self.words.line(key, self.all) if kind and key in self.words else str(self.value)


def _over(words: Mapping[str, str], more: Mapping[str, str]) -> dict[str, str]:
    """Lay the words of a language over others; a text for one alone goes with the text it belongs to."""
    single = {f"{key}.one" for key in more}
    return {**{key: text for key, text in words.items() if key not in single}, **more}


def _with(words: Mapping[str, str], language: str, more: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Give words with further ones; what the application says in a language is not said in English because of them."""
    own = catalogue(language) if language in LANGUAGES and language != "en" else {}
    return _over(_over({**words, **more.get("en", {})}, own), more.get(language, {}))


def catalogue(language: str) -> Mapping[str, str]:
    """Give all words of a language there is."""
    words: Mapping[str, str] = import_module(f"{__name__}.{LANGUAGES[language]}").WORDS
    return words


def choose(asked: str, environment: Mapping[str, str]) -> str:
    """Give the language to speak: what was asked for, else ``TTA_LANG``, else the locale's, else English.

    Raises UnknownLanguage if one was asked for (or set in ``TTA_LANG``) that is not there.
    """
    for wanted in (asked, environment.get("TTA_LANG", "")):
        if wanted:
            found = _known(wanted)
            if found is None:
                raise UnknownLanguage(f"there are no words in {wanted!r}; there are some in {', '.join(LANGUAGES)}")
            return found
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return _known(environment[name]) or "en"
    return "en"


def _known(wanted: str) -> str | None:
    """Give the tag of a language as people and locales write it (`en_GB.UTF-8`)."""
    plain = wanted.partition(".")[0].partition("@")[0].replace("_", "-").casefold()
    tags = {tag.casefold(): tag for tag in LANGUAGES}
    simplified = {"zh": "zh-Hans", "zh-cn": "zh-Hans", "zh-sg": "zh-Hans"}
    return tags.get(plain) or simplified.get(plain) or tags.get(plain.partition("-")[0])
