"""Walls are a building like any other (rulebook 734); terrain changes where no building or wonder stands."""

from __future__ import annotations

from typing import Any

import pytest

from tta_p2p.games.civilization.city.yields import trade_income
from tta_p2p.games.civilization.map.board import land
from tta_p2p.games.civilization.map.squares import SQUARES
from tta_p2p.games.civilization.players.holdings import has_wonder

from ..invariants import faults
from ..play import Table, play, power

CAPITALS = {"f3": "capital"}, {"b14": "walled-capital"}


def rome(phase: str, theirs: dict[str, Any] | None = None, works: dict[str, str] | None = None, **given: Any) -> Table:
    """Rome acts; Germany's capital on b14 has walls."""
    germany = power("germany", **{"cities": CAPITALS[1], **(theirs or {})})
    return play(power("rome", **{"cities": CAPITALS[0], **given}), germany, phase=phase, works=works or {})


# --- walls ---------------------------------------------------------------------------------------------------


def test_egypt_puts_up_walls_free() -> None:
    egypt = power("egypt", cities=CAPITALS[0], techs=["masonry"])
    table = play(egypt, power("germany"), phase="cities")
    assert "f3 walls f3" in table.legal("give") and table.why("give f3 walls f2") == "no-walls-here"
    table.do("give f3 walls f3")
    assert table.s.cities[SQUARES["f3"]].walls and table.legal("give") == []
    without = play(power("egypt", cities=CAPITALS[0]), power("germany"), phase="cities")
    assert without.why("give f3 walls f3") == "takes-tech"


def test_gunpowder_destroys_walls() -> None:
    table = rome("cities", techs=["gunpowder"], goods={"iron": 2})
    assert table.why("use gunpowder f3 iron iron") == "no-target"
    table.do("use gunpowder b14 iron iron")
    city = table.s.cities[SQUARES["b14"]]
    assert city.capital and not city.walls and not list(faults(table.s))
    assert ("wrecks", (0, "walls", "b14")) in [(line.key, line.args) for line in table.local.log]


@pytest.mark.parametrize(("event", "on"), [("catastrophe", "b14"), ("disaster", "b14"), ("disaster", "a14 b14")])
def test_an_event_that_destroys_a_building_destroys_walls(event: str, on: str) -> None:
    works = {"a14": "market"} if " " in on else {}
    table = rome("start", events=[event], figures={"c13": (0, 1)}, works=works)
    assert table.legal("event")
    table.do(f"event {event} {on}")
    while table.asked.startswith("answer"):
        table.do("pass")
    assert not table.s.cities[SQUARES["b14"]].walls and not table.s.works and not list(faults(table.s))


def test_what_strikes_walls_is_aimed_at_the_owner_of_the_city() -> None:
    """The United Nations refuse it."""
    theirs = {"cities": {"b14": "walled-capital"}}
    table = rome("start", theirs, events=["catastrophe"], figures={"c13": (0, 1)}, works={"a14": "united-nations"})
    assert has_wonder(table.s, 1, "united-nations")
    table.do("event catastrophe b14")
    assert (table.asked, table.seat) == ("answer-event", 1)
    table.do("refuse")
    assert table.s.cities[SQUARES["b14"]].walls


# --- terrain -------------------------------------------------------------------------------------------------


def drought(**given: Any) -> list[str]:
    """The squares on which Rome can play a drought."""
    return [one.split(" ")[1] for one in rome("start", events=["drought"], **given).legal("event")]


def test_a_drought_comes_where_a_great_person_a_hut_a_village_or_a_city_is() -> None:
    """The card excepts mountains, buildings and wonders, and nothing else."""
    bare = play(power("rome"), power("germany"), tiles={"a1": "n12:0"}, markers={}).s
    hut, village = "b4", "c1"
    assert land(bare)[SQUARES[village]].terrain == "grassland" and land(bare)[SQUARES[hut]].terrain == "desert"
    markers = {hut: "hut-silk", village: "village-iron"}
    found = drought(works={"e4": "artist"})
    assert ("e4" in found) == (land(bare)[SQUARES["e4"]].terrain not in ("mountain", "desert"))
    table = play(
        power("rome", cities=CAPITALS[0], events=["drought"]),
        power("germany", cities=CAPITALS[1]),
        tiles={"a1": "n12:0"},
        markers=markers,
    )
    on = [one.split(" ")[1] for one in table.legal("event")]
    assert {hut, village} <= {*on} and "b14" not in on, "walls are a building"
    assert ("f3" in on) == (land(table.s)[SQUARES["f3"]].terrain not in ("mountain", "desert"))
    table.do(f"event drought {village}")
    while table.asked.startswith("answer"):
        table.do("pass")
    assert land(table.s)[SQUARES[village]].terrain == "desert" and SQUARES[village] in table.s.markers
    assert not list(faults(table.s))


@pytest.mark.parametrize("work", ["market", "stonehenge"])
def test_a_drought_spares_buildings_and_wonders(work: str) -> None:
    s = play(power("rome", cities=CAPITALS[0]), power("germany")).s
    assert land(s)[SQUARES[square := "e4"]].terrain == "forest"
    assert square in drought() and square not in drought(works={square: work})
    assert square in drought(works={square: "general"})


# --- gathering -----------------------------------------------------------------------------------------------


def scouts(at: dict[str, tuple[int, int]], phase: str = "start", **given: Any) -> Table:
    """Rome with scouts outside its outskirts."""
    return rome(phase, figures=at, **given)


def test_a_scout_that_comes_does_not_gather_for_one_that_leaves() -> None:
    table = scouts({"h2": (0, 1), "g1": (0, 1)})
    table.do("gather h2 f3", "end")
    gathered = SQUARES["h2"]
    while table.asked != "moves" or table.seat:
        assert table.local.decision is not None
        table.do(table.local.decision.idle)
    assert table.s.gathers[0] == {gathered: SQUARES["f3"]}
    way = next(one for one in table.legal("move") if one.startswith("g1 h2 0 1"))
    table.do(f"move {way}")
    assert table.s.gathers[0] == {gathered: SQUARES["f3"]} and table.at(0, "h2") == (0, 2)
    table.do("move h2 " + next(one.split(" ")[1] for one in table.legal("move") if one.startswith("h2 ")) + " 0 1")
    assert table.at(0, "h2") == (0, 1) and table.s.gathers[0] == {}


def test_one_of_two_scouts_that_stood_there_goes_on_gathering() -> None:
    table = scouts({"h2": (0, 2)})
    table.do("gather h2 f3", "end")
    while table.asked != "moves" or table.seat:
        assert table.local.decision is not None
        table.do(table.local.decision.idle)
    table.do("move " + next(one for one in table.legal("move") if one.startswith("h2 ") and one.endswith(" 0 1")))
    assert table.s.gathers[0] == {SQUARES["h2"]: SQUARES["f3"]}


def test_gathering_ends_when_its_owner_says_so() -> None:
    table = scouts({"h2": (0, 1)})
    before = trade_income(table.s, 0)
    assert table.why("recall h2") == "gathers-not" and table.legal("recall") == []
    table.do("gather h2 f3")
    assert table.legal("recall") == ["h2"]
    table.do("recall h2")
    assert table.s.gathers[0] == {} and trade_income(table.s, 0) == before
    assert table.why("gather h2 f3") == "sent-already"
