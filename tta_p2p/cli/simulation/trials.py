"""Whole games between random seats or bots in this process: what `tta simulate`, the benchmarks and the soak run."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tta_p2p.bots.base import Situation, game_attribute
from tta_p2p.bots.levels import make_bot
from tta_p2p.cli.simulation.programs import ProgramFault, play_out
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Decision, Option, Options
from tta_p2p.games.entry import Statistics
from tta_p2p.games.local import LocalGame
from tta_p2p.node.programs.program import ProgramCommand
from tta_p2p.registry import entry, load_rules
from tta_p2p.store.home import home

STYLES = ("eager", "any")
MOST_ACTS = 60_000
"""A game with more acts than this does not end. Four random seats of Civilization that deal a lot needed 20,614."""
_STORY = 12


@dataclass(frozen=True)
class GameTrial:
    """One game to play. The same job gives the same game on every machine.

    `style`: how seats choose: `any` act that is legal, each equally likely; or `eager`: a kind of act first, with
    idling and waste seldom. None gives up. `scenario`: JSON data of the position to begin with. `bots`: who plays
    each seat; `programs`: those seats that external programs play (and then another game may come of it next time).
    """

    game: str
    seed: int
    seats: int
    options: Options = field(default_factory=dict)
    style: str = "eager"
    scenario: Any = None
    bots: tuple[str, ...] = ()
    programs: dict[int, ProgramCommand] = field(default_factory=dict)


@dataclass(frozen=True)
class TrialResult:
    """The result of a game. Times are in seconds; `error` is empty unless it broke off.

    `bots`: the level that played each seat, none when seats chose at random. `figures`, `seat_figures` and
    `cards`: what the game counts (`games.entry.Statistics`). `parts`: where the points of each seat came from.
    `windows`, `windows_left`: what each seat was asked in the turns of others (`Windows`).
    """

    seed: int
    seats: int
    points: tuple[int, ...]
    places: tuple[int, ...]
    ending: str
    acts: int
    facts: int
    act_seconds: float
    legal_seconds: float
    bots: tuple[str, ...] = ()
    bot_seconds: float = 0.0
    figures: dict[str, int] = field(default_factory=dict)
    seat_figures: dict[str, tuple[int, ...]] = field(default_factory=dict)
    parts: tuple[dict[str, int], ...] = ()
    cards: dict[str, dict[str, tuple[int, ...]]] = field(default_factory=dict)
    windows: tuple[int, ...] = ()
    windows_left: tuple[int, ...] = ()
    error: str = ""

    @property
    def seconds(self) -> float:
        """The length of the game."""
        return self.act_seconds + self.legal_seconds + self.bot_seconds


TrialObserver = Callable[[LocalGame[Any, Any]], None]


def begin(job: GameTrial) -> LocalGame[Any, Any]:
    """Give the game a job begins with. Raises BadOptions and ImpossibleScenario."""
    chance = Chance(job.seed).fork("dealer")
    read = entry(job.game).scenario
    if job.scenario is not None and read is not None:
        return read(job.scenario)(chance)
    return LocalGame(load_rules(job.game), job.seats, job.options, chance)


def choose(game: str, style: str, chance: Chance, decision: Decision, options: Sequence[Option]) -> Option:
    """Choose an act as a random seat does."""
    seldom = game_attribute(game, "RARE_VERBS", (decision.default(0).verb,))
    never = [verb for verb in game_attribute(game, "EXCLUDED_VERBS", ()) if verb not in seldom]
    options = [option for option in options if option.act.verb not in never] or options
    if style == "any":
        return chance.choice(options)
    by_verb: dict[str, list[Option]] = {}
    for option in options:
        by_verb.setdefault(option.act.verb, []).append(option)
    verbs = [verb for verb in by_verb if verb not in seldom]
    if not verbs or not chance.below(8):
        verbs = list(by_verb)
    return chance.choice(by_verb[chance.choice(verbs)])


class Windows:
    """Counts how often seats are asked for something they may decline in the turn of somebody else.

    `left` counts what is left for people to answer where a seat that has declined skips all that until its own turn.
    """

    def __init__(self, seats: int) -> None:
        self.all, self.left = [0] * seats, [0] * seats
        self._skipping = set[int]()

    def decided(self, seat: int, whose: int | None, could: bool, declined: bool) -> None:
        """Note that a seat has decided in somebody's turn (None: everybody's), if it could decline, and did."""
        if whose is not None:
            self._skipping.discard(whose)
        if not could or whose in (None, seat):
            return
        self.all[seat] += 1
        if seat not in self._skipping:
            self.left[seat] += 1
        if declined:
            self._skipping.add(seat)


class _TrialRun:
    """A game under way, with what it has cost so far."""

    def __init__(self, job: GameTrial, watch: TrialObserver | None) -> None:
        self.job, self.watch = job, watch
        self.chance = Chance(job.seed).fork("seats")
        seeds = count(len(job.bots) * job.seed)
        players = [] if job.programs else job.bots
        self.bots = [make_bot(level, seed, job.game) for level, seed in zip(players, seeds, strict=False)]
        self.act_seconds = self.legal_seconds = self.bot_seconds = 0.0
        self.acts = 0
        self.story: list[str] = []
        start = time.perf_counter()
        self.game = begin(job)
        self.game.answer_needs()
        self.windows = Windows(self.game.seats)
        self.act_seconds += time.perf_counter() - start

    def play_on(self) -> None:
        """Decide until the game is over."""
        while not self.game.over:
            decision = self.game.decision
            if decision is None or self.acts >= MOST_ACTS:
                raise RuntimeError("nobody decides" if decision is None else f"no end after {self.acts} acts")
            seats = decision.seats if decision.sealed else decision.seats[:1]
            acts = [self._decided(decision, seat) for seat in seats]
            if not decision.sealed:
                whose = self.game.game.turn(self.game.state)[1]
                self.windows.decided(seats[0], whose, bool(decision.idle), acts[0] == decision.default(seats[0]))
            start = time.perf_counter()
            self.game.act(*acts)
            self.act_seconds += time.perf_counter() - start
            self.acts += len(acts)
            if self.watch is not None:
                self.watch(self.game)

    def play_programs(self) -> None:
        """Let programs and bots play."""
        start = time.perf_counter()
        job = self.job
        self.acts = play_out(self.game, job.bots, job.programs, job.seed, home() / "programs")
        self.bot_seconds += time.perf_counter() - start

    def _decided(self, decision: Decision, seat: int) -> Act:
        game = self.game
        start = time.perf_counter()
        options = game.legal(seat)
        self.legal_seconds += time.perf_counter() - start
        if self.bots:
            start = time.perf_counter()
            situation = Situation(game.game, game.state, game.dealer.knowledge_of(seat), seat, options)
            act = self.bots[seat].choose(situation)
            self.bot_seconds += time.perf_counter() - start
        else:
            act = choose(self.job.game, self.job.style, self.chance, decision, options).act
        self.story.append(f"seat {seat}: {game.game.write(act)}")
        return act

    def result(self, error: str) -> TrialResult:
        """Give the result of the game."""
        game = self.game
        standings = game.game.standings(game.state)
        places = sorted(standings.places, key=lambda place: place.seat)
        counted = (entry(self.job.game).statistics or _nothing)(game.state, game.log)
        return TrialResult(
            seed=self.job.seed,
            seats=game.seats,
            points=tuple(place.points for place in places),
            places=tuple(place.place for place in places),
            ending=standings.ending.key if standings.ending else "",
            acts=self.acts,
            facts=len(game.facts),
            act_seconds=self.act_seconds,
            legal_seconds=self.legal_seconds,
            bots=self.job.bots,
            bot_seconds=self.bot_seconds,
            figures=dict(counted.game),
            seat_figures=dict(counted.seats),
            parts=tuple(dict(place.parts) for place in places),
            cards={done: dict(by_face) for done, by_face in counted.cards.items()},
            windows=tuple(self.windows.all),
            windows_left=tuple(self.windows.left),
            error=error,
        )


def _nothing(*_: object) -> Statistics:
    return Statistics()


def play(job: GameTrial, watch: TrialObserver | None = None) -> TrialResult:
    """Play a game to its end; what goes wrong is told in the result. `watch` sees the game after every decision."""
    try:
        playing = _TrialRun(job, watch)
    except Exception:
        error = traceback.format_exc().rstrip()
        return TrialResult(job.seed, job.seats, (), (), "", 0, 0, 0.0, 0.0, error=error)
    error = ""
    try:
        if job.programs:
            playing.play_programs()
        playing.play_on()
    except ProgramFault as failed:
        error = str(failed)
    except Exception:
        error = "\n".join([*playing.story[-_STORY:], traceback.format_exc().rstrip()])
    return playing.result(error)
