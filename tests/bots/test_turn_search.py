"""Whole turns of Through the Ages, planned: better than one act after the other, carried out, and made anew."""

from __future__ import annotations

from tests.bots.positions import beginnings
from tests.bots.table import begin, seen
from tta_p2p.bots.base import Situation
from tta_p2p.bots.easy import best_act
from tta_p2p.bots.levels import make_bot
from tta_p2p.bots.through_the_ages.act_evaluator import easy_evaluator
from tta_p2p.bots.through_the_ages.turn_search import MAX_STATES, TurnPlanner, TurnSearch
from tta_p2p.bots.through_the_ages.weights import NORMAL
from tta_p2p.games.chance import Chance
from tta_p2p.games.through_the_ages.flow import decision_frame
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.phases import Actions, FirstActions


def one_by_one(situation: Situation) -> int:
    """What a turn is worth in which each act is the best one by itself, all at the prices of its beginning."""
    judge = easy_evaluator(situation, NORMAL)
    state = situation.state
    while True:
        legal = GAME.legal(state, situation.knowledge, situation.seat)
        now = Situation(GAME, state, situation.knowledge, situation.seat, legal)
        act = best_act(now, easy_evaluator(now, NORMAL), Chance(1))
        if judge.is_stop(act) and isinstance(decision_frame(state), Actions | FirstActions):
            return judge.evaluate(state).permanent
        state = GAME.apply(state, act).state


def test_a_planned_turn_is_better_than_one_of_single_acts() -> None:
    better = worse = gained = 0
    for situation in beginnings():
        judge = easy_evaluator(situation, NORMAL)
        plan = TurnSearch(situation, judge).best_turn()
        state, act = plan[-1]
        assert judge.is_stop(act)
        gain = judge.evaluate(state).permanent - one_by_one(situation)
        better, worse, gained = better + (gain > 0), worse + (gain < 0), gained + gain
    assert better > 2 * worse and better >= 5
    assert gained > 100 * better  # more than a point of culture each


def test_a_plan_is_made_of_legal_acts_and_carried_out_without_planning_again() -> None:
    situation = beginnings()[3]
    plan = TurnSearch(situation, easy_evaluator(situation, NORMAL)).best_turn()
    assert len(plan) >= 4
    planner, state = TurnPlanner(Chance(5)), situation.state
    for foreseen, act in plan:
        legal = GAME.legal(state, situation.knowledge, situation.seat)
        assert state == foreseen and act in [option.act for option in legal]
        assert planner.choose(Situation(GAME, state, situation.knowledge, situation.seat, legal)) == act
        if act is not plan[-1][1]:
            state = GAME.apply(state, act).state


def test_what_was_not_foreseen_makes_it_plan_anew() -> None:
    first, second = beginnings()[3:5]
    planner = TurnPlanner(Chance(5))
    planner.choose(first)
    assert planner.choose(second) == TurnPlanner(Chance(5)).choose(second)


def test_a_plan_looks_at_no_more_states_than_it_may() -> None:
    for situation in beginnings(every=8):
        search = TurnSearch(situation, easy_evaluator(situation, NORMAL), width=50)
        assert search.best_turn()
        assert 0 <= search.states_left < MAX_STATES


def test_what_a_search_remembers_is_what_it_would_find_anew() -> None:
    for situation in beginnings(every=4):
        search = TurnSearch(situation, easy_evaluator(situation, NORMAL))
        assert search.best_turn()
        assert search.value == easy_evaluator(situation, NORMAL).evaluate(search.end).permanent


def test_what_is_carried_out_unchecked_is_what_is_carried_out_checked() -> None:
    for situation in beginnings(every=4):
        before = GAME.encode(situation.state)
        for option in situation.options:
            assert GAME.carry_out(situation.state, option) == GAME.apply(situation.state, option.act)
        assert GAME.encode(situation.state) == before


def test_whoever_begins_in_the_middle_of_a_turn_goes_on_as_well() -> None:
    table = begin(GAME, 2, seed=35)
    while not table.over and table.state.round < 6:
        assert table.decision is not None
        (seat,) = table.decision.seats
        table.act(make_bot("normal", len(table.facts)).choose(seen(table, seat)))
    assert table.state.round == 6
