"""Rows cut and filled to the size there is for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from ..blocks import Block, Para, lay_out
from ..cells import EMPTY, KEPT, MORE, Piece, Row, Span, cut, pad, plain, row, wrap
from ..style import Style

SAID = 40
"""So many blocks of what was said are laid out at most."""


@lru_cache(KEPT)
def fit(some: Piece, columns: int, style: Style) -> Row:
    """Give a row of exactly so many cells, in letters that can be shown."""
    more = plain(style.spelled(row(MORE)))
    return pad(cut(style.spelled(row(some)), columns, more), columns)


def filled(rows: Iterable[Piece], columns: int, lines: int, style: Style) -> tuple[Row, ...]:
    """Give exactly so many rows of so many cells."""
    return tuple(fit(one, columns, style) for one in exactly(list(rows), lines))


def exactly(rows: Sequence[Piece], lines: int) -> list[Piece]:
    """Give exactly so many rows: what is too much is cut off, what is missing is empty."""
    return [*rows[: max(0, lines)], *[EMPTY] * max(0, lines - len(rows))]


def beside(left: Sequence[Row], right: Sequence[Row], columns: int, lines: int, style: Style) -> list[Row]:
    """Put rows beside each other; ``columns`` are those of the left ones."""
    rest = style.width - columns - 1
    pairs = zip(exactly(left, lines), exactly(right, lines), strict=True)
    return [row(fit(one, columns, style), " ", fit(other, rest, style)) for one, other in pairs]


def in_focus(some: Row) -> Row:
    """Give a row as it looks when the focus is on it, as far as anything stands there: marked by a sign as well."""
    text = plain(some)
    said = text.rstrip()
    return row(Span(said, "focus"), text[len(said) :])


def ending(rows: Sequence[Row], most: int, style: Style) -> list[Row]:
    """Give no more rows than so many; where some are left out, the last one says so."""
    if len(rows) <= most:
        return list(rows)
    return [*rows[: most - 1], fit(row(plain(rows[most - 1]), " ", plain(rows[most]).lstrip()), style.width, style)]


def said_last(blocks: Sequence[Block], room: int, style: Style) -> list[Row]:
    """Give what was said last, each thing whole or not at all; the very last one is cut at its end if it is a text."""
    rows: list[Row] = []
    for block in reversed(blocks):
        one = lay_out((block,), style)
        if room > 0 and not rows and isinstance(block, Para):
            if len(one) > room and block.core:
                one = lay_out((replace(block, text=block.core),), style)
            one = ending(one, room, style)
        if len(rows) + len(one) > room:
            break
        rows = [*one, *rows]
    return rows


def as_one(blocks: Sequence[Block], style: Style) -> list[Row]:
    """Lay blocks out as one paragraph, so that they take few rows."""
    wide = replace(style, width=10_000)
    text: list[Piece] = []
    for one in (one for block in blocks for one in lay_out((block,), wide)):
        said = " ".join(plain(one).split())
        if text and plain(row(*text))[-1:] in ".。":
            text += [" "]
        elif text:
            text += [". " if said[:1].isupper() else "; "]  # a sentence begins after a full stop
        text += [Span(said, one[0].role if one else "")]
    return wrap(style.spelled(row(*text)), style.width) if text else []
