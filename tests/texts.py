"""What games and their pages say, all of it, for tests that read it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from tta_p2p.games.game import Game
from tta_p2p.games.kit.topics import Topic
from tta_p2p.i18n import Words, catalogue, game_texts, page_texts, po
from tta_p2p.i18n.clauses import whole_texts
from tta_p2p.i18n.languages import FOLDER
from tta_p2p.registry import load_rules, names
from tta_p2p.ui.page_texts import with_pages
from tta_p2p.ui.reference import reference_for

QUOTED = ("en", "zh-Hans")
"""Languages in which tests quote what stands there; the others are held by pictures and rules."""


def texts_of(game: str | Game[Any, Any], language: str = "en") -> Mapping[str, str]:
    """The texts of a game."""
    return game_texts(load_rules(game) if isinstance(game, str) else game, language)


def sentences_of(game: str | Game[Any, Any], language: str = "en") -> Mapping[str, str]:
    """The texts of a game, with the name of a player put to every clause."""
    rules = load_rules(game) if isinstance(game, str) else game
    return whole_texts(game_texts(rules, language), rules.clauses, rules.notes, Words(language))


def pages_of(game: str, language: str = "en") -> Mapping[str, str]:
    """The texts of its pages, for a game of this program."""
    return page_texts(game, {}, language)


def words_of(game: str, language: str = "en") -> Words:
    """The words of its pages and of the application."""
    return with_pages(Words(language), game)


@cache
def topics_of(game: str, language: str = "en") -> tuple[Topic, ...]:
    """The rules as they are looked up."""
    return reference_for(game, Words()).rules[language]


def everything_said(language: str) -> Iterator[tuple[str, str]]:
    """All texts of a language, by where they stand: the application, games and their pages."""
    yield from ((key, text) for key, text in catalogue(language).items())
    for name in names():
        for texts in (texts_of(name, language), pages_of(name, language)):
            yield from ((f"{name} {key}", text) for key, text in texts.items())


def names_of(game: str, language: str = "en") -> dict[str, str]:
    """What the cards are called, by face."""
    return _after("card.", texts_of(game, language))


def card_texts_of(language: str = "en") -> dict[str, str]:
    """What the cards of Through the Ages do, by face; a reprint without an own text does what its namesake does."""
    own = _after("tta.text.", pages_of("through_the_ages", language))
    reprints = load_rules("through_the_ages").reprints
    return {**{face: own[other] for face, other in reprints.items() if other in own}, **own}


def _after(begin: str, texts: Mapping[str, str]) -> dict[str, str]:
    return {key.removeprefix(begin): text for key, text in texts.items() if key.startswith(begin)}


def command_line_keys() -> set[str]:
    """The keys of the texts of `tta --help` and its like."""
    area = po.read(FOLDER / "en" / "command-line.pot")
    begins = ("cli", "value.", "group.", "topic.")
    return {one.key for one in area.texts} | {key for key in catalogue("en") if key.startswith(begins)} | {"help.value"}
