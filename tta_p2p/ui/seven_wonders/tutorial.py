"""The tutorial of 7 Wonders: a game of three in its three ages, each begun from a position laid out for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tta_p2p.games.contract import Face
from tta_p2p.games.local import LocalGame
from tta_p2p.games.seven_wonders.scenario import City, Scenario

from ..tutorial import Lesson, Opening, Tutorial

BOARDS = ("gizah", "rhodos", "ephesos")
"""The wonders of the person, of the neighbour on the left and of the one on the right."""
FIRST_BUILT = (
    ("lumber-yard", "baths", "west-trading-post", "barracks", "scriptorium"),
    ("timber-yard", "altar", "glassworks-i", "ore-vein", "loom-i", "workshop"),
    ("stone-pit", "theater", "stockade", "clay-pit", "marketplace", "clay-pool"),
)
"""What is built in Age I."""
SECOND_BUILT = (("vineyard", "loom-ii"), ("foundry", "quarry"), ("brickyard", "press-ii"))
"""What was built in Age II before it is joined."""
THIRD_BUILT = (
    ("aqueduct", "caravansery", "stables", "observatory", "siege-workshop", "gardens"),
    ("walls", "statue", "laboratory", "fortifications", "arena", "senate"),
    ("courthouse", "school", "forum", "pantheon", "study", "magistrates-guild"),
)
"""What else was built before Age III is joined."""


def _built(seat: int, *ages: Sequence[Sequence[Face]]) -> list[Face]:
    return [face for age in ages for face in age[seat]]


def first_age() -> LocalGame[Any, Any]:
    """Give the beginning of Age I."""
    hands = (
        ["lumber-yard", "altar", "loom-i", "barracks", "apothecary", "clay-pool", "stockade"],
        ["timber-yard", "ore-vein", "west-trading-post", "theater", "guard-tower", "press-i", "marketplace"],
        ["clay-pit", "baths", "scriptorium", "workshop", "east-trading-post", "stone-pit", "glassworks-i"],
    )
    cities = [City(board=board, hand=hand) for board, hand in zip(BOARDS, hands, strict=True)]
    return Scenario(seats=3, age=1, turn=1, cities=cities).build().game()


def second_age() -> LocalGame[Any, Any]:
    """Give the third turn of Age II."""
    hands = (
        ["stables", "dispensary", "archery-range", "sawmill", "forum"],
        ["aqueduct", "walls", "statue", "laboratory", "glassworks-ii"],
        ["caravansery", "temple", "courthouse", "school", "library"],
    )
    tokens = ([1], [-1, -1], [1])
    cities = [
        City(
            board=board, built=_built(seat, FIRST_BUILT, SECOND_BUILT), hand=hands[seat], tokens=tokens[seat],
            stages=1 if seat == 0 else 0, tucked=["guard-tower"] if seat == 0 else [], coins=(0, 4, 6)[seat],
        )
        for seat, board in enumerate(BOARDS)
    ]  # fmt: skip
    return Scenario(seats=3, age=2, turn=3, cities=cities).build().game()


def third_age() -> LocalGame[Any, Any]:
    """Give the fourth turn of Age III."""
    hands = (
        ["lodge", "town-hall", "traders-guild", "haven"],
        ["arsenal", "lighthouse", "academy", "spies-guild"],
        ["workers-guild", "palace", "university", "philosophers-guild"],
    )
    tokens = ([1, 3, 3], [-1, -1, -1, 3], [1, -1, -1])
    cities = [
        City(
            board=board, built=_built(seat, FIRST_BUILT, SECOND_BUILT, THIRD_BUILT), hand=hands[seat],
            tokens=tokens[seat], stages=1 if seat == 0 else 0, tucked=["guard-tower"] if seat == 0 else [],
            coins=(9, 4, 6)[seat],
        )
        for seat, board in enumerate(BOARDS)
    ]  # fmt: skip
    guilds = ["workers-guild", "traders-guild", "spies-guild", "magistrates-guild", "philosophers-guild"]
    return Scenario(seats=3, age=3, turn=4, cities=cities, guilds=guilds).build().game()


FIRST_AGE = Opening(first_age, (
    "build timber-yard", "build stone-pit", "build altar", "build theater", "build stockade 2 0", "build glassworks-i",
    "build ore-vein", "build clay-pit", "build loom-i", "build marketplace", "build workshop", "build clay-pool",
))  # fmt: skip
SECOND_AGE = Opening(second_age, (
    "build walls", "build courthouse", "build school", "build statue", "build forum", "build laboratory",
    "build library", "build temple", "build glassworks-ii", "build sawmill", "sell archery-range", "sell dispensary",
))  # fmt: skip
THIRD_AGE = Opening(third_age, (
    "build palace", "build university", "build philosophers-guild", "build arsenal", "build town-hall",
    "build traders-guild", "build haven", "build lighthouse", "sell academy", "sell philosophers-guild",
))  # fmt: skip

THREE_AGES = Tutorial("three-ages", (
    Lesson("card", "build lumber-yard", ("2", "enter"), opening=FIRST_AGE),
    Lesson("own", "build baths 0 0", ("2", "enter"), typed="build baths"),
    Lesson("trade", "build west-trading-post", ("3", "enter")),
    Lesson("discount", "build barracks 1 0", ("1", "enter"), typed="build barracks"),
    Lesson("neighbour", "build scriptorium 0 2", ("1", "enter"), typed="build scriptorium"),
    Lesson("stage", "stage", ("s", "enter"), typed="stage guard-tower"),
    Lesson("sale", "sell #3", ("x", "4", "enter"), typed="sell sawmill", opening=SECOND_AGE),
    Lesson("chain", "build aqueduct", ("2", "enter")),
    Lesson("wild", "build caravansery", ("2", "enter")),
    Lesson("mixed", "build stables 1 0", ("1", "enter", "enter"), typed="build stables left"),
    Lesson("science", "build lodge", ("3", "enter"), opening=THIRD_AGE),
    Lesson("guild", "build workers-guild", ("3", "enter", "enter"), typed="build workers-guild 2 0"),
    Lesson("last", "stage", ("s", "enter"), typed="stage academy"),
))  # fmt: skip
"""Every kind of purchase, chains, conflicts, science, a guild, and the scoring."""
