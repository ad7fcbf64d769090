"""Random playthroughs of a game, with everything that was true at each moment, for the conformance checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import Any, NoReturn

from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import (
    Act,
    Acts,
    BadOptions,
    Claim,
    Decision,
    Fact,
    Illegal,
    Left,
    Need,
    Option,
    Options,
    Reason,
    Seat,
    Step,
    Value,
)
from tta_p2p.games.game import Game
from tta_p2p.games.local import BadNeed, FalseClaim, LocalDealer, LocalGame

AnyGame = Game[Any, Any]
ConservedCounts = Callable[[Any], Mapping[str, int]]
Chooser = Callable[[Chance, Sequence[Option]], Option]

REASONS: tuple[Reason, ...] = ("resigned", "gone", "cheated")
DENSE = 400
"""How many moments of a game can all be looked at closely, as its beginning can; of those after them one in eight."""
MAX_STORY = 400
"""How many of the last acts a failure prints."""


class Failure(AssertionError):
    """A game breaks the contract; the message says how, and how to see it again."""


@dataclass(frozen=True)
class Moment:
    """A state on the way, what was true in it, and what was told next (nothing after the last)."""

    index: int
    state: Any
    encoded: bytes
    """The state's bytes when it was new; none where no check looks closely."""
    needs: tuple[Need, ...]
    decision: Decision | None
    dealer: LocalDealer[Any, Any]
    fact: Fact | None = None
    step: Step[Any] | None = None
    claims: tuple[Claim, ...] = ()


