"""A move is made of squares: where a group stands on its way, which way it takes, what it is asked on the way."""

from __future__ import annotations

import pytest

from tests.civilization.movement.routes import CAPITALS, afloat, three
from tests.civilization.windows.responses import SPY
from tta_p2p.games.civilization.city.yields import outskirts
from tta_p2p.games.civilization.flow import FLOW, Passing
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.map.squares import SQUARES
from tta_p2p.games.civilization.players.coins import coins
from tta_p2p.games.contract import Line

from ..invariants import faults
from ..play import Table, play, power

TILES = {"e9": "n02:0", "a9": "n04:2", "e5": "n08:2", "a5": "n12:2"}


def setting_out(
    mine: dict[str, object], theirs: dict[str, object], civilization: str = "rome", **given: object
) -> Table:
    """Rome moves over a map that lies open, Germany may strike at what is under way."""
    rome = power(civilization, **{"cities": CAPITALS[0], **mine})  # type: ignore[arg-type]
    germany = power("germany", **{"cities": CAPITALS[1], **theirs})  # type: ignore[arg-type]
    return play(rome, germany, phase="movement", tiles=TILES, markers={}, **given)  # type: ignore[arg-type]


def ambush(event: str = "defection", armies: int = 2, **mine: object) -> Table:
    """Rome goes from e5 to f6 over f5, since e6 is full; only there a scout of Germany on g2 is near."""
    own = {"figures": {"e5": (armies, 0), "e6": (2, 0)}, **mine}
    table = setting_out(own, {"figures": {"g2": (0, 1)}, "events": [event]})
    return table.do(f"move e5 f6 {armies} 0")


def test_a_card_that_reaches_neither_start_nor_end_strikes_between_and_the_group_stands_there() -> None:
    table = ambush()
    assert (table.asked, table.seat) == ("answer-move", 1) and table.at(0, "e5") == (2, 0)
    assert table.why("interrupt defection e5 1 0") == table.why("interrupt defection f6 1 0") == "out-of-event-reach"
    table.do("interrupt defection f5 1 0")
    assert table.at(0, "f5") == (1, 0) and table.at(0, "e5") == (0, 0) and not list(faults(table.s))
    assert (table.asked, table.seat) == ("on-the-way", 0) and {"e5", "f6"} <= {*table.legal("go")}, "one step is left"
    table.do("go f6")
    assert table.at(0, "f6") == (1, 0) and table.asked == "moves" and table.s.moved[SQUARES["f6"]] == (1, 0)


def test_who_is_left_may_stay_where_the_card_met_it() -> None:
    table = ambush().do("interrupt defection f5 1 0", "stop")
    assert table.at(0, "f5") == (1, 0) and table.asked == "moves"
    assert not [one for one in table.legal("move") if one.startswith("f5")], "it has moved"


def test_a_group_of_which_all_die_on_the_way_is_gone() -> None:
    table = ambush("mass-defection").do("interrupt mass-defection f5 2 0")
    assert table.at(0, "f5") == table.at(0, "f6") == table.at(0, "e5") == (0, 0) and table.asked == "moves"
    assert SQUARES["f5"] not in table.s.moved and not list(faults(table.s))


def test_while_the_card_is_answered_the_group_stands_on_the_way_for_everybody() -> None:
    """A node that is started again in the window takes the state from its bytes."""
    table = ambush(events=["jousting-tourney"]).do("interrupt defection f5 1 0")
    assert (table.asked, table.seat) == ("answer-event", 0)
    again = GAME.decode(GAME.encode(table.s))
    assert again.figures[0] == {SQUARES["f5"]: (2, 0), SQUARES["e6"]: (2, 0)} and again == table.s
    table.do("counter jousting-tourney")
    assert table.at(0, "f6") == (2, 0) and table.asked == "moves", "what is cancelled does not hold it up"


