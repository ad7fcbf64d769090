"""Games between bots in one process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from tta_p2p.bots import civilization, through_the_ages
from tta_p2p.bots.base import Bot, Situation
from tta_p2p.bots.civilization import lookahead as civilization_lookahead
from tta_p2p.bots.levels import make_bot
from tta_p2p.bots.seven_wonders import search
from tta_p2p.bots.through_the_ages.lookahead import Heat, LookaheadPlanner, SearchBudget
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Options
from tta_p2p.games.game import Game
from tta_p2p.games.local import LocalGame

Table = LocalGame[Any, Any]
Watch = Callable[[Table, Situation, Act], None]

LITTLE = 150
"""How many turns of single seats of 7 Wonders are played out for one choice; how well a bot plays then is told by
`tests/seven_wonders/test_normal_bot.py`, with more."""
NARROW = 3
"""How many beginnings of a turn of Through the Ages are followed side by side; `test_whole_turn.py` follows as many as
people's bots do."""
SMALL = SearchBudget(width=NARROW, heats=(Heat(2, 1),), reply_width=1, second_width=2, politics=2, endgame=2)
"""The budget of bots of Through the Ages that look further ahead."""
LEAST = replace(SMALL, heats=(), politics=0, endgame=0)
"""The budget of those that plan their own turn only."""

FEW = civilization_lookahead.SearchBudget(ways=2, wide=3, finalists=2, worlds=1)
"""The budget of bots of Civilization that look ahead."""


def with_budget(made: Bot, budget: SearchBudget) -> Bot:
    """Give a bot of Through the Ages another budget."""
    assert isinstance(made, LookaheadPlanner)
    made._budget, made._turn_planner._width = budget, budget.width
    return made


@contextmanager
def thinking_little() -> Iterator[None]:
    """Bots are those of people, but look at fewer ways to go on: what holds of a choice holds however long was thought
    about it.
    """
    planner, lookahead = through_the_ages.make_planner, through_the_ages.make_lookahead
    further = civilization.make_lookahead

    def narrow(*words: Any) -> Bot:
        return with_budget(planner(*words), LEAST)

    def small(*words: Any) -> Bot:
        return with_budget(lookahead(*words), SMALL)

    def few(*words: Any) -> Bot:
        made = further(*words)
        assert isinstance(made, civilization_lookahead.LookaheadPlanner)
        made._budget = FEW
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(civilization, "make_lookahead", few)
        patch.setattr(search, "PLAYOUT_BUDGET", LITTLE)
        patch.setattr(through_the_ages, "make_planner", narrow)
        patch.setattr(through_the_ages, "make_lookahead", small)
        yield


def begin(game: Game[Any, Any], seats: int, options: Options | None = None, seed: int = 1) -> Table:
    table: Table = LocalGame(game, seats, options, Chance(seed))
    table.answer_needs()
    return table


def seen(table: Table, seat: int) -> Situation:
    """What a seat that must decide may use."""
    return Situation(table.game, table.state, table.dealer.knowledge_of(seat), seat, table.legal(seat))


def bots(levels: Sequence[str], seed: int = 1) -> list[Bot]:
    return [make_bot(level, 10 * seed + seat) for seat, level in enumerate(levels)]


def play(table: Table, players: Sequence[Bot], watch: Watch | None = None) -> Table:
    """Play a game to its end; an act that is not legal or claims what is not true raises."""
    while not table.over:
        decision = table.decision
        assert decision is not None
        acts = []
        for seat in decision.seats:
            situation = seen(table, seat)
            act = players[seat].choose(situation)
            assert act in [option.act for option in situation.options]
            if watch is not None:
                watch(table, situation, act)
            acts.append(act)
        table.act(*acts)
    return table


def points(table: Table) -> list[int]:
    """The points by seat."""
    places = table.game.standings(table.state).places
    return [place.points for place in sorted(places, key=lambda place: place.seat)]


def known(table: Table, act: Act) -> str:
    """The face of the card an act names."""
    return table.dealer.faces[act.args[0].handle]  # type: ignore[union-attr]
