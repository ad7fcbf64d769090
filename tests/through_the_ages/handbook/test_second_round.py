"""Handbook, "the second round": the card row, the end of Age A, and every action of the action phase."""

from __future__ import annotations

import pytest

from ..play import me, new_game, play, plays

FULL = [
    "irrigation", "iron", "alchemy", "theology", "drama", "printing-press", "knights",
    "swordsmen", "code-of-laws", "warfare", "masonry", "cartography", "monarchy",
]  # fmt: skip


@pytest.mark.parametrize(("seats", "removed"), [(2, 3), (3, 2), (4, 1)])
def test_replenishing_removes_slides_and_fills(seats: int, removed: int) -> None:
    game = play(seats=seats, phase="start", row=FULL, civil_deck=["great-wall", "theocracy", "michelangelo"])
    fresh = ["great-wall", "theocracy", "michelangelo"][:removed]
    assert game.state.row == FULL[removed:] + fresh
    assert all(face in game.state.gone for face in FULL[:removed])


def test_empty_spaces_count_as_removed() -> None:
    game = play(seats=3, phase="start", row=["", *FULL[1:]], civil_deck=["great-wall", "theocracy"])
    assert game.state.row == [*FULL[2:], "great-wall", "theocracy"]
    game = play(seats=3, phase="start", row=["", "", *FULL[2:]], civil_deck=["great-wall", "theocracy"])
    assert game.state.row == [*FULL[2:], "great-wall", "theocracy"]


def test_age_a_ends_with_the_first_replenishing() -> None:
    game = new_game(2)
    game.act("end", "end")
    s = game.state
    assert (s.round, s.age) == (2, 1)
    assert all(s.row) and len(s.military_deck) == 43
    assert {s.backs[handle] for handle in s.civil_deck} == {"civil-i"}
    game.expect(0, yellow_bank=18)


def test_hand_limit_of_civil_cards_is_the_total_of_civil_actions() -> None:
    hand = ["iron", "alchemy", "theology", "drama"]
    game = play(me(hand=hand), row=["great-wall", "knights"])
    assert game.refused("take knights") == "hand-full"
    game.act("take great-wall").expect(0, wonder="great-wall")


def test_a_technology_of_which_one_has_a_copy_cannot_be_taken() -> None:
    game = play(me(hand=["iron"], technologies=["knights"]), row=["iron", "knights", "alchemy"])
    assert game.refused("take iron") == game.refused("take knights") == "have-already"
    assert game.can("take alchemy")


# --- increasing population -----------------------------------------------------------------------------------


def test_increasing_population_costs_two_food_at_first_and_then_three() -> None:
    game = play(me(food=8))
    for price in (2, 2, 3):
        assert game.cost("population") == {"civil-action": 1, "food": price}
        game.act("population")
    game.expect(0, unused=4, yellow_bank=15, food=1)


def test_resources_do_not_pay_for_population() -> None:
    assert play(me(resource=5, food=1)).refused("population") == "cannot-pay"


def test_an_empty_yellow_bank_has_nobody_left() -> None:
    assert play(me(yellow_bank=0, food=9)).refused("population") == "bank-empty"


# --- building ------------------------------------------------------------------------------------------------


def test_building_a_mine_with_the_two_resources_of_the_first_round() -> None:
    game = play(me(food=2, resource=2))
    game.act("build bronze").expect(0, resource=0, blue_bank=14, unused=0, workers={"bronze": 3}, civil_actions=3)
    game.act("end").expect(0, resource=3)


def test_urban_buildings_cost_three_and_change_the_ratings_at_once() -> None:
    game = play(me(resource=9, unused=3))
    assert play(me(resource=2)).refused("build philosophy") == "cannot-pay"
    game.act("build philosophy").expect(0, science_rating=2)
    game.act("build religion").expect(0, culture_rating=1, happiness=1)
    game.act("build religion").expect(0, culture_rating=2, happiness=2, resource=0)


