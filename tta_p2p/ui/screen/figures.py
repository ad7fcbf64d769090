"""Figures that have changed since the last key: they are bold until the next one.

Boards say which figure of which player stands where (`cells.figure`); nothing here knows what any of them means. What
is compared are the numbers that were seen, so what was not in the picture before is not taken for a change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from ..cells import Row, Span, Target
from ..style import bold

NUMBER = re.compile(r"\d+")

Figures: TypeAlias = Mapping[Target, tuple[str, ...]]
"""The numbers of each figure, in the order in which they stand there."""


def figures_of(rows: Iterable[Row]) -> Figures:
    """Give the figures in a picture."""
    found: dict[Target, list[str]] = {}
    for line in rows:
        for span in line:
            if span.target is not None and span.target.figure:
                found.setdefault(span.target, []).extend(NUMBER.findall(span.text))
    return {target: tuple(numbers) for target, numbers in found.items()}


def embolden_changes(rows: Sequence[Row], before: Figures) -> tuple[Row, ...]:
    """Give a picture with the numbers bold that were others before; all of a figure that had more or fewer."""
    now = figures_of(rows)
    changed = {target: _changes(before[target], numbers) for target, numbers in now.items() if target in before}
    wanted = {target: places for target, places in changed.items() if places}
    if not wanted:
        return tuple(rows)
    at = dict.fromkeys(wanted, 0)
    return tuple(tuple(part for span in line for part in _parts(span, wanted, at)) for line in rows)


def _changes(before: tuple[str, ...], now: tuple[str, ...]) -> frozenset[int]:
    if len(before) != len(now):
        return frozenset(range(len(now)))
    return frozenset(at for at, (one, other) in enumerate(zip(before, now, strict=True)) if one != other)


def _parts(span: Span, wanted: Mapping[Target, frozenset[int]], at: dict[Target, int]) -> Iterator[Span]:
    """Split a span so that its numbers that have changed stand alone; ``at``: how many of each figure came before."""
    if span.target is None or span.target not in wanted:
        yield span
        return
    done = 0
    for match in NUMBER.finditer(span.text):
        if at[span.target] in wanted[span.target]:
            if match.start() > done:
                yield span._replace(text=span.text[done : match.start()])
            yield span._replace(text=match[0], role=bold(span.role))
            done = match.end()
        at[span.target] += 1
    if done < len(span.text):
        yield span._replace(text=span.text[done:])
