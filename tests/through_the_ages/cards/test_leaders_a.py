"""The leaders of Age A."""

from __future__ import annotations

from ..play import me, play, plays, them


@plays("alexander-the-great")
def test_alexander_adds_a_strength_for_each_unit() -> None:
    game = play(me(leader="alexander-the-great", workers={"warriors": 2, "knights": 1}, unused=0))
    game.expect(0, strength=2 * 1 + 2 + 3)


@plays("alexander-the-great")
def test_alexander_can_leave_as_a_political_action_for_a_yellow_token() -> None:
    game = play(me(leader="alexander-the-great"), phase="politics")
    game.act("power").expect(0, leader="", yellow_bank=19, unused=1, strength=1, civil_actions=4)
    assert game.asked == "actions"


@plays("aristotle")
def test_aristotle_scores_a_science_for_each_technology_taken() -> None:
    game = play(me(leader="aristotle"), row=["iron", "theocracy", "rich-land-i", "warfare"])
    game.act("take iron").expect(0, science=1)
    game.act("take rich-land-i").expect(0, science=1)
    game.act("take theocracy", "take warfare").expect(0, science=3)


@plays("hammurabi")
def test_hammurabi_turns_one_military_action_a_turn_into_a_civil_one() -> None:
    game = play(me(leader="hammurabi"))
    game.act("convert").expect(0, civil_actions=5, military_actions=1, civil_total=4)
    assert game.refused("convert") == "used-this-turn"


@plays("hammurabi")
def test_hammurabi_takes_leaders_for_a_civil_action_less() -> None:
    game = play(me(leader="hammurabi"), row=["michelangelo", "", "", "", "", "joan-of-arc", "iron"])
    assert game.cost("take michelangelo") == {}
    assert game.cost("take joan-of-arc") == {"civil-action": 1}
    assert game.cost("take iron") == {"civil-action": 2}


@plays("homer")
def test_homer_pays_one_resource_a_turn_for_units() -> None:
    game = play(me(leader="homer", resource=5, unused=2))
    game.expect(0, happiness=1)
    assert game.cost("build warriors") == {"military-action": 1, "unit-resource": 1, "resource": 1}
    game.act("build warriors").expect(0, resource=4)
    assert game.cost("build warriors") == {"military-action": 1, "resource": 2}


@plays("homer")
def test_homer_replaced_may_go_under_a_wonder_instead_of_giving_an_action_back() -> None:
    game = play(me(leader="homer", wonders=["pyramids"], hand=["michelangelo"]))
    game.act("leader michelangelo", "tuck pyramids")
    game.expect(0, leader="michelangelo", happiness=1, civil_actions=4, homer_under="pyramids")
    assert game.player(0).civil_spent == 1


@plays("homer")
def test_homer_may_also_just_leave() -> None:
    game = play(me(leader="homer", wonders=["pyramids"], hand=["michelangelo"]))
    game.act("leader michelangelo", "no-tuck").expect(0, happiness=0, civil_actions=5)


@plays("julius-caesar")
def test_caesar_has_strength_and_a_military_action() -> None:
    play(me(leader="julius-caesar")).expect(0, strength=2, military_total=3, military_actions=3)


@plays("julius-caesar")
def test_caesar_adds_a_second_political_action_once_in_the_game() -> None:
    hand = ["rats", "immigration", "raiders"]
    events = ["good-harvest", "new-deposits", "scientific-breakthrough", "rebellion"]
    game = play(me(leader="julius-caesar", hand=hand), them(), phase="politics", current_events=events)
    game.act("seed rats", "seed immigration").expect(0, culture=2, leader="julius-caesar", strength=2)
    game.until("politics", 0).act("seed raiders")
    assert game.asked != "politics"


@plays("moses")
def test_moses_makes_population_a_food_cheaper() -> None:
    game = play(me(leader="moses", food=4))
    assert game.cost("population") == {"civil-action": 1, "food": 1}
    game.act("population", "population").expect(0, food=2, unused=3)
    assert game.cost("population") == {"civil-action": 1, "food": 2}
