"""Games of a campaign, one after the other in this process or beside each other in several, until there is no time."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import TypeVar

T = TypeVar("T")


def played(play_one: Callable[[int], T], seeds: Iterator[int], jobs: int, until: float | None) -> Iterator[T]:
    """Give the result of each seed's game as it comes; ``until``: a time of `time.monotonic`."""

    def late() -> bool:
        return until is not None and time.monotonic() > until

    if jobs == 1:
        for seed in seeds:
            if late():
                return
            yield play_one(seed)
        return
    under_way: set[Future[T]] = set()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for seed in seeds:
            if late():
                break
            under_way.add(pool.submit(play_one, seed))
            while len(under_way) > 2 * jobs:
                done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        while under_way:
            done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)


def games_text(number: int) -> str:
    """Say so many games: `1 game`, `2 games`."""
    return f"{number} game" if number == 1 else f"{number} games"
