"""The hard level: ways to go on are played a round further in imagined worlds, and compared."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from tests.bots.positions import beginnings
from tests.bots.table import SMALL, begin, bots, play, seen
from tta_p2p.bots.base import Situation
from tta_p2p.bots.determinization import Determinization
from tta_p2p.bots.levels import make_bot
from tta_p2p.bots.through_the_ages.act_evaluator import easy_evaluator
from tta_p2p.bots.through_the_ages.lookahead import LookaheadPlanner
from tta_p2p.bots.through_the_ages.turn_search import TurnPlanner, TurnSearch
from tta_p2p.bots.through_the_ages.weights import NORMAL
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act
from tta_p2p.games.through_the_ages.game import GAME


@pytest.fixture(scope="module")
def turns() -> list[Situation]:
    return beginnings(every=5)


def test_it_sees_that_doing_something_leads_further_than_ending_the_turn(turns: list[Situation]) -> None:
    for situation in turns[::2]:
        plan = tuple(act for _, act in TurnSearch(situation, easy_evaluator(situation, NORMAL)).best_turn())
        ways = [(Act(situation.seat, "end"),), plan] if len(plan) > 2 else []
        if ways and situation.state.age < 3:
            ended, played = LookaheadPlanner(Chance(1), replace(SMALL, worlds=3)).value_sums(situation, ways)
            assert played > ended


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
            best = LookaheadPlanner(Chance(7), SMALL).best_way(situation, [one.acts for one in near])
            assert found[0].acts == near[best].acts and found[0].reasons == near[best].reasons


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
