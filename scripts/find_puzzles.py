"""The command behind `scripts/find-puzzles`: finds puzzles of Through the Ages in games between bots.

A run adds to a pool (`--pool FILE`), so that runs add up: games that it has looked at are passed over. `--confirm` has
another program enumerate the turns of those that would be chosen, `--write` chooses sixty that it confirms, `--check`
has it enumerate those of the program again.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
from puzzle_search import store
from puzzle_search.check import check, stored_puzzles
from puzzle_search.goals import FoundGoal, goals_of
from puzzle_search.levels import play
from puzzle_search.positions import FoundPosition, positions
from puzzle_search.turns import TEARING_DOWN, HiddenOutcome, Position, search

from tta_p2p.games.through_the_ages.index import KIND
from tta_p2p.games.through_the_ages.tables.words import Kind
from tta_p2p.ui.puzzle import plain

QUOTAS = {
    "last-round": 12, "war": 5, "wonder": 8, "revolution": 6, "leader": 6, "military": 6, "people": 6, "stores": 4,
    "science": 4, "culture": 5,
}  # fmt: skip
"""How many puzzles of a theme the program has, as far as there are so many."""
SAMPLED = {"other": 8, "last": 3, "war": 3}
"""How many positions of a game are searched."""
MOST_CHECKED = 25_000
"""Positions that the other program looks at, at most."""
FEWEST_STATES = 150
"""A turn with fewer states is no puzzle."""


def main(arguments: list[str] | None = None) -> int:
    """Find, choose or check puzzles; the exit code."""
    parser = argparse.ArgumentParser(prog="find-puzzles", description=__doc__)
    parser.add_argument("--pool", type=Path, help="file of found puzzles; runs add to it")
    parser.add_argument("--seeds", type=int, nargs=2, default=(1, 4), metavar=("FROM", "TO"))
    parser.add_argument("--level", default="easy", help="bots that play the games")
    parser.add_argument(
        "--kinds", nargs="+", default=[*SAMPLED], choices=[*SAMPLED], help="which positions are searched"
    )
    parser.add_argument("--from-age", type=int, default=0, help="no positions of earlier ages (1 is Age I)")
    parser.add_argument("--states", type=int, default=9_000, help="most states of a complete search")
    parser.add_argument("--confirm", action="store_true", help="enumerate the turns of found puzzles again")
    parser.add_argument("--write", action="store_true", help="choose sixty confirmed puzzles for the program")
    parser.add_argument("--check", action="store_true", help="enumerate the turns of the program's puzzles again")
    parser.add_argument("--number", type=int, default=60, help="how many to write, or to confirm at most")
    parser.add_argument("--last-states", type=int, default=15_000, help="the same for a last round or a war")
    given = parser.parse_args(arguments)
    if given.check:
        return _check_stored()
    if given.pool is None:
        parser.error("--pool: where to?")
    if given.confirm:
        return _confirm(given.pool, given.number)
    if given.write:
        return _write(given.pool, given.number)
    seen = {tuple(row["origin"].split("-")[:3]) for row in store.read_pool(given.pool)}
    for seed in range(*given.seeds):
        for seats in (2, 3, 4):
            if (given.level, str(seats), str(seed)) not in seen:
                _search_game(given, seed, seats)
    return 0


def _search_game(given: argparse.Namespace, seed: int, seats: int) -> None:
    """Add the puzzles of a game to the pool."""
    began = time.process_time()
    lots = random.Random(f"{given.level} {seats} {seed} {given.from_age}")
    by_kind: dict[str, list[FoundPosition]] = {"other": [], "last": [], "war": []}
    for one in positions(seed, seats, given.level):
        by_kind["last" if one.last else "war" if one.at_war else "other"].append(one)
    found = 0
    for kind, some in by_kind.items():
        if kind not in given.kinds:
            continue
        lots.shuffle(some)
        some.sort(key=lambda one: not _is_promising(one.told["civilizations"][0]))
        tried = 0
        for one in some:
            actions = one.told["civilizations"][0]["civil_actions"]
            if one.told["age"] < given.from_age:
                continue
            if tried == SAMPLED[kind] or not 2 <= actions <= (4 if kind != "other" or one.told["age"] < 2 else 3):
                continue
            tried += 1
            found += _search_position(given, one)
    spent = time.process_time() - began
    print(f"{given.level}-{seats}-{seed}: {found} puzzles in {spent:.0f} s", file=sys.stderr, flush=True)


def _is_promising(own: dict[str, Any]) -> bool:
    """Whether a wonder is being built, or a government is in the hand: themes that are rare."""
    return "wonder" in own or any(KIND[face] is Kind.GOVERNMENT for face in own.get("hand", ()))


def _search_position(given: argparse.Namespace, one: FoundPosition) -> int:
    began = time.process_time()
    through = one.last or one.at_war
    position = Position(one.game(), through, () if through else TEARING_DOWN)
    most = given.last_states if through else given.states
    try:
        turns = search(position, most)
    except HiddenOutcome:
        return 0
    if not turns.complete or turns.states < FEWEST_STATES:
        return 0
    spent, number = time.process_time() - began, 0
    for goal in goals_of(one, turns, position):
        bots = {level: play(level, position, goal.goal) for level in store.LEVELS}
        if bots["easy"] == goal.best and len(goal.acts) < 4:
            continue
        store.add(given.pool, _row(one, goal, bots, turns.states, spent))
        number += 1
    return number


def _row(
    one: FoundPosition, goal: FoundGoal, bots: dict[str, tuple[int, ...] | None], states: int, spent: float
) -> store.Row:
    row: store.Row = msgspec.to_builtins(
        {
            "origin": one.origin, "theme": goal.theme, "goal": goal.goal, "position": one.told, "best": goal.best,
            "turn": [plain(act) for act in goal.acts], "bots": bots, "states": states,
            "share": round(goal.share, 6), "seconds": round(spent, 1),
        }
    )  # fmt: skip
    return row


def _confirm(pool: Path, number: int) -> int:
    """Have the other program enumerate the turns of puzzles that would be chosen."""
    refuted = pool.with_suffix(".refuted")
    confirmed = pool.with_suffix(".confirmed")
    while True:
        done = {store.name_of(row) for path in (refuted, confirmed) for row in store.read_pool(path)}
        rows = [row for row in store.read_pool(pool) if store.name_of(row) not in done]
        chosen = store.select(rows, number, QUOTAS, store.read_pool(confirmed))
        if not chosen:
            return 0
        for row in chosen:
            began = time.process_time()
            found = check(row, MOST_CHECKED)
            fine = found.complete and found.best == found.told == row["best"]
            store.add(confirmed if fine else refuted, {**row, "proof": "complete"} if fine else row)
            spent = time.process_time() - began
            print(store.name_of(row), "confirmed" if fine else f"refuted: {found}", f"{spent:.1f} s", flush=True)


def _write(pool: Path, number: int) -> int:
    """Choose puzzles for the program, and say how many there are of which kind."""
    chosen = store.select(store.read_pool(pool.with_suffix(".confirmed")), number, QUOTAS)
    store.write(chosen)
    for name, of in (("theme", lambda row: row["theme"]), ("age", lambda row: row["position"]["age"]),
                     ("seats", lambda row: row["position"]["seats"]), ("proof", lambda row: row["proof"]),
                     ("missed by", store.missed_by)):  # fmt: skip
        print(name, dict(Counter(map(of, chosen)).most_common()))
    return 0


def _check_stored() -> int:
    """Enumerate the turns of the program's puzzles again; whether all are as they are told."""
    wrong = 0
    for number, row in enumerate(stored_puzzles(), 1):
        found = check(row, MOST_CHECKED)
        fine = found.complete and found.best == found.told == row["best"]
        wrong += not fine
        print(number, row["origin"], found.positions, "as told" if fine else f"WRONG: {found}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
