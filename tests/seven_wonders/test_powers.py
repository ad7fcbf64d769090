"""Wonders: every stage of every side, and those with powers of their own."""

from __future__ import annotations

import pytest

from tta_p2p.games.seven_wonders.payments import why_free

from . import naive
from .play import Table, city, play

MAKERS = [
    *("sawmill", "quarry", "brickyard", "foundry", "lumber-yard", "stone-pit", "clay-pool", "ore-vein"),
    *("loom-i", "glassworks-i", "press-i"),
]
STAGES = [(*side, number) for side, one in sorted(naive.BOARDS.items()) for number in range(len(one.stages))]


@pytest.mark.parametrize(("wonder", "side", "number"), STAGES)
def test_stage(wonder: str, side: str, number: int) -> None:
    """It costs what it costs, and does what it says; a card under it does nothing."""
    mine = city(wonder, side, stages=number, built=[*MAKERS, "caravansery"], coins=0)
    table = play(mine, age=3, turn=5, seats=5, discards=[])
    before = naive.score(table.s, 0)
    assert table.ways(0, "stage") == [(0, 0)]
    cost, effects = naive.BOARDS[wonder, side].stages[number]
    poor = play(city(wonder, side, stages=number, coins=0), age=3, turn=5, seats=5)
    assert poor.ways(0, "stage") == [], cost
    strength = naive.strength(table.s, 0)
    table.turn(f"stage {table.hand(0)[0]}")
    if table.asked == "search":
        table.turn("decline")
    assert table.s.stages[0] == number + 1 and len(table.s.tucked[0]) == number + 1
    assert table.s.coins[0] == naive.earned(table.s, 0, effects)
    after = naive.score(table.s, 0)
    assert {part: table.points(0, part) for part in after} == after
    assert after["wonder"] - before["wonder"] == sum(int(one[:-2]) for one in effects if one.endswith("vp"))
    assert naive.strength(table.s, 0) - strength == sum(int(one[0]) for one in effects if one.endswith("shields"))


def test_alexandria_makes_for_itself_alone_one_of_its_choices() -> None:
    table = play(city("alexandria", "night", stages=2, coins=0, hand=["laboratory", "school"]), city("gizah"), age=2)
    assert table.ways(0, "build", "school") == [(0, 0)]  # wood and papyrus
    assert table.ways(0, "build", "laboratory") == []  # two clay
    neighbour = play(city("alexandria", stages=2), city("gizah", hand=["guard-tower"], coins=9), turn=4)
    assert neighbour.ways(1, "build", "guard-tower") == []


# --- Babylon -------------------------------------------------------------------------------------------------


def babylon(**given: object) -> Table:
    hands = given.pop("hand", ["altar", "well"])
    mine = city("babylon", "night", stages=given.pop("stages", 1), hand=hands, **given.pop("mine", {}))  # type: ignore[arg-type, call-overload]
    return play(mine, city("rhodos"), city("gizah"), turn=6, seats=7, **given)  # type: ignore[arg-type]


def test_babylon_uses_its_last_card_after_the_sixth_turn() -> None:
    table = babylon()
    table.turn("build altar")
    assert table.asked == "last-card" and table.s.age == 1 and table.local.decision is not None
    assert table.local.decision.seats == (0,) and not table.local.decision.sealed
    assert all(not hand for hand in table.s.hands[1:])
    table.turn("build well")
    assert table.s.built[0] == ("altar", "well") and table.s.age == 2


@pytest.mark.parametrize(("use", "coins"), [("sell well", 6 + 3), ("stage well", 6)])
def test_babylon_may_sell_it_or_build_with_it(use: str, coins: int) -> None:
    mine = {"built": ["clay-pool", "brickyard", "glassworks-i"]} if use.startswith("stage") else {}
    age = 2 if mine else 1
    hand = ["statue", "temple"] if mine else ["altar", "well"]
    table = babylon(age=age, mine=mine, hand=hand)
    first, second = hand
    table.turn(f"sell {first}")
    table.turn(use.replace("well", second))
    assert table.s.coins[0] == coins
    assert table.s.stages[0] == (2 if mine else 1)
    if not mine:
        assert "well" in table.discards()


def test_babylon_spends_in_the_extra_step_what_the_sixth_turn_brought() -> None:
    table = babylon(age=2, hand=["statue", "foundry"], mine={"coins": 0, "built": []})
    table.turn("sell statue")
    assert table.ways(0, "build", "foundry") == [(0, 0)]


def test_babylons_stage_of_the_sixth_turn_serves_at_once_and_the_next_stage_may_follow() -> None:
    mine = {"built": ["quarry", "clay-pool", "brickyard", "glassworks-i"]}
    table = babylon(age=2, stages=0, mine=mine, hand=["statue", "temple"])
    table.turn("stage statue")
    assert table.asked == "last-card"
    table.turn("stage temple")
    assert table.s.stages[0] == 2


def test_babylon_cannot_build_the_same_name_with_both() -> None:
    table = babylon(hand=["well", "well"])
    table.turn("build well")
    assert table.asked == "last-card"
    assert {option.act.verb for option in table.local.legal(0)} == {"sell"}


def test_babylon_by_day_has_no_last_card() -> None:
    table = play(city("babylon", stages=3), city("rhodos"), city("gizah"), turn=6)
    table.turn()
    assert table.asked == "choose" and table.s.age == 2


