"""The `easy` level: it looks one act ahead and takes the act that leaves its seat best off.

A game's evaluator (`tta_p2p.bots.NAME.make_evaluator`) values states; a game without one is played by chance. This
module has what all games share: it tries every act on the public state, follows an act through the choices it leads to
at once, samples the answers of the others where all answer at once, and decides when stopping is better. It sees
nothing hidden: `apply` knows no hidden card, and answers are sampled from what the seat cannot exclude.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tta_p2p.bots.base import ActProposal, Situation, game_attribute, sensible_options
from tta_p2p.bots.random import RandomBot
from tta_p2p.bots.sampling import sample_answers
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Acts, Option

MAX_DEPTH = 4
"""Maximum number of consecutive choices followed as part of one act."""
MAX_BRANCHES = 24
"""Maximum number of answers tried at each such choice."""
SAMPLES = 4
"""Number of samples of the others' answers where all answer at once."""
_SPARE_SCALE = 200
"""An act that spends this much of `spare` must bring twice as much as one that spends nothing."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The value of a state for a seat; `spare` is lost if the seat stops now (unspent actions)."""

    permanent: int
    spare: int = 0

    @property
    def total(self) -> int:
        """The sum of both parts."""
        return self.permanent + self.spare


class Evaluator(Protocol):
    """Values the states and acts of one situation for the seat that decides."""

    def evaluate(self, state: Any) -> Evaluation:
        """Value a state for the seat that decides."""
        ...

    def forecast(self, state: Any, act: Act) -> Evaluation | None:
        """Value an act whose outcome the next public state does not show; None: evaluate that state instead."""
        ...

    def is_candidate(self, state: Any, act: Act) -> bool:
        """Whether the search should try the act at all."""
        ...

    def is_stop(self, act: Act) -> bool:
        """Whether the act only ends the turn or phase, and so gives up what is `spare`."""
        ...

    def continues_act(self, before: Any, after: Any) -> bool:
        """Whether the open decision of `after` is part of the act taken in `before`."""
        ...


