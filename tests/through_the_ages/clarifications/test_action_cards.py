"""Clarifications: action cards."""

from __future__ import annotations

import pytest

from tests.texts import card_texts_of

from ..play import me, play, them


@pytest.mark.parametrize("card", ["frugality-a", "frugality-i"])
def test_the_food_of_frugality_does_not_pay_for_it(card: str) -> None:
    assert play(me(hand=[card], food=1)).refused(f"play {card}") == "cannot-pay"
    assert play(me(hand=[card], food=9, yellow_bank=0)).refused(f"play {card}") == "bank-empty"


def test_the_science_of_breakthrough_does_not_pay_for_the_technology() -> None:
    assert play(me(hand=["breakthrough-i", "iron"], science=3)).refused("play breakthrough-i") == "card-cannot-pay"


def test_breakthrough_with_newton_gets_its_action_back() -> None:
    game = play(me(leader="isaac-newton", hand=["breakthrough-ii", "iron"], science=5))
    game.act("play breakthrough-ii", "develop iron").expect(0, civil_actions=4, science=3)


def test_breakthrough_carries_a_revolution_for_all_actions_its_own_among_them() -> None:
    game = play(me(hand=["breakthrough-ii", "constitutional-monarchy"], science=6)).act("play breakthrough-ii")
    assert game.cost("revolution constitutional-monarchy") == {"civil-action": 3, "science": 6}
    game.act("revolution constitutional-monarchy").expect(0, civil_total=6, civil_actions=0, science=3)


@pytest.mark.parametrize("card", ["engineering-genius-a", "engineering-genius-i"])
def test_engineering_genius_costs_no_less_than_nothing(card: str) -> None:
    game = play(me(hand=[card], wonder="hanging-gardens")).act(f"play {card}")
    game.expect(0, stages=1, resource=0)


def test_urban_growth_adds_to_the_discount_of_construction() -> None:
    game = play(me(hand=["urban-growth-i"], technologies=["masonry", "alchemy"], resource=3))
    game.act("play urban-growth-i", "choose 1")
    assert game.cost("build alchemy") == {"resource": 6 - 1 - 2}


def test_urban_growth_respects_the_urban_limit() -> None:
    game = play(me(hand=["urban-growth-i"], workers={"philosophy": 2, "religion": 2}, resource=9))
    assert game.refused("play urban-growth-i") == "urban-limit"


def test_an_ordered_action_needs_no_action_of_its_own_but_an_unused_worker() -> None:
    game = play(me(hand=["rich-land-i"], unused=0, resource=9))
    assert game.refused("play rich-land-i") == "no-unused-worker"
    game = play(me(hand=["rich-land-i"], civil_actions=1, resource=2)).act("play rich-land-i")
    game.act("build agriculture").expect(0, civil_actions=0, workers={"agriculture": 3})


def test_patriotism_and_wave_make_one_pool_for_several_units() -> None:
    one = me(hand=["patriotism-ii", "wave-of-nationalism"], unused=4, resource=1)
    game = play(one, them(workers={"warriors": 3})).act("play patriotism-ii", "play wave-of-nationalism")
    game.expect(0, unit_resource=3 + 6)
    game.act("build warriors", "build warriors", "build warriors").expect(0, unit_resource=3, resource=1)


def test_the_pool_pays_for_upgrades_and_not_for_buildings() -> None:
    game = play(me(hand=["patriotism-i"], technologies=["swordsmen"])).act("play patriotism-i")
    assert game.refused("build bronze") == "cannot-pay"
    game.act("upgrade warriors swordsmen").expect(0, unit_resource=1)


def test_the_military_action_of_patriotism_is_spent_first_and_draws_a_card_if_left() -> None:
    one = me(hand=["patriotism-a"], resource=2)
    play(one).act("play patriotism-a", "build warriors").expect(0, military_actions=2, military_total=2)
    play(one).act("play patriotism-a", "build warriors", "end").expect(0, hand_size=2)


def test_the_military_action_of_patriotism_pays_for_any_military_action_as_its_text_says() -> None:
    one = me(hand=["patriotism-a", "legion"], resource=2)
    for acts in (["play patriotism-a", "tactic legion"], ["play patriotism-a", "build warriors"]):
        play(one).act(*acts).expect(0, military_actions=2, military_total=2)
    english, chinese = (card_texts_of(language)["patriotism-a"] for language in ("en", "zh-Hans"))
    assert "1 more military action, to spend on anything that takes one, and 1 resource only" in english
    assert "1点军事行动，并有1点只能用于建造和升级军事单位的资源" in chinese


def test_an_action_card_leaves_the_game() -> None:
    game = play(me(hand=["stockpile"])).act("play stockpile")
    assert "stockpile" in game.state.gone


def test_of_two_equal_cards_the_older_one_may_be_played() -> None:
    game = play(me(hand=["frugality-a"], food=4), row=["frugality-a"]).act("take frugality-a")
    game.act("play frugality-a")
    assert game.refused("play frugality-a") == "taken-this-turn"


def test_gaining_stops_where_the_blue_bank_is_empty() -> None:
    one = me(hand=["reserves-i"], resource=9, blue_bank=1)
    play(one).act("play reserves-i", "choose 1").expect(0, food=1, blue_bank=0)
