"""Who leaves a game of three takes its civilization off the map; whatever hung on it comes to nothing."""

from __future__ import annotations

import pytest

from tests.civilization.players.departures import beside, gone, three, war
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.map.board import capital_of
from tta_p2p.games.civilization.map.squares import name_of
from tta_p2p.games.contract import Act, Left
from tta_p2p.games.local import LocalGame

from ..invariants import faults


def test_cities_figures_and_goods_are_off_the_map_and_the_others_play_on() -> None:
    table = three("start", {"goods": {"iron": 1, "silk": 1}, "figures": {beside(1): (1, 1)}}, rome={})
    built = capital_of(table.s, 1)
    market = dict(table.s.market)
    gone(table, 1)
    assert built not in table.s.cities and not table.s.figures[1] and not table.s.forces[1]
    assert table.s.market == {**market, "iron": market["iron"] + 1, "silk": market["silk"] + 1}
    assert not table.s.over and (table.asked, table.seat) == ("start", 0)
    table.do("end")
    assert (table.asked, table.seat) == ("start", 2), "the next one who is still there"


def test_when_the_second_of_three_leaves_the_last_one_is_alone() -> None:
    table = gone(three("start", rome={}), 1)
    table.local.apply(Left(2, "gone"))
    assert table.s.over and table.s.ending == "alone"


def test_the_attackers_come_where_the_defender_was_and_their_units_go_home() -> None:
    table = war()
    target = name_of(table.s.battle.square) if table.s.battle else ""
    table.do("front infantry-2", "strike mounted-2 1")
    gone(table, 1)
    assert table.s.battle is None and table.at(0, target) == (2, 0) and table.asked == "moves"
    living = {*table.force(0)}
    assert living <= {"infantry-1", "mounted-2", "artillery-2"} and {"infantry-1", "artillery-2"} <= living
    lying = sorted(face for faces in table.s.dead.values() for face in faces)
    assert "infantry-2" in lying, "what lay open of the one who has gone lies under its deck"


def test_a_blow_paid_with_a_gift_from_afar_is_struck_before_the_coin_is_given() -> None:
    gift = "a-gift-from-afar"
    table = war({"techs": ["metalworking"], "events": [gift]})
    table.do("front infantry-2", f"smite mounted-2 1 {gift}")
    assert (table.asked, table.seat) == ("grant", 0) and table.s.battle and len(table.s.battle.fronts) == 1
    table.do("grant egypt")
    assert table.s.tokens[2] == {"sheet": 1} and (table.asked, table.seat) == ("blow", 1)
    while table.asked == "blow":
        table.local.act(table.local.legal(table.seat)[0].act)
        table.local.answer_needs()
    assert table.s.battle is None and not list(faults(table.s))


def test_the_defender_stays_where_it_is_when_the_attacker_leaves() -> None:
    table = war()
    target = name_of(table.s.battle.square) if table.s.battle else ""
    table.do("front infantry-2", "strike mounted-2 1")
    gone(table, 0)
    assert table.s.battle is None and table.at(1, target) == (1, 0) and table.at(0, target) == (0, 0)
    assert {"mounted-1", "artillery-1"} <= {*table.force(1)} and (table.asked, table.seat) == ("moves", 1)


@pytest.mark.parametrize("leaves", [0, 2])
def test_an_answer_goes_with_what_it_answers_and_with_who_gave_it(leaves: int) -> None:
    """Germany has cancelled what Rome does with an event, and Egypt could cancel that."""
    events = {"events": ["jousting-tourney"]}
    table = three("start", events, events, rome={"events": ["the-citizens-are-revolting"]})
    table.do("event the-citizens-are-revolting germany")
    assert (table.asked, table.seat) == ("answer-event", 1)
    table.do("counter jousting-tourney")
    assert (table.asked, table.seat) == ("answer-event", 2)
    gone(table, leaves)
    while table.asked.startswith("answer"):
        table.do("pass")
    assert table.s.governments[1] != "anarchy", "cancelled by Germany, or never said by Rome"
    assert (table.asked, table.seat) == ("start", 1 if leaves == 0 else 0)


def test_what_somebody_has_declared_who_leaves_does_not_happen() -> None:
    table = three("start", {"events": ["jousting-tourney"]}, rome={"events": ["the-citizens-are-revolting"]})
    table.do("event the-citizens-are-revolting germany")
    assert (table.asked, table.seat) == ("answer-event", 1)
    gone(table, 0)
    assert table.s.governments[1] != "anarchy" and (table.asked, table.seat) == ("start", 1)


def test_an_answer_of_who_leaves_is_taken_back_and_the_next_one_is_asked() -> None:
    events = {"events": ["jousting-tourney"]}
    table = three("start", events, events, rome={"events": ["the-citizens-are-revolting"]})
    table.do("event the-citizens-are-revolting egypt", "counter jousting-tourney")
    assert (table.asked, table.seat) == ("answer-event", 2)
    gone(table, 1)
    assert (table.asked, table.seat) == ("answer-event", 2), "about what Rome has declared"
    table.do("pass")
    assert table.s.governments[2] == "anarchy" and (table.asked, table.seat) == ("start", 0)


def test_what_was_aimed_at_who_leaves_comes_to_nothing() -> None:
    events = {"events": ["jousting-tourney"]}
    table = three("start", {}, events, rome={"events": ["the-citizens-are-revolting"]})
    table.do("event the-citizens-are-revolting germany")
    assert (table.asked, table.seat) == ("answer-event", 2)
    gone(table, 1)
    table.do("pass")
    assert table.s.governments[1] != "anarchy" and (table.asked, table.seat) == ("start", 0)


def test_the_barbarians_go_on_with_what_lies_open_when_their_player_leaves() -> None:
    rome = {"figures": {"g6": (2, 0)}, "forces": ["infantry-1", "mounted-2", "artillery-2"]}
    table = three("movement", rome=rome, tiles={"e5": "n12:0"}, markers={"g5": "village-iron"})
    table.do("move g6 g5 2 0")
    assert (table.asked, table.seat) == ("blow", 1) and table.s.battle is not None
    table.local.act(table.local.legal(1)[0].act)
    table.local.answer_needs()
    gone(table, 1)
    assert (table.asked, table.seat) == ("blow", 0), "Rome plays its units out"
    while table.asked == "blow":
        table.local.act(table.local.legal(0)[0].act)
        table.local.answer_needs()
    assert table.s.battle is None


def test_who_leaves_before_choosing_leaves_a_home_that_nobody_has() -> None:
    local = LocalGame(GAME, 3, {"civilizations": "chosen"}, 3)
    local.answer_needs()
    first = local.decision
    assert first is not None and first.key == "civilization"
    local.apply(Left(first.seats[0], "gone"))
    local.answer_needs()
    while local.decision is not None and local.decision.key == "civilization":
        seat = local.decision.seats[0]
        local.act(next(option.act for option in local.legal(seat) if option.act.args not in (("rome",), ("america",))))
        local.answer_needs()
    s = local.state
    assert all(s.civilizations) and len({*s.civilizations}) == 3 and not list(faults(s))
    assert local.decision is not None and local.decision.key == "capital"
    assert isinstance(local.legal(local.decision.seats[0])[0].act, Act)
