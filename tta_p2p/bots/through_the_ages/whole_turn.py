"""The action phase planned as a whole: a beam search over the acts of one turn.

Prices are fixed when the turn is planned, so that all its ends are measured by one rule: beams over a turn whose leaves
are priced anew chase their own prices. What the search finds is a list of acts. It is carried out as long as nothing
happens that was not foreseen; then the rest of the turn is planned anew. Nothing hidden is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

from tta_p2p.bots.base import Proposal, Situation
from tta_p2p.bots.easy import Worth, best_act, best_acts
from tta_p2p.bots.through_the_ages.acts import LAST_RESORT, ActJudge
from tta_p2p.bots.through_the_ages.statecraft import statesman
from tta_p2p.bots.through_the_ages.weights import NORMAL, Weights
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Knowledge
from tta_p2p.games.through_the_ages import economy, ratings
from tta_p2p.games.through_the_ages.flow import asking
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.index import KIND
from tta_p2p.games.through_the_ages.phases import Actions, FirstActions
from tta_p2p.games.through_the_ages.state import State
from tta_p2p.games.through_the_ages.tables.words import Kind

WIDTH = 8
"""How many beginnings of a turn are followed side by side."""
STATES = 2_000
"""How many states one plan looks at, at most."""
_PLENTY = 10
"""With fewer resources stored nobody leaves a mine."""
_GROUND = (Kind.FARM, Kind.MINE)


@dataclass(frozen=True, slots=True)
class _Beginning:
    """Acts from where the turn is planned, and the state they lead to."""

    state: State
    acts: tuple[Act, ...] = ()
    told: tuple[State, ...] = ()
    worth: Worth | None = None
    """What the state is worth, once that is known."""


class Plan:
    """What is left of a planned turn: each act with the state in which it is to be taken."""

    def __init__(self) -> None:
        self._rest: list[tuple[State, Act]] = []

    def follow(self, situation: Situation) -> Act | None:
        """Give the next act, if things stand as they were foreseen; otherwise the rest is forgotten."""
        foreseen, act = self._rest.pop(0) if self._rest else (None, None)
        if act is not None and foreseen == situation.state and _is_legal(act, situation):
            return act
        self._rest = []
        return None

    def begin(self, acts: list[tuple[State, Act]], situation: Situation) -> Act | None:
        """Take a new plan, and give its first act; None if that is not legal."""
        if not acts or not _is_legal(acts[0][1], situation):
            return None
        self._rest = acts[1:]
        return acts[0][1]


def _is_legal(act: Act, situation: Situation) -> bool:
    return any(option.act == act for option in situation.options)


class TurnPlanner:
    """Plans the turns of one seat; everything else it decides one act ahead."""

    def __init__(self, chance: Chance, width: int = WIDTH, weights: Weights = NORMAL) -> None:
        self._chance, self._width, self.weights = chance, width, weights
        self._plan = Plan()

    def choose(self, situation: Situation) -> Act:
        """Go on with the plan, or make one."""
        if (act := self._plan.follow(situation)) is not None:
            return act
        judge = statesman(situation, self.weights)
        if isinstance(asking(situation.state), Actions | FirstActions):
            act = self._plan.begin(TurnSearch(situation, judge, self._width).best(), situation)
        return best_act(situation, judge, self._chance) if act is None else act

    def proposals(self, situation: Situation, most: int) -> list[Proposal]:
        """Say which turn it plans, and which ones without the acts with which the better ones begin."""
        judge, found = statesman(situation, self.weights), list[Proposal]()
        if isinstance(asking(situation.state), Actions | FirstActions):
            legal, now = {option.act for option in situation.options}, judge.parts(situation.state)
            while len(found) < most:
                search = TurnSearch(situation, judge, self._width, without={one.acts[0] for one in found})
                acts = tuple(act for _, act in search.best())
                if not acts or acts[0] not in legal:
                    break
                then = judge.parts(search.end)
                found.append(Proposal(acts, search.worth, {key: then[key] - now[key] for key in now}))
        found.sort(key=lambda one: -(one.worth or 0))  # what was looked for later may be better: beams are narrow
        return found or best_acts(situation, judge, self._chance, most)


class TurnSearch:
    """One plan."""

    def __init__(
        self,
        situation: Situation,
        judge: ActJudge,
        width: int = WIDTH,
        without: Collection[Act] = (),
        states: int = STATES,
    ) -> None:
        """``without``: acts that the turn does not have; one that ends it, it does not begin with.

        ``states``: how many states it looks at, at most.
        """
        judge.remember()
        self._start: State = situation.state
        self._knows: Knowledge = situation.knows
        self._seat, self._judge, self._width = situation.seat, judge, width
        self.left = states
        """How many more states it may look at."""
        self._without = without
        self._whole: dict[tuple[object, ...], tuple[int, _Beginning]] = {}
        """The whole turns found, by what tells their ends apart."""
        self.end = self._start
        """The state to which the best turn leads, before it is ended."""
        self.worth: int | None = None
        """What that state is worth, in hundredths of a culture point; None: no turn was found."""

    def best(self) -> list[tuple[State, Act]]:
        """The acts of the best turn, each with the state in which it is taken; the last ends the turn."""
        found: _Beginning | None = None
        front = [_Beginning(self._start)]
        while front and self.left > 0:
            further: dict[tuple[object, ...], tuple[int, _Beginning]] = {}
            for beginning in front:
                for after, whole in self._steps(beginning):
                    worth = after.worth or self._judge.worth(after.state)
                    if whole and (self.worth is None or worth.settled > self.worth):
                        self.worth, self.end, found = worth.settled, after.state, after
                    key = _what(after.state, worth.settled, worth.spare)
                    if whole:
                        self._whole.setdefault(key, (worth.settled, after))
                        continue
                    if key not in further:
                        further[key] = worth.total, replace(after, worth=worth)
            ranked = sorted(further.values(), key=lambda one: -one[0])
            front = [beginning for _, beginning in ranked[: self._width]]
        return _steps_of(found) if found is not None else []

    def ends(self, most: int) -> list[list[tuple[State, Act]]]:
        """The best turns that were found and lead to different ends, the best first; each as `best` gives it."""
        ranked = sorted(self._whole.values(), key=lambda one: -one[0])
        return [_steps_of(beginning) for _, beginning in ranked[:most]]

    def _steps(self, beginning: _Beginning) -> Iterator[tuple[_Beginning, bool]]:
        """One act more; and whether the turn is whole then."""
        state = beginning.state
        own = isinstance(asking(state), Actions | FirstActions)
        for option in GAME.legal(state, self._knows, self._seat):
            act = option.act
            told, acts = (*beginning.told, state), (*beginning.acts, act)
            ends = own and self._judge.stops(act)
            if act in self._without and not (ends and beginning.acts):
                continue
            if ends:
                yield _Beginning(state, acts, told, beginning.worth), True
                continue
            if not self._judge.considers(state, act) or self.left <= 0:
                continue
            self.left -= 1
            after: State = GAME.carry_out(state, option).state
            frame = asking(after)
            mine = frame is not None and frame.seat == self._seat
            yield _Beginning(after, acts, told), not mine
        if state.players[self._seat].unused:
            return
        if self._hungry(state):
            yield from self._sent(beginning, lambda left: left is not Kind.FARM, lambda to: to is Kind.FARM)
        elif self._rich(state):
            yield from self._sent(beginning, lambda left: left is Kind.MINE, lambda to: to not in _GROUND)

    def _hungry(self, s: State) -> bool:
        """Whether less is harvested than eaten."""
        return economy.food_production(s, self._seat) < economy.consumption(s.players[self._seat])

    def _rich(self, s: State) -> bool:
        """Whether more resources lie there than two turns yield: it is workers that are short."""
        stored = economy.stock(s.players[self._seat], economy.RESOURCE)
        return stored >= max(_PLENTY, 2 * economy.resource_production(s, self._seat))

    def _sent(
        self, beginning: _Beginning, may_leave: Callable[[Kind], bool], may_work: Callable[[Kind], bool]
    ) -> Iterator[tuple[_Beginning, bool]]:
        """A worker sent from one card to one of another kind: two acts of which the first alone would only do harm."""
        before = beginning.state
        for left in GAME.legal(before, self._knows, self._seat):
            if left.act.verb in LAST_RESORT and left.act not in self._without and may_leave(_kind(left.act)):
                between: State = GAME.carry_out(before, left).state
                for built in GAME.legal(between, self._knows, self._seat):
                    if built.act.verb == "build" and may_work(_kind(built.act)) and self.left > 0:
                        self.left -= 1
                        after: State = GAME.carry_out(between, built).state
                        acts = (*beginning.acts, left.act, built.act)
                        if not ratings.uprising(after, self._seat):
                            yield _Beginning(after, acts, (*beginning.told, before, between)), False


def _steps_of(whole: _Beginning) -> list[tuple[State, Act]]:
    return list(zip(whole.told, whole.acts, strict=True))


def _kind(act: Act) -> Kind:
    """The kind of card from which an act takes a worker, or on which it puts one."""
    return next(KIND[face] for face in act.args if isinstance(face, str) and face in KIND)


def _what(state: State, settled: int, spare: int) -> tuple[object, ...]:
    """What tells two beginnings apart that differ by more than the order of their acts."""
    p = state.players[state.current]
    return settled, spare, tuple(sorted(p.civil_hand)), tuple(sorted(p.workers.items())), p.leader, p.wonder, p.stages
