"""Turns: set-up, governments, trade, research, the culture track, resources, coins, and the four victories."""

from __future__ import annotations

import pytest

from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.city.yields import trade_income
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.map.squares import SQUARES
from tta_p2p.games.civilization.players.coins import coins
from tta_p2p.games.civilization.technologies.pyramid import fits, trade_needed
from tta_p2p.games.contract import Act, Line
from tta_p2p.games.local import LocalGame
from tta_p2p.testing.sample import play_on, random_option

from ..play import Table, play, power

CAPITAL = {"f3": "capital"}


# --- set-up --------------------------------------------------------------------------------------------------


def begun(*civilizations: str) -> Table:
    """A game with these civilizations, up to the first capital; the first player is seat 0."""
    for seed in range(99):
        local: LocalGame = LocalGame(GAME, 2, {"civilizations": "chosen"}, seed)  # type: ignore[type-arg]
        local.answer_needs()
        if local.state.first == 0:
            table = Table(local)
            return table.do(*(f"civilization {name}" for name in civilizations))
    raise AssertionError("seat 0 never began")


def test_the_box_holds_what_every_player_begins_with() -> None:
    table = begun("china", "germany")
    assert len(table.s.forces[0]) == 3 and len(table.s.forces[1]) == 5
    assert sorted(face.partition("-")[0] for face in table.force(1)) == ["artillery", *["infantry"] * 3, "mounted"]
    assert table.s.market == dict.fromkeys(("iron", "silk", "wheat", "incense"), 2)
    assert sum(handle >= 0 for handle in table.s.tiles) == 6 and len(table.s.wonders) == 4
    squares = table.legal("capital")
    assert len(squares) == 4
    table.do(f"capital {squares[0]}")
    assert table.s.cities[SQUARES[squares[0]]].walls and table.asked == "figures"
    army, scout = table.legal("post")[0], next(one for one in table.legal("post") if one.startswith("scout"))
    table.do(f"post {army}", f"post {scout}")
    assert table.s.trade[0] == trade_income(table.s, 0) and table.asked == "capital" and table.seat == 1


def test_egypt_has_a_wonder_and_america_a_great_person() -> None:
    table = begun("egypt", "america")
    assert len(table.s.wonders) == 4
    table.do(f"capital {table.legal('capital')[0]}")
    assert table.asked == "place-wonder"
    square = table.legal("erect")[0]
    table.do(f"erect {square}")
    wonder = table.s.works[SQUARES[square]]
    assert wonder not in table.s.wonders
    for _ in range(2):
        table.do(f"post {table.legal('post')[0]}")
    table.do(f"capital {table.legal('capital')[0]}")
    for _ in range(2):
        table.do(f"post {table.legal('post')[0]}")
    assert table.asked == "person" and table.seat == 1
    table.do("keep")
    assert table.asked == "start" and len(table.s.people[1]) == 1 and table.s.round == 1


def test_russia_and_rome_begin_with_governments_of_their_own() -> None:
    table = begun("russia", "rome")
    assert table.s.governments == ["communism", "republic"]
    table.do(f"capital {table.legal('capital')[0]}")
    for _ in range(3):
        table.do(f"post {table.legal('post')[0]}")
    assert sum(map(sum, table.s.figures[0].values())) == 3 and max(map(sum, table.s.figures[0].values())) == 3


# --- the order of play ---------------------------------------------------------------------------------------


def test_every_phase_begins_with_the_first_player_who_changes() -> None:
    table = play(power("rome", cities=CAPITAL), power("germany"), first=1, current=1, options={"deals": "never"})
    seen = []
    while table.s.round == 1:
        if table.asked != "study":
            seen.append((table.asked, table.seat))
            table.do("end")
        else:
            table.study(*["wait"] * len(table.local.decision.seats))  # type: ignore[union-attr]
    assert [one for one in seen if one[0] != "moves"] == [("start", 1), ("start", 0), ("manage", 1), ("manage", 0)]
    assert table.s.first == 0


def test_trade_is_collected_and_the_dial_ends_at_27() -> None:
    for before, after in ((5, 7), (26, 27)):
        rome = power("rome", cities=CAPITAL, trade=before)
        table = play(rome, power("germany"), current=1, first=0, options={"deals": "never"}).do("end")
        assert table.s.trade[0] == after and table.asked == "manage"


def test_democracy_and_fundamentalism_change_the_trade() -> None:
    def after(government: str, trade: int = 5) -> int:
        table = play(
            power("rome", cities=CAPITAL, government=government, trade=trade), power("germany"), first=1, current=0
        )
        return table.do("end").s.trade[0]

    assert [after(one) for one in ("despotism", "democracy", "fundamentalism")] == [7, 9, 5]
    assert after("fundamentalism", 27) == 25


