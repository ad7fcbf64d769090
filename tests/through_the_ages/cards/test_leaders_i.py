"""The leaders of Age I."""

from __future__ import annotations

from ..play import me, play, plays, them


@plays("christopher-columbus", "wealthy-territory-i")
def test_columbus_colonizes_a_territory_of_his_hand_and_leaves() -> None:
    game = play(me(leader="christopher-columbus", hand=["wealthy-territory-i"]), phase="politics")
    game.act("colonize wealthy-territory-i")
    game.expect(0, colonies=["wealthy-territory-i"], leader="", resource=5, culture=0, workers={"warriors": 1})
    assert not game.said("event")


@plays("frederick-barbarossa")
def test_barbarossa_increases_population_and_builds_a_unit_by_one_military_action() -> None:
    game = play(me(leader="frederick-barbarossa", food=3, resource=3, unused=0))
    assert game.cost("levy warriors") == {"military-action": 1, "food": 1, "resource": 1}
    game.act("levy warriors").expect(0, workers={"warriors": 2}, unused=0, yellow_bank=18, civil_actions=4)
    game.act("levy warriors").expect(0, workers={"warriors": 3}, food=1, resource=1, military_actions=0)


@plays("genghis-khan", "heavy-cavalry")
def test_genghis_khan_counts_infantry_as_cavalry_in_armies() -> None:
    game = play(me(leader="genghis-khan", tactic="heavy-cavalry", workers={"warriors": 3}))
    game.expect(0, strength=3 + 4)
    play(me(tactic="heavy-cavalry", workers={"warriors": 3})).expect(0, strength=3)


@plays("genghis-khan")
def test_genghis_khan_scores_when_among_the_two_strongest() -> None:
    strong, stronger = them(workers={"warriors": 2}), them(workers={"warriors": 3})
    game = play(me(leader="genghis-khan"), stronger)
    game.act("end").expect(0, culture=0)
    game = play(me(leader="genghis-khan", workers={"warriors": 2}), them(), stronger)
    game.act("end").expect(0, culture=3)
    game = play(me(leader="genghis-khan"), strong, stronger)
    game.act("end").expect(0, culture=0)


@plays("joan-of-arc")
def test_joan_adds_strength_for_faces_of_temples_and_government() -> None:
    game = play(me(leader="joan-of-arc", government="theocracy", workers={"religion": 1, "theology": 1}, unused=0))
    game.expect(0, strength=1 + 1 + (1 + 2 + 1), culture_rating=1 + 1 + 1 + 1, military_total=4)


@plays("joan-of-arc")
def test_joan_may_look_at_the_next_event_before_her_political_action() -> None:
    game = play(me(leader="joan-of-arc"), phase="politics", current_events=["rats", "raiders"])
    game.act("peek")
    top = game.state.current_events[0]
    assert game.local.dealer.knowledge_of(0).faces[top] == "rats"
    assert top not in game.local.dealer.knowledge_of(1).faces
    assert game.refused("peek") == "used-this-turn"
    assert game.asked == "politics"


@plays("leonardo-da-vinci")
def test_leonardo_adds_the_level_of_the_best_lab_or_library() -> None:
    play(me(leader="leonardo-da-vinci")).expect(0, science_rating=1)
    game = play(me(leader="leonardo-da-vinci", workers={"alchemy": 1, "journalism": 1}, unused=0), age="II")
    game.expect(0, science_rating=1 + 2 + 2 + 2)


@plays("leonardo-da-vinci")
def test_leonardo_gains_a_resource_for_each_technology_developed() -> None:
    game = play(me(leader="leonardo-da-vinci", hand=["iron", "warfare"], science=10))
    game.act("develop iron").expect(0, resource=1)
    game.act("develop warfare").expect(0, resource=2)


@plays("michelangelo")
def test_michelangelo_scores_for_faces_of_temples_theaters_and_wonders() -> None:
    workers = {"religion": 2, "drama": 1, "bread-and-circuses": 1}
    game = play(me(leader="michelangelo", workers=workers, wonders=["hanging-gardens"], unused=0))
    game.expect(0, culture_rating=(2 + 2 + 1) + (2 + 1 + 2), happiness=2 + 1 + 2 + 2)


@plays("michelangelo")
def test_michelangelo_pays_no_surcharge_for_further_wonders() -> None:
    row = ["taj-mahal"]
    game = play(me(leader="michelangelo", wonders=["pyramids", "colossus"]), row=row)
    assert game.cost("take taj-mahal") == {"civil-action": 1}
    assert play(me(wonders=["pyramids", "colossus"]), row=row).cost("take taj-mahal") == {"civil-action": 3}
