"""Personalities: another way of playing at the same level, in games where bots have any."""

from __future__ import annotations

import pytest

from tests.bots.positions import beginnings
from tests.bots.table import begin, bots, play
from tta_p2p.bots.base import UnknownLevel, game_attribute
from tta_p2p.bots.levels import PERSONALITIES, choices, levels, make_bot, personality_levels
from tta_p2p.bots.through_the_ages.act_evaluator import easy_evaluator
from tta_p2p.bots.through_the_ages.marginal_values import MarginalValues
from tta_p2p.bots.through_the_ages.outlook import make_outlook
from tta_p2p.bots.through_the_ages.turn_search import TurnSearch
from tta_p2p.bots.through_the_ages.weights import NORMAL, make_weights
from tta_p2p.games.through_the_ages.game import GAME


def test_each_makes_most_of_what_it_is_called_after() -> None:
    more = {"warlike": "warriors", "builder": "drama", "scholar": "philosophy"}
    gained = {who: dict.fromkeys(more, 0) for who in PERSONALITIES}
    for situation in beginnings():
        state, seat = situation.state, situation.seat
        for who in PERSONALITIES:
            trials = MarginalValues(state, seat, make_outlook(state, seat, make_weights(who)))
            for what, face in more.items():
                gained[who][what] += trials.gain(face)
    assert {what: max(PERSONALITIES, key=lambda who: gained[who][what]) for what in more} == {who: who for who in more}


def test_each_plans_other_turns() -> None:
    planned = set()
    for who in ("", *PERSONALITIES):
        plans = [
            TurnSearch(situation, easy_evaluator(situation, make_weights(who))).best_turn()
            for situation in beginnings(every=2)
        ]
        planned.add(tuple(act for plan in plans for _, act in plan))
    assert len(planned) == 1 + len(PERSONALITIES)


def test_everybody_has_one_and_plays_a_whole_game_by_it() -> None:
    order = [one for one in personality_levels() if one.startswith("normal")]
    assert (
        {one.partition(":")[2] for one in order}
        == {*PERSONALITIES}
        == {*game_attribute(GAME.name, "PERSONALITIES", ())}
    )
    ends = [play(begin(GAME, 2, {"variant": "short"}, 5), bots([who, "random"])) for who in ["normal", *order]]
    assert all(table.over for table in ends)
    assert len({GAME.encode(table.state) for table in ends}) == len(ends)
    assert make_weights("") is NORMAL


def test_they_are_offered_where_there_are_any() -> None:
    assert choices("through_the_ages") == choices() == (*levels(), *personality_levels())
    assert choices("seven_wonders") == choices()
    for wrong in ("normal:", "normal:wise", "easy:warlike", ":warlike", "normal:warlike:scholar"):
        with pytest.raises(UnknownLevel, match="normal, hard, normal:warlike"):
            make_bot(wrong, 1)
