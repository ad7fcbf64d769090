"""Whole games between random seats or bots in this process: what `tta simulate`, the benchmarks and the soak run."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tta_p2p.bots.base import Situation, make_bot
from tta_p2p.cli._with_programs import ProgramFailed, play_out
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Option, Options
from tta_p2p.games.local import LocalGame
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.scenario import read
from tta_p2p.node.program import Command
from tta_p2p.store.home import home

STYLES = ("eager", "any")
MOST_ACTS = 20_000
"""A game with more acts than this does not end."""
_STORY = 12
_SELDOM = frozenset(("end", "pass", "destroy", "disband", "by-hand", "cancel", "decline"))


@dataclass(frozen=True)
class Job:
    """One game to play. The same job gives the same game on every machine.

    `style`: how seats choose: `any` act that is legal, each equally likely; or `eager`: a kind of act first, with
    idling and destroying seldom. None resigns. `scenario`: JSON data of the position to begin with. `bots`: who plays
    each seat; `programs`: those seats that external programs play (and then another game may come of it next time).
    """

    seed: int
    seats: int = 4
    options: Options = field(default_factory=dict)
    style: str = "eager"
    scenario: Any = None
    bots: tuple[str, ...] = ()
    programs: dict[int, Command] = field(default_factory=dict)


@dataclass(frozen=True)
class Played:
    """How a game went. Times are in seconds; `error` is empty unless it broke off.

    `bots`: the level that played each seat, none when seats chose at random. `uprisings` and `starving`: in how many
    turns each seat had an uprising or too little food.
    """

    seed: int
    seats: int
    rounds: int
    points: tuple[int, ...]
    places: tuple[int, ...]
    ending: str
    acts: int
    facts: int
    act_seconds: float
    legal_seconds: float
    bots: tuple[str, ...] = ()
    bot_seconds: float = 0.0
    uprisings: tuple[int, ...] = ()
    starving: tuple[int, ...] = ()
    error: str = ""

    @property
    def seconds(self) -> float:
        """How long the game took."""
        return self.act_seconds + self.legal_seconds + self.bot_seconds


Watch = Callable[[LocalGame[Any, Any]], None]


def begin(job: Job) -> LocalGame[Any, Any]:
    """Give the game a job begins with. Raises BadOptions and ImpossibleScenario."""
    chance = Chance(job.seed).fork("dealer")
    if job.scenario is not None:
        return read(job.scenario).build().game(chance)
    return LocalGame(GAME, job.seats, job.options, chance)


def choose(style: str, chance: Chance, options: Sequence[Option]) -> Option:
    """Choose an act as a random seat does."""
    options = [option for option in options if option.act.verb != "resign"] or options
    if style == "any":
        return chance.choice(options)
    by_verb: dict[str, list[Option]] = {}
    for option in options:
        by_verb.setdefault(option.act.verb, []).append(option)
    verbs = [verb for verb in by_verb if verb not in _SELDOM]
    if not verbs or not chance.below(8):
        verbs = list(by_verb)
    return chance.choice(by_verb[chance.choice(verbs)])


def play(job: Job, watch: Watch | None = None) -> Played:
    """Play a game to its end; what goes wrong is told in the result. `watch` sees the game after every act."""
    chance = Chance(job.seed).fork("seats")
    clock = time.perf_counter
    legal_seconds = act_seconds = bot_seconds = 0.0
    acts = 0
    error = ""
    story: list[str] = []
    by_programs = bool(job.programs)
    bots = [] if by_programs else list(map(make_bot, job.bots, count(len(job.bots) * job.seed)))
    game: LocalGame[Any, Any] | None = None
    try:
        start = clock()
        game = begin(job)
        game.settle()
        act_seconds += clock() - start
        if by_programs:
            start = clock()
            acts = play_out(game, job.bots, job.programs, job.seed, home() / "programs")
            bot_seconds += clock() - start
        while not game.over:
            decision = game.decision
            if decision is None or acts >= MOST_ACTS:
                raise RuntimeError("nobody decides" if decision is None else f"no end after {acts} acts")
            seat = decision.seats[0]
            start = clock()
            options = game.legal(seat)
            legal_seconds += clock() - start
            if bots:
                start = clock()
                act = bots[seat].choose(Situation(GAME, game.state, game.dealer.knows(seat), seat, options))
                bot_seconds += clock() - start
            else:
                act = choose(job.style, chance, options).act
            story.append(f"seat {seat}: {GAME.write(act)}")
            start = clock()
            game.act(act)
            act_seconds += clock() - start
            acts += 1
            if watch is not None:
                watch(game)
    except ProgramFailed as failed:
        error = str(failed)
    except Exception:
        error = "\n".join([*story[-_STORY:], traceback.format_exc().rstrip()])
    if game is None:
        return Played(job.seed, job.seats, 0, (), (), "", 0, 0, 0.0, 0.0, error=error)
    standings = GAME.standings(game.state)
    places = sorted(standings.places, key=lambda place: place.seat)
    return Played(
        seed=job.seed,
        seats=game.seats,
        rounds=game.state.round,
        points=tuple(place.points for place in places),
        places=tuple(place.place for place in places),
        ending=standings.ending.key if standings.ending else "",
        acts=acts,
        facts=len(game.facts),
        act_seconds=act_seconds,
        legal_seconds=legal_seconds,
        bots=job.bots,
        bot_seconds=bot_seconds,
        uprisings=_times(game, "uprising"),
        starving=_times(game, "starvation"),
        error=error,
    )


def _times(game: LocalGame[Any, Any], key: str) -> tuple[int, ...]:
    """How many times a line of the log was told of each seat."""
    seats = [line.args[0] for line in game.log if line.key == key]
    return tuple(seats.count(seat) for seat in range(game.seats))