@dataclass
class RandomGame:
    """One random game from its start to its end."""

    game: AnyGame
    seats: int
    options: Options
    seed: str
    moments: list[Moment]

    @property
    def detailed_moments(self) -> list[Moment]:
        """The moments that can be looked at closely: all, but in games that are longer than `DENSE`."""
        return [m for m in self.moments if m.encoded]

    def pick_moments(self, count: int, label: str, deciding: bool = False) -> list[Moment]:
        """Give up to `count` moments, in order: some with a decision and as many without (or only the former).

        The first and the last moment are always among them.
        """
        chance = Chance(f"{self.seed} {label}")
        between = [m for m in self.moments[1:-1] if m.encoded]
        open_ = chance.shuffled([m.index for m in between if m.decision])
        others = chance.shuffled([m.index for m in between if not m.decision])
        without = 0 if deciding else min(len(others), max(0, count - 2) // 2)
        picked = {0, len(self.moments) - 1, *open_[: max(0, count - 2 - without)], *others[:without]}
        return [self.moments[index] for index in sorted(picked)]

    def resume(self, moment: Moment, label: object = "") -> LocalGame[Any, Any]:
        """Give a game that goes on from a moment, with its own luck."""
        local: LocalGame[Any, Any] = LocalGame.__new__(LocalGame)
        local.game, local.seats, local.options = self.game, self.seats, self.options
        local.dealer = moment.dealer.fork(Chance(f"{self.seed} {moment.index} {label}"))
        local.state = moment.state
        local.facts = [m.fact for m in self.moments[: moment.index] if m.fact is not None]
        local.log = []
        return local

    def fail(self, why: str, moment: Moment, local: LocalGame[Any, Any] | None = None) -> NoReturn:
        """Raise a Failure that names the game and the moment and prints what was played up to it.

        `local` is a game that was resumed from the moment and went on.
        """
        facts = [m.fact for m in self.moments[: moment.index] if m.fact is not None]
        later = local.facts[len(facts) :] if local else []
        raise Failure(describe(why, self.game, self.seats, self.options, self.seed, facts, later))


def describe(
    why: str,
    game: AnyGame,
    seats: int,
    options: Options,
    seed: str,
    facts: Sequence[Fact],
    later: Sequence[Fact] = (),
) -> str:
    """Say what went wrong where, with the acts that led there; `later` are facts that were not recorded."""
    here = f"record(game, {seats}, {dict(options)}, {seed!r}).moments[{len(facts)}]"
    story = []
    for index, fact in enumerate([*facts, *later]):
        number = f"  {index:4}{'+' if index >= len(facts) else ' '}"
        if isinstance(fact, Act):
            story.append(f"{number} seat {fact.seat}: {game.write(fact)}")
        elif isinstance(fact, Acts):
            story.extend(f"{number} seat {act.seat}, sealed: {game.write(act)}" for act in fact.acts)
        elif isinstance(fact, Left):
            story.append(f"{number} seat {fact.seat} leaves: {fact.reason}")
    head = [why, f"game {game.name}; the moment: {here}" + (f", and {len(later)} facts (+)" if later else "")]
    if len(story) > MAX_STORY:
        head.append(f"  ... {len(story) - MAX_STORY} earlier acts")
    return "\n".join([*head, *story[-MAX_STORY:]])


def random_option(chance: Chance, options: Sequence[Option]) -> Option:
    """Choose among all legal acts, each equally likely."""
    return chance.choice(options)


def next_fact(local: LocalGame[Any, Any], chance: Chance, choose: Chooser = random_option) -> Fact | None:
    """Give what happens next: the answer to a need, a random act, or None when the game is over.

    Raises AssertionError when the game offers nothing to go on with.
    """
    needs = local.game.needs(local.state)
    if needs:
        return local.dealer.answer(needs[0])
    decision = local.decision
    if decision is None:
        if not local.over:
            raise AssertionError("no need, no decision, and the game is not over")
        return None
    acts = []
    for seat in decision.seats:
        options = local.legal(seat)
        if not options:
            raise AssertionError(f"seat {seat} must decide and has no legal act")
        acts.append(choose(chance, options).act)
    return Acts(tuple(acts)) if decision.sealed else acts[0]


def play_on(
    local: LocalGame[Any, Any], chance: Chance, max_facts: int, choose: Chooser = random_option
) -> Iterator[Fact]:
    """Play on at random to the end, giving each fact after it was told.

    Raises AssertionError when the game does not end within `max_facts`.
    """
    for _ in range(max_facts):
        fact = next_fact(local, chance, choose)
        if fact is None:
            return
        local.apply(fact)
        yield fact
    raise AssertionError(f"the game did not end within {max_facts} facts")


def record(
    game: AnyGame,
    seats: int,
    options: Options,
    seed: str,
    max_facts: int = 20_000,
    choose: Chooser = random_option,
) -> RandomGame:
    """Play one random game and remember every moment. Raises Failure."""
    chance = Chance(seed)
    closely = chance.fork("closely")
    play = RandomGame(game, seats, options, seed, [])
    local: LocalGame[Any, Any] = LocalGame(game, seats, options, chance.fork("dealer"))
    try:
        while True:
            state, dealer = local.state, local.dealer.fork()
            needs, decision, index = game.needs(state), game.decision(state), len(play.moments)
            image = game.encode(state) if index < DENSE or not closely.below(8) else b""
            fact = next_fact(local, chance, choose)
            if fact is None:
                image = image or game.encode(state)
                play.moments.append(Moment(index, state, image, needs, decision, dealer))
                return play
            if index >= max_facts:
                raise AssertionError(f"the game did not end within {max_facts} facts")
            acts = fact.acts if isinstance(fact, Acts) else (fact,) if isinstance(fact, Act) else ()
            claims = tuple(claim for act in acts for claim in game.claims(state, act))
            step = local.apply(fact)
            play.moments.append(Moment(index, state, image, needs, decision, dealer, fact, step, claims))
    except (Illegal, FalseClaim, BadNeed, AssertionError) as error:
        why = f"random play broke off: {type(error).__name__}: {error}"
        raise Failure(describe(why, game, seats, options, seed, local.facts)) from error


def each_choice(game: AnyGame) -> list[Options]:
    """Give options that between them have each choice of each setting, the default ones first.

    A choice has another one beside it where no game is played with it alone.
    """
    some: list[Options] = [{}]
    for setting in game.settings:
        some.extend(_with_companion(game, setting.name, choice) for choice in setting.choices[1:])
    return some


def _with_companion(game: AnyGame, name: str, choice: Value) -> Options:
    for other in ({}, *({one.name: value} for one in game.settings for value in one.choices[1:])):
        options = {**other, name: choice}
        if any(_starts(game, seats, options) for seats in game.seats):
            return options
    return {name: choice}  # no game at all is played with it, which is told when one is to be


def _starts(game: AnyGame, seats: Seat, options: Options) -> bool:
    try:
        game.start(options, seats)
    except BadOptions:
        return False
    return True


class Sample:
    """Some random games of every number of seats and choice of options, played once and looked at by all checks.

    `games`: how many. `moments`: how many moments of each game the dearer checks look at. `max_facts`:
    a game longer than this does not end. `options`: which options to play with (default: each choice of
    each setting at least once, if there are games enough). `conserved`: counts what must never change
    (tokens, cards), by name. `choose`: how random seats choose.
    """

    def __init__(
        self,
        game: AnyGame,
        *,
        games: int = 8,
        moments: int = 20,
        max_facts: int = 20_000,
        seed: int = 1,
        options: Sequence[Options] | None = None,
        conserved: ConservedCounts | None = None,
        choose: Chooser = random_option,
    ) -> None:
        self.game = game
        self.games = games
        self.moments = moments
        self.max_facts = max_facts
        self.seed = seed
        self.conserved: ConservedCounts = conserved or (lambda state: {})
        self.choose = choose
        self._options = list(options) if options is not None else None

    @cached_property
    def options(self) -> list[Options]:
        """The options games are played with."""
        if self._options is not None:
            return self._options
        return each_choice(self.game)

    @cached_property
    def plays(self) -> list[RandomGame]:
        """The games."""
        plays = []
        for number in range(self.games):
            seats, options = self._table(number)
            seed = f"{self.seed}.{number}"
            plays.append(record(self.game, seats, options, seed, self.max_facts, self.choose))
        return plays

    def _table(self, number: int) -> tuple[int, Options]:
        """Go through numbers of seats and options side by side, each pair coming up in time."""
        seats, options = self.game.seats, self.options
        shift = number // lcm(len(seats), len(options))
        chosen = options[(number + shift) % len(options)]
        for more in range(len(seats)):
            table = seats[(number + more) % len(seats)]
            if self._possible(table, chosen):
                return table, chosen
        raise Failure(f"{self.game.name} refuses options {dict(chosen)} with any number of seats")

    def _possible(self, seats: Seat, options: Options) -> bool:
        if _starts(self.game, seats, options):
            return True
        if not options:
            raise Failure(f"{self.game.name} refuses its default options with {seats} seats")
        return False

    def picked_moments(self, label: str, deciding: bool = False) -> Iterator[tuple[RandomGame, Moment, Chance]]:
        """Go through some moments of every game, each with its own chance."""
        for play in self.plays:
            for moment in play.pick_moments(self.moments, label, deciding):
                yield play, moment, Chance(f"{play.seed} {label} {moment.index}")
