"""Whole games of honest people and liars under everything at once, with what the protocol promises watched throughout.

Liars tell every kind of lie, nodes die at every boundary of their output and come back with stores of any age, the
network loses, doubles and reorders, and anybody moves anything at any time. Nobody honest may ever be blamed or say two
things, no hidden card may open, and whoever is left must be able to end the game.
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
from tests.protocol.campaign.play import Game, Told

NEVER = ("accusations of honest", "said twice")
"""What is told even if it never happened."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this campaign."""
    parser.add_argument("--minutes", type=float, help="stop after so long (default: when all games are played)")
    parser.add_argument("--games", type=int, help="how many games (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first game; the next ones count on")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(wanted: argparse.Namespace) -> int:
    """Play, and say what was found."""
    began = time.monotonic()
    until = began + 60 * wanted.minutes if wanted.minutes is not None else None
    most = wanted.games if wanted.games is not None else 1000 if until is None else None
    seeds = iter(count(wanted.seed) if most is None else range(wanted.seed, wanted.seed + most))
    counts: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    found: dict[int, list[str]] = {}
    told = began
    for game in played(play_one, seeds, wanted.jobs, until):
        counts.update(game.counts)
        ends[game.ended] += 1
        if game.found:
            found[game.seed] = game.found
            print(f"\n{again(game.seed)}\n" + "\n".join(game.found), file=sys.stderr, flush=True)
        if time.monotonic() > told + 20:
            told = time.monotonic()
            print(_in_short(counts, ends, found, told - began), file=sys.stderr, flush=True)
    seconds = time.monotonic() - began
    if wanted.json:
        print(json.dumps(_all(counts, ends, found, seconds), ensure_ascii=False, indent=1))
    else:
        print(_in_short(counts, ends, found, seconds))
        for what, number in _all(counts, ends, found, seconds)["counts"].items():
            print(f"  {what}: {number}")
    return 1 if found else 0


def again(seed: int) -> str:
    """The command that plays a game once more."""
    return f"./scripts/soak protocol --seed {seed} --games 1"


def play_one(seed: int) -> Told:
    """Play one game; a program that breaks off at it is found as well."""
    try:
        return Game(seed).play()
    except Exception as error:
        return Told(seed, "broke off", found=["".join(traceback.format_exception(error))])


def _in_short(counts: Counter[str], ends: Counter[str], found: dict[int, list[str]], seconds: float) -> str:
    lies = sum(number for what, number in counts.items() if what.startswith("lie: "))
    how = ", ".join(f"{number} {end}" for end, number in ends.most_common())
    never = ", ".join(f"{what}: {counts[what]}" for what in NEVER)
    return (
        f"{games_text(sum(ends.values()))} ({how}), {counts['messages']} messages, {lies} lies, "
        f"{counts['accusations of liars']} accusations of liars; {never}; "
        f"{games_text(len(found))} found something; {seconds:.0f} seconds"
    )


def _all(counts: Counter[str], ends: Counter[str], found: dict[int, list[str]], seconds: float) -> dict[str, Any]:
    lies = {what.removeprefix("lie: "): number for what, number in sorted(counts.items()) if what.startswith("lie: ")}
    rest = {what: number for what, number in counts.items() if not what.startswith("lie: ")}
    return {
        "seconds": round(seconds),
        "games": sum(ends.values()),
        "ended": dict(ends.most_common()),
        "lies": lies,
        "counts": dict(sorted((dict.fromkeys(NEVER, 0) | rest).items())),
        "found": [{"seed": seed, "again": again(seed), "what": what} for seed, what in sorted(found.items())],
    }
