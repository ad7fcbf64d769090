"""What the text of a card promises, in English and in Chinese, is what its effect in the tables is.

A text is read by a small grammar: a number beside the word of a thing is a promise, and so are the words for who and
when. `test_civilization_promises.py` and `test_seven_wonders_promises.py` do the same for the other two games.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from tta_p2p.games.through_the_ages.tables import CARDS
from tta_p2p.games.through_the_ages.tables.model import Card, Government, Symbols, Tactic, Territory, WorkerTechnology
from tta_p2p.i18n import Words
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.through_the_ages.cards import card_text

Promise = tuple[int, str]
ENGLISH = {
    "culture": "culture", "science": "science", "strength": "strength", "food": "food", "resource": "resources?",
    "happy": "happy faces?", "unhappy": "unhappy faces?", "civil_actions": "civil(?: and [0-9]+ military)? actions?",
    "military_actions": "military actions?", "yellow_tokens": "yellow(?: and [0-9]+ blue)? tokens?",
    "blue_tokens": "blue tokens?", "population": "population", "colonization": "(?:colonization|force)",
    "infantry": "infantry", "cavalry": "cavalry", "artillery": "artillery",
}  # fmt: skip
CHINESE = {
    "culture": "文化(?:增速|点数)?", "science": "科学(?:增速|点数)?", "strength": "军力", "food": "食物(?:产量)?",
    "resource": "资源(?:产量)?", "happy": "笑脸", "unhappy": "哭脸", "civil_actions": "内政行动",
    "military_actions": "军事行动", "yellow_tokens": "黄色标记", "blue_tokens": "蓝色标记", "population": "人口",
    "colonization": "(?:殖民)?力量", "infantry": "步兵", "cavalry": "骑兵", "artillery": "炮兵",
}  # fmt: skip
WHO_AND_WHEN = {
    "strongest": "最强", "weakest": "最弱", "when finished": "建成时", "when colonized:": "殖民时：",
    "most culture points": "文化点数最多", "fewest culture points": "文化点数最少",
}  # fmt: skip
FAR_APART = {
    "wave-of-nationalism": "in Chinese the number of players stands between resources and their number",
    "military-build-up": "in Chinese the number of players stands between resources and their number",
    "endowment-for-the-arts": "in Chinese the number of players stands between culture and its number",
    "impact-of-government": "English says culture once for two numbers",
    "impact-of-wonders": "Chinese says culture once, before all ages",
}
"""Cards whose numbers do not stand beside their things in both languages."""


def english(text: str) -> set[Promise]:
    """Read an English text."""
    plain = text.replace(" more ", " ")
    return {(int(n), thing) for thing, word in ENGLISH.items() for n in re.findall(rf"(\d+) (?:{word})\b", plain)}


def chinese(text: str) -> set[Promise]:
    """Read a Chinese text."""
    forms = r"(\d+)(?:点|个|支|名)?(?:只能用于[^，。]*?的)?(?:{0})", r"(?:{0})[+-]?(\d+)"
    found = (
        (n, thing) for thing, word in CHINESE.items() for form in forms for n in re.findall(form.format(word), text)
    )
    return {(int(n), thing) for n, thing in found}


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


def texts(face: str) -> tuple[str, str]:
    """Give the text of a card in both languages."""
    one, other = (card_text(face, presenter_for("through_the_ages", Words(one)).words) for one in ("en", "zh-Hans"))
    return one, other


@pytest.mark.parametrize("face", CARDS)
def test_a_card_promises_in_both_languages_what_its_effect_is(face: str) -> None:
    assert differences(face, *texts(face)) == []


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