def test_urban_limit_counts_buildings_of_one_kind_of_all_levels() -> None:
    game = play(me(workers={"philosophy": 1, "alchemy": 1}, resource=9, unused=3))
    assert game.refused("build philosophy") == game.refused("build alchemy") == "urban-limit"
    game.act("build religion", "build religion")
    assert play(me(workers={"bronze": 6}, resource=2)).can("build bronze")


def test_building_a_unit_takes_a_military_action_and_raises_strength() -> None:
    game = play(me(resource=2)).act("build warriors")
    game.expect(0, strength=2, military_actions=1, civil_actions=4, resource=0)


# --- leaders -------------------------------------------------------------------------------------------------


@plays("julius-caesar")
def test_a_leader_works_at_once_and_may_be_played_in_the_turn_he_was_taken() -> None:
    game = play(row=["julius-caesar"])
    game.act("take julius-caesar", "leader julius-caesar")
    game.expect(0, leader="julius-caesar", civil_actions=2, strength=2, military_total=3, military_actions=3)


@plays("moses", "michelangelo")
def test_example_of_replacing_moses() -> None:
    row = ["", "", "", "", "", "michelangelo"]
    game = play(me(leader="moses", food=1), row=row)
    game.act("population").expect(0, food=0, civil_actions=3)
    game.act("take michelangelo").expect(0, civil_actions=1)
    game.act("leader michelangelo").expect(0, leader="michelangelo", civil_actions=1)
    assert "moses" in game.state.gone

    game = play(me(leader="moses", food=2), row=row)
    game.act("population", "population", "take michelangelo").expect(0, civil_actions=0)
    assert game.refused("leader michelangelo") == "cannot-pay"


# --- wonders -------------------------------------------------------------------------------------------------


@plays("pyramids")
def test_example_of_the_pyramids() -> None:
    game = play(me(resource=6, civil_actions=4), row=["pyramids"])
    game.act("take pyramids")
    for number, price in enumerate((3, 2, 1)):
        assert game.cost("stage 1") == {"civil-action": 1, "resource": price}
        bank = game.player(0).blue_bank
        game.act("stage 1")
        if number < 2:
            game.expect(0, stages=number + 1)
            assert game.player(0).blue_bank == bank + price - 1
    game.expect(0, wonders=["pyramids"], stages=0, blue_bank=16, civil_total=5, civil_actions=1)


# --- technologies --------------------------------------------------------------------------------------------


def test_special_technologies_of_one_icon_leave_the_higher_in_play() -> None:
    game = play(me(technologies=["warfare"], hand=["strategy"], science=8))
    game.act("develop strategy").expect(0, technologies=["strategy"], strength=1 + 3, military_total=4)
    assert "warfare" in game.state.gone
    game = play(me(technologies=["strategy"], hand=["warfare"], science=5))
    game.act("develop warfare").expect(0, technologies=["strategy"], science=0, strength=4)
    assert "warfare" in game.state.gone


@plays("theocracy")
def test_example_of_a_peaceful_change_to_theocracy() -> None:
    game = play(me(hand=["theocracy"], science=6)).act("develop theocracy")
    game.expect(0, government="theocracy", science=0, civil_total=4, civil_actions=3, military_actions=3)
    game.expect(0, culture_rating=1, strength=2, happiness=1)
    assert "despotism" not in game.hand(0)


@plays("monarchy")
def test_example_of_a_revolution_to_monarchy() -> None:
    game = play(me(hand=["monarchy"], science=2))
    assert game.cost("revolution monarchy") == {"civil-action": 4, "science": 2}
    game.act("revolution monarchy").expect(0, civil_total=5, civil_actions=0, military_total=3, military_actions=3)


def test_a_government_taken_this_turn_cannot_come_by_revolution() -> None:
    game = play(me(science=9), row=["monarchy"]).act("take monarchy")
    assert game.refused("revolution monarchy") == "actions-spent"


@plays("moses", "joan-of-arc", "monarchy")
def test_an_action_that_came_back_counts_as_unspent_for_a_revolution() -> None:
    game = play(me(leader="moses", hand=["joan-of-arc", "monarchy"], science=2))
    game.act("leader joan-of-arc", "revolution monarchy").expect(0, government="monarchy", civil_actions=0)


