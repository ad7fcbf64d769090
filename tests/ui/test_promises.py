"""What the text of a card promises, in English and in Chinese, is what its effect in the tables is.

A text is read by a small grammar: a number beside the word of a thing is a promise, and so are the words for who and
when. `test_civilization_promises.py` and `test_seven_wonders_promises.py` do the same for the other two games.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import pytest

from tests.texts import card_texts_of
from tests.ui.promises import FAR_APART, Promise, chinese, english, texts
from tta_p2p.games.through_the_ages.tables import CARDS
from tta_p2p.games.through_the_ages.tables.model import Card, Government, Symbols, Tactic, Territory, WorkerTechnology
from tta_p2p.i18n import LANGUAGES

WHO_AND_WHEN = {
    "strongest": "最强", "weakest": "最弱", "when finished": "建成时", "when colonized:": "殖民时：",
    "most culture points": "文化点数最多", "fewest culture points": "文化点数最少",
}  # fmt: skip


def printed(card: Card) -> set[Promise]:
    """Give the promises of the tables: what a card shows for good."""
    match card:
        case WorkerTechnology():
            return of_symbols(card.per_worker)
        case Territory():
            return of_symbols(card.permanent)
        case Tactic():
            return {(n, kind) for kind in ("infantry", "cavalry", "artillery") if (n := getattr(card, kind))}
        case _:
            symbols = getattr(card, "symbols", None)
            return of_symbols(symbols) if isinstance(symbols, Symbols) else set()


def of_symbols(symbols: Symbols) -> set[Promise]:
    """Give symbols as promises."""
    shown = {name: getattr(symbols, name) for name in Symbols.__struct_fields__}
    shown["unhappy"] = min(shown["happy"], 0)
    shown["happy"] = max(shown["happy"], 0)
    return {(abs(n), name) for name, n in shown.items() if n}


def differences(face: str, one: str, other: str) -> list[str]:
    """Say in which promises two texts of a card differ from each other and from the tables."""
    said, told = english(one), chinese(other)
    found = [] if face in FAR_APART else [f"{promise} in one language" for promise in said ^ told]
    kept = printed(CARDS[face])
    found += [f"{promise} not in English" for promise in kept - said]
    found += [f"{promise} not in Chinese" for promise in kept - told]
    found += [f"“{word}” in one" for word, wort in WHO_AND_WHEN.items() if (word in one.lower()) != (wort in other)]
    card = CARDS[face]
    if isinstance(card, Government):
        limit = f"at most {card.urban_limit} urban" in one and f"最多{card.urban_limit}座" in other
        found += [] if limit else ["limit of urban buildings"]
    return found


@pytest.mark.parametrize("face", CARDS)
def test_a_card_promises_in_both_languages_what_its_effect_is(face: str) -> None:
    assert differences(face, *texts(face)) == []


WORDED: dict[str, dict[str, int]] = {
    "en": {r"\btwo\b": 2, r"\btwice\b": 2},
    "zh-Hans": {"两": 2},
    "zh-Hant": {"兩": 2},
    "ja": {},
}
"""Language -> patterns of numbers in words."""
TOLD_TWICE = {"impact-of-variety": "Japanese says its culture once for types and once for special technologies"}
"""Cards of which a language says a number twice, and why."""


def figures(text: str) -> Counter[int]:
    """Give the numbers in figures above 1: a single thing needs none."""
    return Counter(number for number in map(int, re.findall(r"\d+", text)) if number > 1)


def all_numbers(text: str, language: str) -> Counter[int]:
    """Give the numbers in figures and in words."""
    found = figures(text)
    for word, number in WORDED[language].items():
        found[number] += len(re.findall(word, text, re.IGNORECASE))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_of_a_card_has_the_same_numbers_in_every_language(language: str) -> None:
    english, own = card_texts_of("en"), card_texts_of(language)
    for face, text in english.items():
        if face not in TOLD_TWICE:
            missing = figures(text) - all_numbers(own[face], language)
            added = figures(own[face]) - all_numbers(text, "en")
            assert not missing and not added, (face, own[face])


def mutants(text: str, words: Iterable[str]) -> list[str]:
    """Give texts with one error each: another number, or another thing."""
    found = [text[: one.start()] + str(int(one.group()) + 1) + text[one.end() :] for one in re.finditer(r"\d+", text)]
    known = [word for word in words if word in text]
    others = {"trade": "culture", "culture": "science", "food": "culture", "文化": "科学", "食物": "文化"}
    return found + [text.replace(word, others[word]) for word in known if word in others]


def test_an_error_in_one_text_is_found() -> None:
    """A changed number or thing in either language, where the card says it beside what it counts."""
    tried = missed = 0
    for face in CARDS:
        if face in FAR_APART:
            continue
        one, other = texts(face)
        for wrong in mutants(one, ("culture", "food")):
            if english(wrong) != english(one):
                tried, missed = tried + 1, missed + (differences(face, wrong, other) == [])
        for wrong in mutants(other, ("文化", "食物")):
            if chinese(wrong) != chinese(other):
                tried, missed = tried + 1, missed + (differences(face, one, wrong) == [])
    assert tried > 300 and missed == 0, (tried, missed)


def test_every_exception_is_still_one() -> None:
    for face in FAR_APART:
        one, other = texts(face)
        assert english(one) != chinese(other), face
    for face in TOLD_TWICE:
        whole = [card_texts_of(language)[face] for language in LANGUAGES]
        assert len({tuple(sorted(figures(one).elements())) for one in whole}) > 1, face
