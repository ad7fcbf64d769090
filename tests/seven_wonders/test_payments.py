"""Costs: own resources, neighbours, discounts, every way to pay."""

from __future__ import annotations

import pytest

from tta_p2p.games.chance import Chance
from tta_p2p.games.seven_wonders.payments import (
    coins_short,
    purchases,
    thrifty,
    unavailable_resources,
    ways_to_build,
    ways_to_stage,
)
from tta_p2p.games.seven_wonders.scenario import City
from tta_p2p.games.seven_wonders.tables import CARDS
from tta_p2p.games.seven_wonders.tables.model import RESOURCES

from . import naive
from .play import city, play


def cities(*built: list[str], coins: int = 9, board: str = "gizah") -> list[City]:
    """The city that builds, its left and its right neighbour; none of them makes much by itself."""
    boards = (board, "ephesos", "halikarnassos")
    return [
        city(board=name, built=each, coins=coins if not at else 3)
        for at, (name, each) in enumerate(zip(boards, built, strict=True))
    ]


CASES: list[tuple[str, list[str], list[str], list[str], list[tuple[int, int]]]] = [
    # what is built; own cards, those of the left and of the right neighbour; payments (left, right)
    ("stockade", ["lumber-yard"], [], [], [(0, 0)]),
    ("stockade", [], [], [], []),
    ("stockade", [], ["lumber-yard"], [], [(2, 0)]),
    ("stockade", [], ["lumber-yard"], ["tree-farm"], [(0, 2), (2, 0)]),
    ("baths", [], [], [], [(0, 0)]),  # the board makes it
    ("scriptorium", [], [], [], [(2, 0)]),  # the neighbour's board makes it
    ("stables", ["timber-yard", "excavation"], [], ["foundry"], [(0, 2)]),  # each symbol with a choice once
    ("archery-range", ["timber-yard"], ["sawmill"], ["foundry"], [(2, 2)]),
    ("aqueduct", [], ["quarry"], [], [(4, 0)]),  # two symbols on one card sell two
    ("aqueduct", [], ["stone-pit"], ["quarry"], [(0, 4), (2, 2)]),
    ("aqueduct", [], ["stone-pit"], [], []),  # each symbol is sold once to each buyer
    ("stockade", ["west-trading-post"], ["lumber-yard"], ["tree-farm"], [(0, 2), (1, 0)]),
    ("stockade", ["east-trading-post"], ["lumber-yard"], ["tree-farm"], [(0, 1), (2, 0)]),
    ("stockade", ["east-trading-post", "west-trading-post"], ["lumber-yard"], [], [(1, 0)]),
    ("apothecary", ["east-trading-post"], [], [], [(0, 2)]),  # a trading post does nothing for manufactured goods
    ("apothecary", ["marketplace"], [], [], [(0, 1)]),
    ("stockade", ["marketplace"], ["lumber-yard"], [], [(2, 0)]),
    ("stockade", [], ["caravansery"], [], []),  # yellow cards sell nothing
    ("workshop", [], ["forum"], [], []),
    ("stockade", ["caravansery"], ["lumber-yard"], [], [(0, 0)]),  # nothing is bought that is made at home
    ("workshop", ["forum"], ["glassworks-i"], [], [(0, 0)]),
    ("temple", ["forum", "caravansery"], ["lumber-yard"], ["clay-pool"], [(0, 2), (2, 0)]),
    ("courthouse", ["scriptorium"], [], [], [(0, 0)]),  # a chain: free, and nothing else is offered
    # a way that gives the right as much and the left more than another one is a present, and comes last
    ("temple", ["west-trading-post"], ["loom-i", "lumber-yard", "clay-pool", "glassworks-i"], ["glassworks-ii"],
     [(2, 2), (4, 0)]),
    ("dispensary", ["west-trading-post"], ["foundry", "glassworks-i"], ["ore-vein", "glassworks-ii"],
     [(1, 4), (2, 2), (4, 0), (3, 2)]),
]  # fmt: skip


@pytest.mark.parametrize(("face", "own", "left", "right", "wanted"), CASES)
def test_ways_to_pay(
    face: str, own: list[str], left: list[str], right: list[str], wanted: list[tuple[int, int]]
) -> None:
    table = play(*cities(own, left, right), age=2, turn=6, seats=7)
    s = table.s.copy()  # the right neighbour of the first of seven cities is the last
    s.built[6], s.wonders[6], s.wonders[2] = s.built[2], s.wonders[2], ""
    assert list(ways_to_build(s, 0, face)) == wanted


