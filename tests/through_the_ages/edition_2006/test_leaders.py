"""Leaders that do something else in the edition of 2006, and its own."""

from __future__ import annotations

import pytest

from ..play import me, plays, them
from .positions import old, turned_up


@plays("alexander-the-great-2006")
def test_alexander_strengthens_every_unit_and_never_leaves_for_a_token() -> None:
    game = old(me(leader="alexander-the-great-2006", workers={"warriors": 3}), phase="politics")
    game.expect(0, strength=6)
    assert game.refused("power") == "no-ability"


@plays("hammurabi-2006")
def test_hammurabi_has_a_civil_action_more_and_a_military_one_less() -> None:
    old(me(leader="hammurabi-2006")).expect(0, civil_total=5, military_total=1)


@plays("homer-2006")
def test_homer_pays_one_resource_for_units_and_up_to_two_warriors_give_culture() -> None:
    for warriors, culture in ((1, 1), (2, 2), (3, 2)):
        old(me(leader="homer-2006", workers={"warriors": warriors})).expect(0, culture_rating=culture, happiness=0)
    game = old(me(leader="homer-2006", resource=1))
    assert game.cost("build warriors") == {"military-action": 1, "unit-resource": 1, "resource": 1}


@plays("homer-2006")
def test_homer_goes_under_no_wonder() -> None:
    one = me(leader="homer-2006", wonders=["pyramids"], hand=["leonardo-da-vinci"])
    game = old(one).act("leader leonardo-da-vinci").expect(0, leader="leonardo-da-vinci", happiness=0)
    assert game.asked == "actions"


@plays("julius-caesar-2006")
def test_caesar_has_no_second_political_action() -> None:
    game = old(me(leader="julius-caesar-2006", hand=["rats"]), phase="politics", current_events=["raiders"])
    game.expect(0, strength=2, military_total=3)
    game.act("seed rats")
    assert game.asked == "actions"


@plays("christopher-columbus-2006", "wealthy-territory-i-2006")
def test_columbus_colonizes_once_and_stays() -> None:
    hand = ["wealthy-territory-i-2006", "fertile-territory-i"]
    game = old(me(leader="christopher-columbus-2006", hand=hand), phase="politics")
    game.act("colonize wealthy-territory-i-2006")
    game.expect(0, leader="christopher-columbus-2006", colonies=["wealthy-territory-i-2006"], resource=5)
    game.act("end").until("politics", seat=0)
    assert game.refused("colonize fertile-territory-i") == "no-ability"


@plays("frederick-barbarossa-2006")
def test_barbarossa_takes_a_civil_action_to_levy() -> None:
    game = old(me(leader="frederick-barbarossa-2006", food=1, resource=1))
    assert game.cost("levy warriors") == {"civil-action": 1, "food": 1, "resource": 1}
    game.act("levy warriors").expect(0, workers={"warriors": 2}, unused=1, civil_actions=3, military_actions=2)


@plays("genghis-khan-2006")
def test_genghis_khan_has_cavalry_and_no_armies() -> None:
    workers = {"warriors": 2, "knights-2006": 2}
    game = old(me(leader="genghis-khan-2006", tactic="fighting-band", workers=workers))
    game.expect(0, strength=2 + 2 * (2 + 1), culture_rating=2)


@plays("joan-of-arc-2006", "raid-i-2006")
def test_joan_of_arc_scores_when_she_is_attacked_and_has_the_strength_of_temples() -> None:
    rival = them(leader="joan-of-arc-2006", workers={"religion": 2})
    game = old(me(workers={"warriors": 4}, hand=["raid-i-2006"]), rival, phase="politics")
    game.expect(1, strength=1 + 2)
    game.act("attack raid-i-2006 1").expect(1, culture=5)


@plays("michelangelo-2006")
def test_michelangelo_takes_wonders_for_one_action_less() -> None:
    row = ["hanging-gardens", "", "", "", "", "great-wall", "", "", "", "taj-mahal-2006"]
    wonders = ["pyramids"]
    one = me(leader="michelangelo-2006", wonders=wonders, workers={"religion": 1, "drama-2006": 1})
    game = old(one, row=row).expect(0, culture_rating=1 + 1 + 2 + 1)
    assert [game.cost(f"take {card}").get("civil-action") for card in ("great-wall", "taj-mahal-2006")] == [2, 3]
    bare = old(me(leader="michelangelo-2006"), row=row)
    assert bare.cost("take hanging-gardens") == {}


@plays("j-s-bach-2006")
def test_bach_makes_theaters_cheaper_and_better() -> None:
    one = me(leader="j-s-bach-2006", hand=["opera-2006"], workers={"drama-2006": 1}, science=7, resource=9)
    game = old(one, age=2).expect(0, culture_rating=2 + 1)
    assert game.cost("develop opera-2006")["science"] == 6
    assert game.cost("build drama-2006")["resource"] == 4
    assert game.act("develop opera-2006").cost("upgrade drama-2006 opera-2006")["resource"] == 4


@plays("james-cook-2006")
def test_cook_gets_more_of_colonies_and_bonus_cards() -> None:
    hand = ["defense-colonization-i"]
    rival = them(leader="james-cook-2006", workers={"warriors": 1}, colonies=["historic-territory-i"], hand=hand)
    game = turned_up("fertile-territory-ii", me(workers={"warriors": 0}), rival)
    game.expect(1, culture_rating=2)
    assert game.can("bid 3") and not game.can("bid 4")
    game.act("bid 3", "send warriors", "bonus defense-colonization-i", "done", seat=1)
    game.expect(1, culture_rating=4, food=5)


