"""The events of Age III: revealed in the game, and scored when it ends."""

from __future__ import annotations

from ..play import me, play, them
from ..plays import plays
from .revealing import reveal


@plays("impact-of-agriculture")
def test_impact_of_agriculture_scores_food_production_and_four_more_above_consumption() -> None:
    # 14 tokens in the bank: consumption 1; with 4: 4
    game = reveal("impact-of-agriculture", me(), them(yellow_bank=4))
    game.expect(0, culture=2 + 2 + 4).expect(1, culture=2)


@plays("impact-of-agriculture", "international-trade-agreement")
def test_impact_of_agriculture_counts_the_food_of_a_trade_agreement() -> None:
    pacts = [("international-trade-agreement", 0, 0, 1)]
    reveal("impact-of-agriculture", me(), them(), them(), pacts=pacts).expect(1, culture=3 + 4).expect(2, culture=2 + 4)


@plays("impact-of-architecture", "alchemy", "computers")
def test_impact_of_architecture_scores_the_levels_of_urban_buildings() -> None:
    game = reveal("impact-of-architecture", me(workers={"alchemy": 2, "computers": 1}), them())
    game.expect(0, culture=2 + 5).expect(1, culture=0)


@plays("impact-of-balance", "bill-gates", "alchemy", "transcontinental-railroad")
def test_impact_of_balance_doubles_the_smallest_of_four() -> None:
    game = reveal(
        "impact-of-balance",
        me(workers={"alchemy": 2, "religion": 2, "drama": 1}, leader="bill-gates"),  # 5, 5, 2, 2 + 2
        them(workers={"religion": 2, "bronze": 1}, wonders=["transcontinental-railroad"]),  # 1, 2, 2, 2
    )
    game.expect(0, culture=2 + 4, resource=0).expect(1, culture=2)


@plays("impact-of-colonies")
def test_impact_of_colonies_scores_three_for_each() -> None:
    colonies = ["vast-territory-i", "wealthy-territory-ii"]
    reveal("impact-of-colonies", me(colonies=colonies), them()).expect(0, culture=2 + 6).expect(1, culture=0)


@plays("impact-of-competition", "knights", "air-forces", "bread-and-circuses")
def test_impact_of_competition_scores_the_levels_of_units_and_arenas() -> None:
    workers = {"knights": 2, "air-forces": 1, "bread-and-circuses": 1}
    game = reveal("impact-of-competition", me(workers=workers), them())
    game.expect(0, culture=2 + 2 + 3 + 1).expect(1, culture=0)


@plays("impact-of-government", "monarchy")
def test_impact_of_government_scores_all_actions_spent_or_not() -> None:
    game = reveal("impact-of-government", me(government="monarchy", civil_actions=0), them(military_actions=0))
    game.expect(0, culture=2 + 10 + 3).expect(1, culture=8 + 2)


@plays("impact-of-happiness")
def test_impact_of_happiness_scores_two_a_face_and_costs_two_for_each_discontent() -> None:
    game = reveal("impact-of-happiness", me(workers={"religion": 2}, gained_yellow=4), them(unused=3, culture=9))
    game.expect(0, culture=2 + 4).expect(1, discontent=2, culture=5)


@plays("impact-of-industry", "bill-gates", "alchemy", "transcontinental-railroad", "iron")
def test_impact_of_industry_scores_what_mines_produce() -> None:
    game = reveal(
        "impact-of-industry",
        me(workers={"iron": 2}, wonders=["transcontinental-railroad"]),
        them(workers={"alchemy": 1}, leader="bill-gates"),
    )
    game.expect(0, culture=2 + 2 + 2 * 2 + 2).expect(1, culture=2)


@plays("impact-of-population")
def test_impact_of_population_scores_two_for_each_content_worker_above_ten() -> None:
    game = reveal("impact-of-population", me(unused=9, workers={"religion": 2}), them(unused=3))
    # 17 workers and 4 tokens in the bank: happiness 6 needed
    game.expect(0, population=17, discontent=4, culture=2 + 6).expect(1, culture=0)


