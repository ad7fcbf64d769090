"""Numbers of active cards that plans of several turns share are the numbers that each would find by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from tests.bots.positions import turns
from tta_p2p.bots.base import Situation
from tta_p2p.bots.through_the_ages.act_evaluator import ActEvaluator
from tta_p2p.bots.through_the_ages.statecraft import statecraft_evaluator
from tta_p2p.bots.through_the_ages.weights import NORMAL
from tta_p2p.games.contract import Knowledge
from tta_p2p.games.through_the_ages.flow import decision_frame
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.index import AGGRESSIONS, BONUS_CARDS, IS_UNIT
from tta_p2p.games.through_the_ages.state import PactInPlay, State, War

Change = Callable[[Situation], Situation]

FEW = 12
"""The acts of a position that are tried."""
ENDOWMENT = "endowment-for-the-arts"


def beginnings() -> tuple[Situation, ...]:
    """Every eighth turn of a game of three, at its beginning."""
    return turns("random", 3, seed=8)[::8]


def _rival(now: Situation) -> int:
    return now.state.rivals(now.seat)[0]


def _changed(now: Situation, change: Callable[[State], None]) -> Situation:
    state = now.state.copy()
    change(state)
    return replace(now, state=state, options=GAME.legal(state, now.knowledge, now.seat))


def a_stronger_rival(now: Situation) -> Situation:
    """A rival has more units."""

    def arm(s: State) -> None:
        workers = s.players[_rival(now)].workers
        unit = next(face for face in workers if face in IS_UNIT)
        workers[unit] += 9

    return _changed(now, arm)


def a_rival_ahead(now: Situation) -> Situation:
    """Those behind in culture are ahead."""

    def lead(s: State) -> None:
        for rival in s.rivals(now.seat):
            s.players[rival].culture += 200

    return _changed(now, lead)


def a_war(now: Situation) -> Situation:
    """A rival has declared war."""

    def declare(s: State) -> None:
        s.wars += (War("war-over-culture", _rival(now), now.seat),)

    return _changed(now, declare)


def more_wonders_of_a_rival(now: Situation) -> Situation:
    """A rival, which may be the partner of a pact, has more wonders."""

    def complete(s: State) -> None:
        s.players[_rival(now)].wonders += ("great-wall", "kremlin")

    return _changed(now, complete)


def a_pact(now: Situation) -> Situation:
    """A pact is in force, with a rival that has wonders."""

    def agree(s: State) -> None:
        s.pacts += (PactInPlay("international-tourism", now.seat, now.seat, _rival(now)),)

    return _changed(more_wonders_of_a_rival(now), agree)


def a_later_age(now: Situation) -> Situation:
    """The next age has begun."""

    def go_on(s: State) -> None:
        s.age += 1

    return _changed(now, go_on)


def other_cards(now: Situation) -> Situation:
    """The same handles are other military cards."""
    known = dict(now.knowledge.faces)
    for handle in now.state.players[now.seat].military_hand:
        known[handle] = next(iter(BONUS_CARDS if known.get(handle) in AGGRESSIONS else AGGRESSIONS))
    return replace(now, knowledge=Knowledge(known))


CHANGES = (
    (None, a_stronger_rival), (None, a_rival_ahead), (None, a_war), (None, a_pact), (a_pact, more_wonders_of_a_rival),
    (None, a_later_age), (None, other_cards),
)  # fmt: skip
"""Changes, each with the one that comes before it."""


def states(now: Situation) -> Iterator[State]:
    """The position, and those after some acts of the turn."""
    yield now.state
    for option in now.options[:: 1 + len(now.options) // FEW]:
        after = GAME.carry_out(now.state, option).state
        if (frame := decision_frame(after)) is not None and frame.seat == now.seat:
            yield after


def values(evaluator: ActEvaluator, now: Situation, shared: bool) -> list[int]:
    """The values of a position and of those after it."""
    judge = evaluator.for_situation(now)
    if shared:
        judge.cache_cards()
    return [judge.evaluate(state).permanent for state in states(now)]


@pytest.mark.parametrize(("before", "change"), CHANGES, ids=lambda change: change.__name__ if change else "")
def test_whatever_else_changes_no_number_is_taken_over_that_depends_on_it(
    before: Change | None, change: Change
) -> None:
    differ = 0
    for now in beginnings():
        state = now.state.copy()
        state.players[now.seat].civil_hand += (ENDOWMENT,)
        now = replace(now, state=state, options=GAME.legal(state, now.knowledge, now.seat))
        now = before(now) if before is not None else now
        then = change(now)
        evaluator = statecraft_evaluator(now, NORMAL)
        plain = values(evaluator, now, False), values(evaluator, then, False)
        assert (values(evaluator, now, True), values(evaluator, then, True)) == plain
        differ += plain[0][0] != plain[1][0]
    assert differ, "what changes never counts"


def test_plans_of_the_same_turn_share_them() -> None:
    now = beginnings()[0]
    marginal_values = statecraft_evaluator(now, NORMAL).for_situation(now)._valuation.marginal_values
    found = []
    for surroundings in ((1,), (2,), (1,)):
        twin = marginal_values.with_outlook(marginal_values.outlook)
        twin.cache_cards(surroundings)
        found.append(twin.active_cards(now.state))
    assert found[0] is found[2] is not found[1]
