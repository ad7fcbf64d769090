"""Technologies, governments and wonders that cost or show something else in the edition of 2006."""

from __future__ import annotations

import pytest

from tta_p2p.games.through_the_ages.index import (
    GOVERNMENTS,
    IS_UNIT,
    LEVEL,
    SPECIAL_TECHNOLOGIES,
    WONDERS,
    WORKER_TECHNOLOGIES,
)

from ..editions import own_of_2006
from ..play import me, plays, them
from .positions import old, turned_up

# card: science cost, resource cost, and what one worker adds to science, culture, strength, happiness
BUILDINGS_AND_UNITS = {
    "computers-2006": (8, 10, 5, 0, 0, 0),
    "printing-press-2006": (3, 4, 1, 1, 0, 0),
    "drama-2006": (4, 5, 0, 2, 0, 1),
    "opera-2006": (7, 9, 0, 3, 0, 1),
    "movies-2006": (10, 12, 0, 4, 0, 1),
    "bread-and-circuses-2006": (3, 4, 0, 0, 1, 2),
    "team-sports-2006": (5, 6, 0, 0, 2, 3),
    "swordsmen-2006": (3, 3, 0, 0, 2, 0),
    "riflemen-2006": (5, 5, 0, 0, 3, 0),
    "modern-infantry-2006": (8, 7, 0, 0, 5, 0),
    "knights-2006": (4, 3, 0, 0, 2, 0),
    "cannon-2006": (7, 5, 0, 0, 3, 0),
    "rockets-2006": (10, 7, 0, 0, 5, 0),
    "air-forces-2006": (11, 7, 0, 0, 5, 0),
}
RATINGS = ("science_rating", "culture_rating", "strength", "happiness")
SPECIALS = {
    "warfare-2006": (4, {"military_total": 1, "military_actions": 1, "strength": 1}),
    "military-theory-2006": (12, {"military_total": 3, "military_actions": 3, "strength": 5}),
}
# card: science, revolution science, civil and military actions, urban limit, then what it adds
GOVERNING: dict[str, tuple[int, int, int, int, int, dict[str, int]]] = {
    "theocracy-2006": (7, 2, 4, 3, 3, {"culture_rating": 1, "happiness": 2}),
    "monarchy-2006": (9, 3, 5, 3, 3, {}),
    "constitutional-monarchy-2006": (12, 5, 6, 4, 3, {}),
    "republic-2006": (14, 4, 7, 2, 3, {}),
    "democracy-2006": (21, 8, 7, 3, 4, {"culture_rating": 2}),
    "fundamentalism-2006": (19, 7, 6, 5, 4, {"strength": 5}),
    "communism-2006": (17, 6, 7, 5, 4, {"happiness": -1}),
}


def test_all_are_here() -> None:
    assert {*BUILDINGS_AND_UNITS} == {*own_of_2006(WORKER_TECHNOLOGIES)}
    assert {*SPECIALS} == {*own_of_2006(SPECIAL_TECHNOLOGIES)}
    assert {*GOVERNING} == {*own_of_2006(GOVERNMENTS)}


@pytest.mark.parametrize("card", BUILDINGS_AND_UNITS)
@plays(*BUILDINGS_AND_UNITS)
def test_a_building_or_unit_is_developed_and_built_for_what_it_costs(card: str) -> None:
    science, resource, *gives = BUILDINGS_AND_UNITS[card]
    age = max(1, LEVEL[card])
    one = me(hand=[card], science=science, resource=resource, gained_yellow=2 * (age - 1))
    game = old(one, age=age)
    assert game.cost(f"develop {card}") == {"civil-action": 1, "science": science}
    game.act(f"develop {card}")
    before = [game.value(0, name) for name in RATINGS]
    colour = "military-action" if card in IS_UNIT else "civil-action"
    assert game.cost(f"build {card}") == {colour: 1, "resource": resource}
    game.act(f"build {card}").expect(0, unused=0, resource=0)
    assert [game.value(0, name) for name in RATINGS] == [a + b for a, b in zip(before, gives, strict=True)]


@pytest.mark.parametrize("card", SPECIALS)
@plays(*SPECIALS)
def test_a_special_technology_works_as_soon_as_it_is_developed(card: str) -> None:
    science, gives = SPECIALS[card]
    game = old(me(hand=[card], science=science))
    before = {name: game.value(0, name) for name in gives}
    assert game.cost(f"develop {card}") == {"civil-action": 1, "science": science}
    game.act(f"develop {card}").expect(0, **{name: before[name] + more for name, more in gives.items()})


@pytest.mark.parametrize("card", GOVERNING)
@plays(*GOVERNING)
def test_a_government_comes_peacefully_or_by_revolution(card: str) -> None:
    science, revolution, civil, military, limit, gives = GOVERNING[card]
    game = old(me(hand=[card], science=science, workers={"religion": 2}))
    before = {name: game.value(0, name) for name in gives}
    assert game.cost(f"develop {card}") == {"civil-action": 1, "science": science}
    assert game.cost(f"revolution {card}") == {"civil-action": 4, "science": revolution}
    game.act(f"develop {card}").expect(0, government=card, civil_total=civil, military_total=military)
    game.expect(0, **{name: before[name] + more for name, more in gives.items()})
    assert game.local.view(0).civilizations[0].urban_limit == limit


