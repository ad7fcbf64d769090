"""Files from others: what anybody may have made of each kind of file that a command reads.

Transcripts, files of local games, published keys, packed data folders, settings, names, keys and results of simulations
are damaged by a grammar; each command that reads one must end with a documented exit code, in words, within seconds,
print nothing that a terminal obeys, and write no more than it was given. The grammar is in `tests/cli/damage.py`.
"""

import argparse
import contextlib
import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.cli.damage import KINDS, Originals, findings, trials


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this campaign."""
    parser.add_argument("--minutes", type=float, default=10, help="how long files are tried")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first file of each kind")
    parser.add_argument("--games", type=int, default=0, help="how many files of each kind; 0: until the time is over")
    parser.add_argument("--kind", choices=[*KINDS], help="only files of this kind")
    parser.add_argument("--first", action="store_true", help="stop at the first finding")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(wanted: argparse.Namespace) -> int:
    """Damage files, run commands, and say what was found."""
    until = time.monotonic() + 60 * wanted.minutes
    tried: Counter[str] = Counter()
    found = []
    kinds = [wanted.kind] if wanted.kind else [*KINDS]
    with tempfile.TemporaryDirectory() as scratch, contextlib.chdir(scratch):
        originals, seed = Originals(Path(scratch)), wanted.seed
        while time.monotonic() < until and not (wanted.games and seed == wanted.seed + wanted.games):
            if found and wanted.first:
                break
            for kind in kinds:
                folder = Path(scratch) / "tried"
                folder.mkdir()
                for trial in trials(originals, kind, seed, folder):
                    tried[kind] += 1
                    if what := findings(trial):
                        words = " ".join(Path(str(word)).name for word in trial.command)
                        what = [f"{words}: {one}" for one in what]
                        found.append({"kind": kind, "seed": seed, "again": trial.again, "what": what})
                        print(f"{trial.again}\n  " + "\n  ".join(what), file=sys.stderr, flush=True)
                shutil.rmtree(folder)
            seed += 1
    if wanted.json:
        print(json.dumps({"commands": dict(tried), "found": found}, indent=1))
    else:
        print(f"{sum(tried.values())} commands, {len(found)} findings")
    return 1 if found else 0
