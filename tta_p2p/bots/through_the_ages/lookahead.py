"""The levels `normal` and `hard`: some ways to go on, each played further in worlds that the seat can imagine.

The best turns of a beam are carried out; the others reply as they would for themselves, and the seat plans its next
turn. What that leaves it, and what it leaves the others, is compared at the same prices and in the same worlds. So it
sees what its plans look like when the row has moved on, which events come up, whom it invites to an attack. Near the
end of a game the ways are played to that end, and the lead there counts.

The ways run in heats (sequential halving: Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed
Bandits", 2013, section 3): the better ones of a heat are played in more worlds. Worlds are drawn from what the seat may
know; all work is counted, none of it is timed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tta_p2p.bots.base import ActProposal, Situation, sensible_options
from tta_p2p.bots.determinization import Determinization
from tta_p2p.bots.easy import best_act, best_proposals
from tta_p2p.bots.through_the_ages.act_evaluator import ActEvaluator
from tta_p2p.bots.through_the_ages.outlook import CULTURE_POINT, Outlook, make_outlook
from tta_p2p.bots.through_the_ages.position import position_value
from tta_p2p.bots.through_the_ages.statecraft import statecraft_evaluator
from tta_p2p.bots.through_the_ages.turn_search import BEAM_WIDTH, TurnPlan, TurnPlanner, TurnSearch
from tta_p2p.bots.through_the_ages.weights import NORMAL, Weights
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Seat
from tta_p2p.games.through_the_ages import attacks
from tta_p2p.games.through_the_ages.flow import decision_frame
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.phases import Actions, FirstActions, Politics
from tta_p2p.games.through_the_ages.state import State


class Heat(NamedTuple):
    """So many of the ways are played in so many worlds more."""

    ways: int
    worlds: int


@dataclass(frozen=True, slots=True)
class SearchBudget:
    """The size of a search: beams by their width, worlds and continuations by their number.

    `width`: the beam of the turn that is planned; `apart`: in how many purposes its ends differ; `heats`: which of them
    are played further, and in how many worlds; `reply_width`, `second_width`: the beams of the others' turns and of the
    seat's next one; `politics`: how many political acts are played further; `endgame`: with how many turns to come,
    this one included, ways are played to the end of the game.
    """

    width: int = BEAM_WIDTH
    apart: int = 2
    heats: tuple[Heat, ...] = (Heat(8, 1), Heat(3, 1))
    reply_width: int = 1
    second_width: int = 3
    politics: int = 2
    endgame: int = 2

    def for_seats(self, seats: int) -> tuple[Heat, ...]:
        """Give the heats at a table: where more reply, a way takes longer, and fewer are played."""
        return tuple(Heat(max(2, heat.ways * 2 // seats), heat.worlds) for heat in self.heats)


STANDARD = SearchBudget()
"""The budget of `normal`."""
HARD = SearchBudget(width=12, heats=(Heat(12, 1), Heat(6, 2), Heat(3, 3)), reply_width=2, politics=4, endgame=4)
_MAX_DECISIONS = 40
"""More decisions than this of each player do not follow one way within a round."""
_MAX_ROUNDS = 8
"""More rounds than this do not follow a way to the end of a game."""
HOPELESS = 10 * CULTURE_POINT
"""A way that is so far behind the best one after a heat runs no more, in hundredths of a point on average."""
_ATTACKS = ("attack", "declare")
_FORBIDDEN = -100_000
"""A political act worth less than this is out of the question."""


class LookaheadPlanner:
    """Plans the turns of one seat by what they lead to later."""

    def __init__(self, chance: Chance, budget: SearchBudget = STANDARD, weights: Weights = NORMAL) -> None:
        self._chance, self._budget, self.weights = chance, budget, weights
        self._turn_planner = TurnPlanner(chance, budget.width, weights)
        self._plan = TurnPlan()

    def choose(self, situation: Situation) -> Act:
        """Go on with the plan, or make one."""
        act = self._plan.next_act(situation)
        frame = decision_frame(situation.state)
        if act is None and isinstance(frame, Actions):
            act = self._plan.begin(self._best_turn(situation), situation)
        elif act is None and isinstance(frame, Politics):
            act = self._best_politics(situation)
        return self._turn_planner.choose(situation) if act is None else act

    def proposals(self, situation: Situation, most: int) -> list[ActProposal]:
        """Give the turns that the beam proposes, sorted by their value a round later."""
        found = self._turn_planner.proposals(situation, most)
        if len(found) < 2 or not isinstance(decision_frame(situation.state), Actions):
            return found
        comparison = self._compare(situation, [one.acts for one in found])
        if comparison is None:
            return found
        comparison.run(range(len(found)), ADVICE_WORLDS)
        then = [replace(one, value=comparison.mean(number)) for number, one in enumerate(found)]
        return sorted(then, key=lambda one: -(one.value or 0))

    # --- what it chooses among -------------------------------------------------------------------------------

    def _best_turn(self, situation: Situation) -> list[tuple[State, Act]]:
        evaluator = statecraft_evaluator(situation, self.weights)
        search = TurnSearch(situation, evaluator, self._budget.width)
        search.best_turn()
        heats = self._budget.for_seats(len(situation.state.players))
        ends = search.best_ends(heats[0].ways if heats else 1, self._budget.apart)
        ways = [tuple(act for _, act in end) for end in ends]
        return ends[self.best_way(situation, ways)] if ends else []

    def _best_politics(self, situation: Situation) -> Act | None:
        """Give the political act that leads furthest; None: there is nobody to attack.

        A war on somebody weaker is tried whatever the prices say: what the rival could do against it is played.
        """
        if not self._budget.politics or not any(one.act.verb in _ATTACKS for one in situation.options):
            return None
        evaluator = statecraft_evaluator(situation, self.weights)
        ranked = best_proposals(situation, evaluator, self._chance, len(situation.options))
        acts = [one.acts[0] for one in ranked if one.value is not None and one.value > _FORBIDDEN]
        acts = acts[: self._budget.politics]
        acts += [act for act in _wars(situation) if act not in acts][:1]
        return acts[self.best_way(situation, [(act,) for act in acts])] if acts else None

    # --- played further --------------------------------------------------------------------------------------

    def best_way(self, situation: Situation, ways: Sequence[tuple[Act, ...]]) -> int:
        """The number of the way that leads furthest, on average over the worlds; the first of equals."""
        comparison = self._compare(situation, ways) if len(ways) > 1 else None
        if comparison is None:
            return 0
        numbers = list(range(len(ways)))
        for heat in self._budget.for_seats(len(situation.state.players)):
            numbers = comparison.ranked(numbers)[: heat.ways]
            numbers = [one for one in numbers if comparison.mean(one) >= comparison.mean(numbers[0]) - HOPELESS]
            if len(numbers) > 1:
                comparison.run(numbers, heat.worlds)
        return comparison.ranked(numbers)[0]

    def _compare(self, situation: Situation, ways: Sequence[tuple[Act, ...]]) -> Comparison | None:
        """Compare ways in a situation; None: too near to the end to look further."""
        turns = make_outlook(situation.state, situation.seat, self.weights).turns
        if turns <= 1 and not self._budget.endgame:
            return None
        return Comparison(situation, ways, self._budget, self.weights, self._chance, turns <= self._budget.endgame)


class Comparison:
    """Ways of one seat, played further in the same worlds."""

    def __init__(
        self,
        situation: Situation,
        ways: Sequence[tuple[Act, ...]],
        budget: SearchBudget,
        weights: Weights,
        chance: Chance,
        to_end: bool = False,
    ) -> None:
        """``to_end``: whether they are played to the end of the game, not only to the seat's next turn."""
        self._situation, self._ways, self._budget, self._weights = situation, ways, budget, weights
        self._chance, self.to_end = chance, to_end
        self._view = GAME.view(situation.state, situation.knowledge, situation.seat)
        self._prices = _Prices(situation, weights)
        self._values: list[list[int]] = [[] for _ in ways]

    def run(self, numbers: Iterable[int], worlds: int) -> None:
        """Play these of the ways further in so many worlds more."""
        situation, seats, among = self._situation, len(self._situation.state.players), list(numbers)
        for _ in range(worlds):
            faces, seed = GAME.resample(self._view, self._chance), self._chance.below(1 << 32)
            for number in among:
                world = Determinization(
                    GAME, situation.state, seats, faces, Chance(seed), situation.seat, situation.knowledge
                )
                self._values[number].append(self._line_value(world, self._ways[number], Chance(seed)))

    def values(self, number: int) -> Sequence[int]:
        """Give what a way has led to in each world, in hundredths of a point."""
        return self._values[number]

    def mean(self, number: int) -> int:
        """Average what a way has led to, in hundredths of a point."""
        found = self.values(number)
        return sum(found) // max(1, len(found))

    def ranked(self, numbers: Iterable[int]) -> list[int]:
        """Sort ways, the best first."""
        return sorted(numbers, key=lambda one: (-self.mean(one), one))

    def _line_value(self, world: Determinization[State], way: Sequence[Act], chance: Chance) -> int:
        """Value a way for the seat where it has led, in hundredths of a point."""
        plan, since = list(way), world.state.round
        last = since + (_MAX_ROUNDS if self.to_end else 0)
        for _ in range(_MAX_DECISIONS * len(world.state.players) * (1 + last - since)):
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
                several = len(options) > 1
                world.act(best_act(now, self._prices.reply_evaluator(now), chance) if several else options[0].act)
                continue
            if who == self._prices.seat and world.state.round > last:
                return self._next_turn_value(now)
            evaluator = self._prices.reply_evaluator(now)
            search = TurnSearch(now, evaluator, self._budget.reply_width, states=_REPLY_STATES)
            plan = [act for _, act in search.best_turn()] or [best_act(now, evaluator, chance)]
        return self._prices.lead(world.state) if self.to_end else self._prices.final_value(world.state)

    def _next_turn_value(self, now: Situation) -> int:
        """Value the next turn."""
        evaluator = self._prices.evaluator(now)
        search = TurnSearch(now, evaluator, self._budget.second_width, states=_REPLY_STATES)
        search.best_turn()
        mine = evaluator.evaluate(now.state).permanent if search.value is None else search.value
        return mine - self._prices.rivals_value(search.end)


