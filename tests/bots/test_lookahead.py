"""Bots that look ahead: ways to go on are played further in imagined worlds, and compared."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import msgspec
import pytest

from tests.bots.positions import beginnings, position
from tests.bots.table import SMALL, begin, bots, play, seen
from tta_p2p.bots.base import Situation
from tta_p2p.bots.determinization import Determinization
from tta_p2p.bots.levels import make_bot
from tta_p2p.bots.through_the_ages import lookahead
from tta_p2p.bots.through_the_ages.act_evaluator import easy_evaluator
from tta_p2p.bots.through_the_ages.lookahead import (
    ADVICE_WORLDS,
    HARD,
    HOPELESS,
    STANDARD,
    Comparison,
    Heat,
    LookaheadPlanner,
    SearchBudget,
)
from tta_p2p.bots.through_the_ages.outlook import CULTURE_POINT
from tta_p2p.bots.through_the_ages.turn_search import TurnPlanner, TurnSearch, turn_purposes
from tta_p2p.bots.through_the_ages.weights import NORMAL
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act
from tta_p2p.games.through_the_ages.game import GAME


@pytest.fixture(scope="module")
def turns() -> list[Situation]:
    return beginnings(every=5)


def compared(situation: Situation, ways: list[tuple[Act, ...]], worlds: int, to_end: bool = False) -> Comparison:
    """Ways played further in so many worlds."""
    comparison = Comparison(situation, ways, SMALL, NORMAL, Chance(1), to_end)
    comparison.run(range(len(ways)), worlds)
    return comparison


def test_it_sees_that_doing_something_leads_further_than_ending_the_turn(turns: list[Situation]) -> None:
    for situation in turns[::2]:
        plan = tuple(act for _, act in TurnSearch(situation, easy_evaluator(situation, NORMAL)).best_turn())
        ways = [(Act(situation.seat, "end"),), plan] if len(plan) > 2 else []
        if ways and situation.state.age < 3:
            comparison = compared(situation, ways, 3)
            assert comparison.mean(1) > comparison.mean(0)
            assert LookaheadPlanner(Chance(1), replace(SMALL, heats=(Heat(2, 3),))).best_way(situation, ways) == 1


def test_the_ways_it_compares_are_the_best_turns_with_different_ends(turns: list[Situation]) -> None:
    for situation in turns:
        judge = easy_evaluator(situation, NORMAL)
        search = TurnSearch(situation, judge)
        best, ends = search.best_turn(), search.best_ends(3)
        assert ends[0] == best
        assert all(judge.is_stop(end[-1][1]) for end in ends)
        worths = [judge.evaluate(end[-1][0]).permanent for end in ends]
        assert worths == sorted(worths, reverse=True)
        assert len({tuple(act for _, act in end) for end in ends}) == len(ends)


def test_hard_compares_turns_that_differ_in_what_they_are_for(turns: list[Situation]) -> None:
    nearer = further = 0
    for situation in turns:
        search = TurnSearch(situation, easy_evaluator(situation, NORMAL))
        best = search.best_turn()
        near, far = (
            [turn_purposes(act for _, act in end) for end in search.best_ends(4, apart)] for apart in (0, HARD.apart)
        )
        assert far[0] == turn_purposes(act for _, act in best) and len(far) == len(near)
        nearer, further = nearer + least_distance(near), further + least_distance(far)
    assert further >= HARD.apart * len(turns) * 3 // 4 > nearer


@pytest.mark.parametrize("budget", [STANDARD, HARD])
def test_where_more_seats_reply_fewer_turns_are_compared(budget: SearchBudget) -> None:
    assert budget.for_seats(2) == budget.heats
    tables = [budget.for_seats(seats) for seats in (2, 3, 4)]
    assert [[heat.worlds for heat in heats] for heats in tables] == [[heat.worlds for heat in budget.heats]] * 3
    first = [heats[0].ways for heats in tables]
    assert first == sorted(first, reverse=True) and first[0] >= 2 * first[2] and tables[2][-1].ways >= 2


def least_distance(purposes: list[Counter[tuple[object, ...]]]) -> int:
    return min(((one - two).total() + (two - one).total() for one, two in combinations(purposes, 2)), default=0)


@pytest.mark.parametrize("far", [HOPELESS, 50])
def test_the_better_ways_of_a_heat_run_in_more_worlds(
    far: int, turns: list[Situation], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that stay behind by far run no further at all."""
    races = list[Comparison]()
    make = LookaheadPlanner._compare

    def noted(planner: LookaheadPlanner, situation: Situation, ways: Any) -> Comparison | None:
        found = make(planner, situation, ways)
        if found is not None:
            races.append(found)
        return found

    monkeypatch.setattr(LookaheadPlanner, "_compare", noted)
    monkeypatch.setattr(lookahead, "HOPELESS", far)
    budget, narrowed = replace(SMALL, heats=(Heat(4, 1), Heat(2, 2))), 0
    for situation in turns[2:-2]:
        search = TurnSearch(situation, easy_evaluator(situation, NORMAL), 4)
        search.best_turn()
        ways = [tuple(act for _, act in end) for end in search.best_ends(4)]
        chosen = LookaheadPlanner(Chance(2), budget).best_way(situation, ways)
        race, numbers = races.pop(), range(len(ways))
        worlds = [len(race.values(number)) for number in numbers]
        first = [race.values(number)[0] for number in numbers]
        ranked = sorted(numbers, key=lambda one: (-first[one], one))
        assert sorted(worlds, reverse=True)[2:] == [1] * (len(ways) - 2) and chosen in ranked[:2]
        assert worlds[ranked[0]] == (3 if first[ranked[0]] - first[ranked[1]] <= far else 1)
        assert chosen == max(ranked[:2], key=lambda one: (race.mean(one), -one))
        narrowed += max(worlds) == 3
    assert narrowed > 2 if far == HOPELESS else narrowed < len(turns) - 4


