"""Few words about a card of Through the Ages say in every language what the tables say.

A line of a list has room for few words (`tta.gist.CARD`), and for fewer (`.brief`, `.least`). In English each number is
one of the card, and one beside a thing is what its whole text says of that thing; `test_effect_promises.py` holds whole
texts to the tables. The other languages say the same numbers of the same things as English, and no shorter form has a
number that the longer lacks. Two cards that do different things are told in different words.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

import pytest

from tests.ui.promises import IN_RULES, LEVELS, Promise, effects_of, english, held, records, texts
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.tables import CARDS
from tta_p2p.games.through_the_ages.tables.effects import AmongStrongest, AmongWeakest
from tta_p2p.games.through_the_ages.tables.model import AGES, Card, Government
from tta_p2p.games.through_the_ages.tables.words import Who
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.through_the_ages.figures import figures_line

SHORTER = (".brief", ".least")
OF_NO_TABLE = {
    "charlie-chaplin": ([2], "a culture given twice"),
    "rock-and-roll-icon": ([2], "a culture given twice"),
    "julius-caesar": ([2], "the second political action makes two"),
    "ocean-liner-service-2006": ([1], "a population is one"),
    "independence-declaration": ([1], "a colony is one"),
}
"""Cards whose few words have numbers that neither the tables nor the whole text have, and why."""
THINGS: dict[str, dict[str, str]] = {
    "en": {
        "culture": "culture", "science": "science", "strength": "strength", "food": "food", "resource": "resources?",
        "happy": "happy", "civil_actions": "civil", "military_actions": "military(?! cards?)",
        "population": "population", "yellow_tokens": "yellow tokens?", "blue_tokens": "blue tokens?",
    },
    "zh-Hans": {
        "culture": "文化", "science": "科学", "strength": "军力", "food": "食物(?!资源)", "resource": "资源",
        "happy": "笑脸", "civil_actions": "内政", "military_actions": "军事(?!牌)", "population": "人口",
        "yellow_tokens": "黄色标记", "blue_tokens": "蓝色标记",
    },
    "zh-Hant": {
        "culture": "文化", "science": "科學", "strength": "軍力", "food": "食物(?!資源)", "resource": "資源",
        "happy": "笑臉", "civil_actions": "內政", "military_actions": "軍事(?!牌)", "population": "人口",
        "yellow_tokens": "黃色指示物", "blue_tokens": "藍色指示物",
    },
    "ja": {
        "culture": "文化[力点]", "science": "科学[力点]", "strength": "軍事力", "food": "食料(?!資)",
        "resource": "(?<!食料)資源", "happy": "幸福", "civil_actions": "内政(?:行動)?",
        "military_actions": "軍事(?:行動)?", "population": "人口", "yellow_tokens": "黄色駒", "blue_tokens": "青色駒",
    },
}  # fmt: skip
"""Language -> thing of the tables -> what few words call it."""
BESIDE: dict[str, tuple[Promise, str]] = {
    "architecture": ((2, "resource"), "“2 less”, far from its resources"),
    "engineering": ((3, "resource"), "“3 less”, far from its resources"),
    "wave-of-nationalism": ((2, "resource"), "a number for two, three and four players"),
    "military-build-up": ((3, "resource"), "a number for two, three and four players"),
    "endowment-for-the-arts": ((2, "culture"), "a number for two, three and four players"),
    "ocean-liner-service-2006": ((1, "population"), "“your population”, without a number"),
}
"""Cards of which the whole text in English does not put a number beside its thing as few words do, and why."""
APART = {
    "hammurabi": "civil actions are not named a second time",
    "moses": "food that is less stands behind population",
    "ocean-liner-service": "English has “free” between",
    "reserves-i": "Japanese has one number for both things",
    "reserves-ii": "Japanese has one number for both things",
    "reserves-iii": "Japanese has one number for both things",
    "wave-of-nationalism": "three numbers for one thing",
    "military-build-up": "three numbers for one thing",
    "endowment-for-the-arts": "three numbers for one thing",
    "impact-of-wonders": "two numbers for one thing",
    "war-over-culture": "the advantage stands between",
    "holy-war": "the advantage stands before population",
}
"""Cards of which not every language puts a number beside the same thing, and why."""
ALIKE = {
    (
        "development-of-politics",
        "development-of-politics-2006",
    ): "how long cards are kept is left to the whole text",
}
"""Cards that are told alike though they differ, and why."""
FIGURES_ONLY = {
    "taj-mahal": "what taking it costs stands beside it",
    "promise-of-military-protection": "what ends a pact is left to the whole text",
    "military-pact": "what ends a pact is left to the whole text",
    "military-pact-2006": "what ends a pact is left to the whole text",
}
"""Cards that do something else than their figures show, of which few words do not tell, and why."""
UNSEEN = {
    ("james-cook", ""): "2 stands on the card for two things",
    ("impact-of-wonders", ""): "every number from 2 to 5 is one of the card",
    ("barbarians", ".least"): "the longer form has the 2 of the two weakest",
}
"""Few words in which not every wrong number is found, and why."""
TWO = {"en": "two", "zh-Hans": "两", "zh-Hant": "兩", "ja": "二"}
PAIR = {Who.TWO_STRONGEST, Who.TWO_WEAKEST}
PRICES = {"id", "age", "copies", "science", "resource", "stages", "revolution", "starting_workers", "military_actions"}
"""Fields of a card that say nothing of what it does."""
NO_THING = "(?<![脸臉力化政事口记物])"
"""The end of no name of a thing in Chinese: behind one, a number with a sign is of that."""
WORDS = {language: presenter_for("through_the_ages", Words(language)).words for language in LANGUAGES}


def few(face: str, language: str, form: str = "") -> str:
    """Give few words about a card in one of their forms; empty where there are none."""
    return WORDS[language].optional(f"tta.gist.{face}{form}") or ""


def numbers(text: str, language: str = "en") -> Counter[int]:
    """Give the numbers of a text, each with how often it stands there."""
    return Counter(map(int, re.findall(r"\d+", text.replace(TWO[language], "2"))))


def known(card: Card) -> Counter[int]:
    """Give the numbers of what a card does beyond its figures: effects, rules in its text, whom it reaches."""
    found = Counter(abs(number) for path, number in effects_of(card) if path[-1][0] != "Symbols")
    for some, why in (IN_RULES.get(card.id, ([], "")), OF_NO_TABLE.get(card.id, ([], ""))):
        found.update(some if "players" not in why else [])
    reaches_two = any(value in PAIR for _, value in held(card) if isinstance(value, Who))
    found[2] += reaches_two or any(isinstance(one, AmongStrongest | AmongWeakest) for one in records(card))
    return found


def pairs(text: str, language: str) -> set[Promise]:
    """Read the numbers beside things: before it in English, behind it in Japanese, in Chinese behind it with a sign."""
    found = set()
    for thing, word in THINGS[language].items():
        if language == "ja":
            forms = [rf"(?:{word})[+-]?(\d+)(?!\d*[つ倍])"]
        elif language == "en":
            forms = [rf"(\d+) (?:{word})\b"]
        else:
            forms = [
                rf"(?:{word})[+-](\d+)",
                rf"(?<![\d+-])(\d+)(?:{word})",
                rf"(?<![脸臉力化政事口记物])[+-](\d+)(?:{word})",
            ]
        found |= {(int(number), thing) for form in forms for number in re.findall(form, text)}
    return found


def symbols(card: Card) -> set[Promise]:
    """Give what a card shows, as promises."""
    return {
        (abs(value), path[-1][1])
        for path, value in held(card)
        if isinstance(value, int) and value and path[-1][0] == "Symbols"
    }


def of_the_card(face: str, text: str) -> list[str]:
    """Say in what few words in English differ from the tables and from the whole text."""
    card = CARDS[face]
    found = [f"{number}: no number of the card" for number in numbers(text) - known(card)]
    promises = english(texts(face)[0]) | symbols(card) | ({BESIDE[face][0]} if face in BESIDE else set())
    found += [f"{one}" for one in pairs(text, "en") - promises]
    levels = {AGES[value] for path, value in held(card) if path[-1:] and path[-1] in LEVELS and isinstance(value, int)}
    said = set(re.findall(r"(?<![A-Za-z])(?:A|I{1,3})(?![A-Za-z])", text)) if levels else set()
    return found + [f"level {level}" for level in levels ^ said]


def of_english(face: str, language: str, text: str) -> list[str]:
    """Say in what few words in a language differ from those in English; a number 1 is a matter of style."""
    one, many = few(face, "en"), {number for number in numbers(text, language) if number > 1}
    source, own = numbers(one), numbers(text, language)
    found = [f"{number}" for number in {*source, *many} if number > 1 and source[number] != own[number]]
    if face not in APART:
        found += [f"{pair}" for pair in pairs(one, "en") ^ pairs(text, language)]
    roman = (set(re.findall("(?<![A-Za-z])I{1,3}(?![A-Za-z])", some)) for some in (one, text))
    return found + [f"level {level}" for level in set.symmetric_difference(*roman)]


def of_the_longer(face: str, language: str, text: str) -> list[str]:
    """Say which numbers of a shorter form the longer one and the figures of the card lack."""
    whole = numbers(few(face, language), language) + numbers(figures_line(CARDS[face], WORDS[language]), language)
    card = CARDS[face]
    if isinstance(card, Government):
        whole -= Counter([card.urban_limit])  # of which no shorter form tells
    return [f"{number}" for number in numbers(text, language) - whole]


def faults(face: str, language: str, form: str, text: str) -> list[str]:
    """Say what is wrong with few words about a card."""
    if form:
        return of_the_longer(face, language, text)
    return of_the_card(face, text) if language == "en" else of_english(face, language, text)


def all_said() -> Iterator[tuple[str, str, str, str]]:
    for face in CARDS:
        for language in LANGUAGES:
            for form in ("", *SHORTER):
                if text := few(face, language, form):
                    yield face, language, form, text


def test_few_words_about_a_card_have_its_numbers_in_every_language() -> None:
    said = list(all_said())
    assert len(said) > 1400
    assert [(*one, bad) for one in said if (bad := faults(*one))] == []


def test_a_wrong_number_is_found_in_every_language() -> None:
    """Each number by itself is one more; two numbers change places."""
    tried, missed = 0, set[tuple[str, str]]()
    for face, language, form, text in all_said():
        found = list(re.finditer(r"\d+", text))
        wrong = [text[: one.start()] + str(int(one[0]) + 1) + text[one.end() :] for one in found]
        if len(found) == 2 and found[0][0] != found[1][0] and not form and len(pairs(text, language)) == 2:
            exchanged = iter((found[1][0], found[0][0]))
            wrong.append(re.sub(r"\d+", lambda _, of=exchanged: next(of), text))  # type: ignore[misc]  # two of a text
        tried += len(wrong)
        missed |= {(face, form) for some in wrong if not faults(face, language, form, some)}
    assert tried > 1500 and missed == {*UNSEEN}, tried


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_that_do_different_things_are_told_in_different_words(language: str) -> None:
    told: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for face, card in CARDS.items():
        told[card.kind, figures_line(card, WORDS[language]), own_or_namesake(face, language)].append(face)
    alike = {tuple(faces) for faces in told.values() if len({str(deeds(CARDS[face])) for face in faces}) > 1}
    assert alike == {*ALIKE}


def own_or_namesake(face: str, language: str) -> str:
    """Give few words about a card; a reprint without a text of its own has those of its namesake."""
    own = few(face, language)
    if own or WORDS[language].optional(f"tta.text.{face}"):
        return own
    return few(GAME.reprints.get(face, face), language)


def deeds(card: Card) -> dict[str, object]:
    """Give the fields of a card that say what it does."""
    return {name: getattr(card, name) for name in card.__struct_fields__ if name not in PRICES}


def test_few_words_tell_what_figures_do_not_show() -> None:
    silent = {
        face
        for face, card in CARDS.items()
        if not own_or_namesake(face, "en")
        and (card.kind == "pact" or any(getattr(card, name, ()) for name in ("abilities", "effects", "immediate")))
    }
    assert silent == {*FIGURES_ONLY}


def test_no_exception_is_left_over() -> None:
    for face in BESIDE:
        assert BESIDE[face][0] in pairs(few(face, "en"), "en") - english(texts(face)[0]) - symbols(CARDS[face]), face
    for face in APART:
        read = [pairs(few(face, language), language) for language in LANGUAGES]
        assert any(one != read[0] for one in read), face
    for face in OF_NO_TABLE:
        others = known(CARDS[face]) - Counter(OF_NO_TABLE[face][0])
        assert numbers(own_or_namesake(face, "en")) - others, face
