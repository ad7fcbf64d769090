"""The command behind `scripts/tune`: searches better weights for the planning bots of Through the Ages by games.

Weights (`tta_p2p/bots/through_the_ages/weights.py`) are climbed by SPSA: in each round all of them are moved at once by
chance, a little up or down, and the two bots that differ by twice that play the same deals against each other, in both
seats. How far one leads, pressed through tanh so that no single game counts for much, says which way to go.

An exploiter (`benchmarks.exploiters`) climbs against the weights of `normal`: both of a round play them, and the one
that leads by more says which way to go. It is judged by its rate of wins against `normal` alone.

The bots of a climb plan their own turns and do not look ahead, which takes a tenth of the time. What it ends with is
judged by bots that do, as people meet them.

With ``--state FILE`` a climb is written down after each round and goes on from there the next time: runs add up.

What a climb ends with is only a proposal. It is promoted by games alone: deals that were not played before, first
against the incumbent, as many as a sequential test needs, then against the anchor `easy`, where it must lead by as much
as the incumbent does. What is promoted is printed as the line to be written down; nothing is written by the program.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, TextIO, TypeVar

import msgspec
from benchmarks.exploiters import EXPLOITERS

from tta_p2p.bots.base import Bot, Situation
from tta_p2p.bots.easy import EasyBot
from tta_p2p.bots.through_the_ages.lookahead import LookaheadPlanner
from tta_p2p.bots.through_the_ages.turn_search import TurnPlanner
from tta_p2p.bots.through_the_ages.weights import NORMAL, Weights
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Options
from tta_p2p.games.local import LocalGame
from tta_p2p.games.through_the_ages.game import GAME

NAMES = tuple(one.name for one in fields(Weights))
"""What can be tuned."""
FAR = 60.0
"""A lead, in points, that counts three quarters of the most that a game can count."""
WORSE, BETTER = 0.5, 0.58
"""The rates of wins between which the sequential test decides."""
JUDGED = 400
"""Deals that may judge what a climb has come to; after another round of it they are others."""
WRONG = 0.05
"""How often it may decide wrongly, either way, if the rate is one of these two."""

P = TypeVar("P")
Maker = Callable[[int], Bot]
Table = Mapping[str, float]
Compare = Callable[[Table, Table, int], float]
"""How much better the first does than the second, from -1 to 1; the number tells one comparison from another."""


# --- games -------------------------------------------------------------------------------------------------------


def planner(weights: Weights) -> Maker:
    """Make bots that plan their own turns with these weights."""
    return lambda seed: TurnPlanner(Chance(seed), weights=weights)


def player(weights: Weights) -> Maker:
    """Make bots that look ahead as `normal` does, with these weights."""
    return lambda seed: LookaheadPlanner(Chance(seed), weights=weights)


def easy(seed: int) -> Bot:
    """Make a bot of the anchor."""
    return EasyBot(Chance(seed))


def margins(first: Maker, second: Maker, deal: int, options: Options) -> tuple[int, int]:
    """By how many points the first leads at the end of one deal, played once in each seat."""
    return _game((first, second), deal, options), -_game((second, first), deal, options)


def _game(makers: Sequence[Maker], deal: int, options: Options) -> int:
    table = LocalGame(GAME, len(makers), options, Chance(deal))
    table.answer_needs()
    bots = [make(2 * deal + seat) for seat, make in enumerate(makers)]
    while (decision := table.decision) is not None:
        (seat,) = decision.seats
        legal = table.legal(seat)
        knows = table.dealer.knowledge_of(seat)
        act = legal[0].act if len(legal) == 1 else bots[seat].choose(Situation(GAME, table.state, knows, seat, legal))
        table.act(act)
    ahead = sorted(GAME.standings(table.state).places, key=lambda place: place.seat)
    return ahead[0].points - ahead[1].points


def weights_of(table: Table, climber: Mapping[str, int] = MappingProxyType({})) -> Weights:
    """The table of integers that the program reads; ``climber``: in what an exploiter differs from `normal`."""
    return replace(NORMAL, **{**climber, **{name: round(value) for name, value in table.items()}})


# --- the climb -----------------------------------------------------------------------------------------------------


def climb(start: Table, compare: Compare, rounds: range, seed: str, width: float, step: float) -> Iterator[Table]:
    """Give where SPSA stands after each round; a round depends on its number, the seed and where it begins.

    ``width``: by how much weights are moved to look around, in hundredths of what they are; ``step``: by how much a
    whole win moves them in the first round. Both shrink as SPSA's usually do.
    """
    at = dict(start)
    for number in rounds:
        around, far = width / (1 + number) ** 0.101, step / (1 + number / 10) ** 0.602
        chance = Chance(f"{seed}/{number}")
        ways = {name: 2 * chance.below(2) - 1 for name in at}
        up = {name: at[name] * (1 + ways[name] * around / 100) for name in at}
        down = {name: at[name] * (1 - ways[name] * around / 100) for name in at}
        score = compare(up, down, number)
        at = {name: max(1.0, at[name] * (1 + score * ways[name] * far / 100)) for name in at}
        yield dict(at)


@dataclass(frozen=True)
class Progress:
    """How far a climb has come: its rounds, the seconds they took, and where it stands."""

    climber: str
    """The exploiter that climbs; empty: the level `normal` itself."""
    variant: str
    seed: int
    deals: int
    rounds: Annotated[int, msgspec.Meta(ge=0)]
    seconds: float
    table: dict[str, Annotated[float, msgspec.Meta(ge=1)]]

    def write(self, path: Path) -> None:
        """Write this in place of an earlier one, at once. Raises BadState."""
        beside = path.with_name(path.name + ".new")
        try:
            beside.write_bytes(msgspec.json.format(msgspec.json.encode(self)) + b"\n")
            beside.replace(path)
        except OSError as error:
            raise BadState(f"{path} cannot be written: {error.strerror}") from error


class BadState(Exception):
    """A file does not hold the progress of this climb, or cannot."""


def read_progress(path: Path, fresh: Progress) -> Progress:
    """Read how far a climb has come; ``fresh``, where there is no file yet. Raises BadState."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Progress)
    except FileNotFoundError:
        return fresh
    except (OSError, ValueError, RecursionError, msgspec.MsgspecError) as error:
        raise BadState(f"{path} does not hold a climb") from error
    if replace(found, rounds=0, seconds=0.0, table=fresh.table) != fresh or set(found.table) != set(fresh.table):
        raise BadState(f"{path} holds a climb by other names, --seed, --deals, --variant or --exploiter")
    return found


