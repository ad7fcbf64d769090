"""Which government bots take up: after a revolt the best one they know, and never Despotism beside a better one."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.bots.table import FEW, seen
from tta_p2p.bots.base import Bot
from tta_p2p.bots.civilization.lookahead import LookaheadPlanner
from tta_p2p.bots.civilization.planner import Planner
from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.flow import Start
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.turn.start_phase import open_governments
from tta_p2p.games.local import LocalGame

from .play import play, power

BETTER = {"republic", "monarchy", "communism", "feudalism"}
"""Governments that give something and take nothing that counts; a democracy attacks no city."""


def after_revolt(local: LocalGame[State, Any], seat: int) -> LocalGame[State, Any]:
    """Give the game as it would be if the citizens had revolted a turn ago."""
    s = local.state.copy()
    s.governments[seat], s.anarchy[seat], s.ready[seat] = "anarchy", s.round - 1, ()
    s.used = tuple(one for one in s.used if one != (seat, "government"))
    everybody: Any = {other: local.dealer.knowledge_of(other) for other in range(local.seats)}
    return LocalGame.from_world(GAME, s, local.seats, local.dealer.faces, knows=everybody)


def government_after(local: LocalGame[State, Any], seat: int, bot: Bot) -> str:
    """Let a bot end the start of its turn, and give its government then."""
    while any(isinstance(frame, Start) and frame.seat == seat for frame in local.state.stack):
        assert local.decision is not None
        local.act(*(bot.choose(seen(local, asked)) for asked in local.decision.seats))
    return local.state.governments[seat]


@pytest.mark.parametrize(("seats", "seed", "rounds"), [(2, 1, 12), (3, 2, 7)])
def test_after_a_revolt_nobody_ends_in_despotism_who_knows_better(seats: int, seed: int, rounds: int) -> None:
    local: LocalGame[State, Any] = LocalGame(GAME, seats, {}, seed)
    local.answer_needs()
    players = [Planner(Chance(seat)) for seat in range(seats)]
    taken: Counter[str] = Counter()
    while not local.over and local.state.round < rounds:
        s, decision = local.state, local.decision
        assert decision is not None
        frame = s.stack[-1]
        if isinstance(frame, Start) and s.round > 1:
            seat, known = frame.seat, {*open_governments(s, frame.seat)}
            for lot in range(1 + s.round % 2):
                found = government_after(after_revolt(local, seat), seat, Planner(Chance(lot)))
                assert found in known
                if known & BETTER:
                    assert found != "despotism", (s.round, known)
                taken[found] += 1
        local.act(*(players[seat].choose(seen(local, seat)) for seat in decision.seats))
        assert all(
            one == "despotism" or one in BETTER | {"fundamentalism", "anarchy"} for one in local.state.governments
        )
    assert taken["republic"] > 5


@pytest.mark.parametrize("techs", [["code-of-laws"], ["code-of-laws", "monarchy"], ["communism"], ["chivalry"]])
def test_hard_and_normal_leave_anarchy_for_what_they_know(techs: list[str]) -> None:
    table = play(power("egypt", techs=techs, government="anarchy"), power("germany"), phase="start", round=5)
    for bot in (Planner(Chance(1)), Planner(Chance(2)), LookaheadPlanner(Chance(1), budget=FEW)):
        again = after_revolt(table.local, 0)
        assert government_after(again, 0, bot) in BETTER


def test_whoever_knows_nothing_better_takes_despotism_rather_than_anarchy() -> None:
    table = play(power("egypt", government="anarchy"), power("germany"), phase="start", round=5)
    assert government_after(after_revolt(table.local, 0), 0, Planner(Chance(1))) == "despotism"
