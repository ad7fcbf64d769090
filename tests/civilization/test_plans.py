"""Plans told with advice: whoever does what was advised is advised next what was told to follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.bots.table import FEW, seen
from tta_p2p.bots.advice import advise
from tta_p2p.bots.base import Adviser
from tta_p2p.bots.civilization.lookahead import LookaheadPlanner
from tta_p2p.bots.civilization.planner import Planner
from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.state import State
from tta_p2p.games.contract import Act
from tta_p2p.games.local import LocalGame
from tta_p2p.seats.wording import labels

from .play import play, power

ADVISERS: dict[str, Callable[[], Adviser]] = {
    "normal": lambda: Planner(Chance("hint")),
    "hard": lambda: LookaheadPlanner(Chance("hint"), budget=FEW),
    "hard:warlike": lambda: LookaheadPlanner(Chance("hint"), "warlike", FEW),
}


@pytest.mark.parametrize(
    ("level", "seats", "seed", "rounds"), [("normal", 3, 5, 9), ("hard", 2, 6, 6), ("hard:warlike", 2, 7, 4)]
)
def test_the_plan_that_is_told_is_what_is_advised_act_by_act(level: str, seats: int, seed: int, rounds: int) -> None:
    local: LocalGame[State, Any] = LocalGame(GAME, seats, {}, seed)
    local.answer_needs()
    others = [Planner(Chance(seat)) for seat in range(seats)]
    told: tuple[Act, ...] = ()
    kept: Counter[str] = Counter()
    while not local.over and local.state.round < rounds:
        decision = local.decision
        assert decision is not None
        acts = [others[seat].choose(seen(local, seat)) for seat in decision.seats if seat]
        if 0 in decision.seats:
            situation = seen(local, 0)
            advised = ADVISERS[level]().proposals(situation, 2)[0].acts if len(situation.options) > 1 else ()
            said = labels(GAME, local.state, advised, situation.knowledge.faces)  # a plan ends where others may answer
            assert len(said) == len(advised)
            act = advised[0] if advised else situation.options[0].act
            if told:
                assert act == told[0], (decision.key, GAME.write(act), [*map(GAME.write, told)])
                kept[decision.key] += 1
            told = advised[1:]
            acts.insert(0, act)
        else:
            told = ()
        local.act(*acts)
    assert kept["manage"] and kept["moves"] and sum(kept.values()) > 4


def test_advice_of_the_strongest_level_tells_its_own_plan() -> None:
    table = play(
        power("rome", cities={"f3": "capital"}, figures={"f4": (1, 0), "e2": (1, 1)}),
        power("germany"),
        phase="movement",
    )
    first = advise(seen(table.local, 0), "hard", "0/0/0")[0].acts
    assert len(first) > 1
    table.local.act(first[0])
    assert advise(seen(table.local, 0), "hard", "0/0/0")[0].acts[: len(first) - 1] == first[1:]