# --- promotion -----------------------------------------------------------------------------------------------------


@dataclass
class Sequential:
    """Wald's test of a rate of wins; a drawn game is half of one."""

    likelihood: float = 0.0
    games: int = 0

    def note(self, lead: int) -> None:
        """Note a game by the lead in it."""
        won = 0.5 if lead == 0 else float(lead > 0)
        self.games += 1
        self.likelihood += won * math.log(BETTER / WORSE) + (1 - won) * math.log((1 - BETTER) / (1 - WORSE))

    @property
    def verdict(self) -> bool | None:
        """Whether it is better; None: not known yet."""
        bound = math.log((1 - WRONG) / WRONG)
        return None if abs(self.likelihood) < bound else self.likelihood > 0


def promoted(
    proposal: P, incumbent: P, anchor: P, play: Callable[[P, P, int], tuple[int, int]], deals: Iterator[int], most: int
) -> Iterator[str | bool]:
    """Tell how a proposal does against the incumbent, then against the anchor; last, whether it is promoted.

    ``play``: gives the leads of the first over the second in the two games of a deal; ``most``: deals of each.
    """
    test = Sequential()
    for _ in range(most):
        for lead in play(proposal, incumbent, next(deals)):
            test.note(lead)
        yield f"against the incumbent: {test.games} games, likelihood {test.likelihood:+.2f}"
        if test.verdict is not None:
            break
    if not test.verdict:
        yield False
        return
    against = [next(deals) for _ in range((test.games + 1) // 2)]
    leads = [sum(sum(play(one, anchor, deal)) for deal in against) for one in (proposal, incumbent)]
    yield f"against easy: {leads[0]:+} points in all, the incumbent {leads[1]:+}"
    yield leads[0] >= leads[1]


# --- the command -----------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None, out: TextIO = sys.stdout) -> int:
    """Climb, then promote; 0 if something was promoted, or an exploiter wins half of its games."""
    parser = argparse.ArgumentParser(prog="tune", description="Search better weights for planning bots by games.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to tune (default: all): {', '.join(NAMES)}")
    parser.add_argument("--rounds", type=int, default=100, help="rounds of the climb (default: 100)")
    parser.add_argument("--deals", type=int, default=4, help="deals of a round, two games each (default: 4)")
    parser.add_argument("--promotion", type=int, default=200, help="most deals that decide at the end (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="other deals and ways (default: 1)")
    parser.add_argument("--width", type=float, default=15, help="how far to look around, in percent (default: 15)")
    parser.add_argument("--step", type=float, default=10, help="how far a win leads, in percent (default: 10)")
    parser.add_argument("--variant", default="complete", help="of the game (default: complete)")
    parser.add_argument(
        "--exploiter", choices=tuple(EXPLOITERS), help="climb by this one, against the weights of normal"
    )
    parser.add_argument("--state", type=Path, metavar="FILE", help="write the climb there, and go on from it")
    parser.add_argument("--minutes", type=float, help="begin no round after so many minutes")
    asked = parser.parse_args(arguments)
    unknown = [name for name in asked.names if name not in NAMES]
    if unknown:
        parser.error(f"there is no weight {unknown[0]!r}; there are: {', '.join(NAMES)}")
    if min(asked.rounds, asked.deals) < 1 or asked.promotion < 0:
        parser.error("--rounds and --deals must be at least 1, --promotion at least 0")
    try:
        return _run(asked, out)
    except BadState as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        kept = f"; {asked.state} goes on after the last round above" if asked.state else ""
        print(f"interrupted{kept}", file=sys.stderr)
        return 130


def _run(asked: argparse.Namespace, out: TextIO) -> int:
    climber = EXPLOITERS[asked.exploiter] if asked.exploiter else {}
    began = weights_of({}, climber)
    start = {name: float(getattr(began, name)) for name in asked.names or NAMES}
    progress = Progress(asked.exploiter or "", asked.variant, asked.seed, asked.deals, 0, 0.0, start)
    if asked.state:
        progress = read_progress(asked.state, progress)
        progress.write(asked.state)  # what cannot be written is refused before hours of games
    compare = _comparison(asked, climber)
    rounds = range(progress.rounds, asked.rounds)
    clock = time.monotonic
    until = clock() + 60 * asked.minutes if asked.minutes is not None else math.inf
    since = clock()
    for number, at in zip(
        rounds, climb(progress.table, compare, rounds, f"tune/{asked.seed}", asked.width, asked.step), strict=True
    ):
        progress = replace(progress, rounds=number + 1, seconds=progress.seconds + clock() - since, table=at)
        since = clock()
        print(f"round {number + 1}: {_told(at)}", file=out, flush=True)
        if asked.state:
            progress.write(asked.state)
        if since >= until:
            break
    proposal = weights_of(progress.table, climber)
    fresh = 1_000_000 * asked.seed + 500_000 + JUDGED * (progress.rounds % 1_000)  # others after each round
    deals = iter(range(fresh, 1_000_000 * (asked.seed + 1)))
    if asked.exploiter:
        return _judge(proposal, deals, asked, out)
    return _promote(proposal, deals, asked, out)


def _comparison(asked: argparse.Namespace, climber: Mapping[str, int]) -> Compare:
    options = {"variant": asked.variant}

    def compare(up: Table, down: Table, number: int) -> float:
        first = 1_000_000 * asked.seed + asked.deals * number
        makers = planner(weights_of(up, climber)), planner(weights_of(down, climber))
        found = list[float]()
        for deal in range(first, first + asked.deals):
            if climber:
                for way, maker in zip((1, -1), makers, strict=True):
                    found += [way * math.tanh(lead / FAR) for lead in margins(maker, planner(NORMAL), deal, options)]
            else:
                found += [math.tanh(lead / FAR) for lead in margins(*makers, deal, options)]
        return sum(found) / len(found)

    return compare


def _judge(proposal: Weights, deals: Iterator[int], asked: argparse.Namespace, out: TextIO) -> int:
    """Tell how often an exploiter beats `normal`."""
    options = {"variant": asked.variant}
    leads = [
        lead for _ in range(asked.promotion) for lead in margins(player(proposal), player(NORMAL), next(deals), options)
    ]
    if not leads:
        return 1
    won = sum((lead > 0) + (lead == 0) / 2 for lead in leads)
    print(f"{asked.exploiter} comes first in {won:g} of {len(leads)} games against normal", file=out)
    told = {name: getattr(proposal, name) for name in NAMES if getattr(proposal, name) != getattr(NORMAL, name)}
    print(f"write down: {_told(told)}", file=out)
    return 0 if 2 * won >= len(leads) else 1


def _promote(proposal: Weights, deals: Iterator[int], asked: argparse.Namespace, out: TextIO) -> int:
    if proposal == NORMAL:
        print("the climb ended where it began: nothing to promote", file=out)
        return 1
    options = {"variant": asked.variant}
    told: str | bool = False
    who = player(proposal), player(NORMAL), easy
    for told in promoted(*who, lambda one, other, deal: margins(one, other, deal, options), deals, asked.promotion):
        if isinstance(told, str):
            print(told, file=out, flush=True)
    if not told:
        print("not promoted: what there is stays", file=out)
        return 1
    at = {name: getattr(proposal, name) for name in NAMES if getattr(proposal, name) != getattr(NORMAL, name)}
    print(f"promoted; write down: NORMAL = replace(NORMAL, {_told(at)})", file=out)
    return 0


def _told(table: Table) -> str:
    return ", ".join(f"{name}={round(value)}" for name, value in table.items())


if __name__ == "__main__":
    sys.exit(main())
