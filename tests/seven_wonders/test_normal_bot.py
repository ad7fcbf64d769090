"""The normal level of 7 Wonders: its quick reading of the rules agrees with the rules, and it beats easy ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.bots.table import begin, bots, play, seen
from tta_p2p.bots.base import Situation
from tta_p2p.bots.levels import make_bot
from tta_p2p.bots.seven_wonders import search
from tta_p2p.bots.seven_wonders.city import PIECES, city_of, science_points
from tta_p2p.bots.seven_wonders.playout import CardUse, PlayoutState
from tta_p2p.bots.seven_wonders.search import NORMAL_PLAN, determinize
from tta_p2p.bots.seven_wonders.value import score
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Acts, Card, Knowledge
from tta_p2p.games.local import LocalGame
from tta_p2p.games.seven_wonders import SEATS
from tta_p2p.games.seven_wonders.game import GAME
from tta_p2p.games.seven_wonders.payments import next_cost, ways_to_build, ways_to_stage
from tta_p2p.games.seven_wonders.scoring import parts
from tta_p2p.games.seven_wonders.state import State
from tta_p2p.testing.sample import play_on

from .oracle import builders


def world_of(local: LocalGame[State, object]) -> PlayoutState:
    """The world as it is: nothing is hidden from a test."""
    s, faces = local.state, local.dealer.faces
    hands = [[faces[handle] for handle in hand] for hand in s.hands]
    discards = [faces[handle] for handle in s.discards]
    cities = [city_of(s, seat) for seat in range(s.seats)]
    return PlayoutState(cities, hands, {}, discards, s.age, s.turn, NORMAL_PLAN.valuations(0, s.seats, Chance(1)))


def turns(seats: int, sides: str) -> Iterator[tuple[LocalGame[State, object], PlayoutState, Acts]]:
    """Every turn of a random game: how it stands after it, the world before it, and what was done."""
    local: LocalGame[State, object] = LocalGame(GAME, seats, {"sides": sides}, f"{seats} {sides}")
    local.answer_needs()
    before = world_of(local)
    for fact in play_on(local, Chance(seats), 2000, builders):
        if isinstance(fact, Acts) and fact.acts[0].verb != "side":
            yield local, before, fact
        if local.decision is not None:
            before = world_of(local)


def use_of(act: Act, before: PlayoutState, local: LocalGame[State, object]) -> CardUse:
    card, *way = act.args
    assert isinstance(card, Card)
    face = card.face or local.dealer.faces[card.handle]
    left, right = (int(str(one)) for one in way) if way else (0, 0)
    free = act.verb != "build" or before.cost(act.seat, PIECES[face]) == (0, 0, 0)
    return CardUse(act.verb, face, 0 if free else PIECES[face].coins, left, right)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("sides", ["day", "night"])
def test_a_world_comes_to_the_coins_shields_and_points_of_the_rules(seats: int, sides: str) -> None:
    compared = 0
    for local, before, fact in turns(seats, sides):
        now = local.state
        before.apply_uses([(act.seat, use_of(act, before, local)) for act in fact.acts])
        if now.searching or any(city.search for city in before.cities):
            continue  # what is found comes in a step of its own
        for seat, city in enumerate(before.cities):
            told = city_of(now, seat)
            told.tokens = city.tokens  # the conflicts of the age may have been fought already
            for one in (city, told):  # in the order in which they came, or in that of the state
                one.points_for = tuple(sorted(one.points_for))
            assert city == told, (fact, seat)
            assert city.coins == now.coins[seat]
            now_points = sum(points for part, points in parts(now, seat) if part != "conflicts")
            assert score(before.cities, seat) - city.tokens == now_points
            compared += 1
    assert compared > 12 * seats


@pytest.mark.parametrize("seats", [3, 5])
def test_the_cheapest_way_to_pay_is_one_of_those_there_are(seats: int) -> None:
    compared = 0
    for local, _, _ in turns(seats, "day"):
        s = local.state
        world = world_of(local)
        for seat in range(seats):
            for face in dict.fromkeys(world.hands[seat]):
                ways, cost = ways_to_build(s, seat, face), world.cost(seat, PIECES[face])
                assert (cost is None) == (not ways), face
                if cost is not None:
                    assert cost[1] + cost[2] == min(map(sum, ways)) and (cost[1], cost[2]) in ways
                    compared += 1
            if next_cost(s, seat) is not None:
                cost = world.cost(seat, world.cities[seat].stages[s.stages[seat]])
                assert (cost is not None) == bool(ways_to_stage(s, seat))
    assert compared > 60


def test_free_symbols_count_where_they_score_most() -> None:
    assert science_points(2, 2, 1, 1) == 26 and science_points(1, 1, 1, 2) == 18 and science_points(0, 0, 0, 0) == 0


def test_a_world_that_is_imagined_has_the_known_hand_and_all_cards() -> None:
    table = begin(GAME, 4, {"sides": "by-lot"}, 3)
    situation = seen(table, 1)
    worlds = [determinize(situation, Chance(seed)) for seed in range(6)]
    known = sorted(situation.knowledge.faces[handle] for handle in table.state.hands[1])
    assert all(sorted(world.hands[1]) == known for world in worlds)
    assert len({tuple(world.hands[2]) for world in worlds}) > 1
    for world in worlds:
        assert [len(world.decks[age]) for age in (2, 3)] == [28, 28]
        assert sorted(card for hand in world.hands for card in hand) == sorted(
            table.dealer.faces[handle] for hand in table.state.hands for handle in hand
        )


def test_it_knows_no_more_than_its_seat() -> None:
    """Other cards in the hands of others change nothing: only the state and the own knowledge are asked."""
    table = begin(GAME, 3, {"sides": "by-lot"}, 8)
    knows = table.dealer.knowledge_of(0)
    own = Knowledge({handle: knows.faces[handle] for handle in table.state.hands[0]})
    options = GAME.legal(table.state, own, 0)
    situations = [Situation(GAME, table.state, knowledge, 0, options) for knowledge in (knows, own)]
    chosen = [make_bot("normal", 5).choose(situation) for situation in situations]
    assert chosen[0] == chosen[1]


def test_one_among_easy_ones_wins_by_far_with_a_quarter_of_its_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "PLAYOUT_BUDGET", search.PLAYOUT_BUDGET // 4)
    places = GAME.standings(play(begin(GAME, 3, {"sides": "by-lot"}, 2), bots(["easy", "normal", "easy"])).state).places
    assert places[0].seat == 1 and places[0].points > places[1].points + 10
