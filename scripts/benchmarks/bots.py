"""Bots: how long a complete game takes them, and one choice; of any game."""

import time
from collections.abc import Iterator

from benchmarks import Row, Table
from tta_p2p.bots.base import Situation
from tta_p2p.bots.levels import choices as offered
from tta_p2p.bots.levels import levels, make_bot
from tta_p2p.games.chance import Chance
from tta_p2p.games.local import LocalGame
from tta_p2p.registry import entry, load_rules, title

GAMES = 3


def run(game: str) -> Iterator[Table]:
    """Games by level and number of seats; single choices of the strongest level."""
    rows = []
    choices: list[float] = []
    seats = 0
    able = [level for level in levels() if level in offered(game)]
    for level in able:
        for seats in entry(game).seats:
            choices = []
            points = 0
            for seed in range(GAMES):
                points += _game(game, level, seats, seed, choices)
            columns = {"choices": f"{len(choices) / GAMES:.0f}", "points": f"{points / GAMES / seats:.0f}"}
            rows.append(Row(f"choices of a game, {seats} seats, {level}", sum(choices) / GAMES * 1000, columns))
    yield Table(f"Bots in complete games of {title(game)} (all choices of all seats)", rows)
    choices.sort()
    at = {"median": 50, "90th percentile": 90, "99th percentile": 99}
    single = [Row(f"one choice, {name}", choices[len(choices) * part // 100] * 1000) for name, part in at.items()]
    rows = [*single, Row("the longest", choices[-1] * 1000)]
    yield Table(f"Single choices in {title(game)} ({able[-1]}, {seats} seats)", rows)


def _game(name: str, level: str, seats: int, seed: int, choices: list[float]) -> int:
    """Play a game, note how long each choice took, and give the points of all seats."""
    game = LocalGame(load_rules(name), seats, {}, Chance(seed))
    game.answer_needs()
    bots = [make_bot(level, 10 * seed + seat) for seat in range(seats)]
    while (decision := game.decision) is not None:
        acts = []
        for seat in decision.seats if decision.sealed else decision.seats[:1]:
            situation = Situation(game.game, game.state, game.dealer.knowledge_of(seat), seat, game.legal(seat))
            start = time.perf_counter()
            acts.append(bots[seat].choose(situation))
            choices.append(time.perf_counter() - start)
        game.act(*acts)
    return sum(place.points for place in game.game.standings(game.state).places)
