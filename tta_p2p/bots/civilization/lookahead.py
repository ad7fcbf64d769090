"""The level `hard`: acts of different purposes, each played on to the next turn of the cities, and compared.

What `normal` thinks best is followed by its best acts of other kinds: another building, a figure, a unit, the arts, a
group that goes elsewhere. Each is carried out in the same imagined worlds (`course`): the seat goes on as `normal`
would, researches, and collects what its cities make; rivals win if they can, and take what they can. Where a rival wins
or could take much, every act is tried that might prevent it. Governments are left to `normal`: a course takes up
another before it is valued, so that a turn of Anarchy would look free. What is owned counts less than for `normal`, the
race for a victory more, and the turns to fifteen coins are counted technology by technology (`clock`). Worlds are drawn
from what the seat may know; all work is counted, none of it is timed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from tta_p2p.bots.base import ActProposal, Situation
from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.flow import Manage, Moves, Start, Study
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.tables.events import EVENTS
from tta_p2p.games.contract import Act, Card, Face, Handle, Line

from .course import Course, Plan, best_of_each, doer
from .outlook import CAPITAL_LOSS, Outlook
from .planner import (
    BOOSTS,
    STOP_VERBS,
    Planner,
    attacked_square,
    following,
    grounds,
    one_of_each,
    propose,
    purpose,
)
from .prices import VICTORY, Account

LOSSES = {"capital": CAPITAL_LOSS, "city": 1600, "army": 300, "scout": 200, "coin": 0}
"""The worth of each loss to rivals, in the numbers of the `outlook`, threats at the end included; that of a coin
depends on the position."""
SEARCHED = (Start, Manage, Moves, Study)
"""Decisions that are looked ahead from; the others are as good one act ahead."""
REFORM = "government"
"""The verb that changes the government."""
REFUSED = -(10**9)
"""The value of an act that is no longer looked at."""


@dataclass(frozen=True, slots=True)
class SearchBudget:
    """The size of a search.

    `ways`: so many acts are played on, `wide` where much is at stake; `finalists`: so many of them in all `worlds`.
    `window`: an act that looks worse than the best by more is not looked at. `margin`: by so much another act must lead
    further than the one that looks best. `stake`: what rivals could take at the least for a wide search.
    """

    ways: int = 6
    wide: int = 20
    finalists: int = 2
    worlds: int = 2
    window: int = 2500
    margin: int = 60
    stake: int = 2500


HARD = SearchBudget()


class LookaheadPlanner:
    """Chooses acts for one seat by what they lead to a turn later."""

    def __init__(self, chance: Chance, personality: str = "", budget: SearchBudget = HARD) -> None:
        """``personality``: one of the package's `PERSONALITIES`; empty: none."""
        self._chance, self._budget = chance, budget
        self._personality = personality
        self._planner = Planner(chance, personality, careful=True)

    def choose(self, situation: Situation) -> Act:
        """Choose the best act."""
        return self._ranked(situation)[0][0]

    def proposals(self, situation: Situation, most: int) -> list[ActProposal]:
        """Give the best acts, the best first and with what is planned after it; then those for other purposes.

        Acts that were played on are compared by what they lead to, others by the state after them.
        """
        start = self._chance.copy()
        acts, comparison = self._ranked(situation)
        then = following(situation, acts[0], lambda: self._twin(start))
        outlook = self._planner.outlook(situation)
        if comparison is None or len(comparison.results) < 2:
            gains = {act: gain for gain, act in self._planner.ranked(situation)}
            return propose(outlook, situation, one_of_each([(gains[act], act) for act in acts]), then)[:most]
        ways = [act for _, act in one_of_each([(0, act) for act in acts])]
        values = comparison.values(ways)
        return [
            ActProposal((ways[0], *then), values[ways[0]], *comparison.grounds(ways[0])),
            *(ActProposal((act,), values.get(act)) for act in ways[1:]),
        ][:most]

    def _twin(self, start: Chance) -> LookaheadPlanner:
        """Make the same bot again, whose lots are drawn from the start."""
        return LookaheadPlanner(start.copy(), self._personality, self._budget)

    def _ranked(self, situation: Situation) -> tuple[list[Act], _Comparison | None]:
        """Give the acts of a decision, the best first, and what they were compared by; None: as `normal` does."""
        ranked = self._shuffled(self._planner.ranked(situation))
        acts = [act for _, act in ranked]
        frame = situation.state.stack[-1]
        if (
            len(acts) < 2
            or not isinstance(frame, SEARCHED)
            or is_gamble(situation, acts[0])
            or ranked[0][0] > VICTORY // 2
            or reforms(ranked)
        ):
            return acts, None
        ranked = [one for one in ranked if one[1].verb != REFORM]
        outlook = self._planner.outlook(situation)
        comparison = _Comparison(situation, ranked, outlook, self._budget, self._chance)
        first = comparison.best()
        return [*first, *(act for act in acts if act not in first)], comparison

    def _shuffled(self, ranked: Plan) -> list[tuple[int, Act]]:
        """Put one of the best acts, drawn by lot, in front."""
        most = ranked[0][0]
        first = self._chance.choice([one for one in ranked if one[0] == most])
        return [first, *(one for one in ranked if one is not first)]


