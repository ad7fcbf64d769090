"""Random games of every game, with the invariants of the tests watched and mutated acts tried in between.

Whatever bytes, acts or lines of text come, rules must refuse them as rules do; anything else that comes out of them, or
takes too long or too much memory, is a fault. A game whose tests have invariants to watch (`tests/NAME/invariants.py`)
is watched after every decision as well.
"""

import argparse
import json
import os
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, replace
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from itertools import count, zip_longest
from multiprocessing import get_context
from types import FrameType
from typing import Any

from campaigns._pool import games_text
from tta_p2p.cli.simulation.trials import STYLES, GameTrial, TrialObserver, play
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Options
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import game_texts
from tta_p2p.registry import UnknownGame, load_rules, names, resolve, title
from tta_p2p.testing.departures import Departures
from tta_p2p.testing.noise import Fuzzer, Tally
from tta_p2p.testing.sample import each_choice, play_on

TOO_LONG = 20.0
"""Seconds that the mutated acts of one moment may take; most need a few milliseconds."""
MEMORY = 4 << 30
"""How many bytes a process may use: who asks for more is refused by the system."""


@dataclass(frozen=True)
class Work:
    """One game: what it is played with, how many mutated acts are tried at each decision."""

    game: str
    seed: int
    seats: int
    options: Options
    mutants: int

    @property
    def again(self) -> str:
        """The command that plays this game once more."""
        options = " ".join(f"--option {name}={value}" for name, value in self.options.items())
        size = f"--seats {self.seats} --seed {self.seed} --games 1 --mutants {self.mutants}"
        return " ".join(filter(None, (f"./scripts/soak rules --game {self.game} {size}", options)))


class TooLong(Exception):
    """A trial has taken too long."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this campaign."""
    parser.add_argument("--minutes", type=float, help="stop after so long (default: when all games are played)")
    parser.add_argument("--games", type=int, help="games of each number of seats and variant (default: 1000)")
    parser.add_argument("--game", action="append", type=_game, help="only this game (may be repeated)")
    parser.add_argument("--seats", type=int, help="only games of so many seats")
    parser.add_argument("--option", action="append", default=[], help="only with this choice: NAME=VALUE")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--mutants", type=int, default=20, help="mutated acts at each decision")
    parser.add_argument("--reach", action="append", default=[], help="count a verb, line or decision (may be repeated)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def _game(asked: str) -> str:
    try:
        return resolve(asked)
    except UnknownGame as error:
        raise argparse.ArgumentTypeError(f"{error}; there are {', '.join(names())}") from error


def run(wanted: argparse.Namespace) -> int:
    """Play, and say what was found."""
    began = time.monotonic()
    until = began + 60 * wanted.minutes if wanted.minutes is not None else None
    _check_reach(wanted)
    most = wanted.games if wanted.games is not None else 1000 if until is None else None
    tallies: dict[str, Tally] = defaultdict(Tally)
    broken: list[str] = []
    told = began
    for work, tally, error in _played(_works(wanted, most), wanted.jobs, until):
        for kind in tally.examples.keys() - tallies[work.game].examples.keys():
            print(f"\n{work.game}: {tally.examples[kind]}", file=sys.stderr, flush=True)
        tallies[work.game].add(tally)
        if error:
            broken.append(f"{work.again}\n{error}")
            print(f"\n{broken[-1]}", file=sys.stderr, flush=True)
        if time.monotonic() > told + 20:
            told = time.monotonic()
            print(_in_short(tallies, broken, wanted.reach, told - began), file=sys.stderr, flush=True)
    faults = sum(sum(tally.faults.values()) for tally in tallies.values())
    if wanted.json:
        found = {name: tally.named() for name, tally in tallies.items()}
        seconds = round(time.monotonic() - began)
        print(json.dumps({"seconds": seconds, "rules": found, "broken": broken}, ensure_ascii=False, indent=1))
    else:
        print(_in_short(tallies, broken, wanted.reach, time.monotonic() - began))
        for name, tally in tallies.items():
            for kind, number in tally.faults.most_common():
                print(f"{name}: {number} times {tally.examples[kind]}")
        for one in broken:
            print(f"\n{one}")
    return 1 if faults or broken else 0


def _in_short(tallies: dict[str, Tally], broken: list[str], reach: list[str], seconds: float) -> str:
    """Say how much was tried; `broken`: one text for each game that broke off."""
    lines = [
        f"{name}: {games_text(t.games)}, {t.acts} acts; {t.mutated} mutated acts and {t.texts} lines of text,"
        f" {t.read} of them acts at all: {t.refused} refused, {t.accepted} taken; {sum(t.faults.values())} faults"
        for name, t in tallies.items()
    ]
    lines += [
        f"{name}: {one} {verb}{counted[one]} times in {games_text(games[one])}"
        for name, t in tallies.items()
        for one in reach
        for verb, counted, games in (("", t.reached, t.reaching), ("asked ", t.asked, t.asking))
        if counted[one] or one in _keys(name, *(("decision",) if verb else ("act", "log")))
    ]
    if broken:
        lines.append(f"{games_text(len(broken))} broke off")
    return "\n".join([*lines, f"{seconds:.0f} seconds"])


def _keys(game: str, *sorts: str) -> set[str]:
    """The keys of a game's texts of these sorts, as rules name them."""
    split = (key.partition(".") for key in game_texts(load_rules(game), "en"))
    return {key for sort, _, key in split if sort in sorts}


def _check_reach(wanted: argparse.Namespace) -> None:
    """Exit where something is to be counted that no game played ever has: it would be counted as 0 for ever."""
    known = set[str]().union(*(_keys(name, "act", "log", "decision") for name in wanted.game or names()))
    for one in wanted.reach:
        if one not in known:
            near = get_close_matches(one, known)
            sys.exit(f"no game played has {one} to count{'; there are ' + ', '.join(near) if near else ''}")


def _works(wanted: argparse.Namespace, most: int | None) -> Iterator[Work]:
    """The games in their order: every number of seats and choice of options side by side, seed after seed."""
    chosen = {name: value for name, _, value in (text.partition("=") for text in wanted.option)}
    tables: list[list[Work]] = []
    played = _playable(wanted, chosen)
    for name in played:
        game = load_rules(name)
        choices: list[Options] = [{}] if chosen else each_choice(game)
        for setting in game.settings:
            values = {str(value): value for value in setting.choices}
            if setting.name in chosen:
                if chosen[setting.name] not in values:
                    sys.exit(f"{setting.name} is one of {', '.join(values)}")
                choices = [{**one, setting.name: values[chosen[setting.name]]} for one in choices]
        seats = [wanted.seats] if wanted.seats else game.seats
        tables.append([Work(name, 0, size, options, wanted.mutants) for options in choices for size in seats])

    def of_one(choices: list[Work]) -> Iterator[Work]:
        for number in count() if most is None else range(most):
            yield from (replace(table, seed=wanted.seed + number) for table in choices)

    for round_ in zip_longest(*map(of_one, tables)):  # the games take turns
        yield from (work for work in round_ if work is not None)


def _playable(wanted: argparse.Namespace, chosen: dict[str, str]) -> list[str]:
    """The games asked for, or those that can be played so; exits where none can."""
    found = []
    for name in wanted.game or names():
        game = load_rules(name)
        if wanted.seats and wanted.seats not in game.seats:
            if wanted.game:
                sys.exit(f"{title(name)} is played by {', '.join(map(str, game.seats))}, not by {wanted.seats}")
            continue
        found.append(name)
    offered = {setting.name for name in found for setting in load_rules(name).settings}
    if unknown := sorted(chosen.keys() - offered):
        sys.exit(f"no game has the option {', '.join(unknown)}; there are {', '.join(sorted(offered))}")
    return found or sys.exit(f"no game is played by {wanted.seats}")


def _played(works: Iterator[Work], jobs: int, until: float | None) -> Iterator[tuple[Work, Tally, str]]:
    """Play in this process, or in several."""

    def late() -> bool:
        return until is not None and time.monotonic() > until

    if jobs == 1:
        prepare()
        for work in works:
            if late():
                return
            yield (work, *play_one(work))
        return
    under_way: dict[Future[tuple[Tally, str]], Work] = {}
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=prepare) as pool:
        for work in works:
            if late():
                break
            under_way[pool.submit(play_one, work)] = work
            while len(under_way) > 2 * jobs:
                yield from _done(under_way)
        while under_way:
            yield from _done(under_way)


