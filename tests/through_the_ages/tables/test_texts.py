"""Texts: a card explains itself completely, with its own numbers."""

import re

import pytest

from tests.texts import card_texts_of, names_of
from tta_p2p.games.kit.records import field_names
from tta_p2p.games.through_the_ages.editions import EDITIONS
from tta_p2p.games.through_the_ages.tables import CARDS, TABLES, cards_of
from tta_p2p.games.through_the_ages.tables.edition_2006 import TABLES_2006
from tta_p2p.games.through_the_ages.tables.model import Symbols, Tactic
from tta_p2p.i18n import LANGUAGES

from .walk import numbers, records

ROMAN = ("A", "I", "II", "III")
WORDS = {
    "science": "science",
    "culture": "culture",
    "strength": "strength",
    "happy": "happy face",
    "civil_actions": "civil",
    "military_actions": "military action",
    "colonization": "colonization",
    "food": "food",
    "resource": "resource",
    "yellow_tokens": "yellow",
    "blue_tokens": "blue token",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_and_a_text_and_there_are_no_others(language):
    assert set(names_of("through_the_ages", language)) == set(card_texts_of(language)) == set(CARDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_share_a_name_only_across_ages(language):
    names = names_of("through_the_ages", language)
    for edition in EDITIONS:
        seen: dict[tuple[str, int], str] = {}
        for card in cards_of(edition).values():
            assert seen.setdefault((names[card.id], card.age), card.id) == card.id


@pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: card.id)
def test_a_text_is_sentences_that_name_every_number_of_the_card(card):
    words = card_texts_of()[card.id]
    assert words.endswith(".") and "  " not in words and ".." not in words
    said = {int(number) for number in re.findall(r"\d+", words)}
    assert {number for number in numbers(card) if number > 1} <= said
    for record in records(card):
        if isinstance(record, Symbols):
            for field, word in WORDS.items():
                number = getattr(record, field)
                if number:
                    assert abs(number) in said
                    assert word in words.replace("unhappy", "happy").replace("civil and", "civil")
        for level in getattr(record, "levels", ()):
            assert f"level {ROMAN[level]} " in words
        for age in getattr(record, "ages", ()):
            assert re.search(rf"\b{ROMAN[age]}\b", words)
    if isinstance(card, Tactic):
        assert {card.bonus, card.outdated} <= said
        for kind in ("infantry", "cavalry", "artillery"):
            number = getattr(card, kind)
            assert (f"{number} {kind}" in words) == (number > 0)
    for field in ("urban_limit", "defense", "colonization"):
        if hasattr(card, field):
            assert getattr(card, field) in said


@pytest.mark.parametrize("table", TABLES)
def test_texts_say_no_number_the_card_does_not_have(table):
    """Numbers up to 4 are allowed: they also count players, colonies, "up to two" and the like."""
    for card in (*TABLES[table], *TABLES_2006.get(table, ())):
        own = {number for record in records(card) for number in _all_numbers(record)}
        said = {int(number) for number in re.findall(r"\d+", card_texts_of()[card.id])}
        strange = {number for number in said - own if number > 4}
        # Two limits follow from the highest happiness and are printed for convenience.
        assert strange <= {"prosperity": {8}, "impact-of-happiness": {16}}.get(card.id, set()), card.id


def _all_numbers(record: object) -> set[int]:
    found: set[int] = set()
    for field in field_names(type(record)):
        value = getattr(record, field)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, int):
                found.add(abs(part))
    return found
