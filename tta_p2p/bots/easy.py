"""The `easy` level: looks one act ahead and takes what leaves its seat best off.

How good a state is for a seat is the business of a game's judge (`tta_p2p.bots.NAME.judge`; a game without one is
played by chance). What is here is common to all games: trying every act on the public state, following an act through
the choices it leads to at once, guessing what the others answer where all answer at once, and deciding when it is
better to stop. Nothing hidden is looked at: `apply` knows none of it, and guesses are drawn from what the seat cannot
exclude.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tta_p2p.bots.base import Proposal, Situation, known_of, sensible
from tta_p2p.bots.guesses import answers
from tta_p2p.bots.random import RandomBot
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Acts, Option

DEEPEST = 4
"""How many choices in a row that belong to one act are followed."""
WIDEST = 24
"""How many answers to such a choice are tried at most."""
GUESSES = 4
"""How many times the answers of the others are guessed where all answer at once."""
_SPARE = 200
"""When so much is spent of what is spare, an act must bring twice as much as one that spends nothing."""


@dataclass(frozen=True, slots=True)
class Worth:
    """How good a state is for a seat: `spare` is the part that is lost when the seat stops now (unspent actions)."""

    settled: int
    spare: int = 0

    @property
    def total(self) -> int:
        """Both parts."""
        return self.settled + self.spare


class Judge(Protocol):
    """What an evaluation says about the acts open in one situation."""

    def worth(self, state: Any) -> Worth:
        """How good a state is for the seat that decides."""
        ...

    def expected(self, state: Any, act: Act) -> Worth | None:
        """What to expect of an act whose outcome the next public state does not show; None: look at that state."""
        ...

    def considers(self, state: Any, act: Act) -> bool:
        """Whether the act is worth a try at all."""
        ...

    def stops(self, act: Act) -> bool:
        """Whether the act only ends what could still be done (and so gives up what is `spare`)."""
        ...

    def follows(self, before: Any, after: Any) -> bool:
        """Whether the open decision of `after` is part of the act taken in `before`."""
        ...


class EasyBot:
    """Takes the act that leaves it best off; what is equally good is drawn by lot."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._random = RandomBot(chance)

    def choose(self, situation: Situation) -> Act:
        """Choose the best act; resigning is never one."""
        make: Callable[[Situation], Judge] | None = known_of(situation.game.name, "judge", None)
        if make is None:
            return self._random.choose(situation)
        options = sensible(situation)
        return options[0].act if len(options) == 1 else best_act(situation, make(situation), self._chance)

    def proposals(self, situation: Situation, most: int) -> list[Proposal]:
        """Say what looks best, and what next."""
        make: Callable[[Situation], Judge] | None = known_of(situation.game.name, "judge", None)
        if make is None:
            return [Proposal((self._random.choose(situation),))]
        return best_acts(situation, make(situation), self._chance, most)


def best_act(situation: Situation, judge: Judge, chance: Chance) -> Act:
    """The act that leaves a seat best off, as this judge sees it; what is equally good is drawn by lot."""
    options = sensible(situation)
    return options[0].act if len(options) == 1 else _Search(situation, judge, chance).ranked(options)[0][1]