# --- upgrading -----------------------------------------------------------------------------------------------


def test_examples_of_upgrading_farms_and_mines() -> None:
    technologies = ["selective-breeding", "iron", "coal"]
    workers = {"agriculture": 2, "bronze": 1, "iron": 1}
    game = play(me(technologies=technologies, workers=workers, resource=6))
    assert game.cost("upgrade agriculture selective-breeding") == {"civil-action": 1, "resource": 4}
    assert game.cost("upgrade bronze iron") == {"civil-action": 1, "resource": 3}
    assert game.cost("upgrade iron coal") == {"civil-action": 1, "resource": 3}
    assert game.cost("upgrade bronze coal") == {"civil-action": 1, "resource": 6}
    assert game.can("build iron") and game.can("build selective-breeding")
    assert game.refused("build coal") == "cannot-pay"
    game.act("upgrade bronze coal").expect(0, workers={"bronze": 0, "coal": 1}, resource=0, unused=1)


def test_mines_of_all_levels_produce_a_token_each() -> None:
    game = play(me(workers={"bronze": 1, "iron": 2}, tokens={"bronze": 3, "coal": 1}, technologies=["coal"]))
    game.expect(0, resource=6)
    game.act("end").expect(0, resource=6 + 5, tokens={"bronze": 4, "iron": 2, "coal": 1})


def test_examples_of_upgrading_urban_buildings() -> None:
    workers = {"philosophy": 1, "alchemy": 1, "bread-and-circuses": 1}
    one = me(government="monarchy", technologies=["scientific-method", "team-sports"], workers=workers, resource=15)
    for text, price, science, strength, happiness in (
        ("upgrade philosophy alchemy", 3, 1, 0, 0),
        ("upgrade philosophy scientific-method", 5, 2, 0, 0),
        ("upgrade alchemy scientific-method", 2, 1, 0, 0),
        ("upgrade bread-and-circuses team-sports", 2, 0, 1, 1),
    ):
        game = play(one)
        assert game.cost(text) == {"civil-action": 1, "resource": price}
        names = ("science_rating", "strength", "happiness")
        before = [game.value(0, name) for name in names]
        game.act(text)
        after = [game.value(0, name) for name in names]
        assert [b - a for a, b in zip(before, after, strict=True)] == [science, strength, happiness]


def test_at_the_urban_limit_buildings_are_upgraded_but_not_built() -> None:
    game = play(me(technologies=["alchemy"], workers={"philosophy": 2}, resource=9))
    assert game.refused("build alchemy") == "urban-limit"
    assert game.can("upgrade philosophy alchemy")


@plays("masonry")
def test_example_of_masonry_and_upgrades() -> None:
    one = me(technologies=["masonry", "scientific-method"], workers={"alchemy": 1}, resource=15)
    game = play(one)
    assert game.cost("build alchemy") == {"civil-action": 1, "resource": 5} if game.can("build alchemy") else True
    assert game.cost("upgrade philosophy alchemy") == {"civil-action": 1, "resource": 2}
    assert game.cost("upgrade alchemy scientific-method") == {"civil-action": 1, "resource": 2}


def test_warriors_become_infantry_only() -> None:
    game = play(me(technologies=["swordsmen", "knights"], resource=9))
    assert game.cost("upgrade warriors swordsmen") == {"military-action": 1, "resource": 1}
    assert game.refused("upgrade warriors knights") == "no-upgrade"


def test_destroying_and_disbanding_give_a_worker_back_and_nothing_else() -> None:
    game = play(me(unused=0)).act("destroy bronze").expect(0, unused=1, resource=0, civil_actions=3)
    game.act("disband warriors").expect(0, unused=2, military_actions=1, strength=0)


# --- food and resources --------------------------------------------------------------------------------------


def test_example_of_paying_one_food_with_a_token_worth_two() -> None:
    game = play(me(leader="moses", technologies=["irrigation"], tokens={"irrigation": 2}))
    game.act("population").expect(0, food=3, tokens={"irrigation": 1, "agriculture": 1})


