"""The events of Age II."""

from __future__ import annotations

from ..play import me, them
from ..plays import plays
from .revealing import reveal


@plays("civil-unrest")
def test_civil_unrest_costs_culture_for_the_discontent_and_a_token_of_all_with_most() -> None:
    game = reveal(
        "civil-unrest",
        me(culture=20, unused=5),  # 12 tokens in the bank: two discontent
        them(culture=5, unused=5),
        them(culture=20),  # 16 tokens: one discontent
        them(culture=20, gained_yellow=2),
    )
    game.expect(0, culture=21 - 8, blue_bank=15).expect(1, culture=0, blue_bank=15)
    game.expect(2, culture=16, blue_bank=16).expect(3, culture=20, blue_bank=16)


@plays("civil-unrest")
def test_civil_unrest_does_nothing_where_nobody_is_discontent() -> None:
    game = reveal("civil-unrest", me(gained_yellow=2), them(culture=3, gained_yellow=2))
    game.expect(0, blue_bank=16).expect(1, culture=3, blue_bank=16)


@plays("cold-war")
def test_cold_war_gives_science_to_the_two_strongest() -> None:
    game = reveal("cold-war", me(), them(workers={"warriors": 2}), them(workers={"warriors": 3}))
    game.expect(0, science=0).expect(1, science=6).expect(2, science=6)


@plays("cold-war")
def test_cold_war_with_two_players_gives_to_one() -> None:
    reveal("cold-war").expect(0, science=6).expect(1, science=0)


@plays("crime-wave")
def test_crime_wave_costs_the_two_weakest_culture_and_a_blue_token() -> None:
    third = them(culture=9, tokens={"bronze": 2, "agriculture": 1})
    game = reveal("crime-wave", me(culture=9, workers={"warriors": 2}), them(culture=2), third)
    game.expect(0, culture=10, blue_bank=16).expect(1, culture=0, blue_bank=15)
    game.expect(2, culture=6, blue_bank=12, tokens={"bronze": 2, "agriculture": 1})
    assert game.said("blue-lost") == [(1, 1), (2, 1)] and game.asked == "actions"


@plays("crime-wave")
def test_crime_wave_takes_the_token_from_a_card_only_if_the_bank_is_empty() -> None:
    tokens = {"agriculture": 8, "bronze": 8}
    game = reveal("crime-wave", me(workers={"warriors": 2}), them(tokens=tokens))
    assert game.legal() == ["give-blue agriculture", "give-blue bronze"]
    game.act("give-blue bronze", seat=1).expect(1, blue_bank=0, tokens={"bronze": 7}, resource=7, food=8)
    assert game.asked == "actions"


@plays("economic-progress")
def test_economic_progress_produces_as_at_the_end_of_a_turn_but_scores_nothing() -> None:
    game = reveal(
        "economic-progress",
        me(resource=6, culture=10),  # 10 tokens in the bank: corruption 2; 16 yellow ones: eats 1
        them(workers={"agriculture": 0}, unused=7, culture=10),  # discontent, nothing to eat: 2 food missing
    )
    game.expect(0, resource=6 - 2 + 2, food=1, culture=11, science=0)
    game.expect(1, resource=2, food=0, culture=2)


@plays("emigration")
def test_emigration_takes_half_the_discontent_rounded_up() -> None:
    game = reveal("emigration", me(unused=2), them(unused=5), them(unused=7))
    game.expect(0, unused=1).expect(1, unused=4).expect(2, unused=5)


@plays("iconoclasm", "michelangelo", "joan-of-arc", "isaac-newton", "bill-gates")
def test_iconoclasm_removes_every_leader_of_another_age_and_is_no_replacement() -> None:
    game = reveal(
        "iconoclasm",
        me(leader="isaac-newton"),
        them(leader="joan-of-arc", civil_actions=3),
        them(leader="michelangelo", wonders=["colossus"]),
    )
    game.expect(0, leader="isaac-newton").expect(1, leader="", civil_actions=3).expect(2, leader="")
    game = reveal("iconoclasm", me(), them(leader="bill-gates", workers={"alchemy": 2}), age=4)
    game.expect(1, leader="", culture=2)
    assert "bill-gates" in game.state.gone


@plays("independence-declaration")
def test_independence_declaration_frees_a_colony_of_the_weakest() -> None:
    colonies = ["vast-territory-i", "historic-territory-i"]
    game = reveal("independence-declaration", me(workers={"warriors": 2}), them(colonies=colonies))
    game.expect(1, yellow_bank=19, blue_bank=15)
    game.act("pick vast-territory-i", seat=1)
    game.expect(1, colonies=["historic-territory-i"], yellow_bank=16, blue_bank=16, culture=0)
    assert "vast-territory-i" in game.state.gone


