"""Special technologies and governments."""

from __future__ import annotations

import pytest

from tta_p2p.games.through_the_ages.index import GOVERNMENTS, LEVEL, SPECIAL_TECHNOLOGIES

from ..editions import of_2015
from ..play import me, play, plays

# card: science cost, then what it adds
SPECIALS: dict[str, tuple[int, dict[str, int]]] = {
    "code-of-laws": (6, {"civil_total": 1, "civil_actions": 1}),
    "justice-system": (7, {"civil_total": 1, "civil_actions": 1, "blue_bank": 3}),
    "civil-service": (10, {"civil_total": 2, "civil_actions": 2, "blue_bank": 3}),
    "warfare": (5, {"strength": 1, "military_total": 1, "military_actions": 1}),
    "strategy": (8, {"strength": 3, "military_total": 2, "military_actions": 2}),
    "military-theory": (11, {"strength": 5, "military_total": 3, "military_actions": 3}),
    "cartography": (4, {"strength": 1}),
    "navigation": (6, {"strength": 2}),
    "satellites": (8, {"strength": 3}),
    "masonry": (3, {}),
    "architecture": (6, {}),
    "engineering": (9, {}),
}
NAMES = ("civil_total", "civil_actions", "military_total", "military_actions", "strength", "blue_bank")

# card: science, revolution science, civil and military actions, urban limit, then what it adds
GOVERNING: dict[str, tuple[int, int, int, int, int, dict[str, int]]] = {
    "theocracy": (6, 1, 4, 3, 3, {"culture_rating": 1, "strength": 1, "happiness": 1}),
    "monarchy": (8, 2, 5, 3, 3, {}),
    "constitutional-monarchy": (12, 6, 6, 4, 3, {}),
    "republic": (13, 3, 7, 2, 3, {}),
    "democracy": (17, 9, 7, 3, 4, {"culture_rating": 3}),
    "fundamentalism": (18, 7, 6, 5, 4, {"science_rating": -2, "strength": 5}),
    "communism": (19, 5, 7, 5, 4, {"happiness": -1}),
}


def test_all_are_here() -> None:
    assert {*SPECIALS} == {*of_2015(SPECIAL_TECHNOLOGIES)}
    assert {*GOVERNING, "despotism"} == {*of_2015(GOVERNMENTS)}


@pytest.mark.parametrize("card", SPECIALS)
@plays(*SPECIALS)
def test_a_special_technology_works_as_soon_as_it_is_developed(card: str) -> None:
    science, gives = SPECIALS[card]
    game = play(me(hand=[card], science=science))
    before = {name: game.value(0, name) for name in NAMES}
    assert game.cost(f"develop {card}") == {"civil-action": 1, "science": science}
    game.act(f"develop {card}").expect(0, technologies=[card])
    before["civil_actions"] -= 1
    assert {name: game.value(0, name) for name in NAMES} == {name: n + gives.get(name, 0) for name, n in before.items()}


@pytest.mark.parametrize(("card", "value"), [("cartography", 2), ("navigation", 3), ("satellites", 4)])
@plays("cartography", "navigation", "satellites")
def test_exploration_helps_to_colonize(card: str, value: int) -> None:
    event = "rats" if LEVEL[card] < 3 else "prosperity"
    current = ["vast-territory-i", "raiders"]
    game = play(me(technologies=[card], hand=[event]), phase="politics", current_events=current)
    game.act(f"seed {event}")
    assert game.can(f"bid {1 + value}") and not game.can(f"bid {2 + value}")


@pytest.mark.parametrize(
    ("card", "prices", "stages"),
    [("masonry", (3, 5, 7, 10), 2), ("architecture", (3, 5, 6, 9), 3), ("engineering", (3, 5, 6, 8), 4)],
)
@plays("masonry", "architecture", "engineering")
def test_construction_makes_urban_buildings_cheaper_and_builds_stages_together(
    card: str, prices: tuple[int, ...], stages: int
) -> None:
    labs = ["alchemy", "scientific-method", "computers"]
    one = me(technologies=[card, *labs], resource=30, wonder="fast-food-chains", gained_blue=20)
    game = play(one, age="III")
    have = tuple(game.cost(f"build {lab}")["resource"] for lab in ("philosophy", *labs))
    assert have == prices
    assert game.legal("stage") == [f"stage {number}" for number in range(1, stages + 1)]
    assert game.cost(f"stage {stages}") == {"civil-action": 1, "resource": 4 * stages}
    assert game.cost("build warriors") == {"military-action": 1, "resource": 2}


@pytest.mark.parametrize("card", GOVERNING)
@plays(*GOVERNING)
def test_a_government_comes_peacefully_for_its_higher_price(card: str) -> None:
    science, _, civil, military, limit, gives = GOVERNING[card]
    workers = {"religion": 2}
    game = play(me(hand=[card], science=science, workers=workers, civil_actions=3, military_actions=1))
    names = ("culture_rating", "strength", "happiness", "science_rating")
    before = {name: game.value(0, name) for name in names}
    assert game.cost(f"develop {card}") == {"civil-action": 1, "science": science}
    game.act(f"develop {card}")
    game.expect(0, government=card, civil_total=civil, military_total=military, science=0)
    game.expect(0, civil_actions=civil - 2, military_actions=military - 1)
    wanted = {name: max(0, number + gives.get(name, 0)) for name, number in before.items()}
    assert {name: game.value(0, name) for name in names} == wanted
    full = play(me(government=card, workers={"philosophy": limit, "religion": limit - 1}, unused=2, resource=9))
    assert full.refused("build philosophy") == "urban-limit"
    full.act("build religion")
    assert full.refused("build religion") == "urban-limit"


@pytest.mark.parametrize("card", GOVERNING)
@plays(*GOVERNING)
def test_a_revolution_costs_less_science_and_all_civil_actions(card: str) -> None:
    _, science, civil, military, _, _ = GOVERNING[card]
    game = play(me(hand=[card], science=science, military_actions=1))
    assert game.cost(f"revolution {card}") == {"civil-action": 4, "science": science}
    game.act(f"revolution {card}").expect(0, government=card, science=0, civil_actions=0, military_actions=military - 1)
    assert game.value(0, "civil_total") == civil
    spent = play(me(hand=[card], science=science, civil_actions=3))
    assert spent.refused(f"revolution {card}") == "actions-spent"


@plays("despotism")
def test_despotism_allows_two_urban_buildings_of_a_kind() -> None:
    game = play(me(workers={"philosophy": 2}, resource=9))
    game.expect(0, civil_total=4, military_total=2)
    assert game.refused("build philosophy") == "urban-limit"
    assert game.can("build religion")
