"""Population, buildings, units, wonder stages; costs with every discount."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tta_p2p.games.through_the_ages import costs, ratings
from tta_p2p.games.through_the_ages.index import WORKER_TECHNOLOGIES
from tta_p2p.games.through_the_ages.state import Player
from tta_p2p.games.through_the_ages.tables.words import Kind

from ..table import cost, give, legal, play, player, refusal, table


def test_population_costs_food_and_an_action() -> None:
    game = table(2, tokens={"agriculture": 3})
    assert cost(game, "population") == {"civil-action": 1, "food": 2}
    p = play(game, "population")
    assert (p.yellow_bank, p.unused, p.tokens) == (17, 2, {"agriculture": 1})
    give(game, 0, leader="moses")
    assert cost(game, "population") == {"civil-action": 1, "food": 1}
    give(game, 0, yellow_bank=0)
    assert refusal(game, "population").key == "bank-empty"


def test_building_takes_an_unused_worker_resources_and_an_action() -> None:
    game = table(2, tokens={"bronze": 4})
    assert cost(game, "build bronze") == {"civil-action": 1, "resource": 2}
    assert cost(game, "build warriors") == {"military-action": 1, "resource": 2}
    p = play(game, "build warriors")
    assert (p.unused, p.workers["warriors"], p.military_spent) == (0, 2, 1)
    assert refusal(game, "build bronze").key == "no-unused-worker"
    assert refusal(game, "build iron").key == "not-in-play"


def test_the_urban_limit_counts_all_levels_of_a_type() -> None:
    fields = {"technologies": ("alchemy",), "workers": {"philosophy": 2}, "tokens": {"bronze": 12}, "unused": 3}
    game = table(2, **fields)
    assert refusal(game, "build alchemy").key == "urban-limit"
    assert "build religion" in legal(game) and "build bronze" in legal(game)
    assert "upgrade philosophy alchemy" in legal(game)
    give(game, 0, government="monarchy")
    assert "build alchemy" in legal(game)


def test_upgrades_may_skip_levels_and_cost_the_difference() -> None:
    game = table(2, technologies=("iron", "oil"), tokens={"bronze": 9})
    assert cost(game, "upgrade bronze iron") == {"civil-action": 1, "resource": 3}
    assert cost(game, "upgrade bronze oil") == {"civil-action": 1, "resource": 9}
    assert refusal(game, "upgrade iron oil").key == "no-worker-on"
    assert refusal(game, "upgrade bronze agriculture").key == "no-upgrade"
    give(game, 0, workers={"iron": 1})
    assert refusal(game, "upgrade iron bronze").key == "no-upgrade"


def test_destroying_and_disbanding_give_nothing_back() -> None:
    game = table(2)
    p = play(game, "destroy bronze", "disband warriors")
    assert (p.unused, p.workers["bronze"], p.workers["warriors"]) == (3, 1, 0)
    assert (p.civil_spent, p.military_spent, p.tokens) == (1, 1, {})
    assert refusal(game, "disband bronze").key == "no-worker-on"
    assert refusal(game, "destroy religion").key == "no-worker-on"


def test_pools_for_units_are_used_first_and_never_for_buildings() -> None:
    game = table(2, unit_resource=3, tokens={"bronze": 2}, unused=3)
    assert cost(game, "build bronze") == {"civil-action": 1, "resource": 2}
    assert cost(game, "build warriors") == {"military-action": 1, "unit-resource": 2}
    p = play(game, "build warriors")
    assert p.unit_resource == 1
    assert cost(game, "build warriors") == {"military-action": 1, "unit-resource": 1, "resource": 1}


def test_homer_pays_one_resource_a_turn_for_units() -> None:
    game = table(2, leader="homer", unit_resource=1, tokens={"bronze": 3}, unused=3)
    assert cost(game, "build warriors") == {"military-action": 1, "unit-resource": 2}
    p = play(game, "build warriors")
    assert (p.unit_resource, p.tokens) == (0, {"bronze": 3})
    assert cost(game, "build warriors") == {"military-action": 1, "resource": 2}
    play(game, "end", "pass", "end", "pass")
    assert cost(game, "build warriors")["unit-resource"] == 1


@pytest.mark.parametrize(
    ("special", "prices"),
    [
        ("", (3, 4, 8, 11)),
        ("masonry", (3, 3, 7, 10)),
        ("architecture", (3, 3, 6, 9)),
        ("engineering", (3, 3, 6, 8)),
    ],
)
def test_construction_makes_urban_buildings_cheaper_by_level(special: str, prices: tuple[int, ...]) -> None:
    p = Player(0)
    p.specials = (special,) if special else ()
    assert tuple(costs.worker_price(p, face) for face in ("religion", "drama", "opera", "movies")) == prices
    assert costs.worker_price(p, "bronze") == 2
    game = table(2, specials=p.specials, technologies=("opera",), tokens={"bronze": prices[2]})
    assert "build opera" in legal(game)
    give(game, 0, tokens={"bronze": prices[2] - 1})
    assert "build opera" not in legal(game)


def test_shakespeare_lowers_the_price_of_building_only() -> None:
    p = Player(0)
    p.leader = "william-shakespeare"
    p.workers = {"printing-press": 1, "drama": 1, "opera": 0}
    assert (costs.worker_price(p, "opera"), costs.worker_price(p, "printing-press")) == (7, 2)
    assert costs.upgrade_price(p, "drama", "opera") == 4
    p.workers["printing-press"] = 0
    assert costs.worker_price(p, "opera") == 8


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(sorted(WORKER_TECHNOLOGIES)),
    st.sampled_from(sorted(WORKER_TECHNOLOGIES)),
    st.sampled_from(["", "masonry", "architecture", "engineering"]),
)
def test_the_price_of_an_upgrade_is_the_difference_of_discounted_prices(low: str, high: str, special: str) -> None:
    one, other = WORKER_TECHNOLOGIES[low], WORKER_TECHNOLOGIES[high]
    table_ = {"": (0, 0, 0, 0), "masonry": (0, 1, 1, 1), "architecture": (0, 1, 2, 2), "engineering": (0, 1, 2, 3)}
    urban = (Kind.LAB, Kind.TEMPLE, Kind.LIBRARY, Kind.THEATER, Kind.ARENA)
    less = [table_[special][card.age] if card.kind in urban else 0 for card in (one, other)]
    p = Player(0)
    p.specials = (special,) if special else ()
    wanted = max(0, max(0, other.resource - less[1]) - max(0, one.resource - less[0]))
    assert costs.upgrade_price(p, low, high) == wanted


# --- wonders -------------------------------------------------------------------------------------------------


def test_stages_are_covered_with_blue_tokens_that_come_back_with_the_last() -> None:
    game = table(2, wonder="pyramids", tokens={"bronze": 6})
    assert cost(game, "stage 1") == {"civil-action": 1, "resource": 3}
    p = play(game, "stage 1", "stage 1")
    assert (p.stages, p.blue_bank, p.tokens) == (2, 10 + 5 - 2, {"bronze": 1})
    p = play(game, "stage 1")
    assert (p.wonder, p.stages, p.wonders, p.blue_bank) == ("", 0, ("pyramids",), 16)
    assert ratings.civil_left(game.state, 0) == 5 - 3


def test_masonry_builds_several_stages_by_one_action() -> None:
    game = table(2, wonder="pyramids", tokens={"bronze": 6}, specials=("masonry",))
    assert legal(game, "stage") == ["stage 1", "stage 2"]
    assert refusal(game, "stage 3").key == "too-many-stages"
    p = play(game, "stage 2")
    assert (p.stages, p.civil_spent, p.tokens) == (2, 1, {"bronze": 1})
    assert refusal(game, "stage 2").key == "no-such-stage"


def test_engineering_genius_builds_exactly_one_stage() -> None:
    game = table(2, wonder="pyramids", civil_hand=("engineering-genius-a",), specials=("engineering",))
    assert refusal(game, "play engineering-genius-a").key == "cannot-pay"
    give(game, 0, tokens={"bronze": 1})
    assert play(game, "play engineering-genius-a").stages == 1


def test_with_an_empty_bank_the_token_comes_from_a_card() -> None:
    fields = {"wonder": "pyramids", "stages": 2, "civil_hand": ("engineering-genius-a",)}
    game = table(2, **fields, tokens={"bronze": 9, "agriculture": 5})
    give(game, 0, blue_bank=0)
    play(game, "play engineering-genius-a")
    assert legal(game) == ["cover bronze", "cover agriculture"]
    p = play(game, "cover agriculture")
    assert (p.tokens, p.wonders) == ({"bronze": 9, "agriculture": 4}, ("pyramids",))


@pytest.mark.parametrize("left", [0, 1])
def test_a_stage_needs_a_blue_token_even_if_it_costs_nothing(left: int) -> None:
    game = table(2, wonder="hanging-gardens", civil_hand=("engineering-genius-a",))
    give(game, 0, blue_bank=left)
    if left:
        assert play(game, "play engineering-genius-a").stages == 1
    else:
        assert refusal(game, "play engineering-genius-a").key == "no-blue-token"


def test_wonders_of_the_last_age_score_once() -> None:
    workers = {"agriculture": 2, "bronze": 2, "philosophy": 1, "warriors": 3}
    game = table(2, wonder="fast-food-chains", stages=3, tokens={"bronze": 4}, workers=workers)
    assert play(game, "stage 1").culture == 4 * 2 + 4
    game = table(2, wonder="first-space-flight", stages=3, tokens={"bronze": 9}, technologies=("oil", "iron"))
    give(game, 0, government="monarchy", specials=("masonry", "strategy"))
    assert play(game, "stage 1").culture == 3 + 1 + 1 + 1 + 2
    game = table(2, wonder="hollywood", stages=2, tokens={"bronze": 5}, workers={"drama": 1, "printing-press": 1})
    give(game, 0, leader="william-shakespeare")
    assert play(game, "stage 1").culture == 2 * (2 + 1 + 2)
    workers = {"philosophy": 1, "alchemy": 1, "religion": 1, "team-sports": 1}
    game = table(2, wonder="internet", stages=4, tokens={"bronze": 2}, workers=workers, leader="isaac-newton")
    assert play(game, "stage 1").culture == (1 + 2 + 1) + 1 + 2


def test_taj_mahal_brings_a_blue_token() -> None:
    game = table(2, wonder="taj-mahal", stages=2, tokens={"bronze": 2}, blue_bank=12)
    assert play(game, "stage 1").blue_bank == 12 + 2 + 2 + 1


def test_ocean_liners_bring_a_worker_once_a_turn() -> None:
    game = table(2, wonders=("ocean-liner-service",))
    p = play(game, "use ocean-liner-service 1")
    assert (p.unused, p.yellow_bank, p.civil_spent) == (2, 17, 0)
    assert refusal(game, "use ocean-liner-service 1").key == "used-this-turn"
    give(game, 0, used=(), yellow_bank=0)
    assert refusal(game, "use ocean-liner-service 1").key == "bank-empty"


# --- leaders -------------------------------------------------------------------------------------------------


def test_barbarossa_raises_a_unit_from_new_population() -> None:
    fields = {"leader": "frederick-barbarossa", "unused": 0, "tokens": {"agriculture": 2, "bronze": 2}}
    game = table(2, **fields)
    assert cost(game, "levy warriors") == {"military-action": 1, "food": 1, "resource": 1}
    p = play(game, "levy warriors", "levy warriors")
    assert (p.workers["warriors"], p.unused, p.yellow_bank, p.military_spent) == (3, 0, 16, 2)
    assert (player(game).tokens, p.civil_spent) == ({}, 0)
    assert refusal(game, "levy warriors").key == "cannot-pay"


def test_bach_turns_any_urban_building_into_a_theater_once_a_turn() -> None:
    workers = {"alchemy": 1, "drama": 0, "scientific-method": 1, "opera": 0}
    game = table(2, leader="j-s-bach", workers=workers)
    give(game, 0, tokens={"bronze": 9})
    assert refusal(game, "perform scientific-method drama").key == "no-upgrade"
    assert cost(game, "perform alchemy drama") == {"civil-action": 1}
    assert cost(game, "perform philosophy opera") == {"civil-action": 1, "resource": 5}
    p = play(game, "perform alchemy drama")
    assert (p.workers["alchemy"], p.workers["drama"]) == (0, 1)
    assert refusal(game, "perform philosophy drama").key == "used-this-turn"
    give(game, 0, used=(), workers={"drama": 2})
    assert refusal(game, "perform philosophy drama").key == "urban-limit"


def test_hammurabi_spends_a_military_action_as_a_civil_one() -> None:
    game = table(2, leader="hammurabi", civil_spent=4, tokens={"agriculture": 2})
    assert refusal(game, "population").key == "cannot-pay"
    play(game, "convert")
    assert (ratings.civil_left(game.state, 0), ratings.military_left(game.state, 0)) == (1, 1)
    assert ratings.civil_hand_limit(game.state, 0) == 4
    play(game, "population")
    assert refusal(game, "convert").key == "used-this-turn"
    play(game, "end")
    assert len(player(game).military_hand) == 1


def test_a_converted_action_that_was_not_spent_counts_for_drawing_again() -> None:
    game = table(2, leader="hammurabi")
    play(game, "convert", "end")
    assert len(player(game).military_hand) == 2


def test_a_leader_replaced_for_a_converted_action_gives_none_back() -> None:
    game = table(2, leader="hammurabi", civil_hand=("joan-of-arc",))
    play(game, "convert", "leader joan-of-arc")
    assert ratings.civil_left(game.state, 0) == 4
