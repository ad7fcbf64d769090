"""Points, science, places and ties."""

from __future__ import annotations

from itertools import product

import pytest

from tta_p2p.games.seven_wonders.effects import science
from tta_p2p.games.seven_wonders.game import GAME
from tta_p2p.games.seven_wonders.scoring import PARTS

from . import naive
from .play import city, play

GREEN = {
    "compass": ["apothecary", "dispensary", "lodge", "academy"],
    "gear": ["workshop", "laboratory", "observatory", "study"],
    "tablet": ["scriptorium", "library", "school", "university"],
}


def symbols(compass: int, gear: int, tablet: int) -> list[str]:
    wanted = zip(GREEN, (compass, gear, tablet), strict=True)
    return [face for symbol, number in wanted for face in GREEN[symbol][:number]]


@pytest.mark.parametrize(
    ("numbers", "free", "points"),
    [
        ((0, 0, 0), 0, 0),
        ((1, 0, 0), 0, 1),
        ((1, 1, 1), 0, 10),
        ((4, 0, 0), 0, 16),
        ((2, 2, 2), 0, 26),
        ((3, 2, 1), 0, 21),
        ((2, 2, 1), 1, 26),  # a second set is better than a third of a kind
        ((1, 1, 1), 2, 18),  # 3 1 1, not 2 2 1
        ((4, 0, 0), 1, 25),
        ((4, 3, 3), 2, 48 + 28),  # 4 4 4, not 6 3 3
        ((0, 0, 0), 2, 4),
    ],
)
def test_science(numbers: tuple[int, int, int], free: int, points: int) -> None:
    built = symbols(*numbers) + (["scientists-guild"] if free > 1 else [])
    table = play(city("babylon", stages=2 if free else 1, built=built), age=3, turn=6)
    assert table.points(0, "science") == points


def test_free_symbols_are_put_where_they_score_most() -> None:
    table = play(age=3, turn=6)
    s = table.s.copy()
    s.wonders[0], s.sides[0] = "babylon", "day"
    for numbers in product(range(4), repeat=3):
        for stages, guild in product((1, 2), (False, True)):
            s.stages[0] = stages
            s.built[0] = (*symbols(*numbers), *(["scientists-guild"] if guild else []))
            kinds = [symbol for symbol, number in zip(GREEN, numbers, strict=True) for _ in range(number)]
            assert science(s, 0) == naive.science(kinds, (stages == 2) + guild)


def test_every_part_of_the_score() -> None:
    table = play(
        city(
            "rhodos",
            "night",
            stages=2,
            coins=8,
            built=["altar", "palace", "arena", "apothecary", "builders-guild", "decorators-guild"],
            tokens=[1, -1, -1, -1],
        ),
        city("gizah", stages=1),
        city("babylon"),
        age=3,
        turn=6,
    )
    parts = {"wonder": 7, "treasury": 2, "conflicts": -2, "civilian": 11, "commerce": 2, "science": 1, "guilds": 10}
    assert {part: table.points(0, part) for part in PARTS} == parts
    assert GAME.standings(table.s).places[0].points == sum(parts.values())


@pytest.mark.parametrize(("coins", "points"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2)])
def test_treasury(coins: int, points: int) -> None:
    assert play(city(coins=coins)).points(0, "treasury") == points


def test_coins_break_ties_and_equal_coins_share_the_place() -> None:
    table = play(city(coins=3), city(coins=5), city(coins=4), city(coins=5), seats=4)
    places = [(one.seat, one.place, one.points) for one in GAME.standings(table.s).places]
    assert places == [(1, 1, 1), (3, 1, 1), (2, 3, 1), (0, 4, 1)]


def test_who_left_comes_after_all_others() -> None:
    table = play(city(coins=90), seats=3)
    table.local.leave(0, "resigned")
    places = [(one.seat, one.place, one.left) for one in GAME.standings(table.s).places]
    assert places == [(1, 1, None), (2, 1, None), (0, 3, "resigned")]