# --- governments ---------------------------------------------------------------------------------------------


def test_a_new_government_can_be_taken_up_at_the_next_start_of_turn_only() -> None:
    table = play(
        power("egypt", cities=CAPITAL, trade=11, techs=["pottery", "writing"]),
        power("rome"),
        phase="research",
    )
    seats = table.local.decision.seats  # type: ignore[union-attr]
    table.study(*("research chivalry" if seat == 0 else "wait" for seat in seats))
    while not (table.asked == "start" and table.seat == 0):
        table.do("end")
    assert sorted(table.legal("government")) == ["anarchy", "feudalism"]
    table.do("end")
    while table.s.round == 2:
        if table.asked == "study":
            table.study(*["wait"] * len(table.local.decision.seats))  # type: ignore[union-attr]
        else:
            table.do("end")
    while not (table.asked == "start" and table.seat == 0):
        table.do("end")
    assert table.legal("government") == ["anarchy"] and table.why("government feudalism") == "anarchy-first"


def test_anarchy_lasts_until_the_next_turn() -> None:
    table = play(power("rome", cities=CAPITAL), power("germany")).do("government anarchy")
    assert table.why("government despotism") == "changed-already"
    while table.s.round == 1:
        if table.asked == "study":
            table.study(*["wait"] * len(table.local.decision.seats))  # type: ignore[union-attr]
        else:
            table.do("end")
    while not (table.asked == "start" and table.seat == 0):
        table.do("end")
    assert table.legal("government") == ["despotism", "republic"]


# --- research ------------------------------------------------------------------------------------------------


def test_research_takes_all_trade_but_one_for_a_coin() -> None:
    """18 trade and Sailing: nothing is left; with 4 coins, 4 are."""
    for tokens, left in (({}, 0), ({"pottery": 4}, 4)):
        table = play(
            power("rome", cities=CAPITAL, trade=18, techs=["pottery", "writing"], tokens=tokens),
            power("germany"),
            phase="research",
        )
        table.study("research sailing")
        assert "sailing" in table.s.techs[0] and table.s.trade[0] - left in (0, trade_income(table.s, 0))


def test_coins_add_no_trade() -> None:
    table = play(power("rome", trade=6, tokens={"sheet": 9}), power("germany"), phase="research").study(
        "research pottery"
    )
    assert table.s.trade[0] <= 6 + trade_income(table.s, 0)


def test_a_technology_lies_on_two_of_the_row_below() -> None:
    two = play(power("rome", techs=["pottery"]), power("germany"))
    assert fits(two.s, 0, "sailing") and not fits(two.s, 0, "banking") and not fits(two.s, 0, "pottery")
    full = play(power("rome", techs=["pottery", "sailing"]), power("germany"))
    assert not fits(full.s, 0, "irrigation")
    russia = play(power("russia", techs=["pottery"]), power("germany"))
    assert fits(russia.s, 0, "sailing")  # communism lies in the bottom row
    five = ["pottery", "writing", "masonry", "currency", "sailing", "chivalry", "irrigation", "monarchy"]
    tower = [*five, "banking", "biology", "theology", "flight", "computers"]
    assert fits(play(power("rome", techs=tower), power("germany")).s, 0, "space-flight")
    assert not fits(play(power("rome", techs=tower[:-1]), power("germany")).s, 0, "space-flight")


def test_the_porcelain_tower_lowers_the_trade_that_is_needed() -> None:
    table = play(power("rome", cities=CAPITAL), power("germany"), works={"e4": "porcelain-tower"})
    assert [trade_needed(table.s, 0, name) for name in ("pottery", "sailing", "space-flight")] == [1, 6, 21]
    assert [trade_needed(table.s, 1, name) for name in ("pottery", "sailing", "space-flight")] == [6, 11, 26]
    old = play(
        power("rome", cities=CAPITAL), power("germany"), works={"e4": "porcelain-tower"}, obsolete=["porcelain-tower"]
    )
    assert trade_needed(old.s, 0, "pottery") == 6


def test_germany_gets_a_unit_and_a_resource_for_a_technology_with_a_unit() -> None:
    table = play(power("germany", trade=11, techs=["pottery"]), power("rome"), phase="research").study(
        "research chivalry"
    )
    assert table.asked == "gift" and len(table.s.forces[0]) == 4
    table.do("take iron")
    assert table.s.goods[0]["iron"] == 1


