"""The level `hard`: it acts by the rules at every kind of decision, from what its seat knows, and sees further."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from tests.bots.table import seen
from tta_p2p.bots.base import Situation
from tta_p2p.bots.civilization import lookahead, rivals
from tta_p2p.bots.civilization.course import best_of_each
from tta_p2p.bots.civilization.lookahead import LOSSES, LookaheadPlanner, SearchBudget, is_gamble, purpose
from tta_p2p.bots.civilization.outlook import Outlook
from tta_p2p.bots.civilization.planner import Planner
from tta_p2p.bots.levels import adviser_level, make_bot
from tta_p2p.bots.random import RandomBot
from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.state import State
from tta_p2p.games.contract import Act
from tta_p2p.games.knowledge import sample
from tta_p2p.games.local import LocalGame

from .last_moves import near_bank
from .play import Table, power
from .play import play as position

SMALL = SearchBudget(ways=3, wide=6, finalists=2, worlds=1)
EACH = 2
"""How many decisions of each kind a game brings to the bot."""


def choose(table: Table, seat: int | None = None) -> str:
    who = table.seat if seat is None else seat
    return GAME.write(LookaheadPlanner(Chance(1)).choose(seen(table.local, who)))


def test_it_is_the_strongest_level_and_advises_people() -> None:
    assert adviser_level("civilization") == "hard"
    table = position(power("rome", trade=9), power("germany"), phase="cities")
    situation = seen(table.local, 0)
    proposed = [one.acts[0] for one in LookaheadPlanner(Chance(3)).proposals(situation, 4)]
    assert (
        proposed[0]
        == LookaheadPlanner(Chance(3)).choose(situation)
        == make_bot("hard", 3, "civilization").choose(situation)
    )
    assert len({*map(str, proposed)}) == 4


@pytest.mark.parametrize(("seats", "seed", "rounds"), [(2, 3, 10), (3, 4, 5)])
def test_what_it_does_at_every_kind_of_decision_is_legal_the_same_again_and_depends_on_nothing_hidden(
    seats: int, seed: int, rounds: int
) -> None:
    options = {"deals": "always", "civilizations": "chosen"} if seed % 2 else {}
    local: LocalGame[State, Any] = LocalGame(GAME, seats, options, seed)
    local.answer_needs()
    players = [RandomBot(Chance(seat)) for seat in range(seats)]
    tried: Counter[str] = Counter()
    changed = 0
    while not local.over and local.state.round < rounds:
        decision = local.decision
        assert decision is not None
        for seat in decision.seats:
            if len(local.legal(seat)) > 1 and tried[decision.key] < EACH:
                tried[decision.key] += 1
                changed += looks_the_same(local, seen(local, seat), len(tried))
        local.act(*(players[seat].choose(seen(local, seat)) for seat in decision.seats))
    assert changed > 10
    assert {"capital", "figures", "start", "manage", "moves", "study"} <= set(tried)


def looks_the_same(local: LocalGame[State, Any], situation: Situation, number: int) -> bool:
    """Whether another world that the seat cannot tell apart differs; its choice does not, and it changes nothing."""
    seat, seats = situation.seat, local.seats
    before = GAME.encode(situation.state), msgspec.msgpack.encode(situation.knowledge)
    act = LookaheadPlanner(Chance(5), budget=SMALL).choose(situation)
    assert act in [option.act for option in situation.options]
    assert (GAME.encode(situation.state), msgspec.msgpack.encode(situation.knowledge)) == before
    hidden = {handle: place.back for handle, place in GAME.hidden_cards(local.state).items()}
    world = sample(hidden, GAME.unseen(local.state), situation.knowledge, Chance(number))
    everybody: Any = {other: situation.knowledge for other in (None, *range(seats))}
    other: LocalGame[State, Any] = LocalGame.from_world(GAME, local.state, seats, world, knows=everybody)
    assert LookaheadPlanner(Chance(5), budget=SMALL).choose(seen(other, seat)) == act
    return any(local.dealer.faces.get(handle) != face for handle, face in world.items())


# --- the next turn of rivals ---------------------------------------------------------------------------------


def after_research(*moves: str) -> Table:
    """Rome moves, Germany does not; then Germany researches for a coin."""
    table = near_bank().do(*moves, "end", "end")
    lines = ["wait", "research civil-service"]
    assert table.local.decision is not None
    return table.study(*(lines[seat] for seat in table.local.decision.seats))


def test_a_victory_of_a_rival_that_is_one_turn_off_is_prevented_where_it_can_be() -> None:
    idle = after_research()
    assert idle.s.over and idle.s.winner == 1
    assert not after_research(choose(near_bank())).s.over


def test_a_rival_that_can_win_is_expected_to_do_so() -> None:
    table = near_bank()
    situation = seen(table.local, 0)
    ranked = LookaheadPlanner(Chance(1))._planner.ranked(situation)
    outlook = Outlook(table.s, 0, situation.knowledge)
    values = lookahead._Comparison(situation, ranked, outlook, lookahead.HARD, Chance(1))
    assert values._value(Act(0, "end"), 0) <= -lookahead.VICTORY
    assert values._value(Act(0, "move", ("a12", "b13", 1, 0)), 0) > -lookahead.VICTORY // 10


def siege(armies: str = "g2", theirs: int = 7) -> Table:
    """Two armies of Germany stand somewhere; Rome has one weak unit and production for something."""
    return position(
        power("rome", cities={"f3": "capital"}, forces=["infantry-1"], figures={}),
        power("germany", cities={"b14": "capital"}, forces=["mounted-2"] * theirs, techs=["democracy"],
              figures={armies: (2, 0)}),
        phase="cities",
    )  # fmt: skip


def danger(table: Table, **losses: int) -> int:
    return rivals.danger(table.s, 1, 0, table.local.dealer.knowledge_of(0), {**LOSSES, **losses})


def test_a_capital_that_could_be_taken_is_defended() -> None:
    table = siege()
    chosen = choose(table)
    assert danger(table) > LOSSES["city"] and chosen.startswith(("unit f3", "build f3 walls"))
    assert danger(table.do(*[chosen] if chosen[0] == "b" else [], "end")) <= danger(siege())


def test_what_armies_threaten_grows_with_their_units_and_ends_with_their_reach() -> None:
    found = [danger(siege(theirs=number)) for number in (1, 4, 7)]
    assert found == sorted(found) and found[0] < found[-1]
    table = siege(theirs=4)
    knows = table.local.dealer.knowledge_of(0)
    stronger, same, weaker = (rivals.danger(table.s, 1, 0, knows, LOSSES, more) for more in ((3, 0), (0, 0), (0, 3)))
    assert stronger >= same >= weaker < stronger
    assert danger(siege("c14")) == 0


def bare_city(coins: int, units: int = 0) -> Table:
    """Rome has coins of Pottery, and a city beside which an army of Germany stands."""
    return position(
        power("rome", cities={"f2": "capital", "e9": "city"}, techs=["pottery"], forces=["infantry-2"] * units,
              tokens={"pottery": coins} if coins else {}, figures={"e2": (1, 0)}),
        power("germany", forces=["mounted-2", "infantry-2", "artillery-2"], figures={"g9": (1, 0)},
              techs=["democracy", "mathematics", "chivalry"]),
        round=8, phase="cities", tiles={"e9": "n02:0", "a9": "n04:2", "e5": "n08:2", "a5": "n12:2"}, markers={},
    )  # fmt: skip


def test_a_battle_costs_the_loser_a_coin_that_is_there_and_a_city_gives_it_away() -> None:
    poor, rich = bare_city(0), bare_city(2)
    assert danger(poor, coin=LOSSES["city"]) == danger(poor) == danger(rich) > 0
    assert danger(rich, coin=LOSSES["city"] // 2) in range(2 * danger(rich) - 1, 2 * danger(rich) + 2)
    assert danger(bare_city(2, 3), coin=1000) < danger(rich, coin=1000) // 2


def test_units_are_trained_for_a_city_with_which_a_coin_would_be_lost() -> None:
    table, acts = bare_city(2), list[str]()
    while table.asked == "manage" and table.seat == 0:
        acts.append(choose(table))
        table.do(acts[-1])
    assert any(act.startswith("unit ") for act in acts)


def test_units_that_rivals_could_train_before_they_attack_count_and_a_siege_is_searched_widely() -> None:
    table = siege(theirs=5)
    situation = seen(table.local, 0)
    ranked = LookaheadPlanner(Chance(1))._planner.ranked(situation)
    values = lookahead._Comparison(
        situation, ranked, Outlook(table.s, 0, situation.knowledge), lookahead.HARD, Chance(1)
    )
    act = next(one for _, one in ranked if one.verb == "unit")
    trained, idle = (values._value(one, 0) for one in (act, Act(0, "end")))
    assert trained > idle + LOSSES["city"]


def test_acts_whose_worth_no_position_shows_are_left_to_normal() -> None:
    table = siege()
    situation = seen(table.local, 0)
    assert is_gamble(situation, Act(0, "discover", ("f4", "f5", 1, 0)))
    assert is_gamble(situation, Act(0, "use", ("banking", "f3", "incense")))
    assert is_gamble(situation, Act(0, "build", ("f3", "army", "g2")))
    assert not is_gamble(situation, Act(0, "build", ("f3", "army", "e2")))


@pytest.mark.parametrize(("seed", "last"), [(1, 5), (3, 1)])
def test_nobody_takes_anarchy_where_an_idle_capital_looks_best_in_a_course(seed: int, last: int) -> None:
    local: LocalGame[State, Any] = LocalGame(GAME, 2, {}, seed)
    local.answer_needs()
    players = [Planner(Chance(seat)) for seat in range(2)]
    asked = 0
    while local.state.round <= last:
        decision = local.decision
        assert decision is not None
        for seat in decision.seats if local.state.round == last else ():
            if Act(seat, "government", ("anarchy",)) in [option.act for option in local.legal(seat)]:
                asked += 1
                assert "anarchy" not in LookaheadPlanner(Chance(1), budget=SMALL).choose(seen(local, seat)).args
        local.act(*(players[seat].choose(seen(local, seat)) for seat in decision.seats))
    assert asked


def test_a_seat_under_anarchy_takes_up_a_government_before_it_ends_its_start() -> None:
    table = position(power("rome", government="anarchy"), power("germany"), phase="start")
    ranked = LookaheadPlanner(Chance(1))._planner.ranked(seen(table.local, 0))
    assert ranked[0][1].verb == "government"
    assert lookahead.reforms([(9000, Act(0, "end")), *ranked]) and not lookahead.reforms([(0, Act(0, "end"))])
    assert choose(table).startswith("government ")


def test_acts_are_told_apart_by_what_they_are_for() -> None:
    table = siege()
    ranked = LookaheadPlanner(Chance(1))._planner.ranked(seen(table.local, 0))
    acts = [act for _, act in ranked]
    armies = {purpose(act) for act in acts if act.args[:2] == ("f3", "army")}
    units = {purpose(act) for act in acts if act.verb == "unit"}
    assert len(armies) == 1 and len(units) == 3
    assert len(best_of_each(ranked)) == 1, "a city acts once"
    assert best_of_each(ranked, ("f3",)) == []
