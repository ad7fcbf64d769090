"""Everybody who can knock at the doors of real nodes, and whatever they can say there, before, during and after a game.

Strangers, guests, members, hosts, spectators, programs of the same machine and responders of multicast DNS say what a
grammar makes of the types of all messages: every field, allowed, odd or hostile. A node that ends, what failed as
nobody foresaw, a raw escape in a log or in what a client is told, a friend who does not come in: each is a finding,
with the seed that says the same again. What two machines do at the same moment, no seed decides.
"""

import argparse
import contextlib
import json
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from itertools import count
from pathlib import Path
from typing import Any

from campaigns._pool import played
from tests.doors import names, session
from tests.doors.session import THEMES, Finding
from tests.node.skiff import known
from tta_p2p.net.zeroconf import multicast_works


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this campaign."""
    parser.add_argument("--minutes", type=float, help="stop after so long (default: when all sessions are over)")
    parser.add_argument("--sessions", type=int, help="how many sessions (default: 100)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first session; the next ones count on")
    parser.add_argument("--theme", default="", choices=["", *THEMES], help="who knocks above all (default: by chance)")
    parser.add_argument("--first", action="store_true", help="stop at the first finding")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


class Knocking:
    """Plays one session after the other; picklable."""

    def __init__(self, theme: str) -> None:
        self.theme = theme

    def __call__(self, seed: int) -> Finding:
        """One session, in a folder of its own."""
        folder = Path(tempfile.mkdtemp(prefix="tta-doors-"))
        try:
            if session.theme_of(seed, self.theme) == "names":
                return names.play_apart(seed, folder)
            with known(), Path(os.devnull).open("w") as nowhere, contextlib.redirect_stdout(nowhere):
                return session.play(seed, self.theme, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def again(self, seed: int) -> str:
        """The command that says the same once more."""
        theme = f" --theme {self.theme}" if self.theme else ""
        return f"./scripts/soak doors --seed {seed} --sessions 1{theme}"


def run(wanted: argparse.Namespace) -> int:
    """Knock, and say what was found."""
    if not multicast_works("127.0.0.1"):
        print("there is no multicast on loopback here, which this campaign needs", file=sys.stderr)
        return 2
    began = time.monotonic()
    until = began + 60 * wanted.minutes if wanted.minutes is not None else None
    most = wanted.sessions if wanted.sessions is not None else 100 if until is None else None
    seeds = iter(count(wanted.seed) if most is None else range(wanted.seed, wanted.seed + most))
    knocking = Knocking(wanted.theme)
    themes: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    found: dict[int, list[str]] = {}
    for one in played(knocking, seeds, wanted.jobs, until):
        themes[one.theme] += 1
        counts.update(one.counts)
        if one.found:
            found[one.seed] = one.found
            after = time.monotonic() - began
            print(
                f"\n{knocking.again(one.seed)}  ({one.theme}, after {after:.0f} s)",
                *one.found,
                sep="\n",
                file=sys.stderr,
            )
            if wanted.first:
                break
    result: dict[str, Any] = {
        "sessions": sum(themes.values()),
        "seconds": round(time.monotonic() - began),
        "themes": dict(themes.most_common()),
        "counts": dict(sorted(counts.items())),
        "found": [{"seed": seed, "again": knocking.again(seed), "what": what} for seed, what in sorted(found.items())],
    }
    if wanted.json:
        print(json.dumps(result, ensure_ascii=True, indent=1))
    else:
        print(f"{result['sessions']} sessions in {result['seconds']} s; {len(found)} found something")
        for what, number in result["counts"].items():
            print(f"  {what}: {number}")
    return 1 if found else 0
