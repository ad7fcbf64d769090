"""Every building: that it can be built, what it does at once, and what it does from then on."""

from __future__ import annotations

import pytest

from tta_p2p.games.seven_wonders.effects import shields, take_effect
from tta_p2p.games.seven_wonders.payments import why_free
from tta_p2p.games.seven_wonders.tables import CARDS, GUILDS

from . import naive
from .play import city, play

AGE_1 = ["lumber-yard", "ore-vein", "clay-pool", "loom-i", "glassworks-i"]
AGE_2 = ["sawmill", "quarry", "brickyard", "foundry"]
RICH = {1: AGE_1, 2: [*AGE_2, "loom-i", "glassworks-i", "press-i"], 3: [*AGE_1, *AGE_2, "press-i"]}
"""Cards of a city that makes enough to build any card of this age."""


@pytest.mark.parametrize("face", sorted(CARDS))
def test_built_it_stands_and_does_what_it_says(face: str) -> None:
    age = CARDS[face].age
    own = [one for one in RICH[age] if CARDS[one].name != CARDS[face].name]
    mine = city("gizah", coins=30, built=own, hand=[face])
    left = city("ephesos", "night", built=["tavern"] if age > 1 else [])
    table = play(mine, left, city("olympia"), age=age, seats=7, turn=6 if age == 1 else 5)
    left_coins, right_coins = table.ways(0, "build", face)[0]
    before = table.s
    table.turn(f"build {face} {left_coins} {right_coins}")
    after = table.s
    assert after.built[0] == (*before.built[0], face)
    paid = left_coins + right_coins + CARDS[face].cost.coins
    assert after.coins[0] == before.coins[0] - paid + naive.earned(after, 0, naive.ALL[face].effects)
    assert shields(after, 0) == naive.strength(after, 0)
    for part, points in naive.score(after, 0).items():
        assert table.points(0, part) == points, part
    assert after.built[1:] == before.built[1:]


AT_ONCE = [
    # card, own city, left and right neighbour: coins
    ("tavern", {}, {}, {}, 5),
    ("vineyard", {"built": ["lumber-yard"]}, {"built": ["clay-pool", "ore-vein"]}, {"built": ["stone-pit"]}, 4),
    ("vineyard", {}, {"built": ["loom-i", "altar"]}, {}, 0),
    ("bazaar", {"built": ["loom-i"]}, {"built": ["press-i"]}, {"built": ["glassworks-i", "clay-pool"]}, 6),
    ("haven", {"built": ["foundry", "mine", "lumber-yard"]}, {"built": ["clay-pool"]}, {}, 3),
    ("lighthouse", {"built": []}, {"built": ["tavern"]}, {}, 1),
    ("lighthouse", {"built": ["tavern", "forum"]}, {}, {}, 3),
    ("chamber-of-commerce", {"built": ["loom-i", "press-ii"]}, {"built": ["glassworks-i"]}, {}, 4),
    ("arena", {"stages": 2}, {"stages": 1}, {}, 6),
    ("arena", {}, {}, {}, 0),
    ("ludus", {"built": ["stockade", "walls"]}, {"built": ["barracks"]}, {}, 6),
]


@pytest.mark.parametrize(("face", "own", "left", "right", "coins"), AT_ONCE)
def test_coins_at_once(face: str, own: dict, left: dict, right: dict, coins: int) -> None:  # type: ignore[type-arg]
    table = play(seats=7, age=CARDS[face].age, turn=4)
    s = table.s.copy()
    for seat, given in ((0, own), (1, left), (6, right)):
        s.built[seat] = tuple(given.get("built", ()))
        s.stages[seat] = given.get("stages", 0)
    s.built[0] = (*s.built[0], face)
    assert sum(take_effect(s, 0, effect) for effect in CARDS[face].effects) == coins


AT_THE_END = [
    ("workers-guild", {}, ["lumber-yard", "foundry"], ["clay-pool"], 3),
    ("craftsmens-guild", {}, ["loom-i"], ["press-ii"], 4),
    ("traders-guild", {}, ["tavern", "forum"], ["arena"], 3),
    ("philosophers-guild", {}, ["workshop"], ["school", "lodge"], 3),
    ("spies-guild", {}, ["walls"], ["stockade"], 2),
    ("magistrates-guild", {}, ["altar", "palace"], ["temple"], 3),
    ("shipowners-guild", {"built": ["lumber-yard", "loom-i", "workers-guild", "altar"]}, ["mine"], [], 4),
    ("builders-guild", {"stages": 3}, [], [], 3 + 2 + 1),
    ("decorators-guild", {"stages": 3}, [], [], 7),
    ("decorators-guild", {"stages": 2}, [], [], 0),
    ("haven", {"built": ["mine", "foundry"]}, [], [], 2),
    ("lighthouse", {"built": []}, ["tavern"], [], 1),
    ("chamber-of-commerce", {"built": ["press-i", "loom-ii"]}, [], [], 4),
    ("arena", {"stages": 3}, [], [], 3),
    ("ludus", {"built": ["walls"]}, ["stockade"], [], 1),
]


@pytest.mark.parametrize(("face", "own", "left", "right", "points"), AT_THE_END)
def test_points_at_the_end(face: str, own: dict, left: list[str], right: list[str], points: int) -> None:  # type: ignore[type-arg]
    table = play(city("babylon"), city("gizah", "night"), seats=7, age=3, turn=6)
    before = table.s
    s = before.copy()
    s.stages[:2], s.stages[6] = [own.get("stages", 0), 2], 1
    s.built[0], s.built[1], s.built[6] = (*own.get("built", ()), face), tuple(left), tuple(right)
    table.local.state = s
    guild = sum(table.points(0, part) for part in ("guilds", "commerce"))
    alone = points
    if "workers-guild" in s.built[0] and face != "workers-guild":
        alone += 1  # the other guild counts the neighbour's mine
    assert guild == alone


@pytest.mark.parametrize("face", sorted(face for face, card in CARDS.items() if card.after))
def test_chain(face: str) -> None:
    """Each building before it makes a card free, with nothing to choose; without one it costs."""
    for before in CARDS[face].after:
        table = play(city("gizah", coins=0, built=[before], hand=[face]), age=CARDS[face].age, seats=7)
        assert table.ways(0, "build", face) == [(0, 0)]
        assert why_free(table.s, 0, face) == "chain"
        table.turn(f"build {face}")
        assert table.s.built[0] == (before, face)
    poor = play(city("gizah", coins=0, hand=[face]), age=CARDS[face].age, seats=7)
    assert poor.ways(0, "build", face) == []


def test_the_forum_is_free_once_with_both_trading_posts() -> None:
    posts = ["east-trading-post", "west-trading-post"]
    table = play(city("gizah", coins=0, built=posts, hand=["forum"]), age=2)
    assert table.ways(0, "build", "forum") == [(0, 0)]


@pytest.mark.parametrize(("stands", "face"), [("press-i", "press-ii"), ("loom-i", "loom-ii"), ("altar", "altar")])
def test_no_second_building_of_one_name(stands: str, face: str) -> None:
    age = CARDS[face].age
    table = play(city("gizah", built=[stands], hand=[face]), age=age, turn=2, seats=5)
    assert table.ways(0, "build", face) == []
    assert table.refusal(0, f"build {face} 0 0") == "stands"
    assert table.refusal(0, f"sell {face}") == ""


def test_there_are_ten_guilds_and_every_one_was_scored() -> None:
    scored = {face for face, *_ in AT_THE_END} | {"scientists-guild"}  # that one scores with science
    assert {card.face for card in GUILDS} <= scored and len(GUILDS) == 10
