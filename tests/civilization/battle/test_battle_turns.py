"""Battle turns have two halves: own abilities, one unit, own abilities (rulebook 1161); "up to" is up to."""

from __future__ import annotations

import pytest

from tests.civilization.players.departures import gone
from tests.civilization.players.departures import war as against_germany
from tests.table.due_orders import due, skip
from tta_p2p.games.civilization.game import GAME
from tta_p2p.table.orders import Orders

from ..invariants import faults
from ..play import Table, play, power


def war(own: list[str], theirs: list[str], rival: dict[str, object] | None = None, **given: object) -> Table:
    """Germany, seat 1, attacks Rome on f2 from g2; it knows what is given. Rome plays first."""
    return play(
        power("rome", cities={"f3": "capital"}, forces=theirs, figures={"f2": (1, 0)}, **(rival or {})),  # type: ignore[arg-type]
        power("germany", cities={"b14": "capital"}, forces=own, figures={"g2": (1, 0)}, **given),
        phase="movement",
        current=1,
        first=1,
    ).do("move g2 f2 1 0")


def fronts(table: Table) -> list[tuple[tuple[str, str], tuple[int, int]]]:
    """The fronts of the battle: units and wounds."""
    assert table.s.battle is not None
    return [(front.units, front.wounds) for front in table.s.battle.fronts]


@pytest.mark.parametrize(("tech", "act"), [("biology", ""), ("animal-husbandry", " 1 1")])
def test_wounds_of_an_attack_are_healed_before_the_enemy_strikes_again(tech: str, act: str) -> None:
    """Without that infantry-1 would kill it; with it the mounted unit lives, and turns the battle."""
    table = war(["mounted-3"], ["mounted-2", "infantry-1"], techs=[tech])
    table.do("front mounted-2", "strike mounted-3 1")
    assert fronts(table) == [(("mounted-3", ""), (2, 0))]
    assert (table.asked, table.seat) == ("tend", 1) and not list(faults(table.s))
    table.do(f"heal {tech}{act}")
    assert fronts(table) == [(("mounted-3", ""), (0, 0))] and (table.asked, table.seat) == ("blow", 0)
    table.do("strike infantry-1 1")
    assert table.at(1, "f2") == (1, 0) and table.force(1) == ["mounted-3"]


@pytest.mark.parametrize(("tech", "wounds"), [("mathematics", "1 1"), ("ballistics", "1 1")])
def test_iron_finishes_what_an_attack_has_wounded(tech: str, wounds: str) -> None:
    table = war(["mounted-1"], ["mounted-3", "infantry-3"], techs=[tech], goods={"iron": 1})
    table.do("front mounted-3")
    assert table.asked == "blow" and table.legal("wound")
    table.do("strike mounted-1 1")
    assert fronts(table) == [(("", "mounted-3"), (0, 1))] and (table.asked, table.seat) == ("tend", 1)
    table.do(f"wound {tech} iron {wounds}")
    assert fronts(table) == [] and (table.asked, table.seat) == ("blow", 0) and table.s.goods[1]["iron"] == 0


def test_iron_is_for_a_unit_that_opens_a_front_too_and_after_the_last_one() -> None:
    """Both hands are empty, and the battle is turned all the same."""
    table = war(["mounted-1"], ["mounted-3"], techs=["mathematics"], goods={"iron": 1})
    table.do("front mounted-3", "front mounted-1")
    assert (table.asked, table.seat) == ("tend", 1)
    table.do("wound mathematics iron 1 1 1")
    assert table.s.battle is None and table.at(1, "f2") == (1, 0) and table.s.dead["mounted"] == ("mounted-3",)


