"""Vocabulary: every card does something, every word of the vocabulary is used, code of its own is rare."""

from typing import get_args

import pytest

from tta_p2p.games.through_the_ages.tables import CARDS, cards_of
from tta_p2p.games.through_the_ages.tables.abilities import SPECIALS, Ability, On, Special
from tta_p2p.games.through_the_ages.tables.edition_2006 import REPRINTS
from tta_p2p.games.through_the_ages.tables.effects import Condition, Effect, For, Gain
from tta_p2p.games.through_the_ages.tables.formulas import Formula
from tta_p2p.games.through_the_ages.tables.model import (
    BonusCard,
    Event,
    Government,
    Symbols,
    Tactic,
    WorkerTechnology,
)
from tta_p2p.games.through_the_ages.tables.words import Kind, Stat, Step, When, Who

from .walk import doing, records

ALL = [record for card in CARDS.values() for record in records(doing(card))]


@pytest.mark.parametrize("card", [card for card in CARDS.values() if card.id != "no-event"], ids=lambda card: card.id)
def test_every_card_does_something(card):
    if isinstance(card, BonusCard):
        assert card.defense > 0 and card.colonization > 0
    elif isinstance(card, Tactic):
        assert card.bonus >= card.outdated > 0 and card.infantry + card.cavalry + card.artillery > 1
    else:
        shows = [getattr(card, name) for name in ("symbols", "per_worker", "permanent") if hasattr(card, name)]
        assert any(show != Symbols() for show in shows) or any(part for part in doing(card))


def words(union) -> list[type]:
    return [word for word in get_args(union) if word is not int]


@pytest.mark.parametrize("union", (Formula, Condition, Effect, Ability))
def test_every_word_of_the_vocabulary_is_used_by_a_card(union):
    used = {type(record) for record in ALL}
    assert len(words(union)) > 1
    assert [word.__name__ for word in words(union) if word not in used] == []


def test_every_selector_trigger_and_step_is_used_by_a_card():
    assert {record.who for record in ALL if isinstance(record, For)} == set(Who)
    assert {record.when for record in ALL if isinstance(record, On)} == set(When)
    assert {step for record in ALL for step in getattr(record, "steps", ())} == set(Step)
    assert {card.kind for card in CARDS.values()} == set(Kind)
    modified = {record.stat for record in ALL if hasattr(record, "stat")}
    modified |= {stat for record in ALL for stat in getattr(record, "stats", ())}
    assert modified == set(Stat)


def test_code_of_its_own_is_rare_and_every_special_is_described():
    for edition, most in (("2015", 16), ("2006", 12)):
        cards = cards_of(edition).values()
        special = [(card.id, part) for card in cards for part in records(doing(card)) if isinstance(part, Special)]
        assert len(special) <= most
        assert all(part.name in (card, REPRINTS.get(card)) or card == "nikola-tesla" for card, part in special)
    names = {part.name for card in CARDS.values() for part in records(doing(card)) if isinstance(part, Special)}
    assert names == set(SPECIALS)


def test_cards_compare_and_hash_by_value():
    assert len(set(CARDS.values())) == len(CARDS)
    assert Gain(food=2) == Gain(food=2) != Gain(resource=2)


def test_kinds_sort_cards_into_technologies_and_the_rest():
    for card in CARDS.values():
        assert card.is_technology == hasattr(card, "science")
        assert isinstance(card, WorkerTechnology) == (hasattr(card, "per_worker"))
        assert card.is_urban + card.is_unit <= 1
        if isinstance(card, Government):
            assert card.revolution is None or card.revolution < card.science


def test_events_of_age_iii_are_the_ones_scored_at_the_end():
    for card in CARDS.values():
        if isinstance(card, Event):
            assert card.impact == (card.age == 3)
