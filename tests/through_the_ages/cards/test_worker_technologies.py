"""Technologies with workers: developed for science, built for resources, and what each worker gives."""

from __future__ import annotations

import pytest

from tta_p2p.games.through_the_ages.index import IS_UNIT, KIND, LEVEL, WORKER_TECHNOLOGIES
from tta_p2p.games.through_the_ages.tables import PRINTED
from tta_p2p.games.through_the_ages.tables.words import Kind

from ..editions import of_2015
from ..play import Playing, me, play, plays

# card: science cost, resource cost, and what one worker adds to science, culture, strength, happiness
BUILDINGS_AND_UNITS = {
    "philosophy": (0, 3, 1, 0, 0, 0),
    "alchemy": (4, 6, 2, 0, 0, 0),
    "scientific-method": (6, 8, 3, 0, 0, 0),
    "computers": (8, 11, 5, 0, 0, 0),
    "religion": (0, 3, 0, 1, 0, 1),
    "theology": (2, 5, 0, 1, 0, 2),
    "organized-religion": (4, 7, 0, 1, 0, 3),
    "printing-press": (3, 3, 1, 1, 0, 0),
    "journalism": (6, 8, 2, 2, 0, 0),
    "multimedia": (9, 11, 3, 3, 0, 0),
    "drama": (3, 4, 0, 2, 0, 1),
    "opera": (7, 8, 0, 3, 0, 1),
    "movies": (10, 11, 0, 4, 0, 1),
    "bread-and-circuses": (3, 3, 0, 0, 1, 2),
    "team-sports": (5, 5, 0, 0, 2, 3),
    "professional-sports": (7, 8, 0, 0, 3, 4),
    "warriors": (0, 2, 0, 0, 1, 0),
    "swordsmen": (4, 3, 0, 0, 2, 0),
    "riflemen": (6, 5, 0, 0, 3, 0),
    "modern-infantry": (10, 7, 0, 0, 5, 0),
    "knights": (5, 3, 0, 0, 2, 0),
    "cavalrymen": (6, 5, 0, 0, 3, 0),
    "tanks": (9, 7, 0, 0, 5, 0),
    "cannon": (6, 5, 0, 0, 3, 0),
    "rockets": (8, 7, 0, 0, 5, 0),
    "air-forces": (12, 7, 0, 0, 5, 0),
}
# card: science cost, resource cost, worth of a token
FARMS_AND_MINES = {
    "agriculture": (0, 2, 1),
    "irrigation": (3, 4, 2),
    "selective-breeding": (5, 6, 3),
    "mechanized-agriculture": (7, 8, 5),
    "bronze": (0, 2, 1),
    "iron": (5, 5, 2),
    "coal": (7, 8, 3),
    "oil": (9, 11, 5),
}
RATINGS = ("science_rating", "culture_rating", "strength", "happiness")


def developed(card: str, science: int, resource: int) -> Playing:
    hand = [] if card in PRINTED else [card]
    age = max(1, LEVEL[card])
    game = play(me(hand=hand, science=science, resource=resource, gained_yellow=2 * (age - 1)), age=age)
    if hand:
        assert game.cost(f"develop {card}") == {"civil-action": 1, "science": science}
        game.act(f"develop {card}").expect(0, science=0, hand=[], technologies=[card], workers={card: 0})
    return game


def test_all_are_here() -> None:
    assert {*BUILDINGS_AND_UNITS, *FARMS_AND_MINES} == {*of_2015(WORKER_TECHNOLOGIES)}


@pytest.mark.parametrize("card", BUILDINGS_AND_UNITS)
@plays(*BUILDINGS_AND_UNITS)
def test_a_building_or_unit_gives_nothing_until_a_worker_stands_on_it(card: str) -> None:
    science, resource, *gives = BUILDINGS_AND_UNITS[card]
    game = developed(card, science, resource)
    before = [game.value(0, name) for name in RATINGS]
    if card not in PRINTED:
        assert before == [1, 0, 1, 0]
    colour = "military-action" if card in IS_UNIT else "civil-action"
    assert game.cost(f"build {card}") == {colour: 1, "resource": resource}
    game.act(f"build {card}").expect(0, unused=0, resource=0)
    assert [game.value(0, name) for name in RATINGS] == [a + b for a, b in zip(before, gives, strict=True)]
    game.act(f"{'disband' if card in IS_UNIT else 'destroy'} {card}").expect(0, unused=1, resource=0)
    assert [game.value(0, name) for name in RATINGS] == before


@pytest.mark.parametrize("card", FARMS_AND_MINES)
@plays(*FARMS_AND_MINES)
def test_a_farm_or_mine_moves_a_token_onto_its_card_every_turn(card: str) -> None:
    science, resource, worth = FARMS_AND_MINES[card]
    game = developed(card, science, resource)
    assert game.cost(f"build {card}") == {"civil-action": 1, "resource": resource}
    game.act(f"build {card}")
    bank = game.player(0).blue_bank
    workers = game.player(0).workers[card]
    game.act("end").expect(0, tokens={card: workers})
    assert game.player(0).blue_bank == bank - 5
    what = "food" if KIND[card] is Kind.FARM else "resource"
    plain = 0 if card in PRINTED else 2
    assert game.value(0, what) == plain + workers * worth
