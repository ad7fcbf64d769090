"""The wonders: each is built stage by stage and works from then on."""

from __future__ import annotations

import pytest

from tta_p2p.games.through_the_ages.index import LEVEL, WONDERS

from ..editions import of_2015
from ..play import me, play, plays, them


@pytest.mark.parametrize("card", of_2015(WONDERS))
@plays(*of_2015(WONDERS))
def test_a_wonder_taken_is_built_from_left_to_right_for_its_printed_costs(card: str) -> None:
    stages = WONDERS[card].stages
    one = me(government="monarchy", technologies=["code-of-laws"], resource=sum(stages), gained_blue=4)
    game = play(one, row=[card], age=max(1, LEVEL[card]))
    game.act(f"take {card}").expect(0, wonder=card, wonders=[], civil_actions=5, hand=[])
    for number, cost in enumerate(stages):
        have = game.value(0, "resource")
        assert game.cost("stage 1") == {"civil-action": 1, "resource": cost}
        game.act("stage 1").expect(0, resource=have - cost)
        if number + 1 < len(stages):
            game.expect(0, stages=number + 1, wonders=[])
    game.expect(0, wonders=[card], wonder="", stages=0)


@plays("colossus")
def test_colossus() -> None:
    play(me(wonders=["colossus"])).expect(0, strength=3)


@plays("colossus", "vast-territory-i")
def test_colossus_helps_to_colonize() -> None:
    events = ["vast-territory-i", "raiders"]
    game = play(me(wonders=["colossus"], hand=["rats"]), phase="politics", current_events=events)
    game.act("seed rats")
    assert game.can("bid 2") and not game.can("bid 3")


@plays("hanging-gardens")
def test_hanging_gardens() -> None:
    play(me(wonders=["hanging-gardens"])).expect(0, culture_rating=1, happiness=2)


@plays("library-of-alexandria")
def test_library_of_alexandria() -> None:
    game = play(me(wonders=["library-of-alexandria"], hand=["iron", "knights", "drama", "warfare"]), row=["theology"])
    game.expect(0, culture_rating=1, science_rating=2, civil_hand_limit=5, military_hand_limit=3)
    game.expect(0, civil_total=4, military_total=2)
    game.act("take theology")
    assert game.refused("take 2") == "hand-full"


@plays("pyramids")
def test_pyramids_give_an_action_the_moment_they_are_finished() -> None:
    game = play(me(wonder="pyramids", stages=2, resource=1, civil_actions=1))
    game.act("stage 1").expect(0, civil_total=5, civil_actions=1)


@plays("great-wall")
def test_great_wall_strengthens_infantry_and_artillery() -> None:
    workers = {"warriors": 2, "knights": 1, "cannon": 1}
    game = play(me(wonders=["great-wall"], workers=workers, unused=0))
    game.expect(0, strength=2 + 2 + 3 + (2 + 1), culture_rating=1, happiness=1)


@plays("st-peters-basilica")
def test_st_peters_basilica_adds_a_face_to_every_other_source() -> None:
    workers = {"religion": 1, "theology": 1, "bread-and-circuses": 1}
    game = play(me(wonders=["st-peters-basilica"], workers=workers, unused=0))
    game.expect(0, culture_rating=2 + 1 + 1, happiness=min(8, 1 + (1 + 1) + (2 + 1) + (2 + 1)))
    game = play(me(wonders=["st-peters-basilica", "hanging-gardens"], government="theocracy"))
    game.expect(0, happiness=1 + (2 + 1) + (1 + 1))


@plays("taj-mahal")
def test_taj_mahal() -> None:
    game = play(me(wonder="taj-mahal", stages=2, resource=2, blue_bank=10))
    game.act("stage 1").expect(0, culture_rating=3, blue_bank=10 + 2 + 1 + 2)


