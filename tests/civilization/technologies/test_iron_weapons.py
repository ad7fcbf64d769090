"""Iron in battles: wounds of Mathematics and Ballistics, the attack of Metalworking."""

from __future__ import annotations

import pytest

from tests.civilization.technologies.iron import war
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.contract import Line
from tta_p2p.i18n import Words
from tta_p2p.ui.texts import Texts

from ..invariants import faults
from ..play import Table, play, power


def fronts(table: Table) -> list[tuple[tuple[str, str], tuple[int, int]]]:
    """The fronts of the battle: units and wounds."""
    assert table.s.battle is not None
    return [(front.units, front.wounds) for front in table.s.battle.fronts]


@pytest.mark.parametrize(("tech", "most"), [("mathematics", 3), ("ballistics", 6)])
def test_wounds_are_spread_as_far_as_they_kill(tech: str, most: int) -> None:
    table = war(["mounted-1"] * 2, ["mounted-3", "infantry-3"], techs=[tech], goods={"iron": 2})
    table.do("front mounted-3", "front mounted-1", "done", "front infantry-3")
    acts = table.legal("wound")
    ways = [one.partition(" iron ")[2] for one in acts]
    every = {" ".join("1" * one + "3" * other) for one in range(4) for other in range(4) if 0 < one + other <= most}
    assert set(ways) == every and len(ways) == len(every)
    assert [len(one.split()) for one in ways] == sorted((len(one.split()) for one in every), reverse=True)
    assert table.why(f"wound {tech} iron 1 1") == "" and table.why(f"wound {tech} iron") == "other-wounds"
    assert table.why(f"wound {tech} iron 1 1 1 1") == "other-wounds"
    assert table.why(f"wound {tech} iron 1 1 2") == "other-wounds"  # there stands one of its own
    assert table.why(f"wound {tech} silk " + acts[0].partition(" iron ")[2]) in ("none-left", "other-payment")


def test_who_is_killed_by_wounds_falls_and_its_front_goes_with_it() -> None:
    table = war(["mounted-1"] * 2, ["mounted-3", "infantry-3"], techs=["mathematics"], goods={"iron": 2})
    table.do("front mounted-3")
    assert table.seat == 1
    table.do("wound mathematics iron 1 1 1")
    assert fronts(table) == [] and table.seat == 1 and table.asked == "blow"
    assert table.s.battle is not None and table.s.battle.dead == ((), ("mounted-3",))
    assert table.s.goods[1]["iron"] == 1 and not list(faults(table.s))
    table.do("front mounted-1", "front infantry-3")
    assert table.why("wound mathematics iron 2 2 2") == "used-already"


def test_less_than_death_stays_as_wounds_and_a_hut_pays() -> None:
    table = war(["mounted-1"] * 2, ["mounted-3", "infantry-3"], techs=["mathematics"], huts=["hut-iron", "hut-wheat"])
    table.do("front mounted-3", "front mounted-1", "done", "front infantry-3")
    table.do("wound mathematics hut-iron 1 1 3")
    assert [wounds for _, wounds in fronts(table)] == [(0, 2), (0, 0), (0, 1)]
    assert len(table.s.huts[1]) == 1 and not list(faults(table.s))
    table.do("strike mounted-1 1")
    assert table.force(0) == ["infantry-3"]  # 2 wounds and the 1 of this attack have killed mounted-3


def test_there_is_nothing_to_wound_before_the_enemy_stands() -> None:
    table = war(["mounted-1"], ["mounted-3"], techs=["mathematics"], goods={"iron": 1})
    table.do("front mounted-3")
    assert table.legal("wound")
    table.do("wound mathematics iron 1 1 1")
    assert table.legal("wound") == [] and table.why("wound mathematics iron 1") == "used-already"


def test_metalworking_wounds_three_more_and_saves_nobody() -> None:
    """A 1 kills a 3 with it, and dies of it all the same."""
    table = war(["mounted-1"] * 2, ["mounted-3", "infantry-3"], techs=["metalworking"], goods={"iron": 2})
    table.do("front mounted-3", "smite mounted-1 1 iron")
    battle = table.s.battle
    assert battle is not None and battle.dead == (("mounted-1",), ("mounted-3",)) and battle.fronts == ()
    table.do("front infantry-3")
    assert table.why("smite mounted-1 1 iron") == "used-already" and table.legal("smite") == []
    assert not list(faults(table.s))


def test_a_unit_that_is_killed_first_wounds_nobody_with_metalworking() -> None:
    """Infantry strikes first, and kills it."""
    table = war(["mounted-2"], ["infantry-3"], techs=["metalworking"], goods={"iron": 1})
    table.do("front infantry-3", "smite mounted-2 1 iron")
    assert table.s.battle is None and table.force(0) == ["infantry-3"]


def test_without_the_technology_or_iron_nothing_is_offered() -> None:
    for given in ({"techs": ["metalworking", "mathematics"]}, {"goods": {"iron": 2}}):
        table = war(["mounted-2"], ["infantry-3"], **given)
        table.do("front infantry-3")
        assert table.legal("smite") == table.legal("wound") == []
    table = war(["mounted-2"], ["infantry-3"], goods={"iron": 1})
    table.do("front infantry-3")
    assert table.why("smite mounted-2 1 iron") == table.why("wound ballistics iron 1 1 1") == "unknown-tech"


WATCHER = {"techs": ["mass-media"], "huts": ["hut-spy"]}


def test_mass_media_cancels_wounds() -> None:
    table = war(["mounted-1"], ["mounted-3"], techs=["mathematics"], goods={"iron": 1}, rival=WATCHER)
    table.do("front mounted-3", "wound mathematics iron 1 1 1")
    assert (table.asked, table.seat) == ("answer-ability", 0)
    table.do("answer mass-media hut-spy")
    assert fronts(table) == [(("", "mounted-3"), (0, 0))] and table.s.goods[1]["iron"] == 0
    assert (table.asked, table.seat) == ("blow", 1) and not list(faults(table.s))


@pytest.mark.parametrize("answered", [True, False])
def test_a_unit_attacks_without_metalworking_where_that_is_cancelled(answered: bool) -> None:
    table = war(["mounted-2"], ["mounted-3"], techs=["metalworking"], goods={"iron": 1}, rival=WATCHER)
    table.do("front mounted-3", "smite mounted-2 1 iron")
    assert (table.asked, table.seat) == ("answer-ability", 0) and not list(faults(table.s))
    table.do("answer mass-media hut-spy" if answered else "pass")
    assert table.force(0) == (["mounted-3"] if answered else []) and table.force(1) == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Deal 3 wounds on fronts 1 (2), 2 (1) with Mathematics, paying iron (from a hut)"),
        ("zh-Hans", "用数学造成3点伤害，战线1 (2), 2 (1)，支付铁（来自茅屋）"),
    ],
)
def test_wounds_are_said_front_by_front(language: str, said: str) -> None:
    act = play(power("rome"), power("germany", huts=["hut-iron"])).act("wound mathematics hut-iron 1 1 2", 1)
    label = GAME.label(GAME.start({}, 2).state, act)
    assert isinstance(label, Line) and Texts(GAME, Words(language), ("Ann", "Bob"), 0).label(label) == said
