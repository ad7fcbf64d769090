"""Arguments that nobody honest gives: of lines that a node tells, and of refusals in proofs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tta_p2p.seats.messages import CardRef

LONG = 1200
ODD: tuple[Any, ...] = (
    "",
    " ",
    "x" * LONG,
    "x " * LONG,
    "{0}",
    "{",
    "}",
    "{0:seat}",
    "\x00\x1b[2J\n",
    "\u202e",
    "\u3000",
    "²",
    "٣",
    "-1",
    "/",
    "plunder",
    "due-first",
    0,
    1,
    -1,
    99,
    2**63,
    10**4000,
    CardRef(3, ""),
    CardRef(-(10**4000), "x y"),
    [],
    ["a", 1],
    [""],
    [10**4000],
)
COUNTS = (0, 1, 2, 3, 6)
"""So many arguments are given: too few for most texts, and too many."""


def odd_arguments(seed: object) -> Iterator[list[Any]]:
    """Give some lists of odd arguments; the same seed gives the same."""
    chance = random.Random(str(seed))
    for count in COUNTS:
        yield [chance.choice(ODD) for _ in range(count)]
