"""Thousands of random games of Through the Ages, with the invariants of the tests checked after every act."""

import argparse
import multiprocessing
import os
import sys
import time
from itertools import product

from tests.through_the_ages.invariants import Watcher
from tta_p2p.cli._simulation import STYLES, Job, Played, play
from tta_p2p.games.through_the_ages.options import SETTINGS

VARIANTS = [str(choice) for choice in SETTINGS[0].choices]


def watched(work: tuple[Job, int]) -> tuple[Job, int, Played]:
    """Play one game under watch."""
    job, leaving = work
    return job, leaving, play(job, Watcher(job.seed, leaving=leaving))


def main() -> int:
    """Parse the arguments, play, and name every game that broke off."""
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games of each number of seats and variant")
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), help="only games of so many seats")
    parser.add_argument("--variant", choices=VARIANTS, help="only this variant")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    wanted = parser.parse_args()
    variants = [wanted.variant] if wanted.variant else VARIANTS
    tables = list(product(variants, [wanted.seats] if wanted.seats else [2, 3, 4]))
    # Of every six games one has random acts only, and in two seats leave now and then.
    works = [
        (Job(seed, seats, {"variant": variant}, STYLES[seed % 6 == 0]), 150 if seed % 3 == 1 else 0)
        for seed in range(wanted.seed, wanted.seed + wanted.games)
        for variant, seats in tables
    ]
    began = time.monotonic()
    broken = 0
    with multiprocessing.get_context("spawn").Pool(min(wanted.jobs, len(works))) as pool:
        for number, (job, leaving, played) in enumerate(pool.imap_unordered(watched, works, chunksize=4), 1):
            if played.error:
                broken += 1
                print(f"\n{job}, leaving={leaving}\n{played.error}", flush=True)
            if number % 100 == 0 or number == len(works):
                pace = number / (time.monotonic() - began)
                print(f"{number} of {len(works)} games, {broken} broke off, {pace:.1f} games/s", flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
