"""Aggressions, wars and a pact of the edition of 2006."""

from __future__ import annotations

from typing import Any

import pytest

from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.index import AGGRESSIONS, PACTS, WARS

from ..editions import own_of_2006
from ..play import Playing, me, plays, them
from .positions import old

STRONG = {"warriors": 6}


def test_all_are_here() -> None:
    assert {*own_of_2006(AGGRESSIONS)} == {
        *("enslave-2006", "plunder-i-2006", "plunder-ii-2006", "plunder-iii-2006"),
        *("raid-i-2006", "raid-ii-2006", "raid-iii-2006", "assassinate", "sabotage"),
    }
    assert {*own_of_2006(WARS)} == {
        *("war-over-culture-ii", "war-over-culture-iii", "war-over-resources"),
        *("war-over-territory-2006", "holy-war"),
    }
    assert own_of_2006(PACTS) == ["military-pact-2006"]


def attacked(card: str, rival: Any, *, age: int, cost: int) -> Playing:
    """Let seat 0 win an aggression against seat 1 by what it has, nothing sacrificed."""
    one = me(government="constitutional-monarchy-2006" if age > 1 else "despotism", hand=[card], workers=STRONG)
    game = old(one, rival, age=age, phase="politics")
    assert game.cost(f"attack {card} 1") == {"military-action": cost}
    game.act(f"attack {card} 1", "done")
    if game.asked == "repulse":
        game.act("done", seat=1)
    return game


@plays("enslave-2006")
def test_enslave_takes_a_worker_and_makes_three_of_food_and_resources() -> None:
    game = attacked("enslave-2006", them(unused=1), age=1, cost=2)
    game.act("split 2 1").expect(0, food=2, resource=1).expect(1, unused=0)


@pytest.mark.parametrize(
    ("card", "age", "total"), [("plunder-i-2006", 1, 3), ("plunder-ii-2006", 2, 5), ("plunder-iii-2006", 3, 8)]
)
@plays("plunder-i-2006", "plunder-ii-2006", "plunder-iii-2006")
def test_plunder_takes_food_and_resources_for_two_actions(card: str, age: int, total: int) -> None:
    rival = them(food=9, resource=2, technologies=["irrigation"])
    game = attacked(card, rival, age=age, cost=2)
    game.act(f"plunder {total - 1} 1").expect(0, food=total - 1, resource=1).expect(1, food=10 - total, resource=1)


@plays("raid-i-2006")
def test_raid_of_age_i_destroys_one_building_and_rounds_up() -> None:
    rival = them(workers={"philosophy": 1, "alchemy": 1})
    attacked("raid-i-2006", rival, age=1, cost=1).act("target philosophy").expect(0, resource=2).expect(
        1, workers={"philosophy": 0, "alchemy": 1}
    )


@pytest.mark.parametrize(("card", "age", "number", "gained"), [("raid-ii-2006", 2, 2, 7), ("raid-iii-2006", 3, 3, 10)])
@plays("raid-ii-2006", "raid-iii-2006")
def test_raid_destroys_buildings_of_one_card_and_rounds_down(card: str, age: int, number: int, gained: int) -> None:
    rival = them(government="monarchy-2006", workers={"philosophy": 0, "organized-religion": 3, "alchemy": 1})
    game = attacked(card, rival, age=age, cost=age)
    assert game.legal("target") == ["target organized-religion", "target alchemy"]
    game.act("target organized-religion").expect(0, resource=gained)
    game.expect(1, workers={"organized-religion": 3 - number, "alchemy": 1})


@plays("raid-iii-2006", "movies-2006")
def test_a_raid_on_fewer_buildings_than_it_may_destroy_takes_them_all() -> None:
    rival = them(workers={"philosophy": 0, "movies-2006": 1, "drama-2006": 1})
    game = attacked("raid-iii-2006", rival, age=3, cost=3)
    game.act("target movies-2006").expect(0, resource=6).expect(1, workers={"movies-2006": 0, "drama-2006": 1})


@plays("assassinate")
def test_assassinate_removes_the_leader_for_as_many_actions_as_its_level() -> None:
    for leader, level in (("leonardo-da-vinci", 1), ("isaac-newton", 2)):
        attacked("assassinate", them(leader=leader), age=2, cost=level).expect(0, culture=3 * level).expect(
            1, leader=""
        )
    one = me(hand=["assassinate"], workers=STRONG)
    assert old(one, them(), age=2, phase="politics").refused("attack assassinate 1") == "nothing-to-take"


