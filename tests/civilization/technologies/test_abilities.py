"""Abilities of technologies: what is paid for, what is destroyed, what is healed; and games in which nobody acts."""

from __future__ import annotations

import pytest

from tta_p2p.games.civilization.city.management import idle_cities
from tta_p2p.games.civilization.map.board import land
from tta_p2p.games.civilization.map.squares import SQUARES
from tta_p2p.games.civilization.players.holdings import has_wonder
from tta_p2p.games.civilization.turn.phases import QUIET
from tta_p2p.games.contract import Act, Acts

from ..invariants import faults
from ..play import Table, play, power

ROME, GERMANY = {"f3": "capital"}, {"c14": "capital"}


def rome(phase: str = "cities", **given: object) -> Table:
    """Rome at f3 against Germany at c14, both with a wonder or building if `works` says so."""
    table = {one: given.pop(one) for one in ("works", "wonders", "tiles", "options") if one in given}
    theirs = given.pop("theirs", {"cities": GERMANY})
    return play(power("rome", cities=ROME, **given), power("germany", **theirs), phase=phase, **table)  # type: ignore[arg-type]


def test_silk_brings_nine_trade_and_the_other_player_six() -> None:
    table = rome("trade", techs=["horseback-riding"], goods={"silk": 1}, trade=3, options={"deals": "never"})
    before = table.s.trade[1]
    assert (table.asked, table.s.trade[0]) == ("trading", 5)
    said = table.do("use horseback-riding - silk").local.log[-3:]
    assert [(one.key, one.args) for one in said][1:] == [
        ("trade", (0, 9, "horseback-riding")), ("trade", (1, 6, "horseback-riding"))
    ]  # fmt: skip
    assert table.s.trade[0] == 14 and table.s.trade[1] - before == 6 and table.s.market["silk"] == 2
    assert table.why("use horseback-riding - silk") == "used-already"
    table.do("end")
    assert table.asked == "manage" and not list(faults(table.s))


def test_nobody_is_asked_in_the_trade_phase_who_cannot_pay() -> None:
    never = {"options": {"deals": "never"}}
    assert rome("trade", techs=["horseback-riding"], **never).asked == "manage"
    assert rome("trade", goods={"silk": 1}, **never).asked == "manage"
    hidden = rome("trade", techs=["horseback-riding"], huts=["hut-wheat"], **never)
    assert hidden.asked == "trading" and hidden.legal("use") == []


def test_monarchy_makes_an_ancient_wonder_obsolete_wherever_it_is() -> None:
    works = {"f2": "stonehenge"}
    market = ["colossus", "louvre", "oracle", "angkor-wat"]
    table = rome(techs=["monarchy"], goods={"silk": 2}, works=works, wonders=market)
    assert has_wonder(table.s, 0, "stonehenge")
    assert table.why("use monarchy louvre silk") == "no-target"
    targets = ("stonehenge", "colossus", "oracle", "germany")
    assert set(table.legal("use")) == {f"monarchy {one} silk" for one in targets}
    table.do("use monarchy stonehenge silk")
    assert not has_wonder(table.s, 0, "stonehenge") and table.s.works[SQUARES["f2"]] == "stonehenge"
    other = rome(techs=["monarchy"], goods={"silk": 1}, wonders=market)
    other.do("use monarchy oracle silk")
    assert "oracle" not in other.s.wonders and len(other.s.wonders) == 4


@pytest.mark.parametrize("forces", [["infantry-2"], ["infantry-2", "mounted-1", "artillery-3"]])
def test_monarchy_kills_a_unit_drawn_by_lot_and_shows_no_other(forces: list[str]) -> None:
    table = rome(techs=["monarchy"], goods={"silk": 1}, wonders=[], theirs={"cities": GERMANY, "forces": forces})
    assert table.legal("use") == ["monarchy germany silk"] and table.why("use monarchy rome silk") == "no-target"
    table.do("use monarchy germany silk")
    dead = [face for faces in table.s.dead.values() for face in faces]
    assert len(dead) == 1 and sorted([*dead, *table.force(1)]) == sorted(forces)
    seen = table.local.dealer.knowledge_of(0).faces
    assert not any(handle in seen for handle in table.s.forces[1])
    assert all(handle in table.local.dealer.knowledge_of(1).faces for handle in table.s.forces[1])
    assert table.asked == "manage" and table.seat == 0 and not list(faults(table.s))


def test_monarchy_kills_no_unit_of_who_has_none() -> None:
    table = rome(techs=["monarchy"], goods={"silk": 1}, wonders=[], theirs={"cities": GERMANY, "forces": []})
    assert table.legal("use") == [] and table.why("use monarchy germany silk") == "no-target"


