"""Cities: founding, outskirts, what they produce, build, and harvest."""

from __future__ import annotations

import pytest

from tests.civilization.city.cities import ROME, TILES, rome
from tta_p2p.games.civilization.battle.strength import unit_cost
from tta_p2p.games.civilization.city.management import price_of
from tta_p2p.games.civilization.city.yields import icons_of, production, trade_income
from tta_p2p.games.civilization.map.squares import SQUARES
from tta_p2p.games.civilization.players.coins import coins
from tta_p2p.games.civilization.tables.model import Icons

from ..play import Table, play, power


def test_the_eight_squares_around_a_city_work_for_it_and_its_own_does_not() -> None:
    table = rome()
    assert (production(table.s, 0, SQUARES["f3"]), trade_income(table.s, 0)) == (6, 2)


def test_a_building_takes_the_place_of_what_a_square_gives() -> None:
    """A temple in a forest gives two culture and no production."""
    table = rome(techs=["philosophy"], trade=27)
    assert table.cost("build f3 temple e4") == {"trade": 3}
    table.do("build f3 temple e4")
    assert icons_of(table.s, SQUARES["e4"]) == Icons(culture=2)
    assert production(table.s, 0, SQUARES["f3"]) == 4
    assert table.s.pools["temple-cathedral"] == 4 and table.s.trade[0] == 24


def test_three_trade_buy_one_production_and_america_gets_two() -> None:
    assert rome(trade=27).cost("unit f3 infantry") == {}
    assert rome(trade=27, techs=["mathematics"]).cost("unit f3 artillery") == {"trade": 3}
    assert rome(trade=2, techs=["mathematics"]).why("unit f3 artillery") == "production-short"
    america = play(power("america", cities={"g3": "capital"}, trade=9), power("germany"), phase="cities")
    assert production(america.s, 0, SQUARES["g3"]) == 5
    assert america.cost("build g3 market h3") == {"trade": 3}


def test_what_a_rank_costs() -> None:
    """A knight costs 7 where a horseman cost 5."""
    assert rome(trade=0).cost("unit f3 mounted") == {}
    for techs, price in (["chivalry"], 7), (["railroad"], 9), (["chivalry", "combustion"], 11):
        assert rome(trade=27, techs=techs).cost("unit f3 mounted") == {"trade": 3 * (price - 6)}
    assert rome(trade=27).why("unit f3 aircraft") == "takes-tech"
    assert rome(trade=27, techs=["flight"]).cost("unit f3 aircraft") == {"trade": 18}


def test_a_wonder_costs_less_for_who_knows_its_technology() -> None:
    """The Colossus costs 15, and 10 with Metalworking."""
    offer = {"wonders": ["colossus"], "phase": "cities"}
    dear = play(power("egypt", cities={"f3": "capital"}, trade=27), power("rome"), **offer)
    cheap = play(power("egypt", cities={"f3": "capital"}, trade=27, techs=["metalworking"]), power("rome"), **offer)
    made = production(dear.s, 0, SQUARES["f3"])
    assert cheap.cost("build f3 colossus e2") == {"trade": 3 * (10 - made)}
    assert dear.why("build f3 colossus e2") == ("production-short" if 3 * (15 - made) > 27 else "")


def test_terrain_limits_and_one_wonder_a_city() -> None:
    table = rome(techs=["navigation", "pottery", "philosophy", "currency"], trade=27)
    assert table.why("build f3 harbor e2") == "" and table.why("build f3 harbor f2") == "wrong-terrain"
    assert table.why("build f3 granary f2") == "" and table.why("build f3 granary e4") == "wrong-terrain"
    assert table.why("build f3 temple e2") == "wrong-terrain"
    assert table.why("build f3 granary f3") == "not-around"
    full = rome(techs=["philosophy", "currency"], trade=27, works={"e4": "market"})
    assert full.why("build f3 temple f4") == "has-limited" and full.why("build f3 temple e4") == ""
    wonder = full.s.wonders[0]
    assert wonder not in full.s.works.values()
    has = play(
        power("rome", cities=ROME, trade=27),
        power("germany"),
        phase="cities",
        works={"f4": "oracle"},
        wonders=["stonehenge"],
    )
    assert has.why("build f3 stonehenge f2") == "has-wonder" and has.why("build f3 stonehenge f4") == ""


def test_what_is_replaced_goes_home() -> None:
    """A building to the market, a great person to the sheet, a wonder out of the game."""
    table = rome(techs=["currency"], trade=27, works={"f4": "artist"})
    table.do("build f3 market f4")
    assert table.s.people[0] == ("artist",) and table.s.works[SQUARES["f4"]] == "market"
    again = play(
        power("rome", cities=ROME, trade=27, tokens={"panama-canal": 2}, techs=["currency"]),
        power("germany"),
        phase="cities",
        works={"f4": "panama-canal"},
    )
    again.do("build f3 market f4")
    assert again.s.tokens[0] == {} and "panama-canal" not in again.s.wonders


