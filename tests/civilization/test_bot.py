"""The `easy` bot: it settles, researches and wins, soon and against chance always."""

from __future__ import annotations

from typing import Any

import pytest

from tta_p2p.bots.base import Situation
from tta_p2p.bots.civilization import deals as dealing
from tta_p2p.bots.civilization import make_evaluator
from tta_p2p.bots.easy import EasyBot
from tta_p2p.bots.random import RandomBot
from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.map.board import cities_of
from tta_p2p.games.civilization.state import State
from tta_p2p.games.contract import Act, Acts
from tta_p2p.games.local import LocalGame

from .invariants import faults
from .play import Table, play, power


def game(seed: int, easy: tuple[int, ...]) -> LocalGame[State, object]:
    """A game in which these seats are played by the bot, the others by chance."""
    local: LocalGame[State, object] = LocalGame(GAME, 2, {}, seed)
    bots = [(EasyBot if seat in easy else RandomBot)(Chance(f"{seed} {seat}")) for seat in range(2)]
    local.answer_needs()
    while not local.over:
        decision = local.decision
        assert decision is not None
        acts = []
        for seat in decision.seats:
            knows = local.dealer.knowledge_of(seat)
            acts.append(bots[seat].choose(Situation(GAME, local.state, knows, seat, local.legal(seat))))
        local.apply(Acts(tuple(acts)) if decision.sealed else acts[0])
        local.answer_needs()
        assert local.state.round < 60
    return local


@pytest.mark.parametrize("seat", [0, 1])
def test_it_beats_chance(seat: int) -> None:
    local = game(4, (seat,))
    assert local.state.winner == seat and local.state.round < 40


def test_two_of_them_come_to_an_end_with_cities_and_technologies() -> None:
    local = game(8, (0, 1))
    s = local.state
    assert s.winner >= 0 and s.round < 40 and min(map(len, s.techs)) > 5 and not list(faults(s))
    assert max(len(cities_of(s, seat)) for seat in range(2)) >= 2


def test_it_takes_a_victory_that_it_can_have() -> None:
    table = play(power("rome", level=20, culture=7, trade=6), power("germany"), phase="cities")
    situation = Situation(GAME, table.s, table.local.dealer.knowledge_of(0), 0, table.local.legal(0))
    assert EasyBot(Chance(1)).choose(situation).verb == "advance"


def test_it_attacks_what_is_weak_and_nothing_that_is_strong() -> None:
    def odds(own: int, theirs: int) -> int:
        table = play(
            power("rome", cities={"f3": "capital"}, forces=["infantry-2"] * own, figures={"f2": (1, 0)}),
            power("germany", forces=["mounted-2"] * theirs, figures={"g2": (1, 0)}),
            phase="movement",
        )
        situation = Situation(GAME, table.s, table.local.dealer.knowledge_of(0), 0, table.local.legal(0))
        one = make_evaluator(situation)
        foreseen = one.forecast(table.s, Act(0, "move", ("f2", "g2", 1, 0)))
        assert foreseen is not None
        return foreseen.permanent - one.evaluate(table.s).permanent

    assert odds(3, 1) > 0 > odds(1, 3)


def dealt(table: Table, until: str) -> list[str]:
    """Let the bot act for whoever decides while it is asked anything of a deal; give what it does until a verb."""
    done: list[str] = []
    while table.asked in ("trading", "terms", "proposal") and until not in [line.split()[0] for line in done[-1:]]:
        seat = table.seat
        situation = Situation(GAME, table.s, table.local.dealer.knowledge_of(seat), seat, table.local.legal(seat))
        act = EasyBot(Chance(3)).choose(situation)
        done.append(GAME.write(act))
        table.local.act(act)
        table.local.answer_needs()
    return done


def market(round_: int = 3, spies: int = 0, **germany: Any) -> Table:
    """Rome has trade to spare and could use silk; Germany has silk that is of no use to it and lacks trade."""
    return play(
        power("rome", techs=["horseback-riding"], trade=7, huts=["hut-spy"] * spies),
        power("germany", **{"goods": {"silk": 1}, "trade": 1, **germany}),
        power("egypt", trade=6), phase="trade", round=round_,
    )  # fmt: skip


def test_it_proposes_a_deal_that_is_good_for_both_and_the_other_takes_it() -> None:
    table = market()
    before = list(table.s.trade)
    done = dealt(table, "accept")
    assert done[0] == "deal germany" and done[-2:] == ["propose", "accept"] and "want silk 1" in done
    assert table.s.goods[0]["silk"] == 1 and table.s.trade[0] >= 6 <= table.s.trade[1] > before[1]


@pytest.mark.parametrize("round_", [2, 4])
def test_it_proposes_one_deal_at_the_most_and_not_in_every_turn(round_: int) -> None:
    assert dealt(market(round_), "end") == ["end"]
    table = market()
    dealt(table, "propose")
    table.do("decline")
    assert dealt(table, "end") == ["end"], "who was declined does not ask again"


@pytest.mark.parametrize("germany", [{"goods": {}}, {"level": 20}, {"techs": ["currency", "pottery"], "trade": 25}])
def test_it_proposes_nothing_where_one_side_gains_nothing_or_is_about_to_win(germany: dict[str, Any]) -> None:
    table = market(**germany)
    egypt = dealing.plan_deal(table.s, 0, 2)
    assert dealing.plan_deal(table.s, 0, 1) is None and egypt is None


def test_what_it_wants_of_a_deal_follows_from_what_everybody_sees_and_is_the_same_again() -> None:
    assert dealing.plan_deal(market(spies=1).s, 0, 1) == dealing.plan_deal(market().s, 0, 1) is not None
    assert dealt(market(), "accept") == dealt(market(), "accept")


def test_who_takes_over_in_the_middle_of_a_deal_of_somebody_else_withdraws_it() -> None:
    table = market()
    table.do("deal germany", "offer trade 9")
    assert dealt(table, "end") == ["withdraw", "end"]
