"""Bots: how long a complete game of Through the Ages takes them, and one choice."""

import time
from collections.abc import Iterator

from benchmarks import Row, Table
from tta_p2p.bots.base import Situation, levels, make_bot
from tta_p2p.games.chance import Chance
from tta_p2p.games.local import LocalGame
from tta_p2p.games.through_the_ages.game import GAME

GAMES = 3


def run() -> Iterator[Table]:
    """Games by level and number of seats; single choices of the strongest level."""
    rows = []
    choices: list[float] = []
    for level in levels():
        for seats in (2, 3, 4):
            choices = []
            culture = 0
            for seed in range(GAMES):
                culture += _game(level, seats, seed, choices)
            columns = {"choices": f"{len(choices) / GAMES:.0f}", "culture": f"{culture / GAMES / seats:.0f}"}
            rows.append(Row(f"choices of a game, {seats} seats, {level}", sum(choices) / GAMES * 1000, columns))
    yield Table("Bots in complete games (all choices of all seats)", rows)
    choices.sort()
    at = {"median": 50, "90th percentile": 90, "99th percentile": 99}
    single = [Row(f"one choice, {name}", choices[len(choices) * part // 100] * 1000) for name, part in at.items()]
    yield Table(f"Single choices ({levels()[-1]}, four seats)", [*single, Row("the longest", choices[-1] * 1000)])


def _game(level: str, seats: int, seed: int, choices: list[float]) -> int:
    """Play a game, note how long each choice took, and give the culture of all seats."""
    game = LocalGame(GAME, seats, {}, Chance(seed))
    game.settle()
    bots = [make_bot(level, 10 * seed + seat) for seat in range(seats)]
    while (decision := game.decision) is not None:
        (seat,) = decision.seats
        situation = Situation(GAME, game.state, game.dealer.knows(seat), seat, game.legal(seat))
        start = time.perf_counter()
        act = bots[seat].choose(situation)
        choices.append(time.perf_counter() - start)
        game.act(act)
    return sum(place.points for place in GAME.standings(game.state).places)
