"""Whole games through folders alone, which tools copy: late, in any order, doubled, cut, older; with strangers.

Every node has a folder of its own and reaches nobody by a network. What tools and strangers do to the files is drawn
from the seed, and nodes are killed meanwhile (`tests/simulation/folders.py`). Nobody may ever be accused or say two
things, every game must end, and all finished copies must verify and agree. One game in ten is a longer one.
"""

import argparse
import json
import os
import sys
import time
import traceback
from collections import Counter
from typing import Any

from campaigns._pool import games_text, played
from tests import memory
from tests.simulation.folders import FolderWorld
from tests.simulation.world import Told, play_in

LONG = 10
"""One game of so many is a longer one."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this campaign."""
    parser.add_argument("--minutes", type=float, help="stop after so long (default: when all games are played)")
    parser.add_argument("--games", type=int, default=100, help="how many games")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first game; the next ones count on")
    parser.add_argument("--story", action="store_true", help="tell what happens in each game, on the error output")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


class Playing:
    """Plays one game after the other; picklable."""

    def __init__(self, story: bool) -> None:
        self.story = story

    def __call__(self, seed: int) -> Told:
        """Play one game; a program that breaks off at it is found as well."""
        memory.remember()
        try:
            told, world = play_in(FolderWorld, seed, brief=seed % LONG != 0)
        except Exception as error:
            return Told(seed, "", 0.0, Counter(), ["".join(traceback.format_exception(error))])
        if self.story:
            print("\n".join(world.story), world.errors, sep="\n", file=sys.stderr, flush=True)
        return told


def _again(seed: int) -> str:
    """The command that plays a game once more."""
    return f"./scripts/soak folder --seed {seed} --games 1 --jobs 1 --story"


def run(wanted: argparse.Namespace) -> int:
    """Play, and say what was found."""
    began = time.monotonic()
    until = began + 60 * wanted.minutes if wanted.minutes is not None else None
    counts: Counter[str] = Counter()
    found: dict[int, list[str]] = {}
    games, busy = 0, 0.0
    seeds = iter(range(wanted.seed, wanted.seed + wanted.games))
    for game in played(Playing(wanted.story), seeds, wanted.jobs, until):
        counts.update(game.counts)
        games += 1
        busy += game.seconds
        if game.found:
            found[game.seed] = game.found
            print(f"\nagain: {_again(game.seed)}\n" + "\n".join(game.found), file=sys.stderr, flush=True)
    result: dict[str, Any] = {
        "games": games,
        "seconds of processor": round(busy),
        "counts": dict(sorted(counts.items())),
        "found": [{"seed": seed, "again": _again(seed), "what": what} for seed, what in sorted(found.items())],
    }
    if wanted.json:
        print(json.dumps(result, ensure_ascii=False, indent=1))
    else:
        print(f"{games_text(games)} through folders; {games_text(len(found))} found something; {round(busy)} seconds")
        for what, number in result["counts"].items():
            print(f"  {what}: {number}")
    return 1 if found else 0
