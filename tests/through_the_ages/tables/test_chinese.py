"""Chinese texts: as complete as the English ones, with the same numbers, in the terms of the glossary."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.ground.repository import ROOT
from tests.texts import card_texts_of, names_of, pages_of, texts_of, topics_of
from tta_p2p.games.through_the_ages.tables import CARDS

ENGLISH, CHINESE = "en", "zh-Hans"
GAME = "through_the_ages"
NAMES = {language: names_of(GAME, language) for language in (ENGLISH, CHINESE)}
TEXTS = {language: card_texts_of(language) for language in (ENGLISH, CHINESE)}
RULES = {language: topics_of(GAME, language) for language in (ENGLISH, CHINESE)}
NUMERAL = r"(?<![A-Za-z])(?:IV|I{1,3})(?![A-Za-z])"
TYPED = {
    "tta",
    "build",
    "bronze",
    "take",
    "homer",
    "end",
    "cards",
    "me",
    "hand",
    "row",
    "events",
    "undo",
    "why",
    "ca",
    "tutorial",
}
"""What people type in every language, and how actions are written in tables; a Chinese text may name it."""


def figures(text: str) -> Counter[str]:
    """Every number and every age or level a text names, with how often it does."""
    return Counter(re.findall(rf"\d+|{NUMERAL}", text))


def latin(text: str) -> set[str]:
    """The Latin words of a text, but for what is to be typed, ages, places, and the sides A and B."""
    bare = re.sub(rf"`[^`]*`|\{{[^}}]*\}}|{NUMERAL}", "", text)
    return {word.lower() for word in re.findall("[A-Za-z]{2,}", bare)} - TYPED


@pytest.mark.parametrize("card", CARDS)
def test_a_card_says_the_same_numbers_in_both_languages(card: str) -> None:
    assert figures(TEXTS[CHINESE][card]) == figures(TEXTS[ENGLISH][card])


@pytest.mark.parametrize("number", range(len(RULES[ENGLISH])))
def test_a_page_of_the_rules_is_the_same_in_both_languages(number: int) -> None:
    english, chinese = (RULES[language][number] for language in (ENGLISH, CHINESE))
    assert english.name == chinese.name and chinese.words and re.search("[一-鿿]", chinese.title)
    assert figures(chinese.text) == figures(english.text)
    parts = [[part[:2] in ("- ", "| ") and part[:2] for part in one.text.split("\n\n")] for one in (english, chinese)]
    assert parts[0] == parts[1]
    assert sorted(re.findall("`[^`]*`", chinese.text)) == sorted(re.findall("`[^`]*`", english.text))
    for part in chinese.text.split("\n\n"):
        assert part.startswith(("| ", "- ")) or part[-1] in "。：）"


def test_both_languages_have_all_cards_and_topics() -> None:
    assert set(TEXTS[CHINESE]) == set(NAMES[CHINESE]) == set(CARDS)
    assert len(RULES[CHINESE]) == len(RULES[ENGLISH])


@pytest.mark.parametrize("card", CARDS)
def test_a_card_is_told_in_whole_chinese_sentences(card: str) -> None:
    text = TEXTS[CHINESE][card]
    assert text.endswith("。") and " " not in text and "。。" not in text
    assert re.search("[一-鿿]", NAMES[CHINESE][card])


def sentences() -> Iterator[tuple[str, str]]:
    """Everything that the game and its pages say in Chinese, by where it stands."""
    yield from ((f"card {card}", text) for card, text in TEXTS[CHINESE].items())
    for topic in RULES[CHINESE]:
        yield f"rules {topic.name}", f"{topic.title} {topic.text}"
    for where, texts in (("game", texts_of(GAME, CHINESE)), ("pages", pages_of(GAME, CHINESE))):
        some = ((key, text) for key, text in texts.items() if not key.startswith(("card.", "tta.text.", "rules")))
        yield from ((f"{where} {key}", text) for key, text in some)


def test_nothing_is_left_in_latin_letters() -> None:
    found = {where: words for where, text in sentences() if (words := latin(text)) and "usage." not in where}
    assert found == {}


def test_no_text_has_latin_punctuation_between_ideographs() -> None:
    wrong = {where: text for where, text in sentences() if re.search(r"[一-鿿][,;:!?()][ 一-鿿]", text)}
    assert wrong == {}


def glossary() -> list[tuple[list[str], list[str]]]:
    """The terms of each line of the glossary, and what is never said instead."""
    page = (ROOT / "docs" / "through-the-ages" / "chinese.md").read_text("utf-8")
    lines = [line.strip("|").split("|") for line in page.splitlines() if line.startswith("| ")][1:]
    return [(re.findall("[一-鿿]+", chosen), re.findall("[一-鿿]+", never)) for _, chosen, never in lines]


def test_one_thing_is_called_by_one_word() -> None:
    names = sorted(set(NAMES[CHINESE].values()), key=len, reverse=True)
    apart = re.compile("|".join(map(re.escape, names)))
    said = {where: apart.sub("", text) for where, text in sentences() if " find." not in where}  # words people look for
    terms = glossary()
    assert len(terms) > 20
    everything = "\n".join(text for _, text in sentences())
    assert [term for chosen, _ in terms for term in chosen if term not in everything] == []
    never = [word for _, words in terms for word in words]
    assert [(word, where) for word in never for where, text in said.items() if word in text] == []
