"""Reference pages of a game: its rules by topic, its cards in full and in lists.

This serves every game. One that can tell more of its cards has a subclass, made by `make_reference(presenter)` of its
module in this package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import Any

from tta_p2p import DEFAULT_GAME
from tta_p2p.games.contract import Face
from tta_p2p.games.kit.topics import Topic, topics_in_texts
from tta_p2p.i18n import LANGUAGES, Words, as_typed, chain, game_texts, ideographic, page_texts
from tta_p2p.registry import companion_module, entry

from . import name_search
from .blocks import Block, Heading, Para, lay_out
from .cells import Row, Span, cut, row, unwrap, width, wrap
from .guard import HookFaultLog, HookGuard
from .page_texts import with_pages
from .plain_view import fold_name, fold_text
from .presenter import Presenter, presenter_for
from .style import Style

"""Languages in which games may have names for their cards."""


SHORT_TOPIC = 1000
"""So many cells of the rules are a short answer: it fits a screen of 80 columns and 24 lines."""
ENGLISH = "en"
NO_OTHERS: Mapping[str, Sequence[Sequence[str]]] = {}


class NotFound(Exception):
    """A reference page is missing; the text says so, and names those there are."""


class Reference(HookGuard):
    """Rules and cards of any game."""

    unguarded_errors = (NotFound,)

    def __init__(self, presenter: Presenter) -> None:
        """The topics of the rules are among the texts of the game, or among those of its pages."""
        self.presenter, self.game = presenter, presenter.game
        own: Mapping[str, Mapping[str, str]] = getattr(companion_module(__package__, self.game.name), "WORDS", {})
        self.rules: dict[str, tuple[Topic, ...]] = {}

        @cache
        def said(language: str) -> Mapping[str, str]:
            return {**game_texts(self.game, language), **page_texts(self.game.name, own, language)}

        for language in dict.fromkeys((*LANGUAGES, presenter.words.language)):  # which may be one of another package
            before = (said(one) for one in reversed(chain(language)) if one != ENGLISH or language == ENGLISH)
            texts = {key: text for some in before for key, text in some.items()}
            topics = topics_in_texts(texts, said(ENGLISH))
            found = tuple(replace(one, text=as_typed(self.topic_text(one.text, language))) for one in topics)
            if found:
                self.rules[language] = found

    def topic_text(self, text: str, language: str) -> str:
        """Give what a page of the rules says, with what is put in when it is shown."""
        return text

    def faults(self) -> HookFaultLog:
        """Give the faults in showing this game."""
        return self.presenter.faults()

    @property
    def languages(self) -> tuple[str, ...]:
        """Give the languages in which everything about the cards can be told."""
        return tuple(self.names())

    def words(self, language: str) -> Words:
        """Give the application's words and those of the game's pages, whatever language the application speaks."""
        return with_pages(Words(language), self.game.name)

    # --- cards ---------------------------------------------------------------------------------------------

    def cards(self) -> list[Face]:
        """Give all cards in the order of a list."""
        return sorted(self.game.faces(), key=lambda face: (self.game.back(face), face))

    def names(self) -> Mapping[str, Mapping[Face, str]]:
        """Give the names of the cards by language."""
        return self._names

    @cached_property
    def _names(self) -> Mapping[str, Mapping[Face, str]]:
        found = {}
        for language in LANGUAGES:
            texts = game_texts(self.game, language)
            names = {face: texts[key] for face in self.cards() for key in texts.keys() & {f"card.{face}"}}
            if names or language == ENGLISH:
                found[language] = names
        return found

    def card_name(self, face: Face, language: str) -> str:
        """Give what a card is called in a language, else in English."""
        return self.names().get(language, self.names()[ENGLISH])[face]

    def card_names(self, face: Face) -> list[str]:
        """Give everything a card is called."""
        return [face, *(names[face] for names in self.names().values() if face in names)]

    def filter_cards(self, by: Mapping[str, str]) -> list[Face]:
        """Give the cards of which all this holds (`age`, `kind`, `players`). Raises NotThere."""
        for name in by:
            raise NotFound(self.presenter.words("reference.not-by", name=name))
        return self.cards()

    def find(self, asked: str, among: Sequence[Face]) -> list[Face]:
        """Give the cards somebody means. Raises NotThere."""
        if found := name_search.find_names(asked, {face: self.card_names(face) for face in among}):
            return found
        words, names = self.presenter.words, self.names()
        own = names.get(words.language, names["en"])
        near = next(
            (n for n in (_closest_cards(asked, own, among), _closest_cards(asked, names["en"], among)) if n), []
        )
        hint = self._hint((own.get(face, names["en"][face]) for face in near), "reference.all-cards")
        raise NotFound(words("reference.no-card", asked=asked, hint=hint))

    def _hint(self, guesses: Iterable[str], otherwise: str) -> str:
        """Say what was meant perhaps, else the text of a key."""
        words, meant = self.presenter.words, list(dict.fromkeys(guesses))
        if meant:
            return words("reference.meant", names=words("or").join(meant))
        return words(otherwise, of=game_option(self.game.name))

    def sheet(self, face: Face, language: str, size: int) -> list[Row]:
        """Give all that is to be said about a card, in lines of this width."""
        return lay_out(self.presenter.card_sheet(face), Style(size, ideographic=ideographic(language)))

    def listing(self, faces: Sequence[Face], language: str, size: int) -> list[Row]:
        """Give a list of cards, a line each, under headings."""
        names, found, before = self.names()[language], list[Row](), ""
        for face in faces:
            back = self.game.back(face)
            if back != before:
                called = self.presenter.texts.optional(f"back.{back}") or back
                found += [*([row()] if before else []), row(Span(called, "heading"))]
            before = back
            found.append(cut(row(" ", names.get(face, face)), size))
        return [
            *found,
            row(),
            row(self.presenter.words("reference.cards", n=len(faces), of=game_option(self.game.name))),
        ]

    def data(self, face: Face) -> dict[str, Any]:
        """Give everything about a card, for programs."""
        names = {language: names[face] for language, names in self.names().items() if face in names}
        return {"id": face, "back": self.game.back(face), "names": names}

    # --- rules ---------------------------------------------------------------------------------------------

    def topics(self, language: str) -> tuple[Topic, ...]:
        """Give the topics of the rules in a language, else in English. Raises NotThere if there are none."""
        found = self.rules.get(language) or self.rules.get("en", ())
        if not found:
            raise NotFound(self.presenter.words("reference.no-rules"))
        return found

    def find_topics(self, asked: str, language: str) -> tuple[Topic, ...]:
        """Give the topic of that name or title, else those it is a word of, else those that begin so or have it."""
        wanted = fold_name(asked)
        if not wanted:
            return ()
        names = {topic: tuple(map(fold_name, (topic.name, topic.title))) for topic in self.topics(language)}
        words = {topic: tuple(map(fold_name, topic.words)) for topic in names}
        fits: tuple[tuple[Mapping[Topic, tuple[str, ...]], Callable[[str], bool]], ...] = (
            (names, lambda name: wanted == name),
            (names, lambda name: wanted == name.removesuffix("s")),
            (words, lambda word: wanted == word),
            (names, lambda name: name.startswith(wanted)),
            (names, lambda name: width(wanted) > 2 and wanted in name),
        )
        for called, fit in fits:
            if found := tuple(topic for topic in names if any(map(fit, called[topic]))):
                return found
        return ()

    def search_topics(self, asked: str, language: str) -> tuple[Topic, ...]:
        """Give the topics called so (`find_topics`), else those whose text has it. Raises NotThere."""
        all_, said = self.topics(language), fold_text(asked)
        for tongue in self.language_names(language):  # a term may be asked for in another language than one reads
            names = [topic.name for topic in self.find_topics(asked, tongue)] or [
                topic.name for topic in self.topics(tongue) if width(said) > 2 and said in fold_text(topic.text)
            ]
            if found := tuple(topic for topic in all_ if topic.name in names):
                return found
        words = self.topic_names()
        guesses = [words[word] for word in name_search.closest_names(asked, {word: word for word in words})]
        hint = self._hint(guesses, "reference.all-topics")
        raise NotFound(self.presenter.words("reference.no-topic", asked=asked, hint=hint))

    def topic_names(self) -> dict[str, str]:
        """Give whatever a topic is called in any language, the reader's first, with the topic's name."""
        tongues = self.language_names(self.presenter.words.language)
        topics = (topic for tongue in tongues for topic in self.rules[tongue])
        return {word: topic.name for topic in topics for word in (topic.name, topic.title, *topic.words)}

    def language_names(self, language: str) -> list[str]:
        """Name the languages in which there are rules, this one first."""
        return sorted(self.rules, key=lambda tongue: tongue != language)

    def topic_excerpts(self, topics: Sequence[Topic], asked: str) -> tuple[Topic, ...]:
        """Give what topics say of what was asked (`topic_excerpts`); a term may be one of another language."""
        known = [one for written in self.rules.values() for one in written]
        others = {topic.name: [one.text.split("\n\n") for one in known if one.name == topic.name] for topic in topics}
        return topic_excerpts(topics, asked, others)


def _closest_cards(asked: str, names: Mapping[Face, str], among: Sequence[Face]) -> list[Face]:
    """Give the faces that are nearly called so."""
    return name_search.closest_names(asked, {face: names[face] for face in among if face in names})


def is_exact_topic(topics: Sequence[Topic], asked: str) -> bool:
    """Whether there is one topic, and just that was asked for."""
    wanted, (first, *others) = fold_name(asked), topics
    return not others and wanted in (
        fold_name(first.name),
        fold_name(first.title),
        fold_name(first.name).removesuffix("s"),
    )


def topic_excerpts(
    topics: Sequence[Topic], asked: str, others: Mapping[str, Sequence[Sequence[str]]] = NO_OTHERS
) -> tuple[Topic, ...]:
    """Give what topics say of what was asked, short enough for a screen: their parts that name it, else the first.

    ``others``: by the name of a topic its parts in other languages, which may name it in place of the own ones.
    """
    left, found = SHORT_TOPIC, list[Topic]()
    for topic in topics:
        parts, said = topic.text.split("\n\n"), fold_text(asked)
        alike = [parts, *(one for one in others.get(topic.name, ()) if len(one) == len(parts))]
        where = ([at for at, part in enumerate(one) if said in fold_text(part)] for one in alike)
        named = [parts[at] for at in _with_lists(parts, next((found for found in where if found), []))]
        chosen = parts if is_exact_topic((topic,), asked) or not named else named
        fit = list[str]()
        for part in chosen:
            left -= width(part)
            if left < 0 and (fit or found):
                break
            fit.append(part)
        if fit:
            found.append(replace(topic, text="\n\n".join(fit)))
    return tuple(found)


def _with_lists(parts: Sequence[str], places: Sequence[int]) -> list[int]:
    """Add the items of a list to the paragraph that begins it."""
    found, begun = set(places), False
    for at, part in enumerate(parts):
        if not part.startswith("- "):
            begun = at in found and part.endswith((":", "："))
        elif begun:
            found.add(at)
    return sorted(found)


def topic_blocks(topic: Topic) -> tuple[Block, ...]:
    """Give a topic as blocks of a page."""
    found: list[Block] = [Heading(row(topic.title))]
    for part in topic.text.split("\n\n"):
        if part.startswith("| "):
            found += [Para(row(line.removeprefix("| ")), 2) for line in part.splitlines()]
        else:
            found.append(Para(row(unwrap(part)), 2, 2 if part.startswith("- ") else 0))
    return tuple(found)


def chapter(topic: Topic, size: int) -> list[Row]:
    """Lay a topic out in lines of this width."""
    lines: list[Row] = [row(Span(topic.title, "heading")), row("─" * size)]
    item_before = True
    for part in topic.text.split("\n\n"):
        item = part.startswith("- ")
        if not (item and item_before) and len(lines) > 2:
            lines.append(row())
        if part.startswith("| "):
            lines += [row("  " + line.removeprefix("| ")) for line in part.splitlines()]
        else:
            hanging = "    " if item else "  "
            broken = wrap(unwrap(part), size - len(hanging), size - 2)
            lines += [row(hanging if number else "  ", line) for number, line in enumerate(broken)]
        item_before = item
    return lines


def game_option(name: str) -> str:
    """Give the option that ends a command about this game; empty for the game that is meant without one."""
    if name == DEFAULT_GAME:
        return ""
    called = min((name.replace("_", "-"), *entry(name).aliases), key=len)
    return f" --game {called}"


def contents(title: str, topics: Sequence[Topic], words: Words, size: int, game: str = DEFAULT_GAME) -> list[Row]:
    """Lay the list of topics of a game out in two columns."""
    names = max(width(topic.name) for topic in topics) + 1
    half = (len(topics) + 1) // 2
    titles = max(width(topic.title) for topic in topics[:half]) + 2
    lines = [row(Span(words("reference.rules", game=title), "heading")), row()]
    for at in range(half):
        line: Iterable[Topic] = (topics[place] for place in (at, at + half) if place < len(topics))
        cells = "".join(f" {_fill_lines(topic.name, names)}{_fill_lines(topic.title, titles)}" for topic in line)
        lines.append(cut(cells.rstrip(), size))
    return [*lines, row(), *wrap(words("reference.topics", of=game_option(game)), size)]


def _fill_lines(text: str, size: int) -> str:
    return text + " " * max(0, size - width(text))


def reference_for(name: str, words: Words) -> Reference:
    """Give what can be looked up of a game. Raises UnknownGame."""
    return reference_of(presenter_for(name, words))


def reference_of(presenter: Presenter) -> Reference:
    """Give what can be looked up of the game that somebody plays."""
    room = companion_module(__package__, presenter.game.name)
    make: Callable[[Presenter], Reference] = getattr(room, "make_reference", Reference)
    try:
        return make(presenter)
    except Exception as error:  # whatever the game raises
        presenter.faults().note("make_reference", error)
        return Reference(presenter)
