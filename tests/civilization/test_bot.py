"""The `easy` bot: it settles, researches and wins, soon and against chance always."""

from __future__ import annotations

import pytest

from tta_p2p.bots.base import Situation
from tta_p2p.bots.civilization import judge
from tta_p2p.bots.easy import EasyBot
from tta_p2p.bots.random import RandomBot
from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.board import cities_of
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.state import State
from tta_p2p.games.contract import Act, Acts
from tta_p2p.games.local import LocalGame

from .invariants import faults
from .play import play, power


def game(seed: int, easy: tuple[int, ...]) -> LocalGame[State, object]:
    """A game in which these seats are played by the bot, the others by chance."""
    local: LocalGame[State, object] = LocalGame(GAME, 2, {}, seed)
    bots = [(EasyBot if seat in easy else RandomBot)(Chance(f"{seed} {seat}")) for seat in range(2)]
    local.settle()
    while not local.over:
        decision = local.decision
        assert decision is not None
        acts = []
        for seat in decision.seats:
            knows = local.dealer.knows(seat)
            acts.append(bots[seat].choose(Situation(GAME, local.state, knows, seat, local.legal(seat))))
        local.tell(Acts(tuple(acts)) if decision.sealed else acts[0])
        local.settle()
        assert local.state.round < 60
    return local


@pytest.mark.parametrize("seat", [0, 1])
def test_it_beats_chance(seat: int) -> None:
    local = game(seat, (seat,))
    assert local.state.winner == seat and local.state.round < 40


def test_two_of_them_come_to_an_end_with_cities_and_technologies() -> None:
    local = game(7, (0, 1))
    s = local.state
    assert s.winner >= 0 and s.round < 40 and min(map(len, s.techs)) > 5 and not list(faults(s))
    assert max(len(cities_of(s, seat)) for seat in range(2)) >= 2


def test_it_takes_a_victory_that_it_can_have() -> None:
    table = play(power("rome", level=20, culture=7, trade=6), power("germany"), phase="cities")
    situation = Situation(GAME, table.s, table.local.dealer.knows(0), 0, table.local.legal(0))
    assert EasyBot(Chance(1)).choose(situation).verb == "advance"


def test_it_attacks_what_is_weak_and_nothing_that_is_strong() -> None:
    def odds(own: int, theirs: int) -> int:
        table = play(
            power("rome", cities={"f3": "capital"}, forces=["infantry-2"] * own, figures={"f2": (1, 0)}),
            power("germany", forces=["mounted-2"] * theirs, figures={"g2": (1, 0)}),
            phase="movement",
        )
        situation = Situation(GAME, table.s, table.local.dealer.knows(0), 0, table.local.legal(0))
        one = judge(situation)
        foreseen = one.expected(table.s, Act(0, "move", ("f2", "g2", 1, 0)))
        assert foreseen is not None
        return foreseen.settled - one.worth(table.s).settled

    assert odds(3, 1) > 0 > odds(1, 3)