@plays("maximilien-robespierre-2006")
def test_robespierre_makes_a_revolution_of_military_actions_and_scores_nothing() -> None:
    one = me(leader="maximilien-robespierre-2006", hand=["monarchy-2006"], science=3)
    game = old(one, age=2)
    assert game.cost("revolution monarchy-2006") == {"military-action": 3, "science": 3}
    game.act("revolution monarchy-2006").expect(0, civil_actions=5, military_actions=0, culture=0)


@plays("napoleon-bonaparte-2006")
def test_napoleon_doubles_his_best_army() -> None:
    one = me(leader="napoleon-bonaparte-2006", tactic="legion", workers={"warriors": 6}, unused=0)
    old(one, age=2).expect(0, strength=6 + 2 * 2 + 2, military_total=3)
    one = me(leader="napoleon-bonaparte-2006", tactic="defensive-army", workers={"warriors": 2, "cannon-2006": 1})
    old(one, age=2).expect(0, strength=2 + 3 + 3 + 3)


@plays("william-shakespeare-2006")
def test_shakespeare_has_libraries_and_pairs() -> None:
    workers = {"printing-press-2006": 2, "drama-2006": 1}
    game = old(me(leader="william-shakespeare-2006", workers=workers, resource=4), age=2)
    game.expect(0, culture_rating=2 + 2 + 2 + 2, happiness=1)
    assert old(me(leader="william-shakespeare-2006", workers={"drama-2006": 1}, resource=5), age=2).cost(
        "build drama-2006"
    ) == {"civil-action": 1, "resource": 5}


@plays("rock-and-roll-icon")
def test_the_icon_doubles_the_best_theater() -> None:
    workers = {"drama-2006": 1, "opera-2006": 1}
    old(me(leader="rock-and-roll-icon", workers=workers), age=3).expect(0, culture_rating=2 + 3 + 3, happiness=4)


@plays("game-designer")
def test_the_designer_turns_science_of_labs_into_culture() -> None:
    workers = {"philosophy": 1, "alchemy": 2}
    old(me(leader="game-designer", workers=workers), age=3).expect(0, culture_rating=2, science_rating=5 - 3)


@plays("nikola-tesla")
def test_tesla_has_resources_of_labs_and_makes_labs_and_libraries_dearer_for_others() -> None:
    rival = them(leader="nikola-tesla", workers={"philosophy": 1, "alchemy": 2, "religion": 2})
    technologies = ["alchemy", "scientific-method", "multimedia", "drama-2006"]
    game = old(me(technologies=technologies, resource=15, gained_blue=9), rival, age=3)
    prices = {card: game.cost(f"build {card}")["resource"] for card in ("alchemy", "multimedia", "drama-2006")}
    assert prices == {"alchemy": 7, "multimedia": 12, "drama-2006": 5}
    assert game.cost("upgrade philosophy alchemy")["resource"] == 3 + 1
    game.act("end").act("pass", seat=1)
    own = next(one for one in game.local.view(1).own.prices if (one.what, one.card) == ("build", "alchemy"))
    assert (own.printed, own.price) == (6, 6)
    game.act("end", seat=1)
    game.expect(1, tokens={"alchemy": 2, "philosophy": 0}, resource=2 + 2)


@plays("winston-churchill-2006", "war-over-resources")
def test_churchill_develops_units_cheaper_and_builds_them_cheaper_at_war() -> None:
    one = me(leader="winston-churchill-2006", hand=["tanks"], science=6, resource=7, technologies=["cavalrymen"])
    peace = old(one, them(), age=3)
    assert peace.cost("develop tanks") == {"civil-action": 1, "science": 6}
    assert peace.cost("build cavalrymen")["resource"] == 5
    war = old(one, them(), age=3, wars=[("war-over-resources", 1, 0)])
    assert war.cost("build cavalrymen")["resource"] == 3
    assert war.cost("build warriors") == {"military-action": 1}


@plays("winston-churchill-2006", "spy", "defense-colonization-iii")
def test_churchills_bonus_cards_count_twice_in_defence() -> None:
    rival = them(leader="winston-churchill-2006", hand=["defense-colonization-iii"], workers={"warriors": 0})
    game = old(me(workers={"warriors": 12}, unused=0, hand=["spy"], gained_yellow=4), rival, age=3, phase="politics")
    assert game.local.view(1).own is not None and game.local.view(1).own.defense == 12
    game.act("attack spy 1", "done").act("bonus defense-colonization-iii", seat=1)
    assert game.local.decision is not None and game.local.decision.args[2:] == (12, 12)
    game.act("done").expect(0, science=0)
    assert any(line.key == "attack-fails" for line in game.local.log)


@pytest.mark.parametrize("card", ["leonardo-da-vinci", "isaac-newton", "albert-einstein"])
def test_scholars_take_the_best_lab_or_library_with_its_full_level(card: str) -> None:
    age = {"leonardo-da-vinci": 1, "isaac-newton": 2, "albert-einstein": 3}[card]
    workers = {"philosophy": 1, "printing-press-2006": 1}
    old(me(leader=card, workers=workers), age=age).expect(0, science_rating=1 + 1 + 1)
