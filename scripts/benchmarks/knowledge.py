"""Knowledge: what acts cost when everybody knows many things about piles that overlap (battles with random hands)."""

import time
from collections.abc import Iterator
from typing import Any

from benchmarks import Row, Table
from tests.games.battles import Battles
from tta_p2p.games.chance import Chance
from tta_p2p.games.local import LocalGame

BATTLES = 200
ROWS = 5


def run() -> Iterator[Table]:
    """Battle after battle, and the time of an act among them."""
    yield Table(f"Random hands ({BATTLES} battles; statements of the observer who knows most)", list(_battles()))


def _battles() -> Iterator[Row]:
    """Fight one battle after the other; time by act, with what is known by then."""
    game: LocalGame[Any, Any] = LocalGame(Battles(), 2, {"turns": BATTLES}, Chance(1))
    game.answer_needs()
    chance = Chance(1)
    start, acts, battles = time.perf_counter(), 0, 0
    while (decision := game.decision) is not None:
        options = [option for option in game.legal(decision.seats[0]) if option.act.verb != "rest"]
        game.act(chance.choice(options).act)
        acts += 1
        battles += decision.key == "attack"
        if decision.key == "attack" and battles % (BATTLES // ROWS) == 0:
            most = max(len(game.dealer.knowledge_of(observer).among) for observer in (0, 1, None))
            spent = (time.perf_counter() - start) * 1000 / acts
            first = battles - BATTLES // ROWS + 1
            yield Row(f"an act, battles {first} to {battles}", spent, {"statements": f"{most}"})
            start, acts = time.perf_counter(), 0
