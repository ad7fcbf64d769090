"""The easy level plays 7 Wonders well: it grows, builds its wonder and arms itself, and beats chance by far."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bots.table import begin, bots, play
from tta_p2p.bots.base import Situation
from tta_p2p.bots.seven_wonders import make_evaluator
from tta_p2p.games.contract import Knowledge
from tta_p2p.games.seven_wonders.game import GAME

from .play import Table, city
from .play import play as position


@pytest.mark.parametrize(("seats", "games"), [(3, 2), (6, 1)])
def test_an_easy_bot_beats_random_ones_by_far(seats: int, games: int) -> None:
    for seed in range(games):
        me = seed % seats
        levels = ["easy" if seat == me else "random" for seat in range(seats)]
        places = GAME.standings(play(begin(GAME, seats, {"sides": "by-lot"}, seed), bots(levels)).state).places
        others = [one.points for one in places if one.seat != me]
        mine = next(one.points for one in places if one.seat == me)
        assert places[0].seat == me and 2 * mine > 3 * sum(others) // len(others)


def test_among_themselves_they_score_with_everything_there_is() -> None:
    standings = GAME.standings(play(begin(GAME, 4, {"sides": "night"}, 2), bots(["easy"] * 4)).state)
    points = {part: sum(dict(one.parts)[part] for one in standings.places) for part, _ in standings.places[0].parts}
    assert all(points[part] > 0 for part in ("wonder", "treasury", "civilian", "science")), points
    assert all(one.points > 25 for one in standings.places)


def chosen(table: Table, seat: int) -> Any:
    bot = bots(["easy"] * 8)[seat]
    s = table.local
    return bot.choose(Situation(GAME, s.state, s.dealer.knowledge_of(seat), seat, s.legal(seat)))


def test_it_arms_itself_where_that_turns_a_conflict() -> None:
    """Three shields against two on each side are worth more than a blue building, against seven nothing."""
    for built, wanted in ((["walls"], "siege-workshop"), (["walls", "stables", "circus"], "gardens")):
        table = position(
            city("gizah", built=["laboratory", "theater"], hand=["siege-workshop", "gardens"], coins=0),
            age=3,
            turn=6,
            seats=7,
        )
        s = table.s.copy()
        s.wonders[1:], s.built[1] = [""] * 6, tuple(built)
        s.built[6] = s.built[1]
        table.local.state = s
        assert chosen(table, 0).args[0].face == wanted, built


def test_it_takes_what_is_worth_most_out_of_the_discard_pile() -> None:
    table = position(
        city("halikarnassos", built=["altar"]), age=3, turn=6, phase="search", discards=["palace", "mine", "tavern"],
        seats=6,
    )  # fmt: skip
    assert chosen(table, 0).args[0].face == "palace"


def test_it_declines_only_when_nothing_does_any_good() -> None:
    table = position(city("halikarnassos", built=["altar"]), age=3, turn=6, phase="search", discards=["altar"], seats=5)
    assert chosen(table, 0).verb == "decline"


def test_what_it_judges_is_public() -> None:
    table = position(city("gizah", hand=["altar"]), age=1)
    situation = Situation(GAME, table.s, Knowledge(), 0, table.local.legal(0))
    assert make_evaluator(situation).evaluate(table.s) == make_evaluator(situation).evaluate(table.local.fork(9).state)
    assert make_evaluator(situation).is_candidate(table.s, table.local.legal(0)[0].act)