@plays("independence-declaration")
def test_independence_declaration_passes_by_a_weakest_without_colonies() -> None:
    game = reveal("independence-declaration", me(workers={"warriors": 2}, colonies=["vast-territory-i"]), them())
    game.expect(0, colonies=["vast-territory-i"])


@plays("national-pride")
def test_national_pride_scores_for_most_culture_points() -> None:
    game = reveal("national-pride", me(), them(culture=4), them(culture=4))
    game.expect(0, culture=1).expect(1, culture=9).expect(2, culture=4)


@plays("politics-of-strength")
def test_politics_of_strength_deals_five_cards_and_takes_three() -> None:
    hand = ["legion", "raid-i", "spy", "annex"]
    game = reveal("politics-of-strength", me(workers={"warriors": 2}), them(hand=hand))
    assert (game.who, game.asked) == (1, "discard")
    game.act("discard legion", "discard spy", "discard annex", seat=1)
    game.expect(0, hand_size=5).expect(1, hand=["raid-i"])
    assert len(game.state.hidden_discards) >= 2  # the Legion is of an older age and has left the game


@plays("politics-of-strength")
def test_politics_of_strength_takes_a_small_hand_whole() -> None:
    game = reveal("politics-of-strength", me(workers={"warriors": 2}), them(hand=["spy", "annex"]))
    game.expect(1, hand_size=0)
    assert game.asked == "actions"


@plays("politics-of-strength")
def test_politics_of_strength_scores_in_age_iv() -> None:
    game = reveal("politics-of-strength", me(workers={"warriors": 2}), them(culture=5, hand=["raid-iii"]), age=4)
    game.expect(0, culture=3 + 5, hand_size=0).expect(1, culture=2, hand_size=1)
    game = reveal("politics-of-strength", me(workers={"warriors": 2}), them(culture=5, hand=["raid-iii"]), age=3)
    game.expect(0, culture=2, hand_size=5).expect(1, culture=5, hand_size=0)


@plays("popularization-of-science")
def test_popularization_of_science_scores_the_science_rating_as_culture() -> None:
    game = reveal("popularization-of-science", me(workers={"philosophy": 2}), them())
    game.expect(0, culture=1 + 2, science=0).expect(1, culture=1)


@plays("prosperity")
def test_prosperity_gives_food_for_happy_faces() -> None:
    game = reveal("prosperity", me(workers={"religion": 2}), them())
    game.expect(0, food=2).expect(1, food=0)


@plays("ravages-of-time", "colossus", "pyramids")
def test_ravages_of_time_turn_a_finished_wonder_of_age_a_or_i_face_down() -> None:
    game = reveal(
        "ravages-of-time",
        me(wonders=["colossus", "pyramids"], ravaged=["pyramids"]),
        them(wonders=["great-wall", "library-of-alexandria"]),
        them(wonders=["eiffel-tower"]),
    )
    game.expect(0, ravaged=["pyramids", "colossus"], culture_rating=4, strength=1)
    game.act("pick library-of-alexandria", seat=1)
    game.expect(1, ravaged=["library-of-alexandria"], science_rating=1, culture_rating=3, civil_hand_limit=4)
    game.expect(2, ravaged=[])


@plays("ravages-of-time", "pyramids", "great-wall")
def test_a_ruin_gives_no_action_any_more_but_homers_face_stays() -> None:
    first = me(wonders=["pyramids"], civil_actions=5)
    game = reveal("ravages-of-time", first, them(wonders=["great-wall"], homer_under="great-wall"))
    game.expect(0, ravaged=["pyramids"], civil_total=4, civil_actions=4)
    game.expect(1, ravaged=["great-wall"], happiness=1)


@plays("refugees")
def test_refugees_move_from_the_weakest_to_the_strongest() -> None:
    game = reveal("refugees", me(), them(culture=5, workers={"warriors": 2}), them(culture=2))
    game.expect(2, culture=0, unused=0).expect(1, culture=8, unused=2).expect(0, culture=1, unused=1)


@plays("terrorism", "alchemy")
def test_terrorism_lets_the_least_cultured_destroy_an_urban_building_of_each_other() -> None:
    game = reveal(
        "terrorism",
        me(culture=9),
        them(culture=2),
        them(culture=9, technologies=["alchemy"], workers={"alchemy": 1}),
        them(culture=9, workers={"philosophy": 0}),
    )
    assert game.legal() == ["target philosophy", "target alchemy"]
    game.act("target alchemy", seat=1).expect(0, workers={"philosophy": 0}, unused=2)
    game.expect(2, workers={"alchemy": 0, "philosophy": 1}, unused=2).expect(3, unused=1)
    assert game.asked == "actions"
