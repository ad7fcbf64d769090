"""The languages there are, which of them is spoken, and what is said in each.

Our languages are folders of `tta_p2p/texts` (`compiled`). Another package brings one as a module that it names in the
entry point group `tta_p2p.languages` (its tag = the module). That module may name a folder of files like ours
(`FOLDER`); it may have mappings of texts: `WORDS`, those of the application; `GAMES` and `PAGES`, from the name of a
game to texts of that game and of its pages; and it may say what `language.toml` says of ours: `BEFORE_ENGLISH`, the tag
of a language that is read where it has no text of its own, and `IDEOGRAPHIC`, that its punctuation is that of East
Asian scripts. What a language lacks is said in English.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from . import compiled
from .locales import TRADITIONAL, tags_meant

LANGUAGES = ("en", "zh-Hans", "ja", "zh-Hant")
"""Tags of the languages of this program that have every text. A folder of another one is spoken as far as it goes."""

FOLDER = Path(__file__).parent.parent / "texts"
"""Where the folders of our languages are."""
INSTALLED = "tta_p2p.languages"
"""The group of entry points of languages that are installed beside this program."""
KIT = "kit"
"""The folder of what any game may have to say that is made with the kit."""
COMMA = "，"
"""The comma of an East Asian script that names no other: Chinese has one for clauses, Japanese for all."""
PAGES = "pages"
"""The folder in that of a game for what its pages say."""


class WithTexts(Protocol):
    """A game, as far as its texts go."""

    name: str

    def texts(self, language: str) -> Mapping[str, str]:
        """Give the texts that it brings itself."""
        ...


class UnknownLanguage(Exception):
    """There are no words in that language; `asked` is what it was called."""

    def __init__(self, asked: str) -> None:
        self.asked = asked
        super().__init__(f"there are no words in {asked!r}; there are some in {', '.join(languages())}")


class UnusableLanguage(UnknownLanguage):
    """There is a language of that name, but its words cannot be read; `reason` says why, in English."""

    def __init__(self, asked: str, reason: str) -> None:
        super().__init__(asked)
        self.reason = reason
        self.args = (f"the language {asked!r} cannot be used: {reason}",)


@dataclass(frozen=True, slots=True)
class LanguagePackage:
    """The texts that another package has in a language, and what it says of that."""

    words: Mapping[str, str]
    games: Mapping[str, Mapping[str, str]]
    pages: Mapping[str, Mapping[str, str]]
    folder: Path | None
    about: Mapping[str, Any]


def languages() -> tuple[str, ...]:
    """Give the tags of all languages there are."""
    return tuple(each_language())


def each_language() -> Iterator[str]:
    """Give them one by one: others are looked for only if none of ours will do."""
    yield from LANGUAGES
    yield from (tag for tag in _others() if tag not in LANGUAGES)


@cache
def _compiled(folder: Path) -> compiled.CompiledTexts:
    return compiled.load(folder)


def _folder_of(language: str, folder: Path) -> compiled.CompiledTexts:
    """Give the contents of a folder of a language. Raises UnusableLanguage; English has nothing else to speak."""
    try:
        return _compiled(folder)
    except Exception as error:
        from .po import UnreadableTexts

        if language == "en" or not isinstance(error, UnreadableTexts | OSError):
            raise
        raise UnusableLanguage(language, str(error)) from error


@cache
def _package(language: str) -> LanguagePackage | None:
    """Give the package of a language from outside; None for one of ours. Raises UnknownLanguage."""
    if language in LANGUAGES:
        return None
    if language not in _others():
        raise UnknownLanguage(language)
    if not (name := _others()[language]):
        return None
    try:
        module = import_module(name)
    except (Exception, SystemExit) as error:  # whatever somebody else's code does
        raise UnusableLanguage(language, f"{name}: {type(error).__name__}: {error}") from error
    return _checked(language, name, vars(module))


def _checked(language: str, module: str, given: Mapping[str, Any]) -> LanguagePackage:
    """Check what a module says. Raises UnusableLanguage."""
    words, games, pages = (given.get(name, {}) for name in ("WORDS", "GAMES", "PAGES"))
    folder, before = given.get("FOLDER"), given.get("BEFORE_ENGLISH", "")
    fits = {
        "WORDS": _are_texts(words),
        "GAMES": isinstance(games, Mapping) and all(map(_are_texts, games.values())),
        "PAGES": isinstance(pages, Mapping) and all(map(_are_texts, pages.values())),
        "FOLDER": folder is None or isinstance(folder, str | Path),
        "BEFORE_ENGLISH": isinstance(before, str),
    }
    for name in (name for name, is_right in fits.items() if not is_right):
        raise UnusableLanguage(language, f"{module}: {name} has a value that does not go with it")
    if folder and not Path(folder).is_dir():
        raise UnusableLanguage(language, f"{module}: {os.fspath(folder)} is no folder")
    names = {"BEFORE_ENGLISH": "before-english", "IDEOGRAPHIC": "ideographic"}
    about = {called: given[name] for name, called in names.items() if name in given}
    return LanguagePackage(words, games, pages, Path(folder) if folder else None, about)


def _are_texts(given: object) -> bool:
    return isinstance(given, Mapping) and all(isinstance(one, str) for pair in given.items() for one in pair)


@cache
def _texts(language: str, of: str = "") -> Mapping[str, str]:
    """Give the texts of a language in a folder of its own (empty: the application). Raises UnknownLanguage."""
    package = _package(language)
    if package is None:
        return _folder_of(language, FOLDER / language).of(of)
    game, _, pages = of.partition("/")
    own = (package.pages if pages else package.games).get(game, {}) if of else package.words
    return {**_folder_of(language, package.folder).of(of), **own} if package.folder else own


@cache
def _texts_beside(game: str, language: str, of: str = "") -> Mapping[str, str]:
    """Give the contents of the folder `texts` of a package that brings a game."""
    from tta_p2p.registry import package_folder

    package = package_folder(game)
    folder = package / "texts" / language if package else None
    return _compiled(folder).of(of) if folder and folder.is_dir() else compiled.NOTHING


def catalogue(language: str) -> Mapping[str, str]:
    """Give the application's own words in a language. Raises UnknownLanguage."""
    return _texts(language)


