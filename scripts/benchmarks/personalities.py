"""Personalities in Through the Ages: each plays its level, every deal at both seats; who wins, and how each plays."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks import Row, Table
from benchmarks._results import Side, Sides, play_deals
from tta_p2p.bots.base import Bot, Situation
from tta_p2p.bots.levels import choices, make_bot
from tta_p2p.cli.simulation.intervals import mean_of
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Seat
from tta_p2p.games.local import LocalGame
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.ratings import culture, science, strength
from tta_p2p.games.through_the_ages.state import State

TOLD = {
    "aggressions": "attacks",
    "wars": "declares",
    "colonies": "colonizes",
    "wonders": "wonder-finished",
    "technologies": "develops",
}
"""The column of what is counted of each seat, and the key of the line of the log that tells it once."""
AGES = {2: "strength I", 3: "strength II", 4: "strength III"}
"""The column of the strength at the end of an age, by the age that begins then."""
INCOME: Mapping[str, Callable[[State, Seat], int]] = {"science a turn": science, "culture a turn": culture}
"""The columns of what a seat produces, on average over the ends of its turns."""


Maker = Callable[[int], Bot]
"""A function that makes a bot from the seed of its chance."""


def run(games: int = 2, seed: int = 1, level: str = "normal", state: Path | None = None) -> Iterator[Table]:
    """Tell how often each personality beats its level, and how differently they play, in so many games of each."""
    for who in choices(GAME.name):
        if who.startswith(f"{level}:"):
            yield match(who, level_maker(who), level, level_maker(level), range(seed, seed + games // 2), state)


def match(who: str, first: Maker, rival: str, second: Maker, deals: Sequence[int], state: Path | None = None) -> Table:
    """Play deals, but those whose results are in a file, and give the table. Raises NotMeasurable.

    ``who``, ``rival``: the names of the two; what they are called by is what tells them apart in the file.
    """
    played = play_deals(f"{who} against {rival}", lambda deal: play_deal(first, second, deal), deals, state)
    return table(who, rival, played)


def level_maker(level: str) -> Maker:
    """Give what makes bots of a level from the seeds of their chance."""
    return lambda seed: make_bot(level, seed, GAME.name)


def table(who: str, level: str, deals: Sequence[Sides]) -> Table:
    """Give the table of one personality against its level; a deal is the unit of all intervals, which are of 95 %."""
    rows = []
    for name, sides in zip((who, f"{level} against it"), zip(*deals, strict=True), strict=True):
        columns = {"first": _percent([side.won for side in sides]), "lead": _mean([side.lead for side in sides])}
        for column in sides[0].figures:
            columns[column] = _mean([side.figures[column] for side in sides])
        rows.append(Row(name, sum(side.milliseconds for side in sides) / len(sides), columns))
    return Table(f"{who} against {level}, {2 * len(deals)} games of two, CPU of the choices of a game", rows)


def play_deal(first: Maker, second: Maker, deal: int) -> Sides:
    """Play a deal twice, the first of the two at either seat."""
    games = [_game(seats, deal) for seats in ((first, second), (second, first))]
    pairs = [games[0], games[1][::-1]]
    return _both([mine for mine, _ in pairs]), _both([theirs for _, theirs in pairs])


def _both(sides: Sequence[Side]) -> Side:
    def of(take: Callable[[Side], float]) -> float:
        return sum(map(take, sides)) / len(sides)

    figures = {name: of(lambda side, name=name: side.figures[name]) for name in sides[0].figures}
    return Side(of(lambda side: side.won), of(lambda side: side.lead), of(lambda side: side.milliseconds), figures)


def _game(makers: Sequence[Maker], deal: int) -> Sides:
    game = LocalGame(GAME, len(makers), {}, Chance(deal))
    game.answer_needs()
    bots = [make(len(makers) * deal + seat) for seat, make in enumerate(makers)]
    took = [0.0 for _ in bots]
    course = _Course(len(bots))
    while (decision := game.decision) is not None:
        (seat,) = decision.seats
        began = time.process_time()
        act = _chosen(bots[seat], game, seat)
        took[seat] += time.process_time() - began
        before = game.state
        game.act(act)
        course.note(before, game.state)
    points = [place.points for place in sorted(game.game.standings(game.state).places, key=lambda one: one.seat)]
    sides = []
    for seat, seconds in enumerate(took):
        lead = points[seat] - points[1 - seat]
        counted = {
            name: sum(line.key == key and line.args[0] == seat for line in game.log) for name, key in TOLD.items()
        }
        figures = {"points": points[seat], **course.figures(seat), **counted}
        sides.append(Side((lead > 0) + (lead == 0) / 2, lead, seconds * 1000, figures))
    return sides[0], sides[1]


def _chosen(bot: Bot, game: LocalGame[Any, Any], seat: Seat) -> Any:
    return bot.choose(Situation(game.game, game.state, game.dealer.knowledge_of(seat), seat, game.legal(seat)))


class _Course:
    """Strength at the ends of ages, and what was produced at the ends of turns."""

    def __init__(self, seats: int) -> None:
        self._strength = [dict.fromkeys(AGES.values(), 0) for _ in range(seats)]
        self._income = [{name: list[int]() for name in INCOME} for _ in range(seats)]

    def note(self, before: State, after: State) -> None:
        """Look at what an act has led to."""
        for age in range(before.age + 1, after.age + 1):
            for seat, noted in enumerate(self._strength):
                if age in AGES:
                    noted[AGES[age]] = strength(after, seat)
        if before.current >= 0 and (before.current, before.round) != (after.current, after.round):
            for name, rate in INCOME.items():
                self._income[before.current][name].append(rate(after, before.current))

    def figures(self, seat: Seat) -> dict[str, float]:
        """Give the figures of a seat."""
        means = {name: sum(found) / max(1, len(found)) for name, found in self._income[seat].items()}
        return {**self._strength[seat], **means}


def _percent(found: Sequence[float]) -> str:
    of = {name: 100 * value for name, value in mean_of(found).items()}
    return f"{of['mean']:.0f} % ({of['low']:.0f} to {of['high']:.0f})"


def _mean(found: Sequence[float]) -> str:
    of = mean_of(found)
    return f"{of['mean']:.1f} ±{of['high'] - of['mean']:.1f}"
