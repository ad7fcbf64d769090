"""Backups put back at any moment: whole games in which somebody's older copy comes back to play again and again.

All games with a table in memory: of one peer at a time the journal is copied, the game goes on for some messages, the
peer is killed and comes back from the copy. It must come back to the same game with all its secrets, say nothing twice
and be called no cheat, whatever had been said, sealed or opened in between, and nobody may be held up by it.
"""

import argparse
import json
import os
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from campaigns._pool import games_text, played
from tests import memory
from tests.table.copies import back_and_forth
from tta_p2p.registry import names

TURNS = 40
"""How often a copy is put back in a game."""


@dataclass
class Told:
    """The result of a game."""

    game: str
    seed: int
    backs: int = 0
    openings: int = 0
    found: list[str] = field(default_factory=list)

    @property
    def again(self) -> str:
        """The command that plays the game once more."""
        return f"./scripts/soak copies --game {self.game} --seed {self.seed} --games 1 --jobs 1"


class Playing:
    """Plays one game after the other; picklable."""

    def __init__(self, games: list[str], first: int) -> None:
        self.games, self.first = games, first

    def __call__(self, number: int) -> Told:
        """Play one game; a program that breaks off at it is found as well."""
        memory.remember()
        told = Told(self.games[number % len(self.games)], self.first + number // len(self.games))
        try:
            copies = back_and_forth(told.game, told.seed, TURNS)
        except Exception as error:
            told.found = ["".join(traceback.format_exception(error))]
        else:
            told.backs, told.openings, told.found = copies.backs, copies.openings, copies.troubles()
        return told


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this campaign."""
    parser.add_argument("--minutes", type=float, help="stop after so long (default: when all games are played)")
    parser.add_argument("--games", type=int, help="how many of each game (default: 20)")
    parser.add_argument("--game", action="append", choices=sorted(names()), help="only this game (may be repeated)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first games; the next ones count on")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(wanted: argparse.Namespace) -> int:
    """Play, and say what was found."""
    began = time.monotonic()
    until = began + 60 * wanted.minutes if wanted.minutes is not None else None
    games = wanted.game or sorted(names())
    most = wanted.games if wanted.games is not None else 20 if until is None else None
    numbers = iter(count() if most is None else range(most * len(games)))
    counts: Counter[str] = Counter()
    found: list[dict[str, Any]] = []
    for told in played(Playing(games, wanted.seed), numbers, wanted.jobs, until):
        counts.update(
            {f"games of {told.game}": 1, "copies put back": told.backs, "openings found again": told.openings}
        )
        if told.found:
            found.append({"again": told.again, "what": told.found})
            print(f"\n{told.again}\n" + "\n".join(told.found), file=sys.stderr, flush=True)
    seconds = round(time.monotonic() - began)
    if wanted.json:
        told_all = {"seconds": seconds, "counts": dict(sorted(counts.items())), "found": found}
        print(json.dumps(told_all, ensure_ascii=False, indent=1))
    else:
        print("\n".join(f"{what}: {number}" for what, number in sorted(counts.items())))
        print(f"{games_text(len(found))} found something; {seconds} seconds")
    return 1 if found else 0