class EasyBot:
    """Takes the act of the highest value; ties are broken by lot."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._random = RandomBot(chance)

    def choose(self, situation: Situation) -> Act:
        """Choose the best act; resigning is never one."""
        make: Callable[[Situation], Evaluator] | None = game_attribute(situation.game.name, "make_evaluator", None)
        if make is None:
            return self._random.choose(situation)
        options = sensible_options(situation)
        return options[0].act if len(options) == 1 else best_act(situation, make(situation), self._chance)

    def proposals(self, situation: Situation, most: int) -> list[ActProposal]:
        """Give the acts of the highest value, the best first."""
        make: Callable[[Situation], Evaluator] | None = game_attribute(situation.game.name, "make_evaluator", None)
        if make is None:
            return [ActProposal((self._random.choose(situation),))]
        return best_proposals(situation, make(situation), self._chance, most)


def best_act(situation: Situation, evaluator: Evaluator, chance: Chance) -> Act:
    """Choose the act of the highest value to this evaluator; ties are broken by lot."""
    options = sensible_options(situation)
    return options[0].act if len(options) == 1 else _Search(situation, evaluator, chance).rank(options)[0][1]


def best_proposals(situation: Situation, evaluator: Evaluator, chance: Chance, most: int) -> list[ActProposal]:
    """Give the acts of the highest value, the best first; the first is what `best_act` chooses.

    Proposals have a value if the game's package has a `POINT_VALUE`.
    """
    counts = game_attribute(situation.game.name, "POINT_VALUE", 0)
    ranked = _Search(situation, evaluator, chance).rank(sensible_options(situation))
    return [ActProposal((act,), gain * 100 // counts if counts else None) for gain, act in ranked[:most]]


def _gain(now: Evaluation, later: Evaluation) -> int:
    """Give the gain of an act; between equal gains, the act that leaves more spare is better."""
    gain = later.total - now.total
    spent = max(0, now.spare - later.spare)
    return gain * _SPARE_SCALE // (_SPARE_SCALE + spent) if gain > 0 else gain


def _shuffle_best(chance: Chance, ranked: Sequence[tuple[int, Act]]) -> list[tuple[int, Act]]:
    """Sort acts by gain, with one of the best, drawn by lot, in front."""
    most = max(gain for gain, _ in ranked)
    first = chance.choice([act for gain, act in ranked if gain == most])
    others = sorted((one for one in ranked if one[1] != first), key=lambda one: -one[0])
    return [(most, first), *others]


class _Search:
    """Searches one decision: tries its acts and compares the resulting states."""

    def __init__(self, situation: Situation, evaluator: Evaluator, chance: Chance) -> None:
        self._game, self._knowledge, self._seat = situation.game, situation.knowledge, situation.seat
        self._state, self._evaluator, self._chance = situation.state, evaluator, chance
        self._excluded: Sequence[str] = game_attribute(situation.game.name, "EXCLUDED_VERBS", ())
        self._samples: list[tuple[Act, ...]] = []

    def rank(self, options: Sequence[Option]) -> list[tuple[int, Act]]:
        """Rank acts by gain, the best first; an act that stops is first only if no other act is better.

        Ties for the first place are broken by lot.
        """
        evaluator, state, chance = self._evaluator, self._state, self._chance
        stops = [option.act for option in options if evaluator.is_stop(option.act)]
        others = [o.act for o in options if not evaluator.is_stop(o.act) and evaluator.is_candidate(state, o.act)]
        if not others:
            return _shuffle_best(chance, [(0, act) for act in stops or [option.act for option in options]])
        tried = [(self._act_value(state, act, MAX_DEPTH), act) for act in others]
        now = evaluator.evaluate(state)
        found = [(_gain(now, value), act) for value, act in tried]
        if stops and max(gain for gain, _ in found) <= 0:
            # what is spare would be lost: anything that does some good is better than stopping
            found = [(value.permanent - now.permanent, act) for value, act in tried]
            if max(gain for gain, _ in found) <= 0:
                return [*_shuffle_best(chance, [(0, act) for act in stops]), *sorted(found, key=lambda one: -one[0])]
        return _shuffle_best(
            chance, [*found, *((0, act) for act in stops)] if max(gain for gain, _ in found) > 0 else found
        )

    def _act_value(self, state: Any, act: Act, deep: int) -> Evaluation:
        """Value an act, with the best choice at each decision that belongs to it."""
        foreseen = self._evaluator.forecast(state, act)
        if foreseen is not None:
            return foreseen
        found = [self._continuation_value(state, after, deep) for after in self._outcomes(state, act)]
        return Evaluation(
            sum(one.permanent for one in found) // len(found), sum(one.spare for one in found) // len(found)
        )

    def _outcomes(self, state: Any, act: Act) -> list[Any]:
        """Give the states that an act may lead to: one, unless others answer at the same time."""
        decision = self._game.decision(state)
        if decision is None or not decision.sealed:
            return [self._game.apply(state, act).state]
        others = self._sample_answers(state)
        facts = (Acts(tuple(sorted((act, *guess), key=lambda one: one.seat))) for guess in others)
        return [self._game.apply(state, fact).state for fact in facts]

    def _sample_answers(self, state: Any) -> list[tuple[Act, ...]]:
        """Sample the others' answers; in the state of the decision, every act meets the same samples."""
        if state is self._state and self._samples:
            return self._samples
        asked = (self._game, state, self._knowledge, self._seat, self._chance, self._excluded)
        guessed = [sample_answers(*asked) for _ in range(SAMPLES)]
        if state is self._state:
            self._samples = guessed
        return guessed

    def _continuation_value(self, before: Any, after: Any, deep: int) -> Evaluation:
        """Value a state, with the best choice at each decision of the seat that belongs to the act before."""
        decision = self._game.decision(after)
        if (
            deep > 1
            and decision is not None
            and self._seat in decision.seats
            and self._evaluator.continues_act(before, after)
        ):
            options = self._game.legal(after, self._knowledge, self._seat)[:MAX_BRANCHES]
            found = [self._act_value(after, one.act, deep - 1) for one in options if one.act.verb not in self._excluded]
            if found:
                return max(found, key=lambda value: value.total)
        return self._evaluator.evaluate(after)