def test_coins_of_the_start_of_the_turn_must_suffice() -> None:
    for coins, wanted in ((1, []), (2, [(2, 0)]), (3, [(2, 0)])):
        left = city("ephesos", built=["lumber-yard"])
        table = play(city("gizah", coins=coins, hand=["stockade"]), left, city("rhodos"), age=1, turn=2)
        assert table.ways(0, "build", "stockade") == wanted


def test_the_coin_of_a_card_and_what_neighbours_get_come_out_of_the_same_treasury() -> None:
    for coins, possible in ((0, False), (1, True)):
        table = play(city("gizah", coins=coins, hand=["foundry"]), age=2)
        assert bool(table.ways(0, "build", "foundry")) == possible
    table.turn("build foundry")
    assert table.s.coins[0] == 0


def test_a_refused_payment_is_named() -> None:
    table = play(city("gizah", coins=1, hand=["stockade", "altar"]), city("ephesos", built=["lumber-yard"]), turn=2)
    assert table.refusal(0, "build stockade 2 0") == "coins-short"
    assert table.refusal(0, "build altar 0 1") == "other-payment"
    assert table.refusal(0, "stage altar 0 0") == "not-for-sale"


def test_what_is_bought_fits_what_is_paid_and_what_is_sold() -> None:
    """The dearer units of both sides: what is bought costs what is paid, and is what is lacking."""
    left, right = city("rhodos", built=["stone-pit", "glassworks-i"]), city("ephesos", built=["timber-yard"])
    table = play(city("alexandria", built=["west-trading-post"], coins=9, hand=["walls"]), left, right, age=2)
    cost = CARDS["aqueduct"].cost
    assert ways_to_build(table.s, 0, "aqueduct") == ()
    assert unavailable_resources(table.s, 0, cost) == ("stone",) and coins_short(table.s, 0, cost) == 0
    cost = CARDS["town-hall"].cost
    assert ways_to_build(table.s, 0, "town-hall") == ((2, 2),)
    assert [dict(zip(RESOURCES, part, strict=True)) for part in purchases(table.s, 0, cost, (2, 2))] == [
        {**dict.fromkeys(RESOURCES, 0), "stone": 1, "ore": 1},
        {**dict.fromkeys(RESOURCES, 0), "stone": 1},
    ]
    assert purchases(table.s, 0, cost, (7, 7)) == ((0,) * 7, (0,) * 7)


def test_two_buyers_and_the_owner_use_the_same_stone() -> None:
    buyers = [city("rhodos", hand=["baths"]), city("gizah", hand=["baths"]), city("babylon", hand=["guard-tower"])]
    table = play(*buyers, seats=7, age=1)
    assert table.ways(0, "build", "baths") == [(2, 0)] and table.ways(1, "build", "baths") == [(0, 0)]
    other = play(city("gizah"), city("rhodos", hand=["baths"]), city("babylon"), seats=3)
    assert other.ways(1, "build", "baths") == [(0, 2)]
    table.turn("build baths", "build baths")
    assert table.s.coins[:2] == [1, 5]


def test_every_way_is_what_trying_everything_finds() -> None:
    """Random cities; the other side tries for every unit who may give it."""
    chance = Chance(8)
    makers = [face for face, card in CARDS.items() if card.colour in ("brown", "grey", "yellow") and card.age < 3]
    table = play(seats=4, age=3)
    costly = [face for face, card in CARDS.items() if card.age == 3]
    kinds = set()
    for _ in range(120):
        s = table.s.copy()
        for seat in range(4):
            s.built[seat] = tuple(chance.shuffled(makers)[: chance.below(6)])
            s.sides[seat] = chance.choice(["day", "night"])
            s.stages[seat] = chance.below(3)
            s.coins[seat] = chance.below(12)
        for face in chance.shuffled(costly)[:6]:
            if not set(CARDS[face].after) & set(s.built[0]):
                found = ways_to_build(s, 0, face)
                assert set(found) == naive.payments(s, 0, naive.ALL[face].cost), (face, s.built, s.wonders)
                least = thrifty(found)
                assert found == (*least, *sorted({*found} - {*least})), "presents after all others"
                kinds.add(len(found))
        stages = naive.board(s, 0).stages
        if s.stages[0] < len(stages):
            assert set(ways_to_stage(s, 0)) == naive.payments(s, 0, stages[s.stages[0]][0])
    assert kinds >= {0, 1, 2, 3}
