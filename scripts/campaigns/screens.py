"""Keys at random at the full screen, in every game, with what must never be seen watched in every picture.

A session is a whole game: against bots, of several at one keyboard, or looked on at. Or it is the positions in which
the frames of a game ask, moments of a game played by chance, a replay, a tutorial, the start menu, two nodes with
lobby, votes and pauses, or a game in which a bot is asked before every act and what it says is done. Windows have any
size down to one cell. Nothing may raise, and no step may be without end. Every row fits, no two lines look alike, no
page is empty, no text is a key or of another language, Enter does what the mark shows, and a number what it was told
for.

A campaign begins with the frames of every game that ask, one session a game; then come sessions by chance.
"""

import argparse
import json
import os
import resource
import sys
import time
from collections import Counter, defaultdict
from itertools import count
from typing import Any

from campaigns._pool import played
from tests.ui.campaign.monkey import Told
from tests.ui.campaign.sessions import SORTS, play
from tta_p2p.i18n import languages
from tta_p2p.registry import UnknownGame, names, resolve

MEMORY = 4 << 30
"""How many bytes a process may use: a client that grows is a finding."""
LINES = 40
"""So many lines of a finding are told."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this campaign."""
    parser.add_argument("--minutes", type=float, help="stop after so long (default: when all sessions are played)")
    parser.add_argument("--games", type=int, help="how many sessions (default: 1000)")
    parser.add_argument("--game", type=_game, help="only this game")
    parser.add_argument("--session", choices=[*SORTS], default="", help="only sessions of this sort")
    parser.add_argument("--language", choices=languages(), default="", help="only screens in this language")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first session; the next ones count on")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def _game(asked: str) -> str:
    try:
        return resolve(asked)
    except UnknownGame as error:
        raise argparse.ArgumentTypeError(f"{error}; there are {', '.join(names())}") from error


class Playing:
    """Plays one session after the other; picklable."""

    def __init__(self, session: str, game: str, first: int | None = None, language: str = "") -> None:
        """``first``: the seed from which on the frames of every game come before all else."""
        self.session, self.game, self.first, self.language = session, game, first, language

    def named(self, seed: int) -> tuple[str, str]:
        """The sort of session and the game of a seed; empty where they are by chance."""
        at, games = seed - self.first if self.first is not None else -1, [self.game] if self.game else names()
        return ("frames", games[at]) if 0 <= at < len(games) and not self.session else (self.session, self.game)

    def __call__(self, seed: int) -> Told:
        """Play one session, in a process that may use so much memory only."""
        prepare()
        return play(seed, *self.named(seed), self.language)

    def again(self, seed: int) -> str:
        """The command that plays a session once more."""
        session, game = self.named(seed)
        named = (f" --session {session}" if session else "") + (f" --game {game}" if game else "")
        named += f" --language {self.language}" if self.language else ""
        return f"./scripts/soak screens --seed {seed} --games 1 --jobs 1{named}"


def prepare() -> None:
    """In every process that plays: bound its memory."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


def run(wanted: argparse.Namespace) -> int:
    """Play, and say what was found."""
    began = time.monotonic()
    until = began + 60 * wanted.minutes if wanted.minutes is not None else None
    most = wanted.games if wanted.games is not None else 1000 if until is None else None
    seeds = iter(count(wanted.seed) if most is None else range(wanted.seed, wanted.seed + most))
    long = until is not None or (most or 0) > len(names())
    playing = Playing(wanted.session, wanted.game or "", wanted.seed if long else None, wanted.language)
    counts: Counter[str] = Counter()
    sorts: Counter[str] = Counter()
    decisions: defaultdict[str, Counter[str]] = defaultdict(Counter)
    found: dict[tuple[str, str, str], dict[str, Any]] = {}
    told = began
    for one in played(playing, seeds, wanted.jobs, until):
        counts.update(one.counts)
        sorts[one.sort] += 1
        decisions[one.game or "none"].update(one.decisions)
        for kind, matter, *lines in one.found:
            if (kind, matter, one.game) not in found:
                again = playing.again(one.seed)
                found[kind, matter, one.game] = {
                    "kind": kind, "matter": matter, "game": one.game, "session": one.sort, "seed": one.seed,
                    "again": again, "times": 0, "seen": lines[:1] + lines[1:][-LINES:],
                }  # fmt: skip
                print("\n".join(("", again, f"{kind}: {matter}", *lines[-LINES:])), file=sys.stderr, flush=True)
            found[kind, matter, one.game]["times"] += 1
        if time.monotonic() > told + 20:
            told = time.monotonic()
            print(_in_short(counts, sorts, found), file=sys.stderr, flush=True)
    if wanted.json:
        result = {
            "seconds": round(time.monotonic() - began),
            "sessions": dict(sorts.most_common()),
            "counts": dict(sorted(counts.items())),
            "decisions": {game: dict(sorted(met.items())) for game, met in sorted(decisions.items()) if met},
            "found": list(found.values()),
        }
        print(json.dumps(result, ensure_ascii=False, indent=1))
    else:
        print(_in_short(counts, sorts, found))
        for what, number in sorted(counts.items()):
            print(f"  {what}: {number}")
    return 1 if found else 0


def _in_short(counts: Counter[str], sorts: Counter[str], found: dict[tuple[str, str, str], dict[str, Any]]) -> str:
    how = ", ".join(f"{number} {sort}" for sort, number in sorts.most_common())
    much = f"{counts['pictures']} pictures, {counts['keys']} keys, {counts['acts']} acts"
    return f"{sum(sorts.values())} sessions ({how}), {much}; {len(found)} findings"
