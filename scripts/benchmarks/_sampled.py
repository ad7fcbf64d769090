"""What one scalar multiplication takes while something else is measured, sampled in a process of its own.

On a machine that others use too, a unit measured before and after is not the one of the minutes between.
"""

import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from protocol.fiatshamir import Hedged
from protocol.group import EDWARDS25519

MULTIPLICATION = "scalar multiplication, sampled meanwhile"
EVERY = 0.05
"""Seconds between two samples."""


@contextmanager
def sampled() -> Iterator[Callable[[], float]]:
    """Sample while this lasts; what it gives ends that, and says how many milliseconds one took: the median.

    The process is waited for there, so that it counts among those that were started here only from then on.
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


def main() -> None:
    """Sample until nobody listens any more, at least once."""
    stream = Hedged(os.urandom(32), os.urandom).stream("unit")
    point, factor = EDWARDS25519.base(stream.scalar()), stream.scalar()
    times: list[float] = []
    print("begun", flush=True)
    while not times or not select.select([sys.stdin], [], [], EVERY)[0]:
        EDWARDS25519.mul(point, factor)  # else its code is not at hand any more, which costs half as much again
        began = time.thread_time()
        EDWARDS25519.mul(point, factor)
        times.append(time.thread_time() - began)
    print(median(times) * 1000)


if __name__ == "__main__":
    main()
