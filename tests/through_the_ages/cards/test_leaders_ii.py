"""The leaders of Age II."""

from __future__ import annotations

from ..play import me, play, plays, them


@plays("isaac-newton")
def test_newton_adds_the_level_of_the_best_lab_or_library() -> None:
    workers = {"scientific-method": 1, "printing-press": 1}
    play(me(leader="isaac-newton", workers=workers, unused=0)).expect(0, science_rating=1 + 3 + 1 + 2)


@plays("isaac-newton")
def test_newton_gets_a_civil_action_back_for_each_technology() -> None:
    game = play(me(leader="isaac-newton", hand=["coal", "strategy"], science=20))
    game.act("develop coal").expect(0, civil_actions=4)
    game.act("develop strategy").expect(0, civil_actions=4)


@plays("j-s-bach")
def test_bach_scores_for_theaters_and_develops_them_cheaper() -> None:
    game = play(me(leader="j-s-bach", workers={"drama": 2}, hand=["opera"], science=5, unused=0))
    game.expect(0, culture_rating=2 * 2 + 2)
    assert game.cost("develop opera") == {"civil-action": 1, "science": 5}


@plays("j-s-bach")
def test_bach_turns_an_urban_building_into_a_theater_once_a_turn() -> None:
    workers = {"philosophy": 1, "alchemy": 1, "drama": 0, "opera": 0}
    game = play(me(leader="j-s-bach", government="monarchy", workers=workers, resource=9))
    assert game.cost("perform alchemy opera") == {"civil-action": 1, "resource": 2}
    game.act("perform philosophy drama").expect(0, workers={"philosophy": 0, "drama": 1}, resource=8, civil_actions=4)
    assert game.refused("perform alchemy opera") == "used-this-turn"


@plays("james-cook")
def test_cook_scores_two_for_the_first_colony_and_one_for_each_further() -> None:
    play(me(leader="james-cook"), age="II").expect(0, culture_rating=0)
    play(me(leader="james-cook", colonies=["vast-territory-i"])).expect(0, culture_rating=2)
    colonies = ["vast-territory-i", "wealthy-territory-i", "vast-territory-ii"]
    play(me(leader="james-cook", colonies=colonies)).expect(0, culture_rating=4)


@plays("james-cook")
def test_cook_may_discard_two_military_cards_for_colonization_force() -> None:
    hand = ["rats", "legion", "phalanx", "raiders"]
    territory = ["wealthy-territory-ii", "rebellion"]
    game = play(me(leader="james-cook", hand=hand), phase="politics", current_events=territory)
    game.act("seed rats")
    assert not game.can("bid 2")
    game.act("throw legion", "throw phalanx")
    assert game.refused("throw raiders") == "throws-used"
    game.act("bid 3", "send warriors", "throw legion", "throw phalanx", "done")
    game.expect(0, colonies=["wealthy-territory-ii"], hand=["raiders"], culture_rating=2, workers={"warriors": 0})


@plays("maximilien-robespierre", "republic")
def test_robespierre_pays_a_revolution_with_all_military_actions_and_scores() -> None:
    game = play(me(leader="maximilien-robespierre", hand=["republic"], science=3))
    game.expect(0, military_total=3)
    assert game.cost("revolution republic") == {"military-action": 3, "science": 3}
    game.act("revolution republic").expect(0, government="republic", culture=3, civil_actions=7, military_actions=0)


@plays("napoleon-bonaparte")
def test_napoleon_adds_strength_for_each_type_of_unit() -> None:
    game = play(me(leader="napoleon-bonaparte"))
    game.expect(0, strength=1 + 2, military_total=4)
    workers = {"knights": 2, "cannon": 1, "air-forces": 1}
    game = play(me(leader="napoleon-bonaparte", workers=workers, unused=0), age="III")
    game.expect(0, strength=1 + 2 * 2 + 3 + 5 + 4 * 2)


@plays("william-shakespeare")
def test_shakespeare_scores_for_pairs_of_library_and_theater() -> None:
    workers = {"printing-press": 2, "drama": 1, "opera": 1}
    game = play(me(leader="william-shakespeare", government="monarchy", workers=workers, unused=0))
    game.expect(0, culture_rating=2 * 1 + 2 + 3 + 2 * 2, happiness=1 + 2)


@plays("william-shakespeare")
def test_shakespeare_makes_theaters_cheaper_where_there_is_a_library_and_the_reverse() -> None:
    workers = {"printing-press": 1, "drama": 0}
    game = play(me(leader="william-shakespeare", workers=workers, hand=["opera"], science=9, resource=9))
    assert game.cost("build drama") == {"civil-action": 1, "resource": 3}
    assert game.cost("build printing-press") == {"civil-action": 1, "resource": 3}
    assert game.cost("develop opera") == {"civil-action": 1, "science": 6}
    game.act("build drama").expect(0, unused=0)
    game = play(
        me(leader="william-shakespeare", workers={"printing-press": 0, "drama": 1}, hand=["journalism"], science=9),
        them(),
    )
    assert game.cost("develop journalism") == {"civil-action": 1, "science": 5}
