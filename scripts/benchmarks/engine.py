"""The engine of any game: random games, acts, legal acts, digests, copies."""

import time
from collections.abc import Iterator
from typing import Any

from benchmarks import Row, Table, measure
from tta_p2p.cli.simulation.trials import GameTrial, choose
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Acts
from tta_p2p.games.local import LocalDealer, LocalGame
from tta_p2p.registry import entry, load_rules, title

GAMES = 3
MOST = 600
"""Of how many states the single operations are measured at most."""
Snapshot = tuple[Any, LocalDealer[Any, Any], tuple[Act, ...], bool]
"""A state, its dealer, what was decided there, and whether by all at once."""


def run(game: str) -> Iterator[Table]:
    """Whole games by number of seats, then single operations in states of games of the most seats."""
    rules = load_rules(game)
    rows = []
    snapshots: list[Snapshot] = []
    most = entry(game).seats[-1]
    for seats in entry(game).seats:
        times: list[float] = []
        acts = 0
        for seed in range(GAMES):
            seconds, some_acts = _game(GameTrial(game, seed, seats), snapshots if seats == most else None)
            times.append(seconds)
            acts += some_acts
        columns = {"acts": f"{acts / GAMES:.0f}", "acts/s": f"{acts / sum(times):,.0f}"}
        rows.append(Row(f"a complete random game, {seats} seats", sorted(times)[GAMES // 2] * 1000, columns))
    yield Table(f"Games of {title(game)} (needs answered by the local dealer, no digests)", rows)

    kept = snapshots[:: max(1, len(snapshots) // MOST)]
    knows = sorted(_once(lambda d=d, a=a: d.knowledge_of(a[0].seat)) for _, d, a, _ in kept)
    legal = sorted(
        _once(lambda s=s, d=d, seat=a[0].seat: rules.legal(s, d.face_knowledge_of(seat), seat)) for s, d, a, _ in kept
    )
    facts = [(s, fact) for s, _, a, sealed in kept for fact in ((Acts(a),) if sealed else a)]
    applied = sorted(_once(lambda s=s, fact=fact: rules.apply(s, fact)) for s, fact in facts)
    middle, dealer, *_ = kept[len(kept) // 2]
    image = rules.encode(middle)
    view = rules.view(middle, dealer.knowledge_of(0), 0)
    chance = Chance(1)
    yield Table(
        f"Operations of {title(game)} ({len(kept)} states of games of {most})",
        [
            Row("what a seat knows, median", _percentile(knows, 50)),
            Row("what a seat knows, 99th percentile", _percentile(knows, 99)),
            Row("legal, median", _percentile(legal, 50)),
            Row("legal, 99th percentile", _percentile(legal, 99)),
            Row("apply what was decided, median", _percentile(applied, 50)),
            Row("apply what was decided, 99th percentile", _percentile(applied, 99)),
            Row("copy a state", measure(middle.copy, 0.2)),
            Row("digest", measure(lambda: rules.digest(middle), 0.2), {"bytes": str(len(image))}),
            Row("decode a state", measure(lambda: rules.decode(image), 0.2)),
            Row("view of a seat", measure(lambda: rules.view(middle, dealer.knowledge_of(0), 0), 0.2)),
            Row("resample a view", measure(lambda: rules.resample(view, chance), 0.2)),
        ],
    )


def _game(job: GameTrial, snapshots: list[Snapshot] | None) -> tuple[float, int]:
    """Play a random game; give its seconds of processor, and its acts.

    Decisions are kept if asked for: every third of long games.
    """
    chance = Chance(job.seed).fork("seats")
    start = time.process_time()
    aside = 0.0
    game: LocalGame[Any, Any] = LocalGame(load_rules(job.game), job.seats, job.options, Chance(job.seed).fork("dealer"))
    game.answer_needs()
    decided = acts = 0
    while not game.over:
        decision = game.decision
        assert decision is not None
        seats = decision.seats if decision.sealed else decision.seats[:1]
        chosen = tuple(choose(job.game, job.style, chance, decision, game.legal(seat)).act for seat in seats)
        if snapshots is not None and (decided % 3 == 0 or decided < 100):
            stopped = time.process_time()
            snapshots.append((game.state, game.dealer.fork(), chosen, decision.sealed))
            aside += time.process_time() - stopped
        game.act(*chosen)
        decided += 1
        acts += len(chosen)
    return time.process_time() - start - aside, acts


def _once(work: Any) -> float:
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


def _percentile(ordered: list[float], percent: int) -> float:
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]