def test_where_the_group_is_held_it_blockades_while_that_is_answered() -> None:
    mine = {"figures": {"e5": (1, 0)}, "techs": ["horseback-riding", "mass-media"], **SPY}
    theirs = {"cities": {"c14": "capital", "d8": "city"}, "techs": ["communism"], **SPY}
    table = setting_out(mine, theirs).do("move e5 e8 1 0")
    assert _over(table) == ["e6", "e7"] and SQUARES["e7"] in outskirts(table.s, 1, SQUARES["d8"])
    table.do("lock e7 hut-spy")
    assert (table.asked, table.seat) == ("answer-ability", 0)
    assert SQUARES["e7"] not in outskirts(table.s, 1, SQUARES["d8"])
    table.do("pass")
    assert table.at(0, "e7") == (1, 0) and table.asked == "moves"


def _over(table: Table) -> list[str]:
    assert table.local.decision is not None
    return str(table.local.decision.args[-1]).split()


def test_the_way_is_told_to_whoever_is_asked() -> None:
    table = ambush()
    assert table.local.decision is not None
    assert table.local.decision.args[2:] == ("goes-armies", 0, "e5", "f6", 2, 1, "f5")


def test_the_program_takes_a_way_on_which_nobody_can_strike() -> None:
    theirs = {"figures": {"g2": (0, 1)}, "events": ["defection"]}
    table = setting_out({"figures": {"e5": (1, 0)}}, theirs).do("move e5 f6 1 0")
    assert table.asked == "moves" and table.at(0, "f6") == (1, 0)
    again = setting_out({"figures": {"e5": (1, 0)}}, {**theirs, "figures": {"d9": (0, 1)}}).do("move e5 f6 1 0")
    assert again.asked == "moves", "now over f5"


@pytest.mark.parametrize(("way", "meets"), [("i11", 1), ("h12", 2)])
def test_where_each_way_has_its_own_danger_the_mover_chooses(way: str, meets: int) -> None:
    table = three().do("move h11 i12 1 0")
    assert (table.asked, table.seat) == ("way", 0) and sorted(table.legal("way")) == ["h12", "i11"]
    assert table.why("way g11") == "no-such-way"
    table.do(f"way {way}")
    assert (table.asked, table.seat) == ("answer-move", meets)
    table.do(f"interrupt defection {way} 1 0")
    assert not table.s.figures[0] and not list(faults(table.s))


def test_coins_that_count_between_two_squares_win() -> None:
    """The scout leaves the gold and has not come to the bank: for a moment Rome has 15 coins."""
    table = play(
        power("rome", cities={"f2": "capital", "e9": "city"}, tokens={"sheet": 13}),
        power("germany", cities={"c14": "capital"}, figures={"d10": (0, 1)}),
        phase="movement", current=1, first=1, tiles=TILES, markers={}, works={"f10": "bank"},
    )  # fmt: skip
    assert coins(table.s, 0) == 14
    table.do("move d10 f10 0 1")
    assert table.s.over and table.s.winner == 0 and table.s.ending == "economy"
    assert table.at(1, "e10") == (0, 1)


# --- squares that nobody leaves ------------------------------------------------------------------------------


def crossing(**theirs: object) -> Table:
    """Rome goes from e5 to e7 over e6; Germany could hold it."""
    return setting_out({"figures": {"e5": (1, 0)}}, {"techs": ["communism"], **SPY, **theirs}).do("move e5 e7 1 0")


def test_communism_holds_a_group_on_its_way() -> None:
    table = crossing()
    assert _over(table) == ["e6"]
    table.do("lock e6 hut-spy")
    assert table.at(0, "e6") == (1, 0) and table.asked == "moves" and not table.s.huts[1]
    assert table.why("move e6 e7 1 0") != "" and not list(faults(table.s))


