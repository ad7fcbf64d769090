"""Time of one scalar multiplication beside another measurement, sampled in a process of its own.

On a machine that others use too, a unit measured before and after is not the one of the minutes between, and that of
one processor is not that of another: each that may be used is sampled in turn.
"""

import os
import select
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from statistics import fmean, median

from protocol.fiatshamir import HedgedRandom
from protocol.group import EDWARDS25519

MULTIPLICATION = "scalar multiplication, sampled meanwhile"
EVERY = 0.05
"""Seconds between two samples."""


@contextmanager
def sampled() -> Iterator[Callable[[], float]]:
    """Sample while this lasts; what it gives ends that, and says how many milliseconds one took.

    That is the mean of every processor's median. The process is waited for there, so that it counts among those that
    were started here only from then on.
    """
    scripts = str(Path(__file__).resolve().parents[1])
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", __name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([scripts, *filter(None, sys.path)])},
    )
    assert process.stdout is not None
    process.stdout.readline()  # it has begun
    with process:
        yield lambda: float(process.communicate()[0])


@contextmanager
def one_processor() -> Iterator[None]:
    """Whatever is started meanwhile runs on one processor, so that what it takes and its unit are of the same one."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _in_turn() -> Iterator[int]:
    """Go on to the next processor that may be used, again and again, where the system has a call for that."""
    if not hasattr(os, "sched_setaffinity"):
        yield from cycle([0])
    for processor in cycle(sorted(os.sched_getaffinity(0))):
        os.sched_setaffinity(0, {processor})
        yield processor


def main() -> None:
    """Sample until nobody listens any more, at least once a processor."""
    stream = HedgedRandom(os.urandom(32), os.urandom).stream("unit")
    point, factor = EDWARDS25519.base(stream.scalar()), stream.scalar()
    times: dict[int, list[float]] = defaultdict(list)
    print("begun", flush=True)
    for processor in _in_turn():
        EDWARDS25519.mul(point, factor)  # else its code is not at hand any more, which costs half as much again
        began = time.thread_time()
        EDWARDS25519.mul(point, factor)
        times[processor].append(time.thread_time() - began)
        if select.select([sys.stdin], [], [], EVERY)[0] and len(times[processor]) > 1:
            break
    print(fmean(median(each) for each in times.values()) * 1000)


if __name__ == "__main__":
    main()