def test_who_learns_the_better_building_has_it_at_once_and_builds_no_other() -> None:
    """Engineering makes every granary an aqueduct, of which new ones cost 8."""
    given = {"techs": ["pottery", "currency", "writing", "masonry", "mathematics"], "trade": 11}
    table = rome("research", works={"f2": "granary"}, **given)
    table.local.act(table.act("research engineering", 0))
    assert table.s.works[SQUARES["f2"]] == "aqueduct"
    later = rome(techs=["pottery", "engineering"], trade=27)
    assert later.why("build f3 granary f2") == "replaced-by" and later.cost("build f3 aqueduct f2") == {"trade": 6}


def test_an_action_a_city() -> None:
    table = rome(trade=27)
    table.do("arts f3")
    assert table.s.culture[0] == 1 and table.legal("arts") == []
    assert table.why("unit f3 infantry") == "has-acted"


def test_harvest_takes_one_resource_of_those_that_are_shown() -> None:
    table = rome()
    assert table.legal("harvest") == ["f3 iron", "f3 silk", "f3 incense"]
    table.do("harvest f3 silk")
    assert table.s.goods[0]["silk"] == 1 and table.s.market["silk"] == 1
    empty = play(power("rome", cities=ROME), power("germany", goods={"silk": 2}), phase="cities")
    assert empty.legal("harvest") == ["f3 iron", "f3 incense"]
    covered = rome(works={"e3": "general", "e4": "general", "g4": "general"})
    assert covered.legal("harvest") == []


def test_feudalism_harvests_for_any_city_and_is_worth_a_coin() -> None:
    table = play(
        power("rome", government="feudalism", techs=["chivalry"], cities={**ROME, "b6": "city"}),
        power("germany"),
        tiles=TILES,
        phase="cities",
        markers={},
    )
    assert "b6 iron" in table.legal("harvest") and coins(table.s, 0) == 1


def test_anarchy_stills_the_capital() -> None:
    table = rome(government="anarchy")
    assert table.why("arts f3") == "anarchy-in-capital" and table.legal("build") == []


def test_communism_and_monarchy() -> None:
    base = rome()
    red = rome(government="communism")
    square = SQUARES["f3"]
    assert production(red.s, 0, square) == production(base.s, 0, square) + 2
    assert red.do("arts f3").s.culture[0] == 0 and rome(government="monarchy").do("arts f3").s.culture[0] == 2


def test_military_science_makes_production_of_coins() -> None:
    table = rome(techs=["military-science"], tokens={"pottery": 4, "sheet": 2})
    assert production(table.s, 0, SQUARES["f3"]) == 8


# --- founding ------------------------------------------------------------------------------------------------


def settlers(square: str, kind: tuple[int, int] = (0, 1), **given: object) -> Table:
    """Rome with a figure on a square, at the start of its turn."""
    return play(
        power("rome", cities=ROME, figures={square: kind}, government="despotism"),
        power("germany", figures=given.pop("enemy", {})),  # type: ignore[arg-type]
        tiles=TILES,
        markers=given.pop("markers", {}),
        **given,
    )


@pytest.mark.parametrize(
    ("square", "why"),
    [("b7", "no-city-on-water"), ("b8", "edge-of-the-known"), ("e5", "city-near"), ("b5", "marker-near"), ("b6", "")],
)
def test_where_a_city_can_be_founded(square: str, why: str) -> None:
    """As in the example of the rulebook: not on water, at the edge of the known, near a city or a hut."""
    table = settlers(square, markers={"c5": "hut-silk"} if square == "b5" else {})
    assert table.why(f"found {square} scout") == why


def test_no_city_next_to_an_enemy() -> None:
    assert settlers("b6", enemy={"c7": (0, 1)}).why("found b6 scout") == "enemy-near"
    assert settlers("b6", enemy={"d6": (0, 1)}).why("found b6 scout") == ""


def test_a_city_costs_its_scout_and_works_at_once() -> None:
    table = settlers("b6").do("found b6 scout")
    assert table.s.cities[SQUARES["b6"]].seat == 0 and table.at(0, "b6") == (0, 0)
    assert table.s.level[0] == 1  # Rome's bonus
    before = trade_income(table.s, 0)
    assert before > 2


def test_others_on_the_square_leave_at_once() -> None:
    table = settlers("b6", (1, 1)).do("found b6 scout")
    assert table.asked == "make-room" and table.legal("leave")
    table.do("leave army c6")
    assert table.at(0, "c6") == (1, 0) and table.asked == "start"


def test_armies_found_cities_under_a_republic_only() -> None:
    assert settlers("b6", (1, 0)).why("found b6 army") == "armies-found-no-cities"
    table = play(power("rome", cities=ROME, figures={"b6": (1, 0)}), power("germany"), tiles=TILES, markers={})
    assert table.do("found b6 army").s.cities[SQUARES["b6"]].seat == 0