@plays("taj-mahal", "michelangelo")
def test_taj_mahal_is_two_cheaper_to_take_after_a_leader_was_replaced() -> None:
    row = ["", "", "", "", "", "taj-mahal"]
    game = play(me(leader="moses", hand=["michelangelo"]), row=row)
    assert game.cost("take taj-mahal") == {"civil-action": 2}
    game.act("leader michelangelo")
    assert game.cost("take taj-mahal") == {}
    game.act("take taj-mahal").expect(0, wonder="taj-mahal", civil_actions=4)


@plays("universitas-carolina")
def test_universitas_carolina() -> None:
    play(me(wonders=["universitas-carolina"])).expect(0, culture_rating=1, science_rating=3)


@plays("eiffel-tower")
def test_eiffel_tower() -> None:
    play(me(wonders=["eiffel-tower"])).expect(0, culture_rating=4, happiness=1)


@plays("kremlin")
def test_kremlin() -> None:
    game = play(me(wonders=["kremlin"], workers={"religion": 2}, unused=0))
    game.expect(0, culture_rating=2 + 2, happiness=2 - 1, civil_total=5, military_total=3)


@plays("ocean-liner-service")
def test_ocean_liner_service_brings_a_worker_once_a_turn() -> None:
    game = play(me(wonders=["ocean-liner-service"]))
    game.act("use ocean-liner-service 1").expect(0, unused=2, yellow_bank=17 - 2, civil_actions=4)
    assert game.refused("use ocean-liner-service 1") == "used-this-turn"


@plays("transcontinental-railroad")
def test_transcontinental_railroad_doubles_one_of_the_best_mines() -> None:
    game = play(me(wonders=["transcontinental-railroad"], workers={"bronze": 1, "coal": 2}, unused=2))
    game.expect(0, strength=1 + 4)
    game.act("end").expect(0, tokens={"bronze": 1, "coal": 3})


@plays("fast-food-chains")
def test_fast_food_chains_score_for_everything_that_is_built() -> None:
    workers = {"agriculture": 2, "bronze": 3, "philosophy": 1, "religion": 1, "warriors": 2}
    game = play(me(wonder="fast-food-chains", stages=3, resource=4, workers=workers, unused=3))
    game.act("stage 1").expect(0, culture=2 * 5 + 2 + 2)


@plays("first-space-flight")
def test_first_space_flight_scores_the_levels_of_all_technologies() -> None:
    one = me(
        wonder="first-space-flight",
        stages=3,
        resource=9,
        government="republic",
        technologies=["iron", "oil", "satellites", "air-forces"],
    )
    play(one).act("stage 1").expect(0, culture=2 + 1 + 3 + 3 + 3)


@plays("hollywood")
def test_hollywood_scores_twice_the_culture_of_theaters_and_libraries() -> None:
    workers = {"movies": 1, "drama": 1, "multimedia": 1, "religion": 1}
    game = play(me(wonder="hollywood", stages=2, resource=5, workers=workers, unused=0))
    game.act("stage 1").expect(0, culture=2 * (4 + 2 + 3))


@plays("internet")
def test_internet_scores_culture_science_and_strength_of_urban_buildings() -> None:
    workers = {"philosophy": 1, "computers": 1, "multimedia": 1, "professional-sports": 1, "religion": 1, "tanks": 1}
    game = play(me(wonder="internet", stages=4, resource=2, workers=workers, unused=0))
    game.act("stage 1").expect(0, culture=1 + 5 + (3 + 3) + 3 + 1)


@pytest.mark.parametrize("card", ["fast-food-chains", "first-space-flight", "hollywood", "internet"])
@plays("fast-food-chains", "first-space-flight", "hollywood", "internet")
def test_a_wonder_of_age_iii_scores_once_only(card: str) -> None:
    stages = WONDERS[card].stages
    game = play(me(wonder=card, stages=len(stages) - 1, resource=stages[-1]), them())
    game.act("stage 1")
    scored = game.player(0).culture
    rating = game.value(0, "culture_rating")
    game.act("end").expect(0, culture=scored + rating, culture_rating=0)