def test_russia_gives_a_figure_for_a_technology() -> None:
    table = play(
        power("russia", cities=CAPITAL, figures={"b12": (0, 1)}),
        power("rome", cities={"b14": "capital"}, techs=["pottery"]),
        phase="movement",
        tiles={"a9": "n10:0"},
        markers={},
    )
    assert table.legal("sacrifice") == ["b12 scout b14 code-of-laws", "b12 scout b14 pottery"]
    table.do("sacrifice b12 scout b14 pottery")
    assert "pottery" in table.s.techs[0] and table.at(0, "b12") == (0, 0) and table.legal("sacrifice") == []


# --- culture, people, coins ----------------------------------------------------------------------------------


def test_the_culture_track_costs_more_and_more() -> None:
    def cost(level: int) -> dict[str, int]:
        table = play(power("rome", level=level, culture=9, trade=9), power("germany"), phase="cities")
        return table.cost("advance")

    assert cost(0) == cost(6) == {"culture": 3}
    assert cost(7) == cost(13) == {"culture": 5, "trade": 3} and cost(14) == cost(20) == {"culture": 7, "trade": 6}


def test_a_great_person_can_be_placed_at_once_or_in_any_start_of_turn() -> None:
    table = play(power("rome", cities=CAPITAL, level=2, culture=3), power("germany"), phase="cities").do("advance")
    assert table.asked == "person"
    (person,) = table.s.people[0]
    assert table.why(f"place {person} e2") == "nothing-on-water" and table.why(f"place {person} f2") == ""
    table.do("keep")
    later = play(power("rome", cities=CAPITAL, people=["scientist"]), power("germany"))
    later.do("place scientist f2")
    assert later.s.works[SQUARES["f2"]] == "scientist" and trade_income(later.s, 0) == 4


def test_a_start_of_turn_comes_to_an_end() -> None:
    """Two great people do not put each other away for ever, and a scout is sent to each city once."""
    people = play(power("rome", cities=CAPITAL, people=["artist", "builder"]), power("germany"))
    people.do("place artist f2", "place builder f2", "place artist f2", "place builder f2")
    assert people.why("place artist f2") == people.why("place artist g2") == "placed-already"
    assert people.legal("place") == []
    two, tiles = {"f3": "capital", "e9": "city"}, {"e9": "n02:0", "a9": "n04:2", "e5": "n08:2", "a5": "n12:2"}
    scout = play(power("rome", cities=two, figures={"h6": (0, 1)}), power("germany"), tiles=tiles, markers={})
    assert scout.why("gather h6 e9") == ""
    scout.do("gather h6 f3", "gather h6 e9")
    assert scout.why("gather h6 f3") == "sent-already"


def test_people_who_stand_change_places_with_the_help_of_one_who_does_not() -> None:
    """Any number of great people are placed at a start of turn (rulebook 832): whatever can come of it is reached."""
    works = {"f2": "artist", "g2": "builder", "g4": "general", "f4": "industrialist"}
    table = play(power("rome", cities=CAPITAL, people=["scientist"]), power("germany"), works=works)
    for one, other in (("f2", "g2"), ("g4", "f4")):
        mine, theirs = works[one], works[other]
        table.do(f"place scientist {one}", f"place {mine} {other}", f"place {theirs} {one}")
    found = {square: table.s.works[SQUARES[square]] for square in works}
    assert found == {"f2": "builder", "g2": "artist", "g4": "industrialist", "f4": "general"}
    assert table.s.people[0] == ("scientist",)


def test_coins_come_from_the_map_technologies_and_tokens() -> None:
    table = play(
        power("rome", cities=CAPITAL, techs=["banking", "computers"], tokens={"pottery": 2, "sheet": 1}),
        power("germany", figures={"g2": (1, 0)}),
        works={"f2": "builder", "g2": "industrialist", "e4": "bank"},
    )
    assert coins(table.s, 0) == 1 + 3 + 2  # g2 is blockaded


def test_wonders_work_at_the_start_of_the_turn() -> None:
    wonders = ("stonehenge", "louvre", "colossus", "panama-canal", "sydney-opera-house")
    tables = [play(power("rome", cities=CAPITAL, level=1), power("germany"), works={"f2": one}) for one in wonders]
    assert [one.s.culture[0] for one in tables] == [1, 3, 0, 0, 0] and tables[2].s.trade[0] == 3
    assert tables[3].s.tokens[0] == {"panama-canal": 1} and [one.s.level[0] for one in tables] == [1, 1, 1, 1, 2]
    again = play(power("rome", cities=CAPITAL), power("germany"), works={"f2": "stonehenge"}, obsolete=["stonehenge"])
    assert again.s.culture[0] == 0 and again.do("end")


