"""The worked examples of the rulebook, in its order: each is a test here, or a test elsewhere that is named here."""

from __future__ import annotations

from importlib import import_module

import pytest

from tests.civilization.city.cities import ROME, TILES, rome
from tta_p2p.games.civilization.city.yields import harvests, icons_of, outskirts, production, trade_income
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.map.squares import SQUARES
from tta_p2p.games.civilization.tables.model import RESOURCES
from tta_p2p.games.civilization.tables.techs import LAST, TECHS
from tta_p2p.games.civilization.technologies.pyramid import researchable
from tta_p2p.games.civilization.turn.start_phase import open_governments
from tta_p2p.games.local import LocalGame

from .play import Table, play, power

ELSEWHERE = {
    "where a city can stand, A to E": (
        "city.test_cities.test_where_a_city_can_be_founded",
        "city.test_cities.test_no_city_next_to_an_enemy",
    ),
    "a market, so no temple": ("city.test_cities.test_terrain_limits_and_one_wonder_a_city",),
    "the Colossus": ("city.test_cities.test_a_wonder_costs_less_for_who_knows_its_technology",),
    "silk or iron, and one silk of two": ("city.test_cities.test_harvest_takes_one_resource_of_those_that_are_shown",),
    "you discover a tile": (
        "map.test_map.test_a_figure_turns_up_a_tile_and_stays_where_it_is",
        "map.test_map.test_the_arrow_points_away_from_who_discovers",
    ),
    "an army meets two armies and a scout": ("battle.test_battles.test_an_army_falls_upon_two_armies_and_a_scout",),
    "Sailing with 18 trade, without coins and with 4": (
        "turn.test_turns.test_research_takes_all_trade_but_one_for_a_coin",
    ),
    "a start technology lies in the bottom row": ("turn.test_turns.test_a_technology_lies_on_two_of_the_row_below",),
    "Chivalry makes knights, which cost 7": (
        "city.test_cities.test_what_a_rank_costs",
        "battle.test_battles.test_ranks_and_himeji_make_units_stronger",
    ),
    "Engineering makes aqueducts of granaries, which nobody builds any more": (
        "city.test_cities.test_who_learns_the_better_building_has_it_at_once_and_builds_no_other",
    ),
    "Currency takes incense": ("turn.test_turns.test_resources_pay_for_what_technologies_do_each_once_a_turn",),
    "a bonus of 12 against 8": ("battle.test_battles.test_the_difference_of_bonuses_goes_to_the_higher_side",),
    "a city with walls": (
        "battle.test_battles.test_a_city_counts_six_and_a_wall_four_and_the_attacker_plays_first_then",
    ),
    "battle, 1": ("battle.test_battles.test_a_unit_that_is_not_attacked_opens_a_front",),
    "battle, 2": ("battle.test_battles.test_three_beats_two_and_keeps_two_wounds",),
    "battle, 3": ("battle.test_battles.test_a_wounded_unit_strikes_with_all_its_strength",),
    "battle, 4": ("battle.test_battles.test_who_trumps_strikes_first_and_the_dead_do_not_strike_back",),
    "an enemy scout gathers what it blockades": (
        "city.test_cities.test_an_enemy_on_a_square_takes_its_yield_and_a_scout_of_his_may_gather_it",
    ),
}


@pytest.mark.parametrize("example", ELSEWHERE)
def test_an_example_has_its_test_elsewhere(example: str) -> None:
    for named in ELSEWHERE[example]:
        module, _, name = named.rpartition(".")
        assert callable(getattr(import_module(f"tests.civilization.{module}"), name))


# --- laying out ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", GAME.seats)
def test_three_players_take_three_of_each_resource(seats: int) -> None:
    assert LocalGame(GAME, seats).state.market == dict.fromkeys(RESOURCES, seats)


def test_the_dial_is_set_to_the_trade_around_the_capital() -> None:
    """In the first turn trade is collected once more."""
    local = LocalGame(GAME, 2, {}, 3)
    local.answer_needs()
    while local.state.phase == "set-up":
        seat = local.decision.seats[0]  # type: ignore[union-attr]
        before = local.state.trade[seat]
        local.act(local.legal(seat)[0].act)
        assert local.state.trade[seat] in (before, trade_income(local.state, seat))
    assert min(local.state.trade) > 0
    assert local.state.trade == [trade_income(local.state, seat) for seat in (0, 1)]


# --- trade ---------------------------------------------------------------------------------------------------


def _collected(trade: int, works: dict[str, str]) -> Table:
    """Rome with two cities, of which the second has 4 trade and the first as much as is built there."""
    cities = {**ROME, "b6": "city"}
    given = power("rome", cities=cities, trade=trade)
    return play(given, power("germany"), tiles=TILES, markers={}, works=works, current=1, first=0)