@plays("impact-of-progress", "republic", "code-of-laws", "architecture")
def test_impact_of_progress_scores_two_a_level_of_government_and_special_technologies() -> None:
    civilization = me(government="republic", technologies=["code-of-laws", "architecture", "oil"])
    reveal("impact-of-progress", civilization, them()).expect(0, culture=2 + 2 * (2 + 1 + 2)).expect(1, culture=0)


@plays("impact-of-science")
def test_impact_of_science_scores_by_rank_and_ties_go_clockwise_from_the_current_player() -> None:
    game = reveal("impact-of-science", me(), them())
    game.expect(0, culture=2 + 10).expect(1, culture=0)
    game = reveal("impact-of-science", me(workers={"philosophy": 0}), them(), them())
    game.expect(0, culture=2).expect(1, culture=14).expect(2, culture=7)
    game = reveal("impact-of-science", me(), them(), them(), them(workers={"philosophy": 2}))
    game.expect(3, culture=15).expect(0, culture=2 + 10).expect(1, culture=5).expect(2, culture=0)


@plays("impact-of-strength")
def test_impact_of_strength_scores_by_rank() -> None:
    game = reveal("impact-of-strength", me(), them(workers={"warriors": 3}), them(workers={"warriors": 2}))
    game.expect(1, culture=14).expect(2, culture=7).expect(0, culture=2)


@plays("impact-of-technology", "computers", "democracy", "military-theory")
def test_impact_of_technology_scores_four_for_each_technology_of_level_three() -> None:
    technologies = ["military-theory", "oil", "scientific-method"]
    civilization = me(government="democracy", technologies=technologies, workers={"computers": 1})
    reveal("impact-of-technology", civilization, them()).expect(0, culture=2 + 4 * 4).expect(1, culture=0)


@plays("impact-of-variety", "knights", "printing-press", "cartography")
def test_impact_of_variety_scores_two_for_each_type_with_a_worker() -> None:
    technologies = ["cartography", "cannon"]
    workers = {"knights": 1, "printing-press": 1}
    game = reveal("impact-of-variety", me(technologies=technologies, workers=workers), them())
    game.expect(0, culture=2 + 2 * (2 + 2 + 1)).expect(1, culture=4)


@plays("impact-of-wonders", "colossus", "taj-mahal", "kremlin", "hollywood")
def test_impact_of_wonders_scores_by_age_face_down_or_not() -> None:
    wonders = ["colossus", "taj-mahal", "kremlin", "hollywood"]
    game = reveal("impact-of-wonders", me(wonders=wonders, ravaged=["colossus"]), them(wonder="internet"))
    game.expect(0, culture=2 + 5 + 4 + 3 + 2).expect(1, culture=0)


@plays("impact-of-science", "impact-of-strength", "impact-of-architecture")
def test_events_of_age_iii_left_in_both_decks_are_scored_when_the_game_ends() -> None:
    game = play(
        me(workers={"warriors": 2}),
        them(),
        phase="game-end",
        current=1,
        age=4,
        current_events=["cold-war", "impact-of-science"],
        future_events=["impact-of-strength", "impact-of-architecture"],
    )
    assert game.state.over
    game.expect(0, culture=20).expect(1, culture=0)
    assert set(game.state.past_events) == {"impact-of-science", "impact-of-strength", "impact-of-architecture"}


@plays("bill-gates", "impact-of-architecture")
def test_bill_gates_scores_before_the_events_at_the_end() -> None:
    civilization = me(leader="bill-gates", workers={"alchemy": 1, "computers": 1})
    game = play(civilization, them(), phase="game-end", age=4, current_events=["impact-of-architecture"])
    game.expect(0, culture=4 + 4)
    assert [line[:2] for line in game.said("culture")] == [(0, 4), (0, 4)]