def test_example_of_paying_one_resource_with_a_token_worth_three() -> None:
    game = play(me(technologies=["coal", "swordsmen"], tokens={"coal": 1}))
    assert game.cost("upgrade warriors swordsmen") == {"military-action": 1, "resource": 1}
    game.act("upgrade warriors swordsmen").expect(0, resource=2, tokens={"coal": 0, "bronze": 2}, blue_bank=14)


@pytest.mark.parametrize("how", [[], ["by-hand"]])
def test_example_of_paying_four_resources_with_tokens_of_one_and_three(how: list[str]) -> None:
    game = play(me(technologies=["coal", "irrigation"], tokens={"bronze": 3, "coal": 1}))
    game.act(*how, "build irrigation").expect(0, resource=2, tokens={"bronze": 2, "coal": 0})
    assert game.asked == "actions", "both ways of the handbook end so; there is nothing to choose"


def test_who_pays_by_hand_chooses_where_there_is_something_to_choose() -> None:
    one = me(technologies=["iron", "coal", "swordsmen"], tokens={"iron": 1, "coal": 1})
    ends = []
    for text in play(one).act("by-hand", "upgrade warriors swordsmen").legal("tokens"):
        after = play(one).act("by-hand", "upgrade warriors swordsmen", text).expect(0, resource=4)
        ends.append(sorted(after.value(0, "tokens").items()))
    assert sorted(ends) == [[("bronze", 1), ("coal", 1)], [("iron", 2)]]


def test_tokens_never_become_dearer_ones() -> None:
    one = me(technologies=["coal", "irrigation"], tokens={"bronze": 6})
    game = play(one).act("by-hand", "build irrigation")
    assert "coal" not in game.value(0, "tokens")
    assert game.asked != "tokens"


# --- action cards --------------------------------------------------------------------------------------------


@plays("stockpile")
def test_an_action_card_is_not_played_in_the_turn_it_was_taken() -> None:
    game = play(row=["stockpile"]).act("take stockpile")
    assert game.refused("play stockpile") == "taken-this-turn"
    game.until("actions", 0).act("play stockpile")
    assert "stockpile" in game.state.gone


@plays("reserves-i")
def test_gained_food_may_lie_on_cards_without_workers() -> None:
    game = play(me(hand=["reserves-i"], technologies=["irrigation"]))
    game.act("play reserves-i", "choose 1").expect(0, food=2, tokens={"irrigation": 1})


@plays("engineering-genius-i", "masonry")
def test_a_card_that_builds_a_stage_builds_one_even_where_more_go_together() -> None:
    game = play(me(hand=["engineering-genius-i"], technologies=["masonry"], wonder="great-wall", resource=6))
    assert game.can("stage 2")
    game.act("play engineering-genius-i").expect(0, stages=1, resource=6)


@plays("breakthrough-i", "monarchy")
def test_breakthrough_may_carry_a_revolution_when_no_action_is_spent() -> None:
    game = play(me(hand=["breakthrough-i", "monarchy"], science=2))
    game.act("play breakthrough-i", "revolution monarchy")
    game.expect(0, government="monarchy", science=2, civil_actions=0, civil_total=5)
    game = play(me(hand=["breakthrough-i", "monarchy"], science=9, civil_actions=3)).act("play breakthrough-i")
    assert game.refused("revolution monarchy") == "actions-spent"


@plays("patriotism-i")
def test_what_patriotism_gives_is_for_one_turn() -> None:
    game = play(me(hand=["patriotism-i"], resource=2, unused=2)).act("play patriotism-i", "build warriors")
    game.expect(0, resource=2, unit_resource=0, military_actions=2)
    game = play(me(hand=["patriotism-i"])).act("play patriotism-i", "end")
    game.expect(0, unit_resource=0, military_actions=2, hand_size=3)


def test_unused_military_actions_draw_cards() -> None:
    play().act("end").expect(0, hand_size=2)
    play(me(resource=2)).act("build warriors", "end").expect(0, hand_size=1)