def test_a_city_with_four_trade_and_one_with_eight_bring_twelve() -> None:
    """Six trade are printed around the second city, of which what stands on two deserts takes two."""
    works = {"e2": "harbor", "g4": "trading-post", "e4": "barracks", "f2": "university"}
    table = _collected(3, {**works, "a5": "temple", "b5": "stonehenge"})
    squares = [outskirts(table.s, 0, SQUARES[city]) for city in ("f3", "b6")]
    assert [sum(icons_of(table.s, square).trade for square in each) for each in squares] == [8, 4]
    assert table.do("end").s.trade[0] == 15


def test_three_more_than_three_are_six_the_first_number_of_the_dial() -> None:
    """The spaces with Roman numbers count like any other."""
    table = play(power("rome", cities=ROME, trade=3), power("germany"), works={"f2": "granary"}, current=1, first=0)
    assert trade_income(table.s, 0) == 3
    table.do("end")
    assert table.s.trade[0] == 6


# --- cities --------------------------------------------------------------------------------------------------


def test_a_city_with_five_production_makes_what_costs_five_or_less() -> None:
    """What is left over is lost, and another city cannot help."""
    america = play(
        power("america", cities={"g3": "capital"}, techs=["pottery", "writing"], trade=0),
        power("germany"),
        phase="cities",
    )
    assert production(america.s, 0, SQUARES["g3"]) == 5
    made = {line.split()[1] for line in america.legal("build")}
    assert made == {"army", "granary", "library"}  # 4, 5 and 5; a scout costs 6, a market 7


def test_pottery_unlocks_the_granary_for_five() -> None:
    assert rome(trade=27).why("build f3 granary f2") == "takes-tech"
    with_pottery = rome(trade=27, techs=["pottery"])
    assert with_pottery.cost("build f3 granary f2") == {} and TECHS["pottery"].building == "granary"


def test_the_code_of_laws_unlocks_the_trading_post_and_the_republic() -> None:
    for techs in ([], ["code-of-laws"]):
        table = play(power("egypt", cities={"f3": "capital"}, techs=techs, trade=27), power("rome"), phase="cities")
        assert any(line.split()[1] == "trading-post" for line in table.legal("build")) == bool(techs)
        assert ("republic" in open_governments(table.s, 0)) == bool(techs)


# --- technologies and coins ----------------------------------------------------------------------------------


def test_space_flight_rests_on_fourteen_others() -> None:
    """Five of the first level, four of the second, three, two: with any one fewer there is no place for it."""
    rows = [[name for name, tech in TECHS.items() if tech.level == level] for level in range(1, 5)]
    pyramid = tuple(name for row, many in zip(rows, (5, 4, 3, 2), strict=True) for name in row[:many])
    assert LAST in researchable(pyramid)
    for below, number in zip(range(3), (4, 3, 2), strict=True):  # the last of each row needs all of the row below
        last = rows[below + 1][number - 1]
        assert last in researchable(tuple(one for one in pyramid if one != last))
        assert last not in researchable(tuple(one for one in pyramid if one not in (last, rows[below][0])))
    assert LAST not in researchable(tuple(one for one in pyramid if one != rows[3][0]))


def test_five_coins_keep_five_trade_in_research_and_in_nothing_else() -> None:
    """A rush takes trade down to fewer than there are coins."""
    given = {"cities": ROME, "tokens": {"sheet": 5}, "techs": ["mathematics"]}
    table = play(power("rome", trade=12, **given), power("germany"), phase="research").study("research writing")
    assert "writing" in table.s.techs[0] and table.s.trade[0] in (5, 5 + trade_income(table.s, 0))
    rushed = play(power("rome", trade=6, **given), power("germany"), phase="cities").do("unit f3 artillery")
    assert rushed.s.trade[0] == 3


# --- scouts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("square", "made", "culture", "resource"),
    [("b6", 2, 1, "incense"), ("c2", 0, 2, ""), ("h1", 0, 1, "wheat")],
)
def test_a_scout_sends_home_two_production_a_culture_or_a_resource(
    square: str, made: int, culture: int, resource: str
) -> None:
    """From a forest, a natural wonder, a square with wheat."""
    alone = play(power("rome", cities=ROME), power("germany"), tiles=TILES, markers={})
    table = play(
        power("rome", cities=ROME, figures={square: (0, 1)}, gathers={square: "f3"}),
        power("germany"),
        tiles=TILES,
        markers={},
        phase="cities",
    )
    city = SQUARES["f3"]
    assert production(table.s, 0, city) - production(alone.s, 0, city) == made
    assert {*harvests(table.s, 0, city)} == {*harvests(alone.s, 0, city), resource} - {""}
    table.do("arts f3")
    assert table.s.culture[0] == culture
