"""The action cards."""

from __future__ import annotations

import pytest

from tta_p2p.games.through_the_ages.index import LEVEL

from ..play import Playing, me, play, plays, them


def start(card: str, **mine: object) -> Playing:
    return play(me(hand=[card], **mine), age=max(1, LEVEL[card]))  # type: ignore[arg-type]


@pytest.mark.parametrize(("card", "science", "culture"), [("cultural-heritage-a", 1, 4), ("cultural-heritage-i", 2, 2)])
@plays("cultural-heritage-a", "cultural-heritage-i")
def test_cultural_heritage_scores(card: str, science: int, culture: int) -> None:
    start(card).act(f"play {card}").expect(0, science=science, culture=culture, hand=[], civil_actions=3)


@pytest.mark.parametrize(("card", "science"), [("revolutionary-idea-ii", 4), ("revolutionary-idea-iii", 6)])
@plays("revolutionary-idea-ii", "revolutionary-idea-iii")
def test_revolutionary_idea_scores_science(card: str, science: int) -> None:
    start(card).act(f"play {card}").expect(0, science=science, civil_actions=3)


@plays("stockpile")
def test_stockpile_gains_a_food_and_a_resource() -> None:
    start("stockpile").act("play stockpile").expect(0, food=1, resource=1, civil_actions=3)


@pytest.mark.parametrize(("card", "number"), [("reserves-i", 2), ("reserves-ii", 3), ("reserves-iii", 4)])
@plays("reserves-i", "reserves-ii", "reserves-iii")
def test_reserves_gain_food_or_resources(card: str, number: int) -> None:
    found = set()
    for choice in (1, 2):
        game = start(card).act(f"play {card}", f"choose {choice}")
        found.add((game.value(0, "food"), game.value(0, "resource")))
    assert found == {(number, 0), (0, number)}


ENGINEERING = {f"engineering-genius-{age}": less for less, age in enumerate(("a", "i", "ii", "iii"), 2)}


@pytest.mark.parametrize("card", ENGINEERING)
@plays(*ENGINEERING)
def test_engineering_genius_builds_a_stage_for_less(card: str) -> None:
    less = ENGINEERING[card]
    wonder, cost = ("first-space-flight", 9) if LEVEL[card] == 3 else ("eiffel-tower", 7)
    age = 3 if LEVEL[card] == 3 else 2
    if LEVEL[card] == 0:
        wonder, cost, age = "taj-mahal", 4, 1
    stages = 3 if LEVEL[card] == 3 else 1
    game = play(me(hand=[card], wonder=wonder, stages=stages, resource=cost - less), age=age)
    assert game.refused("stage 1") == "cannot-pay"
    game.act(f"play {card}").expect(0, resource=0, civil_actions=3, hand=[])
    assert game.player(0).stages == (0 if LEVEL[card] == 3 else stages + 1)
    assert start(card).refused(f"play {card}") == "no-wonder"


FRUGALITY = {"frugality-a": 1, "frugality-i": 2, "frugality-ii": 3}


@pytest.mark.parametrize("card", FRUGALITY)
@plays(*FRUGALITY)
def test_frugality_increases_population_and_gains_food_afterwards(card: str) -> None:
    price = 2 if LEVEL[card] < 2 else 3
    game = start(card, food=price)
    game.act(f"play {card}").expect(0, food=FRUGALITY[card], unused=2, civil_actions=3)
    assert start(card, food=price - 1).refused(f"play {card}") == "cannot-pay"


PATRIOTISM = {f"patriotism-{age}": number for number, age in enumerate(("a", "i", "ii", "iii"), 1)}


@pytest.mark.parametrize("card", PATRIOTISM)
@plays(*PATRIOTISM)
def test_patriotism_gives_a_military_action_and_resources_for_units(card: str) -> None:
    number = PATRIOTISM[card]
    game = start(card, resource=6, unused=3)
    game.act(f"play {card}").expect(0, military_actions=3, unit_resource=number, civil_actions=3)
    game.act("build warriors", "build warriors").expect(0, resource=6 - max(0, 4 - number), military_actions=1)


LAND = {"rich-land-a": 1, "rich-land-i": 2, "rich-land-ii": 3}


