"""The engine: random games of Through the Ages, acts, legal acts, digests, copies; knowledge in a game of battles."""

import time
from collections.abc import Iterator
from typing import Any

from benchmarks import Row, Table, measure
from tests.games.battles import Battles
from tta_p2p.cli._simulation import Job, choose
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act
from tta_p2p.games.local import LocalDealer, LocalGame
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.state import State

GAMES = 3
BATTLES = 200
ROWS = 5
Snapshot = tuple[State, LocalDealer[State, Any], Act]


def run() -> Iterator[Table]:
    """Whole games by number of seats, then single operations in states of four-seat games."""
    rows = []
    snapshots: list[Snapshot] = []
    for seats in (2, 3, 4):
        times: list[float] = []
        acts = facts = 0
        for seed in range(GAMES):
            kept = snapshots if seats == 4 else None
            seconds, some_acts, some_facts = _game(Job(seed, seats), kept)
            times.append(seconds)
            acts, facts = acts + some_acts, facts + some_facts
        seconds = sorted(times)[GAMES // 2]
        aim = {"aim": "250 ms"} if seats == 4 else {}
        columns = {"acts": f"{acts / GAMES:.0f}", "acts/s": f"{acts / sum(times):,.0f}", **aim}
        rows.append(Row(f"a complete random game, {seats} seats", seconds * 1000, columns))
    yield Table("Games (needs answered by the local dealer, no digests)", rows)

    kept = snapshots[:: max(1, len(snapshots) // 600)]
    legal = sorted(_once(lambda s=s, d=d, a=a: GAME.legal(s, d.knows(a.seat), a.seat)) for s, d, a in kept)
    applied = sorted(_once(lambda s=s, a=a: GAME.apply(s, a)) for s, d, a in kept)
    middle = kept[len(kept) // 2][0]
    image = GAME.encode(middle)
    view = GAME.view(middle, kept[len(kept) // 2][1].knows(0), 0)
    chance = Chance(1)
    yield Table(
        f"Operations ({len(kept)} states of four-seat games)",
        [
            Row("legal, median", _percentile(legal, 50)),
            Row("legal, 99th percentile", _percentile(legal, 99)),
            Row("apply an act, median", _percentile(applied, 50)),
            Row("apply an act, 99th percentile", _percentile(applied, 99)),
            Row("copy a state", measure(middle.copy, 0.2)),
            Row("digest", measure(lambda: GAME.digest(middle), 0.2), {"bytes": str(len(image))}),
            Row("decode a state", measure(lambda: GAME.decode(image), 0.2)),
            Row("view of a seat", measure(lambda: GAME.view(middle, kept[len(kept) // 2][1].knows(0), 0), 0.2)),
            Row("resample a view", measure(lambda: GAME.resample(view, chance), 0.2)),
        ],
    )


    yield Table(f"Random hands ({BATTLES} battles; statements of the observer who knows most)", list(_battles()))


def _battles() -> Iterator[Row]:
    """Fight one battle after the other; time by act, with what is known by then."""
    game: LocalGame[Any, Any] = LocalGame(Battles(), 2, {"turns": BATTLES}, Chance(1))
    game.settle()
    chance = Chance(1)
    start, acts, battles = time.perf_counter(), 0, 0
    while (decision := game.decision) is not None:
        options = [option for option in game.legal(decision.seats[0]) if option.act.verb != "rest"]
        game.act(chance.choice(options).act)
        acts += 1
        battles += decision.key == "attack"
        if decision.key == "attack" and battles % (BATTLES // ROWS) == 0:
            most = max(len(game.dealer.knows(observer).among) for observer in (0, 1, None))
            spent = (time.perf_counter() - start) * 1000 / acts
            first = battles - BATTLES // ROWS + 1
            yield Row(f"an act, battles {first} to {battles}", spent, {"statements": f"{most}"})
            start, acts = time.perf_counter(), 0


def _game(job: Job, snapshots: list[Snapshot] | None) -> tuple[float, int, int]:
    """Play a random game; give seconds, acts and facts. Every third decision is kept if asked for."""
    chance = Chance(job.seed).fork("seats")
    start = time.perf_counter()
    aside = 0.0
    game: LocalGame[Any, Any] = LocalGame(GAME, job.seats, job.options, Chance(job.seed).fork("dealer"))
    game.settle()
    acts = 0
    while not game.over:
        decision = game.decision
        assert decision is not None
        act = choose(job.style, chance, game.legal(decision.seats[0])).act
        if snapshots is not None and acts % 3 == 0:
            stopped = time.perf_counter()
            snapshots.append((game.state, game.dealer.fork(), act))
            aside += time.perf_counter() - stopped
        game.act(act)
        acts += 1
    return time.perf_counter() - start - aside, acts, len(game.facts)


def _once(work: Any) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def _percentile(ordered: list[float], percent: int) -> float:
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]
