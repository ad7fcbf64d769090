"""The command behind `scripts/tune`: searches better weights for the planning bots of Through the Ages by games.

Weights (`tta_p2p/bots/through_the_ages/weights.py`) are climbed by SPSA: in each round all of them are moved at once by
chance, a little up or down, and the two bots that differ by twice that play the same deals against each other, in both
seats. How far one leads, pressed through tanh so that no single game counts for much, says which way to go.

What a climb ends with is only a proposal. It is promoted by games alone: deals that were not played before, first
against the incumbent, as many as a sequential test needs, then against the anchor `easy`, where it must lead by as much
as the incumbent does. What is promoted is printed as the line to be written down; nothing is written by the program.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TextIO, TypeVar

from tta_p2p.bots.base import Bot, Situation
from tta_p2p.bots.easy import EasyBot
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
WRONG = 0.05
"""How often it may decide wrongly, either way, if the rate is one of these two."""

P = TypeVar("P")
Maker = Callable[[int], Bot]
Table = Mapping[str, float]
Compare = Callable[[Table, Table, int], float]
"""How much better the first does than the second, from -1 to 1; the number tells one comparison from another."""


# --- games -------------------------------------------------------------------------------------------------------


def planner(weights: Weights) -> Maker:
    """Make bots that plan with these weights."""
    return lambda seed: TurnPlanner(Chance(seed), weights=weights)


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


def weights_of(table: Table) -> Weights:
    """The table of integers that the program reads."""
    return replace(NORMAL, **{name: round(value) for name, value in table.items()})


# --- the climb -----------------------------------------------------------------------------------------------------


def climb(start: Table, compare: Compare, rounds: int, chance: Chance, width: float, step: float) -> Iterator[Table]:
    """Give where SPSA stands after each round.

    ``width``: by how much weights are moved to look around, in hundredths of what they are; ``step``: by how much a
    whole win moves them in the first round. Both shrink as SPSA's usually do.
    """
    at = dict(start)
    for number in range(rounds):
        around, far = width / (1 + number) ** 0.101, step / (1 + number / 10) ** 0.602
        ways = {name: 2 * chance.below(2) - 1 for name in at}
        up = {name: at[name] * (1 + ways[name] * around / 100) for name in at}
        down = {name: at[name] * (1 - ways[name] * around / 100) for name in at}
        score = compare(up, down, number)
        at = {name: max(1.0, at[name] * (1 + score * ways[name] * far / 100)) for name in at}
        yield dict(at)


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
    """Climb, then promote; 0 if something was promoted."""
    parser = argparse.ArgumentParser(prog="tune", description="Search better weights for planning bots by games.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to tune (default: all): {', '.join(NAMES)}")
    parser.add_argument("--rounds", type=int, default=100, help="rounds of the climb (default: 100)")
    parser.add_argument("--deals", type=int, default=4, help="deals of a round, two games each (default: 4)")
    parser.add_argument("--promotion", type=int, default=200, help="most deals that decide at the end (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="other deals and ways (default: 1)")
    parser.add_argument("--width", type=float, default=15, help="how far to look around, in percent (default: 15)")
    parser.add_argument("--step", type=float, default=10, help="how far a win leads, in percent (default: 10)")
    parser.add_argument("--variant", default="complete", help="of the game (default: complete)")
    asked = parser.parse_args(arguments)
    unknown = [name for name in asked.names if name not in NAMES]
    if unknown:
        parser.error(f"there is no weight {unknown[0]!r}; there are: {', '.join(NAMES)}")
    if min(asked.rounds, asked.deals, asked.promotion) < 1:
        parser.error("--rounds, --deals and --promotion must be at least 1")
    options = {"variant": asked.variant}
    deals = iter(range(1_000_000 * asked.seed, 1_000_000 * (asked.seed + 1)))

    def compare(up: Table, down: Table, number: int) -> float:
        makers = planner(weights_of(up)), planner(weights_of(down))
        leads = [lead for _ in range(asked.deals) for lead in margins(*makers, next(deals), options)]
        return sum(math.tanh(lead / FAR) for lead in leads) / len(leads)

    start = {name: float(getattr(NORMAL, name)) for name in asked.names or NAMES}
    at: Table = start
    climbing = climb(start, compare, asked.rounds, Chance(f"tune/{asked.seed}"), asked.width, asked.step)
    for number, at in enumerate(climbing):
        print(f"round {number + 1}: {_told(at)}", file=out, flush=True)
    proposal = weights_of(at)
    if proposal == NORMAL:
        print("the climb ended where it began: nothing to promote", file=out)
        return 1
    told: str | bool = False
    who = planner(proposal), planner(NORMAL), easy
    for told in promoted(*who, lambda one, other, deal: margins(one, other, deal, options), deals, asked.promotion):
        if isinstance(told, str):
            print(told, file=out, flush=True)
    if not told:
        print("not promoted: what there is stays", file=out)
        return 1
    print(f"promoted; write down: NORMAL = replace(NORMAL, {_told(at)})", file=out)
    return 0


def _told(table: Table) -> str:
    return ", ".join(f"{name}={round(value)}" for name, value in table.items())


if __name__ == "__main__":
    sys.exit(main())
