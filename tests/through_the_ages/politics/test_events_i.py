"""The events of Age I."""

from __future__ import annotations

import pytest

from ..play import me, them
from ..plays import plays
from .revealing import reveal


@plays("barbarians")
def test_barbarians_take_a_worker_of_the_leader_in_culture_if_it_is_among_the_two_weakest() -> None:
    game = reveal("barbarians", me(workers={"warriors": 3}), them(culture=9), them(workers={"warriors": 2}))
    game.expect(1, population=6, unused=0, yellow_bank=19).expect(0, population=9).expect(2, population=8)


@plays("barbarians")
def test_barbarians_pass_by_the_leader_in_culture_if_it_is_strong() -> None:
    game = reveal("barbarians", me(), them(culture=9, workers={"warriors": 3}), them(workers={"warriors": 2}))
    game.expect(1, population=9)


@plays("barbarians")
def test_barbarians_with_two_players_come_to_the_weakest_only() -> None:
    reveal("barbarians", me(culture=9), them()).expect(0, population=7)
    reveal("barbarians", me(), them(culture=9)).expect(1, population=6)


@plays("border-conflict")
def test_border_conflict_destroys_a_building_of_the_weakest_and_feeds_the_strongest() -> None:
    game = reveal("border-conflict", me(), them(workers={"warriors": 2}))
    assert game.legal() == ["give-up agriculture", "give-up bronze", "give-up philosophy"]
    game.act("give-up bronze", seat=0)
    game.expect(0, workers={"bronze": 1}, unused=2, yellow_bank=18).expect(1, resource=3)


@plays("border-conflict")
def test_border_conflict_in_a_tie_favours_the_current_player() -> None:
    game = reveal("border-conflict", seats=3)
    game.act("give-up philosophy", seat=2)
    game.expect(0, resource=3)


@plays("crusades")
def test_crusades_move_no_culture_but_score_and_cost_four() -> None:
    game = reveal("crusades", me(workers={"warriors": 2}), them(culture=6), them(culture=2))
    game.expect(0, culture=5).expect(1, culture=6).expect(2, culture=0)


@plays("cultural-influence")
def test_cultural_influence_scores_the_culture_rating() -> None:
    game = reveal("cultural-influence", me(workers={"religion": 2}), them(workers={"religion": 1}))
    game.expect(0, culture=1 + 2).expect(1, culture=1)


@plays("foray")
def test_foray_gives_three_of_any_mix_to_the_two_strongest() -> None:
    game = reveal("foray", me(), them(workers={"warriors": 3}), them(workers={"warriors": 2}))
    assert game.legal() == ["split 3 0", "split 2 1", "split 1 2", "split 0 3"]
    game.act("split 2 1", seat=1).act("split 0 3", seat=2)
    game.expect(0, food=0, resource=0).expect(1, food=2, resource=1).expect(2, food=0, resource=3)


@plays("foray")
def test_foray_with_two_players_reaches_the_strongest_only() -> None:
    game = reveal("foray", me(), them())
    game.act("split 3 0", seat=0)
    assert game.asked == "actions"


@plays("good-harvest")
def test_good_harvest_produces_food_without_consumption() -> None:
    game = reveal("good-harvest", me(yellow_bank=12, workers={"irrigation": 1}), them())
    game.expect(0, food=4, yellow_bank=12).expect(1, food=2)


@plays("immigration")
def test_immigration_reaches_everyone_where_nobody_has_a_happy_face() -> None:
    """All have as many, and so all have the most: none of the three is asked for a face."""
    game = reveal("immigration", me(unused=0), them(unused=0), them(unused=0))
    for seat in range(3):
        game.expect(seat, happiness=0, unused=1)


@plays("immigration")
def test_immigration_reaches_everyone_who_is_tied_for_most_happy_faces() -> None:
    game = reveal("immigration", me(), them(workers={"religion": 1}), them(workers={"religion": 1}))
    game.expect(0, unused=1).expect(1, unused=2).expect(2, unused=2)


@plays("new-deposits")
def test_new_deposits_produce_resources_without_corruption() -> None:
    game = reveal("new-deposits", me(resource=12), them())
    game.expect(0, resource=14).expect(1, resource=2)


@plays("pestilence")
def test_pestilence_takes_an_unused_worker_or_one_of_your_choice() -> None:
    game = reveal("pestilence", me(), them(unused=0))
    game.expect(0, unused=0, yellow_bank=19)
    game.act("give-up warriors", seat=1)
    game.expect(1, workers={"warriors": 0}, unused=0, yellow_bank=20, strength=0)


@plays("raiders")
def test_raiders_take_two_from_the_two_weakest_who_choose_what() -> None:
    game = reveal("raiders", me(food=2, resource=1), them(resource=1), them(food=5, workers={"warriors": 2}))
    assert game.legal() == ["split 2 0", "split 1 1"]
    game.act("split 1 1", seat=0)
    game.expect(0, food=1, resource=0).expect(1, resource=0).expect(2, food=5)
    assert game.asked == "actions"


@plays("rats")
def test_rats_eat_all_food() -> None:
    game = reveal("rats", me(food=4, resource=2), them(food=1), them())
    game.expect(0, food=0, resource=2).expect(1, food=0)
    assert game.said("food-lost") == [(0, 4), (1, 1)]


@plays("rebellion")
def test_rebellion_spends_two_civil_actions_for_each_discontent_worker() -> None:
    game = reveal("rebellion", me(unused=3), them(unused=7), them())  # 16, 12 and 18 tokens in the bank
    game.expect(0, discontent=1, civil_actions=2).expect(1, discontent=2, civil_actions=0).expect(2, civil_actions=4)
    assert game.said("actions-lost") == [(0, 2), (1, 4)]
    game.until("actions", seat=1)
    game.expect(1, civil_actions=0, civil_total=4)


@plays("reign-of-terror")
def test_reign_of_terror_costs_the_weakest_a_worker() -> None:
    game = reveal("reign-of-terror", me(workers={"warriors": 2}), them(unused=0))
    game.act("give-up philosophy", seat=1).expect(1, yellow_bank=20, science_rating=0)


@plays("scientific-breakthrough")
def test_scientific_breakthrough_scores_the_science_rating() -> None:
    game = reveal("scientific-breakthrough", me(workers={"philosophy": 2}), them())
    game.expect(0, science=2).expect(1, science=1)


@plays("uncertain-borders")
def test_uncertain_borders_move_a_yellow_token_from_the_weakest_bank_to_the_strongest() -> None:
    game = reveal("uncertain-borders", me(), them(workers={"warriors": 2}))
    game.expect(0, yellow_bank=17, unused=1).expect(1, yellow_bank=18)


@plays("uncertain-borders")
def test_uncertain_borders_find_nothing_in_an_empty_bank() -> None:
    game = reveal("uncertain-borders", me(yellow_bank=0), them(workers={"warriors": 2}))
    game.expect(0, yellow_bank=0).expect(1, yellow_bank=17)
    assert not game.said("yellow-taken")


@plays("rats")
def test_an_event_of_age_i_is_past_when_it_is_over() -> None:
    game = reveal("rats")
    assert game.state.past_events == ("rats",)
    assert "rats" not in game.state.discards


@pytest.mark.parametrize("event", ["crusades", "reign-of-terror"])
def test_the_player_on_the_current_players_right_is_worst_in_a_tie(event: str) -> None:
    game = reveal(event, me(culture=9), them(culture=9), them(culture=9))
    if event == "crusades":
        game.expect(0, culture=14).expect(1, culture=9).expect(2, culture=5)
    else:
        game.expect(1, population=7).expect(2, population=6)
