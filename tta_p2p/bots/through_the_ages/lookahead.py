"""The level `hard`: a few ways to go on, each played a round further in worlds that the seat can imagine.

The best turns of a wide beam are carried out; the others reply as they would for themselves, and the seat plans its
next turn. What that leaves it, and what it leaves the others, is compared at the same prices and in the same worlds.
So it sees what its plans look like when the row has moved on, which events come up, whom it invites to an attack.
Worlds are drawn from what the seat may know; all work is counted, none of it is timed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tta_p2p.bots.base import ActProposal, Situation, sensible_options
from tta_p2p.bots.determinization import Determinization
from tta_p2p.bots.easy import best_act
from tta_p2p.bots.through_the_ages.act_evaluator import ActEvaluator
from tta_p2p.bots.through_the_ages.outlook import CULTURE_POINT, Outlook, make_outlook
from tta_p2p.bots.through_the_ages.position import position_value
from tta_p2p.bots.through_the_ages.statecraft import statecraft_evaluator
from tta_p2p.bots.through_the_ages.turn_search import TurnPlan, TurnPlanner, TurnSearch
from tta_p2p.bots.through_the_ages.weights import NORMAL, Weights
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Seat
from tta_p2p.games.through_the_ages.flow import decision_frame
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.phases import Actions, FirstActions
from tta_p2p.games.through_the_ages.state import State


@dataclass(frozen=True, slots=True)
class SearchBudget:
    """The size of a search: beams by their width, worlds and continuations by their number.

    `width`: the beam of the turn that is planned; `ways`: how many of its turns are played further; `worlds`: in how
    many worlds each is; `reply_width`, `second_width`: the beams of the others' turns and of the seat's next one.
    """

    width: int = 12
    ways: int = 3
    worlds: int = 2
    reply_width: int = 2
    second_width: int = 3


HARD = SearchBudget()
_MAX_DECISIONS = 40
"""More decisions than this do not follow one way within a round."""


class LookaheadPlanner:
    """Plans the turns of one seat by what they lead to a round later."""

    def __init__(self, chance: Chance, budget: SearchBudget = HARD, weights: Weights = NORMAL) -> None:
        self._chance, self._budget, self._weights = chance, budget, weights
        self._turn_planner = TurnPlanner(chance, budget.width, weights)
        self._plan = TurnPlan()

    def choose(self, situation: Situation) -> Act:
        """Go on with the plan, or make one."""
        act = self._plan.next_act(situation)
        if act is None and isinstance(decision_frame(situation.state), Actions):
            act = self._plan.begin(self._best_turn(situation), situation)
        return self._turn_planner.choose(situation) if act is None else act

    def proposals(self, situation: Situation, most: int) -> list[ActProposal]:
        """Give the turns that `normal` proposes, sorted by their value a round later."""
        found = self._turn_planner.proposals(situation, most)
        evaluator = statecraft_evaluator(situation, self._weights)
        if len(found) < 2 or evaluator.outlook.turns <= 1 or not isinstance(decision_frame(situation.state), Actions):
            return found
        totals = self.value_sums(situation, [one.acts for one in found])
        then = [replace(one, value=total // self._budget.worlds) for one, total in zip(found, totals, strict=True)]
        return sorted(then, key=lambda one: -(one.value or 0))

    # --- what it chooses among -------------------------------------------------------------------------------

    def _best_turn(self, situation: Situation) -> list[tuple[State, Act]]:
        evaluator = statecraft_evaluator(situation, self._weights)
        search = TurnSearch(situation, evaluator, self._budget.width)
        search.best_turn()
        ends = search.best_ends(self._budget.ways)
        if len(ends) < 2 or evaluator.outlook.turns <= 1:
            return ends[0] if ends else []
        ways = [tuple(act for _, act in end) for end in ends]
        return ends[self.best_way(situation, ways)]

    # --- a round further -------------------------------------------------------------------------------------

    def best_way(self, situation: Situation, ways: Sequence[tuple[Act, ...]]) -> int:
        """The number of the way that leads furthest, on average over the worlds; the first of equals."""
        totals = self.value_sums(situation, ways)
        return max(range(len(ways)), key=lambda number: (totals[number], -number))

    def value_sums(self, situation: Situation, ways: Sequence[tuple[Act, ...]]) -> list[int]:
        """Sum the values that each plan leads to over the worlds, in hundredths of a point."""
        view = GAME.view(situation.state, situation.knowledge, situation.seat)
        seats = len(situation.state.players)
        totals, prices = [0] * len(ways), _Prices(situation, self._weights)
        for _ in range(self._budget.worlds):
            faces, seed = GAME.resample(view, self._chance), self._chance.below(1 << 32)
            for number, way in enumerate(ways):
                world = Determinization(
                    GAME, situation.state, seats, faces, Chance(seed), situation.seat, situation.knowledge
                )
                totals[number] += self._line_value(world, way, prices, Chance(seed))
        return totals

    def _line_value(self, world: Determinization[State], way: Sequence[Act], prices: _Prices, chance: Chance) -> int:
        """Value a way for the seat a round later, in hundredths of a point."""
        seat, beams = prices.seat, self._budget
        plan, since = list(way), world.state.round
        for _ in range(_MAX_DECISIONS * len(world.state.players)):
            decision = GAME.decision(world.state)
            if decision is None:
                break
            (who,) = decision.seats[:1]
            if plan:
                act = plan.pop(0)
                if act in {option.act for option in world.legal(who)}:
                    world.act(act)
                    continue
                plan = []
            now = Situation(GAME, world.state, world.knowledge(who), who, world.legal(who))
            if not isinstance(decision_frame(world.state), Actions | FirstActions):
                options = sensible_options(now)
                evaluator = statecraft_evaluator(now, self._weights) if len(options) > 1 else None
                world.act(best_act(now, evaluator, chance) if evaluator else options[0].act)
                continue
            if who == seat and world.state.round > since:
                return self._next_turn_value(now, prices)
            evaluator = statecraft_evaluator(now, self._weights)
            search = TurnSearch(now, evaluator, beams.reply_width, states=_REPLY_STATES)
            plan = [act for _, act in search.best_turn()] or [best_act(now, evaluator, chance)]
        return prices.final_value(world.state)

    def _next_turn_value(self, now: Situation, prices: _Prices) -> int:
        """Value the next turn."""
        evaluator = prices.evaluator(now)
        search = TurnSearch(now, evaluator, self._budget.second_width, states=_REPLY_STATES)
        search.best_turn()
        mine = evaluator.evaluate(now.state).permanent if search.value is None else search.value
        return mine - prices.rivals_value(search.end)


_REPLY_STATES = 400
"""How many states the plan of a turn to come looks at, at most."""


class _Prices:
    """The prices used in all worlds of one decision: the first plan's end sets them."""

    def __init__(self, situation: Situation, weights: Weights) -> None:
        self.seat = situation.seat
        self._weights = weights
        self._first_evaluator: ActEvaluator | None = None
        self._rivals: dict[Seat, Outlook] = {}

    def evaluator(self, now: Situation) -> ActEvaluator:
        """Make the evaluator of a later turn."""
        if self._first_evaluator is None:
            self._first_evaluator = statecraft_evaluator(now, self._weights)
            self._rivals = {one: make_outlook(now.state, one, self._weights) for one in now.state.rivals(self.seat)}
        return self._first_evaluator.for_situation(now)

    def rivals_value(self, s: State) -> int:
        """Give the share of the rivals' positions that counts against the seat."""
        found = [
            position_value(s, rival, self._rivals[rival]) for rival in s.rivals(self.seat) if rival in self._rivals
        ]
        return self._weights.rival * sum(found) // (100 * max(1, len(found)))

    def final_value(self, s: State) -> int:
        """Value the end of the game."""
        mine = s.players[self.seat].culture
        others = [s.players[rival].culture for rival in s.rivals(self.seat)]
        lead = self._weights.rival * sum(others) // max(1, len(others))
        return CULTURE_POINT * mine - lead
