"""Few words about what a building or a stage of 7 Wonders brings say in every language what the tables say.

They are made of the tables by templates; `test_seven_wonders_promises.py` does the same for whole sentences.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.seven_wonders.play import city, play
from tta_p2p.games.seven_wonders.effects import effect_points, take_effect
from tta_p2p.games.seven_wonders.tables import BOARD, CARDS
from tta_p2p.games.seven_wonders.tables.model import (
    COLOURS,
    MADE,
    RAW,
    RESOURCES,
    SIDES,
    SYMBOLS,
    Card,
    Cards,
    CoinsFor,
    Discount,
    Effect,
    Makes,
    PointsFor,
    Science,
    Stage,
)
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.seven_wonders.cards import wording_for
from tta_p2p.ui.seven_wonders.wording import SevenWondersWording

STAGES = {
    f"{board.name} {side} {number}": stage
    for board in BOARD.values()
    for side in SIDES
    for number, stage in enumerate(board.stages(side), 1)
}
ALL: dict[str, Card | Stage] = {**CARDS, **STAGES}
WITH_FIGURES = ("number", "turn")


def wording_in(language: str) -> SevenWondersWording:
    presenter = presenter_for("seven_wonders", Words(language), ("Ann", "Bob", "Cid"))
    return wording_for(presenter.texts, presenter.words)


def figures(effects: tuple[Effect, ...]) -> Counter[int]:
    """Give the numbers of effects, and the price of a resource that is bought cheaper."""
    found = Counter(getattr(one, name) for one in effects for name in WITH_FIGURES if hasattr(one, name))
    found[1] += sum(isinstance(one, Discount) for one in effects)
    made = [one for one in effects if isinstance(one, Makes)]
    found[2] += len(made) == 2 and made[0] == made[1]
    return +found


def called(wording: SevenWondersWording, effects: tuple[Effect, ...]) -> set[str]:
    """Give the resources, symbols and colours that few words about effects have to name."""
    names = set()
    for one in effects:
        match one:
            case Makes(options) if options not in (RAW, MADE):
                names |= {wording.text("resource", option) for option in options}
            case Science(symbol):
                names.add(wording.symbol(symbol))
            case CoinsFor(_, Cards(colours)) | PointsFor(_, Cards(colours)):
                names |= {wording.text("colour", colour) for colour in colours}
    return names


def named(wording: SevenWondersWording, text: str) -> set[str]:
    """Give the resources, symbols and colours that a text names."""
    every = {wording.text("resource", one) for one in RESOURCES} | {wording.symbol(one) for one in SYMBOLS}
    every |= {wording.text("colour", one) for one in COLOURS}
    spaced = text.isascii()
    return {one for one in every if re.search(rf"\b{one}\b" if spaced else re.escape(one), text)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_few_words_have_the_numbers_and_names_of_the_tables(language: str) -> None:
    """A number 1 more is a matter of style: one card, one stage."""
    wording = wording_in(language)
    for name, one in ALL.items():
        text = wording.gist(one.effects)
        said, known = Counter(map(int, re.findall(r"\d+", text))), figures(one.effects)
        assert said[1] >= known[1], (name, text)
        said[1] = known[1] = 0
        assert +said == +known and named(wording, text) == called(wording, one.effects), (name, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_different_effects_are_told_in_different_words(language: str) -> None:
    wording, told = wording_in(language), dict[str, tuple[Effect, ...]]()
    for name, one in ALL.items():
        text = wording.gist(one.effects)
        same = tuple(sorted(map(str, told.setdefault(text, one.effects)))), tuple(sorted(map(str, one.effects)))
        assert text and same[0] == same[1], (name, text)


COUNTING = [face for face, card in CARDS.items() if any(isinstance(one, CoinsFor | PointsFor) for one in card.effects)]
OWN, LEFT, RIGHT = (
    [[face for face, card in CARDS.items() if card.colour == one][place] for one in COLOURS] for place in range(3)
)
"""A building of each colour for each city."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("face", COUNTING)
def test_a_building_that_counts_is_told_with_what_it_brings_when_it_is_built(face: str, language: str) -> None:
    """So it counts itself, where it is of a colour that it counts."""
    own, left, right = ([one for one in some if one != face] for some in (OWN, LEFT, RIGHT))
    state = play(city("gizah", stages=2, built=own), city("rhodos", stages=1, built=left),
                 city("ephesos", stages=1, built=right), age=3).s  # fmt: skip
    wording = wording_in(language)
    at_table = SevenWondersWording(state, 0, {}, wording.texts, wording.words)
    built = state.copy()
    built.built[0] = (*built.built[0], face)
    known = Counter[int]()
    for one in CARDS[face].effects:
        if isinstance(one, CoinsFor):
            known[take_effect(built, 0, one)] += 1
        if isinstance(one, PointsFor):
            known[effect_points(built, 0, one)] += 1
    assert Counter(map(int, re.findall(r"\d+", at_table.brings(face, 0)))) == known, at_table.brings(face, 0)
    assert at_table.brings(face, None) == wording.gist(CARDS[face].effects)
