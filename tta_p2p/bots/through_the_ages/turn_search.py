"""The action phase planned as a whole: a beam search over the acts of one turn.

Prices are fixed when the turn is planned, so that all its ends are measured by one rule: beams over a turn whose leaves
are priced anew chase their own prices. What the search finds is a list of acts. It is carried out as long as nothing
happens that was not foreseen; then the rest of the turn is planned anew. Nothing hidden is looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from tta_p2p.bots.base import ActProposal, Situation
from tta_p2p.bots.easy import Evaluation, best_act, best_proposals
from tta_p2p.bots.through_the_ages.act_evaluator import LAST_RESORT_VERBS, ActEvaluator
from tta_p2p.bots.through_the_ages.statecraft import statecraft_evaluator
from tta_p2p.bots.through_the_ages.weights import NORMAL, Weights
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Card, Knowledge
from tta_p2p.games.through_the_ages import economy, ratings
from tta_p2p.games.through_the_ages.flow import decision_frame
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.index import KIND
from tta_p2p.games.through_the_ages.phases import Actions, FirstActions
from tta_p2p.games.through_the_ages.state import State
from tta_p2p.games.through_the_ages.tables.words import Kind

BEAM_WIDTH = 8
"""How many beginnings of a turn are followed side by side."""
MAX_STATES = 2_000
"""How many states one plan looks at, at most."""
_MANY_RESOURCES = 10
"""With fewer resources stored nobody leaves a mine."""
_FARMS_AND_MINES = (Kind.FARM, Kind.MINE)


@dataclass(frozen=True, slots=True)
class _PartialTurn:
    """Acts from where the turn is planned, and the state they lead to."""

    state: State
    acts: tuple[Act, ...] = ()
    states: tuple[State, ...] = ()
    value: Evaluation | None = None
    """What the state is worth, once that is known."""


class TurnPlan:
    """The rest of a planned turn: each act with the state in which it is due."""

    def __init__(self) -> None:
        self._steps: list[tuple[State, Act]] = []

    def next_act(self, situation: Situation) -> Act | None:
        """Give the next act, if things stand as they were foreseen; otherwise the rest is forgotten."""
        foreseen, act = self._steps.pop(0) if self._steps else (None, None)
        if act is not None and foreseen == situation.state and _is_legal(act, situation):
            return act
        self._steps = []
        return None

    def begin(self, acts: list[tuple[State, Act]], situation: Situation) -> Act | None:
        """Take a new plan, and give its first act; None if that is not legal."""
        if not acts or not _is_legal(acts[0][1], situation):
            return None
        self._steps = acts[1:]
        return acts[0][1]


def _is_legal(act: Act, situation: Situation) -> bool:
    return any(option.act == act for option in situation.options)


class TurnPlanner:
    """Plans the turns of one seat; everything else it decides one act ahead."""

    def __init__(self, chance: Chance, width: int = BEAM_WIDTH, weights: Weights = NORMAL) -> None:
        self._chance, self._width, self.weights = chance, width, weights
        self._plan = TurnPlan()

    def choose(self, situation: Situation) -> Act:
        """Go on with the plan, or make one."""
        if (act := self._plan.next_act(situation)) is not None:
            return act
        evaluator = statecraft_evaluator(situation, self.weights)
        if isinstance(decision_frame(situation.state), Actions | FirstActions):
            act = self._plan.begin(TurnSearch(situation, evaluator, self._width).best_turn(), situation)
        return best_act(situation, evaluator, self._chance) if act is None else act

    def proposals(self, situation: Situation, most: int) -> list[ActProposal]:
        """Say which turn it plans, and which ones without the acts with which the better ones begin."""
        evaluator, found = statecraft_evaluator(situation, self.weights), list[ActProposal]()
        if isinstance(decision_frame(situation.state), Actions | FirstActions):
            legal, now = {option.act for option in situation.options}, evaluator.parts(situation.state)
            while len(found) < most:
                search = TurnSearch(situation, evaluator, self._width, excluded={one.acts[0] for one in found})
                acts = tuple(act for _, act in search.best_turn())
                if not acts or acts[0] not in legal:
                    break
                then = evaluator.parts(search.end)
                found.append(ActProposal(acts, search.value, {key: then[key] - now[key] for key in now}))
        found.sort(key=lambda one: -(one.value or 0))  # what was looked for later may be better: beams are narrow
        return found or best_proposals(situation, evaluator, self._chance, most)


class TurnSearch:
    """One plan."""

    def __init__(
        self,
        situation: Situation,
        evaluator: ActEvaluator,
        width: int = BEAM_WIDTH,
        excluded: Collection[Act] = (),
        states: int = MAX_STATES,
    ) -> None:
        """``excluded``: acts that the turn does not have; one that ends it, it does not begin with.

        ``states``: how many states it looks at, at most.
        """
        evaluator.cache_cards()
        self._start: State = situation.state
        self._knowledge: Knowledge = situation.knowledge
        self._seat, self._evaluator, self._width = situation.seat, evaluator, width
        self.states_left = states
        """How many more states it may look at."""
        self._excluded = excluded
        self._complete: dict[tuple[object, ...], tuple[int, _PartialTurn]] = {}
        """The whole turns found, by what tells their ends apart."""
        self.end = self._start
        """The state to which the best turn leads, before it is ended."""
        self.value: int | None = None
        """What that state is worth, in hundredths of a culture point; None: no turn was found."""

    def best_turn(self) -> list[tuple[State, Act]]:
        """The acts of the best turn, each with the state in which it is taken; the last ends the turn."""
        found: _PartialTurn | None = None
        front = [_PartialTurn(self._start)]
        while front and self.states_left > 0:
            further: dict[tuple[object, ...], tuple[int, _PartialTurn]] = {}
            for beginning in front:
                for after, whole in self._expand(beginning):
                    value = after.value or self._evaluator.evaluate(after.state)
                    if whole and (self.value is None or value.permanent > self.value):
                        self.value, self.end, found = value.permanent, after.state, after
                    key = _state_key(after.state, value.permanent, value.spare)
                    if whole:
                        self._complete.setdefault(key, (value.permanent, after))
                        continue
                    if key not in further:
                        further[key] = value.total, _PartialTurn(after.state, after.acts, after.states, value)
            ranked = sorted(further.values(), key=lambda one: -one[0])
            front = [beginning for _, beginning in ranked[: self._width]]
        return _turn_steps(found) if found is not None else []

    def best_ends(self, most: int, apart: int = 0) -> list[list[tuple[State, Act]]]:
        """The best turns that were found and lead to different ends, the best first; each as `best_turn` gives it.

        ``apart``: in how many purposes each differs from all before it, while there are such turns; then come others.
        """
        ranked = [whole for _, whole in sorted(self._complete.values(), key=lambda one: -one[0])]
        chosen: list[int] = []
        for number, whole in enumerate(ranked):
            if len(chosen) < most and all(_distance(whole, ranked[other]) >= apart for other in chosen):
                chosen.append(number)
        chosen += [number for number in range(len(ranked)) if number not in chosen][: most - len(chosen)]
        return [_turn_steps(ranked[number]) for number in sorted(chosen)]

    def _expand(self, beginning: _PartialTurn) -> Iterator[tuple[_PartialTurn, bool]]:
        """One act more; and whether the turn is whole then."""
        state = beginning.state
        own = isinstance(decision_frame(state), Actions | FirstActions)
        for option in GAME.legal(state, self._knowledge, self._seat):
            act = option.act
            told, acts = (*beginning.states, state), (*beginning.acts, act)
            ends = own and self._evaluator.is_stop(act)
            if act in self._excluded and not (ends and beginning.acts):
                continue
            if ends:
                yield _PartialTurn(state, acts, told, beginning.value), True
                continue
            if not self._evaluator.is_candidate(state, act) or self.states_left <= 0:
                continue
            self.states_left -= 1
            after: State = GAME.carry_out(state, option).state
            if self._is_half_done(after):  # the first half looks like a loss
                yield from self._expand(_PartialTurn(after, acts, told))
                continue
            frame = decision_frame(after)
            yield _PartialTurn(after, acts, told), frame is None or frame.seat != self._seat
        if not own or state.players[self._seat].unused:
            return
        if self._lacks_food(state):
            yield from self._moved_worker(beginning, lambda left: left is not Kind.FARM, lambda to: to is Kind.FARM)
        elif self._has_surplus(state):
            yield from self._moved_worker(
                beginning, lambda left: left is Kind.MINE, lambda to: to not in _FARMS_AND_MINES
            )

    def _is_half_done(self, after: State) -> bool:
        """Whether the seat is asked for more of the act that has led to this."""
        frame = decision_frame(after)
        return frame is not None and frame.seat == self._seat and self._evaluator.continues_act(self._start, after)

    def _lacks_food(self, s: State) -> bool:
        """Whether less is harvested than eaten."""
        return economy.food_production(s, self._seat) < economy.consumption(s.players[self._seat])

    def _has_surplus(self, s: State) -> bool:
        """Whether more resources lie there than two turns yield: it is workers that are short."""
        stored = economy.stock(s.players[self._seat], economy.RESOURCE)
        return stored >= max(_MANY_RESOURCES, 2 * economy.resource_production(s, self._seat))

    def _moved_worker(
        self, beginning: _PartialTurn, may_leave: Callable[[Kind], bool], may_work: Callable[[Kind], bool]
    ) -> Iterator[tuple[_PartialTurn, bool]]:
        """A worker sent from one card to one of another kind: two acts of which the first alone would only do harm."""
        before = beginning.state
        for left in GAME.legal(before, self._knowledge, self._seat):
            if (
                left.act.verb in LAST_RESORT_VERBS
                and left.act not in self._excluded
                and may_leave(_card_kind(left.act))
            ):
                between: State = GAME.carry_out(before, left).state
                acts, states = (*beginning.acts, left.act), (*beginning.states, before)
                for built in self._builds(_PartialTurn(between, acts, states), may_work):
                    if not ratings.uprising(built.state, self._seat):
                        yield built, False

    def _builds(self, beginning: _PartialTurn, may_work: Callable[[Kind], bool]) -> Iterator[_PartialTurn]:
        """A worker put on a card, with an action card or without one."""
        before = beginning.state
        for option in GAME.legal(before, self._knowledge, self._seat):
            act = option.act
            build = act.verb == "build" and may_work(_card_kind(act))
            if not (build or act.verb in ("play", "choose")) or act in self._excluded or self.states_left <= 0:
                continue
            self.states_left -= 1
            after: State = GAME.carry_out(before, option).state
            one = _PartialTurn(after, (*beginning.acts, act), (*beginning.states, before))
            if build:
                yield one
            elif self._is_half_done(after):
                yield from self._builds(one, may_work)


def turn_purposes(acts: Iterable[Act]) -> Counter[tuple[object, ...]]:
    """Count what a turn is for: what is built, developed, taken, whatever the order and the card that helps."""
    return Counter((act.verb, _faces(act)) for act in acts if act.verb not in _MEANS)


_MEANS = ("play", "choose", "end")
"""Verbs that only help an act, or end the turn."""


def _faces(act: Act) -> tuple[object, ...]:
    """Give what an act is done with, a card by its face."""
    return tuple(one.face if isinstance(one, Card) else one for one in act.args)


def _distance(one: _PartialTurn, other: _PartialTurn) -> int:
    """Count the purposes that two turns do not share."""
    mine, theirs = turn_purposes(one.acts), turn_purposes(other.acts)
    return (mine - theirs).total() + (theirs - mine).total()


def _turn_steps(whole: _PartialTurn) -> list[tuple[State, Act]]:
    return list(zip(whole.states, whole.acts, strict=True))


def _card_kind(act: Act) -> Kind:
    """The kind of card from which an act takes a worker, or on which it puts one."""
    return next(KIND[face] for face in act.args if isinstance(face, str) and face in KIND)


def _state_key(state: State, settled: int, spare: int) -> tuple[object, ...]:
    """Give a key that is equal for two beginnings only if they differ in nothing but the order of their acts."""
    p = state.players[state.current]
    return settled, spare, tuple(sorted(p.civil_hand)), tuple(sorted(p.workers.items())), p.leader, p.wonder, p.stages
