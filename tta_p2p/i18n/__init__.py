"""Texts of the application by language: keys, and templates (`templates`) for the words.

What a game says comes from the game (`Game.texts`); here is what is said around it. Every language has a text for every
key; what a language lacks is said in English, key by key. A language is a module (`languages`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tta_p2p.keyboard.key_map import USUAL, KeyMap
from tta_p2p.keyboard.strokes import write_stroke

from . import templates
from .languages import (
    LANGUAGES,
    UnknownLanguage,
    UnusableLanguage,
    catalogue,
    chain,
    choose,
    each_language,
    game_texts,
    game_title,
    has_text,
    ideographic,
    is_usable,
    languages,
    page_texts,
)
from .program import as_typed, command, in_shell, program

__all__ = [
    "LANGUAGES",
    "UnknownLanguage",
    "UnusableLanguage",
    "Words",
    "as_typed",
    "bot_number",
    "catalogue",
    "chain",
    "choose",
    "command",
    "game_texts",
    "has_text",
    "ideographic",
    "in_shell",
    "languages",
    "page_texts",
    "program",
]


KEY = "key"
"""The sort of places for keys of the screen: `{undo:key}` is the key of that action."""
SHELL = "shell"
"""The sort of places in commands that people type: a shell takes what stands there as one word."""


class Words:
    """The words of one language."""

    def __init__(self, language: str = "en", keys: KeyMap = USUAL) -> None:
        """``keys``: those that texts name. Raises UnknownLanguage."""
        self.language, self.keys = language, keys
        self._texts = tuple((one, catalogue(one)) for one in chain(language))

    def __call__(self, key: str, /, **values: object) -> str:
        """Give a text with its places filled in. Raises KeyError where one is missing."""
        return self._filled(key, values)

    def line(self, key: str, args: Iterable[object]) -> str:
        """Give a text with its arguments, which are named by their places; “?” for those that are missing.

        `{0:KIND}` is the text `KIND.ARGUMENT` if there is one, with the same arguments. A list is one of names; a
        number in it is a guest who has not come yet.
        """
        given = {str(place): arg for place, arg in enumerate(args)}
        try:
            return self._filled(key, given)
        except (ValueError, LookupError, RecursionError):
            return self._filled(key, _Known(given))

    def listed(self, names: Sequence[object]) -> str:
        """Name several, or one: the last after "and"."""
        called = [self.line("guest", (one,)) if isinstance(one, int) else str(one) for one in names]
        return self._joined(called, "and")

    def any_of(self, choices: Sequence[object]) -> str:
        """Name several of which one is meant: the last after "or"."""
        return self._joined([str(one) for one in choices], "or")

    def extended(self, more: Mapping[str, Mapping[str, str]]) -> Words:
        """Give these words and some more: language -> key -> text, English being complete there as well.

        What the application says in a language is not said in English because of them.
        """
        new = Words(self.language, self.keys)
        new._texts = tuple(
            (language, texts)
            for language, own in self._texts
            for texts in (*((more[language],) if language in more else ()), own)
        )
        return new

    def optional(self, key: str) -> str | None:
        """Give a text that not everything of its kind has, as it stands; None where English has none.

        English is complete, so no language decides what is said: only how.
        """
        known = any(key in texts for language, texts in self._texts if language == "en")
        return self._find(key)[1] if known else None

    def optional_line(self, key: str, args: Iterable[object]) -> str | None:
        """Give a text of a key that may be unknown here (a newer program or the system said it), with its arguments."""
        return None if self.optional(key) is None else self.line(key, args)

    def name_of(self, kind: str, value: object) -> str:
        """Give the text KIND.VALUE of a value that comes from elsewhere; the value itself where it is unknown here."""
        return self.optional(f"{kind}.{value}") or str(value)

    def template(self, key: str) -> str:
        """Give a text as it stands, with its places. Raises KeyError."""
        return self._find(key)[1]

    def with_keys(self, keys: KeyMap) -> Words:
        """Give these words for a player with other keys."""
        new = Words(self.language, keys)
        new._texts = self._texts
        return new

    def stroke(self, stroke: str) -> str:
        """Write a stroke as the language does."""
        return self.optional(f"stroke.{'space' if stroke == ' ' else stroke}") or write_stroke(stroke)

    def number(self, value: int | float) -> str:
        """Write a number as the language does."""
        return templates.number(self.language, value)

    def _duration(self, seconds: int) -> str:
        """Say so many seconds in the largest unit of which they are a whole number."""
        sizes = {"hours": 3600, "minutes": 60}
        unit = next((unit for unit, size in sizes.items() if seconds and seconds % size == 0), "seconds")
        return self(f"duration.{unit}", n=seconds // sizes.get(unit, 1))

    def _find(self, key: str) -> tuple[str, str]:
        """Give a text with the language it is in. Raises KeyError."""
        for language, texts in self._texts:
            if key in texts:
                return language, as_typed(texts[key])
        raise KeyError(key)

    def _gender(self, word: object) -> str:
        """Give the number of the form that goes with a word: a language has these texts where it needs them."""
        return next((own[f"gender.{word}"] for _, own in self._texts if f"gender.{word}" in own), "")

    def _joined(self, names: Sequence[str], last: str) -> str:
        *some, one = names or ("",)
        return self(last).join((self("comma").join(some), one)) if some else one

    def _filled(self, key: str, values: Mapping[str, object]) -> str:
        """Fill a text in; the English one where that of a translation cannot be. Raises KeyError."""
        language, text = self._find(key)
        try:
            return self._fill(language, text, values)
        except (ValueError, LookupError, RecursionError):
            english = next((own[key] for one, own in self._texts if one == "en" and key in own), None)
            if language == "en" or english is None:
                raise
            return self._fill("en", as_typed(english), values)

    def _fill(self, language: str, text: str, values: Mapping[str, object]) -> str:
        def show(place: str, sort: str) -> str:
            if sort == KEY:
                return self.stroke(self.keys.strokes(place)[0])
            value = values[place]
            if isinstance(value, list | tuple):
                return self.listed(value)
            if sort in ("n", "+") and isinstance(value, int | float):
                return templates.number(language, value, sort == "+")
            if sort == SHELL:
                return in_shell(str(value))
            if sort == "seconds" and isinstance(value, int):
                return self._duration(value)
            key = f"{sort}.{value}"
            if sort and self.optional(key) is not None:
                return self._fill(*self._find(key), values)
            return game_title(str(value), language) if sort == "game" else str(value)

        def form(place: str, sort: str) -> int:
            return templates.chosen(language, sort, values[place], self._gender)

        return templates.fill(text, show, form)


class _Known(dict[str, object]):
    """The arguments that are known; there is a mark for every other."""

    def __missing__(self, place: str) -> str:
        return "?"


def bot_number(name: str) -> str:
    """Give the number by which a bot is called in any language; empty where nothing says that it is one."""
    number = "".join(letter for letter in name if letter.isdecimal())
    spoken = filter(is_usable, each_language()) if number else ()
    called = (Words(language)("bot.called", n=number) for language in spoken)
    return number if name in called else ""