def test_near_the_end_it_plays_to_the_end_and_the_lead_counts(turns: list[Situation]) -> None:
    situation = turns[-1]
    ways = [(Act(situation.seat, "end"),)]
    found = compared(situation, ways, 2, to_end=True).values(0)
    assert all(value % CULTURE_POINT == 0 for value in found)
    assert any(value % CULTURE_POINT for value in compared(turns[0], ways, 2).values(0)), "prices are no whole points"
    rest = LookaheadPlanner(Chance(3), replace(SMALL, endgame=40))._compare(situation, ways)
    assert rest is not None and rest.to_end
    assert not getattr(LookaheadPlanner(Chance(3), replace(SMALL, endgame=1))._compare(turns[0], ways), "to_end", True)


def test_the_same_seed_makes_the_same_choice_and_leaves_everything_as_it_was(turns: list[Situation]) -> None:
    for situation in turns[:3]:
        before, knows = GAME.encode(situation.state), msgspec.msgpack.encode(situation.knowledge)
        assert make_bot("hard", 5).choose(situation) == make_bot("hard", 5).choose(situation)
        first, again = (LookaheadPlanner(Chance(5), SMALL).proposals(situation, 2) for _ in range(2))
        assert first == again  # to the hundredth of a point, in the same worlds
        assert (GAME.encode(situation.state), msgspec.msgpack.encode(situation.knowledge)) == (before, knows)


def test_it_advises_turns_by_what_they_lead_to_a_round_later(turns: list[Situation]) -> None:
    for situation in turns[::2]:
        planner = LookaheadPlanner(Chance(7), SMALL)
        found = planner.proposals(situation, 3)
        worths = [one.value or 0 for one in found]
        assert len({one.acts[0] for one in found}) == len(found) > 1 and worths == sorted(worths, reverse=True)
        near = TurnPlanner(Chance(7), SMALL.width).proposals(situation, 3)
        if situation.state.age < 3:
            budget = replace(SMALL, heats=(Heat(3, ADVICE_WORLDS),))
            best = LookaheadPlanner(Chance(7), budget).best_way(situation, [one.acts for one in near])
            assert found[0].acts == near[best].acts and found[0].reasons == near[best].reasons


@pytest.mark.parametrize(("stored", "verb"), [({}, "declare"), ({"resource": 16, "unused": 4}, "pass")])
def test_wars_on_whoever_is_weaker_are_looked_ahead_and_declared_where_they_pay(
    stored: dict[str, int], verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The war that a rule of thumb forbids, since the rival could arm, is tried too."""
    table = position(
        {"hand": ["war-over-culture"], "workers": {"riflemen": 2}, "government": "monarchy"},
        {"workers": {"swordsmen": 1}, "culture": 50, **stored},
        age="III",
    )
    tried = list[str]()
    make = LookaheadPlanner._compare

    def noted(planner: LookaheadPlanner, situation: Situation, ways: Any) -> Comparison | None:
        tried.extend(way[0].verb for way in ways)
        return make(planner, situation, ways)

    monkeypatch.setattr(LookaheadPlanner, "_compare", noted)
    act = LookaheadPlanner(Chance(4), replace(SMALL, politics=2, heats=(Heat(3, 2),))).choose(seen(table, 0))
    assert {"declare", "pass"} <= set(tried) and act.verb == verb


def test_a_whole_game_is_played_by_it() -> None:
    table = begin(GAME, 2, {"variant": "short"}, 52)
    hard = LookaheadPlanner(Chance(6), SMALL)
    assert play(table, [hard, *bots(["random"])]).over


def test_a_world_goes_on_as_dealt_and_each_hand_is_known_to_its_owner_alone() -> None:
    table = begin(GAME, 2, seed=53)
    while table.state.round < 4:
        assert table.decision is not None
        (seat,) = table.decision.seats
        table.act(make_bot("easy", len(table.facts)).choose(seen(table, seat)))
    seat = table.decision.seats[0] if table.decision is not None else 0
    faces = GAME.resample(table.view(seat), Chance(3))
    world = Determinization(GAME, table.state, 2, faces, Chance(4), seat, table.dealer.knowledge_of(seat))
    own, other = (table.state.players[one].military_hand for one in (seat, 1 - seat))
    assert own and other
    assert {handle: world.knowledge(seat).faces[handle] for handle in own} == {
        handle: table.dealer.faces[handle] for handle in own
    }
    assert set(world.knowledge(1 - seat).faces) == {*other}
    assert not {*other} & {*world.knowledge(seat).faces}
    assert world.legal(seat) == table.legal(seat)
    for _ in range(20):
        decision = GAME.decision(world.state)
        assert decision is not None and not GAME.needs(world.state)
        who = decision.seats[0]
        world.act(next(option.act for option in world.legal(who) if option.act.verb != "resign"))
