"""The cards as the rules look them up: one dictionary for each question, worked out once from the tables.

Printed numbers (`STRENGTH`, `HAPPY` …) are card -> number, left out where it is 0: for one worker of a
technology with workers, for the card itself of any other. What a pact gives is asked of its side instead.
"""

from __future__ import annotations

from typing import TypeVar

from ..contract import Back, Face
from .tables import CARDS
from .tables.abilities import (
    Ability,
    BuildDiscount,
    DevelopDiscount,
    EachTurn,
    Modifier,
    On,
    OncePerTurn,
    PoliticalAction,
    PoliticalActionOnce,
    PopulationDiscount,
    Special,
    StagesPerAction,
)
from .tables.formulas import Formula
from .tables.model import (
    AGES,
    ActionCard,
    Aggression,
    BonusCard,
    Card,
    Event,
    Government,
    Leader,
    Pact,
    PactSide,
    SpecialTechnology,
    Symbols,
    Tactic,
    Territory,
    War,
    Wonder,
    WorkerTechnology,
)
from .tables.words import BUILDINGS, Kind, Stat, When

KIND: dict[Face, Kind] = {face: card.kind for face, card in CARDS.items()}
LEVEL: dict[Face, int] = {face: card.age for face, card in CARDS.items()}


def back(deck: str, age: int) -> Back:
    """Give the back of the cards of a deck (`civil`, `military`) and age; it is the name of the deck too."""
    return f"{deck}-{AGES[age].lower()}"


BACK: dict[Face, Back] = {face: back(card.deck, card.age) for face, card in CARDS.items()}
BACK_AGE: dict[Back, int] = {back(card.deck, card.age): card.age for card in CARDS.values()}

WORKER_TECHNOLOGIES: dict[Face, WorkerTechnology] = {
    face: card for face, card in CARDS.items() if isinstance(card, WorkerTechnology)
}
SPECIAL_TECHNOLOGIES = {face: card for face, card in CARDS.items() if isinstance(card, SpecialTechnology)}
GOVERNMENTS = {face: card for face, card in CARDS.items() if isinstance(card, Government)}
ACTION_CARDS = {face: card for face, card in CARDS.items() if isinstance(card, ActionCard)}
LEADERS = {face: card for face, card in CARDS.items() if isinstance(card, Leader)}
WONDERS = {face: card for face, card in CARDS.items() if isinstance(card, Wonder)}
TACTICS = {face: card for face, card in CARDS.items() if isinstance(card, Tactic)}
TERRITORIES = {face: card for face, card in CARDS.items() if isinstance(card, Territory)}
AGGRESSIONS = {face: card for face, card in CARDS.items() if isinstance(card, Aggression)}
WARS = {face: card for face, card in CARDS.items() if isinstance(card, War)}
PACTS = {face: card for face, card in CARDS.items() if isinstance(card, Pact)}
EVENTS = {face: card for face, card in CARDS.items() if isinstance(card, Event)}
BONUS_CARDS = {face: card for face, card in CARDS.items() if isinstance(card, BonusCard)}

TECHNOLOGY_COST: dict[Face, int] = {
    face: card.science
    for face, card in CARDS.items()
    if isinstance(card, WorkerTechnology | SpecialTechnology | Government)
}
"""Science cost of every technology, peaceful for governments: what is in here is a technology."""

BUILD_COST: dict[Face, int] = {face: card.resource for face, card in WORKER_TECHNOLOGIES.items()}
UPGRADES: dict[Face, frozenset[Face]] = {
    face: frozenset(
        better for better, other in WORKER_TECHNOLOGIES.items() if other.kind is card.kind and other.age > card.age
    )
    for face, card in WORKER_TECHNOLOGIES.items()
}
"""Technology with workers -> those its workers can be moved to."""
URBAN_LIMIT: dict[Face, int] = {face: card.urban_limit for face, card in GOVERNMENTS.items()}
IS_BUILDING: frozenset[Face] = frozenset(face for face, kind in KIND.items() if kind in BUILDINGS)
IS_URBAN: frozenset[Face] = frozenset(face for face, card in CARDS.items() if card.is_urban)
IS_UNIT: frozenset[Face] = frozenset(face for face, card in CARDS.items() if card.is_unit)


