"""Every card has an effect that can be carried out, a text, a name, and a test that plays it."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

import pytest

import tests.through_the_ages as here
from tests.texts import card_texts_of, names_of
from tta_p2p.games.kit.records import Record, field_names
from tta_p2p.games.through_the_ages import game  # noqa: F401 - registers every effect
from tta_p2p.games.through_the_ages.effects import EFFECTS as CARRIED_OUT
from tta_p2p.games.through_the_ages.index import SPECIALS
from tta_p2p.games.through_the_ages.tables import CARDS, PRINTED, effects
from tta_p2p.games.through_the_ages.tables.abilities import Special
from tta_p2p.games.through_the_ages.tables.model import Card, OnAttack, Pact, Symbols, WorkerTechnology

RECORDS = [kind for kind in vars(effects).values() if isinstance(kind, type) and issubclass(kind, Record)]
EFFECTS = {kind for kind in RECORDS if kind is not Record}
CONDITIONS = {effects.AmongStrongest, effects.AmongWeakest, effects.InLastAge}


def modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if found.name.rpartition(".")[2].startswith("test_") and found.name != __name__:
            yield importlib.import_module(found.name)


@cache
def played() -> dict[str, list[str]]:
    """Which tests say that they play which cards; that they do is checked when they run."""
    tests: dict[str, list[str]] = {}
    for module in modules(here):
        for name, test in vars(module).items():
            if name.startswith("test_") and callable(test):
                for card in getattr(test, "cards", ()):
                    tests.setdefault(card, []).append(f"{module.__name__}.{name}")
    return tests


def records(value: Any) -> Iterator[Any]:
    """Give a record of the tables and all records inside it."""
    if isinstance(value, tuple):
        for item in value:
            yield from records(item)
    elif isinstance(value, Record):
        yield value
        for name in field_names(type(value)):
            yield from records(getattr(value, name))


def does_something(card: Card) -> bool:
    """Whether a card has any effect, ability or symbol."""
    if isinstance(card, Pact) and card.on_attack is not OnAttack.NONE:
        return True
    if isinstance(card, WorkerTechnology) and card.per_worker != Symbols():
        return True
    numbers = [getattr(card, name, 0) for name in ("bonus", "defense", "colonization", "civil_actions")]
    inside = [one for one in records(card) if one is not card]
    return any(numbers) or any(one != type(one)() if isinstance(one, Symbols) else True for one in inside)


@pytest.mark.parametrize("card", CARDS)
def test_a_card_has_a_test_that_plays_it(card: str) -> None:
    tests = played()
    assert card in tests, f"no test is marked @plays({card!r})"


def test_only_cards_are_said_to_be_played() -> None:
    assert set(played()) <= set(CARDS)


@pytest.mark.parametrize("card", CARDS)
def test_a_card_has_a_name_and_a_text(card: str) -> None:
    assert names_of("through_the_ages")[card]
    assert card_texts_of()[card]


@pytest.mark.parametrize("card", sorted(CARDS.keys() - {"no-event"}))
def test_a_card_does_something(card: str) -> None:
    assert does_something(CARDS[card]), card


@pytest.mark.parametrize("card", CARDS)
def test_all_effects_of_a_card_can_be_carried_out(card: str) -> None:
    kinds = {type(one) for one in records(CARDS[card])} & EFFECTS - CONDITIONS
    assert kinds <= CARRIED_OUT.keys(), f"{card} needs {kinds - CARRIED_OUT.keys()}"


def test_every_special_ability_is_asked_for_by_some_code() -> None:
    names = {one.name for card in CARDS.values() for one in records(card) if isinstance(one, Special)}
    assert names == set(SPECIALS)
    package = importlib.import_module("tta_p2p.games.through_the_ages")
    code = [
        inspect.getsource(importlib.import_module(f"{package.__name__}.{module.name}"))
        for module in pkgutil.iter_modules(package.__path__)
    ]
    assert {name for name in names if any(f'"{name}"' in source for source in code)} == names


def test_cards_printed_on_the_board_are_in_no_deck() -> None:
    assert all(not any(CARDS[card].copies) for card in PRINTED)