def test_communism_names_any_other_square_and_the_group_goes_on() -> None:
    table = crossing(figures={"g8": (0, 1)})
    assert {"a16", "e5", "e6", "e7", "g8"} <= {one.split()[0] for one in table.legal("lock")}
    assert table.why("lock i9 hut-spy") == "off-the-map"
    table.do("lock h8 hut-spy")
    assert table.at(0, "e7") == (1, 0) and table.s.used[-1] == (1, "locked h8")


def test_communism_is_an_act_of_the_own_moves_and_no_figure_crosses_the_square_any_more() -> None:
    mine = {"figures": {"e5": (1, 0)}, "techs": ["communism"], **SPY}
    table = setting_out(mine, {"figures": {"h8": (0, 1)}}).do("lock h8 hut-spy")
    assert table.asked == "moves" and table.why("lock e5 hut-spy") == "used-already"
    table.do("end")
    assert table.seat == 1 and not [one for one in table.legal("move") if one.startswith("h8")]
    assert table.why("move h8 h7 0 1") == "locked"
    own = setting_out(mine, {}).do("lock e6 hut-spy")
    assert own.why("move e5 e6 1 0") == "" and own.why("move e5 e7 1 0") == "out-of-reach"


def test_no_square_is_closed_twice() -> None:
    mine = {"figures": {"e5": (1, 0)}, "techs": ["communism"], **SPY}
    table = setting_out(mine, {"techs": ["communism"], **SPY}).do("lock h8 hut-spy", "end")
    listed = {one.split()[0] for one in table.legal("lock")}
    assert table.seat == 1 and "h7" in listed and "h8" not in listed and table.why("lock h8 hut-spy") == "locked"


def test_mass_media_stops_the_spy_and_the_group_goes_on_from_where_it_was_met() -> None:
    mine = {"figures": {"e5": (1, 0)}, "techs": ["mass-media"], **SPY}
    table = setting_out(mine, {"techs": ["communism"], **SPY}).do("move e5 e7 1 0", "lock e6 hut-spy")
    assert (table.asked, table.seat) == ("answer-ability", 0) and table.at(0, "e6") == (1, 0)
    table.do("answer mass-media hut-spy")
    assert table.at(0, "e7") == (1, 0) and table.asked == "moves"


# --- what else is struck at ----------------------------------------------------------------------------------


def test_a_card_kills_another_figure_in_reach_and_the_move_goes_on() -> None:
    mine = {"figures": {"e5": (1, 0), "g5": (1, 1)}}
    table = setting_out(mine, {"events": ["wholesale-defection"]}).do("move e5 e7 1 0")
    table.do("interrupt wholesale-defection g5 1 1")
    assert table.at(0, "g5") == (0, 0) and table.at(0, "e7") == (1, 0) and not list(faults(table.s))


def test_a_great_person_is_killed_amid_a_move() -> None:
    mine = {"figures": {"e5": (1, 0)}}
    table = setting_out(mine, {"events": ["wholesale-defection"]}, works={"f2": "builder"}).do("move e5 e7 1 0")
    table.do("interrupt wholesale-defection f2 builder")
    assert SQUARES["f2"] not in table.s.works and table.at(0, "e7") == (1, 0)


def test_a_figure_that_discovers_is_killed_before_it_sees_anything() -> None:
    mine = power("rome", cities=CAPITALS[0], figures={"f4": (1, 0)})
    theirs = power("germany", cities=CAPITALS[1], events=["wholesale-defection"])
    table = play(mine, theirs, phase="movement").do("discover f4 f5 1 0")
    assert (table.asked, table.seat) == ("answer-move", 1)
    dark = table.s.laid
    table.do("interrupt wholesale-defection f4 1 0")
    assert table.s.laid == dark and table.asked == "moves" and not table.s.figures[0]