_REPLY_STATES = 400
"""How many states the plan of a turn to come looks at, at most."""
ADVICE_WORLDS = 2
"""In how many worlds advice is played further."""


def _wars(situation: Situation) -> list[Act]:
    """Give the wars that may be declared on somebody weaker, the weakest first."""
    found = [option.act for option in situation.options if option.act.verb == "declare"]
    leads = {act: _lead(situation, act) for act in found}
    return sorted((act for act in found if leads[act] > 0), key=lambda act: -leads[act])


def _lead(situation: Situation, war: Act) -> int:
    rival = war.args[1]
    assert isinstance(rival, int)
    mine, theirs = attacks.strengths(situation.state, situation.seat, rival)
    return mine - theirs


class _Prices:
    """The prices used in all worlds of one decision: the first plan's end sets them."""

    def __init__(self, situation: Situation, weights: Weights) -> None:
        self.seat = situation.seat
        self._weights = weights
        self._first_evaluator: ActEvaluator | None = None
        self._rivals: dict[Seat, Outlook] = {}
        self._reply_evaluators: dict[tuple[object, ...], ActEvaluator] = {}

    def reply_evaluator(self, now: Situation) -> ActEvaluator:
        """Make the evaluator of a decision on the way, at the prices of the first one of that turn."""
        s, seat = now.state, now.seat
        key = seat, s.round, seat >= s.current, s.age, s.final_round
        first = self._reply_evaluators.get(key)
        if first is None:
            found = self._reply_evaluators[key] = statecraft_evaluator(now, self._weights)
        else:
            found = first.for_situation(now)
        if not (s.pacts or s.wars):  # what an attack does to others would change what is cached
            found.cache_cards()
        return found

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
        """Value the end of the game as the ways that have not ended are valued."""
        mine = s.players[self.seat].culture
        others = [s.players[rival].culture for rival in s.rivals(self.seat)]
        return CULTURE_POINT * mine - self._weights.rival * sum(others) // max(1, len(others))

    def lead(self, s: State) -> int:
        """Give the lead over the best rival, in hundredths of a point."""
        others = [s.players[rival].culture for rival in s.rivals(self.seat)]
        return CULTURE_POINT * (s.players[self.seat].culture - max(others, default=0))