# --- Halikarnassos -------------------------------------------------------------------------------------------


def test_halikarnassos_builds_one_of_all_discarded_cards_for_nothing() -> None:
    """Also cards sold this very turn, and what it builds has its effect."""
    table = play(
        city("halikarnassos", "night", built=["brickyard"], coins=0, hand=["temple"]),
        city("gizah", hand=["vineyard"]),
        city("rhodos", built=["mine"]),
        age=2,
        turn=2,
        seats=6,
        discards=["tavern", "altar"],
    )
    table.turn("stage temple", "sell vineyard")
    assert table.asked == "search"
    looked = [table.local.dealer.knowledge_of(0).faces[handle] for handle in table.s.looked]
    assert {"altar", "tavern", "vineyard"} <= set(looked) and len(looked) == 2 + 5
    assert all(handle not in table.local.dealer.knowledge_of(1).faces for handle in table.s.looked)
    table.turn("take vineyard")
    assert table.s.built[0] == ("brickyard", "vineyard")
    assert table.s.coins[0] == 1  # its own brown card; the neighbours have none
    assert len(table.s.discards) == 6 and not table.s.looked
    assert table.asked == "choose" and table.s.turn == 3


def test_halikarnassos_may_decline_and_takes_no_second_of_a_name() -> None:
    table = play(
        city("halikarnassos", built=["press-i", "altar"], stages=1),
        age=2,
        turn=3,
        seats=6,
        phase="search",
        discards=["press-ii", "altar"],
    )
    assert [option.act.verb for option in table.local.legal(0)] == ["decline"]
    assert table.refusal(0, "take press-ii") == "stands"
    assert table.local.decision is not None and table.local.decision.idle == "decline"
    table.turn("decline")
    assert table.discards() == ["altar", "press-ii"] and table.s.turn == 4


def test_an_empty_pile_asks_nothing() -> None:
    table = play(city("halikarnassos"), age=1, turn=3, phase="search", discards=[])
    assert table.asked == "choose" and table.s.turn == 4


def test_halikarnassos_in_the_last_turn_picks_before_the_conflict() -> None:
    """From the pile in which the leftover cards lie, and a red card counts."""
    table = play(
        city("halikarnassos", built=["glassworks-i", "press-i"], stages=1, hand=["arena"]),
        city("gizah"),
        city("babylon", "night", stages=1),
        age=3,
        turn=6,
        seats=3,
        discards=["arsenal"],
    )
    left = [face for face in table.hand(0) if face != "arena"]
    table.turn("stage arena")
    assert table.asked == "last-card"  # Babylon comes before
    table.turn("sell")
    assert table.asked == "search"
    looked = {table.local.dealer.faces[handle] for handle in table.s.looked}
    assert {*left, "arsenal"} <= looked and len(table.s.looked) == 1 + 1 + 2 + 2
    table.turn("take arsenal")
    assert table.s.tokens[0] == (5, 5) and not table.asked


def test_all_three_stages_of_its_night_side_search() -> None:
    for stages, own in ((0, "brickyard"), (1, "glassworks-i"), (2, "sawmill")):
        built = [own, "press-i", "lumber-yard"]
        table = play(city("halikarnassos", "night", stages=stages, built=built), age=2, turn=4, seats=5)
        table.turn(f"stage {table.hand(0)[0]}")
        assert table.asked == "search", stages


# --- Olympía -------------------------------------------------------------------------------------------------


def test_olympia_by_day_builds_the_first_of_each_colour_for_nothing() -> None:
    hand = ["scientists-guild", "palace", "foundry"]
    mine = city("olympia", stages=2, coins=0, built=["altar"], hand=hand[:2])
    table = play(mine, age=3, seats=3)
    assert table.ways(0, "build", "scientists-guild") == [(0, 0)]
    assert table.ways(0, "build", "palace") == []  # blue stands already
    assert why_free(table.s, 0, "scientists-guild") == "free-colour"
    second = city("olympia", stages=2, coins=0, built=["altar", "spies-guild"], hand=["scientists-guild"])
    assert play(second, age=3, turn=2).ways(0, "build", "scientists-guild") == []
    coin = play(city("olympia", stages=2, coins=0, hand=["foundry"]), age=2)
    assert coin.ways(0, "build", "foundry") == [(0, 0)]  # the coin of brown cards included
    coin.turn("build foundry")
    assert coin.s.coins[0] == 0
    before = play(city("olympia", stages=1, coins=0, hand=["foundry"]), age=2)
    assert before.ways(0, "build", "foundry") == []


@pytest.mark.parametrize(("stages", "free"), [(0, ()), (1, (1,)), (2, (1, 6)), (3, (1, 6))])
def test_olympia_by_night_builds_the_first_and_the_last_of_an_age_for_nothing(
    stages: int, free: tuple[int, ...]
) -> None:
    for turn in range(1, 7):
        mine = city("olympia", "night", stages=stages, coins=0, hand=["palace"])
        table = play(mine, age=3, turn=turn)
        assert table.ways(0, "build", "palace") == ([(0, 0)] if turn in free else []), turn


def test_olympias_stage_does_not_pay_for_stages() -> None:
    table = play(city("olympia", "night", stages=1, coins=0), city("gizah"), city("rhodos"), age=2, turn=1)
    assert table.ways(0, "stage") == []