@plays("sabotage")
def test_sabotage_removes_the_unfinished_wonder_for_as_many_actions_as_its_level() -> None:
    rival = them(wonder="eiffel-tower", stages=2)
    attacked("sabotage", rival, age=2, cost=2).expect(0, culture=6).expect(1, wonder="", blue_bank=18)
    one = me(hand=["sabotage"], workers=STRONG)
    assert old(one, them(), age=2, phase="politics").refused("attack sabotage 1") == "nothing-to-take"


@plays("mahatma-gandhi")
def test_against_gandhi_it_costs_twice_the_level() -> None:
    one = me(government="communism-2006", hand=["assassinate"], workers=STRONG)
    game = old(one, them(leader="mahatma-gandhi"), age=3, phase="politics")
    assert game.refused("attack assassinate 1") == "cannot-pay"


# --- wars ----------------------------------------------------------------------------------------------------


def fought(card: str, rival: Any, *, age: int, strength: int = 10) -> Playing:
    """Let seat 0 win a war that it has declared on seat 1, nothing sacrificed."""
    one = me(workers={"warriors": strength}, unused=0, gained_yellow=4)
    game = old(one, rival, age=age, phase="start", round=9, wars=[(card, 0, 1)])
    game.act("done")
    if game.asked == "sacrifice":
        game.act("done", seat=1)
    return game


@pytest.mark.parametrize(
    ("card", "age", "cost"),
    [
        ("war-over-culture-ii", 2, 3),
        ("war-over-resources", 2, 2),
        ("war-over-territory-2006", 2, 3),
        ("holy-war", 3, 3),
        ("war-over-culture-iii", 3, 3),
    ],
)
@plays("war-over-culture-ii", "war-over-resources", "war-over-territory-2006", "holy-war", "war-over-culture-iii")
def test_a_war_is_declared_for_its_actions(card: str, age: int, cost: int) -> None:
    one = me(government="constitutional-monarchy-2006", hand=[card])
    game = old(one, them(), age=age, phase="politics")
    assert game.cost(f"declare {card} 1") == {"military-action": cost}
    game.act(f"declare {card} 1")
    assert [war.card for war in game.state.wars] == [card]


@pytest.mark.parametrize(("card", "age"), [("war-over-culture-ii", 2), ("war-over-culture-iii", 3)])
@plays("war-over-culture-ii", "war-over-culture-iii")
def test_war_over_culture_takes_the_advantage_and_no_more(card: str, age: int) -> None:
    fought(card, them(culture=20), age=age).expect(0, culture=9).expect(1, culture=11)
    fought(card, them(culture=4), age=age).expect(0, culture=4).expect(1, culture=0)


@plays("war-over-resources")
def test_war_over_resources_takes_the_advantage_in_food_and_resources() -> None:
    game = fought("war-over-resources", them(food=8, resource=8), age=2).act("plunder 3 6")
    game.expect(0, food=3, resource=6).expect(1, food=5, resource=2)


@plays("war-over-territory-2006")
def test_war_over_territory_takes_a_token_for_each_three() -> None:
    rival = them()
    bank = old(me(), rival, age=2).value(1, "yellow_bank")
    fought("war-over-territory-2006", rival, age=2).expect(1, yellow_bank=bank - 3)


@plays("holy-war")
def test_a_holy_war_costs_population_and_scores_for_it() -> None:
    game = fought("holy-war", them(unused=1, culture=5), age=3)
    assert game.legal("give-up") == ["give-up agriculture", "give-up bronze", "give-up philosophy", "give-up warriors"]
    game.act("give-up philosophy", "give-up warriors", seat=1)
    game.expect(0, culture=9).expect(1, unused=0, workers={"philosophy": 0, "warriors": 0}, culture=5)


@plays("holy-war")
def test_a_state_in_which_more_population_is_still_to_be_lost_is_read_back() -> None:
    state = fought("holy-war", them(unused=0), age=3).state
    assert GAME.decode(GAME.encode(state)) == state and len(state.stack) > 2


@plays("war-over-technology")
def test_war_over_technology_stands_in_from_2015() -> None:
    fought("war-over-technology", them(science=20), age=2).expect(0, science=9).expect(1, science=11)


@plays("military-pact-2006")
def test_the_military_pact_gives_four() -> None:
    game = old(me(), them(), them(), age=3, pacts=[("military-pact-2006", 0, 0, 1)])
    game.expect(0, strength=5).expect(1, strength=5).expect(2, strength=1)