def test_one_ability_after_the_other_in_one_half() -> None:
    given = {"techs": ["mathematics", "ballistics", "biology"], "goods": {"iron": 2}}
    table = war(["mounted-2"], ["infantry-3", "infantry-3", "infantry-3"], **given)
    table.do("front infantry-3", "front mounted-2", "wound mathematics iron 1")
    assert (table.asked, table.seat) == ("tend", 1) and fronts(table)[0] == (("", "infantry-3"), (0, 1))
    table.do("wound ballistics iron 1")
    assert fronts(table)[0] == (("", "infantry-3"), (0, 2)) and (table.asked, table.seat) == ("blow", 0)
    assert table.s.goods[1]["iron"] == 0


def test_who_leaves_it_at_that_is_asked_again_after_the_next_unit() -> None:
    table = war(["mounted-3", "mounted-3"], ["mounted-2", "mounted-2"], techs=["biology"])
    table.do("front mounted-2", "strike mounted-3 1", "done", "front mounted-2")
    assert (table.asked, table.seat) == ("blow", 1)
    table.do("strike mounted-3 2")
    assert table.s.battle is None  # nobody has a unit left: all wounds go, and nobody is asked


def test_nobody_is_asked_for_what_comes_again_at_once() -> None:
    """The enemy has no unit left: before the own next unit is the same as after this one."""
    table = war(["mounted-3", "mounted-1"], ["mounted-2"], techs=["biology"])
    table.do("front mounted-2", "strike mounted-3 1")
    assert (table.asked, table.seat) == ("blow", 1) and table.legal("heal") == ["biology"]


def test_nobody_is_asked_who_could_not_pay_as_all_can_see() -> None:
    """A hut could be iron, whatever it is; wheat of the market is none."""
    table = war(["mounted-1"], ["mounted-3", "mounted-3"], techs=["mathematics"], goods={"wheat": 1})
    assert table.do("front mounted-3", "front mounted-1").asked == "blow"
    table = war(["mounted-1"], ["mounted-3", "mounted-3"], techs=["mathematics"], huts=["hut-wheat"])
    table.do("front mounted-3", "front mounted-1")
    assert table.asked == "tend" and table.legal("wound") == [] and table.do("done").seat == 0


def test_what_is_used_after_a_unit_is_answered_like_anything_else() -> None:
    rival = {"techs": ["mass-media"], "huts": ["hut-spy"]}
    table = war(["mounted-1"], ["mounted-3"], rival, techs=["mathematics"], goods={"iron": 1})
    table.do("front mounted-3", "front mounted-1", "wound mathematics iron 1 1 1")
    assert (table.asked, table.seat) == ("answer-ability", 0)
    table.do("answer mass-media hut-spy")
    assert table.s.battle is None and table.force(0) == ["mounted-3"] and table.at(1, "f2") == (0, 0)


def test_fewer_wounds_than_there_are_may_be_healed() -> None:
    table = war(["mounted-3"], ["mounted-2", "infantry-1"], techs=["animal-husbandry"])
    table.do("front mounted-2", "strike mounted-3 1")
    assert table.legal("heal") == ["animal-husbandry 1 1", "animal-husbandry 1"]
    table.do("heal animal-husbandry 1")
    assert fronts(table) == [(("mounted-3", ""), (1, 0))]


@pytest.mark.parametrize("leaver", [0, 1])
def test_who_leaves_in_a_second_half_breaks_the_battle_off(leaver: int) -> None:
    table = against_germany({"techs": ["mathematics"], "goods": {"iron": 1}})
    table.do("front infantry-2", "strike mounted-2 1")
    assert (table.asked, table.seat) == ("tend", 0)
    gone(table, leaver)
    assert table.s.battle is None and table.asked == "moves"


def test_a_standing_answer_is_given_in_second_halves() -> None:
    table = war(["mounted-3"], ["mounted-2", "infantry-1"], techs=["biology"])
    table.do("front mounted-2", "strike mounted-3 1")
    orders = Orders(GAME)
    orders.add(1, skip("tend"), table.s)
    act = due(orders, table.local, 1)
    assert act is not None and act.verb == "done"
    table.local.act(act)
    assert (table.asked, table.seat) == ("blow", 0)