def test_the_hanging_gardens_and_the_statue_of_liberty() -> None:
    table = play(power("rome", cities=CAPITAL), power("germany", techs=["pottery"]), works={"f2": "hanging-gardens"})
    table.do("muster army")
    assert table.at(0, "f2") == (1, 0) and table.why("muster scout") == "used-already"
    free = play(power("rome", cities=CAPITAL), power("germany", techs=["pottery"]), works={"f2": "statue-of-liberty"})
    assert free.legal("copy") == ["metalworking", "pottery"]
    free.do("copy pottery")
    assert "pottery" in free.s.techs[0] and free.legal("copy") == []


def test_angkor_wat_harvests_twice() -> None:
    table = play(power("rome", cities=CAPITAL), power("germany"), works={"f4": "angkor-wat"}, phase="cities")
    table.do("reap f3 iron iron")
    assert table.s.goods[0]["iron"] == 2 and table.s.market["iron"] == 0


def test_democracy_and_printing_press_take_trade_and_culture_for_a_coin() -> None:
    table = play(
        power("rome", techs=["democracy", "printing-press"], trade=12, culture=5, tokens={"democracy": 3}),
        power("germany"),
        phase="cities",
    )
    table.do("invest democracy", "invest printing-press")
    assert table.s.tokens[0] == {"democracy": 4, "printing-press": 1}
    assert (table.s.trade[0], table.s.culture[0]) == (6, 0) and table.why("invest democracy") == "used-already"


def test_resources_pay_for_what_technologies_do_each_once_a_turn() -> None:
    """Currency takes incense for 3 culture, Chivalry for 5."""
    table = play(
        power("rome", cities=CAPITAL, techs=["currency", "chivalry"], goods={"incense": 2}, huts=["hut-incense"]),
        power("germany"),
        phase="cities",
    )
    table.do("use currency - incense")
    assert table.s.culture[0] == 3 and table.s.market["incense"] == 1
    assert table.why("use currency - incense") == "used-already"
    table.do("use chivalry - hut-incense")
    assert table.s.culture[0] == 8 and table.s.huts[0] == () and table.s.market["incense"] == 1


def test_pottery_takes_any_two_resources_for_a_coin_and_wheat_makes_production() -> None:
    table = play(
        power(
            "rome",
            cities=CAPITAL,
            techs=["pottery", "construction"],
            goods={"iron": 1, "wheat": 1},
            villages=["village-spy"],
        ),
        power("germany"),
        phase="cities",
    )
    assert len(table.legal("use")) == 4  # two goods, either with the spy, wheat for production
    table.do("use construction f3 wheat")
    assert table.cost("build f3 army f2") == {} and table.s.boost == {SQUARES["f3"]: 5}
    table.do("use pottery - iron village-spy")
    assert table.s.tokens[0] == {"pottery": 1}


# --- victories -----------------------------------------------------------------------------------------------


def test_the_last_space_of_the_track_wins() -> None:
    table = play(power("rome", level=20, culture=7, trade=6), power("germany"), phase="cities").do("advance")
    assert (table.s.ending, table.s.winner) == ("culture", 0)
    assert [(one.seat, one.place) for one in GAME.standings(table.s).places] == [(0, 1), (1, 2)]


TOWER = [
    *("pottery", "writing", "masonry", "currency", "sailing", "chivalry", "irrigation", "monarchy"),
    *("banking", "biology", "theology", "flight", "computers"),
]


def test_space_flight_wins_and_of_two_the_first_in_the_order_of_play() -> None:
    one = play(power("rome", techs=TOWER, trade=26), power("germany"), phase="research")
    for name in ("space-flight", "animal-husbandry"):
        told = GAME.explain(one.s, one.local.dealer.knowledge_of(0), Act(0, "research", (name,)))
        assert (Line("wins-technology") in told.effects) == (name == "space-flight")
    one.study("research space-flight")
    assert (one.s.ending, one.s.winner) == ("technology", 0)
    both = play(
        power("rome", techs=TOWER, trade=26), power("germany", techs=TOWER, trade=26), phase="research", first=1
    ).study("research space-flight", "research space-flight")
    assert (both.s.ending, both.s.winner) == ("technology", 1)


def test_fifteen_coins_win_at_once() -> None:
    table = play(
        power("rome", techs=["democracy"], trade=6, tokens={"sheet": 14}), power("germany"), phase="cities"
    ).do("invest democracy")
    assert (table.s.ending, table.s.winner) == ("economy", 0)


@pytest.mark.parametrize("number", [0, 3, 40, 200])
def test_who_stays_alone_has_the_game(number: int) -> None:
    local: LocalGame = LocalGame(GAME, 2, {}, number)  # type: ignore[type-arg]
    for at, _ in enumerate(play_on(local, Chance(number), 9999, random_option)):
        if at == number:
            break
    local.leave(1, "gone")
    assert local.over and local.state.ending == "alone"
