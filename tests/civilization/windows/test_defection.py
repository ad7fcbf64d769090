"""Defection and its like in the middle of a move: who is asked, what dies, and what becomes of the move."""

from __future__ import annotations

import pytest

from tests.civilization.windows.responses import SPY, go, moving, rome
from tta_p2p.games.civilization.map.squares import SQUARES

from ..invariants import faults

CARDS = ("defection", "mass-defection", "wholesale-defection")


def test_some_of_a_group_die_and_who_is_left_is_asked_how_it_goes_on() -> None:
    table = moving()
    to = go(table, 2, 1)
    assert (table.asked, table.seat) == ("answer-move", 1) and table.at(0, "f4") == (2, 1)
    table.do("interrupt wholesale-defection f4 1 1")
    assert table.at(0, "f4") == (1, 0) and (table.asked, table.seat) == ("on-the-way", 0)
    assert table.s.spent[3] == ("wholesale-defection",) and not list(faults(table.s))
    table.do(f"go {to}")
    assert table.at(0, "f4") == (0, 0) and table.at(0, to) == (1, 0)


def test_where_all_of_a_group_die_nobody_moves_and_who_stayed_can_still_move() -> None:
    table = moving()
    to = go(table, 1, 0)
    table.do("interrupt wholesale-defection f4 1 0")
    assert table.at(0, "f4") == (1, 1) and table.at(0, to) == (0, 0) and table.asked == "moves"
    assert [one for one in table.legal("move") if one.endswith(" 1 1")] and not list(faults(table.s))


def test_a_group_that_goes_on_after_a_discovery_can_be_met_there() -> None:
    table = moving()
    table.do("discover f4 f5 2 0", "pass", "go e4", "interrupt wholesale-defection e4 1 0")
    assert table.at(0, "e4") == (1, 0) and table.at(0, "f4") == (0, 1)
    assert table.s.moved.get(SQUARES["f4"], (0, 0))[0] == 0 and not list(faults(table.s))
    table = moving()
    table.do("discover f4 f5 2 0", "pass", "go e4", "interrupt wholesale-defection f4 2 0")
    assert table.at(0, "f4") == (0, 1) and table.asked == "moves", "nobody is left who could go on"
    assert [one for one in table.legal("move") if one.startswith("f4")] and not list(faults(table.s))


@pytest.mark.parametrize(("name", "near"), [(name, near) for name in CARDS for near in (True, False)])
def test_who_could_hold_a_card_that_reaches_the_group_is_asked(name: str, near: bool) -> None:
    table = moving(name, figures={"h3": (0, 1)} if near else {})
    go(table, 1, 0)
    reaches = near or name == "wholesale-defection"
    assert (table.asked == "answer-move") is reaches
    if reaches:
        assert table.legal("interrupt"), "one who holds it may use it"


def test_whoever_could_hold_it_is_asked_whether_or_not_it_does() -> None:
    table = moving("disaster")
    go(table, 1, 0)
    assert table.asked == "answer-move" and table.legal("interrupt") == []
    assert moving("drought").do("move f4 e4 1 0").asked != "answer-move", "no card of that back reaches so far"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("interrupt wholesale-defection f4 3 0", "not-of-group"),
        ("interrupt wholesale-defection f4 0 0", "not-of-group"),
        ("interrupt wholesale-defection f4 1 1", ""),
        ("interrupt wholesale-defection f4 2 0", ""),
        ("interrupt wholesale-defection g2 1 0", "no-such-target"),
        ("interrupt disaster f4 1 0", "not-now"),
    ],
)
def test_only_figures_that_are_there_die_and_not_more_than_the_card_says(line: str, why: str) -> None:
    table = moving(events=["wholesale-defection", "disaster"])
    go(table, 1, 1)
    assert table.why(line) == why


def test_out_of_its_reach_a_card_kills_nobody() -> None:
    table = rome("movement", figures={"f4": (1, 0)}, theirs={"events": ["wholesale-defection", "defection"]})
    go(table, 1, 0)
    assert table.why("interrupt defection f4 1 0") == "out-of-event-reach"


def test_such_a_card_is_cancelled_like_any_event_and_the_group_goes_its_way() -> None:
    table = rome(
        "movement", figures={"f4": (2, 0)}, events=["jousting-tourney"], theirs={"events": ["wholesale-defection"]}
    )
    to = go(table, 2, 0)
    table.do("interrupt wholesale-defection f4 2 0")
    assert (table.asked, table.seat) == ("answer-event", 0)
    table.do("counter jousting-tourney")
    assert table.at(0, to) == (2, 0) and not list(faults(table.s))


def test_a_spy_of_communism_holds_who_is_left() -> None:
    table = moving(techs=["communism"], events=["wholesale-defection"], **SPY)
    to = go(table, 2, 0)
    assert table.legal("lock") and table.legal("interrupt")
    table.do("lock f4 hut-spy")
    assert table.at(0, "f4") == (2, 1) and table.at(0, to) == (0, 0)


@pytest.mark.parametrize(("name", "most"), [("defection", 1), ("mass-defection", 2), ("wholesale-defection", 2)])
def test_no_more_are_killed_than_the_card_says_of_those_that_are_there(name: str, most: int) -> None:
    table = moving(name, figures={"h3": (0, 1)})
    go(table, 1, 1)
    for armies, scouts in ((3, 0), (2, 1), (0, 2), (0, 0), (2, 0), (1, 1), (1, 0), (0, 1)):
        fits = 0 <= armies <= 2 and 0 <= scouts <= 1 and 0 < armies + scouts <= most
        line = f"interrupt {name} f4 {armies} {scouts}"
        assert table.why(line) == ("" if fits else "not-of-group"), line
        assert (f"f4 {armies} {scouts}" in {one.partition(" ")[2] for one in table.legal("interrupt")}) == fits, line