def chain(language: str) -> tuple[str, ...]:
    """Give the languages that are looked up one after the other, this one first and English last.

    Raises UnknownLanguage for this one; another that cannot be read is left out.
    """
    found = [language]
    while (following := _known_of(found[-1], "before-english") or "") and following not in found:
        if not is_usable(following):
            break
        found.append(following)
    return (*found, *(("en",) if "en" not in found else ()))


def ideographic(language: str) -> str:
    """Give the marks of a language with the punctuation of East Asian scripts (`style.Style`); empty for others.

    Raises UnknownLanguage.
    """
    known = _known_of(language, "ideographic")
    return known if isinstance(known, str) else COMMA if known else ""


def is_usable(language: str) -> bool:
    """Whether there are words in that language that can be read."""
    try:
        _known_of(language, "")
    except UnknownLanguage:
        return False
    return True


def _known_of(language: str, what: str) -> Any:
    package = _package(language)
    folder = FOLDER / language if package is None else package.folder
    known = _folder_of(language, folder).about.get(what) if folder else None
    return package.about.get(what, known) if package is not None else known


def game_texts(game: WithTexts, language: str) -> Mapping[str, str]:
    """Give all texts of a game in a language: those it brings itself, and those the language has for it.

    A card of another edition has the name of its namesake. Raises UnknownLanguage.
    """
    found = {
        **_texts(language, KIT),
        **_texts(language, game.name),
        **_texts_beside(game.name, language),
        **game.texts(language),
    }
    reprints: Mapping[str, str] = getattr(game, "reprints", {})
    names = {f"card.{face}": found.get(f"card.{namesake}") for face, namesake in reprints.items()}
    return {**{key: name for key, name in names.items() if name is not None}, **found}


def has_text(game: WithTexts, key: str) -> bool:
    """Say whether a game knows a decision, a refusal or the like by that key: its English texts are complete."""
    return key in game_texts(game, "en")


def page_texts(game: str, own: Mapping[str, Mapping[str, str]], language: str) -> Mapping[str, str]:
    """Give the texts of a game's pages in a language: its `own`, and those the language has for them.

    Raises UnknownLanguage.
    """
    return {**_texts(language, f"{game}/{PAGES}"), **_texts_beside(game, language, PAGES), **own.get(language, {})}


def game_title(name: str, language: str) -> str:
    """Give the title of a game in a language, else as it has it itself; a name that comes from elsewhere as it is."""
    from tta_p2p.registry import UnknownGame, entry

    try:
        one = entry(name)
    except UnknownGame:
        return name
    own = {other: {"title": title} for other, title in one.titles.items()}
    said = (page_texts(name, own, other).get("title") for other in chain(language))
    return next(filter(None, said), one.title)


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
    """Give the tag of a language as people and locales write it (`en_GB.UTF-8`, `jp`, `繁體`)."""
    meant = tags_meant(wanted)
    *best, other = meant if TRADITIONAL in meant else (*meant, "")  # the other script of Chinese is no first choice
    for names in filter(any, (best, [other])):
        for known in (LANGUAGES, _others):  # others are looked for only where ours will not do
            tags = {tag.casefold(): tag for tag in (known() if callable(known) else known)}
            if found := next((tags[name] for name in names if name in tags), None):
                return found
    return None


@cache
def _others() -> Mapping[str, str]:
    """Tags of languages beside those that have every text, each with its module; empty for one that is a folder."""
    from importlib.metadata import entry_points

    folders = {path.name: "" for path in sorted(FOLDER.iterdir()) if (path / compiled.LANGUAGE).is_file()}
    return {**folders, **{one.name: one.value for one in entry_points(group=INSTALLED)}}