@pytest.mark.parametrize("card", LAND)
@plays(*LAND)
def test_rich_land_builds_or_upgrades_a_farm_or_mine_for_less(card: str) -> None:
    less = LAND[card]
    game = start(card, technologies=["iron"], resource=3)
    building = start(card, technologies=["iron"], resource=3).act(f"play {card}", "choose 1")
    assert building.cost("build bronze") == ({"resource": 2 - less} if less < 2 else {})
    assert not building.can("build philosophy") and not building.can("build warriors")
    game.act(f"play {card}", "choose 2")
    assert game.cost("upgrade bronze iron") == ({"resource": 3 - less} if less < 3 else {})
    game.act("upgrade bronze iron").expect(0, workers={"bronze": 1, "iron": 1}, resource=less, civil_actions=3)


GROWTH = {f"urban-growth-{age}": number for number, age in enumerate(("a", "i", "ii", "iii"), 1)}


@pytest.mark.parametrize("card", GROWTH)
@plays(*GROWTH)
def test_urban_growth_builds_or_upgrades_an_urban_building_for_less(card: str) -> None:
    less = GROWTH[card]
    upgrading = start(card, technologies=["alchemy"], resource=5).act(f"play {card}", "choose 2")
    assert upgrading.cost("upgrade philosophy alchemy").get("resource", 0) == max(0, 3 - less)
    game = start(card, technologies=["alchemy"], resource=5)
    game.act(f"play {card}", "choose 1")
    assert game.cost("build alchemy") == {"resource": 6 - less}
    assert not game.can("build bronze") and not game.can("build warriors")
    game.act("build alchemy").expect(0, workers={"alchemy": 1}, resource=5 - (6 - less), civil_actions=3)


@pytest.mark.parametrize(("card", "less"), [("efficient-upgrade-ii", 3), ("efficient-upgrade-iii", 4)])
@plays("efficient-upgrade-ii", "efficient-upgrade-iii")
def test_efficient_upgrade_upgrades_a_building_for_less(card: str, less: int) -> None:
    technologies = ["coal", "alchemy", "swordsmen", "selective-breeding"]
    game = start(card, technologies=technologies, resource=6)
    game.act(f"play {card}")
    assert game.cost("upgrade bronze coal").get("resource", 0) == 6 - less
    assert game.cost("upgrade philosophy alchemy").get("resource", 0) == 0
    assert game.cost("upgrade agriculture selective-breeding").get("resource", 0) == 4 - less
    assert not game.can("upgrade warriors swordsmen") and not game.can("build bronze")
    game.act("upgrade bronze coal").expect(0, workers={"coal": 1, "bronze": 1}, resource=less)


@pytest.mark.parametrize(("card", "bonus"), [("breakthrough-i", 2), ("breakthrough-ii", 3)])
@plays("breakthrough-i", "breakthrough-ii")
def test_breakthrough_develops_a_technology_and_scores_science_afterwards(card: str, bonus: int) -> None:
    game = play(me(hand=[card, "iron"], science=5))
    game.act(f"play {card}", "develop iron").expect(0, science=bonus, technologies=["iron"], civil_actions=3)
    assert play(me(hand=[card, "iron"], science=4)).refused(f"play {card}") == "card-cannot-pay"


WAVES = {"wave-of-nationalism": (6, 3, 2), "military-build-up": (8, 5, 3)}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("card", WAVES)
@plays(*WAVES)
def test_resources_for_units_for_every_stronger_civilization(card: str, seats: int) -> None:
    strong = [them(workers={"warriors": 2}) for _ in range(seats - 1)]
    game = play(me(hand=[card]), *strong).act(f"play {card}")
    game.expect(0, unit_resource=WAVES[card][seats - 2] * (seats - 1), civil_actions=3)
    equal = play(me(hand=[card]), *(them() for _ in range(seats - 1))).act(f"play {card}")
    equal.expect(0, unit_resource=0)


@pytest.mark.parametrize(("seats", "each"), [(2, 6), (3, 3), (4, 2)])
@plays("endowment-for-the-arts")
def test_endowment_for_the_arts_scores_for_everybody_ahead(seats: int, each: int) -> None:
    rivals = [them(culture=11), *(them(culture=10) for _ in range(seats - 2))]
    play(me(hand=["endowment-for-the-arts"], culture=10), *rivals).act("play endowment-for-the-arts").expect(
        0, culture=10 + each
    )