class _Comparison:
    """Compares the acts of one decision by what they lead to."""

    def __init__(
        self, situation: Situation, ranked: Plan, outlook: Outlook, budget: SearchBudget, chance: Chance
    ) -> None:
        self._situation, self._ranked, self._outlook, self._budget = situation, ranked, outlook, budget
        view = GAME.view(situation.state, situation.knowledge, situation.seat)
        self._losses = {**LOSSES, "coin": outlook.coin_price}
        self._worlds: list[tuple[dict[Handle, Face], int]] = []
        for _ in range(budget.worlds):
            self._worlds.append((dict(GAME.resample(view, chance)), chance.below(1 << 32)))
        self._calm = [one for one in ranked if not is_gamble(situation, one[1])]
        paid = {option.act for option in situation.options if any(what == "trade" for what, _ in option.cost)}
        self._free = [one for one in self._calm if one[1] not in paid]
        """What follows an act: who spends trade twice in a turn thinks about it again."""
        self._worst = 0
        """The worth of what rivals could take after the act that looks best."""
        self.results: dict[Act, list[Account]] = {}
        """Act -> the parts of what it led to in each world in which it was played on."""

    def values(self, acts: Sequence[Act]) -> dict[Act, int]:
        """Give what acts led to in the mean, those that were played on; none has more than one before it."""
        means = [(act, sum(sum(one.values()) for one in self.results[act]) // len(self.results[act]))
                 for act in acts if act in self.results]  # fmt: skip
        bounded = accumulate((mean for _, mean in means), min)
        return {act: value for (act, _), value in zip(means, bounded, strict=True)}

    def grounds(self, act: Act) -> tuple[Account, tuple[Line, ...]]:
        """Give what speaks for an act: what it leads to in the world in which all were played on."""
        others = [one[0] for other, one in self.results.items() if other != act]
        return grounds(self.results[act][0], others, "wins-soon")

    def best(self) -> list[Act]:
        """Give the acts that were played on, the best first."""
        ways, margin = self._different_ways(self._budget.window)[: self._budget.ways], self._budget.margin
        first = self._value(ways[0], 0)
        if first <= -VICTORY // 2 or self._worst >= self._budget.stake:
            ways = self._different_ways(VICTORY)[: self._budget.wide]
        if len(ways) < 2:
            return ways
        totals = {0: first, **{at: self._value(way, 0) for at, way in enumerate(ways) if at}}
        left = self._order(totals, range(len(ways)), margin)[: self._budget.finalists]
        for world in range(1, len(self._worlds)):
            for at in left:
                totals[at] += self._value(ways[at], world)
        left = self._order(totals, left, margin * len(self._worlds))
        if left[0] and ways[left[0]].verb in STOP_VERBS and 0 in left:
            # what is planned after the best act may be worse than nothing: then it is the best act that counts
            alone = sum(self._value(ways[0], world, planned=False) for world in range(len(self._worlds)))
            left = self._order({**totals, 0: max(alone, totals[0])}, left, margin * len(self._worlds))
        others = [at for at in range(len(ways)) if at not in left]
        return [ways[at] for at in (*left, *others)]

    @staticmethod
    def _order(totals: dict[int, int], among: Sequence[int], margin: int = 0) -> list[int]:
        return sorted(among, key=lambda at: (-totals[at] - margin * (at == 0), at))

    def _different_ways(self, window: int) -> list[Act]:
        """Give the best act, and the best ones of other purposes that are not planned to follow it, the best first.

        ``window``: how much worse than the best act they may look.
        """
        first = self._ranked[0]
        least = first[0] - window
        planned = set(best_of_each(self._free)) - {first[1]}
        found: dict[object, Act] = {}
        for gain, act in self._calm:
            if gain >= least and act not in planned:
                found.setdefault(purpose(act), act)
        return list(found.values())

    def _value(self, act: Act, world: int, planned: bool = True) -> int:
        """Value an act in one of the worlds by what it leads to; ``planned``: whether the plan of the phase follows."""
        s: State = self._situation.state
        faces, seed = self._worlds[world]
        course = Course(self._situation, faces, seed, self._outlook, self._losses)
        plan = best_of_each(self._free, (doer(act),)) if planned else ()
        if not course.begin(act, plan):
            return REFUSED
        end = course.play((s.round + 1, "cities"))
        toll = course.toll + (0 if end.over else course.coming_toll() // 2)
        if act is self._ranked[0][1]:
            self._worst = max(self._worst, toll)
        found = {**self._outlook.account(end), "attacks": -toll}
        if planned:
            self.results.setdefault(act, []).append(found)
        return sum(found.values())


def is_gamble(situation: Situation, act: Act) -> bool:
    """Whether the next position does not show what an act is worth: a battle, a tile face down, production to come."""
    match act.verb, act.args:
        case "discover", _:
            return True
        case "use", (str(what), *_):
            return what in BOOSTS
        case "event", (Card(_, face), *_):
            return EVENTS[face].does == "production"
    return attacked_square(situation.state, situation.seat, act) >= 0


def reforms(ranked: Plan) -> bool:
    """Whether `normal` changes the government now or after an act of the same phase."""
    return ranked[0][1].verb == REFORM or any(gain > 0 and act.verb == REFORM for gain, act in ranked)