@plays("air-forces-2006")
def test_each_air_force_doubles_one_army() -> None:
    units = {"warriors": 4, "air-forces-2006": 1}
    old(me(tactic="fighting-band", workers=units, unused=0), age="III").expect(0, strength=4 + 5 + 2 + 1)


# --- wonders -------------------------------------------------------------------------------------------------

STAGES = {
    "colossus-2006": (3, 3),
    "library-of-alexandria-2006": (1, 2, 2, 1),
    "st-peters-basilica-2006": (4, 4),
    "taj-mahal-2006": (2, 4, 2),
    "kremlin-2006": (4, 4, 4),
    "ocean-liner-service-2006": (3, 2, 2, 2, 3),
    "transcontinental-railroad-2006": (3, 4, 5),
    "first-space-flight-2006": (3, 4, 9),
    "hollywood-2006": (5, 6, 5),
    "internet-2006": (2, 3, 4, 3, 2),
}


def test_all_wonders_are_here() -> None:
    assert {*STAGES} == {*own_of_2006(WONDERS)}


@pytest.mark.parametrize("card", STAGES)
@plays(*STAGES)
def test_a_wonder_is_built_from_left_to_right_for_its_printed_costs(card: str) -> None:
    stages = STAGES[card]
    one = me(government="monarchy-2006", wonder=card, resource=sum(stages), gained_blue=4)
    game = old(one, age=max(1, LEVEL[card]))
    for cost in stages:
        assert game.cost("stage 1") == {"civil-action": 1, "resource": cost}
        game.act("stage 1")
    game.expect(0, wonders=[card], wonder="", stages=0, resource=0)


@plays("colossus-2006", "library-of-alexandria-2006", "taj-mahal-2006")
def test_wonders_show_other_symbols() -> None:
    colossus = old(me(wonders=["colossus-2006"], hand=["rats"]), phase="politics", current_events=["raiders"])
    colossus.expect(0, culture_rating=1, strength=2)
    library = old(me(wonders=["library-of-alexandria-2006"])).expect(0, culture_rating=1, science_rating=2)
    library.expect(0, civil_hand_limit=5, military_hand_limit=3)
    old(me(wonders=["taj-mahal-2006"])).expect(0, culture_rating=3, blue_bank=18)


@plays("kremlin-2006")
def test_the_kremlin_shows_two_unhappy_faces() -> None:
    old(me(wonders=["kremlin-2006"], workers={"religion": 3}), age=2).expect(
        0, culture_rating=3 + 3, happiness=1, civil_total=5, military_total=3
    )


@plays("st-peters-basilica-2006")
def test_st_peters_doubles_happy_faces_and_no_unhappy_ones() -> None:
    workers = {"religion": 1, "drama-2006": 1, "theology": 1}
    game = old(me(wonders=["st-peters-basilica-2006", "kremlin-2006"], workers=workers), age=2)
    game.expect(0, happiness=2 * (1 + 1 + 2) - 2)
    old(me(wonders=["st-peters-basilica-2006"], colonies=["historic-territory-i"])).expect(0, happiness=2)


@plays("ocean-liner-service-2006")
def test_the_ocean_liner_brings_population_for_five_food_less_once_a_turn() -> None:
    game = old(me(wonders=["ocean-liner-service-2006"], yellow_bank=4, food=3), age=2)
    game.act("use ocean-liner-service-2006 1").expect(0, unused=2, food=3 - (7 - 5), civil_actions=4)
    assert game.refused("use ocean-liner-service-2006 1") == "used-this-turn"
    poor = old(me(wonders=["ocean-liner-service-2006"], yellow_bank=4, food=1), age=2)
    assert poor.refused("use ocean-liner-service-2006 1") == "cannot-pay"


@plays("transcontinental-railroad-2006")
def test_the_railroad_makes_the_best_mine_produce_twice() -> None:
    one = me(wonders=["transcontinental-railroad-2006"], workers={"iron": 1})
    old(one, age=2).expect(0, strength=6).act("end").expect(0, resource=2 * 2 + 2)


@pytest.mark.parametrize(
    ("card", "culture"),
    [
        ("first-space-flight-2006", 1 + 2 + 3),
        ("hollywood-2006", 2 * (1 + 2 + 2)),
        ("internet-2006", 2 * (1 + 2)),
    ],
)
@plays("first-space-flight-2006", "hollywood-2006", "internet-2006")
def test_a_wonder_of_age_iii_scores_when_it_is_finished(card: str, culture: int) -> None:
    """By levels, of cards or of workers."""
    match card:
        case "first-space-flight-2006":
            one = me(technologies=["iron", "strategy", "computers-2006"])
        case "hollywood-2006":
            one = me(workers={"drama-2006": 1, "opera-2006": 1, "journalism": 1})
        case _:
            one = me(workers={"alchemy": 1, "journalism": 1, "opera-2006": 1})
    one.wonder, one.stages = card, len(STAGES[card]) - 1
    one.resource, one.gained_blue = STAGES[card][-1], 6
    old(one, age=3).act("stage 1").expect(0, culture=culture, wonders=[card])


@plays("fertile-territory-i")
def test_colossus_of_2006_helps_to_colonize() -> None:
    game = turned_up("fertile-territory-i", me(workers={"warriors": 0}), them(wonders=["colossus-2006"]))
    assert game.can("bid 2") and not game.can("bid 3")
