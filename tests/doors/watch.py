"""Signs that an honest node must never give, whatever is said at its doors."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200e\u200f\u2028\u2029]")
"""What moves a cursor, or turns the order of letters."""
UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
"""Letters that nobody sees: with them two names look like one."""
FAULT = re.compile(r"^(?:failed: .*|Traceback .*|\S*Error: .*|.*exception.*ignored.*)$", re.M | re.I)


def faults(log: str) -> list[str]:
    """What failed as nobody foresaw: the lines of a log that say so, each with the place in the program."""
    found = []
    lines = log.splitlines()
    for number, line in enumerate(lines):
        if FAULT.match(line):
            rest = lines[number + 1 : number + 60]
            until = next((i for i, one in enumerate(rest) if FAULT.match(one)), len(rest))
            frames = [one.strip() for one in rest[:until] if ".py" in one]
            found.append(
                f"{line.strip()[:200]} | {frames[-1] if frames else ''} | {rest[until - 1].strip() if until else ''}"
            )
    return found


def obeyed(text: str) -> str:
    """The first thing in a text that a terminal would obey; empty where there is none."""
    return _named(CONTROL.search(text), text)


def unseen(text: str) -> str:
    """The first letter in a text that nobody sees; empty where there is none."""
    return _named(UNSEEN.search(text), text)


def _named(found: re.Match[str] | None, text: str) -> str:
    return "" if found is None else f"{unicodedata.name(found[0], f'U+{ord(found[0]):04X}')} in {text[:80]!r}"


def texts_in(said: Any) -> Iterator[str]:
    """All words in what a node tells its clients."""
    match said:
        case str():
            yield said
        case dict():
            for key, value in said.items():
                yield from texts_in(key)
                yield from texts_in(value)
        case list():
            for one in said:
                yield from texts_in(one)