def test_a_figure_of_russia_is_killed_on_its_way_to_be_given_up() -> None:
    own = power("russia", cities=CAPITALS[0], figures={"b13": (0, 1)})
    theirs = power("germany", cities=CAPITALS[1], techs=["writing"], events=["wholesale-defection"])
    table = play(own, theirs, phase="movement").do("sacrifice b13 scout c14 writing")
    assert (table.asked, table.seat) == ("answer-move", 1)
    assert table.why("interrupt wholesale-defection c14 0 1") == "no-such-target", "in the city it is given up already"
    table.do("interrupt wholesale-defection b14 0 1")
    assert not table.s.figures[0] and "writing" not in table.s.techs[0] and not table.s.once(0, "russia")
    let = play(own, theirs, phase="movement").do("sacrifice b13 scout c14 writing", "pass")
    assert "writing" in let.s.techs[0] and not let.s.figures[0] and let.s.once(0, "russia")


@pytest.mark.parametrize("square", ["e9", "f9", "g9"])
def test_a_figure_of_russia_goes_on_to_be_given_up_where_the_card_was_in_vain(square: str) -> None:
    """Wherever on its way it is met, what it is given up for stands in what it has declared."""
    own = {"figures": {"e9": (0, 1)}, "techs": ["horseback-riding"], "events": ["jousting-tourney"]}
    theirs = {"cities": {"c14": "capital", "g10": "city"}, "techs": ["writing"], "events": ["wholesale-defection"]}
    table = setting_out(own, theirs, civilization="russia").do("sacrifice e9 scout g10 writing")
    assert (table.asked, table.seat) == ("answer-move", 1)
    table.do(f"interrupt wholesale-defection {square} 0 1")
    assert (table.asked, table.seat) == ("answer-event", 0) and table.at(0, square) == (0, 1)
    table.do("counter jousting-tourney")
    assert "writing" in table.s.techs[0] and not table.s.figures[0] and table.s.once(0, "russia")


# --- groups that part, and water -----------------------------------------------------------------------------


def test_a_part_of_a_group_goes_on_and_the_others_stay() -> None:
    own = power("rome", cities=CAPITALS[0], techs=["masonry"], figures={"f4": (2, 1)})
    table = play(own, power("germany", cities=CAPITALS[1]), phase="movement").do("discover f4 f5 2 1")
    assert "e4" in table.legal("go") and "e4 1 0" in table.legal("go") and table.why("go e4 2 1") == "no-part"
    assert table.why("go e4 3 0") == table.why("go e4 0 0") == "no-part"
    table.do("go e4 1 0")
    assert table.at(0, "e4") == (1, 0) and table.at(0, "f4") == (1, 1) and table.asked == "moves"
    assert not [one for one in table.legal("move") if one.startswith(("f4", "e4"))], "all of it has moved"


def test_from_water_that_can_only_be_crossed_a_tile_is_turned_up_and_the_group_comes_away() -> None:
    assert afloat("navigation").why("move f2 e2 1 0") == "no-figure-on-water", "with two steps it cannot come away"
    table = afloat("navigation", "horseback-riding").do("move f2 e2 1 0")
    assert table.asked == "passing" and table.legal("stop") == [] and table.legal("look") == ["d2"]
    assert set(table.legal("go")) >= {"f2"}
    passing = Passing(0, SQUARES["e2"], 1, 0, 1)
    last = FLOW.verb_at(passing, "look").check(table.s, passing, ("d2",))
    assert last == Line("no-figure-on-water", ("e2",)), "with one step it could not come away"
    table.do("look d2")
    assert table.s.laid[0] and table.asked == "passing" and "f2" in table.legal("go")
    table.do("go f2")
    assert table.at(0, "f2") == (1, 0) and table.asked == "moves"


def test_a_group_does_not_end_a_move_on_water_that_it_can_only_cross() -> None:
    table = afloat("navigation", "horseback-riding")
    ends = {one.split()[1] for one in table.legal("move") if one.startswith("f2")}
    assert "h3" not in ends and "e2" in ends, "nothing lies face down beside h3"