def _done(under_way: "dict[Future[tuple[Tally, str]], Work]") -> Iterator[tuple[Work, Tally, str]]:
    done, _ = wait(under_way, return_when=FIRST_COMPLETED)
    for future in done:
        yield (under_way.pop(future), *future.result())


def prepare() -> None:
    """In every process that plays: bound its memory, and let what takes too long be stopped."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooLong(f"more than {TOO_LONG:g} seconds of processor")

    signal.signal(signal.SIGPROF, stop)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


def play_one(work: Work) -> tuple[Tally, str]:
    """Play one game and disturb it at every decision; what was tried, and why it broke off (empty: it did not)."""
    tally = Tally(games=1)
    disturber = Fuzzer(load_rules(work.game), Chance(f"{work.seed} noise"), work.mutants, tally, work.again)

    played: list[LocalGame[Any, Any]] = []

    def disturb(local: LocalGame[Any, Any]) -> None:
        played[:] = [local]
        signal.setitimer(signal.ITIMER_PROF, TOO_LONG)
        try:
            disturber(local)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    module = f"tests.{work.game}.invariants"
    if find_spec(f"tests.{work.game}") is not None and find_spec(module) is not None:
        error = _watched(work, import_module(module), disturb)
    else:
        error = _any(work, disturb)
    for local in played:
        tally.reach(local)
    return tally, error


def _watched(work: Work, module: Any, disturb: TrialObserver) -> str:
    """A game that is watched: of every six games one has random acts only, in two seats leave, in one they leave copies
    of the game at each new kind of moment."""
    watchers: list[TrialObserver] = [module.Watcher(work.seed, leaving=150 if work.seed % 3 == 1 else 0)]
    if work.seed % 6 == 2:
        watchers.append(Departures(Chance(work.seed).fork("departures"), getattr(module, "faults", lambda state: ())))

    def watch(local: LocalGame[Any, Any]) -> None:
        for watcher in (*watchers, disturb):
            watcher(local)

    return play(GameTrial(work.game, work.seed, work.seats, work.options, STYLES[work.seed % 6 == 0]), watch).error


def _any(work: Work, disturb: TrialObserver) -> str:
    local = LocalGame(load_rules(work.game), work.seats, work.options, Chance(work.seed).fork("dealer"))
    try:
        for _ in play_on(local, Chance(work.seed).fork("seats"), 20_000):
            disturb(local)
    except Exception as error:
        return repr(error)
    return ""