def best_acts(situation: Situation, judge: Judge, chance: Chance, most: int) -> list[Proposal]:
    """The acts that leave a seat best off, the best first: what `best_act` gives.

    They have a worth where the judge reckons in hundredths of a point (`POINT` of what bots know of the game).
    """
    counts = known_of(situation.game.name, "POINT", 0)
    ranked = _Search(situation, judge, chance).ranked(sensible(situation))
    return [Proposal((act,), gain * 100 // counts if counts else None) for gain, act in ranked[:most]]


def _gain(now: Worth, then: Worth) -> int:
    """What an act brings; of two that bring as much, that is more which leaves more spare."""
    gain = then.total - now.total
    spent = max(0, now.spare - then.spare)
    return gain * _SPARE // (_SPARE + spent) if gain > 0 else gain


def _led(chance: Chance, found: Sequence[tuple[int, Act]]) -> list[tuple[int, Act]]:
    """Acts by what they bring, one of the best drawn by lot before all others."""
    most = max(gain for gain, _ in found)
    first = chance.choice([act for gain, act in found if gain == most])
    others = sorted((one for one in found if one[1] != first), key=lambda one: -one[0])
    return [(most, first), *others]


class _Search:
    """One decision: tries its acts and compares what they lead to."""

    def __init__(self, situation: Situation, judge: Judge, chance: Chance) -> None:
        self._game, self._knows, self._seat = situation.game, situation.knows, situation.seat
        self._state, self._judge, self._chance = situation.state, judge, chance
        self._never: Sequence[str] = known_of(situation.game.name, "NEVER", ())
        self._guessed: list[tuple[Act, ...]] = []

    def ranked(self, options: Sequence[Option]) -> list[tuple[int, Act]]:
        """The acts and what they bring, the best first; one that stops only if nothing else is better than stopping.

        Which of several that are as good comes first is drawn by lot.
        """
        judge, state, chance = self._judge, self._state, self._chance
        stops = [option.act for option in options if judge.stops(option.act)]
        others = [o.act for o in options if not judge.stops(o.act) and judge.considers(state, o.act)]
        if not others:
            return _led(chance, [(0, act) for act in stops or [option.act for option in options]])
        tried = [(self._after(state, act, DEEPEST), act) for act in others]
        now = judge.worth(state)
        found = [(_gain(now, worth), act) for worth, act in tried]
        if stops and max(gain for gain, _ in found) <= 0:
            # what is spare would be lost: anything that does some good is better than stopping
            found = [(worth.settled - now.settled, act) for worth, act in tried]
            if max(gain for gain, _ in found) <= 0:
                return [*_led(chance, [(0, act) for act in stops]), *sorted(found, key=lambda one: -one[0])]
        return _led(chance, [*found, *((0, act) for act in stops)] if max(gain for gain, _ in found) > 0 else found)

    def _after(self, state: Any, act: Act, deep: int) -> Worth:
        """What an act is worth, the choices it leads to at once made as well as may be."""
        foreseen = self._judge.expected(state, act)
        if foreseen is not None:
            return foreseen
        found = [self._onward(state, after, deep) for after in self._outcomes(state, act)]
        return Worth(sum(one.settled for one in found) // len(found), sum(one.spare for one in found) // len(found))

    def _outcomes(self, state: Any, act: Act) -> list[Any]:
        """The states an act may lead to: one, unless others answer at the same time."""
        decision = self._game.decision(state)
        if decision is None or not decision.sealed:
            return [self._game.apply(state, act).state]
        others = self._others(state)
        facts = (Acts(tuple(sorted((act, *guess), key=lambda one: one.seat))) for guess in others)
        return [self._game.apply(state, fact).state for fact in facts]

    def _others(self, state: Any) -> list[tuple[Act, ...]]:
        """Guesses of what the others answer; in the state that is to be decided the same for every act."""
        if state is self._state and self._guessed:
            return self._guessed
        asked = (self._game, state, self._knows, self._seat, self._chance, self._never)
        guessed = [answers(*asked) for _ in range(GUESSES)]
        if state is self._state:
            self._guessed = guessed
        return guessed

    def _onward(self, before: Any, after: Any, deep: int) -> Worth:
        """What a state is worth, the choices of the seat that belong to the act before it made as well as may be."""
        decision = self._game.decision(after)
        if deep > 1 and decision is not None and self._seat in decision.seats and self._judge.follows(before, after):
            options = self._game.legal(after, self._knows, self._seat)[:WIDEST]
            found = [self._after(after, one.act, deep - 1) for one in options if one.act.verb not in self._never]
            if found:
                return max(found, key=lambda worth: worth.total)
        return self._judge.worth(after)
