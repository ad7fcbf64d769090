"""Whole nodes in a simulated world: everything that runs on a person's machine, in one process and in virtual time.

Nodes meet, connect, play, catch up, vote and keep their stores as they do anywhere; the network between them loses,
delays, cuts and dies half, machines are killed and lose power at any moment, disks fill up, tear, flip and come back as
old copies, checks fail, people fall silent, computers sleep in a lobby, name servers are slow, and some lie. Nobody
honest may ever be accused or say two things, every game must end or say in words why not, and all finished copies must
verify and agree.

Nine of ten games are brief: a little game at small tables with short limits, but every kind of operation. Those
whose seeds ten divides are longer. All have the real group, proofs and signatures; but what libsodium and the checks of
proofs have said to one node is not computed again for another (`tests/memory.py`).
"""

import argparse
import json
import os
import sys
import time
import traceback
from collections import Counter
from itertools import count
from typing import Any

from campaigns._pool import games_text, played
from tests import memory
from tests.simulation.faults import SOUGHT, THEMES
from tests.simulation.world import Told, play

LONG = 10
"""One game of so many is a longer one."""
NEVER = ("accusations of honest", "said twice")
"""What is told even if it never happened."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this campaign."""
    parser.add_argument("--minutes", type=float, help="stop after so long (default: when all games are played)")
    parser.add_argument("--games", type=int, help="how many games (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first game; the next ones count on")
    themes = ["", *THEMES, *SOUGHT]
    parser.add_argument("--theme", default="", choices=themes, help="what goes wrong (default: by chance)")
    parser.add_argument("--long", action="store_true", help="longer games only, as those of the tests are")
    parser.add_argument("--story", action="store_true", help="tell what happens in each game, on the error output")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


class Playing:
    """Plays one game after the other; picklable."""

    def __init__(self, theme: str, story: bool, long: bool) -> None:
        self.theme, self.story, self.long = theme, story, long

    def __call__(self, seed: int) -> Told:
        """Play one game; a program that breaks off at it is found as well."""
        memory.remember()
        try:
            told, world = play(seed, self.theme, brief=not self.long and seed % LONG != 0)
        except Exception as error:
            return Told(seed, "", 0.0, Counter(), ["".join(traceback.format_exception(error))])
        if self.story:
            print("\n".join(world.story), world.errors, sep="\n", file=sys.stderr, flush=True)
        return told

    def again(self, seed: int) -> str:
        """The command that plays a game once more."""
        theme = f" --theme {self.theme}" if self.theme else ""
        return f"./scripts/soak nodes --seed {seed} --games 1 --jobs 1{theme}{' --long' if self.long else ''} --story"


def run(wanted: argparse.Namespace) -> int:
    """Play, and say what was found."""
    began = time.monotonic()
    until = began + 60 * wanted.minutes if wanted.minutes is not None else None
    most = wanted.games if wanted.games is not None else 1000 if until is None else None
    seeds = iter(count(wanted.seed) if most is None else range(wanted.seed, wanted.seed + most))
    playing = Playing(wanted.theme, wanted.story, wanted.long)
    counts: Counter[str] = Counter()
    themes: Counter[str] = Counter()
    found: dict[int, list[str]] = {}
    told, busy = began, 0.0
    for game in played(playing, seeds, wanted.jobs, until):
        counts.update(game.counts)
        themes[game.theme] += 1
        busy += game.seconds
        if game.found:
            found[game.seed] = game.found
            print(f"\n{playing.again(game.seed)}\n" + "\n".join(game.found), file=sys.stderr, flush=True)
        if time.monotonic() > told + 20:
            told = time.monotonic()
            print(_in_short(counts, themes, found, busy), file=sys.stderr, flush=True)
    if wanted.json:
        print(json.dumps(_all(playing, counts, themes, found, busy), ensure_ascii=False, indent=1))
    else:
        print(_in_short(counts, themes, found, busy))
        for what, number in _all(playing, counts, themes, found, busy)["counts"].items():
            print(f"  {what}: {number}")
    return 1 if found else 0


def _in_short(counts: Counter[str], themes: Counter[str], found: dict[int, list[str]], busy: float) -> str:
    games = sum(themes.values())
    never = ", ".join(f"{what}: {counts[what]}" for what in NEVER)
    pace = f"{3600 * games / busy:.0f} an hour on one core" if busy else "none"
    return f"{games_text(games)} ({pace}); {never}; {games_text(len(found))} found something"


def _all(
    playing: Playing, counts: Counter[str], themes: Counter[str], found: dict[int, list[str]], busy: float
) -> dict[str, Any]:
    return {
        "games": sum(themes.values()),
        "seconds of processor": round(busy),
        "themes": dict(themes.most_common()),
        "counts": dict(sorted((dict.fromkeys(NEVER, 0) | counts).items())),
        "found": [{"seed": seed, "again": playing.again(seed), "what": what} for seed, what in sorted(found.items())],
    }
