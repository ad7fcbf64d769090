"""Each language says the same of a part of Civilization: numbers, levels, resources and technologies.

`test_civilization_promises.py` holds the texts in English and simplified Chinese to the tables; here every language is
held to English, numbers in words too.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict

import pytest

from tests.texts import pages_of
from tta_p2p.games.civilization.tables.buildings import BUILDINGS
from tta_p2p.games.civilization.tables.events import EVENTS
from tta_p2p.games.civilization.tables.hidden import PEOPLE
from tta_p2p.games.civilization.tables.model import RESOURCES
from tta_p2p.games.civilization.tables.techs import TECHS
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.ui.civilization.cards import CardTexts, card_texts, gist, unlocks
from tta_p2p.ui.presenter import presenter_for

KEYS = [key for key in pages_of("civilization") if key.startswith("civ.text.")]
WORDED: dict[str, dict[str, int]] = {
    "en": {r"\btwo\b": 2, r"\btwice\b": 2, r"\bthree\b": 3, r"\bseventh\b": 7},
    "zh-Hans": {"两": 2, "三支": 3, "第七": 7},
    "zh-Hant": {"兩": 2, "三個": 3, "第七": 7},
    "ja": {},
}
"""Language -> patterns of numbers in words."""
LEVELS: dict[str, dict[str, str]] = {"zh-Hans": {"一级": "I", "二级": "II", "三级": "III", "一至三级": "I III"}}
"""Levels where a language has no Roman numerals for them."""
HIDDEN = {
    "spy": {"en": "spy", "zh-Hans": "间谍", "zh-Hant": "間諜", "ja": "スパイ"},
    "uranium": {"en": "uranium", "zh-Hans": "铀", "zh-Hant": "鈾", "ja": "ウラン"},
}
"""Resources without a pile, which only texts name."""
COMMON = {"construction", "monarchy", "communism", "democracy"}
"""Technologies whose names are other words, too."""


def speech_in(language: str) -> CardTexts:
    presenter = presenter_for("civilization", Words(language))
    return card_texts(presenter.texts, presenter.words)


SPEECH = {language: speech_in(language) for language in LANGUAGES}
TEXTS = {language: pages_of("civilization", language) for language in LANGUAGES}


def numbers(text: str, language: str) -> Counter[int]:
    """Give the numbers above 1, in figures and in words: a single thing needs none."""
    found = Counter(map(int, re.findall(r"\d+", text)))
    for word, number in WORDED[language].items():
        found[number] += len(re.findall(word, text, re.IGNORECASE))
    found[1] = 0
    return +found


def levels(text: str, language: str) -> set[str]:
    """Give the levels that a text names."""
    found = set(re.findall(r"(?<![A-Za-z])I{1,3}(?![A-Za-z])", text))
    return found.union(*(told.split() for word, told in LEVELS.get(language, {}).items() if word in text))


def named(text: str, language: str) -> set[str]:
    """Give the resources and technologies that a text names."""
    card = SPEECH[language].texts.card
    names = {one: card(one) for one in (*RESOURCES, *TECHS) if one not in COMMON}
    names |= {one: called[language] for one, called in HIDDEN.items()}
    if language == "en":
        return {one for one, name in names.items() if re.search(rf"\b{name}\b", text, re.IGNORECASE)}
    return {one for one, name in names.items() if name in text}


def differences(key: str, language: str, text: str) -> list[str]:
    """Say in what a text in a language differs from the one in English."""
    english = TEXTS["en"][key]
    found = [f"{one}" for one in (numbers(text, language) - numbers(english, "en")).elements()]
    found += [f"no {one}" for one in (numbers(english, "en") - numbers(text, language)).elements()]
    found += [f"level {one}" for one in levels(text, language) ^ levels(english, "en")]
    return found + [f"{one}" for one in named(text, language) ^ named(english, "en")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_numbers_levels_and_names_of_english(language: str) -> None:
    assert len(KEYS) > 90
    assert {key: bad for key in KEYS if (bad := differences(key, language, TEXTS[language][key]))} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_number_in_a_text_is_found(language: str) -> None:
    tried, missed = 0, list[str]()
    for key in KEYS if language != "en" else ():
        text = TEXTS[language][key]
        for one in re.finditer(r"\d+", text):
            wrong = text[: one.start()] + str(int(one[0]) + 1) + text[one.end() :]
            tried, missed = tried + 1, missed + ([] if differences(key, language, wrong) else [wrong])
    assert missed == [] and (tried > 60 or language == "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_technology_unlocks_and_what_icons_give_has_the_numbers_of_english(language: str) -> None:
    speech, english = SPEECH[language], SPEECH["en"]
    for tech in TECHS:
        own, known = (" ".join(unlocks(one, tech)) for one in (speech, english))
        assert numbers(own, language) == numbers(known, "en"), own
    for face in (*BUILDINGS, *PEOPLE):
        own, known = gist(speech, face), gist(english, face)
        assert sorted(re.findall(r"\d+", own)) == sorted(re.findall(r"\d+", known)), own


@pytest.mark.parametrize("language", LANGUAGES)
def test_different_parts_are_told_in_different_words(language: str) -> None:
    """The two events of one text do the same."""
    told = defaultdict(set)
    for key in KEYS:
        told[TEXTS[language][key]].add(key.removeprefix("civ.text."))
    alike = [keys for keys in told.values() if len(keys) > 1]
    assert alike == [{"event.the-citizens-are-revolting", "event.the-citizens-are-revolting-ii"}]
    one, other = (EVENTS[name] for name in ("the-citizens-are-revolting", "the-citizens-are-revolting-ii"))
    assert (one.phase, one.does, one.number, one.reach) == (other.phase, other.does, other.number, other.reach)