def test_gunpowder_destroys_a_building_or_a_medieval_wonder() -> None:
    works = {"b13": "market"}
    table = rome(techs=["gunpowder"], goods={"silk": 1, "iron": 1}, works=works, wonders=["louvre", "oracle"])
    left = table.s.pools["market-bank"]
    assert table.why("use gunpowder louvre iron silk") == ""
    assert table.why("use gunpowder d14 iron silk") == "no-target"
    table.do("use gunpowder b13 iron silk")
    assert SQUARES["b13"] not in table.s.works and table.s.pools["market-bank"] == left + 1


def test_uranium_gives_every_city_another_action() -> None:
    table = rome(techs=["atomic-theory"], villages=["village-uranium"])
    table.do("arts f3")
    assert table.why("arts f3") == "has-acted"
    table.do("use atomic-theory - village-uranium", "arts f3")
    assert table.why("arts f3") == "has-acted" and not idle_cities(table.s, 0) and not table.s.villages[0]


def test_uranium_destroys_a_city_that_is_no_capital_with_all_around_it() -> None:
    table = rome(
        "movement",
        techs=["atomic-theory"],
        villages=["village-uranium"],
        tiles={"e9": "n02:0"},
        works={"f9": "market"},
        theirs={"cities": {"c14": "capital", "f10": "city"}, "figures": {"g10": (1, 0)}},
    )
    assert table.why("use atomic-theory c14 village-uranium") == "no-target"
    table.do("use atomic-theory f10 village-uranium")
    s = table.s
    assert SQUARES["f10"] not in s.cities and not s.works and not s.figures[1] and not list(faults(s))


def test_steam_power_carries_figures_that_do_not_move_then() -> None:
    table = rome(techs=["steam-power"], goods={"silk": 1}, figures={"f2": (1, 1)})
    sea = next(args for args in table.legal("ship") if args.startswith("f2"))
    to = sea.split()[1]
    assert land(table.s)[SQUARES[to]].terrain == "water" and table.why("ship f2 f4 silk") == "out-of-reach"
    table.do(f"ship {sea}", "end")
    assert table.at(0, to) == (1, 1)
    while table.asked != "moves":
        table.do("end")
    assert not [one for one in table.legal("move") if one.startswith(to)]


def test_combustion_destroys_a_building_under_an_army_and_walls() -> None:
    figures = {"b15": (1, 0)}
    given = {"techs": ["combustion"], "figures": figures, "works": {"c15": "market"}}
    table = rome("movement", **given)
    assert table.why("wreck c15") == "no-target"
    table.do("move b15 c15 1 0", "wreck c15")
    assert SQUARES["c15"] not in table.s.works
    walled = rome(
        "movement",
        techs=["combustion"],
        figures={"b14": (1, 0)},
        theirs={"cities": {"c14": "walled-capital"}, "forces": ["infantry-2"]},
    )
    walled.do("move b14 c14 1 0")
    assert not walled.s.cities[SQUARES["c14"]].walls and walled.seat == 1


@pytest.mark.parametrize(("tech", "act"), [("animal-husbandry", " 1 1"), ("biology", "")])
def test_wounds_are_removed_once_a_battle(tech: str, act: str) -> None:
    table = rome(
        "movement",
        techs=[tech],
        forces=["infantry-3", "artillery-1"],
        figures={"c13": (1, 0)},
        theirs={"cities": {"c14": "walled-capital"}, "forces": ["artillery-2", "artillery-1"]},
    )
    table.do("move c13 c14 1 0")
    assert table.why(f"heal {tech}{act}") == "no-wounds"
    table.do("front infantry-3", "strike artillery-2 1")
    assert table.s.battle is not None and table.s.battle.fronts[0].wounds[0] == 2
    assert table.why(f"heal {tech} 1 1 1") in ("no-wounds", "bad-arguments")
    table.do(f"heal {tech}{act}")
    assert table.s.battle is not None and table.s.battle.fronts[0].wounds[0] == 0
    assert table.why(f"heal {tech}{act}") == "used-already"
    table.do("front artillery-1", "front artillery-1")
    assert table.s.battle is None


def test_a_game_in_which_nobody_acts_is_over_and_who_is_furthest_wins() -> None:
    table = play(power("rome", level=1), power("germany", level=2), options={"idle-turns": "end"})
    local = table.local
    while not local.over:
        decision = local.decision
        assert decision is not None and decision.idle and table.s.round <= QUIET + 1
        acts = tuple(Act(seat, decision.idle) for seat in decision.seats)
        local.apply(Acts(acts) if decision.sealed else acts[0])
        local.answer_needs()
    assert (table.s.ending, table.s.winner, table.s.round) == ("quiet", 1, QUIET + 1)


def test_one_act_keeps_the_game_going() -> None:
    table = play(power("rome"), power("germany"), phase="cities", round=QUIET)
    table.do("arts " + table.legal("arts")[0])
    assert table.s.stirred == QUIET
