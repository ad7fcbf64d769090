"""Stores of games under way whose files a disk has changed: a bit, an end, a whole file, yesterday's for today's.

A real store in the middle of a game of 7 Wonders and one of Through the Ages, of nodes that were killed, so that the
log is there. Of a copy one thing is changed each time, and then the program looks: at its games, with `doctor`, and as
a node that takes the game up. Half of the bits are drawn over all files, the others from headers alone: of files, logs,
frames, pages, cell pointers and the records of each table.

What was sound must come back to play, all else must be said with the file and a remedy, and never may the program say
that there is no game.
"""

import argparse
import json
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.node.stored import CHANGES, Original, judge, made

GAMES = {"seven_wonders": 6, "through_the_ages": 30}
"""The game that is played, and how often a person acts before the nodes are killed."""
DRAWS = (Original.flip, Original.flip_header)
BACK = ("newest", "sound", "older")
"""How a game comes back to play: with all of its journal, known as the newest or not; or without what others know."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this campaign."""
    parser.add_argument(
        "--bits",
        type=int,
        default=1000,
        help="how many bits are changed, every other in a header",
    )
    parser.add_argument("--seed", type=int, default=1, help="the seed of all that is drawn")
    parser.add_argument("--only", type=int, help="the number of the one bit, or other change, to try again")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(wanted: argparse.Namespace) -> int:
    """Change, look, and say what was found."""
    began = time.monotonic()
    counts, headers = Counter[str](), Counter[str]()
    others: dict[str, str] = {}
    found: dict[int, str] = {}
    with tempfile.TemporaryDirectory() as scratch:
        originals = [made(Path(scratch) / game, game, acts) for game, acts in GAMES.items()]
        for number in range(wanted.bits + len(CHANGES) * len(originals)):
            if wanted.only is not None and wanted.only != number:
                continue
            original, what, home = _changed(originals, number, wanted, Path(scratch))
            told = judge(original, home)
            if number < wanted.bits:
                (headers if _draw(number, originals) is Original.flip_header else counts)[told.outcome] += 1
            else:
                others[what] = told.outcome
            if told.found:
                found[number] = f"{what}: {'; '.join(told.found)}"
                print(f"{_again(wanted, number)}\n  {found[number]}", file=sys.stderr, flush=True)
            shutil.rmtree(home)
    back = sum(counts[one] for one in BACK)
    result: dict[str, Any] = {
        "seconds": round(time.monotonic() - began),
        "bits": sum(counts.values()),
        "back": back,
        "outcomes": dict(counts.most_common()),
        "headers": dict(headers.most_common()),
        "others": others,
        "found": [
            {"number": number, "again": _again(wanted, number), "what": what} for number, what in sorted(found.items())
        ],
    }
    if wanted.json:
        print(json.dumps(result, ensure_ascii=False, indent=1))
    else:
        print(f"{result['bits']} bits: {back} come back to play; {len(found)} findings; {result['seconds']} seconds")
        for what, outcome in counts.most_common():
            print(f"  {what}: {outcome}")
        print(f"{sum(headers.values())} bits of headers: {sum(headers[one] for one in BACK)} come back to play")
        for what, outcome in (*headers.most_common(), *others.items()):
            print(f"  {what}: {outcome}")
    return 1 if found or 20 * back < 19 * sum(counts.values()) else 0


def _changed(
    originals: list[Original], number: int, wanted: argparse.Namespace, scratch: Path
) -> tuple[Original, str, Path]:
    """A copy in which one thing is changed: a bit, or (behind the bits) one of the other changes."""
    luck = random.Random(f"{wanted.seed} {number}")
    home = scratch / "changed"
    if number < wanted.bits:
        original = originals[number % len(originals)]
        return original, _draw(number, originals)(original, home, luck), home
    one, change = divmod(number - wanted.bits, len(CHANGES))
    return originals[one], f"{originals[one].game}: {original_change(originals[one], home, change)}", home


def _draw(number: int, originals: list[Original]) -> Callable[[Original, Path, random.Random], str]:
    """How the bit of this number is drawn: each original has its turn with each of the ways."""
    return DRAWS[number // len(originals) % len(DRAWS)]


def original_change(original: Original, home: Path, change: int) -> str:
    """Carry out one of the other changes in a copy; what it is."""
    name, act = CHANGES[change]
    original.copy(home)
    act(original, home)
    return name


def _again(wanted: argparse.Namespace, number: int) -> str:
    """The command that tries a change once more."""
    return f"./scripts/soak stores --seed {wanted.seed} --bits {wanted.bits} --only {number}"