def test_two_cities_and_a_third_with_irrigation() -> None:
    given = {"cities": {**ROME, "b2": "city"}, "figures": {"b6": (0, 1)}}
    enough = play(power("rome", **given), power("germany"), tiles=TILES, markers={})
    assert enough.why("found b6 scout") == "enough-cities"
    third = play(power("rome", techs=["irrigation"], **given), power("germany"), tiles=TILES, markers={})
    assert third.why("found b6 scout") == ""


# --- scouts and blockades ------------------------------------------------------------------------------------


def test_a_scout_sends_home_what_its_square_gives() -> None:
    table = play(power("rome", cities=ROME, figures={"b6": (0, 1)}), power("germany"), tiles=TILES, markers={})
    made = production(table.s, 0, SQUARES["f3"])
    table.do("gather b6 f3")
    assert production(table.s, 0, SQUARES["f3"]) == made + 2  # a forest
    table.do("end")
    while table.asked != "manage" or table.seat != 0:
        table.do("end")
    assert "f3 incense" in table.legal("harvest")


def test_a_scout_in_the_own_outskirts_counts_no_square_twice() -> None:
    table = play(power("rome", cities=ROME, figures={"e4": (0, 1)}), power("germany"))
    assert table.why("gather e4 f3") == "works-there"


def test_an_enemy_on_a_square_takes_its_yield_and_a_scout_of_his_may_gather_it() -> None:
    table = play(
        power("rome", cities=ROME),
        power("germany", figures={"e4": (0, 1)}, cities={"b14": "capital"}, gathers={"e4": "b14"}),
        phase="cities",
    )
    assert production(table.s, 0, SQUARES["f3"]) == 4
    plain = play(power("rome", cities=ROME), power("germany", cities={"b14": "capital"}), phase="cities")
    assert production(table.s, 1, SQUARES["b14"]) == production(plain.s, 1, SQUARES["b14"]) + 2
    assert table.legal("harvest") == ["f3 iron", "f3 incense"]
    assert table.why("build f3 scout e4") == "blockaded"


def test_an_army_built_on_a_blockaded_square_fights_at_once() -> None:
    table = play(power("rome", cities=ROME), power("germany", figures={"e4": (0, 1)}, trade=5), phase="cities")
    table.do("build f3 army e4")
    assert table.asked == "loot" and table.at(0, "e4") == (1, 0) and table.at(1, "e4") == (0, 0)
    table.do("seize trade")
    assert table.s.trade[:2] == [3, 2]


def _divided(**theirs: object) -> Table:
    """Rome, which knows Engineering and has a city that makes much this turn."""
    rome = power("rome", cities={"f3": "capital"}, techs=["engineering"], trade=27)
    rival = power("germany", cities={"c14": "capital"}, **theirs)
    table = play(rome, rival, phase="cities")
    table.s.boost[SQUARES["f3"]] = 13 - production(table.s, 0, SQUARES["f3"])
    return table


def test_engineering_buys_two_things_with_what_one_city_makes() -> None:
    table = _divided()
    table.do("split f3")
    assert table.asked == "divide" and table.cost("build f3 army f4") == {}
    table.do("build f3 army f4")
    assert table.asked == "divide" and table.cost("build f3 scout f4") == {}
    table.do("build f3 scout f4")
    assert table.asked == "manage" and table.at(0, "f4") == (1, 1) and table.s.trade[0] == 27
    assert table.why("split f3") == "used-already" and SQUARES["f3"] in table.s.acted and table.legal("arts") == []


def test_trade_makes_up_for_what_the_second_thing_lacks() -> None:
    table = _divided().do("split f3", "build f3 scout f4")
    left = 13 - price_of(table.s, 0, "scout")
    missing = unit_cost(table.s, 0, "artillery") - left
    assert table.cost("unit f3 artillery") == ({"trade": 3 * missing} if missing > 0 else {})
    before = len(table.s.forces[0])
    table.do("unit f3 artillery")
    assert len(table.s.forces[0]) == before + 1 and table.s.trade[0] == 27 - 3 * max(0, missing)


def test_a_city_need_not_buy_twice_and_nobody_divides_without_engineering() -> None:
    assert _divided().do("split f3", "rest").asked == "manage"
    bare = play(power("rome", cities={"f3": "capital"}), power("germany", cities={"c14": "capital"}), phase="cities")
    assert bare.why("split f3") == "unknown-tech" and bare.legal("split") == []


def test_writing_cancels_the_whole_action_of_a_city_that_divides() -> None:
    table = _divided(techs=["writing"], huts=["hut-spy"])
    table.do("split f3", "build f3 scout f4")
    assert table.asked == "answer-action"
    table.do("answer writing hut-spy")
    assert table.asked == "manage" and table.at(0, "f4") == (0, 0) and table.legal("arts") == []