def symbols(card: Card) -> Symbols | None:
    """Give what is printed on a card, for one worker or for the card; None for cards without."""
    if isinstance(card, WorkerTechnology):
        return card.per_worker
    if isinstance(card, SpecialTechnology | Government | Leader | Wonder):
        return card.symbols
    return card.permanent if isinstance(card, Territory) else None


def _printed(name: str) -> dict[Face, int]:
    found: dict[Face, int] = {}
    for face, card in CARDS.items():
        shown = symbols(card)
        if shown is not None and getattr(shown, name):
            found[face] = getattr(shown, name)
    return found


SCIENCE = _printed("science")
CULTURE = _printed("culture")
STRENGTH = _printed("strength")
HAPPY = _printed("happy")
CIVIL_ACTIONS = _printed("civil_actions")
MILITARY_ACTIONS = _printed("military_actions")
COLONIZATION = _printed("colonization")
YELLOW_TOKENS = _printed("yellow_tokens")
BLUE_TOKENS = _printed("blue_tokens")

assert not {*CIVIL_ACTIONS, *MILITARY_ACTIONS}.intersection(WORKER_TECHNOLOGIES), "workers give no actions"

TOKEN_VALUE: dict[Face, int] = {
    face: card.age if card.kind is Kind.LAB else card.per_worker.food + card.per_worker.resource
    for face, card in WORKER_TECHNOLOGIES.items()
    if card.kind in (Kind.FARM, Kind.MINE, Kind.LAB)
}
"""What a blue token on a card is worth: food on a farm, resource on a mine or (Bill Gates) a lab."""


def abilities(card: Card) -> tuple[Ability, ...]:
    """Give the abilities of a card in play."""
    if isinstance(card, WorkerTechnology | SpecialTechnology | Leader | Wonder):
        return card.abilities
    return ()


A = TypeVar("A")


def _having(kind: type[A]) -> dict[Face, tuple[A, ...]]:
    found: dict[Face, tuple[A, ...]] = {}
    for face, card in CARDS.items():
        have = tuple(ability for ability in abilities(card) if isinstance(ability, kind))
        if have:
            found[face] = have
    return found


BUILD_DISCOUNTS = _having(BuildDiscount)
DEVELOP_DISCOUNTS = _having(DevelopDiscount)
POPULATION_DISCOUNTS = _having(PopulationDiscount)
STAGES_PER_ACTION = _having(StagesPerAction)
EACH_TURN = _having(EachTurn)
ONCE_PER_TURN = _having(OncePerTurn)
POLITICAL_ACTIONS = _having(PoliticalAction)
POLITICAL_ACTIONS_ONCE = _having(PoliticalActionOnce)
TRIGGERS: dict[When, dict[Face, tuple[On, ...]]] = {
    when: {
        face: tuple(one for one in ons if one.when is when)
        for face, ons in _having(On).items()
        if any(one.when is when for one in ons)
    }
    for when in When
}
SPECIALS: dict[str, dict[Face, tuple[int, ...]]] = {}
"""Name of a special ability -> card that has it -> its printed numbers."""
for _face, _specials in _having(Special).items():
    for _special in _specials:
        SPECIALS.setdefault(_special.name, {})[_face] = _special.numbers

MODIFIERS: dict[Stat, dict[Face, tuple[Formula, ...]]] = {}
"""Derived number -> card -> formulas added to it while the card is in play."""
for _face, _modifiers in _having(Modifier).items():
    for _modifier in _modifiers:
        _cards = MODIFIERS.setdefault(_modifier.stat, {})
        _cards[_face] = (*_cards.get(_face, ()), _modifier.formula)
OUTPUT_MODIFIERS: dict[Face, tuple[Modifier, ...]] = {
    face: tuple(one for one in modifiers if one.of) for face, modifiers in _having(Modifier).items()
}
"""Card -> its modifiers that change what buildings of some kind give."""


def pact_side(pact: Face, a: bool) -> PactSide:
    """Give what a pact says for its party A or B."""
    return PACTS[pact].side_a if a else PACTS[pact].side_b


def pact_abilities(side: PactSide, kind: type[A]) -> list[A]:
    """Give the abilities of a kind that a party of a pact has."""
    return [ability for ability in side.abilities if isinstance(ability, kind)]
